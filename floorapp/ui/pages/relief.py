"""Relief: the string of tables with who is there and who takes over, and beside it who can come in."""

from __future__ import annotations

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QBoxLayout, QWidget

from floorapp.domain.tables import Post
from floorapp.screens.forms import Act
from floorapp.screens.lists import ListRow
from floorapp.screens.relief import Comer, ReliefView
from floorapp.screens.text_line import BODY, SECOND, SECTION, SUBJECT, Words, line
from floorapp.ui.look import Look
from floorapp.ui.pages.opening import StepList
from floorapp.ui.widgets.button import ActButton, ReasonedAct
from floorapp.ui.widgets.field import PickField
from floorapp.ui.widgets.folding_page import Fold, FoldingPage, fold
from floorapp.ui.widgets.label import LineLabel, Text
from floorapp.ui.widgets.pick_popup import FindLine
from floorapp.ui.widgets.surface import Choice, FramedBox, Rule, column, row

POSTS = ((Post.DEALER, "Dealers"), (Post.FLOORPERSON, "Floorpersons"))


class ReliefPage(FoldingPage):
    """Tables at the left, people at the right; a badge scan or a typed name ends with Enter."""

    wide_enough = 860.0

    post_chosen = pyqtSignal(str)
    pit_chosen = pyqtSignal(str)
    table_ticked = pyqtSignal(str)
    #: Somebody comes in, or no longer does.
    person_chosen = pyqtSignal(str)
    act_chosen = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent=parent)
        self.posts = Choice(look, [(post, line(Words(words, BODY, 500))) for post, words in POSTS], switch=True)
        self.pit = PickField(look, "Pit", ())
        self.tables = StepList(look, "String of tables", tall=56)
        self.people = StepList(look, "Who can come in", tall=56)
        self.tables.begins = self.people.begins = False
        self.finder = FindLine(look, self.people)
        self.finder.setAccessibleName("Scan a badge or type a name")
        self.finder.setPlaceholderText("Scan a badge or type a name")
        self._wrong = Text(look, "", SECOND, 500, tone="warning")
        self._wrong.hide()
        self._says = Text(look, "", BODY, tone="ink2")
        self.button = ActButton(look, Act("push", "Push", "F9"), primary=True, tall=56)
        self._reasoned = ReasonedAct(look, self.button)
        self._people: tuple[Comer, ...] = ()
        self._others: dict[str, str] = {}
        self._pits: dict[str, str] = {}
        self._build()
        self._join()
        self.setFocusProxy(self.finder)

    def _build(self) -> None:
        look = self._look
        head = row(look, gap=16)
        head.addWidget(LineLabel(look, line(Words("Relief", SUBJECT, 600))))
        head.addStretch(1)
        head.addWidget(self.posts)
        self._left = FramedBox(look, "panel")
        left = column(look, 1, gap=0, parent=self._left)
        top = column(look, 18, 12, 18, 10)
        top.addWidget(self.pit)
        left.addLayout(top)
        left.addWidget(Rule(look))
        left.addWidget(self.tables, 1)
        self._right = FramedBox(look, "panel")
        right = column(look, 1, gap=0, parent=self._right)
        find = column(look, 18, 12, 18, 10)
        find.addWidget(LineLabel(look, line(Words("Coming in", SECTION, 600))))
        find.addWidget(self.finder)
        find.addWidget(self._wrong)
        right.addLayout(find)
        right.addWidget(Rule(look))
        right.addWidget(self.people, 1)
        foot = column(look, 18, 8, 18, 16, gap=8)
        foot.addWidget(self._says)
        foot.addWidget(self._reasoned)
        right.addLayout(foot)
        self._below: QBoxLayout = row(look, gap=16)
        self._below.addWidget(self._left, 1)
        self._below.addWidget(self._right)
        whole = column(look, 24, 12, 24, 14, gap=12, parent=self)
        whole.addLayout(head)
        whole.addLayout(self._below, 1)

    def _join(self) -> None:
        self.posts.chosen.connect(self.post_chosen)
        self.pit.typed.connect(lambda: self.pit_chosen.emit(self._pits[self.pit.text]))
        self.tables.ticked.connect(self.table_ticked)
        self.people.ticked.connect(self._choose)
        self.finder.textEdited.connect(lambda _text: self._narrow())
        self.finder.returnPressed.connect(self._take_typed)
        self.button.clicked.connect(lambda: self.act_chosen.emit("push"))

    def show_relief(self, view: ReliefView) -> None:
        """Show the string, and what a press would record."""
        self.posts.choose(view.choice.post)
        self._pits = {name: pit for pit, name in view.pits}
        self.pit.offer(tuple(self._pits))
        self.pit.show_text(dict(view.pits).get(view.choice.pit, ""))
        self.pit.setVisible(len(view.pits) > 1)
        self.tables.show_rows(view.tables)
        self._people, self._others = view.people, dict(view.others)
        self._narrow()
        self._says.show_text(view.says)
        self._reasoned.offer(view.act)

    def _found(self) -> list[ListRow]:
        words = self.finder.text().casefold().split()
        return [each.row for each in self._people if all(word in each.row.spoken.casefold() for word in words)]

    def _narrow(self) -> None:
        self.say_wrong("")
        self.people.show_rows(self._found())

    def take_code(self, code: str) -> None:
        """A scanned badge: as if it had been typed, with Enter."""
        self.finder.setText(code)
        self._take_typed()

    def _take_typed(self) -> None:
        """Enter, typed or sent by a scanner: by the badge's number or the sign-in name, else the one that is left."""
        typed = self.finder.text().strip().casefold()
        if not typed:
            self.say_wrong("Scan a badge, or type a name and press Enter.")
            return
        exact = [each.handle for each in self._people if typed in (each.license.casefold(), each.handle.casefold())]
        found = exact or [row.key for row in self._found()]
        if len(found) == 1:
            self._choose(found[0])
        elif not found:
            self.say_wrong(self._others.get(typed, f"Nobody matches “{self.finder.text().strip()}”."))
            self.finder.selectAll()
        else:
            self.say_wrong(f"{len(found)} people match. Type more, or choose below.")

    def _choose(self, person: str) -> None:
        self.finder.clear()
        self.say_wrong("")
        self.person_chosen.emit(person)

    def say_wrong(self, sentence: str) -> None:
        """Say under the line why nobody came in."""
        self._wrong.show_text(sentence)
        self._wrong.setVisible(bool(sentence))
        self.finder.setAccessibleDescription(sentence)

    def fold(self, narrow: bool) -> None:
        fold(self._look, self._below, narrow, Fold(self._left, height=300), Fold(self._right, 460, 420))
