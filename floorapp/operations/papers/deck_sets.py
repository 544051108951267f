"""Deck sets as papers see them: their life from the entries, and how long they were in play."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from floorapp.domain.decks import AT_TABLE, DeckSet
from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.values import dataclass
from floorapp.operations.facts.decks import DecksChanged, DecksOpened, DecksWithdrawn
from floorapp.operations.facts.registry import Subject
from floorapp.operations.facts.shoes import BatchLoaded, ShoeBegun, ShoeEnded
from floorapp.operations.papers.builder import Composing
from floorapp.operations.papers.record import Record, RecordLine, Replayed

#: Entries that bring a deck set into play, use it or take it out.
MOVES = (DecksOpened, DecksChanged, DecksWithdrawn, ShoeBegun, ShoeEnded, BatchLoaded)

#: A set opened longer ago than this, and neither used nor taken out in the period, is not in play.
LOOKED_BACK = timedelta(days=4)


def _sets_of(fact: Any) -> tuple[str, ...]:
    return fact.into if isinstance(fact, DecksChanged) else (fact.deck_set,)


@dataclass(frozen=True)
class Life:
    """A deck set's timeline up to the head."""

    record: Record
    name: str

    @cached_property
    def lines(self) -> tuple[RecordLine, ...]:
        return self.record.timeline(Subject("deck-set", self.name))

    def at(self, instant: datetime) -> DeckSet | None:
        """The set as it stood at an instant."""
        return Replayed(line for line in self.lines if line.at <= instant).get(DeckSet, self.name)

    @cached_property
    def now(self) -> DeckSet | None:
        return Replayed(self.lines).get(DeckSet, self.name)

    @cached_property
    def opened_at(self) -> datetime | None:
        return self.now.opened_at if self.now is not None else None

    @cached_property
    def out_at(self) -> datetime | None:
        """When it left play for good; nothing while it can still come into play."""
        if self.now is None or self.now.spot in AT_TABLE:
            return None
        gone = (line for line in self.lines if line.now is not None and _takes_out(line, self.name))
        return next((line.at for line in gone), None)

    @cached_property
    def inspectors(self) -> tuple[str, ...]:
        """Who signed that its cards were inspected when it was opened."""
        opened = (line for line in self.lines if isinstance(line.fact, DecksOpened))
        return tuple(signature.person for line in opened for signature in line.entry.signatures)

    @cached_property
    def table(self) -> str:
        """The table it was opened at."""
        return next((line.fact.table for line in self.lines if isinstance(line.fact, DecksOpened)), "")


def _takes_out(line: RecordLine, name: str) -> bool:
    fact = line.fact
    return isinstance(fact, DecksWithdrawn) or (isinstance(fact, DecksChanged) and name in fact.out)


@dataclass(frozen=True, slots=True)
class Overdue:
    """A deck set that was in play for longer than its hours."""

    life: Life
    hours: int
    cite: str
    since: datetime
    until: datetime
    still: bool

    @property
    def age(self) -> timedelta:
        return self.until - self.since


class Sets:
    """The deck sets of a period, each looked up once."""

    def __init__(self, desk: Composing) -> None:
        self._desk = desk
        self._known: dict[str, Life] = {}

    def life(self, name: str) -> Life:
        """The life of a set."""
        if name not in self._known:
            self._known[name] = Life(self._desk.record, name)
        return self._known[name]

    @cached_property
    def in_play(self) -> tuple[Life, ...]:
        """Every set that was open at a table at some time of the period."""
        desk, record = self._desk, self._desk.record
        long_before = GamingDay(desk.first.date - LOOKED_BACK)
        named: dict[str, None] = {}
        gone: set[str] = set()  # sets that had left play before the period began
        for line in record.lines(*MOVES, first=long_before, last=desk.last):
            fact = line.fact
            out = (
                fact.out
                if isinstance(fact, DecksChanged)
                else (fact.deck_set,)
                if isinstance(fact, DecksWithdrawn)
                else ()
            )
            if line.now is None:
                continue
            if line.at >= desk.begins or isinstance(fact, DecksOpened):
                named.update(dict.fromkeys((*_sets_of(fact), *out)))
            else:
                gone.update(out)
        lives = (self.life(name) for name in named if name not in gone)
        return tuple(each for each in lives if each.opened_at is not None and each.opened_at < desk.ends)

    def overdue(self) -> tuple[Overdue, ...]:
        """The sets that were in play past their hours within the period, oldest first."""
        desk, found = self._desk, []
        for life in self.in_play:
            book = desk.record.rulebook(life.table)
            if life.opened_at is None or book is None or not desk.wants(life.table):
                continue
            until = min(life.out_at or desk.so_far, desk.so_far)
            limit = timedelta(hours=book.cards.change_hours.value)
            if until - life.opened_at > limit and until > desk.begins:
                cite = book.source(book.cards.change_hours)
                still = life.out_at is None or life.out_at > desk.so_far
                found.append(Overdue(life, book.cards.change_hours.value, cite, life.opened_at, until, still))
        return tuple(sorted(found, key=lambda each: (each.since, each.life.name)))
