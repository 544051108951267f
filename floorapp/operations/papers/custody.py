"""Deck custody history (FA-107): deck sets from receipt to destruction, every hand they went through."""

from __future__ import annotations

from collections.abc import Iterator

from floorapp.domain.gaming_day import GamingDay
from floorapp.operations.entry import Entry
from floorapp.operations.entry_sentences import tell_fact
from floorapp.operations.facts import card_storage, decks
from floorapp.operations.facts.registry import Fact, Subject
from floorapp.operations.papers.builder import Composing, PaperForm, facts, plain_table, tally
from floorapp.operations.papers.deck_sets import Life
from floorapp.operations.papers.record import Record, RecordLine
from floorapp.operations.sheet import Cell, Dash, Group, Kind, Section, SheetColumn, SheetTable

KINDS = (
    decks.DecksReceived,
    decks.DecksIssued,
    decks.DecksOpened,
    decks.TensRemoved,
    decks.DecksCounted,
    decks.CardReplaced,
    decks.DecksWithdrawn,
    decks.DecksSealed,
    decks.DecksCollected,
    decks.DecksInspected,
    decks.DecksHeld,
    decks.DecksDestroyed,
    card_storage.DecksTransferred,
    card_storage.DecksReturned,
    card_storage.DecksCanceled,
)

COLUMNS = (
    SheetColumn("Set", Kind.TEXT, 1.9),
    SheetColumn("Time", Kind.TIME, 1.8),
    SheetColumn("Table", Kind.NAME, 0.9),
    SheetColumn("What happened", Kind.TEXT, 4.6),
    SheetColumn("By", Kind.PERSON, 1.6),
    SheetColumn("Second signer", Kind.PERSON, 1.6),
)


def _sections(desk: Composing) -> Iterator[Section]:
    if desk.request.about:
        yield from _one(desk, desk.request.about)
        return
    lines = desk.lines(*KINDS, decks.DecksChanged)
    if desk.request.table:  # all of the way of every set that was ever there, and no other set's
        there = _at_table(desk)
        lines = tuple(line for line in lines if _sets_of(line.fact) & there)
    yield tally(
        received=_count(lines, decks.DecksReceived),
        issued=_count(lines, decks.DecksIssued),
        opened=_count(lines, decks.DecksOpened),
        destroyed=_count(lines, decks.DecksDestroyed),
        held=_count(lines, decks.DecksHeld),
        corrections=sum(len(line.corrections) for line in lines),
    )
    rows = (desk.row(line, COLUMNS, lambda e: _cells(desk, e)) for line in lines)
    yield plain_table("", COLUMNS, rows, "No deck set was moved in this period.")


def _sets_of(fact: Fact) -> set[str]:
    """The deck sets an entry is about."""
    named = {str(getattr(fact, "deck_set", "") or "")}
    for several in ("out", "into", "deck_sets"):
        named.update(getattr(fact, several, ()))
    return named - {""}


def _at_table(desk: Composing) -> set[str]:
    found = desk.record.lines(decks.DecksIssued, decks.DecksOpened, decks.DecksChanged)
    return {name for line in found if line.fact.table == desk.request.table for name in _sets_of(line.fact)}


def _days(record: Record, name: str) -> tuple[GamingDay, GamingDay] | None:
    """The gaming days from a set's receipt to its last entry."""
    lines = record.timeline(Subject("deck-set", name))
    return (record.clock.day_of(lines[0].at), record.clock.day_of(lines[-1].at)) if lines else None


def _one(desk: Composing, name: str) -> Iterator[Section]:
    life = Life(desk.record, name)
    now = life.now
    yield facts(
        ("Deck set", name),
        ("Location", now.spot.words if now else "not on record"),
        ("Design and back", f"{now.design}, {now.back}" if now else ""),
        ("Decks and condition", f"{now.decks} decks, {now.condition}" if now else ""),
        ("Last seal", now.seal if now else ""),
        ("Last count", f"{now.counted} of {now.cards}" if now and now.counted is not None else ""),
    )
    lines = desk.record.timeline(Subject("deck-set", name))
    rows = tuple(desk.row(line, COLUMNS, lambda e: _cells(desk, e)) for line in lines)
    yield SheetTable(COLUMNS, (Group(rows),), title="Since receipt", none=f"No deck set {name} is on record.")


def _count(lines: tuple[RecordLine, ...], kind: type) -> int:
    return sum(isinstance(line.fact, kind) and line.now is not None for line in lines)


def _cells(desk: Composing, entry: Entry) -> tuple[Cell, ...]:
    fact = entry.fact
    table = getattr(fact, "table", None)
    names = ", ".join(sorted(_sets_of(fact)))
    when = (
        desk.style.stamp(desk.wall(entry.occurred_at), seconds=True)
        if desk.request.about
        else desk.time(entry.occurred_at)
    )
    return (
        names,
        when,
        table or Dash("not at a table"),
        tell_fact(fact, desk.name, desk.style).says,
        desk.name(entry.actor),
        desk.second(entry),
    )


FORM = PaperForm(
    "custody",
    "Deck custody history",
    "FA-107",
    "7",
    _sections,
    narrows=frozenset({"table"}),
    about="deck set",
    days=_days,
)
