"""The half-moon outline of a table, once a size and direction, beginning at the dealer and clockwise."""

from __future__ import annotations

from functools import lru_cache

from PyQt6.QtCore import Qt
from PyQt6.QtGui import QColor, QPainter, QPainterPath, QPen, QTransform

from floorapp.screens.plan import DEEP, WIDE, Facing

RAIL = 4.0
CORNER = 7.0
#: The outline that marks the selected table, measured from the middle of the rail.
OUTSIDE = 4.6


def half_moon(
    width: float, depth: float, corner: float, *, shoulder: float = 0.69, bow: float = 0.66, flat: float = 0.65
) -> QPainterPath:
    """Players to the north: from the dealer's middle left along the straight side, over the moon, back."""
    x, y = width / 2, depth / 2
    turn = -y + depth * shoulder
    path = QPainterPath()
    path.moveTo(0, y)
    path.lineTo(-x + corner, y)
    path.quadTo(-x, y, -x, y - corner)
    path.lineTo(-x, turn)
    path.cubicTo(-x, turn - depth * shoulder * bow, -x * flat, -y, 0, -y)
    path.cubicTo(x * flat, -y, x, turn - depth * shoulder * bow, x, turn)
    path.lineTo(x, y - corner)
    path.quadTo(x, y, x - corner, y)
    path.closeSubpath()
    return path


@lru_cache(maxsize=16)
def outline(facing: Facing, grown: float = 0.0) -> QPainterPath:
    """The middle of the rail of a table that faces this way; `grown` moves it outwards."""
    sideways = facing in (Facing.EAST, Facing.WEST)
    width, depth = (DEEP, WIDE) if sideways else (WIDE, DEEP)
    less = RAIL / 2 - 2 * grown
    path = half_moon(width - less, depth - less, CORNER - 1 + grown)
    return QTransform().rotate(facing.value).map(path)


@lru_cache(maxsize=16)
def rail_length(facing: Facing) -> float:
    return outline(facing).length()


def paint_rail(
    painter: QPainter,
    path: QPainterPath,
    share: float,
    track: QColor,
    ring: QColor,
    width: float = RAIL,
    *,
    length: float = 0.0,
) -> None:
    """The deck ring: the whole outline as track, and over it the share of its hours that has passed."""
    pen = QPen(track, width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.strokePath(path, pen)
    share = max(0.0, min(1.0, share))
    if share <= 0:
        return
    pen.setColor(ring)
    if share < 1:
        whole = (length or path.length()) / width
        pen.setDashPattern([whole * share, whole * 2])
    painter.strokePath(path, pen)
