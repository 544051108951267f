"""Settings and people: sections at the left, what is set in the middle, what can be done about it below."""

from __future__ import annotations

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtGui import QResizeEvent
from PyQt6.QtWidgets import QBoxLayout, QGridLayout, QStackedWidget, QWidget

from floorapp.screens.forms import Act
from floorapp.screens.lists import ListRow
from floorapp.screens.settings import ROLE_HEADS, Permission, Section, SettingsView
from floorapp.screens.text_line import BODY, SECOND, TITLE, Icon, TextLine, Words, line
from floorapp.ui.lists.ledger import Ledger
from floorapp.ui.lists.model import Column
from floorapp.ui.lists.rows import RowList
from floorapp.ui.look import Look
from floorapp.ui.widgets.button import ActButton
from floorapp.ui.widgets.folding_page import Fold, FoldingPage, fold
from floorapp.ui.widgets.label import LineLabel, Text
from floorapp.ui.widgets.surface import FramedBox, Ground, Rule, column, emptied, row


def _may(place: int) -> Column[Permission]:
    def shown(row: Permission) -> TextLine:
        return line(Icon("check", 18, "ink"), Words("yes", SECOND)) if row.roles[place] else line(Words("–", BODY))

    return Column(ROLE_HEADS[place], shown, share=4)


def _row(section: Section) -> ListRow:
    head = line(Words(section.words, BODY, 500, shrinks=True))
    return ListRow(
        section.name, Icon(section.icon, 18), (head, line(Words(section.note, SECOND, 400, "ink2", shrinks=True)))
    )


#: So wide is the page where the words of four acts fit side by side, the sections beside them.
FOUR_ACTS = 1240.0


class SettingsPage(FoldingPage):
    """Sections, the rows of one, and its acts."""

    wide_enough = 860.0

    section_chosen = pyqtSignal(str)
    row_chosen = pyqtSignal(str)
    act_chosen = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent=parent)
        self.sections = RowList(look, "Settings", tall=54)
        self.rows = RowList(look, "What is set", tall=56, wraps=True)
        columns = [Column[Permission]("Action", lambda row: line(Words(row.words, BODY, 400, shrinks=True)), share=13)]
        columns += [_may(place) for place in range(len(ROLE_HEADS))]
        self.matrix = Ledger[Permission](look, "Permissions", columns, lambda row: row.act)
        self._title, self._sentence = LineLabel(look), Text(look, "", BODY, tone="ink2")
        self._acts = QGridLayout()
        self._acts.setSpacing(look.px(8))
        self.buttons: list[ActButton] = []
        self._note = Text(look, "", SECOND, tone="ink2")
        self._build()
        self.sections.row_selected.connect(self.section_chosen)
        self.rows.row_selected.connect(self.row_chosen)
        self.rows.row_opened.connect(lambda _key: self.act_chosen.emit("first"))
        self.setFocusProxy(self.rows)

    def _build(self) -> None:
        look = self._look
        self._left = Ground(look, "panel", "r")
        nav = column(look, 0, 6, 1, 6, gap=0, parent=self._left)
        nav.addWidget(self.sections, 1)
        held = QWidget()
        right = column(look, 24, 14, 24, 14, gap=10, parent=held)
        right.addWidget(self._title)
        right.addWidget(self._sentence)
        box = FramedBox(look, "panel")
        inside = column(look, 1, gap=0, parent=box)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.rows)
        self.stack.addWidget(self.matrix)
        inside.addWidget(self.stack, 1)
        right.addWidget(box, 1)
        right.addWidget(Rule(look))
        right.addLayout(self._acts)
        right.addWidget(self._note)
        self._whole: QBoxLayout = row(look, gap=0, parent=self)
        self._whole.addWidget(self._left)
        self._whole.addWidget(held, 1)

    def show_settings(self, view: SettingsView) -> None:
        """Show a section and its rows."""
        self.sections.show_rows([_row(each) for each in view.sections])
        self.sections.take_waiting()
        self.sections.select(view.section)
        self._title.show_line(line(Words(view.title, TITLE, 600, shrinks=True)))
        self._sentence.show_text(view.sentence)
        self._sentence.setVisible(bool(view.sentence))
        self.stack.setCurrentIndex(1 if view.matrix else 0)
        self.rows.show_rows(view.rows)
        self.rows.take_waiting()
        self.matrix.show_rows(view.matrix)
        if view.chosen:
            self.rows.select(view.chosen)
        self._show_acts(view.acts)

    def _show_acts(self, acts: tuple[Act, ...]) -> None:
        self.say(next((act.refusal for act in acts if act.refusal), ""))
        names = [(act.name, act.words) for act in acts]
        if names == [(button.act.name, button.act.words) for button in self.buttons]:
            for button, act in zip(self.buttons, acts, strict=True):
                if button.act != act:
                    button.offer(act)
            return
        emptied(self._acts)
        self.buttons = []
        for place, act in enumerate(acts):
            button = ActButton(self._look, act, primary=place == 0)
            button.clicked.connect(lambda _on=False, b=button: self.act_chosen.emit(b.act.name))
            self.buttons.append(button)
        self._lay_acts()

    @property
    def across(self) -> int:
        """How many acts stand in a row with their words uncut."""
        return 4 if self.width() >= self._look.px(FOUR_ACTS) else 2

    def _lay_acts(self) -> None:
        for place, button in enumerate(self.buttons):
            self._acts.addWidget(button, place // self.across, place % self.across)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        self._lay_acts()

    def say(self, sentence: str) -> None:
        """Say under the acts why one is not offered, or what came of one."""
        self._note.show_text(sentence)
        self._note.setVisible(bool(sentence))

    def fold(self, narrow: bool) -> None:
        fold(self._look, self._whole, narrow, Fold(self._left, 264, 180, at_most=180))
        self.stack.setMinimumHeight(self._look.px(180))
