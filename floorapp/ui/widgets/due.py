"""What is due now, most urgent first: whole rows only, and a line that says how many more there are."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import Qt
from PyQt6.QtGui import QResizeEvent
from PyQt6.QtWidgets import QSizePolicy, QWidget

from floorapp.screens.lists import ListRow
from floorapp.screens.text_line import BODY, SECOND, SECTION, Words, line
from floorapp.ui.lists.rows import RowList
from floorapp.ui.look import Look
from floorapp.ui.widgets.empty import Empty
from floorapp.ui.widgets.label import LineLabel, Right
from floorapp.ui.widgets.surface import Rule, column, row


class DueColumn(QWidget):
    """The list of *Due now* under its title."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._row = 52.0
        self._title = LineLabel(look)
        self._order = LineLabel(look, line(Words("most urgent first", SECOND, 400, "ink2")), align=Right)
        self.list = RowList(look, "Due now", tall=self._row)
        self.list.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._more = LineLabel(look)
        self._empty = Empty(look, "check", "Nothing is due", "The next action shows here when it is due this shift.")
        self._whole = column(look, gap=0, parent=self)
        head = row(look, 16, 10, 16, 8, gap=8)
        head.addWidget(self._title)
        head.addStretch(1)
        head.addWidget(self._order)
        self._whole.addLayout(head)
        self._whole.addWidget(Rule(look))
        self._whole.addWidget(self.list, 100)
        self._whole.addWidget(self._empty)
        more = row(look, 16, 6, 16, 6)
        more.addWidget(self._more)
        self._whole.addLayout(more)
        self._whole.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self.list.waiting_changed.connect(self._say_waiting)
        self._waiting = 0
        self.setMinimumHeight(look.px(150))
        self.show_rows(())

    def be_low(self, low: bool) -> None:
        """Rows of 48 where the window is low."""
        tall = 48.0 if low else 52.0
        if tall != self._row:
            self._row = tall
            self.list.be_tall(tall)
        self._fit_rows()

    def show_rows(self, rows: Sequence[ListRow]) -> None:
        self.list.show_rows(rows)
        count = Words(str(len(rows)), BODY, 400, "ink2")
        self._title.show_line(line(Words("Due now", SECTION, 600), count))
        self._order.setVisible(len(rows) > 1)
        self.list.setVisible(bool(rows))
        self._empty.setVisible(not rows)
        self._fit_rows()

    def _say_waiting(self, waiting: int) -> None:
        self._waiting = waiting
        self._fit_rows()

    def _fit_rows(self) -> None:
        count = self.list.rows_model.rowCount()
        step = self._look.px(self._row)
        room = self.height() - self._look.px(48)
        shown = min(count, max(1, room // step))
        if shown < count:
            shown = min(count, max(1, (room - self._look.px(30)) // step))
        self.list.setMinimumHeight(step)
        self.list.setMaximumHeight(shown * step)
        said = [f"{self._waiting} new"] if self._waiting else []
        said += [f"{count - shown} more due · scroll"] if shown < count else []
        self._more.setVisible(bool(said))
        self._more.show_line(line(Words(" · ".join(said), SECOND, 400, "ink2")))

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        self._fit_rows()
