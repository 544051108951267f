"""Audit, live: rounds are verified on other cores while the floor goes on, and the result becomes an entry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

from PyQt6.QtWidgets import QFileDialog

from floorapp.operations.acts.audits import audit_rounds, may_audit_rounds
from floorapp.operations.acts.rounds import import_rounds
from floorapp.operations.audit.audit import audit, audit_file
from floorapp.operations.audit.observations import Posts
from floorapp.operations.audit.posts import posts_of, tables_of
from floorapp.operations.audit.selection import Selection, select
from floorapp.operations.audit.shoe_detective import Detected, deck_sets_with_rounds, detect
from floorapp.operations.audit.shown_rounds import rounds_against, rounds_showing
from floorapp.operations.audit.storage import RememberedTrails
from floorapp.operations.audit.suggested_reports import Found, suggested
from floorapp.operations.audit.unauthorized_play import Breach, negative_log
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, Refused
from floorapp.screens.audit import AuditResult, AuditShown, Chosen, audit_of, finding_of
from floorapp.screens.audit_rows import AuditView, BreachRow, MadeRow, RoundRow, WatchRow
from floorapp.screens.forms import Act, Draft
from floorapp.screens.phrases import plural
from floorapp.screens.report import draft_name, subject_of
from floorapp.screens.snapshot import Snapshot
from floorapp.screens.suggested_report import draft_of
from floorapp.system import cores
from floorapp.ui.lists.model import ROW
from floorapp.ui.live.background_work import Running
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.place import ALL_KEYS, ScreenPlace
from floorapp.ui.pages.audit import AuditPage

#: Fewer rounds than this are verified sooner than other cores are at work.
WORTH_SHARING = 200_000
LARGE = 50_000_000  # the same of a file, in bytes
#: How many deck sets the detective looks at; the newest of each table first.
SETS = 300


class AuditPlace(ScreenPlace[AuditView]):
    """Choose, verify, look at what was found; mismatches open at the dispute desk."""

    rail = "audit"
    comes_back = True

    def __init__(self, around: Surroundings) -> None:
        self.audit = AuditPage(around.look)
        super().__init__("audit", self.audit, around)
        self.result: AuditResult | None = None
        self.tab = "wrong"
        page = self.audit
        page.verify.connect(lambda: self.do("verify"))
        page.tab_chosen.connect(self._choose_tab)
        page.chart_panel.chart.chosen.connect(self.show_rounds)
        page.shoe_panel.report.clicked.connect(lambda: self.do("report"))
        for ledger in (page.wrong, page.shown, page.made, page.breaches):
            ledger.activated.connect(lambda _index: self.do("open"))
            chosen = ledger.selectionModel()
            assert chosen is not None
            chosen.currentRowChanged.connect(lambda _now, _before: self.acts_changed.emit())

    def query(self) -> Callable[[Snapshot], AuditView]:
        result = self.result
        return lambda snapshot: audit_of(snapshot, result)

    def show(self, view: AuditView) -> None:
        if self.tab not in [tab.name for tab in view.tabs]:
            self.tab = "wrong"
        self.audit.show_audit(view, self.tab)

    def _choose_tab(self, tab: str) -> None:
        self.tab = tab
        if self.view is not None:
            self.audit.show_audit(self.view, tab)
        self.acts_changed.emit()

    @property
    def chosen(self) -> Chosen:
        """What is chosen above."""
        page = self.audit
        return Chosen(page.period.currentText(), page.place.currentText(), page.shift.currentText())

    @property
    def row(self) -> object:
        """The selected row of the list in front."""
        return self.audit.ledger_of(self.tab).currentIndex().data(ROW)

    # --- verifying ---

    def verify(self) -> None:
        """Verify what is chosen, on threads and cores of its own."""
        chosen = self.chosen
        self.around.works.start(
            "audit",
            f"Verifying rounds: {chosen.period.lower()}",
            lambda running: self._verify(chosen, running),
            self._take_result,
        )
        self.acts_changed.emit()

    def _verify(self, chosen: Chosen, running: Running) -> AuditResult:
        """On the work's own thread."""
        with self.writer.looking() as snapshot:
            moment, book = snapshot.moment, snapshot.book
            asked = chosen.asked(moment.day.date)
            selection = _allowed(may_audit_rounds(moment), select(moment, asked))
            trails = RememberedTrails(book)
            posts = posts_of(moment, trails, selection.tables)
            packed, kept = book.packed_upto()
            rounds = sum(count for _, count in book.block_places(selection.since, selection.until, selection.tables))
            breaches = negative_log(moment, book, selection, running.far)
            shoes, left = _shoes(moment, trails, selection, running)
            rulebooks = moment.rulebooks
        jobs = cores() if rounds + kept - packed >= WORTH_SHARING else 1
        found = audit(book, selection, rulebooks, posts=posts, jobs=jobs, progress=running.far)
        assert found is not None
        words = asked.written(moment.house.style)
        return AuditResult(words[:1].upper() + words[1:], found, asked, selection, posts, breaches, shoes, left)

    def verify_file(self) -> None:
        """Verify the rounds of a file; its wrong ones are listed, and the result is an entry that names its digest."""
        name, _kind = QFileDialog.getOpenFileName(self.audit, "A file of rounds, one per line")
        if name:
            self.verify_named(Path(name))

    def verify_named(self, file: Path) -> None:
        def work(running: Running) -> AuditResult:
            with self.writer.looking() as snapshot:
                refusal, rulebooks = may_audit_rounds(snapshot.moment), snapshot.moment.rulebooks
            if refusal is not None:
                raise Refused(refusal)
            try:
                shared = file.stat().st_size > LARGE
                found = audit_file(file, rulebooks, jobs=cores() if shared else 1, progress=running.far)
            except OSError as fault:
                raise Refused(_unreadable(file, fault)) from fault
            return AuditResult(f"File {file.name}", found)

        self.around.works.start(
            "audit", f"Verifying {file.name}", work, lambda result: self._take_result(result, file.name)
        )
        self.acts_changed.emit()

    # --- taking rounds in ---

    def take_file(self) -> None:
        """Take the rounds of a file into the logbook."""
        name, _kind = QFileDialog.getOpenFileName(self.audit, "A file of rounds to import, one per line")
        if name:
            self.take_named(Path(name))

    def take_named(self, file: Path) -> None:
        """Read it on the work's own thread; it is verified and kept in one act, and its entry is shown."""

        def work(_running: Running) -> tuple[bytes, ...]:
            try:
                if file.stat().st_size > LARGE:
                    raise Refused(_too_large(file))
                return tuple(file.read_bytes().splitlines())
            except OSError as fault:
                raise Refused(_unreadable(file, fault)) from fault

        def take(lines: tuple[bytes, ...]) -> None:
            self.writer.act(
                lambda desk: import_rounds(desk, source=file.name, lines=lines),
                lambda change: self.go.emit("record", f"entry/{change.ids[0]}"),
            )

        self.around.works.start("take in", f"Reading {file.name}", work, take)

    def _take_result(self, result: AuditResult, source: str = "store") -> None:
        self.result, self.tab = result, "wrong"
        asked, found = result.asked, result.found
        self.writer.act(lambda desk: audit_rounds(desk, asked=asked, found=found, source=source))
        self.refresh()
        if self.page.isVisible() and self.sheets.sheet is None:
            self.audit.wrong.setFocus()

    # --- the rounds behind a figure ---

    def show_rounds(self, outcome: str) -> None:
        """List the rounds in which what is selected came out so."""
        result, row = self.result, self.audit.watched.currentIndex().data(ROW)
        if result is None or result.selection is None or result.posts is None or not isinstance(row, WatchRow):
            return
        selection, posts = result.selection, result.posts
        comparison = result.found.comparisons[row.key]

        def work(running: Running) -> AuditResult:
            with self.writer.looking() as snapshot:
                book, rulebooks = snapshot.book, snapshot.moment.rulebooks
            shown = rounds_showing(
                book, selection, rulebooks, posts=posts, comparison=comparison, outcome=outcome, told=running.far
            )
            words = (
                f"{row.who}, {row.what}, {outcome}: the newest {plural(len(shown), 'round')}. Enter opens "
                "one at the dispute desk."
            )
            return replace(result, shown=AuditShown(words, shown))

        self.around.works.start("audit rounds", f"Looking for {outcome} at {row.who}", work, self._take_rounds)

    def show_breach(self) -> None:
        """List the rounds that were dealt although something stood against it."""
        result, breach = self.result, self.finding
        if result is None or not isinstance(breach, Breach) or not breach.rounds:
            return

        def work(snapshot: Snapshot, _running: Running) -> AuditResult:
            shown = rounds_against(snapshot.moment, breach)
            words = (
                f"{breach.table}: {breach.says} The newest {plural(len(shown), 'round')}; Enter opens one "
                "at the dispute desk."
            )
            return replace(result, shown=AuditShown(words, shown))

        self.around.works.look("audit rounds", f"Looking for the rounds at {breach.table}", work, self._take_rounds)

    def _take_rounds(self, result: AuditResult) -> None:
        self.result, self.tab = result, "shown"
        self.refresh()

    # --- acts ---

    def acts(self) -> tuple[Act, ...]:
        running = "The audit is running; cancel it in the bar above." if "audit" in self.around.works.names else ""
        running = running or (self.view.refused if self.view else "")
        first = (
            Act("verify", "Verify", "F9", running),
            Act("file", "Verify a file…", "Alt F", running),
            Act("take in", "Import rounds…", "Alt I"),
        )
        row, more = self.row, list[Act]()
        if self.finding is not None:
            more.append(Act("report", "Report it", "F5"))
        if self.tab in ("wrong", "shown"):
            more.append(Act("open", "Dispute desk", "F6", "" if isinstance(row, RoundRow) else "Select a round first."))
        if self.tab == "breaches" and isinstance(row, BreachRow):
            more.append(
                Act("open", "Its rounds", "Enter", "" if row.rounds != "0" else "Nothing was dealt, only signaled.")
            )
        if self.tab == "made" and isinstance(row, MadeRow):
            more.append(Act("open", "Entry", "Enter"))
        return *first, *more, Act("back", "Back to the floor", "Esc"), ALL_KEYS

    @property
    def table_here(self) -> str:
        """The table of the selected row."""
        return getattr(self.row, "table", "")

    def do(self, act: str) -> None:
        row = self.row
        if act == "back":
            self.go.emit("floor", "")
        elif act == "verify" and "audit" not in self.around.works.names:
            self.verify()
        elif act == "file" and "audit" not in self.around.works.names:
            self.verify_file()
        elif act == "take in":
            self.take_file()
        elif act == "open" and isinstance(row, RoundRow) and row.id:
            self.go.emit("disputes", row.id)
        elif act == "open" and isinstance(row, BreachRow):
            self.show_breach()
        elif act == "open" and isinstance(row, MadeRow):
            self.go.emit("record", f"entry/{row.id}")
        elif act == "report":
            self.report()

    # --- reporting what was found ---

    @property
    def finding(self) -> Found | None:
        """What the selected row is about, where it calls for a report."""
        return finding_of(self.result, self.row) if self.result is not None else None

    def report(self) -> None:
        """Begin the report of what is selected, with everything that was found in it."""
        result, finding = self.result, self.finding
        if result is None or finding is None:
            return
        posts, since = result.posts or Posts(()), result.selection.since if result.selection else None

        def ask(snapshot: Snapshot) -> tuple[str, Draft] | None:
            moment = snapshot.moment
            found = suggested(moment, finding, posts=posts, since=since or moment.now)
            return (found.table, draft_of(moment, found)) if found is not None else None

        self.writer.ask(ask, self._begin_report)

    def _begin_report(self, made: tuple[str, Draft] | None) -> None:
        if made is None:
            return
        table, draft = made
        about = (
            f"{draft.get('code', 'round')} {draft['round']} {draft.get('rounds_dealt', '')} since {draft['happened']}"
        )
        name = draft_name(table, about)
        self.around.drafts.keep(name, draft | self.around.drafts.get(name))
        self.go.emit("report", subject_of(table, about))


def _allowed(refusal: Refusal | None, selection: Selection | Refusal) -> Selection:
    for each in (refusal, selection):
        if isinstance(each, Refusal):
            raise Refused(each)
    assert isinstance(selection, Selection)
    return selection


def _shoes(
    moment: Moment, trails: RememberedTrails, selection: Selection, running: Running
) -> tuple[tuple[Detected, ...], int]:
    """What the deck sets dealt in a time say, the newest of every table first; and how many were left out."""
    tables = tables_of(moment, selection.tables)
    sets = [deck_sets_with_rounds(moment, trails, table, selection.since, selection.until) for table in tables]
    turns = zip_longest(*([(table, each) for each in held] for table, held in zip(tables, sets, strict=True)))
    wanted = [each for turn in turns for each in turn if each is not None]
    made = []
    for number, (table, deck_set) in enumerate(wanted[:SETS]):
        running.far(number, len(wanted))
        found = detect(moment, trails, deck_set=deck_set, table=table)
        if isinstance(found, Detected):
            made.append(found)
    return tuple(made), max(0, len(wanted) - SETS)


def _unreadable(file: Path, fault: OSError) -> Refusal:
    return Refusal(
        "unreadable",
        f"{file.name} cannot be read: {fault.strerror}.",
        "None of its rounds was verified.",
        "Check that the file is still there, or choose another.",
    )


def _too_large(file: Path) -> Refusal:
    return Refusal(
        "too-large",
        f"{file.name} is larger than {LARGE // 1_000_000} MB.",
        "None of its rounds was imported.",
        "Import it with “floorapp rounds import”, or in parts.",
    )
