"""A sheet with a list to choose from: one press or Enter takes a row."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QWidget

from floorapp.screens.lists import ListRow
from floorapp.screens.text_line import BODY, Words, line
from floorapp.ui.lists.rows import RowList
from floorapp.ui.look import Look
from floorapp.ui.widgets.label import LineLabel
from floorapp.ui.widgets.panel import Sheet


class ChooseSheet(Sheet):
    """Rows in groups; what was chosen is said by its key."""

    chosen = pyqtSignal(str)

    def __init__(self, look: Look, title: str, says: str = "", parent: QWidget | None = None) -> None:
        super().__init__(look, title, parent)
        self.setAutoFillBackground(True)
        if says:
            self.body.addWidget(LineLabel(look, line(Words(says, BODY, 400, "ink2", shrinks=True))))
        self.list = RowList(look, title, inset=8)
        self.body.addWidget(self.list, 1)
        self.list.row_opened.connect(self._take)
        self.list.clicked.connect(lambda index: self._take(self.list.rows_model.row_at(index.row()).key))
        self.setFocusProxy(self.list)

    def show_rows(self, rows: Sequence[ListRow], selected: str = "") -> None:
        self.list.rows_model.show_rows(rows)
        if rows:
            self.list.select(selected or rows[0].key)

    def _take(self, key: str) -> None:
        """Enter and a press can both come for one choice; it counts once."""
        if self.isVisible() and not key.startswith("head "):
            self.chosen.emit(key)
