"""Card storage reconciliation (FA-121): sets before the period, what came and went, and what must be there after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime

from floorapp.domain.decks import AT_TABLE, DeckSet, Spot
from floorapp.operations.facts import decks
from floorapp.operations.facts.card_storage import StoragePlaceSet
from floorapp.operations.facts.registry import Fact
from floorapp.operations.papers.builder import INSTANT, Composing, PaperForm, plain_table, tally
from floorapp.operations.papers.custody import KINDS
from floorapp.operations.papers.history import FloorThen, History
from floorapp.operations.papers.storage_days import first_of, inventories, places_of, storage_days
from floorapp.operations.sheet import Kind, MarkedWord, Row, Section, SheetColumn, SheetSign

#: Where sets can be, in the order of their way, each with the spots that count for it.
PLACES: dict[str, frozenset[Spot]] = {
    "In card storage": frozenset({Spot.STORE}),
    "Delivered, sealed": frozenset({Spot.ISSUED}),
    "At tables": AT_TABLE,
    "Out of service": frozenset({Spot.WITHDRAWN, Spot.SEALED}),
    "With security": frozenset({Spot.COLLECTED}),
    "Held for investigation": frozenset({Spot.HELD}),
    "Canceled": frozenset({Spot.CANCELED}),
    "Destroyed": frozenset({Spot.DESTROYED}),
}
BALANCE = (
    SheetColumn("Place", Kind.NAME, 2.2),
    SheetColumn("At the beginning", Kind.NUMBER, 1.4),
    SheetColumn("In", Kind.NUMBER, 1.0),
    SheetColumn("Out", Kind.NUMBER, 1.0),
    SheetColumn("At the end", Kind.NUMBER, 1.2),
    SheetColumn("Decks at the end", Kind.NUMBER, 1.4),
    SheetColumn("Reconciles", Kind.STATE, 1.6),
)
KINDS_OF_CARDS = (
    SheetColumn("Brand and design", Kind.TEXT, 2.6),
    SheetColumn("Back", Kind.TEXT, 1.2),
    SheetColumn("Decks per set", Kind.NUMBER, 1.0),
    SheetColumn("At the beginning", Kind.NUMBER, 1.4),
    SheetColumn("Received", Kind.NUMBER, 1.0),
    SheetColumn("Delivered", Kind.NUMBER, 1.0),
    SheetColumn("In storage at the end", Kind.NUMBER, 1.6),
)
STORED = (
    SheetColumn("Deck set", Kind.ID, 1.6),
    SheetColumn("Brand and design", Kind.TEXT, 2.4),
    SheetColumn("Back", Kind.TEXT, 1.1),
    SheetColumn("Decks", Kind.NUMBER, 0.8),
    SheetColumn("Condition", Kind.TEXT, 1.4),
    SheetColumn("Seal", Kind.ID, 1.8),
    SheetColumn("Place", Kind.TEXT, 1.2),
    SheetColumn("Received", Kind.TIME, 1.8),
)


def _sections(desk: Composing) -> Iterator[Section]:
    history = History(desk.record.lines(*_moving()))
    before, after = history.at(desk.begins - INSTANT), history.at(desk.then.instant)
    there = [each for each in after.all(DeckSet) if each.spot is Spot.STORE]
    moves = tuple(_moves(history, desk.begins, desk.then.instant))
    yield tally(
        in_storage_at_the_beginning=_count(before, PLACES["In card storage"]),
        received=sum(came == "In card storage" and not went for went, came in moves),
        delivered_to_tables=sum(went == "In card storage" for went, _ in moves),
        destroyed=sum(came == "Destroyed" for _, came in moves),
        in_storage_at_the_end=len(there),
    )
    rows = (_balance(place, before, after, moves) for place in PLACES)
    yield plain_table("Sets by place", BALANCE, rows, "No deck set is on record.")
    yield plain_table("Card storage by kind of cards", KINDS_OF_CARDS, _by_kind(before, after), "No set was there.")
    yield from storage_days(desk, history)
    yield from inventories(desk, after)
    places = places_of(after)
    named = {each.id: each.name for each in places} | {"": first_of(places).name}
    rows = (_stored(desk, each, named) for each in there)
    yield plain_table("In card storage at the end: to be counted", STORED, rows, "Card storage is empty.")


def _moving() -> tuple[type[Fact], ...]:
    """Every kind of entry that moves a set; where it lies at its table makes no difference here."""
    return (*KINDS, decks.DecksChanged, StoragePlaceSet)


def _place(each: DeckSet | None) -> str:
    return next((name for name, spots in PLACES.items() if each is not None and each.spot in spots), "")


def _moves(history: History, begins: datetime, ends: datetime) -> Iterator[tuple[str, str]]:
    """Each step of each set in the period: from which place to which; from none where it was received."""
    for key in history.keys(DeckSet):
        last = _place(history.stood(DeckSet, key, begins - INSTANT))
        for at, each in history.versions(DeckSet, key):
            if begins <= at <= ends and _place(each) != last:
                yield last, _place(each)
                last = _place(each)


def _count(then: FloorThen, spots: frozenset[Spot]) -> int:
    return sum(each.spot in spots for each in then.all(DeckSet))


def _balance(place: str, before: FloorThen, after: FloorThen, moves: tuple[tuple[str, str], ...]) -> Row:
    begin, end = _count(before, PLACES[place]), _count(after, PLACES[place])
    came, went = sum(to == place for _, to in moves), sum(out == place for out, _ in moves)
    many = sum(each.decks for each in after.all(DeckSet) if each.spot in PLACES[place])
    mark = MarkedWord("yes", SheetSign.OKAY) if begin + came - went == end else MarkedWord("no", SheetSign.ALARM)
    return Row((place, str(begin), str(came), str(went), str(end), f"{many:,}", mark))


def _by_kind(before: FloorThen, after: FloorThen) -> Iterator[Row]:
    stored = [each for each in before.all(DeckSet) if each.spot is Spot.STORE]
    now = [each for each in after.all(DeckSet) if each.spot is Spot.STORE]
    old = {each.id for each in before.all(DeckSet)}
    new = [each for each in after.all(DeckSet) if each.id not in old]
    begin, end, came = (Counter(map(_kind, sets)) for sets in (stored, now, new))
    for kind in sorted({*begin, *end, *came}):
        out = begin[kind] + came[kind] - end[kind]
        design, back, decks_ = kind
        yield Row((design, back, str(decks_), *map(str, (begin[kind], came[kind], out, end[kind]))))


def _kind(each: DeckSet) -> tuple[str, str, int]:
    return each.design, each.back, each.decks


def _stored(desk: Composing, each: DeckSet, named: dict[str, str]) -> Row:
    about = (each.design, each.back, str(each.decks), each.condition.value, each.seal)
    return Row((each.id, *about, named.get(each.place, each.place), desk.dated(each.received_at)))


FORM = PaperForm(
    "card-storage",
    "Card storage reconciliation",
    "FA-121",
    "7",
    _sections,
    signers=(
        ("Security", "I counted card storage and found these sets, their seals intact."),
        ("Shift manager", "I was present at the count."),
        ("Compliance officer", "Received and filed."),
    ),
)
