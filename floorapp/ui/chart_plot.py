"""Bars and lines drawn in ink over pyqtgraph: only what differs has a colour, and each bar can be chosen."""

from __future__ import annotations

from PyQt6.QtCore import QPointF, QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPen, QPolygonF
from PyQt6.QtWidgets import QWidget

from floorapp.operations.chart import Bar, Bars, Chart, Lines
from floorapp.screens.text_line import Words, line
from floorapp.ui.chart import has_something, steps_of
from floorapp.ui.look import Look
from floorapp.ui.paint.text_line import line_width, paint_line
from floorapp.ui.plot import Painting, Plot

#: Labels up to so many letters stand under upright bars; longer ones before lying ones.
SHORT = 7
ROW, FOOT, HEAD = 27.0, 24.0, 20.0

Right, Centre = Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignHCenter


def _stands(bars: tuple[Bar, ...]) -> bool:
    """Hours and bands stand side by side; names, and figures that need a word, lie one under another."""
    hours = all(len(bar.label) <= 2 for bar in bars)
    short = all(len(bar.label) <= SHORT and bar.text.isdigit() for bar in bars)
    return len(bars) > 6 and (hours or short)


class Drawing(Painting):
    """A chart of any kind: bars that stand, bars that lie, or lines."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.chart: Chart | None = None
        self.chosen = -1
        #: Where each bar or tick can be pressed.
        self.places: list[QRectF] = []

    def paint_in(self, painter: QPainter, frame: QRectF) -> None:
        if self.chart is None:
            return
        self.places = []
        if not has_something(self.chart):
            words = line(Words("No records in this time.", 14, 400, "ink2"))
            paint_line(painter, frame, self._look, words, align=Centre)
        elif isinstance(self.chart, Bars):
            (self._upright if _stands(self.chart.bars) else self._lying)(painter, frame, self.chart.bars)
        elif isinstance(self.chart, Lines):
            self._lines(painter, frame, self.chart)

    def _mark(self, painter: QPainter, rect: QRectF, place: int) -> None:
        """The bar the keyboard is at."""
        self.places.append(rect)
        if place == self.chosen and self.focused:
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
            if place % every == 0 or len(bar.label) > 2:
                under = QRectF(slot.center().x() - px(34), floor + px(2), px(68), px(FOOT - 4))
                paint_line(painter, under, look, line(Words(bar.label, 12, 400, "ink2")), align=Centre)
        painter.setPen(QPen(look.colour("edge"), 1))
        painter.drawLine(QPointF(frame.left(), floor), QPointF(frame.right(), floor))

    def _lines(self, painter: QPainter, frame: QRectF, chart: Lines) -> None:
        look, px = self._look, self._look.px
        floor = round(frame.bottom() - px(FOOT)) + 0.5
        top = frame.top() + px(HEAD + 4)
        values = [value for series in chart.series for value in series.values if value is not None]
        most = max([*values, chart.limit or 0.0, 1.0])
        side = px(30)
        cell = (frame.width() - side) / len(chart.ticks)
        every = max(1, int(-(-px(50) // cell)))
        for place, tick in enumerate(chart.ticks):
            slot = QRectF(frame.left() + side + place * cell, frame.top(), cell, frame.height())
            self._mark(painter, slot, place)
            if place % every == 0:
                under = QRectF(slot.center().x() - px(34), floor + px(2), px(68), px(FOOT - 4))
                paint_line(painter, under, look, line(Words(tick, 12, 400, "ink2")), align=Centre)
        for share in (0.0, 0.5, 1.0):
            y = round(floor - (floor - top) * share) + 0.5
            painter.setPen(QPen(look.colour("line" if share else "edge"), 1))
            painter.drawLine(QPointF(frame.left() + side, y), QPointF(frame.right(), y))
            label = line(Words(f"{most * share:.3g}", 12, 400, "ink2"))
            paint_line(painter, QRectF(frame.left(), y - px(9), side - px(6), px(18)), look, label, align=Right)
        left = frame.left() + side
        for number, series in enumerate(chart.series):
            self._series(
                painter,
                number,
                [
                    None if value is None else QPointF(left + (n + 0.5) * cell, floor - (floor - top) * value / most)
                    for n, value in enumerate(series.values)
                ],
            )
        self._legend(painter, QRectF(left, frame.top(), frame.width() - side, px(HEAD)), chart)

    def _series(self, painter: QPainter, number: int, points: list[QPointF | None]) -> None:
        """One line: full or dashed, with a sign of its own, so that they differ without colour."""
        look = self._look
        pen = QPen(look.colour("ink" if number == 0 else "ink2"), look.px(2))
        if number:
            pen.setDashPattern([4, 3])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for before, after in zip(points, points[1:], strict=False):
            if before is not None and after is not None:
                painter.drawLine(before, after)
        for point in points:
            if point is not None:
                self._sign(painter, number, point)

    def _sign(self, painter: QPainter, number: int, point: QPointF) -> None:
        look = self._look
        half = look.px(4)
        painter.setPen(QPen(look.colour("ink" if number == 0 else "ink2"), 1.5))
        painter.setBrush(look.colour("ink" if number == 0 else "panel"))
        square = QRectF(point.x() - half, point.y() - half, 2 * half, 2 * half)
        if number == 0:
            painter.drawEllipse(square)
        elif number == 1:
            painter.drawRect(square)
        else:
            corners = (QPointF(0, -half), QPointF(half, half), QPointF(-half, half))
            painter.drawPolygon(QPolygonF([point + corner for corner in corners]))

    def _legend(self, painter: QPainter, rect: QRectF, chart: Lines) -> None:
        look, px = self._look, self._look.px
        left = rect.left()
        for number, series in enumerate(chart.series):
            self._sign(painter, number, QPointF(left + px(6), rect.center().y()))
            words = line(Words(series.name, 12, 500))
            paint_line(
                painter, QRectF(left + px(16), rect.top(), line_width(look, words) + 2, rect.height()), look, words
            )
            left += px(16) + line_width(look, words) + px(18)
        unit = line(Words(chart.unit, 12, 400, "ink2"))
        paint_line(painter, QRectF(left, rect.top(), rect.right() - left, rect.height()), look, unit)


class ChartPlot(Plot[Drawing]):
    """A chart as a widget: arrows choose a bar, Enter or a press goes to its records."""

    chosen = pyqtSignal(int)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, Drawing(look), parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def _dress(self) -> None:
        super()._dress()
        self.setMinimumSize(self._look.px(240), self._look.px(150))

    def sizeHint(self) -> QSize:
        return QSize(self._look.px(300), self._look.px(190))

    def show_chart(self, chart: Chart) -> None:
        """Show this."""
        self.painting.chart = chart
        self.painting.chosen = min(self.painting.chosen, len(steps_of(chart)) - 1)
        self._say()
        self.painting.update()

    def _say(self) -> None:
        chart = self.painting.chart
        if chart is None:
            return
        steps = steps_of(chart)
        at = self.painting.chosen
        self.setAccessibleName(f"{chart.title}. {steps[at]}" if 0 <= at < len(steps) else chart.title)
        self.setAccessibleDescription("; ".join(steps))
        self.setToolTip(steps[at] if 0 <= at < len(steps) else "")

    def choose(self, place: int) -> None:
        """Stand at a bar."""
        chart = self.painting.chart
        steps = steps_of(chart) if chart is not None else ()
        if steps:
            self.painting.chosen = max(0, min(len(steps) - 1, place))
            self._say()
            self.painting.update()

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        key = event.key() if event is not None else None
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Up):
            self.choose(self.painting.chosen - 1)
        elif key in (Qt.Key.Key_Right, Qt.Key.Key_Down):
            self.choose(self.painting.chosen + 1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.painting.chosen >= 0:
            self.chosen.emit(self.painting.chosen)
        elif event is not None:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        if event is None:
            return
        at = event.position()
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        for place, rect in enumerate(self.painting.places):
            if rect.contains(at):
                self.choose(place)
                self.chosen.emit(place)
                return

    def focusInEvent(self, event: QFocusEvent | None) -> None:
        super().focusInEvent(event)
        if self.painting.chosen < 0:
            self.choose(0)
