"""Reader inspection log (FA-101): every reader's inspection, what it found, and what failed and was mended."""

from __future__ import annotations

from collections.abc import Iterator

from floorapp.domain.tables import Fixture
from floorapp.operations.entry import Entry
from floorapp.operations.entry_sentences import tell_fact
from floorapp.operations.facts.devices import ReaderFailed, ReaderInspected, ReaderMended
from floorapp.operations.papers.builder import Composing, Form, or_dash, plain_table, tally
from floorapp.operations.papers.record import RecordLine
from floorapp.operations.sheet import Cell, Column, Dash, Kind, Mark, Prose, Section, Sign, Table

COLUMNS = (
    Column("Table", Kind.NAME, 0.9),
    Column("Reader", Kind.ID, 1.6),
    Column("Time", Kind.TIME, 1.8),
    Column("Result", Kind.STATE, 1.2),
    Column("Function test", Kind.TEXT, 1.5),
    Column("Found", Kind.TEXT, 2.9),
    Column("Inspected by", Kind.PERSON, 1.8),
)
TROUBLES = (
    Column("Table", Kind.NAME, 0.9),
    Column("Reader", Kind.ID, 1.6),
    Column("Time", Kind.TIME, 1.8),
    Column("What happened", Kind.TEXT, 5.0),
    Column("By", Kind.PERSON, 1.8),
)


def passed(fact: ReaderInspected) -> bool:
    """Whether an inspection found the reader in order."""
    return fact.working and not fact.tampering and all(proof.passed for proof in fact.proofs)


def readers_due(desk: Composing) -> dict[str, str]:
    """The tables asked for that have a reader which is to be inspected daily, each with the paragraph."""
    due = {}
    for table in sorted(desk.record.fitted(Fixture.READER, desk.ends)):
        book, known = desk.record.rulebook(table), desk.record.tables.get(table)
        if book is None or known is None or known.retired or not desk.wants(table):
            continue
        if book.reader.inspected_daily.value:
            due[table] = book.source(book.reader.inspected_daily)
    return due


def _sections(desk: Composing) -> Iterator[Section]:
    lines = desk.lines(ReaderInspected)
    due = readers_due(desk)
    standing = [line for line in lines if line.now is not None]
    good = [line for line in standing if passed(line.fact)]
    seen = {(line.fact.table, line.fact.gaming_day) for line in good}
    missing = 0 if desk.request.shift else sum((t, str(day)) not in seen for t in due for day in desk.days())
    corrected = sum(len(line.corrections) for line in lines)
    yield tally(
        readers_with_a_daily_inspection=len(due),
        inspections=len(standing),
        passed=len(good),
        failed=len(standing) - len(good),
        missing=missing,
        corrections=corrected,
    )
    cites = ", ".join(dict.fromkeys(due.values())) or "no reader here needs a daily inspection"
    yield Prose((f"Duty: {cites}.",), small=True)
    rows = ((line.fact.table, desk.row(line, COLUMNS, lambda e: _cells(desk, e), _notes(line))) for line in lines)
    yield Table(COLUMNS, desk.by_pit(rows), none="No inspections on record in this period.")
    troubles = desk.lines(ReaderFailed, ReaderMended)
    yield plain_table(
        "Failures and repairs",
        TROUBLES,
        (desk.row(line, TROUBLES, lambda e: _trouble(desk, e)) for line in troubles),
        "No reader failed or was repaired in this period.",
    )


def _cells(desk: Composing, entry: Entry) -> tuple[Cell, ...]:
    fact = entry.fact
    assert isinstance(fact, ReaderInspected)
    okay = passed(fact)
    good = sum(proof.passed for proof in fact.proofs)
    proof: Cell = f"{good} of {len(fact.proofs)} signals" if fact.proofs else Dash("no function test on record")
    found = fact.says or ("no tampering, working" if okay else "see the function test")
    if fact.tampering:
        found = f"signs of tampering; {found}"
    serial = or_dash(desk.record.serial(fact.table, Fixture.READER, entry.occurred_at), "no serial number on record")
    result = Mark("pass", Sign.OKAY) if okay else Mark("fail", Sign.WARNING)
    return fact.table, serial, desk.time(entry.occurred_at), result, proof, found, desk.name(fact.by)


def _notes(line: RecordLine) -> tuple[str, ...]:
    fact = line.fact
    instead = (f"Substitute for the assigned floorperson: {fact.instead_of}",) if fact.instead_of else ()
    return (*instead, *(noted.says for noted in fact.findings))


def _trouble(desk: Composing, entry: Entry) -> tuple[Cell, ...]:
    table = entry.fact.subject.id
    serial = or_dash(desk.record.serial(table, Fixture.READER, entry.occurred_at), "no serial number on record")
    return table, serial, desk.time(entry.occurred_at), tell_fact(entry.fact, desk.name).says, desk.name(entry.actor)


FORM = Form(
    "inspections", "Reader inspection log", "FA-101", "3", _sections, narrows=frozenset({"pit", "table", "shift"})
)
