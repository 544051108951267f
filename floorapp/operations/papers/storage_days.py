"""Card storage day by day, its places against their par levels, its physical inventories, and sets not located."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta

from floorapp.domain.card_storage import UNNAMED, StorageKind, StoragePlace
from floorapp.domain.decks import AT_TABLE, DeckSet, Spot
from floorapp.domain.gaming_day import GamingDay
from floorapp.operations.entry import Entry
from floorapp.operations.facts.card_storage import StorageCounted
from floorapp.operations.papers.builder import Composing, or_dash, plain_table
from floorapp.operations.papers.history import FloorThen, History
from floorapp.operations.papers.record import RecordLine
from floorapp.operations.sheet import Cell, Kind, MarkedWord, Row, Section, SheetColumn, SheetSign

#: Cards in use longer than this stand in a column of their own.
LONG = timedelta(hours=24)
DAYS = (
    SheetColumn("Gaming day", Kind.TIME, 1.3),
    SheetColumn("On hand", Kind.NUMBER, 0.9),
    SheetColumn("Received", Kind.NUMBER, 0.9),
    SheetColumn("Returned", Kind.NUMBER, 0.9),
    SheetColumn("Distributed", Kind.NUMBER, 1.1),
    SheetColumn("In use", Kind.NUMBER, 0.8),
    SheetColumn("Over 24 hours", Kind.NUMBER, 1.0),
    SheetColumn("Held", Kind.NUMBER, 0.7),
    SheetColumn("Canceled", Kind.NUMBER, 0.9),
    SheetColumn("Destroyed", Kind.NUMBER, 1.0),
    SheetColumn("On hand at the end", Kind.NUMBER, 1.1),
    SheetColumn("Difference", Kind.STATE, 1.0),
)
PARS = (
    SheetColumn("Place", Kind.NAME, 2.4),
    SheetColumn("Kind", Kind.TEXT, 1.4),
    SheetColumn("Par level", Kind.NUMBER, 1.0),
    SheetColumn("On hand at the end", Kind.NUMBER, 1.4),
    SheetColumn("Below par", Kind.NUMBER, 1.0),
)
COUNTS = (
    SheetColumn("Counted", Kind.TIME, 1.6),
    SheetColumn("Place", Kind.NAME, 1.4),
    SheetColumn("Found", Kind.NUMBER, 0.8),
    SheetColumn("Not found", Kind.TEXT, 2.2),
    SheetColumn("Registered elsewhere", Kind.TEXT, 2.2),
    SheetColumn("Difference", Kind.STATE, 1.0),
    SheetColumn("Explanation", Kind.TEXT, 2.4),
    SheetColumn("By", Kind.PERSON, 1.4),
)
LOST = (
    SheetColumn("Deck set", Kind.ID, 1.6),
    SheetColumn("Seal", Kind.ID, 1.6),
    SheetColumn("Registered in", Kind.NAME, 1.6),
    SheetColumn("Not found at the count of", Kind.TIME, 2.0),
)


def storage_days(desk: Composing, history: History) -> Iterator[Section]:
    """A row a gaming day: what was there, what came and went, what must be there at its end."""
    rows = []
    day = desk.first
    while day <= desk.last and desk.clock.start_of(day) <= desk.so_far:
        rows.append(_day(desk, history, day))
        day = day.next()
    yield plain_table("Day by day", DAYS, rows, "The period has not begun.")


def _day(desk: Composing, history: History, day: GamingDay) -> Row:
    begins = desk.clock.start_of(day)
    ends = min(desk.clock.end_of(day), desk.so_far)
    before, after = history.at(begins - timedelta(microseconds=1)), history.at(ends)
    steps = Counter(_steps(history, before, begins, ends))
    begin, end = _at(before, Spot.STORE), _at(after, Spot.STORE)
    received, returned = steps["", Spot.STORE], steps[Spot.ISSUED, Spot.STORE]
    distributed = sum(many for (was, _), many in steps.items() if was is Spot.STORE)
    in_use = [each for each in after.all(DeckSet) if each.spot in AT_TABLE]
    long = sum(each.in_play_at is not None and ends - each.in_play_at > LONG for each in in_use)
    difference = begin + received + returned - distributed - end
    mark = MarkedWord("0", SheetSign.OKAY) if not difference else MarkedWord(f"{difference:+d}", SheetSign.ALARM)
    figures = (begin, received, returned, distributed, len(in_use), long, _at(after, Spot.HELD))
    gone = (sum(many for (_, now), many in steps.items() if now is spot) for spot in (Spot.CANCELED, Spot.DESTROYED))
    return Row((desk.style.date(day.date), *map(str, figures), *map(str, gone), str(end), mark))


def _at(then: FloorThen, spot: Spot) -> int:
    return sum(each.spot is spot for each in then.all(DeckSet))


def _steps(history: History, before: FloorThen, begins: datetime, ends: datetime) -> Iterator[tuple[Spot | str, Spot]]:
    """Each step of each set from one spot to another; from none where it was received."""
    for key in history.keys(DeckSet):
        known = before.get(DeckSet, key)
        last: Spot | str = known.spot if known is not None else ""
        for at, each in history.versions(DeckSet, key):
            if begins <= at <= ends and each.spot != last:
                yield last, each.spot
                last = each.spot


def places_of(after: FloorThen) -> list[StoragePlace]:
    """The places of card storage; one without a name where the property names none."""
    return [each for each in after.all(StoragePlace) if each.in_use] or [UNNAMED]


def first_of(places: list[StoragePlace]) -> StoragePlace:
    """Where sets are received, and where one is that has not been moved."""
    return min(places, key=lambda each: list(StorageKind).index(each.kind))


def inventories(desk: Composing, after: FloorThen) -> Iterator[Section]:
    """The places against their par levels, every count of the period, and what nobody has located."""
    places = places_of(after)
    first = first_of(places).id
    here = Counter(each.place or first for each in after.all(DeckSet) if each.spot is Spot.STORE)
    rows = (
        Row((each.name, each.kind.words, str(each.par), str(here[each.id]), str(max(0, each.par - here[each.id]))))
        for each in places
    )
    yield plain_table("Places and par levels", PARS, rows, "No place of card storage is set up.")
    named = {each.id: each.name for each in places}
    counts = desk.lines(StorageCounted)
    rows = (desk.row(line, COUNTS, lambda e: _count(desk, named, e)) for line in counts)
    yield plain_table("Physical inventory", COUNTS, rows, "Card storage was not counted in this period.")
    last = _last_counts(desk)
    never = ", ".join(each.name for each in places if here[each.id] and each.id not in last)
    all_located = "Every registered set is located."
    located = f"Every set is located in the places that were counted. Never counted: {never}." if never else all_located
    yield plain_table("Not located", LOST, _lost(desk, after, named, first), located)


def _count(desk: Composing, named: dict[str, str], entry: Entry) -> tuple[Cell, ...]:
    fact = entry.fact
    assert isinstance(fact, StorageCounted)
    off = len(fact.missing) + len(fact.extra)
    mark = MarkedWord("0", SheetSign.OKAY) if not off else MarkedWord(str(off), SheetSign.ALARM)
    return (
        desk.minute(entry.occurred_at),
        named.get(fact.place, fact.place or "Card storage"),
        str(len(fact.found)),
        or_dash(", ".join(fact.missing), "none"),
        or_dash(", ".join(fact.extra), "none"),
        mark,
        or_dash(fact.says, "no difference"),
        desk.name(entry.actor),
    )


def _counts(desk: Composing) -> list[RecordLine]:
    return [line for line in desk.record.lines(StorageCounted, last=desk.last) if line.at <= desk.then.instant]


def _last_counts(desk: Composing) -> dict[str, RecordLine]:
    """The last count of each place."""
    return {line.fact.place: line for line in _counts(desk)}


def _lost(desk: Composing, after: FloorThen, named: dict[str, str], first: str) -> Iterator[Row]:
    """Sets registered in a place whose last count did not find them, and no later count anywhere did."""
    counts = _counts(desk)
    for place, line in sorted(_last_counts(desk).items()):
        for name in line.fact.missing:
            decks = after.get(DeckSet, name)
            located = any(name in other.fact.found and other.at >= line.at for other in counts)
            if decks is not None and decks.spot is Spot.STORE and (decks.place or first) == place and not located:
                where = named.get(place, place or "Card storage")
                yield Row((name, decks.seal, where, desk.minute(line.at)), line.entry.number)
