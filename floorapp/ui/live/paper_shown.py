"""A paper before one's eyes on the screen of papers, and what is asked and refused on the way to issuing it."""

from __future__ import annotations

from dataclasses import dataclass

from floorapp.operations.papers.builder import Form as Paper
from floorapp.operations.papers.builder import Request
from floorapp.operations.papers.office import Office
from floorapp.operations.refusal import Refusal
from floorapp.operations.sheet import Sheet, Tally
from floorapp.operations.signatures import Meaning
from floorapp.screens.forms import Act, Asked, Form
from floorapp.ui.live.background_work import Running
from floorapp.ui.live.paper_pages import PageShown, page_shown


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
    figures = next((each.figures for sheet in sheets for each in sheet.sections if isinstance(each, Tally)), ())
    said = ", ".join(f"{each.number} {each.words}" for each in figures)
    corrected = "Corrected rows are struck through." if any(sheet.corrected for sheet in sheets) else ""
    return (
        " ".join(each for each in (f"{said}." if said else "", corrected) if each)
        or "Nothing is counted on this paper."
    )


def sign_form(paper: Paper) -> Form:
    """What signing a paper asks."""
    return Form(
        "sign paper",
        paper.name,
        f"Sign {paper.title.lower()}",
        str(Meaning.PAPER.value),
        asks=(Asked("pin", "Your PIN", secret=True),),
        act=Act("do", "Sign and issue", "F9"),
        note="The head of the logbook is signed, the paper is made from it, numbered, archived and put on record.",
    )


def copy_form(number: str) -> Form:
    """What printing a paper again asks."""
    return Form(
        "copy paper",
        number,
        f"Print {number} again",
        "It is made from the same head and says COPY on every page.",
        asks=(Asked("reason", "Why it is printed again"),),
        act=Act("do", "Print a copy", "F9"),
    )


def not_archived(document: str, fault: OSError) -> Refusal:
    """The archive did not take a paper; what that means and what helps."""
    return Refusal(
        "archive",
        f"The archive cannot be written: {fault.strerror or fault}.",
        f"{document} is not issued yet and not lost: it is kept on this screen.",
        "Free the disk and press F9 again, or save the paper elsewhere.",
    )
