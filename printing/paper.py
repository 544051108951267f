"""The paper itself: a sheet, or a pack of them, in; the bytes of a PDF out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from itertools import zip_longest

from reportlab.pdfgen.canvas import Canvas

from floorapp.operations.card_round import CardRound, Settlement
from floorapp.operations.chart import Bars, Blocks, Lines
from floorapp.operations.sheet import (
    Callout,
    Completeness,
    Contents,
    Drawing,
    Issue,
    Prose,
    Section,
    Sheet,
    SheetFacts,
    SheetTable,
    SheetTally,
    Signatures,
)
from printing import text_sections
from printing.archive import describe
from printing.charts import chart
from printing.drawing import drawing
from printing.flow import Page, PageBlock, draw_page, paginate
from printing.fonts import regular
from printing.frame import PageFrame
from printing.pen import Pen
from printing.round import card_round, settlement
from printing.rows import completeness_table
from printing.signing_place import SigningPlace
from printing.signs import define_signs
from printing.structure import Structure
from printing.style import LARGE, MARGIN, REGULAR, PageSize, PrintStyle
from printing.table import Grid
from printing.tagged_file import tagged_pdf

#: The sizes a sheet that ought to fit one page is tried in; a guest's 10.5 points become 9, no less.
TRIED = (1.0, 0.95, 0.9, 0.86, 0.82, 0.79, 0.76, 0.7, 0.64)
Progress = Callable[[int, int], None]


def render(
    sheets: Sheet | Sequence[Sheet],
    *,
    issue: Issue | None,
    size: PageSize = PageSize.LETTER,
    progress: Progress | None = None,
    places: list[SigningPlace] | None = None,
) -> bytes:
    """The PDF of a sheet or a pack; without an issue it is a preview and says so.

    Into `places`, where given, come the places that are kept free for signatures to come.
    """
    pack = [sheets] if isinstance(sheets, Sheet) else list(sheets)
    others = tuple((each.head.title, f"{each.head.form} r{each.head.revision}") for each in pack[1:])
    directory = text_sections.Directory(others)
    frames = [PageFrame(sheet, issue, size.extent(landscape=sheet.wide), f"frame-{n}") for n, sheet in enumerate(pack)]
    laid = [_lay_out(sheet, frame, directory) for sheet, frame in zip(pack, frames, strict=True)]
    first = 1
    for pages in laid:
        directory.pages.append(first)
        first += len(pages)
    del directory.pages[0]
    canvas, structure = _canvas(pack[0], issue, size), Structure()
    _draw(Pen(canvas, places, structure), structure, pack, frames, laid, progress)
    return tagged_pdf(canvas, structure)


def _canvas(sheet: Sheet, issue: Issue | None, size: PageSize) -> Canvas:
    """An empty PDF that says what it is, and comes out the same every time."""
    canvas = Canvas(
        BytesIO(),
        pagesize=size.value,
        pageCompression=1,
        invariant=1,
        pdfVersion=(1, 7),
        lang="en-US",
        # Else reportlab names Helvetica, which would not be embedded; its stub takes the name for a number.
        initialFontName=regular().name,  # type: ignore[arg-type]
    )
    describe(canvas, sheet, issue)
    return canvas


def _draw(
    pen: Pen,
    structure: Structure,
    pack: list[Sheet],
    frames: list[PageFrame],
    laid: list[list[Page]],
    progress: Progress | None,
) -> None:
    total = sum(len(pages) for pages in laid)
    number = 0
    define_signs(pen)
    for sheet, frame, pages in zip(pack, frames, laid, strict=True):
        pen.canvas.setPageSize((frame.size.width, frame.size.height))
        if len(pages) > 1:
            frame.define(pen)
        structure.begin_sheet()
        for index, page in enumerate(pages):
            number += 1
            if index == 0:
                pen.canvas.bookmarkPage(frame.name)
                pen.canvas.addOutlineEntry(sheet.head.title, frame.name)
            with pen.page():
                frame.begin(pen, first=index == 0)
                draw_page(page, pen, MARGIN, frame.top)
                frame.end(pen, f"Page {number} of {total}", last=index == len(pages) - 1)
            if progress is not None:
                progress(number, total)


def _lay_out(sheet: Sheet, frame: PageFrame, directory: text_sections.Directory) -> list[Page]:
    """The pages of a sheet; one that must fit a single page shrinks until it does, or goes on."""
    style = LARGE if sheet.large else REGULAR
    height = frame.top - frame.bottom

    def in_size(factor: float) -> list[Page]:
        return paginate(_blocks(sheet, frame.width, style.scaled(factor), directory), height)

    if not sheet.one_page:
        return in_size(1.0)
    tried = (in_size(factor) for factor in TRIED)
    return next((pages for pages in tried if len(pages) == 1), None) or in_size(1.0)


def _blocks(sheet: Sheet, width: float, style: PrintStyle, directory: text_sections.Directory) -> Iterator[PageBlock]:
    """All blocks of a sheet; the one before the signatures stays with them, and facts with the table they head."""
    waiting: PageBlock | None = None
    for section, following in zip_longest(sheet.sections, sheet.sections[1:]):
        signed = isinstance(section, Signatures)
        heads_table = isinstance(section, SheetFacts) and isinstance(following, SheetTable) and not following.title
        for block in _section(section, width, style, directory):
            block.keep = block.keep or heads_table
            if waiting is not None:
                waiting.keep = waiting.keep or signed
                yield waiting
            waiting = block
    if waiting is not None:
        yield waiting


def _section(
    section: Section, width: float, style: PrintStyle, directory: text_sections.Directory
) -> Iterator[PageBlock]:
    match section:
        case SheetTable():
            return Grid(section, width, style).blocks()
        case Completeness():
            return Grid(completeness_table(section), width, style).blocks()
        case SheetTally():
            return text_sections.tally(section, width, style)
        case SheetFacts():
            return text_sections.facts(section, width, style)
        case Prose():
            return text_sections.prose(section, width, style)
        case Drawing():
            return drawing(section, width, style)
        case Callout():
            return text_sections.callout(section, width, style)
        case Contents():
            return text_sections.contents(section, directory, width, style)
        case Signatures():
            return text_sections.signatures(section, width, style)
        case CardRound():
            return card_round(section, width, style)
        case Settlement():
            return settlement(section, width, style)
        case Bars() | Lines() | Blocks():
            return chart(section, width, style)
