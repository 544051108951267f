"""The list of what stands against dealing, on the pages of a table."""

from __future__ import annotations

from PyQt6.QtWidgets import QWidget

from floorapp.screens.open_findings import StandingLine
from floorapp.screens.text_line import BODY, SECTION, Words, line
from floorapp.ui.lists.rows import RowList
from floorapp.ui.look import Look
from floorapp.ui.widgets.label import LineLabel
from floorapp.ui.widgets.surface import FramedBox, Rule, column, row


class StandingBox(FramedBox):
    """What stands against dealing, each with its section; hidden where nothing does."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "panel", parent=parent)
        self._title = LineLabel(look)
        self.list = RowList(look, "Must be cleared before dealing", tall=56, wraps=True)
        rows = column(look, 1, gap=0, parent=self)
        head = row(look, 16, 12, 16, 10)
        head.addWidget(self._title, 1)
        rows.addLayout(head)
        rows.addWidget(Rule(look))
        rows.addWidget(self.list, 1)
        self.hide()

    def show_lines(self, title: str, lines: tuple[StandingLine, ...]) -> None:
        self._title.show_line(line(Words(title, SECTION, 600), Words(str(len(lines)), BODY, 400, "ink2")))
        self.list.rows_model.show_rows([each.row for each in lines])
        self.setVisible(bool(lines))
