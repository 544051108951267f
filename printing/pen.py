"""The pen: lines, boxes and letters in black, on a reportlab canvas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.textobject import PDFTextObject

from printing.fonts import Face
from printing.lettering import Run
from printing.style import HAIR

Line = tuple[float, float, float, float]


class Pen:
    """Draws in points from the page's lower left corner; the colour is black unless told."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas

    def text(self, x: float, y: float, text: str, face: Face, size: float, *, right: bool = False) -> None:
        """One line of text from x, or up to x; the baseline is y."""
        shown = face.printable(text)
        start = x - face.width(shown, size) if right else x
        letters = self.canvas.beginText(start, y)
        letters.setFont(face.name, size)
        letters.textOut(shown)
        self.canvas.drawText(letters)

    def runs(self, x: float, y: float, runs: Iterable[Run], *, right: bool = False) -> None:
        """Stretches of text one after the other."""
        each = list(runs)
        letters = self.canvas.beginText(x - sum(run.width for run in each) if right else x, y)
        for run in each:
            letters.setFont(run.face.name, run.size)
            letters.textOut(run.text)
        self.canvas.drawText(letters)

    def letters(self, x: float, y: float, face: Face, size: float, pitch: float) -> PDFTextObject:
        """A column of texts to be filled line by line, then given to `write`."""
        letters = self.canvas.beginText(x, y)
        letters.setFont(face.name, size, pitch)
        return letters

    def write(self, letters: PDFTextObject) -> None:
        self.canvas.drawText(letters)

    def rule(self, x: float, y: float, width: float, thickness: float, *, grey: float = 0) -> None:
        """A level line."""
        self.lines([(x, y, x + width, y)], thickness, grey=grey)

    def hair(self, lines: Iterable[Line]) -> None:
        """Hairlines: they part, and mean nothing."""
        self.lines(lines, 0.5, grey=HAIR)

    def lines(self, lines: Iterable[Line], thickness: float, *, grey: float = 0) -> None:
        """Lines of one thickness in one stroke."""
        self.canvas.setLineWidth(thickness)
        self.canvas.setStrokeGray(grey)
        self.canvas.lines(lines)

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        thickness: float = 0.5,
        edge: float | None = 0,
        fill: float | None = None,
        radius: float = 0,
    ) -> None:
        """A rectangle by its lower left corner; greys from 0, black, to 1."""
        if edge is not None:
            self.canvas.setStrokeGray(edge)
            self.canvas.setLineWidth(thickness)
        if fill is not None:
            self.canvas.setFillGray(fill)
        stroke, filled = int(edge is not None), int(fill is not None)
        if radius:
            self.canvas.roundRect(x, y, width, height, radius, stroke=stroke, fill=filled)
        else:
            self.canvas.rect(x, y, width, height, stroke=stroke, fill=filled)
        self.canvas.setFillGray(0)

    @contextmanager
    def at(self, x: float, y: float, *, scale: float = 1.0, turned: float = 0) -> Iterator[Canvas]:
        """A canvas of its own at a place, for shapes drawn in their own measure."""
        self.canvas.saveState()
        self.canvas.translate(x, y)
        if turned:
            self.canvas.rotate(turned)
        if scale != 1.0:
            self.canvas.scale(scale, scale)
        yield self.canvas
        self.canvas.restoreState()

    @contextmanager
    def form(self, name: str) -> Iterator[Canvas]:
        """A drawing made once and stamped where it is wanted."""
        self.canvas.beginForm(name, -1, -1, None, None)
        yield self.canvas
        self.canvas.endForm()

    def stamp(self, name: str, x: float = 0, y: float = 0, *, scale: float = 1.0) -> None:
        """A form, drawn here."""
        with self.at(x, y, scale=scale) as canvas:
            canvas.doForm(name)
