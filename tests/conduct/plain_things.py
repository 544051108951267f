"""The things on a table that a floor-log/1 knows: sets, shoes, readers, shufflers, and an idle stretch."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from tests.conduct.plain_reading import Event


class Moment(NamedTuple):
    """An instant, and the house's zone at it."""

    seconds: int
    zone: str


class Round(NamedTuple):
    """One line of rounds."""

    at: Moment
    rounds: int
    hands: int


@dataclass(eq=False)
class CardSet:
    """A deck set: `steps`, `loads` and `reshuffles` hold the numbers of their lines."""

    name: str
    told: Event = field(default_factory=dict)
    place: str = "away"
    opened: Moment | None = None
    full_count: Moment | None = None
    rounds: list[Round] = field(default_factory=list)
    first_shoe: Moment | None = None
    steps: dict[str, list[int]] = field(default_factory=dict)
    loads: list[int] = field(default_factory=list)
    reshuffles: list[int] = field(default_factory=list)
    faulted: bool = False
    loaded_since_jam: bool = False

    @property
    def decks(self) -> int:
        return int(self.told["decks"])

    @property
    def has_tens(self) -> bool:
        return bool(self.told["tens"]) and "tens_removed" not in self.steps

    @property
    def full(self) -> int:
        return self.decks * (52 if self.has_tens else 48)


@dataclass(eq=False)
class Shoe:
    """A full shoe, with what was so when it began."""

    number: int
    line: int
    cards: CardSet
    shuffled: str | None
    cut: bool
    straight: bool
    counts_as_shuffled: bool
    shuffler_in_use: bool
    shuffler_was_out: bool
    shuffler_stood: bool
    same_as_last_dealt: bool
    burned: bool = False
    new_dealer: bool = False
    cover_card: bool = False
    dealt: bool = False


@dataclass(eq=False)
class Reader:
    serial: str
    kind: str
    since: int
    failed: bool = False


@dataclass(eq=False)
class Shuffler:
    """`out` says how, or is None; `waits` while it was fitted or came back during a shoe."""

    serial: str | None
    out: str | None = None
    waits: bool = False


@dataclass(eq=False)
class Idle:
    """An idle table: from which line, for which sets, and who came."""

    line: int
    sets: list[CardSet]
    last_set: CardSet | None
    player: int | None = None
    asks: bool = False
    shoe: int | None = None
    went_on: bool = False
    gone: list[CardSet] = field(default_factory=list)
