"""Painted shapes: the signs of states, the boxes of checklists, the four suits."""

from __future__ import annotations

from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from floorapp.operations.sheet import SheetSign
from printing.pen import Pen

#: Signs are drawn in a square of this side and scaled from there.
SIDE = 10.0


def define_signs(pen: Pen) -> None:
    """Make every sign once, as a form to be stamped."""
    for sign in SheetSign:
        with pen.form(_form(sign)) as canvas:
            canvas.setLineWidth(1.5)
            canvas.setStrokeGray(0)
            canvas.setFillGray(0)
            _PAINT[sign](canvas)


def stamp_sign(pen: Pen, sign: SheetSign, x: float, baseline: float, size: float) -> None:
    """A sign standing on the baseline of text of a size."""
    side = size * 0.8
    pen.stamp(_form(sign), x, baseline - size * 0.06, scale=side / SIDE)


def _form(sign: SheetSign) -> str:
    return f"sign-{sign.name.lower().replace('_', '-')}"


def _ring(canvas: Canvas) -> None:
    canvas.circle(5, 5, 4, stroke=1, fill=0)


def _quarter(canvas: Canvas) -> None:
    _ring(canvas)
    canvas.wedge(1, 1, 9, 9, 0, 90, stroke=0, fill=1)


def _triangle(canvas: Canvas) -> None:
    _polygon(canvas, (5, 9.6), (10, 0.6), (0, 0.6))


def _diamond(canvas: Canvas) -> None:
    _polygon(canvas, (5, 10.2), (10.2, 5), (5, -0.2), (-0.2, 5))


def _cross(canvas: Canvas) -> None:
    canvas.setLineWidth(1.9)
    canvas.lines([(1, 1, 9, 9), (1, 9, 9, 1)])


def _bars(canvas: Canvas) -> None:
    canvas.roundRect(1, 1, 8, 8, 2)
    canvas.lines([(3.7, 3, 3.7, 7), (6.3, 3, 6.3, 7)])


def _box(canvas: Canvas) -> None:
    canvas.rect(0.8, 0.8, 8.4, 8.4)


def _ticked(canvas: Canvas) -> None:
    _box(canvas)
    canvas.setLineWidth(1.7)
    canvas.setLineJoin(1)
    path = canvas.beginPath()
    path.moveTo(2.6, 5)
    path.lineTo(4.4, 2.9)
    path.lineTo(7.6, 7.4)
    canvas.drawPath(path)


def _struck_box(canvas: Canvas) -> None:
    _box(canvas)
    canvas.line(2.8, 5, 7.2, 5)


def _polygon(canvas: Canvas, *points: tuple[float, float]) -> None:
    path = canvas.beginPath()
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)
    path.close()
    canvas.drawPath(path, stroke=0, fill=1)


_PAINT = {
    SheetSign.OKAY: _ring,
    SheetSign.DUE: _quarter,
    SheetSign.WARNING: _triangle,
    SheetSign.ALARM: _diamond,
    SheetSign.OFFLINE: _cross,
    SheetSign.SHELVED: _bars,
    SheetSign.DONE: _ticked,
    SheetSign.OPEN: _box,
    SheetSign.FALLS_AWAY: _struck_box,
}


def draw_suit(canvas: Canvas, suit: str, side: float) -> None:
    """A suit centred on the origin: red ones hollow, black ones filled."""
    path = canvas.beginPath()
    _SUITS[suit](path, side / 2)
    canvas.setLineJoin(1)
    canvas.setLineWidth(side * 0.1)
    canvas.setStrokeGray(0)
    red = suit in "dh"
    canvas.drawPath(path, stroke=int(red), fill=int(not red), fillMode=1)


def _diamonds(path: PDFPathObject, half: float) -> None:
    path.moveTo(0, half)
    path.lineTo(half * 0.78, 0)
    path.lineTo(0, -half)
    path.lineTo(-half * 0.78, 0)
    path.close()


def _hearts(path: PDFPathObject, half: float) -> None:
    path.moveTo(0, -half * 0.9)
    path.curveTo(-half * 0.55, -half * 0.4, -half, 0, -half, half * 0.38)
    path.curveTo(-half, half * 0.95, -half * 0.25, half * 1.05, 0, half * 0.42)
    path.curveTo(half * 0.25, half * 1.05, half, half * 0.95, half, half * 0.38)
    path.curveTo(half, 0, half * 0.55, -half * 0.4, 0, -half * 0.9)
    path.close()


def _spades(path: PDFPathObject, half: float) -> None:
    path.moveTo(0, half)
    path.curveTo(-half * 0.55, half * 0.45, -half, half * 0.2, -half, -half * 0.25)
    path.curveTo(-half, -half * 0.75, -half * 0.3, -half * 0.8, -half * 0.06, -half * 0.36)
    path.curveTo(-half * 0.08, -half * 0.7, -half * 0.2, -half * 0.9, -half * 0.4, -half)
    path.lineTo(half * 0.4, -half)
    path.curveTo(half * 0.2, -half * 0.9, half * 0.08, -half * 0.7, half * 0.06, -half * 0.36)
    path.curveTo(half * 0.3, -half * 0.8, half, -half * 0.75, half, -half * 0.25)
    path.curveTo(half, half * 0.2, half * 0.55, half * 0.45, 0, half)
    path.close()


def _clubs(path: PDFPathObject, half: float) -> None:
    radius = half * 0.44
    for x, y in ((0, half * 0.52), (-half * 0.52, -half * 0.2), (half * 0.52, -half * 0.2)):
        path.circle(x, y, radius)
    path.moveTo(-half * 0.4, -half)
    path.curveTo(-half * 0.15, -half * 0.85, -half * 0.06, -half * 0.6, -half * 0.08, half * 0.2)
    path.lineTo(half * 0.08, half * 0.2)
    path.curveTo(half * 0.06, -half * 0.6, half * 0.15, -half * 0.85, half * 0.4, -half)
    path.close()


_SUITS = {"d": _diamonds, "h": _hearts, "s": _spades, "c": _clubs}
