"""Deck sets from receipt to destruction; a batch is a deck set that takes turns with another one."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from floorapp.domain.tables import Cards
from floorapp.domain.values import dataclass


class Spot(StrEnum):
    """Where a deck set is; it is in one place at a time."""

    STORE = "store"
    ISSUED = "issued"
    TABLE = "table"
    SHUFFLER = "shuffler"
    SHOE = "shoe"
    RACK = "discard-rack"
    WITHDRAWN = "withdrawn"
    SEALED = "sealed"
    COLLECTED = "collected"
    HELD = "held"
    CANCELED = "canceled"
    DESTROYED = "destroyed"

    @property
    def words(self) -> str:
        """The place as people say it."""
        return _SAID.get(self, self.value.replace("-", " "))


_SAID = {
    Spot.STORE: "in card storage",
    Spot.ISSUED: "delivered",
    Spot.TABLE: "at the table",
    Spot.SHUFFLER: "in the shuffler",
    Spot.SHOE: "in the shoe",
    Spot.RACK: "in the discard rack",
    Spot.WITHDRAWN: "out of service",
    Spot.COLLECTED: "with security",
    Spot.CANCELED: "canceled",
}


#: Spots at a table from which cards can come into play.
AT_TABLE = frozenset({Spot.TABLE, Spot.SHUFFLER, Spot.SHOE, Spot.RACK})


#: So many times the full count are no count but a slip of the hand.
SLIP = 2


@dataclass(frozen=True, slots=True)
class UsedSeal:
    """A seal that is on record, and the set it was last put on; no seal is used twice."""

    seal: str
    deck_set: str


class TensDisposal(StrEnum):
    """What became of the tens that were taken out."""

    TORN_AND_BOXED = "torn_and_boxed"
    DESTROYED = "destroyed"
    KEPT = "kept"

    @property
    def words(self) -> str:
        """As people say it."""
        return self.value.replace("_", " ")


@dataclass(frozen=True, slots=True)
class DeckSet:
    """A number of decks that are used together."""

    id: str
    design: str
    back: str
    decks: int
    condition: Cards
    seal: str
    spot: Spot
    received_at: datetime
    table: str | None = None
    opened_at: datetime | None = None
    in_play_at: datetime | None = None
    counted: int | None = None
    tens_removed: bool = False
    verified: bool = False
    replaced: int = 0
    found: str = ""
    reason: str = ""
    #: Whether its decks came with their tens.
    tens: bool = True
    #: In which place of card storage it is, or was last; empty for the first one.
    place: str = ""

    @property
    def has_tens(self) -> bool:
        """Whether the tens are in it: they came with it and were not removed."""
        return self.tens and not self.tens_removed

    @property
    def cards(self) -> int:
        """How many cards it must have."""
        return self.decks * (52 if self.has_tens else 48)

    @property
    def inspected(self) -> bool:
        """Whether it was collected and looked through, and waits to be destroyed or held."""
        return self.spot is Spot.COLLECTED and bool(self.found)

    @property
    def complete(self) -> bool:
        """Whether the last count was right."""
        return self.counted == self.cards
