"""Where a dispute begins: choose the table, the game, or what was left unfinished."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QWidget

from floorapp.screens.lists import ListRow
from floorapp.screens.text_line import BODY, TITLE, Words, line
from floorapp.ui.lists.rows import RowList
from floorapp.ui.look import Look
from floorapp.ui.widgets.label import LineLabel
from floorapp.ui.widgets.surface import FramedBox, Ground, column


class StartPage(Ground):
    """A list of everything one can start from; one press or Enter takes it."""

    chosen = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "base", parent=parent)
        rows = column(look, 24, 16, 24, 16, gap=10, parent=self)
        rows.addWidget(LineLabel(look, line(Words("Which table?", TITLE, 600))))
        says = "Game, decks and Rules Submission of the table are filled in, and what its reader said last."
        rows.addWidget(LineLabel(look, line(Words(says, BODY, 400, "ink2", shrinks=True))))
        box = FramedBox(look)
        self.list = RowList(look, "Tables and games to start from")
        column(look, 1, 4, 1, 4, gap=0, parent=box).addWidget(self.list)
        rows.addWidget(box, 1)
        self.list.activated.connect(lambda index: self._take(index.row()))
        self.list.clicked.connect(lambda index: self._take(index.row()))
        self.setFocusProxy(self.list)

    def _take(self, place: int) -> None:
        if self.isVisible():
            self.chosen.emit(self.list.rows_model.row_at(place).key)

    def show_rows(self, rows: Sequence[ListRow]) -> None:
        self.list.show_rows(rows)
        if rows and not self.list.selected:
            self.list.select(rows[0].key)
