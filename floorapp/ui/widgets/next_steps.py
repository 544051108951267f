"""*Next steps* beside the map of a new floor: a list that checks itself off."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QWidget

from floorapp.screens.lists import ListRow
from floorapp.screens.text_line import BODY, SECTION, Words, line
from floorapp.ui.lists.model import ROW
from floorapp.ui.lists.rows import RowList
from floorapp.ui.look import Look
from floorapp.ui.widgets.label import LineLabel, Right
from floorapp.ui.widgets.surface import Rule, column, row

TALL = 48.0


class NextStepList(QWidget):
    """The steps under their title; Enter or a press goes where one is done."""

    step_chosen = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._far = LineLabel(look, align=Right)
        self.list = RowList(look, "Next steps", tall=TALL)
        rows = column(look, gap=0, parent=self)
        head = row(look, 16, 10, 16, 8, gap=8)
        head.addWidget(LineLabel(look, line(Words("Next steps", SECTION, 600))))
        head.addStretch(1)
        head.addWidget(self._far)
        rows.addLayout(head)
        rows.addWidget(Rule(look))
        rows.addWidget(self.list)
        rows.addWidget(Rule(look, "edge", 2))
        self.list.row_opened.connect(self.step_chosen)
        self.list.clicked.connect(lambda index: self.step_chosen.emit(index.data(ROW).key))

    def show_rows(self, rows: Sequence[ListRow]) -> None:
        done = sum(each.note is None for each in rows)
        self._far.show_line(line(Words(f"{done} of {len(rows)}", BODY, 400, "ink2")))
        self.list.rows_model.show_rows(rows)
        self.list.setFixedHeight(self._look.px(TALL) * len(rows))
