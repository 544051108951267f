"""Batch chips, key caps, age rings and lamps: the small marks that stand between words."""

from __future__ import annotations

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from floorapp.screens.states import Back, Lamp, State
from floorapp.ui.look import Look


def paint_chip(painter: QPainter, rect: QRectF, look: Look, back: Back, *, filled: bool) -> None:
    """A batch by its back colour's letter: filled in the shoe, outlined in the shuffler."""
    colours = look.tokens.of_back(back)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    width = rect.width() * (0.075 if filled else 0.095)
    frame = rect.adjusted(width / 2, width / 2, -width / 2, -width / 2)
    radius = rect.width() * 0.19
    painter.setPen(QPen(look.hex(colours.edge), width))
    painter.setBrush(look.hex(colours.fill) if filled else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(frame, radius, radius)
    font = look.font(rect.width() * 0.62 / look.scale, 700)
    painter.setFont(font)
    painter.setPen(look.hex(look.tokens.chip_letter) if filled else look.colour("ink2"))
    _centre_letter(painter, rect, back.value)
    painter.restore()


def _centre_letter(painter: QPainter, rect: QRectF, letter: str) -> None:
    metrics = painter.fontMetrics()
    width = metrics.horizontalAdvance(letter)
    baseline = rect.center().y() + metrics.capHeight() / 2
    painter.drawText(QPointF(rect.center().x() - width / 2, baseline), letter)


def key_width(look: Look, key: str) -> float:
    """How wide a key cap is: square for one letter, growing with its word."""
    return max(look.px(20), _key_metrics(look).horizontalAdvance(key) + look.px(10))


def _key_metrics(look: Look) -> QFontMetricsF:
    return QFontMetricsF(look.font(13, 500, mono=True))


def paint_key(painter: QPainter, rect: QRectF, look: Look, key: str, ink: QColor, edge: QColor) -> None:
    """A key cap: the key's name in mono inside a thin frame."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(edge, max(1.0, look.scale)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), look.px(4), look.px(4))
    painter.setFont(look.font(13, 500, mono=True))
    painter.setPen(ink)
    _centre_letter(painter, rect, key)
    painter.restore()


def paint_ring(painter: QPainter, rect: QRectF, look: Look, share: float, state: State) -> None:
    """Deck age as a ring that starts at the top, runs clockwise and closes at the end of its hours."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    width = rect.width() * 0.2
    frame = rect.adjusted(width / 2, width / 2, -width / 2, -width / 2)
    pen = QPen(look.colour("track"), width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.drawEllipse(frame)
    calm = state not in (State.DUE, State.WARNING, State.ALARM)
    pen.setColor(look.colour("ring") if calm else look.sign_colour(state))
    painter.setPen(pen)
    painter.drawArc(frame, 90 * 16, -round(max(0.0, min(1.0, share)) * 360 * 16))
    painter.restore()


def paint_lamp(painter: QPainter, rect: QRectF, look: Look, lamp: Lamp) -> None:
    """A reader's light as a dot; its word stands beside it."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(look.colour("edge"), 1))
    painter.setBrush(look.hex(look.tokens.of_lamp(lamp)))
    painter.drawEllipse(rect.adjusted(1, 1, -1, -1))
    painter.restore()
