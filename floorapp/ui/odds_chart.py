"""Seen against expected as a chart: a row an outcome, its band, the fair share and the one that was seen."""

from __future__ import annotations

from PyQt6.QtCore import QPointF, QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen, QPolygonF
from PyQt6.QtWidgets import QToolTip, QWidget

from floorapp.screens.audit_rows import OddsBar, OddsView
from floorapp.screens.states import State
from floorapp.screens.text_line import Sign, Words, line
from floorapp.ui.canvas import Canvas
from floorapp.ui.look import Look
from floorapp.ui.paint.text_line import paint_line

ROW, FOOT, NAMES, SHARES = 48.0, 30.0, 132.0, 70.0


class OddsChart(Canvas):
    """A row an outcome, over an axis of shares: arrows and Enter, or a press, choose one; hovering tells figures."""

    chosen = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.view = OddsView("", "")
        self.current = 0
        self.setAccessibleName("Actual vs. expected")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    def show_odds(self, view: OddsView) -> None:
        """Show other outcomes."""
        self.view, self.current = view, 0
        self.setAccessibleDescription(view.spoken)
        self.setMinimumHeight(int(self._look.px(max(len(view.bars), 1) * ROW + FOOT)))
        self.update()

    def paint_in(self, painter: QPainter, frame: QRectF) -> None:
        bars = self.view.bars
        top = max((max(bar.seen, bar.most) for bar in bars), default=0.0) * 1.04 or 1.0
        px = self._look.px
        plot = frame.adjusted(px(NAMES), 0, -px(SHARES), -px(FOOT))
        self._paint_axis(painter, plot, top)
        for place, bar in enumerate(bars):
            slot = QRectF(frame.left(), frame.top() + place * px(ROW), frame.width(), px(ROW))
            self._paint_bar(painter, slot, plot, top, bar, self.hasFocus() and place == self.current)

    def _paint_axis(self, painter: QPainter, plot: QRectF, top: float) -> None:
        look = self._look
        step = next(s for s in (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0) if top / s <= 6)
        foot = plot.top() + max(len(self.view.bars), 1) * look.px(ROW)
        painter.setFont(look.font(13))
        for number in range(int(top / step) + 1):
            x = round(plot.left() + number * step / top * plot.width()) + 0.5
            painter.setPen(QPen(look.colour("line"), 1))
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, foot))
            painter.setPen(look.colour("ink2"))
            words = f"{number * step:.1%}" if step < 0.01 else f"{number * step:.0%}"
            painter.drawText(QRectF(x - 40, foot + 2, 80, look.px(22)), Qt.AlignmentFlag.AlignCenter, words)

    def _paint_bar(
        self, painter: QPainter, slot: QRectF, plot: QRectF, top: float, bar: OddsBar, focused: bool
    ) -> None:
        look, px = self._look, self._look.px

        def x(share: float) -> float:
            return plot.left() + share / top * plot.width()

        if focused:
            painter.setPen(QPen(look.colour("ink"), 2))
            painter.drawRoundedRect(slot.adjusted(1, 2, -1, -2), px(4), px(4))
        tone, middle = ("alarm" if bar.alarm else "ink"), slot.center().y()
        pieces = (Sign(State.ALARM, 14),) if bar.alarm else ()
        name = line(*pieces, Words(bar.label or bar.outcome, 14, 600 if bar.alarm else 500, tone, shrinks=True), gap=6)
        paint_line(painter, QRectF(slot.left() + px(6), slot.top(), px(NAMES) - px(14), slot.height()), look, name)
        painter.setPen(QPen(look.colour("edge"), 1))
        painter.setBrush(look.colour("hover"))
        left, right = x(bar.fewest), max(x(bar.most), x(bar.fewest) + 3)
        painter.drawRoundedRect(QRectF(left, middle - px(9), right - left, px(18)), px(3), px(3))
        painter.setPen(QPen(look.colour("ink2"), 2))
        fair = x(bar.fair)
        painter.drawLine(QPointF(fair, middle - px(9)), QPointF(fair, middle + px(9)))
        painter.setPen(QPen(look.colour("panel"), 1.5))
        painter.setBrush(look.sign_colour(State.ALARM) if bar.alarm else look.colour("ink"))
        size = px(6)
        if bar.alarm:  # a diamond, so that it is seen without its colour too
            c, r = QPointF(x(bar.seen), middle), size * 1.35
            corners = (QPointF(0, -r), QPointF(r, 0), QPointF(0, r), QPointF(-r, 0))
            painter.drawPolygon(QPolygonF([c + corner for corner in corners]))
        else:
            painter.drawEllipse(QPointF(x(bar.seen), middle), size, size)
        said = line(Words(f"{bar.seen:.2%}", 14, 600, tone))
        room = QRectF(plot.right() + px(6), slot.top(), px(SHARES) - px(10), slot.height())
        paint_line(painter, room, look, said, align=Qt.AlignmentFlag.AlignRight)

    def sizeHint(self) -> QSize:
        return QSize(self._look.px(420), self._look.px(max(len(self.view.bars), 1) * ROW + FOOT))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._look.px(320), self.sizeHint().height())

    def bar_at(self, y: float) -> OddsBar | None:
        """The outcome whose row is at this height."""
        place = int(y // self._look.px(ROW))
        return self.view.bars[place] if 0 <= place < len(self.view.bars) else None

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        bar = self.bar_at(event.position().y()) if event is not None else None
        if bar is not None:
            self.current = self.view.bars.index(bar)
            self.setFocus()
            self.chosen.emit(bar.outcome)

    def mouseMoveEvent(self, event: QMouseEvent | None) -> None:
        if event is not None:
            bar = self.bar_at(event.position().y())
            QToolTip.showText(event.globalPosition().toPoint(), bar.says if bar else "", self)

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        bars = self.view.bars
        if event is None or not bars:
            return
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            step = 1 if event.key() == Qt.Key.Key_Down else -1
            self.current = (self.current + step) % len(bars)
            self.update()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit(bars[self.current].outcome)
        else:
            event.ignore()
