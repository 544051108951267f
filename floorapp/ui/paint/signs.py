"""The six state signs and the four suits as painted paths: the fonts lack them, and fallbacks differ."""

from __future__ import annotations

from functools import lru_cache

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPixmap, QPolygonF, QTransform

from floorapp.screens.states import State
from floorapp.ui.look import Look


def _polygon(*points: tuple[float, float]) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
    path.closeSubpath()
    return path


@lru_cache(maxsize=16)
def sign_path(state: State) -> QPainterPath:
    """What of a sign is filled, in a square of 16; the ring of a circle is stroked beside it."""
    if state is State.DUE:
        path = QPainterPath(QPointF(8, 8))
        path.arcTo(QRectF(2.2, 2.2, 11.6, 11.6), 90, -90)
        path.closeSubpath()
        return path
    if state is State.WARNING:
        return _polygon((8, 1.6), (15.2, 14.4), (0.8, 14.4))
    if state is State.ALARM:
        return _polygon((8, 0.4), (15.6, 8), (8, 15.6), (0.4, 8))
    if state is State.SHELVED:
        path = QPainterPath()
        path.addRect(QRectF(5.3, 5.2, 1.9, 5.6))
        path.addRect(QRectF(8.8, 5.2, 1.9, 5.6))
        return path
    return QPainterPath()


@lru_cache(maxsize=16)
def sign_stroke(state: State) -> QPainterPath:
    """What of a sign is stroked with a pen of about a ninth of its size."""
    path = QPainterPath()
    if state in (State.OKAY, State.DUE):
        path.addEllipse(QRectF(2.2, 2.2, 11.6, 11.6))
    elif state is State.OFFLINE:
        path.moveTo(2.6, 2.6)
        path.lineTo(13.4, 13.4)
        path.moveTo(13.4, 2.6)
        path.lineTo(2.6, 13.4)
    elif state is State.SHELVED:
        path.addRoundedRect(QRectF(1.8, 1.8, 12.4, 12.4), 3, 3)
    return path


def paint_sign(painter: QPainter, rect: QRectF, state: State, colour: QColor) -> None:
    """Draw a state's sign into a square."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / 16, rect.height() / 16)
    painter.fillPath(sign_path(state), colour)
    stroke = sign_stroke(state)
    if not stroke.isEmpty():
        pen = QPen(colour, 2.4 if state is State.OFFLINE else 1.9)
        pen.setCapStyle(Qt.PenCapStyle.SquareCap)
        painter.strokePath(stroke, pen)
    painter.restore()


#: How far apart the lines of a hatching are.
HATCHED = 6.0


def hatching(look: Look) -> QBrush:
    """Thin lines at 45 degrees in `edge`: there is no signal from here."""
    return _hatching(look.tokens.edge, max(4, round(HATCHED * look.scale * 2)))


@lru_cache(maxsize=8)
def _hatching(edge: str, side: int) -> QBrush:
    pixmap = QPixmap(side, side)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(edge), side / 12))
    for shift in (-side, 0, side):
        painter.drawLine(QPointF(shift - 1, side + 1), QPointF(shift + side + 1, -1))
    painter.end()
    brush = QBrush(pixmap)
    brush.setTransform(QTransform.fromScale(HATCHED / side, HATCHED / side))
    return brush


def _heart(path: QPainterPath, top: float, tip: float) -> None:
    """A heart's outline from its dip at `top` to its point at `tip`; a spade is one upside down."""
    height = tip - top
    path.moveTo(50, top + height * 0.2)
    path.cubicTo(40, top - height * 0.1, 4, top - height * 0.08, 4, top + height * 0.34)
    path.cubicTo(4, top + height * 0.62, 34, top + height * 0.78, 50, tip)
    path.cubicTo(66, top + height * 0.78, 96, top + height * 0.62, 96, top + height * 0.34)
    path.cubicTo(96, top - height * 0.08, 60, top - height * 0.1, 50, top + height * 0.2)


def _stem(top: float) -> QPainterPath:
    path = QPainterPath(QPointF(48, top))
    path.cubicTo(47, 84, 42, 92, 32, 97)
    path.lineTo(68, 97)
    path.cubicTo(58, 92, 53, 84, 52, top)
    path.closeSubpath()
    return path


@lru_cache(maxsize=8)
def suit_path(suit: str) -> QPainterPath:
    """A suit by its letter (`c d h s`), in a square of 100."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    if suit == "d":
        path.moveTo(50, 2)
        path.cubicTo(60, 20, 74, 38, 87, 50)
        path.cubicTo(74, 62, 60, 80, 50, 98)
        path.cubicTo(40, 80, 26, 62, 13, 50)
        path.cubicTo(26, 38, 40, 20, 50, 2)
    elif suit == "h":
        _heart(path, 8, 96)
    elif suit == "s":
        turned = QPainterPath()
        _heart(turned, 20, 100)
        path = QTransform(1, 0, 0, -1, 0, 102).map(turned)
        path = path.united(_stem(60))
    else:
        for x, y in ((50, 26), (26, 58), (74, 58)):
            leaf = QPainterPath()
            leaf.addEllipse(QPointF(x, y), 22, 22)
            path = path.united(leaf)
        path = path.united(_polygon((40, 40), (60, 40), (60, 66), (40, 66))).united(_stem(52))
    return path


def paint_suit(painter: QPainter, rect: QRectF, suit: str, colour: QColor) -> None:
    """Draw a suit."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / 100, rect.height() / 100)
    painter.fillPath(suit_path(suit), colour)
    painter.restore()
