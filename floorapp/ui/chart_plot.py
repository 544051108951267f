"""A chart on the screen: bars painted in ink, lines by pyqtgraph; each bar or tick can be chosen and is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PyQt6.QtCore import QPointF, QRectF, QSize, Qt, pyqtSignal, pyqtSlot
from PyQt6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPen, QResizeEvent
from PyQt6.QtWidgets import QWidget

from floorapp.operations.chart import Bar, Bars, Chart, Lines
from floorapp.screens.text_line import Words, line
from floorapp.ui.canvas import Canvas
from floorapp.ui.look import Look
from floorapp.ui.paint.text_line import line_width, paint_line

if TYPE_CHECKING:
    from floorapp.ui.curve_plot import CurvePlot

#: Labels up to so many letters stand under upright bars; longer ones before lying ones.
SHORT = 7
#: An hour, `10p` or `22`, has at most so many.
HOUR = 3
ROW, FOOT, HEAD = 27.0, 24.0, 20.0

Right, Centre = Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignHCenter


def _stands(bars: tuple[Bar, ...]) -> bool:
    """Hours and bands stand side by side; names, and figures that need a word, lie one under another."""
    hours = all(len(bar.label) <= HOUR for bar in bars)
    short = all(len(bar.label) <= SHORT and bar.text.isdigit() for bar in bars)
    return len(bars) > 6 and (hours or short)


def steps_of(chart: Chart) -> tuple[str, ...]:
    """What can be chosen in a chart: each bar or tick, with its figures in words."""
    if isinstance(chart, Bars):
        return tuple(f"{bar.label}: {bar.text}" for bar in chart.bars)
    if isinstance(chart, Lines):
        return tuple(_tick(chart, place) for place in range(len(chart.ticks)))
    return tuple(f"{stack.label}: {stack.count}" for stack in chart.stacks)


def _tick(chart: Lines, place: int) -> str:
    said = [
        f"{series.name} {'nothing' if (value := series.values[place]) is None else f'{value:g} {chart.unit}'}"
        for series in chart.series
    ]
    return f"{chart.ticks[place]}: {', '.join(said)}"


def has_something(chart: Chart) -> bool:
    """Whether there is anything to draw."""
    if isinstance(chart, Bars):
        return any(bar.value for bar in chart.bars)
    if isinstance(chart, Lines):
        return any(value is not None for series in chart.series for value in series.values)
    return any(stack.count for stack in chart.stacks)


class ChartPlot(Canvas):
    """A chart of any kind: arrows choose a bar or a tick, Enter or a press goes to its records."""

    chosen = pyqtSignal(int)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.chart: Chart | None = None
        #: The bar or tick the keyboard is at.
        self.at = -1
        #: Where each bar can be pressed.
        self.places: list[QRectF] = []
        #: Lines are pyqtgraph's, over the whole of this widget, which has the keys and the mouse.
        self.curves: CurvePlot | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._dress()

    @pyqtSlot()
    def _dress(self) -> None:
        super()._dress()
        self.setMinimumSize(self._look.px(240), self._look.px(150))

    def sizeHint(self) -> QSize:
        return QSize(self._look.px(300), self._look.px(190))

    def show_chart(self, chart: Chart) -> None:
        """Show this."""
        self.chart = chart
        self.at = min(self.at, len(steps_of(chart)) - 1)
        lines = isinstance(chart, Lines) and has_something(chart)
        if lines and self.curves is None:
            from floorapp.ui.curve_plot import CurvePlot  # pyqtgraph is slow to load

            self.curves = CurvePlot(self._look, self)
            self.curves.setGeometry(self.rect())
        if self.curves is not None:
            self.curves.setVisible(lines)
            if isinstance(chart, Lines) and lines:
                self.curves.show_lines(chart)
        self._say()
        self.update()

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        if self.curves is not None:
            self.curves.setGeometry(self.rect())

    def paint_in(self, painter: QPainter, frame: QRectF) -> None:
        if self.chart is None:
            return
        self.places = []
        if not has_something(self.chart):
            words = line(Words("No records in this time.", 14, 400, "ink2"))
            paint_line(painter, frame, self._look, words, align=Centre)
        elif isinstance(self.chart, Bars):
            (self._upright if _stands(self.chart.bars) else self._lying)(painter, frame, self.chart.bars)

    def _mark(self, painter: QPainter, rect: QRectF, place: int) -> None:
        """The bar the keyboard is at."""
        self.places.append(rect)
        if place == self.at and self.hasFocus():
            painter.fillRect(rect, self._look.colour("hover"))
            painter.setPen(QPen(self._look.colour("ink"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), 3, 3)

    def _fill(self, painter: QPainter, rect: QRectF, bar: Bar) -> None:
        token = "warning" if bar.differs else "ring"
        painter.fillRect(rect, self._look.colour(token))

    def _lying(self, painter: QPainter, frame: QRectF, bars: tuple[Bar, ...]) -> None:
        look, px = self._look, self._look.px
        tall = min(px(ROW), frame.height() / len(bars))
        texts = [line(Words(bar.text, 13, 600, "warning" if bar.differs else "ink")) for bar in bars]
        names = [line(Words(bar.label, 13, 400, "ink", shrinks=True)) for bar in bars]
        after = max(line_width(look, text) for text in texts) + px(6)
        before = min(max(line_width(look, name) for name in names), frame.width() * 0.55) + px(8)
        room = max(1.0, frame.width() - before - after)
        most = max(bar.value for bar in bars) or 1.0
        for place, (bar, name, text) in enumerate(zip(bars, names, texts, strict=True)):
            row = QRectF(frame.left(), frame.top() + place * tall, frame.width(), tall)
            self._mark(painter, row, place)
            paint_line(painter, QRectF(row.left(), row.top(), before - px(8), tall), look, name)
            length = max(2.0, room * bar.value / most)
            thick = min(px(14), tall * 0.6)
            drawn = QRectF(row.left() + before, row.center().y() - thick / 2, length, thick)
            self._fill(painter, drawn, bar)
            paint_line(painter, QRectF(drawn.right() + px(6), row.top(), after, tall), look, text)

    def _upright(self, painter: QPainter, frame: QRectF, bars: tuple[Bar, ...]) -> None:
        look, px = self._look, self._look.px
        cell = frame.width() / len(bars)
        floor = round(frame.bottom() - px(FOOT)) + 0.5
        room = floor - frame.top() - px(HEAD)
        most = max(bar.value for bar in bars) or 1.0
        every = max(1, int(-(-px(26) // cell)))
        for place, bar in enumerate(bars):
            slot = QRectF(frame.left() + place * cell, frame.top(), cell, frame.height())
            self._mark(painter, slot, place)
            tall = room * bar.value / most
            if bar.value:
                wide = min(px(30), cell * 0.7)
                self._fill(
                    painter, QRectF(slot.center().x() - wide / 2, floor - max(2.0, tall), wide, max(2.0, tall)), bar
                )
                words = line(Words(f"{bar.value:g}", 12, 600, "warning" if bar.differs else "ink"))
                wide = line_width(look, words) + 2
                left = min(max(frame.left(), slot.center().x() - wide / 2), frame.right() - wide)
                paint_line(painter, QRectF(left, floor - tall - px(HEAD), wide, px(HEAD)), look, words)
            if place % every == 0 or len(bar.label) > HOUR:
                under = QRectF(slot.center().x() - px(34), floor + px(2), px(68), px(FOOT - 4))
                paint_line(painter, under, look, line(Words(bar.label, 12, 400, "ink2")), align=Centre)
        painter.setPen(QPen(look.colour("edge"), 1))
        painter.drawLine(QPointF(frame.left(), floor), QPointF(frame.right(), floor))

    def _say(self) -> None:
        if self.chart is None:
            return
        steps = steps_of(self.chart)
        here = 0 <= self.at < len(steps)
        self.setAccessibleName(f"{self.chart.title}. {steps[self.at]}" if here else self.chart.title)
        self.setAccessibleDescription("; ".join(steps))
        self.setToolTip(steps[self.at] if here else "")
        if self.curves is not None:
            self.curves.mark(self.at if self.hasFocus() else -1)

    def choose(self, place: int) -> None:
        """Stand at a bar or a tick."""
        steps = steps_of(self.chart) if self.chart is not None else ()
        if steps:
            self.at = max(0, min(len(steps) - 1, place))
            self._say()
            self.update()

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        key = event.key() if event is not None else None
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Up):
            self.choose(self.at - 1)
        elif key in (Qt.Key.Key_Right, Qt.Key.Key_Down):
            self.choose(self.at + 1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.at >= 0:
            self.chosen.emit(self.at)
        elif event is not None:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        if event is None:
            return
        at = event.position()
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if isinstance(self.chart, Lines) and self.curves is not None:
            place = self.curves.tick_at(at)
        else:
            place = next((n for n, rect in enumerate(self.places) if rect.contains(at)), -1)
        if place >= 0:
            self.choose(place)
            self.chosen.emit(place)

    def focusInEvent(self, event: QFocusEvent | None) -> None:
        super().focusInEvent(event)
        self.choose(max(0, self.at))

    def focusOutEvent(self, event: QFocusEvent | None) -> None:
        super().focusOutEvent(event)
        self._say()
