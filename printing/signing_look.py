"""What stands at a place to sign, before and after, as a small PDF that becomes the field's look."""

from __future__ import annotations

from io import BytesIO

from reportlab.pdfgen.canvas import Canvas

from printing.fonts import regular
from printing.pen import Pen

#: The name's letters, and those of the line that says when.
NAME, SAID = 9.0, 8.5


def look(width: float, height: float, name: str, said: str) -> bytes:
    """The name at the top, on its line, and at the bottom when it was signed."""
    out = BytesIO()
    face = regular()
    canvas = Canvas(
        out,
        pagesize=(width, height),
        pageCompression=1,
        invariant=1,
        initialFontName=face.name,  # type: ignore[arg-type]
    )
    pen = Pen(canvas)
    for text, size, y in ((name, NAME, height - NAME), (said, SAID, SAID * 0.35)):
        wide = face.width(face.printable(text), size)
        pen.text(0, y, text, face, size * min(1.0, width / wide) if wide else size)
    canvas.showPage()
    canvas.save()
    return out.getvalue()
