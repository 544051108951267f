"""Both figures of a ruling in columns: as dealt, and in every way the text leaves, with whose choice it is."""

from __future__ import annotations

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QGridLayout, QWidget

from floorapp.screens.dispute_ruling import RulingView
from floorapp.screens.text_line import BODY, SECOND, Words, line
from floorapp.ui.look import Look
from floorapp.ui.widgets.label import LineLabel, Text
from floorapp.ui.widgets.panel import PanelSheet
from floorapp.ui.widgets.surface import Scroll

Right = Qt.AlignmentFlag.AlignRight


class RulingSheet(PanelSheet):
    """One column a way, one row a wager; the differences of each patron below."""

    def __init__(self, look: Look, view: RulingView, parent: QWidget | None = None) -> None:
        super().__init__(look, "As dealt, and as the text requires", parent)
        self.setAutoFillBackground(True)
        self.body.addWidget(Text(look, view.says))
        self.body.addWidget(Text(look, f"{view.cite}. {view.decided}", SECOND, 400, "ink2"))
        inside = QWidget()
        cells = QGridLayout(inside)
        cells.setHorizontalSpacing(look.px(24))
        cells.setVerticalSpacing(look.px(6))
        for column, (words, whose) in enumerate(zip(view.heads, view.whose, strict=True), start=1):
            head = Text(look, words, SECOND, 600)
            head.setAlignment(Right | Qt.AlignmentFlag.AlignBottom)
            cells.addWidget(head, 0, column)
            cells.addWidget(LineLabel(look, line(Words(whose, SECOND, 400, "ink2")), align=Right), 1, column)
            cells.setColumnStretch(column, 1)
        for place, row in enumerate(view.rows, start=2):
            weight = 600 if row.total else 400
            name = LineLabel(look, line(Words(row.name, BODY, weight)))
            name.setAccessibleName(row.spoken(view.heads))
            cells.addWidget(name, place, 0)
            for column, figure in enumerate(row.figures, start=1):
                words_ = line(Words(figure, BODY, weight, mono=True))
                cells.addWidget(LineLabel(look, words_, align=Right), place, column)
        cells.setRowStretch(len(view.rows) + 2, 1)
        self.body.addWidget(Scroll(inside), 1)
