"""The same round under two rulebooks, side by side: what differs stands out, each with its paragraph."""

from __future__ import annotations

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QWidget

from floorapp.screens.dispute_shown import ComparisonView, Side
from floorapp.screens.text_line import SECOND, SECTION, Words, line
from floorapp.ui.lists.settlement import SettlementList
from floorapp.ui.look import TARGET, Look
from floorapp.ui.pages.dispute_side import HEADS, FiguresBand
from floorapp.ui.widgets.button import LineButton
from floorapp.ui.widgets.label import LineLabel
from floorapp.ui.widgets.panel import PanelSheet
from floorapp.ui.widgets.surface import Choice, FramedBox, Rule, Scroll, column, row


class SideBox(FramedBox):
    """What one of the two rulebooks pays, wager by wager."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent=parent)
        rows = column(look, 1, 12, 1, 8, gap=4, parent=self)
        head = column(look, 20, 0, 20, 4, gap=2)
        self._name, self._standing, self._verdict = LineLabel(look), LineLabel(look), LineLabel(look)
        for label in (self._name, self._standing, self._verdict):
            head.addWidget(label)
        rows.addLayout(head)
        figures = FiguresBand(look, 30)
        figures.show_heads(*(Words(name, SECOND, 500, "ink2") for name in (*HEADS[:5], "Other")))
        rows.addWidget(figures)
        rows.addWidget(Rule(look))
        self.lines = SettlementList(look)
        rows.addWidget(self.lines, 1)
        self._net = FiguresBand(look, 36)
        rows.addWidget(Rule(look))
        rows.addWidget(self._net)

    def show_side(self, side: Side) -> None:
        self._name.show_line(line(Words(side.name, SECTION, 600, shrinks=True)))
        self._standing.show_line(line(Words(side.standing, SECOND, 400, "ink2", shrinks=True)))
        self._verdict.show_line(line(Words(side.verdict, 15, 500, shrinks=True)))
        self.lines.setAccessibleName(f"Settlement under {side.name}")
        self.lines.show_rows(side.rows)
        self._net.show_heads(Words("Net of the round", 15, 400, "ink2"), Words(side.net, 15, 600), Words("", 15))


class CompareSheet(PanelSheet):
    """Two answers to one round; another rulebook is one press away."""

    book_chosen = pyqtSignal(str)

    def __init__(self, look: Look, books: tuple[tuple[str, str], ...], parent: QWidget | None = None) -> None:
        super().__init__(look, "The same round under another rulebook", parent)
        self.setAutoFillBackground(True)
        self.choice = Choice(look, [(name, line(Words(words, 14, 500))) for name, words in books], switch=False)
        self.choice.chosen.connect(self.book_chosen)
        roomy = QWidget()  # a focus frame stands outside its button
        row(look, 6, parent=roomy).addWidget(self.choice)
        choices = Scroll(roomy)
        choices.setFixedHeight(look.px(TARGET + 24))
        self.body.addWidget(choices)
        self._says = LineLabel(look)
        self.body.addWidget(self._says)
        self.here, self.there = SideBox(look), SideBox(look)
        inside = QWidget()
        sides = row(look, gap=16, parent=inside)
        for side in (self.here, self.there):
            side.setMinimumSize(look.px(440), look.px(320))
            sides.addWidget(side, 1)
        self.body.addWidget(Scroll(inside), 1)
        first: LineButton = next(iter(self.choice.parts.values()))
        self.setFocusProxy(first)

    def show_comparison(self, view: ComparisonView, chosen: str) -> None:
        self.choice.choose(chosen)
        self._says.show_line(line(Words(view.says, 15, 500, shrinks=True)))
        self.here.show_side(view.here)
        self.there.show_side(view.there)
