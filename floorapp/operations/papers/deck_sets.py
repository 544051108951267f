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
from floorapp.operations.papers.conduct_rows import stood
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
    """A deck set that was in the shoe past its hours, and what was dealt out of it then."""

    life: Life
    table: str
    due: datetime
    until: datetime
    still: bool
    rounds: int
    hands: int
    cite: str

    @property
    def opened(self) -> datetime:
        return self.life.opened_at or self.due

    @property
    def age(self) -> timedelta:
        return self.until - self.opened


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
        """The sets that were in the shoe past their hours within the time asked for, by the judge; oldest first."""
        desk, found = self._desk, dict[tuple[str, str], Overdue]()
        for each in stood(desk, ("decks-over-hours",), all_=True):
            table, name = each.found.table, each.found.subject or ""
            due = desk.record.heard.change_by(table, name, each.until) or each.found.since.at
            before = found.get((table, name))
            rounds, hands = (before.rounds, before.hands) if before is not None else (0, 0)
            dealt = rounds + each.rounds, hands + each.hands
            found[table, name] = Overdue(
                self.life(name),
                table,
                due,
                each.until,
                each.still,
                *dealt,
                desk.source(each.found.cite, each.found.basis),
            )
        return tuple(sorted(found.values(), key=lambda each: (each.opened, each.life.name)))
