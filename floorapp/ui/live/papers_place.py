"""Papers, live: choose, look at the true page, sign and issue, print, save, print again, check one that came back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import monotonic

from PyQt6.QtCore import Qt
from PyQt6.QtGui import QKeySequence, QShortcut

from floorapp.operations.papers.builder import Request
from floorapp.operations.papers.catalogue import FORMS, UnknownSubject
from floorapp.operations.papers.office import Office, Printed
from floorapp.operations.papers.paper_check import CheckedPaper
from floorapp.operations.refusal import Refusal
from floorapp.screens.forms import Act
from floorapp.screens.papers import PaperChoice, PapersKnown, PapersView, document_row, paper_rows, papers_known
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.live.background_work import Running
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.paper_issue import PaperIssuing
from floorapp.ui.live.paper_out import CheckedSheet, PaperOut, check_file
from floorapp.ui.live.paper_pages import PageShown, PaperShown, page_shown, previewed
from floorapp.ui.live.place import ALL_KEYS, ScreenPlace
from floorapp.ui.pages.papers import PapersPage

PREVIEW, CHECK = "paper preview", "paper check"

#: A preview is made anew when entries came in, but not more often than this, in seconds.
FRESH_FOR = 15.0


class PapersPlace(ScreenPlace[PapersKnown]):
    """One paper at a time; whatever was printed and is not on record yet is kept until it is."""

    rail = "papers"

    def __init__(self, around: Surroundings) -> None:
        self.papers = PapersPage(around.look)
        super().__init__("papers", self.papers, around)
        self.choice = PaperChoice()
        self.shown: PaperShown | None = None
        self.checked: CheckedPaper | None = None
        self._trouble = ""
        self._made_for: tuple[PaperChoice, int] | None = None
        self._made_at = 0.0
        self._anew = False
        self.issuing = PaperIssuing(around, self)
        self.issuing.issued.connect(self._open_issued)
        self.issuing.held_up.connect(self._show_held_up)
        self.out = PaperOut(around, self.papers)
        page = self.papers
        page.paper_chosen.connect(self._choose_paper)
        page.document_chosen.connect(self.open_document)
        page.picked.connect(self._pick)
        page.turned.connect(self.turn)
        page.zoomed.connect(lambda: self.turn(0))
        page.act_chosen.connect(self.do)
        page.drop.dropped.connect(self.check)
        for key, step in ((Qt.Key.Key_PageUp, -1), (Qt.Key.Key_PageDown, 1)):
            shortcut = QShortcut(QKeySequence(key), page)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(lambda step=step: self.turn(step))

    def enter(self, subject: str) -> None:
        """Come for a paper: `incident:IR-2026-0003`, `guest:FB-03/1052#1`, `completeness:2026-11-17`, `document:…`."""
        name, _, about = subject.partition(":")
        if name in FORMS:
            self.choice, self.shown, self._made_for = self.choice.of(name, about), None, None
        self.refresh()
        if name == "document":
            self.open_document(about)

    @property
    def looking_at(self) -> str:
        return f"{self.choice.paper} {self.choice.about}".strip()

    def query(self) -> Callable[[Snapshot], PapersKnown]:
        return papers_known

    def show(self, view: PapersKnown) -> None:
        self._show_page()
        self._preview()

    def refresh(self) -> None:
        super().refresh()
        if self.view is not None:
            self._preview()

    # --- choosing ---

    def _choose_paper(self, name: str) -> None:
        if name in FORMS and (name != self.choice.paper or (self.shown and self.shown.document)):
            self._choose(self.choice.of(name))

    def _pick(self, name: str, place: int) -> None:
        if self.view is not None:
            self._choose(self.choice.with_picked(self.view, name, place))

    def _choose(self, choice: PaperChoice) -> None:
        self.choice, self.shown, self.checked = choice, None, None
        self.issuing.forget()
        self._made_for = None
        self._show_page()
        self._preview()
        self.acts_changed.emit()

    # --- looking ---

    @property
    def _width(self) -> int:
        return max(400, round(self.papers.preview.width() * self.papers.devicePixelRatioF()))

    def _preview(self) -> None:
        """Make the preview anew where the choice changed, or entries came in since a while."""
        view, office = self.view, self.around.setting.office
        if view is None or office is None or (self.shown and self.shown.document) or self.issuing.unkept is not None:
            return
        wanted = (self.choice, view.newest)
        if self._made_for == wanted:
            return
        if self._made_for and self._made_for[0] == self.choice and monotonic() - self._made_at < FRESH_FOR:
            return
        request = self.choice.request(view)
        if request is not None:
            self._begin_preview(office, request, wanted)
            return
        self._trouble = f"There is no {self.choice.form.about} on record yet."
        self._made_for = wanted
        self._show_page()

    def _begin_preview(self, office: Callable[[], Office], request: Request, wanted: tuple[PaperChoice, int]) -> None:
        """Make it off the window's thread; one that is still being made for another choice gives way."""
        choice = wanted[0]
        page = self.shown.page.number if self.shown else 0
        width = self._width

        def work(running: Running) -> PaperShown | str:
            try:
                return previewed(office(), request, choice.size, page, width, running)
            except UnknownSubject as fault:
                return str(fault)

        def take(made: PaperShown | str) -> None:
            self._made_at = monotonic()
            if self._wants_another(choice) or (self.shown and self.shown.document):  # issued or opened meanwhile
                return
            self._trouble = made if isinstance(made, str) else ""
            self.shown = None if isinstance(made, str) else made
            self._show_page()
            self.acts_changed.emit()

        def cancelled() -> None:
            if not self._wants_another(choice):
                self._trouble = "The preview was canceled."
                self._show_page()

        if self.around.works.start(PREVIEW, f"Preparing a preview: {choice.form.title}", work, take, cancelled):
            self._made_for = wanted
        elif self._made_for is None or self._made_for[0] != choice:
            self._anew = True
            self.around.works.cancel(PREVIEW)

    def _wants_another(self, made: PaperChoice) -> bool:
        """Begin the preview that was asked for while another one was being made."""
        again, self._anew = self._anew, False
        if not again and made == self.choice:
            return False
        self._made_for = None
        self._preview()
        return True

    def turn(self, step: int) -> None:
        """Another page of the same paper."""
        shown = self.shown
        if shown is None:
            return
        number, width = shown.page.number + step, self._width
        if not 0 <= number < shown.page.pages:
            return

        def take(page: PageShown) -> None:
            if self.shown is not None and self.shown.content is shown.content:
                self.shown = replace(self.shown, page=page)
                self._show_page()

        self.around.works.start(
            "paper page", "Turning the page", lambda _r: page_shown(shown.content, number, width), take
        )

    def open_document(self, number: str) -> None:
        """Look at an issued paper as it lies in the archive."""
        office, width = self.around.setting.office, self._width
        if office is None or not number:
            return
        known = self.view.documents if self.view is not None else ()
        file = next((each.file for each in known if each.number == number), f"{number}.pdf")

        def take(found: tuple[bytes, PageShown] | None) -> None:
            if found is None:
                self._refuse(
                    f"{number} is not in the archive.", "It is on record by its hash only.", "Print a copy of it."
                )
            content, page = found or (b"", None)
            if page is not None:
                self.shown = PaperShown(content, page, document=number)
                self._show_page()
                self.acts_changed.emit()

        def work(_running: Running) -> tuple[bytes, PageShown] | None:
            content = office().archive.fetch(file)
            return None if content is None else (content, page_shown(content, 0, width))

        self.around.works.start("paper open", f"Opening {number}", work, take)

    # --- the page ---

    def _show_page(self) -> None:
        known = self.view
        if known is None:
            return
        shown = self.shown
        page = shown.page if shown else None
        if page is not None:
            self.papers.preview.show_page(page.picture)
        title, ready = self._words()
        self.papers.show_papers(
            PapersView(
                papers=paper_rows(known, self.choice.paper),
                chosen=self.choice.paper,
                pickers=self.choice.offered(known),
                page_words=f"{page.number + 1} of {page.pages}" if page else "–",
                ready=ready,
                acts=self.acts()[:3],
                issued=tuple(document_row(known, each) for each in known.documents),
                title=title,
                document=shown.document if shown else "",
                more_before=bool(page and page.number > 0),
                more_after=bool(page and page.number + 1 < page.pages),
            )
        )

    def _words(self) -> tuple[str, str]:
        shown = self.shown
        if self.issuing.unkept is not None:
            return (
                "Not issued yet",
                "The report is signed and kept here, but could not be archived. Try again, or save it elsewhere.",
            )
        if shown is None:
            if self.around.setting.office is None:
                return "Not here", "This station cannot make reports."
            return ("Not ready", self._trouble) if self._trouble else ("One moment", "The preview is being prepared.")
        if shown.document:
            said = (
                "It is issued, on record and archived."
                if shown.fresh
                else "An issued report from the archive. A reprint says COPY."
            )
            return shown.document, said
        return "Ready to sign", shown.ready

    def acts(self) -> tuple[Act, ...]:
        known, shown = self.view, self.shown
        waits = "" if shown is not None else "There is nothing to print yet."
        back = Act("back", "Back to the floor", "Esc")
        if self.issuing.unkept is not None:
            first = Act("keep", "Try again", "F9")
        elif shown is not None and shown.document:
            first = Act("copy", "Print a copy…", "F9", known.copy_refusal if known else "")
            back = Act("new", "Back to the preview", "Esc")
        else:
            first = Act("sign", "Sign and issue", "F9", waits or (known.refusal if known else ""))
        old = bool(shown and shown.document and not shown.fresh)
        printing = Act("print", "Print…", "F8", "Print a copy of it instead." if old else waits)
        return (
            first,
            printing,
            Act("save", "Save…", "Ctrl S", waits),
            *(() if shown is not None and shown.document else (Act("spreadsheet", "Spreadsheet", "Alt X", waits),)),
            *((Act("sign further", "Add my signature…", "Alt G"),) if shown is not None and shown.document else ()),
            Act("zoom", "Larger page", "Alt Z"),
            Act("check", "Check a PDF", "Alt V"),
            back,
            ALL_KEYS,
        )

    def do(self, act: str) -> None:
        """One of them; a refused one says why."""
        refused = next((each.refusal for each in self.acts() if each.name == act), "")
        if refused:
            self._refuse(refused, "Nothing was changed.", "")
            return
        does: dict[str, Callable[[], None]] = {
            "sign": self._ask_signature,
            "keep": self.issuing.keep,
            "copy": self._ask_reason,
            "sign further": self._ask_further,
            "print": self.print,
            "save": self.save,
            "zoom": self.papers.zoom_round,
            "spreadsheet": self.open_spreadsheet,
            "check": lambda: self.check(self.out.choose_source(self.papers)),
            "new": lambda: self._choose(self.choice),
            "back": lambda: self.go.emit("floor", ""),
        }
        if act in does:
            does[act]()

    def _refuse(self, happened: str, means: str, todo: str) -> None:
        self.writer.refused.emit(Refusal("papers", happened, means, todo))

    # --- signing and issuing ---

    def _ask_signature(self) -> None:
        if self.view is not None:
            self.issuing.ask_signature(self.view, self.choice)

    def _ask_reason(self) -> None:
        if self.shown is not None:
            self.issuing.ask_reason(self.shown.document)

    def _ask_further(self) -> None:
        if self.shown is not None:
            number = self.shown.document
            self.issuing.ask_further(number, lambda content: self._open_fresh(number, content))

    def _open_issued(self, printed: Printed) -> None:
        self._open_fresh(printed.begun.document, printed.content)

    def _open_fresh(self, document: str, content: bytes) -> None:
        """Show what was just signed; it may be printed as the original."""
        width = self._width

        def take(page: PageShown) -> None:
            self.shown = PaperShown(content, page, document=document, fresh=True)
            self._show_page()
            self.acts_changed.emit()
            self.refresh()

        self.around.works.start("paper open", f"Opening {document}", lambda _r: page_shown(content, 0, width), take)

    def _show_held_up(self) -> None:
        self._show_page()
        self.acts_changed.emit()

    # --- out of the house and back ---

    def print(self) -> None:
        """Through the system's dialog, onto paper."""
        shown = self.shown
        if shown is not None:
            self.out.print(shown.content, shown.document, lambda: self._printed(shown))

    def _printed(self, shown: PaperShown) -> None:
        """The original is on paper: from now on paper is a copy."""
        if shown.document and self.shown is not None and self.shown.content is shown.content:
            self.shown = replace(self.shown, fresh=False)
            self._show_page()
            self.acts_changed.emit()

    def save(self) -> None:
        """Into a file of one's choice."""
        unkept = self.issuing.unkept
        if unkept is not None:
            self.out.save(unkept.content, unkept.name)
        elif self.shown is not None:
            self.out.save(self.shown.content, f"{self.shown.document or self.choice.paper + '-preview'}.pdf")

    def open_spreadsheet(self) -> None:
        """The rows of what is shown, in the system's spreadsheet."""
        office, request = self.around.setting.office, self.choice.request(self.view) if self.view else None
        if office is None or request is None:
            return

        def work(_running: Running) -> bytes:
            return office().loupe.spreadsheet(office().sheets(request))

        name = f"{self.choice.paper}-{request.first.isoformat()}"
        self.around.works.start(
            "paper rows", "Opening in a spreadsheet", work, lambda rows: self.out.open_rows(rows, name)
        )

    def check(self, path: str) -> None:
        """Say of a PDF whether it is ours and unchanged, and every row against the logbook."""
        office = self.around.setting.office
        if office is None or not path:
            return

        def take(found: CheckedPaper | str) -> None:
            if isinstance(found, str):
                self._refuse(found, "Nothing was checked.", "Choose another file.")
                return
            self.checked = found
            self.sheets.show(CheckedSheet(self.around.look, Path(path).name, found))

        name = Path(path).name
        self.around.works.start(CHECK, f"Checking {name}", lambda _running: check_file(office(), Path(path)), take)
