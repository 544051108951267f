"""Shuffler and batch log (FA-103): which batch went where, each shuffle's count, and faults with how long they took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from floorapp.domain.tables import Equipment, Fixture, ShufflingMethod
from floorapp.domain.written_time import span
from floorapp.operations.entry import Entry
from floorapp.operations.entry_sentences import tell_fact
from floorapp.operations.facts import devices, shoes
from floorapp.operations.facts.registry import Fact
from floorapp.operations.papers.builder import Composing, PaperForm, noted_in, or_dash, plain_table, tally
from floorapp.operations.papers.conduct_rows import SHUFFLING, findings_table
from floorapp.operations.papers.record import RecordLine
from floorapp.operations.sheet import Cell, Dash, Kind, MarkedWord, Row, Section, SheetColumn, SheetSign, SheetTable

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
COMPARED = (
    SheetColumn("Model", Kind.TEXT, 2.2),
    SheetColumn("Serial", Kind.ID, 1.8),
    SheetColumn("Table", Kind.NAME, 1.0),
    SheetColumn("Firmware", Kind.TEXT, 1.2),
    SheetColumn("Seal on its ports", Kind.ID, 1.4),
    SheetColumn("Faults", Kind.NUMBER, 0.8),
    SheetColumn("Causes", Kind.TEXT, 2.8),
    SheetColumn("Taken out", Kind.NUMBER, 0.9),
    SheetColumn("Not emptied", Kind.NUMBER, 1.0),
)
FAULT_COLUMNS = (
    SheetColumn("Table", Kind.NAME, 0.9),
    SheetColumn("Fault", Kind.STATE, 1.5),
    SheetColumn("Cause", Kind.TEXT, 1.3),
    SheetColumn("Since", Kind.TIME, 1.8),
    SheetColumn("Acknowledged after", Kind.NUMBER, 1.2),
    SheetColumn("Reshuffled after", Kind.NUMBER, 1.4),
    SheetColumn("Back after", Kind.NUMBER, 1.2),
    SheetColumn("Remarks", Kind.TEXT, 3.2),
)


def _sections(desk: Composing) -> Iterator[Section]:
    lines = desk.lines(*BATCHES, *FAULTS)
    lines = tuple(line for line in lines if not _by_hand(desk, line))
    faults = [line for line in lines if isinstance(line.fact, devices.ShufflerFaulted)]
    standing = [line.fact for line in lines if line.now is not None]
    ended = [fact for fact in standing if isinstance(fact, shoes.ShoeEnded)]
    yield tally(
        batches_loaded=sum(isinstance(fact, shoes.BatchLoaded) for fact in standing),
        shoes_begun=sum(isinstance(fact, shoes.ShoeBegun) for fact in standing),
        shoes_counted=len(ended),
        cut_cards_out=sum(isinstance(fact, shoes.CoverCardReached) for fact in standing),
        cards_burned=sum(isinstance(fact, shoes.CardBurned) for fact in standing),
        dead_games=sum(isinstance(fact, shoes.ShoeIdle) for fact in standing),
        incomplete=sum(not fact.complete for fact in ended),
        faults=sum(isinstance(fact, devices.ShufflerFaulted) for fact in standing),
        corrections=sum(len(line.corrections) for line in lines),
    )
    yield plain_table(
        "Faults of shufflers",
        FAULT_COLUMNS,
        (_fault(desk, line, lines) for line in faults),
        "No shuffler failed in this period.",
    )
    yield plain_table("Shufflers compared", COMPARED, _compared(desk, lines), "No shuffler is on record.")
    rows = (
        (line.fact.table, desk.row(line, COLUMNS, lambda e: _cells(desk, e), [n.says for n in noted_in(line.fact)]))
        for line in lines
    )
    yield SheetTable(COLUMNS, desk.by_pit(rows), title="Batches and shoes", none="No batch was moved in this period.")
    yield findings_table(desk, "Findings about shuffling", SHUFFLING, "No shoe was dealt with an open finding.")


def _cause(fact: object) -> str:
    return fact.cause.words if isinstance(fact, devices.ShufflerFaultedBy) else ""


def _compared(desk: Composing, lines: tuple[RecordLine, ...]) -> Iterator[Row]:
    """Every shuffler by model, then serial, with its faults of the period wherever it stood, most of them first."""
    fitted = (e for e in desk.then.all(Equipment) if e.fixture is Fixture.SHUFFLER and e.fitted and desk.wants(e.table))
    pieces = {each.serial: each for each in fitted}
    own: dict[str, list[Fact]] = {}
    for line in lines:
        piece = desk.record.fitted_at(line.fact.table, Fixture.SHUFFLER, line.at)
        if piece is not None and line.now is not None and isinstance(line.fact, FAULTS):
            pieces.setdefault(piece.serial, piece)
            own.setdefault(piece.serial, []).append(line.fact)
    found = []
    for serial, piece in pieces.items():
        here = own.get(serial, [])
        faults = [each for each in here if isinstance(each, devices.ShufflerFaulted)]
        causes = Counter(_cause(each) or "not entered" for each in faults)
        out = [each for each in here if isinstance(each, devices.ShufflerTakenOut)]
        left = sum(isinstance(each, devices.ShufflerEmptied) and not each.emptied for each in out)
        said = ", ".join(f"{many} {cause}" for cause, many in causes.most_common())
        model = f"{piece.make} {piece.model}".strip()
        cells: tuple[Cell, ...] = (
            or_dash(model, "not on record"),
            serial,
            piece.table,
            or_dash(piece.firmware, "not on record"),
            or_dash(piece.port_seal, "not on record"),
            str(len(faults)),
            or_dash(said, "no fault"),
            str(len(out)),
            str(left),
        )
        found.append((model, -len(faults), serial, Row(cells)))
    yield from (row for *_, row in sorted(found, key=lambda each: each[:3]))


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
        desk.signed(entry),
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
            MarkedWord(fact.condition.words, SheetSign.WARNING),
            _cause(fact) or Dash("cause not entered"),
            desk.time(entry.occurred_at),
            after(devices.ShufflerAcknowledged, devices.ShufflerTakenOut),
            after(devices.FaultReshuffled),
            after(devices.ShufflerReturned),
            fact.says or "no remarks",
        )

    return desk.row(line, FAULT_COLUMNS, cells)


FORM = PaperForm(
    "shufflers", "Shuffler and batch log", "FA-103", "10", _sections, narrows=frozenset({"pit", "table", "shift"})
)
