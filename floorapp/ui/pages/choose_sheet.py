"""A sheet at the side of the page that offers a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QWidget

from floorapp.operations.trade_words import stand_in
from floorapp.screens.lists import ListRow
from floorapp.screens.text_line import BODY
from floorapp.ui.lists.rows import RowList
from floorapp.ui.look import Look
from floorapp.ui.widgets.label import Text
from floorapp.ui.widgets.panel import PanelSheet
from floorapp.ui.widgets.pick_popup import MANY, FindLine


class ChooseSheet(PanelSheet):
    """Rows in groups; what was chosen is said by its key. A long list has a line to find in it.

    `also` are words one may look for beside those of a row, by the row's key.
    """

    chosen = pyqtSignal(str)

    def __init__(
        self,
        look: Look,
        title: str,
        says: str = "",
        *,
        also: Mapping[str, str] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(look, title, parent)
        self.setAutoFillBackground(True)
        if says:
            self.body.addWidget(Text(look, says, BODY, tone="ink2"))
        self.list = RowList(look, title, inset=8, wraps=True)
        self.finder, self._also = FindLine(look, self.list), also or {}
        self._all: tuple[ListRow, ...] = ()
        self.body.addWidget(self.finder)
        self.body.addWidget(self.list, 1)
        self.finder.textEdited.connect(lambda _text: self._narrow())
        self.finder.returnPressed.connect(lambda: self._take(self.list.selected))
        self.list.row_opened.connect(self._take)
        self.list.clicked.connect(lambda index: self._take(self.list.rows_model.row_at(index.row()).key))

    def show_rows(self, rows: Sequence[ListRow], selected: str = "") -> None:
        self._all = tuple(rows)
        self.finder.setVisible(len(rows) > MANY)
        self.setFocusProxy(self.finder if len(rows) > MANY else self.list)
        self._narrow(selected)

    def _narrow(self, selected: str = "") -> None:
        words = self.finder.text().casefold().split()
        rows = [row for row in self._all if self._fits(row, words)]
        if words:  # what is called so stands before what only says so
            rows.sort(key=lambda row: not stand_in(words, f"{row.lines[0].spoken} {self._also.get(row.key, '')}"))
        self.list.rows_model.show_rows(rows)
        if rows:
            self.list.select(selected or rows[0].key)

    def _fits(self, row: ListRow, words: list[str]) -> bool:
        return stand_in(words, f"{row.spoken} {self._also.get(row.key, '')}")

    def _take(self, key: str) -> None:
        """Enter and a press can both come for one choice; it counts once."""
        if key and self.isVisible() and not key.startswith("head "):
            self.chosen.emit(key)
