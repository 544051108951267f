"""Setting up one's own floor: tables from a list or drawn by the row; faults stand beside their lines."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import Qt, QTimer, pyqtSignal
from PyQt6.QtGui import QTextCursor
from PyQt6.QtWidgets import QBoxLayout, QPlainTextEdit, QWidget

from floorapp.screens.forms import Act, missing_words
from floorapp.screens.lists import ListRow
from floorapp.screens.setup import SetupView
from floorapp.screens.states import State
from floorapp.screens.text_line import BODY, SECOND, SECTION, TITLE, Icon, Sign, Words, line
from floorapp.ui.lists.model import ROW
from floorapp.ui.lists.rows import RowList
from floorapp.ui.look import Look
from floorapp.ui.widgets.button import ActButton, ReasonedAct
from floorapp.ui.widgets.field import AnyField, Field, PickField
from floorapp.ui.widgets.folding_page import Fold, FoldingPage, fold
from floorapp.ui.widgets.label import LineLabel, Text
from floorapp.ui.widgets.surface import FramedBox, column, row

EXAMPLE = "table,pit,rulebook,spots,decks,method,min,max,reader\nFB-01,Pit 1,pa-590,6,6,hand shuffle,15,1000,RD-101"
REST_MS = 250


class SetupPage(FoldingPage):
    """The list left, what it makes right or below; drawing adds lines to the same list."""

    text_changed = pyqtSignal(str)
    drawn = pyqtSignal(dict)
    file_asked = pyqtSignal()
    act_chosen = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent=parent)
        self._games: tuple[tuple[str, str], ...] = ()
        whole = column(look, 24, 18, 24, 20, gap=14, parent=self)
        head = column(look, gap=2)
        head.addWidget(LineLabel(look, line(Words("Set up the floor", TITLE, 600))))
        self._standing = LineLabel(look)
        head.addWidget(self._standing)
        whole.addLayout(head)
        self._parts: QBoxLayout = row(look, gap=16)
        left = column(look, gap=14)
        left.addWidget(self._draw(look))
        left.addWidget(self._list(look), 1)
        self._made = self._result(look)
        self._parts.addLayout(left, 3)
        self._parts.addWidget(self._made, 2)
        whole.addLayout(self._parts, 1)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(lambda: self.text_changed.emit(self.text))
        self.list.textChanged.connect(self._rest.start)
        self.setFocusProxy(self.fields["pit"].edit)

    def _draw(self, look: Look) -> FramedBox:
        box = FramedBox(look)
        rows = column(look, 16, 12, 16, 14, gap=8, parent=box)
        rows.addWidget(LineLabel(look, line(Words("Add a pit", SECTION, 600))))
        self.fields = {
            "pit": Field(look, "Pit", hint="Pit 1"),
            "first": Field(look, "First table", hint="FB-01"),
            "count": Field(look, "How many", hint="8", digits=True),
            "least": Field(look, "Minimum bet", hint="15"),
            "most": Field(look, "Maximum bet", hint="1000"),
        }
        self._drawn: QBoxLayout = row(look, gap=12)
        where, cells = row(look, gap=12), row(look, gap=12)
        fields = list(self.fields.values())
        self.game = PickField(look, "Game", ())
        for field, after in zip(fields, (*fields[1:], self.game), strict=True):
            field.entered.connect(after.setFocus)
            field.edit.setMinimumWidth(look.px(84))
            (where if field in fields[:3] else cells).addWidget(field, 1, Qt.AlignmentFlag.AlignTop)
        self.game.entered.connect(self._say_drawn)
        self._drawn.addLayout(cells, 2)
        self._drawn.addWidget(self.game, 2, Qt.AlignmentFlag.AlignTop)
        self.add = ActButton(look, Act("draw", "Add to the list", "Alt D"))
        self.add.clicked.connect(self._say_drawn)
        rows.addLayout(where)
        rows.addLayout(self._drawn)
        foot = row(look, gap=12)
        foot.addWidget(Text(look, "Tables are placed in two rows until you arrange them.", SECOND, tone="ink2"), 1)
        foot.addWidget(self.add)
        rows.addLayout(foot)
        return box

    def _list(self, look: Look) -> FramedBox:
        box = FramedBox(look)
        rows = column(look, 16, 10, 16, 14, gap=8, parent=box)
        head = row(look, gap=12)
        head.addWidget(LineLabel(look, line(Words("Or paste a list", SECTION, 600))))
        head.addStretch(1)
        self.choose = ActButton(look, Act("file", "Choose a file…", "Alt F"))
        self.choose.clicked.connect(self.file_asked)
        head.addWidget(self.choose)
        rows.addLayout(head)
        self.list = QPlainTextEdit()
        self.list.setAccessibleName("List of tables, one line each")
        self.list.setPlaceholderText(EXAMPLE)
        self.list.setFont(look.font(14, mono=True))
        self.list.setMinimumHeight(look.px(140))
        self.list.setTabChangesFocus(True)
        self.list.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        rows.addWidget(self.list, 1)
        return box

    def _result(self, look: Look) -> FramedBox:
        box = FramedBox(look)
        rows = column(look, 1, 12, 1, 14, gap=8, parent=box)
        inset = column(look, 16, 0, 16, 0, gap=2)
        self._title = LineLabel(look, line(Words("Nothing yet", SECTION, 600)))
        inset.addWidget(self._title)
        rows.addLayout(inset)
        self.result = RowList(look, "Tables from the list", tall=52)
        self.result.wrap(True)
        self.result.row_opened.connect(self._go_to_line)
        self.result.clicked.connect(lambda index: self._go_to_line(index.data(ROW).key))
        rows.addWidget(self.result, 1)
        foot = column(look, 16, 0, 16, 0, gap=8)
        self.write = ReasonedAct(look, ActButton(look, Act("write", "Save", "F9"), primary=True))
        self.write.button.clicked.connect(lambda: self.act_chosen.emit("write"))
        foot.addWidget(self.write)
        rows.addLayout(foot)
        return box

    def fold(self, narrow: bool) -> None:
        fold(self._look, self._parts, narrow, Fold(self._made, height=300))
        fold(self._look, self._drawn, narrow)
        self._made.setMinimumWidth(0 if narrow else self._look.px(360))

    @property
    def text(self) -> str:
        return self.list.toPlainText()

    def show_text(self, text: str) -> None:
        """Put a list there, as if it had been pasted."""
        self.list.setPlainText(text)
        self._rest.stop()
        self.text_changed.emit(self.text)

    def _go_to_line(self, fault: str) -> None:
        """The line of the list that a fault is about, marked, so that one types it anew."""
        number = fault.partition("/")[0]
        document = self.list.document()
        if not number.isdigit() or document is None:
            return
        line_of = QTextCursor(document.findBlockByNumber(int(number) - 1))
        line_of.select(QTextCursor.SelectionType.LineUnderCursor)
        self.list.setTextCursor(line_of)
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_games(self, games: Sequence[tuple[str, str]]) -> None:
        """Offer these games, each by its rulebook and its words."""
        if tuple(games) != self._games:
            self._games = tuple(games)
            self.game.offer([words for _id, words in games])

    def _say_drawn(self) -> None:
        if not self._games:
            return
        asked: list[AnyField] = [*self.fields.values(), self.game]
        for field in asked:
            field.say_wrong("" if field.text.strip() else _missing(field))
        empty = next((field for field in asked if not field.text.strip()), None)
        if empty is not None:
            empty.edit.setFocus()
            return
        typed = {name: field.text.strip() for name, field in self.fields.items()}
        self.drawn.emit(typed | {"rulebook": self._games[self.game.edit.currentIndex()][0]})

    def say_wrong(self, field: str, sentence: str) -> None:
        """Say beside a field what cannot be drawn."""
        self.fields[field].say_wrong(sentence)
        self.fields[field].edit.setFocus()

    def show_setup(self, view: SetupView) -> None:
        """Show what the list makes, or what is wrong in it, line by line."""
        self._standing.show_line(line(Words(view.standing, BODY, 400, "ink2", shrinks=True)))
        if view.faults:
            count = len(view.faults)
            words = f"{count} error{'s' if count != 1 else ''} to fix"
            rows = [
                ListRow(
                    f"{number}/{place}",
                    Sign(State.WARNING, 18),
                    (line(Words(f"Line {number}", 14, 600)), line(Words(says, SECOND, 400, "ink2", shrinks=True))),
                )
                for place, (number, says) in enumerate(view.faults)
            ]
        else:
            words = f"{len(view.tables)} tables" if view.tables else "Nothing yet"
            rows = [
                ListRow(
                    name,
                    Icon("map-pin-2", 18),
                    (line(Words(name, 14, 600)), line(Words(says, SECOND, 400, "ink2", shrinks=True))),
                )
                for name, says in view.tables
            ]
        self._title.show_line(line(Words(words, SECTION, 600)))
        self.result.rows_model.show_rows(rows)
        self.write.offer(view.act)


def _missing(field: AnyField) -> str:
    """What to do about an empty field."""
    return "Choose the game." if isinstance(field, PickField) else missing_words(field.label)
