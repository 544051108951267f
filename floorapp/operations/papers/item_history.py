"""History of one item (FA-120): a reader or shuffler by serial, a deck set by name or seal, a table, or a person."""

from __future__ import annotations

from collections.abc import Iterator

from floorapp.domain.people import Person
from floorapp.domain.tables import Equipment
from floorapp.domain.values import dataclass
from floorapp.engine.conduct.finding import ConductFinding
from floorapp.operations.entry import Entry
from floorapp.operations.entry_sentences import tell
from floorapp.operations.facts.decks import DecksReceived, DecksSealed
from floorapp.operations.facts.registry import Subject
from floorapp.operations.papers.builder import FILED, Composing, PaperForm, facts, plain_table, tally
from floorapp.operations.papers.exposure_list import dealt_here
from floorapp.operations.papers.record import Record, RecordLine
from floorapp.operations.sheet import Cell, Dash, Kind, Prose, Row, Section, SheetColumn
from floorapp.operations.signatures import signer_words

COLUMNS = (
    SheetColumn("When", Kind.TIME, 2.2),
    SheetColumn("What", Kind.NAME, 1.5),
    SheetColumn("Entry", Kind.TEXT, 6.0),
    SheetColumn("Entered by", Kind.PERSON, 1.8),
    SheetColumn("Signed by", Kind.TEXT, 2.4),
)
EXPOSURE = (
    SheetColumn("Finding", Kind.NAME, 2.2),
    SheetColumn("Table", Kind.ID, 1.0),
    SheetColumn("First round", Kind.TIME, 2.2),
    SheetColumn("Last round", Kind.TIME, 2.2),
    SheetColumn("Minutes", Kind.NUMBER, 0.9),
    SheetColumn("Rounds", Kind.NUMBER, 0.9),
    SheetColumn("Hands", Kind.NUMBER, 0.9),
    SheetColumn("Section", Kind.TEXT, 2.2),
)


@dataclass(frozen=True, slots=True)
class Item:
    """What a history is of: its kind and name, in words, and how the judge of conduct calls it."""

    kind: str
    id: str
    words: str
    #: Of a piece of equipment, what it is.
    fixture: str = ""

    def concerns(self, found: ConductFinding) -> bool:
        """Whether a finding is about it."""
        return self.id == (found.table if self.kind == "table" else found.subject)


def item_named(record: Record, about: str) -> Item | None:
    """A table, a piece of equipment, a deck set, or a person, by what people call it."""
    wanted = about.strip()
    for id in record.tables:
        if id.casefold() == wanted.casefold():
            return Item("table", id, f"Table {id}")
    for key in record.history.keys(Equipment):
        for _, piece in record.history.versions_of(Equipment, key):
            if piece.serial and piece.serial.casefold() == wanted.casefold():
                what = piece.fixture.replace("-", " ").replace("_", " ").capitalize()
                return Item("equipment", piece.serial, f"{what} {piece.serial}", piece.fixture)
    person = person_named(record, wanted)
    if person is not None:
        return Item("person", person.handle, person.name)
    for line in record.lines(DecksReceived, DecksSealed):
        if wanted.casefold() in (line.fact.deck_set.casefold(), line.fact.seal.casefold()):
            return Item("deck-set", line.fact.deck_set, f"Deck set {line.fact.deck_set}")
    return None


def person_named(record: Record, wanted: str) -> Person | None:
    """A person by sign-in name or by name."""
    name = wanted.strip().casefold()
    by_name = (each for each in record.floor.all(Person) if each.name.casefold() == name)
    return record.person(wanted.strip()) or next(by_name, None)


def _sections(desk: Composing) -> Iterator[Section]:
    item = item_named(desk.record, desk.request.about)
    if item is None:  # refused before, unless its name was corrected since
        yield Prose((f"Nothing on record is called “{desk.request.about}”.",))
        return
    lines, found = tuple(_lines(desk, item)), tuple(_found(desk, item))
    signed = sum(any(s.person == item.id for s in line.entry.signatures) for line in lines)
    about_people = {"signed_by_this_person": signed} if item.kind == "person" else {}
    yield tally(
        entries=len(lines),
        **about_people,
        corrected=sum(bool(line.corrections) for line in lines),
        findings=len(found),
        rounds_in_findings=sum(each.dealt.rounds for each in found),
        hands_in_findings=sum(each.dealt.hands for each in found),
        minutes_in_findings=sum(each.dealt.minutes for each in found),
    )
    yield facts(("Item", item.words))
    if item.kind != "person":
        rows = [_exposed(desk, each) for each in found]
        yield plain_table("Dealt with an open finding", EXPOSURE, rows, "Nothing was found.")
    entries = [desk.row(line, COLUMNS, lambda entry: _cells(desk, entry)) for line in lines]
    yield plain_table("Every entry", COLUMNS, entries, "No entry in this period.")


def _lines(desk: Composing, item: Item) -> Iterator[RecordLine]:
    """Every entry about it in the period; of a person also what they entered and signed."""
    if item.kind == "person":
        for line in desk.lines():
            entry = line.entry
            about = Subject("person", item.id)
            signers = {entry.actor, *(each.person for each in entry.signatures)}
            if item.id in signers or about == entry.fact.subject or about in entry.fact.mentions:
                yield line
        return
    found = {line.entry.id: line for line in desk.record.timeline(Subject(item.kind, item.id))}
    if item.kind == "equipment":
        found |= {line.entry.id: line for line in _at_its_tables(desk.record, item)}
    for line in sorted(found.values(), key=lambda each: (each.at, each.entry.position)):
        if desk.covers(line.at):
            yield line


def _at_its_tables(record: Record, item: Item) -> Iterator[RecordLine]:
    """What was done with a piece where it stood: an inspection names the table, not the serial."""
    keys = record.history.keys(Equipment)
    pieces = (piece for key in keys for _, piece in record.history.versions_of(Equipment, key))
    for table in {piece.table for piece in pieces if piece.serial == item.id}:
        for line in record.timeline(Subject("table", table)):
            if line.fact.KIND.startswith(f"{item.fixture}.") and record.serial(table, item.fixture, line.at) == item.id:
                yield line


def _found(desk: Composing, item: Item) -> Iterator[ConductFinding]:
    for each in desk.record.judge.findings():
        if item.concerns(each) and dealt_here(desk, each):
            yield each


def _cells(desk: Composing, entry: Entry) -> tuple[Cell, ...]:
    told = tell(entry, desk.name)
    signers = dict.fromkeys(signer_words(each, desk.name) for each in entry.signatures)
    return (
        desk.time(entry.occurred_at),
        told.about.capitalize(),
        f"{told.says} · {told.more}" if told.more else told.says,
        desk.name(entry.actor),
        "; ".join(signers) or Dash("no signature"),
    )


def _exposed(desk: Composing, found: ConductFinding) -> Row:
    first, last = found.dealt.first, found.dealt.last
    return Row(
        (
            found.says,
            found.table,
            desk.time(first.at) if first else Dash("no round"),
            desk.time(last.at) if last else Dash("no round"),
            str(found.dealt.minutes),
            str(found.dealt.rounds),
            str(found.dealt.hands),
            desk.cited(found.cite),
        )
    )


FORM = PaperForm(
    "item", "History of one item", "FA-120", "5", _sections, about="item", needs_about=True, signers=(FILED,)
)
