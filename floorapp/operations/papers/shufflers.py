"""Shuffler and batch log (FA-103): which batch went where, each shuffle's count, and faults with how long they took."""

from __future__ import annotations

from collections.abc import Iterator

from floorapp.domain.tables import Fixture, ShufflingMethod
from floorapp.domain.written_time import span
from floorapp.operations.entry import Entry
from floorapp.operations.entry_sentences import tell_fact
from floorapp.operations.facts import devices, shoes
from floorapp.operations.papers.builder import Composing, PaperForm, noted_in, or_dash, plain_table, tally
from floorapp.operations.papers.conduct_rows import SHUFFLING, findings_table
from floorapp.operations.papers.record import RecordLine
from floorapp.operations.sheet import Cell, Dash, Kind, MarkedWord, Row, Section, SheetColumn, SheetSign, SheetTable
from floorapp.operations.unsigned import SIGNED_KINDS

BATCHES = (
    shoes.BatchLoaded,
    shoes.ShoeBegun,
    shoes.CoverCardReached,
    shoes.CardBurned,
    shoes.ShoeIdle,
    shoes.ShoeResumed,
    shoes.ShoeEnded,
    shoes.ShoeRecut,
    shoes.ShoeReshuffled,
)
FAULTS = (
    devices.ShufflerFaulted,
    devices.ShufflerAcknowledged,
    devices.FaultReshuffled,
    devices.ShufflerTakenOut,
    devices.ShufflerReturned,
)

COLUMNS = (
    SheetColumn("Table", Kind.NAME, 0.9),
    SheetColumn("Shuffler", Kind.ID, 1.5),
    SheetColumn("Time", Kind.TIME, 1.8),
    SheetColumn("Batch", Kind.ID, 1.6),
    SheetColumn("What happened", Kind.TEXT, 4.6),
    SheetColumn("By", Kind.PERSON, 1.7),
    SheetColumn("Signed", Kind.STATE, 1.6),
)
FAULT_COLUMNS = (
    SheetColumn("Table", Kind.NAME, 0.9),
    SheetColumn("Fault", Kind.STATE, 1.5),
    SheetColumn("Since", Kind.TIME, 1.8),
    SheetColumn("Acknowledged after", Kind.NUMBER, 1.2),
    SheetColumn("Reshuffled after", Kind.NUMBER, 1.4),
    SheetColumn("Back after", Kind.NUMBER, 1.2),
    SheetColumn("Said", Kind.TEXT, 3.2),
)


def _sections(desk: Composing) -> Iterator[Section]:
    lines = desk.lines(*BATCHES, *FAULTS)
    lines = tuple(line for line in lines if not _by_hand(desk, line))
    faults = [line for line in lines if isinstance(line.fact, devices.ShufflerFaulted)]
    ended = [line.fact for line in lines if isinstance(line.fact, shoes.ShoeEnded)]
    yield tally(
        batches_loaded=sum(isinstance(line.fact, shoes.BatchLoaded) for line in lines),
        shoes_begun=sum(isinstance(line.fact, shoes.ShoeBegun) for line in lines),
        shoes_counted=len(ended),
        cut_cards_out=sum(isinstance(line.fact, shoes.CoverCardReached) for line in lines),
        cards_burned=sum(isinstance(line.fact, shoes.CardBurned) for line in lines),
        dead_games=sum(isinstance(line.fact, shoes.ShoeIdle) for line in lines),
        incomplete=sum(not fact.complete for fact in ended),
        faults=len(faults),
        corrections=sum(len(line.corrections) for line in lines),
    )
    yield plain_table(
        "Faults of shufflers",
        FAULT_COLUMNS,
        (_fault(desk, line, lines) for line in faults),
        "No shuffler failed in this period.",
    )
    rows = (
        (line.fact.table, desk.row(line, COLUMNS, lambda e: _cells(desk, e), [n.says for n in noted_in(line.fact)]))
        for line in lines
    )
    yield SheetTable(COLUMNS, desk.by_pit(rows), title="Batches and shoes", none="No batch was moved in this period.")
    yield findings_table(
        desk, "Findings about shuffling", SHUFFLING, "Nothing stood against the shoes that were dealt."
    )


def _by_hand(desk: Composing, line: RecordLine) -> bool:
    """Whether a table was set up for the hand shuffle then: such a shoe is no shuffler's."""
    table = desk.record.table_at(line.fact.table, line.at)
    return table is not None and table.method is ShufflingMethod.BY_HAND


def _cells(desk: Composing, entry: Entry) -> tuple[Cell, ...]:
    table = entry.fact.subject.id
    serial = desk.record.serial(table, Fixture.SHUFFLER, entry.occurred_at)
    return (
        table,
        or_dash(serial, "no shuffler on record"),
        desk.time(entry.occurred_at),
        or_dash(getattr(entry.fact, "deck_set", ""), "not about one batch"),
        tell_fact(entry.fact, desk.name, desk.style).says,
        desk.name(entry.actor),
        desk.signed(entry) if entry.fact.KIND in SIGNED_KINDS else Dash("not an entry that is signed"),
    )


def _fault(desk: Composing, line: RecordLine, lines: tuple[RecordLine, ...]) -> Row:
    """A fault with how long it took until it was seen to, until the reshuffle, and until it worked again."""
    same = [
        each for each in lines if each.fact.table == line.fact.table and each.at >= line.at and each.now is not None
    ]
    nexts = [each.at for each in same if isinstance(each.fact, devices.ShufflerFaulted) and each.at > line.at]
    until = min(nexts, default=desk.ends)

    def after(*kinds: type) -> Cell:
        done = next((each.at for each in same if isinstance(each.fact, kinds) and each.at <= until), None)
        return Dash("not in this period") if done is None else span(done - line.at)

    def cells(entry: Entry) -> tuple[Cell, ...]:
        fact = entry.fact
        assert isinstance(fact, devices.ShufflerFaulted)
        return (
            fact.table,
            MarkedWord(fact.condition.value.replace("-", " "), SheetSign.WARNING),
            desk.time(entry.occurred_at),
            after(devices.ShufflerAcknowledged, devices.ShufflerTakenOut),
            after(devices.FaultReshuffled),
            after(devices.ShufflerReturned),
            fact.says or "no words",
        )

    return desk.row(line, FAULT_COLUMNS, cells)


FORM = PaperForm(
    "shufflers", "Shuffler and batch log", "FA-103", "5", _sections, narrows=frozenset({"pit", "table", "shift"})
)
