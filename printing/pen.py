"""The pen: lines, boxes and letters in black, on a reportlab canvas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from reportlab.lib.rl_accel import escapePDF
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from printing.fonts import Face
from printing.lettering import Run
from printing.signing_place import SigningPlace
from printing.structure import Element, Structure
from printing.style import HAIR


class FontScript:
    """Encodes texts for a face by its subsets; the first subset is ASCII as it is (see `fonts.face`)."""

    def __init__(self, canvas: Canvas, face: Face) -> None:
        font = pdfmetrics.getFont(face.name)
        if not isinstance(font, TTFont):
            raise TypeError(f"{face.name} is not a TrueType font")
        self._font = font
        # reportlab's documented way to write a dynamic font asks for the canvas's document.
        self._document = canvas._doc  # type: ignore[attr-defined]
        self._font.splitString("", self._document)
        self.name = self._name(0)
        self._known: dict[str, str] = {}

    def _name(self, subset: int) -> str:
        return self._font.getSubsetInternalName(subset, self._document)

    def show(self, text: str, size: float) -> str:
        """The operators that write a text; the font of the first subset is set before and after."""
        if text.isascii():
            if "(" in text or ")" in text or "\\" in text:
                text = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
            return f"({text}) Tj"
        known = self._known.get(text)
        return known if known is not None else self._spell(text, size)

    def _spell(self, text: str, size: float) -> str:
        parts = self._font.splitString(text, self._document)
        if all(subset == 0 for subset, _ in parts):
            spelled = "".join(f"({escapePDF(part)}) Tj" for _, part in parts)
            self._known[text] = spelled
            return spelled
        switched = " ".join(f"{self._name(subset)} {size:g} Tf ({escapePDF(part)}) Tj" for subset, part in parts)
        return f"{switched} {self.name} {size:g} Tf"


Line = tuple[float, float, float, float]
#: A text, the place its first letter stands on, and the number of its mark.
Spot = tuple[str, float, float, int]


class Pen:
    """Draws in points from the page's lower left corner; the color is black unless told.

    On the pages of a paper with a structure all is decoration but what is drawn as a piece of it (`tagged`).
    """

    def __init__(
        self, canvas: Canvas, places: list[SigningPlace] | None = None, structure: Structure | None = None
    ) -> None:
        self.canvas = canvas
        self.structure = structure
        #: Whether what is drawn goes on a page that has a structure, not into a form.
        self.tagging = False
        #: Where the paper waits for signatures; none are kept free in a preview.
        self.places = places
        self._scripts: dict[str, FontScript] = {}

    def script(self, face: Face) -> FontScript:
        """How a face writes in this document."""
        found = self._scripts.get(face.name)
        if found is None:
            found = self._scripts[face.name] = FontScript(self.canvas, face)
        return found

    @contextmanager
    def page(self) -> Iterator[None]:
        """A page of a paper with a structure."""
        if self.structure is None:
            raise ValueError("a page of a paper without a structure")
        self.structure.begin_page()
        self.tagging = True
        self.canvas.addLiteral("/Artifact BMC")
        yield
        self.canvas.addLiteral("EMC")
        self.tagging = False
        self.canvas.showPage()

    @contextmanager
    def tagged(self, element: Element | None, *, once: bool = False) -> Iterator[None]:
        """What is drawn meanwhile is this piece of the paper; what comes once is decoration from then on."""
        if not self.tagging or self.structure is None or element is None or (once and element.hung):
            yield
            return
        with self.marked(element.kind, self.structure.mark(element)):
            yield

    @contextmanager
    def marked(self, kind: str, number: int) -> Iterator[None]:
        """What is drawn meanwhile bears a number that was reserved."""
        self.canvas.addLiteral(f"EMC /{kind}<</MCID {number}>>BDC")
        yield
        self.canvas.addLiteral("EMC /Artifact BMC")

    def text(self, x: float, y: float, text: str, face: Face, size: float, *, right: bool = False) -> None:
        """One line of text from x, or up to x; the baseline is y."""
        shown = face.printable(text)
        self.runs(x, y, [Run(shown, face, size)], right=right)

    def runs(self, x: float, y: float, runs: Iterable[Run], *, right: bool = False) -> None:
        """Stretches of text one after the other."""
        each = list(runs)
        start = x - sum(run.width for run in each) if right else x
        parts = [f"BT 1 0 0 1 {start:.3f} {y:.3f} Tm"]
        for run in each:
            script = self.script(run.face)
            parts.append(f"{script.name} {run.size:g} Tf {script.show(run.text, run.size)}")
        self.canvas.addLiteral(" ".join((*parts, "ET")))

    def column(self, texts: Iterable[Spot], face: Face, size: float, pitch: float) -> None:
        """Cells in one text object; one that stands a pitch below the last needs no place of its own."""
        script = self.script(face)
        parts = [f"EMC BT {script.name} {size:g} Tf {pitch:.3f} TL"]
        show, next_x, next_y = script.show, -1.0, -1.0
        for text, x, y, mark in texts:
            if -0.001 < y - next_y < 0.001 and -0.001 < x - next_x < 0.001:
                parts.append(f"/TD<</MCID {mark}>>BDC T* {show(text, size)} EMC")
            else:
                parts.append(f"/TD<</MCID {mark}>>BDC 1 0 0 1 {x:.3f} {y:.3f} Tm {show(text, size)} EMC")
            next_x, next_y = x, y - pitch
        self.canvas.addLiteral("\n".join((*parts, "ET /Artifact BMC")))

    def rule(self, x: float, y: float, width: float, thickness: float) -> None:
        """A level line."""
        self.lines([(x, y, x + width, y)], thickness)

    def hair(self, lines: Iterable[Line]) -> None:
        """Hairlines: they part, and mean nothing."""
        self.lines(lines, 0.5, grey=HAIR)

    def lines(self, lines: Iterable[Line], thickness: float, *, grey: float = 0) -> None:
        """Lines of one thickness in one stroke."""
        self.canvas.setLineWidth(thickness)
        self.canvas.setStrokeGray(grey)
        drawn = "\n".join(f"{x:.3f} {y:.3f} m {to_x:.3f} {to_y:.3f} l" for x, y, to_x, to_y in lines)
        self.canvas.addLiteral(f"n {drawn} S")

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
    def at(self, x: float, y: float, *, turned: float = 0) -> Iterator[Canvas]:
        """A canvas of its own at a place, for shapes drawn in their own measure."""
        self.canvas.saveState()
        self.canvas.translate(x, y)
        if turned:
            self.canvas.rotate(turned)
        yield self.canvas
        self.canvas.restoreState()

    @contextmanager
    def form(self, name: str) -> Iterator[Canvas]:
        """A drawing made once and stamped where it is wanted."""
        tagging, self.tagging = self.tagging, False
        self.canvas.beginForm(name, -1, -1, None, None)
        yield self.canvas
        self.canvas.endForm()
        self.tagging = tagging

    def stamp(self, name: str, x: float = 0, y: float = 0, *, scale: float = 1.0) -> None:
        """A form, drawn here."""
        self.canvas.addLiteral(f"q {scale:.5f} 0 0 {scale:.5f} {x:.3f} {y:.3f} cm")
        self.canvas.doForm(name)
        self.canvas.addLiteral("Q")
