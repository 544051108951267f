"""The settlement beside the cards: the verdict, every line with its paragraph, what was found, the sum, the acts."""

from __future__ import annotations

from PyQt6.QtCore import QRectF, pyqtSignal
from PyQt6.QtGui import QPainter, QPaintEvent
from PyQt6.QtWidgets import QWidget

from floorapp.screens.dispute import SettlementView
from floorapp.screens.states import State
from floorapp.screens.text_line import BODY, SECOND, Sign, Words, line
from floorapp.ui.lists.settlement import Right, SettlementList, settlement_columns
from floorapp.ui.look import Look, follow
from floorapp.ui.paint.text_line import paint_line
from floorapp.ui.widgets.button import ActButton
from floorapp.ui.widgets.label import LineLabel
from floorapp.ui.widgets.surface import Ground, Rule, column, row

HEADS = ("Spot", "Wager", "Bet", "Outcome", "Should be", "Paid")


class VerdictBand(QWidget):
    """Whether the round was paid right, on the tint of what it is."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look, self._state = look, State.OKAY
        cells = row(look, 20, 10, 20, 10, gap=14, parent=self)
        self._sign = LineLabel(look)
        cells.addWidget(self._sign)
        words = column(look, gap=1)
        self._words, self._meaning = LineLabel(look), LineLabel(look)
        words.addWidget(self._words)
        words.addWidget(self._meaning)
        cells.addLayout(words, 1)
        book = column(look, gap=1)
        self._book = (LineLabel(look, align=Right), LineLabel(look, align=Right))
        for label in self._book:
            book.addWidget(label)
        cells.addLayout(book)

    def show_verdict(self, view: SettlementView) -> None:
        self._state = view.state
        self._sign.show_line(line(Sign(view.state, 25)))
        self._sign.setAccessibleName(view.state.spoken)
        self._words.show_line(line(Words(view.verdict, 18, 600, shrinks=True)))
        self._meaning.show_line(line(Words(view.meaning, SECOND, 400, "ink2", shrinks=True)))
        for label, shown in zip(self._book, view.rulebook, strict=True):
            label.show_line(shown)
        self.update()

    @property
    def words(self) -> str:
        return self._words.row.spoken

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._look.tint(self._state) or self._look.colour("panel"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, self._look.colour("line"))
        painter.end()


#: What the outcome and the figure after it need; where there is less, the line's sentence says the outcome.
OUTCOME = 150


class FiguresBand(QWidget):
    """Heads or totals over the same columns as the settlement's lines."""

    def __init__(self, look: Look, tall: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look, self._tall = look, tall
        self._heads: tuple[Words, ...] = ()
        follow(look, self, self._fit)
        self._fit()

    def _fit(self) -> None:
        self.setFixedHeight(self._look.px(self._tall))

    def show_heads(self, *heads: Words) -> None:
        if heads != self._heads:
            self._heads = heads
            self.setAccessibleName(" ".join(words.text for words in heads))
            self.update()

    def paintEvent(self, event: QPaintEvent | None) -> None:
        if not self._heads:
            return
        painter, look = QPainter(self), self._look
        columns = settlement_columns(look, self.width())
        starts, ends = self._heads[:-2], self._heads[-2:]
        if columns[4] - columns[3] < look.px(OUTCOME):
            starts = starts[:3]
        for start, words in zip(columns, starts, strict=False):
            paint_line(painter, QRectF(start, 0, self.width(), self.height()), look, line(words))
        for end, words in zip(columns[4:], ends, strict=True):
            paint_line(painter, QRectF(0, 0, end, self.height()), look, line(words), align=Right)
        painter.end()


class SettlementSide(Ground):
    """The right side of the dispute desk: the settlement, its differences and its verdict."""

    act_chosen = pyqtSignal(str)
    line_chosen = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "panel", "l", parent=parent)
        self.verdict, self.lines = VerdictBand(look), SettlementList(look)
        self._net = FiguresBand(look, 42)
        self._heads = FiguresBand(look, 34)
        self.buttons: list[ActButton] = []
        rows = column(look, gap=0, parent=self)
        rows.setContentsMargins(1, 0, 0, 0)
        rows.addWidget(self.verdict)
        rows.addWidget(self._heads)
        rows.addWidget(Rule(look))
        rows.addWidget(self.lines, 1)
        rows.addWidget(Rule(look))
        rows.addWidget(self._net)
        self._acts = row(look, 20, 0, 20, 14, gap=10)
        rows.addLayout(self._acts)
        self.lines.row_chosen.connect(self.line_chosen)

    def show_settlement(self, view: SettlementView) -> None:
        """Show what the engine says now."""
        self.verdict.show_verdict(view)
        self._heads.show_heads(*(Words(name, SECOND, 500, "ink2") for name in (*HEADS[:4], view.head, HEADS[5])))
        self.lines.show_rows(view.rows)
        if self.lines.selected != view.selected:
            self.lines.select(view.selected)
        net = Words("Round total, players' net", BODY, 400, "ink2")
        self._net.show_heads(net, *(Words(figure, 15, 600) for figure in view.net))
        for place, act in enumerate(view.acts):
            if place < len(self.buttons):
                if self.buttons[place].act != act:
                    self.buttons[place].offer(act)
                continue
            button = ActButton(self._look, act, primary=place == 0)
            button.clicked.connect(lambda _on=False, b=button: self.act_chosen.emit(b.act.name))
            self._acts.addWidget(button, 3 - place)
            self.buttons.append(button)
