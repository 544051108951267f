"""A signature as it was drawn on the pad: vectors over a line, with what it stands under."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from floorapp.domain.drawn_signature import TALL, WIDE, strokes_of
from floorapp.operations.sheet import Drawing
from printing.flow import PageBlock
from printing.pen import Line, Pen
from printing.structure import Element
from printing.style import PrintStyle
from printing.table import TitleBlock, notes

#: How wide a pad is on paper, in points.
ON_PAPER = 240.0


def drawing(section: Drawing, width: float, style: PrintStyle) -> Iterator[PageBlock]:
    """Title, drawing and caption, kept together."""
    yield TitleBlock(section.title, style, width)
    drawn = DrawingBlock(section, min(width, ON_PAPER))
    drawn.keep = True
    yield drawn
    yield from notes(section.caption, style, width)


class DrawingBlock(PageBlock):
    """The strokes, shrunk to the paper."""

    def __init__(self, section: Drawing, width: float) -> None:
        self.scale = width / WIDE
        super().__init__(TALL * self.scale)
        self.strokes = strokes_of(section.drawn)
        self.element = Element("Figure", alt=f"Drawn: {section.title}")

    def draw(self, pen: Pen, left: float, top: float) -> None:
        with pen.tagged(self.element):
            pen.lines(self._lines(left, top), 1.1)
        pen.rule(left, top - self.height, WIDE * self.scale, 0.5)

    def _lines(self, left: float, top: float) -> Iterator[Line]:
        """A stroke of one point is a short dash."""
        scale = self.scale
        for stroke in self.strokes:
            x, y = stroke[-1]
            points = stroke if len(stroke) > 1 else ((x, y), (x + 3, y))
            for (x, y), (to_x, to_y) in pairwise(points):
                yield left + x * scale, top - y * scale, left + to_x * scale, top - to_y * scale
