"""Device master list (FA-109): every reader, shuffler and other piece that stands on the floor, and what left it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from floorapp.domain.devices import ReaderStatus, Shuffler, ShufflerCondition
from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.signals import ReaderSession
from floorapp.domain.tables import Equipment, Fixture
from floorapp.operations.entry import Entry
from floorapp.operations.facts import devices as told
from floorapp.operations.facts.house import EquipmentFitted, EquipmentRemoved
from floorapp.operations.facts.signals import ReaderGreeted
from floorapp.operations.papers.builder import Composing, PaperForm, or_dash, plain_table, tally
from floorapp.operations.papers.record import Replayed
from floorapp.operations.sheet import (
    Cell,
    Dash,
    Group,
    Kind,
    MarkedWord,
    Row,
    Section,
    SheetColumn,
    SheetSign,
    SheetTable,
)

COLUMNS = (
    SheetColumn("Table", Kind.NAME, 0.9),
    SheetColumn("Serial", Kind.ID, 1.8),
    SheetColumn("Make and model", Kind.TEXT, 1.8),
    SheetColumn("Kind", Kind.TEXT, 1.5),
    SheetColumn("Place", Kind.TEXT, 1.8),
    SheetColumn("Firmware", Kind.ID, 1.0),
    SheetColumn("Installed", Kind.TIME, 1.8),
    SheetColumn("Approval", Kind.TEXT, 1.5),
    SheetColumn("Status", Kind.STATE, 1.8),
)
REMOVED = (
    SheetColumn("Table", Kind.NAME, 0.9),
    SheetColumn("Device", Kind.TEXT, 1.4),
    SheetColumn("Serial", Kind.ID, 1.8),
    SheetColumn("Removed", Kind.TIME, 1.8),
    SheetColumn("Reason", Kind.TEXT, 4.0),
    SheetColumn("By", Kind.PERSON, 1.6),
)
TOLD = (
    told.ReaderFailed,
    told.ReaderMended,
    told.ShufflerFaulted,
    told.ShufflerTakenOut,
    told.ShufflerReturned,
    told.FaultReshuffled,
    ReaderGreeted,
)

#: What a regulator asks for first comes first.
ORDER = sorted(Fixture, key=lambda each: (each is not Fixture.READER, each is not Fixture.SHUFFLER))

#: Inspections are many; those of this time say how a reader stands.
INSPECTIONS_OF = timedelta(days=62)


def _sections(desk: Composing) -> Iterator[Section]:
    lately = GamingDay(desk.last.date - INSPECTIONS_OF)
    inspected = desk.record.lines(told.ReaderInspected, first=lately, last=desk.last)
    told_of = (*inspected, *desk.record.lines(*TOLD, last=desk.last))
    of_time = (line for line in told_of if line.at <= desk.then.instant)
    now = Replayed(sorted(of_time, key=lambda line: (line.at, line.entry.position)))
    pieces = [e for e in desk.then.all(Equipment) if e.fitted and desk.wants(e.table)]
    records = _records(desk)
    groups = []
    for fixture in ORDER:
        rows = tuple(_row(desk, now, each, records) for each in pieces if each.fixture is fixture)
        if rows:
            groups.append(Group(rows, f"{fixture.value.replace('-', ' ').capitalize()}: {len(rows)}"))
    yield tally(
        devices=len(pieces),
        readers=sum(each.fixture is Fixture.READER for each in pieces),
        shufflers=sum(each.fixture is Fixture.SHUFFLER for each in pieces),
        tables=len({each.table for each in pieces}),
    )
    yield SheetTable(COLUMNS, tuple(groups), none="No device was on record by then.")
    gone = desk.lines(EquipmentRemoved)
    rows_gone = (desk.row(line, REMOVED, lambda e: _gone(desk, e)) for line in gone)
    yield plain_table("Removed in this period", REMOVED, rows_gone, "No device was removed in this period.")


def _records(desk: Composing) -> dict[tuple[str, str, str], str]:
    """The entry that put each piece where it stood."""
    found: dict[tuple[str, str, str], str] = {}
    for line in desk.record.lines(EquipmentFitted, told.ReaderMended):
        fact = line.fact
        if line.now is not None and line.at <= desk.then.instant:
            fixture = Fixture.READER if isinstance(fact, told.ReaderMended) else fact.fixture
            found[fact.table, fixture, fact.serial] = line.entry.number
    return found


def _row(desk: Composing, now: Replayed, piece: Equipment, records: dict[tuple[str, str, str], str]) -> Row:
    session = next((s for s in now.all(ReaderSession) if s.table == piece.table), None)
    firmware = getattr(session, "firmware", "") if piece.fixture is Fixture.READER else piece.firmware
    wall = desk.wall(piece.fitted_at)
    cells: tuple[Cell, ...] = (
        piece.table,
        or_dash(piece.serial, "no serial number"),
        or_dash(f"{piece.make} {piece.model}".strip(), "make and model not on record"),
        or_dash(_kind(piece), "one kind only"),
        or_dash(piece.place, "usual place"),
        or_dash(firmware, "not reported"),
        desk.style.stamp(wall),
        or_dash(piece.approval, "none on record"),
        _state(desk, now, piece),
    )
    return Row(cells, records.get((piece.table, piece.fixture, piece.serial), "not on record"))


def _kind(piece: Equipment) -> str:
    """A reader's kind, the ways a shuffler shuffles, the mark on a discard rack."""
    if piece.reader_kind is not None:
        return f"{piece.reader_kind.value.replace('-', ' ')} reader"
    if piece.decks:
        return f"marked for {piece.decks} decks"
    return ", ".join(each.value.replace("-", " ") for each in piece.modes)


def _state(desk: Composing, now: Replayed, piece: Equipment) -> MarkedWord | Dash:
    if piece.fixture is Fixture.READER:
        status = now.get(ReaderStatus, piece.table)
        if status is not None and status.failed_at is not None:
            return MarkedWord("failed", SheetSign.ALARM)
        if status is None or not status.inspected_day:
            return MarkedWord("not inspected yet", SheetSign.DUE)
        return MarkedWord(f"pass {desk.style.date(date.fromisoformat(status.inspected_day))}", SheetSign.OKAY)
    if piece.fixture is Fixture.SHUFFLER:
        shuffler = now.get(Shuffler, piece.table)
        if shuffler is None or shuffler.condition is ShufflerCondition.WORKING:
            return MarkedWord("working", SheetSign.OKAY)
        return MarkedWord(shuffler.condition.words, SheetSign.WARNING)
    return MarkedWord("installed", SheetSign.OKAY)


def _gone(desk: Composing, entry: Entry) -> tuple[Cell, ...]:
    fact = entry.fact
    assert isinstance(fact, EquipmentRemoved)
    return (
        fact.table,
        fact.fixture.value.replace("-", " "),
        fact.serial,
        desk.time(entry.occurred_at),
        fact.reason or Dash("none given"),
        desk.name(entry.actor),
    )


FORM = PaperForm("devices", "Device master list", "FA-109", "8", _sections, narrows=frozenset({"pit"}), as_of=True)
