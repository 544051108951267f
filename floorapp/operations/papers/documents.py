"""Register of issued documents (FA-119): every report that left the property, its copies and signatures, by hash."""

from __future__ import annotations

from collections.abc import Iterator

from floorapp.domain.days import Document
from floorapp.operations.entry import Entry
from floorapp.operations.facts.papers import DocumentIssued, DocumentNoted, DocumentReprinted, DocumentSigned
from floorapp.operations.facts.registry import Subject
from floorapp.operations.papers.builder import Composing, PaperForm, plain_table, tally
from floorapp.operations.papers.record import RecordLine, Replayed
from floorapp.operations.sheet import Cell, Dash, Kind, Section, SheetColumn

COLUMNS = (
    SheetColumn("Document", Kind.ID, 1.7),
    SheetColumn("Form", Kind.ID, 1.0),
    SheetColumn("Title", Kind.TEXT, 2.6),
    SheetColumn("For", Kind.TEXT, 2.0),
    SheetColumn("Issued", Kind.TIME, 1.8),
    SheetColumn("By", Kind.PERSON, 1.6),
    SheetColumn("Pages", Kind.NUMBER, 0.7),
    SheetColumn("Also signed by", Kind.TEXT, 1.6),
    SheetColumn("Copies", Kind.NUMBER, 0.7),
    SheetColumn("SHA-256 begins", Kind.ID, 1.4),
)
LATER = (
    SheetColumn("Document", Kind.ID, 1.7),
    SheetColumn("Time", Kind.TIME, 1.8),
    SheetColumn("What", Kind.TEXT, 4.6),
    SheetColumn("By", Kind.PERSON, 1.6),
    SheetColumn("SHA-256 begins", Kind.ID, 1.4),
)


def _sections(desk: Composing) -> Iterator[Section]:
    issued = [line for line in desk.lines(DocumentIssued, DocumentNoted) if line.fact.KIND == DocumentIssued.KIND]
    later = desk.lines(DocumentReprinted, DocumentSigned)
    now = {line.fact.document: _document(desk, line.fact.document) for line in issued}
    yield tally(
        documents_issued=len(issued),
        by_a_station_alone=sum(line.entry.actor.startswith("station/") for line in issued),
        copies_printed=sum(isinstance(line.fact, DocumentReprinted) for line in later),
        further_signatures=sum(isinstance(line.fact, DocumentSigned) for line in later),
    )
    rows = (desk.row(line, COLUMNS, lambda e: _cells(desk, e, now)) for line in issued)
    yield plain_table("", COLUMNS, rows, "No document was issued in this period.")
    rows = (desk.row(line, LATER, lambda e: _later(desk, e)) for line in later)
    yield plain_table("Copies and added signatures", LATER, rows, "None in this period.")


def _document(desk: Composing, number: str) -> Document | None:
    """A document as it stood when the period was over."""
    lines: tuple[RecordLine, ...] = desk.record.timeline(Subject("document", number))
    return Replayed(line for line in lines if line.at <= desk.then.instant).get(Document, number)


def _cells(desk: Composing, entry: Entry, now: dict[str, Document | None]) -> tuple[Cell, ...]:
    fact = entry.fact
    assert isinstance(fact, DocumentIssued | DocumentNoted)
    known = now.get(fact.document)
    first, last = desk.style.date(fact.first_day), desk.style.date(fact.last_day)
    revision = f" r{fact.made.revision}" if isinstance(fact, DocumentIssued) else ""
    further = ", ".join(desk.name(each.person) for each in known.signed) if known is not None else ""
    return (
        fact.document,
        f"{fact.form}{revision}",
        fact.title,
        first if first == last else f"{first} to {last}",
        desk.time(entry.recorded_at),
        desk.name(entry.actor),
        str(fact.pages),
        further or Dash("nobody"),
        str(known.reprints if known is not None else 0),
        fact.digest[:16],
    )


def _later(desk: Composing, entry: Entry) -> tuple[Cell, ...]:
    fact = entry.fact
    if isinstance(fact, DocumentReprinted):
        what = f"copy {fact.copy}: {fact.reason}"
    else:
        assert isinstance(fact, DocumentSigned)
        what = f"signed as {fact.role}: {fact.meaning}"
    return fact.document, desk.time(entry.recorded_at), what, desk.name(entry.actor), fact.digest[:16]


FORM = PaperForm("documents", "Register of issued documents", "FA-119", "2", _sections)
