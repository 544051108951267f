"""Labels as a PDF (Letter sheets of 3 by 10, as Avery 5160) and as ZPL for label printers of 203 dpi.

A label printer has labels of 2 by 1 inch for QR, of 3 by 1 inch for Code 128.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from itertools import groupby

from reportlab.graphics.barcode.code128 import Code128
from reportlab.graphics.barcode.qrencoder import QRCode, QRErrorCorrectLevel
from reportlab.pdfgen.canvas import Canvas

from floorapp.operations.labels import Label, Symbol
from printing.fonts import mono, regular, semibold
from printing.lettering import wrap
from printing.pen import Pen
from printing.style import PageSize

INCH = 72.0
ACROSS, DOWN = 3, 10
WIDE, TALL = 2.625 * INCH, 1.0 * INCH
LEFT, BETWEEN, TOP = 0.1875 * INCH, 0.125 * INCH, 0.5 * INCH
INSET, SQUARE = 6.0, 58.0


def labels_pdf(labels: Sequence[Label], symbol: Symbol) -> bytes:
    """Sheets of labels; whoever prints them does so at 100 %."""
    out = BytesIO()
    font = regular().name
    canvas = Canvas(out, pagesize=PageSize.LETTER.value, pageCompression=1, invariant=1, initialFontName=font)  # type: ignore[arg-type]
    canvas.setTitle("Labels")
    pen = Pen(canvas)
    for place, label in enumerate(labels):
        if place and place % (ACROSS * DOWN) == 0:
            canvas.showPage()
        down, across = divmod(place % (ACROSS * DOWN), ACROSS)
        x = LEFT + across * (WIDE + BETWEEN)
        y = PageSize.LETTER.extent().height - TOP - (down + 1) * TALL
        (_square if symbol is Symbol.QR else _bars)(pen, label, x, y)
    canvas.save()
    return out.getvalue()


def _words(pen: Pen, label: Label, x: float, y: float, width: float, lines: int) -> None:
    """Title and lines from the top down, each cut to its width."""
    pen.text(x, y - 10, wrap(label.title, semibold(), 10, width)[0], semibold(), 10)
    for number, words in enumerate(label.lines[:lines]):
        pen.text(x, y - 21 - 9 * number, wrap(words, regular(), 7, width)[0], regular(), 7)


def _square(pen: Pen, label: Label, x: float, y: float) -> None:
    code = QRCode(None, QRErrorCorrectLevel.M)
    code.addData(label.code)
    code.make()
    rows: list[list[bool]] = code.modules
    module = SQUARE / len(rows)
    path = pen.canvas.beginPath()
    for number, row in enumerate(reversed(rows)):
        column = 0
        for dark, stretch in groupby(row):
            long = len(list(stretch))
            if dark:
                path.rect(x + INSET + column * module, y + 7 + number * module, long * module, module)
            column += long
    pen.canvas.drawPath(path, stroke=0, fill=1)
    beside, width = x + INSET + SQUARE + 8, WIDE - SQUARE - 3 * INSET - 2
    _words(pen, label, beside, y + TALL - 8, width, 2)
    pen.text(beside, y + 10, label.code, mono(), _fitting(label.code, 7, width))


def _bars(pen: Pen, label: Label, x: float, y: float) -> None:
    room = WIDE - 2 * INSET
    bars = Code128(label.code, barWidth=1.0, barHeight=24, quiet=1, lquiet=10, rquiet=10)
    bars = Code128(label.code, barWidth=min(1.3, room / bars.width), barHeight=24, quiet=1, lquiet=10, rquiet=10)
    bars.drawOn(pen.canvas, x + (WIDE - bars.width) / 2, y + 15)
    _words(pen, label, x + INSET + 4, y + TALL - 4, room - 8, 1)
    size = _fitting(label.code, 7, room)
    pen.text(x + (WIDE - mono().width(label.code, size)) / 2, y + 6, label.code, mono(), size)


def _fitting(text: str, size: float, width: float) -> float:
    return min(size, size * width / mono().width(text, size))


def labels_zpl(labels: Sequence[Label], symbol: Symbol) -> bytes:
    """One format a label, in UTF-8."""
    return "".join((_zpl_square if symbol is Symbol.QR else _zpl_bars)(each) for each in labels).encode("utf-8")


def _field(text: str) -> str:
    """Field data; the printer's own signs are written by their number."""
    return "".join(f"_{ord(each):02X}" if each in "^~_\\" else each for each in text)


def _zpl_square(label: Label) -> str:
    lines = "".join(
        f"^FO190,{70 + 28 * place}^A0N,22,20^FB205,1^FH^FD{_field(each)}^FS"
        for place, each in enumerate(label.lines[:2])
    )
    return (
        f"^XA^CI28^PW406^LL203^FO16,12^BQN,2,5^FH^FDMA,{_field(label.code)}^FS"
        f"^FO190,28^A0N,30,26^FB205,1^FH^FD{_field(label.title)}^FS{lines}"
        f"^FO16,176^A0N,20,18^FH^FD{_field(label.code)}^FS^XZ\n"
    )


#: Dots of a label for bars, and what stays white at each end of them, in widths of the thinnest bar.
BAR_DOTS, QUIET = 609, 10


def _zpl_bars(label: Label) -> str:
    first = label.lines[0] if label.lines else ""
    module = _module(label.code)
    return (
        f"^XA^CI28^PW{BAR_DOTS}^LL203^FO16,14^A0N,30,26^FB577,1^FH^FD{_field(label.title)}^FS"
        f"^FO16,50^A0N,22,20^FB577,1^FH^FD{_field(first)}^FS"
        f"^FO{QUIET * module},82^BY{module}^BCN,76,Y,N,N,A^FH^FD{_field(label.code)}^FS^XZ\n"
    )


def _module(code: str) -> int:
    """Dots of the thinnest bar, of which every sign has 11: as wide as the label allows, never less than two."""
    return max(2, min(3, BAR_DOTS // (11 * (len(code) + 2) + 13 + 2 * QUIET)))
