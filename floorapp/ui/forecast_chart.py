"""The deck forecast as a chart: one block is one set in the hour it falls due, over shift bands."""

from __future__ import annotations

from PyQt6.QtCore import QPointF, QRectF, QSize, Qt, pyqtSlot
from PyQt6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PyQt6.QtWidgets import QWidget

from floorapp.screens.forecast import FallingDue, ForecastView, ShiftBand
from floorapp.screens.states import State
from floorapp.screens.text_line import TextLine, Words, line
from floorapp.ui.canvas import Canvas
from floorapp.ui.look import Look
from floorapp.ui.paint.text_line import line_width, paint_line

HOURS = 24
Left, Right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
BLOCK, GAP = 28.0, 3.0
HEAD, FOOT = 32.0, 28.0
#: How high a block is that still has its name on it, and how many stand above each other at most so high.
NAMED, MOST_NAMED = 20.0, 14


class ForecastChart(Canvas):
    """A block a set, stacked over the hour it falls due; folded, the day stands in two rows. Only to be looked at."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._view: ForecastView | None = None
        self._tall = BLOCK
        self.rows = 1
        self.setAccessibleName("Deck changes due in the next 24 hours")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._dress()

    @pyqtSlot()
    def _dress(self) -> None:
        super()._dress()
        self.setMinimumSize(self.sizeHint())

    def fold(self, narrow: bool) -> None:
        """The day in one row, or in two where the page is narrow."""
        self.rows = 2 if narrow else 1
        self._dress()

    @property
    def _highest(self) -> int:
        view = self._view
        return max([len(dues) for dues in view.stacks().values()] + [view.pace + 1]) if view is not None else 0

    def sizeHint(self) -> QSize:
        """As high as the highest stack needs for the names on its blocks."""
        named = HEAD + FOOT + 4 + NAMED * min(self._highest, MOST_NAMED)
        return QSize(self._look.px(HOURS * 40 // self.rows), self._look.px(max(158, named) * self.rows))

    def show_forecast(self, view: ForecastView) -> None:
        """Show what falls due when."""
        before, self._view = self._highest, view
        if self._highest != before:
            self._dress()
        self.setAccessibleDescription(view.spoken)
        self.update()

    def paint_in(self, painter: QPainter, frame: QRectF) -> None:
        view = self._view
        if view is None:
            return
        tall = frame.height() / self.rows
        for place in range(self.rows):
            row = QRectF(frame.left(), frame.top() + place * tall, frame.width(), tall)
            painter.setClipRect(row)
            day = QRectF(row.left() - place * row.width(), row.top(), row.width() * self.rows, tall)
            self._paint_row(painter, day, row, view)

    def _paint_row(self, painter: QPainter, day: QRectF, row: QRectF, view: ForecastView) -> None:
        """The whole day, of which this row is seen."""
        px = self._look.px
        self._row = row
        self._floor = round(day.bottom() - px(FOOT)) + 0.5
        self._cell = day.width() / HOURS
        room = self._floor - day.top() - px(HEAD + 4)
        self._tall = max(px(5), min(px(BLOCK + GAP), room / self._highest))
        self._paint_bands(painter, day, view)
        self._paint_axis(painter, day, view)
        self._paint_pace(painter, day, view)
        for hour, dues in view.stacks().items():
            self._paint_stack(painter, day, hour, dues, view)
        self._paint_now(painter, day, view)

    def _x(self, frame: QRectF, hour: float) -> float:
        return frame.left() + hour * self._cell

    def _paint_bands(self, painter: QPainter, frame: QRectF, view: ForecastView) -> None:
        look = self._look
        px = look.px
        for place, band in enumerate(view.bands):
            left, right = self._x(frame, band.start), self._x(frame, band.end)
            if place % 2 == 0:
                painter.fillRect(
                    QRectF(left, frame.top(), right - left, self._floor - frame.top()), look.colour("raised")
                )
            painter.setPen(QPen(look.colour("edge"), 1))
            if band.start > 0:
                edge = round(left) + 0.5
                painter.drawLine(QPointF(edge, frame.top()), QPointF(edge, frame.bottom()))
            whole = right - left
            left, right = max(left, self._row.left()), min(right, self._row.right())
            if right - left < min(whole, px(200)):
                continue  # its larger part is in the other row, and named there
            head = QRectF(left + px(10), frame.top() + px(4), right - left - px(20), px(24))
            count = self._counted(band, head.width())
            if count is not None:
                paint_line(painter, head, look, count, align=Qt.AlignmentFlag.AlignRight)
                head.setWidth(head.width() - line_width(look, count) - px(8))
            paint_line(painter, head, look, self._named(band, head.width()))

    def _counted(self, band: ShiftBand, room: float) -> TextLine | None:
        """How many sets fall due in a shift; left out where its name would be cut: the blocks show it."""
        count, name = line(Words(band.count, 14, 400, "ink2")), line(Words(band.name, 14, 500))
        needs = line_width(self._look, count) + line_width(self._look, name) + self._look.px(8)
        return count if needs <= room else None

    def _named(self, band: ShiftBand, room: float) -> TextLine:
        """A shift with its hours, or its name alone where they would be cut."""
        whole = line(Words(band.words, 14, 500, "ink", shrinks=True))
        fits = not band.name or line_width(self._look, whole) <= room
        return whole if fits else line(Words(band.name, 14, 500, "ink", shrinks=True))

    def _paint_axis(self, painter: QPainter, frame: QRectF, view: ForecastView) -> None:
        look = self._look
        painter.setPen(QPen(look.colour("edge"), 1.5))
        painter.drawLine(QPointF(frame.left(), self._floor), QPointF(frame.right(), self._floor))
        painter.setFont(look.font(13))
        painter.setPen(look.colour("ink2"))
        for hour in range(HOURS):
            slot = QRectF(self._x(frame, hour), self._floor + look.px(4), self._cell, look.px(22))
            painter.drawText(slot, Qt.AlignmentFlag.AlignCenter, view.label(hour))

    def _paint_pace(self, painter: QPainter, frame: QRectF, view: ForecastView) -> None:
        look = self._look
        y = round(self._floor - self._tall * view.pace - look.px(2)) - 0.5
        start = self._x(frame, 1)
        pen = QPen(look.colour("ink2"), 1)
        pen.setDashPattern([5, 4])
        painter.setPen(pen)
        painter.drawLine(QPointF(start, y), QPointF(frame.right(), y))
        words = line(Words(f"planned pace, {view.pace} an hour", 13, 400, "ink2"))
        slot = QRectF(start, y - look.px(22), self._row.right() - start - look.px(10), look.px(20))
        crowded = [hour for hour, dues in view.stacks().items() if len(dues) > view.pace]
        left = any(hour >= HOURS // 2 for hour in crowded)  # what is said of that hour stands on the right
        paint_line(painter, slot, look, words, align=Left if left else Right)

    def _paint_stack(
        self, painter: QPainter, frame: QRectF, hour: int, dues: tuple[FallingDue, ...], view: ForecastView
    ) -> None:
        look = self._look
        px = look.px
        rise = px(4) if len(dues) > view.pace else 0
        for place, due in enumerate(dues):
            over = place >= view.pace
            bottom = self._floor - px(8) - place * self._tall + px(6) - (rise if over else 0)
            block = QRectF(
                self._x(frame, hour) + 2, bottom - self._tall + px(GAP), self._cell - 4, self._tall - px(GAP)
            )
            state = State.DUE if over and due.state is State.OKAY else due.state
            self._paint_block(painter, block, due.table, state)
        if len(dues) > view.pace:
            many = len(dues) - view.pace
            words = f"{many} too many at {view.label(hour)}: change {'one' if many == 1 else 'some'} earlier"
            said = line(Words(words, 14, 600, "due"))
            top = self._floor - len(dues) * self._tall - rise
            slot = QRectF(self._x(frame, hour + 1) + px(8), top, line_width(look, said), self._tall)
            if slot.right() > self._row.right():
                slot.moveRight(self._x(frame, hour) - px(8))
            painter.fillRect(slot.adjusted(-2, 2, 2, -2), self._ground(frame, slot, view))
            paint_line(painter, slot, look, said)

    def _ground(self, frame: QRectF, slot: QRectF, view: ForecastView) -> QColor:
        for place, band in enumerate(view.bands):
            if self._x(frame, band.start) <= slot.left() < self._x(frame, band.end):
                return self._look.colour("raised" if place % 2 == 0 else "panel")
        return self._look.colour("panel")

    def _paint_block(self, painter: QPainter, block: QRectF, table: str, state: State) -> None:
        look = self._look
        loud = state is not State.OKAY
        painter.setPen(QPen(look.sign_colour(state) if loud else look.colour("edge"), 2 if loud else 1))
        tint = look.tint(state) if loud else None
        painter.setBrush(tint or look.colour("hover"))
        radius = look.px(4)
        painter.drawRoundedRect(block.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        fonts = [look.font(size, 600) for size in (13, 12)]
        fits = [font for font in fonts if QFontMetricsF(font).horizontalAdvance(table) <= block.width() - 4]
        if fits and fits[0].pixelSize() + 4 <= block.height():
            painter.setFont(fits[0])
            painter.setPen(look.text_colour(state) if loud else look.colour("ink"))
            painter.drawText(block, Qt.AlignmentFlag.AlignCenter, table)

    def _paint_now(self, painter: QPainter, frame: QRectF, view: ForecastView) -> None:
        look = self._look
        x = round(self._x(frame, view.now)) + 0.5
        painter.setPen(QPen(look.colour("ink"), 2))
        stacked = len(view.stacks().get(int(view.now), ()))
        top = frame.top() + look.px(34)
        painter.drawLine(QPointF(x, top), QPointF(x, self._floor - stacked * self._tall - look.px(2)))
        word = line(Words("now", 13, 600))
        width = line_width(look, word)
        slot = QRectF(max(frame.left(), x - width / 2), top - look.px(22), width, look.px(20))
        paint_line(painter, slot, look, word)
