"""A paper as pictures and on the printer: QtPdf reads the very bytes that are saved; slow, off the UI thread."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from PyQt6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize
from PyQt6.QtGui import QImage, QPageSize, QPainter
from PyQt6.QtPdf import QPdfDocument
from PyQt6.QtPrintSupport import QPrinter

from floorapp.operations.papers.builder import Request
from floorapp.operations.papers.office import Office
from floorapp.operations.sheet import Sheet, SheetTally
from floorapp.ui.live.background_work import Running


@dataclass(frozen=True, eq=False)
class PaperShown:
    """The paper before one's eyes: its bytes, one page of it, its figures; and which document, if it is one."""

    content: bytes
    page: PageShown
    ready: str = ""
    document: str = ""
    #: Just issued: this very paper may be printed once without being a copy.
    fresh: bool = False


def previewed(office: Office, request: Request, size: str, page: int, width: int, running: Running) -> PaperShown:
    """A preview and the figures of its first sheet that has some; on the work's own thread."""
    sheets = office.sheets(request, far=running.far)
    content = office.press().preview(sheets, size=size, far=running.far)
    return PaperShown(content, page_shown(content, page, width), _ready(sheets))


def _ready(sheets: tuple[Sheet, ...]) -> str:
    figures = next((each.figures for sheet in sheets for each in sheet.sections if isinstance(each, SheetTally)), ())
    said = ", ".join(f"{each.number} {each.words}" for each in figures)
    corrected = "Corrected rows are struck through." if any(sheet.corrected for sheet in sheets) else ""
    return (
        " ".join(each for each in (f"{said}." if said else "", corrected) if each)
        or "Nothing is counted on this report."
    )


#: How sharp a page is printed, in dots an inch, whatever the printer could do: small letters are crisp and a
#: page stays under forty megabytes.
PRINTED_DOTS = 300
POINTS = 72


@dataclass(frozen=True, eq=False)
class PageShown:
    """One page as a picture, and how many there are."""

    picture: QImage
    number: int
    pages: int


class NotPrinted(Exception):
    """The printer did not take the paper."""


@contextmanager
def _opened(content: bytes) -> Iterator[QPdfDocument]:
    """A paper opened on this very thread, and closed on it."""
    buffer = QBuffer()
    buffer.setData(QByteArray(content))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    document = QPdfDocument(None)
    document.load(buffer)
    try:
        yield document
    finally:
        document.close()
        buffer.close()
        del document


def page_shown(content: bytes, number: int, width: int) -> PageShown:
    """A page, as wide as it will be shown."""
    with _opened(content) as document:
        pages = document.pageCount()
        number = max(0, min(number, pages - 1))
        size = document.pagePointSize(number)
        tall = round(width * size.height() / size.width()) if size.width() else width
        return PageShown(_on_white(document.render(number, QSize(width, tall))), number, pages)


def _on_white(picture: QImage) -> QImage:
    white = QImage(picture.size(), QImage.Format.Format_RGB32)
    white.fill(0xFFFFFFFF)
    painter = QPainter(white)
    painter.drawImage(0, 0, picture)
    painter.end()
    return white


def print_paper(content: bytes, printer: QPrinter, far: Callable[[int, int], None]) -> int:
    """Every page onto a printer, in its true size; answers how many. Raises where the printer fails."""
    with _opened(content) as document:
        pages = document.pageCount()
        if pages and printer.outputFileName() and printer.outputFormat() is QPrinter.OutputFormat.PdfFormat:
            return _print_to_file(content, Path(printer.outputFileName()), pages, far)
        printer.setFullPage(True)
        if pages:
            printer.setPageSize(QPageSize(document.pagePointSize(0), QPageSize.Unit.Point))
        painter = QPainter()
        if not pages or not painter.begin(printer):
            raise NotPrinted
        try:
            for number in range(pages):
                far(number, pages)
                if number and not printer.newPage():
                    raise NotPrinted
                _print_page(document, number, painter, printer)
        finally:
            painter.end()
        if printer.printerState() is QPrinter.PrinterState.Error:
            raise NotPrinted
        far(pages, pages)
        return pages


def _print_to_file(content: bytes, target: Path, pages: int, far: Callable[[int, int], None]) -> int:
    """A printer that makes a PDF gets the report itself: its text, its data and its signatures stay."""
    try:
        target.write_bytes(content)
    except OSError as fault:
        raise NotPrinted from fault
    far(pages, pages)
    return pages


def _print_page(document: QPdfDocument, number: int, painter: QPainter, printer: QPrinter) -> None:
    points = document.pagePointSize(number)
    sharp = PRINTED_DOTS / POINTS
    picture = _on_white(document.render(number, QSize(round(points.width() * sharp), round(points.height() * sharp))))
    dots = printer.resolution() / POINTS
    painter.drawImage(QRectF(0, 0, points.width() * dots, points.height() * dots), picture)
