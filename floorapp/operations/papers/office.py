"""The office that issues papers: begun with a signed head, printed, archived and put on record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from floorapp.domain.days import Document, Made
from floorapp.domain.heads import Head, Reason
from floorapp.domain.people import Role
from floorapp.domain.values import dataclass
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import papers as acts
from floorapp.operations.acts.papers import Finished, incomplete, issued_fact
from floorapp.operations.canonical import digest
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Signature
from floorapp.operations.facts.registry import Subject
from floorapp.operations.heads import Sealing
from floorapp.operations.moment import Moment, a_role, role_words
from floorapp.operations.papers.builder import Composing, Request, Signed
from floorapp.operations.papers.catalogue import FORMS, Far, make_paper, settled
from floorapp.operations.papers.pages import Pages
from floorapp.operations.papers.record import Record
from floorapp.operations.papers.tools import Archive, Loupe, Press, introduce_paper_keys, nothing
from floorapp.operations.refusal import Refusal, Refused, bad_input
from floorapp.operations.rules import Rulebooks
from floorapp.operations.sheet import AUTOMATIC, Issue, Sheet, SheetTable
from floorapp.operations.signatures import Meaning, signer_words


def issue_by_itself(desk: Desk, *, paper: Finished) -> Change:
    """The station puts a gaming-day pack on record that it made by itself, unsigned by any person."""
    with desk.acting(Acts.issue_document.name, Subject("form", paper.form)) as act:
        mine = paper.made.paper == "day"
        act.ask(
            None if mine else bad_input("A station issues gaming-day packs only.", "Sign in to issue this report."),
            incomplete(act.moment, paper),
        )
        return act.enter(issued_fact(act.moment, paper), by=f"station/{desk.logbook.station}")


@dataclass(frozen=True, slots=True)
class Begun:
    """A paper under way: what is asked, from which head, by whom, under which number."""

    request: Request
    size: str
    head: Head
    upto: int
    document: str
    at: datetime
    by: str
    role: str
    signed: Signed | None = None
    signature: Signature | None = None
    copy: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Printed:
    """A paper that is printed and not yet on record."""

    begun: Begun
    content: bytes
    pages: int
    title: str
    rulebooks: tuple[str, ...]

    @property
    def name(self) -> str:
        """Under which name it is archived."""
        copy = f"-copy-{self.begun.copy}" if self.begun.copy else ""
        return f"{self.begun.document}{copy}.pdf"


@dataclass(frozen=True)
class Office:
    """Everything that makes papers at one station."""

    pages: Pages
    rulebooks: Rulebooks
    press: Callable[[], Press]
    loupe: Loupe
    archive: Archive
    sealing: Callable[[], Sealing]
    place_of: Callable[[str, int], int | None]
    app_version: str
    now: Callable[[], datetime]
    #: The page on which others check reports, for the square code; empty where the property has none.
    check_at: str = ""

    # --- looking ---

    def record(self, upto: int | None = None) -> Record:
        """The logbook up to a position, or as it stands now."""
        if upto is None:
            newest = self.pages.page(limit=1)
            upto = newest[0].position if newest else 0
        return Record(self.pages, upto=upto, rulebooks=self.rulebooks)

    def sheets(self, request: Request, *, upto: int | None = None, far: Far = nothing) -> tuple[Sheet, ...]:
        """What a paper says, as the logbook stands now or stood at a head."""
        record = self.record(upto)
        return make_paper(record, settled(record, request, now=self.now()), far=far)

    def preview(self, request: Request, *, size: str, far: Far = nothing) -> bytes:
        """The paper as it would be issued now."""
        return self.press().preview(self.sheets(request, far=far), size=size, far=far)

    # --- the steps of issuing: `issuing` walks them ---

    def begin(self, desk: Desk, request: Request, *, size: str, signature: Signature | None = None) -> Begun:
        """Ask whether it may be issued, and sign the head it is made from."""
        refusal = None if signature is None else desk.ask(acts.may_issue_document)
        if refusal is not None:
            raise Refused(refusal)
        press = self.press()
        introduce_paper_keys(desk, press)
        head = self.sealing().sign(Reason.PAPER)
        upto = self._upto(head.station, head.seq)
        with desk.looking() as moment:
            by, role = _who(moment, desk.logbook.station)
            signed = None
            if signature is not None and moment.person is not None:
                stamp = Composing(self.record(upto), request).stamp(signature.at)
                signed = Signed(signer_words(signature, lambda _: by), moment.person.role, stamp)
            return Begun(request, size, head, upto, acts.next_document(moment), moment.now, by, role, signed, signature)

    def begin_copy(self, desk: Desk, document: str, *, reason: str) -> Begun:
        """Ask whether an issued paper may be printed again; it is made from the same head."""
        refusal = desk.ask(lambda moment: acts.may_reprint_document(moment, document=document))
        if refusal is not None:
            raise Refused(refusal)
        if not reason.strip():
            raise Refused(bad_input("The reason is missing.", "Enter the reason for the copy."))
        press = self.press()
        introduce_paper_keys(desk, press)
        with desk.looking() as moment:
            found = moment.state.get(Document, document)
            assert found is not None and found.made is not None, "asked before"
            made = found.made
            by, role = _who(moment, desk.logbook.station)
            head = Head(
                format="",
                station=made.station,
                seq=made.seq,
                hash=made.head,
                secrets="",
                at=found.issued_at,
                reason=Reason.PAPER,
                key="",
                signature="",
            )
            return Begun(
                request_of(found),
                made.size,
                head,
                self._upto(made.station, made.seq),
                document,
                moment.now,
                by,
                role,
                copy=found.reprints + 1,
                reason=reason.strip(),
            )

    def print(self, begun: Begun, *, far: Far = nothing) -> Printed:
        """Make the paper; this writes nothing and takes its time."""
        record = self.record(begun.upto)
        request = settled(record, begun.request)
        sheets = make_paper(record, request, begun.signed, far=far)
        books = tuple(
            f"{id} {record.books[id].version}"
            for id in sorted({table.rulebook for table in record.tables.values()})
            if id in record.books
        )
        desk = Composing(record, request)
        issue = Issue(
            document=begun.document,
            logbook_record=begun.head.number,
            logbook_hash=begun.head.hash,
            printed_at=desk.stamp(begun.at),
            printed_by=begun.by,
            role=begun.role,
            station=begun.head.station,
            instant=begun.at,
            app_version=self.app_version,
            rulebooks=books,
            copy=begun.copy,
            records=_records(sheets),
            check_at=self.check_at,
        )
        content, pages = self.press().issue(sheets, issue=issue, size=begun.size, far=far)
        return Printed(replace(begun, request=request), content, pages, sheets[0].head.title, books)

    def finish(self, desk: Desk, printed: Printed) -> Change:
        """Archive the paper, then put it on record: what is on record can be found again."""
        begun, form = printed.begun, FORMS[printed.begun.request.paper]
        self.archive.keep(printed.name, printed.content)
        press = self.press()
        if begun.copy:
            return acts.reprint_document(
                desk,
                document=begun.document,
                copy=begun.copy,
                reason=begun.reason,
                digest=digest(printed.content),
                key=press.fingerprint,
                app_version=self.app_version,
            )
        request = begun.request
        paper = acts.Finished(
            document=begun.document,
            form=form.number,
            title=printed.title,
            first_day=request.first,
            last_day=request.last,
            digest=digest(printed.content),
            pages=printed.pages,
            made=Made(
                paper=request.paper,
                revision=form.revision,
                size=begun.size,
                shift=request.shift,
                pit=request.pit,
                table=request.table,
                about=request.about,
                station=begun.head.station,
                seq=begun.head.seq,
                head=begun.head.hash,
                key=press.fingerprint,
                app_version=self.app_version,
                rulebooks=printed.rulebooks,
            ),
        )
        if begun.signature is None:
            return issue_by_itself(desk, paper=paper)
        return acts.issue_document(desk, paper=paper, signature=begun.signature)

    def sign_further(self, desk: Desk, document: str, *, signature: Signature) -> tuple[bytes, Change]:
        """Sign an issued paper as its next signer, at the place that waits for this role; the one before stays."""
        refusal = desk.ask(lambda moment: acts.may_sign_document(moment, document=document))
        if refusal is not None:
            raise Refused(refusal)
        with desk.looking() as moment:
            found, person = moment.state.get(Document, document), moment.person
            assert found is not None and found.made is not None and person is not None, "asked before"
        role = role_words(Role(person.role)).capitalize()
        meaning = dict(FORMS[found.made.paper].signers).get(role, Meaning.PAPER_SIGNED.value)
        said = f"Signed electronically {Composing(self.record(), request_of(found)).stamp(signature.at)}"
        name = signer_words(signature, lambda _: person.name)
        before = self._latest(found)
        press = self.press()
        introduce_paper_keys(desk, press)
        try:
            content = press.countersign(before, instant=signature.at, role=role, name=name, meaning=meaning, said=said)
        except LookupError:
            raise Refused(
                Refusal(
                    "no-place",
                    f"{document} has no open signature line for {a_role(Role(person.role))}.",
                    "It stays as it is.",
                    "The report's last page shows who still has to sign.",
                )
            ) from None
        self.archive.keep(f"{document}-signed-{len(found.signed) + 1}.pdf", content)
        change = acts.sign_document(
            desk,
            document=document,
            role=role,
            meaning=meaning,
            digest=digest(content),
            key=press.fingerprint,
            signature=signature,
        )
        return content, change

    def _latest(self, document: Document) -> bytes:
        """The archived file with every signature so far; refused where it is elsewhere, or not the one on record."""
        content = self.archive.fetch(document.file)
        known = document.signed[-1].digest if document.signed else document.digest
        if content is not None and digest(content) == known:
            return content
        happened = "is not in this station's archive" if content is None else "is not the file that is on record"
        assert document.made is not None, "made by this app"
        raise Refused(
            Refusal(
                "archive",
                f"{document.file} {happened}.",
                "It cannot be signed here.",
                f"Sign it at station {document.made.station}, or bring the file back from a backup.",
            )
        )

    def again(self, desk: Desk, begun: Begun) -> Begun | None:
        """The same paper under the number that is now the next one; nothing where its own still is."""
        with desk.looking() as moment:
            number = acts.next_document(moment)
        return None if begun.copy or number == begun.document else replace(begun, document=number)

    def _upto(self, station: str, seq: int) -> int:
        found = self.place_of(station, seq)
        if found is None:
            raise LookupError(f"entry {station}-{seq} of a head is not in this logbook")
        return found


def request_of(document: Document) -> Request:
    """What was asked when a document was issued."""
    made = document.made
    assert made is not None, "made by this app"
    return Request(made.paper, document.first_day, document.last_day, made.shift, made.pit, made.table, made.about)


def _who(moment: Moment, station: str) -> tuple[str, str]:
    person = moment.person
    if person is None:
        return f"station {station}", AUTOMATIC
    return person.name, role_words(Role(person.role))


def _records(sheets: Sequence[Sheet]) -> str:
    """Which records stand on a paper: how many, from the first to the last."""
    tables = (each for sheet in sheets for each in sheet.sections if isinstance(each, SheetTable))
    found = {
        record
        for table in tables
        for row in table.rows
        for record in (row.record, *(c.record for c in row.corrections))
    }
    numbered = sorted((int(seq), record) for record in found if (seq := record.rpartition("-")[2]).isdigit())
    if not numbered:
        return ""
    first, last = numbered[0][1], numbered[-1][1]
    return first if first == last else f"{first} to {last} ({len(numbered)})"
