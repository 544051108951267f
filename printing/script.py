"""How a face writes in one document: texts as the PDF's own strings, worked out quickly."""

from __future__ import annotations

from reportlab.lib.rl_accel import escapePDF
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from printing.fonts import Face


class Script:
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
