"""Reader inspection log (FA-101): every reader's inspection, what it found, and what failed and was mended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from floorapp.domain.devices import proofs_said
from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.tables import Fixture
from floorapp.operations.conduct_days import OpenDay
from floorapp.operations.entry import Entry
from floorapp.operations.entry_sentences import tell_fact
from floorapp.operations.facts.devices import ReaderFailed, ReaderInspected, ReaderMended
from floorapp.operations.facts.house import EquipmentFitted
from floorapp.operations.facts.scans import LabelScanned
from floorapp.operations.facts.tables import TableOpened
from floorapp.operations.papers.builder import Composing, PaperForm, cited_together, or_dash, plain_table, tally
from floorapp.operations.papers.conduct_rows import READERS, Stood, findings_table, stood
from floorapp.operations.papers.record import RecordLine
from floorapp.operations.sheet import (
    Cell,
    Dash,
    Kind,
    MarkedWord,
    Prose,
    Row,
    Section,
    SheetColumn,
    SheetSign,
    SheetTable,
)

COLUMNS = (
    SheetColumn("Table", Kind.NAME, 0.9),
    SheetColumn("Reader", Kind.ID, 1.6),
    SheetColumn("Time", Kind.TIME, 1.8),
    SheetColumn("Result", Kind.STATE, 1.2),
    SheetColumn("Function test", Kind.TEXT, 1.5),
    SheetColumn("Found", Kind.TEXT, 2.9),
    SheetColumn("Inspected by", Kind.PERSON, 1.8),
    SheetColumn("Signed", Kind.STATE, 1.7),
)
WANTING = (
    SheetColumn("Table", Kind.NAME, 0.9),
    SheetColumn("Reader", Kind.ID, 1.6),
    SheetColumn("Uninspected from", Kind.TIME, 1.8),
    SheetColumn("Inspection", Kind.STATE, 2.2),
    SheetColumn("Rounds", Kind.NUMBER, 0.8),
    SheetColumn("Hands", Kind.NUMBER, 0.8),
    SheetColumn("Minutes dealt", Kind.NUMBER, 0.8),
    SheetColumn("Section", Kind.TEXT, 2.0),
)
TROUBLES = (
    SheetColumn("Table", Kind.NAME, 0.9),
    SheetColumn("Reader", Kind.ID, 1.6),
    SheetColumn("Time", Kind.TIME, 1.8),
    SheetColumn("What happened", Kind.TEXT, 5.0),
    SheetColumn("By", Kind.PERSON, 1.8),
)

#: A label scanned so long before an inspection shows that whoever inspects stood there.
STAYED = timedelta(minutes=15)
#: Said where one shift is asked: most readers are inspected in the first one of the day.
WHOLE_DAY = "Readers to inspect are those of the whole day; one inspected in another shift is in that shift's log."
#: The duty by its name and part.
DAILY = ("reader-not-inspected", "")


def passed(fact: ReaderInspected) -> bool:
    """Whether an inspection found the reader in order."""
    return fact.working and not fact.tampering and all(proof.passed for proof in fact.proofs)


def readers_due(desk: Composing) -> tuple[tuple[OpenDay, str], ...]:
    """Every reader that was on an open table, once a gaming day: each is to be inspected in it."""
    days = (desk.record.heard.open_days.get(day, {}) for day in desk.days())
    tables = (each for day in days for each in day.values() if desk.wants(each.table))
    return tuple((each, serial) for each in tables for serial in each.readers)


def duty_words(desk: Composing, due: Iterable[tuple[OpenDay, str]]) -> str:
    """The sections by which they are inspected; where a text asks for nothing it is the property's policy."""
    books = dict.fromkeys(each.rulebook for each, _ in due)
    duties = (desk.record.books[book].duty_named.get(DAILY) for book in books if book in desk.record.books)
    cites = dict.fromkeys(desk.cited(duty.cite) for duty in duties if duty is not None)
    return ", ".join(cites) or "no table with a reader was open"


def not_inspected(desk: Composing) -> tuple[tuple[Stood, datetime | None], ...]:
    """Readers that stood uninspected at an open table, and when they were inspected after all.

    Not one that came to the open table and was inspected before it was used (I-39).
    """
    found = stood(desk, ("reader-not-inspected",), all_=True)
    told = ((each, desk.record.heard.inspected_after(each.found)) for each in found)
    return tuple(
        (each, made)
        for each, made in told
        if each.rounds or made is None or not installed(desk, each.found.table, each.found.since.at)
    )


def installed(desk: Composing, table: str, at: datetime) -> bool:
    """Whether a reader came to a table at that time, or came back from repair, and the table was not opened then."""
    now = [line for line in desk.lines(EquipmentFitted, ReaderMended, TableOpened) if line.now is not None]
    mine = [line.fact for line in now if line.at.replace(microsecond=0) == at and line.fact.table == table]
    if any(isinstance(each, TableOpened) for each in mine):
        return False
    return any(isinstance(each, ReaderMended) or each.fixture is Fixture.READER for each in mine)


def _whose(desk: Composing, each: Stood) -> tuple[str, str | None, GamingDay]:
    """A reader of a day: it wants one inspection, however often its table was opened without."""
    return each.found.table, each.found.subject, desk.clock.day_of(each.since)


def _sections(desk: Composing) -> Iterator[Section]:
    lines = desk.lines(ReaderInspected)
    due, wanting = readers_due(desk), not_inspected(desk)
    standing = [line for line in lines if line.now is not None]
    good = [line for line in standing if passed(line.fact)]
    yield tally(
        readers_to_inspect=len(due),
        inspections=len(standing),
        passed=len(good),
        failed=len(standing) - len(good),
        missing=len({_whose(desk, each) for each, made in wanting if made is None}),
        late=len({_whose(desk, each) for each, made in wanting if made is not None}),
        corrections=sum(len(line.corrections) for line in lines),
    )
    duty = cited_together(duty_words(desk, due).split(", "))
    of_the_day = f" {WHOLE_DAY}" if desk.request.shift else ""
    yield Prose((f"Duty, once a gaming day for each reader on an open table: {duty}.{of_the_day}",), small=True)
    yield plain_table(
        "Not inspected, or late",
        WANTING,
        (_wanting(desk, each, made) for each, made in wanting),
        "Every reader on an open table was inspected in time.",
    )
    scans = desk.lines(LabelScanned)
    rows = (
        (line.fact.table, desk.row(line, COLUMNS, lambda e: _cells(desk, e), _notes(desk, line, scans)))
        for line in lines
    )
    yield SheetTable(COLUMNS, desk.by_pit(rows), none="No inspections on record in this period.")
    others = READERS - {"reader-not-inspected"}
    yield findings_table(desk, "Other findings about readers", others, "No other finding was open.")
    troubles = desk.lines(ReaderFailed, ReaderMended)
    yield plain_table(
        "Failures and repairs",
        TROUBLES,
        (desk.row(line, TROUBLES, lambda e: _trouble(desk, e)) for line in troubles),
        "No reader failed or was repaired in this period.",
    )


def _wanting(desk: Composing, each: Stood, made: datetime | None) -> Row:
    return Row(
        (
            each.found.table,
            each.found.subject or Dash("no serial number on record"),
            desk.time(each.since),
            MarkedWord(f"late, {desk.time(made)}", SheetSign.WARNING)
            if made is not None
            else MarkedWord("missing", SheetSign.ALARM),
            f"{each.rounds:,}",
            f"{each.hands:,}",
            f"{each.minutes:,}",
            desk.source(each.found.cite, each.found.basis),
        )
    )


def _cells(desk: Composing, entry: Entry) -> tuple[Cell, ...]:
    fact = entry.fact
    assert isinstance(fact, ReaderInspected)
    okay = passed(fact)
    proof: Cell = proofs_said(fact.proofs) if fact.proofs else Dash("no function test on record")
    found = fact.says or ("no tampering, working" if okay else "see the function test")
    if fact.tampering:
        found = f"signs of tampering; {found}"
    serial = or_dash(desk.record.serial(fact.table, Fixture.READER, entry.occurred_at), "no serial number on record")
    result = MarkedWord("pass", SheetSign.OKAY) if okay else MarkedWord("fail", SheetSign.WARNING)
    return (
        fact.table,
        serial,
        desk.time(entry.occurred_at),
        result,
        proof,
        found,
        desk.name(fact.by),
        desk.signed(entry),
    )


def _notes(desk: Composing, line: RecordLine, scans: tuple[RecordLine, ...]) -> tuple[str, ...]:
    fact = line.fact
    here = [
        each.at
        for each in scans
        if (each.fact.table, each.fact.deck_set) == (fact.table, "")
        and each.entry.actor == line.entry.actor
        and timedelta() <= line.at - each.at <= STAYED
    ]
    present = (f"The label at the table was scanned at {desk.time(max(here))}.",) if here else ()
    instead = (f"Substitute for the assigned floorperson: {fact.instead_of}",) if fact.instead_of else ()
    return (*present, *instead, *(noted.says for noted in fact.findings))


def _trouble(desk: Composing, entry: Entry) -> tuple[Cell, ...]:
    table = entry.fact.subject.id
    serial = or_dash(desk.record.serial(table, Fixture.READER, entry.occurred_at), "no serial number on record")
    return (
        table,
        serial,
        desk.time(entry.occurred_at),
        tell_fact(entry.fact, desk.name, desk.style).says,
        desk.name(entry.actor),
    )


FORM = PaperForm(
    "inspections", "Reader inspection log", "FA-101", "11", _sections, narrows=frozenset({"pit", "table", "shift"})
)
