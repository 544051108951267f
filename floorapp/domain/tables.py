"""What goes on at a table: open or not, who has it, and which shoe is being dealt."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from floorapp.domain.values import dataclass


class Phase(StrEnum):
    """Whether a table is dealing."""

    CLOSED = "closed"
    OPEN = "open"
    SUSPENDED = "suspended"


class Cards(StrEnum):
    """In which condition cards come to a table; different opening steps fall away."""

    NEW = "new"
    PREINSPECTED = "preinspected"
    PRESHUFFLED = "preshuffled"


@dataclass(frozen=True, slots=True)
class TableStatus:
    """How a table stands: since when, and what stopped it where something did."""

    table: str
    phase: Phase
    since: datetime
    opened_at: datetime | None = None
    stopped_by: str = ""
    reason: str = ""


class Post(StrEnum):
    """Who is needed at a table."""

    FLOORPERSON = "floorperson"
    DEALER = "dealer"


@dataclass(frozen=True, slots=True)
class Assignment:
    """Who holds a post at a table; nobody after they were relieved."""

    table: str
    post: Post
    person: str | None
    since: datetime


class ShoePhase(StrEnum):
    """How far a shoe has come."""

    DEALING = "dealing"
    COVER_CARD = "cover-card-reached"
    IDLE = "idle"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Shoe:
    """The shoe at a table, or the last one: its cards, its phase, and whether a card is still to be burned."""

    table: str
    name: str
    phase: ShoePhase
    began_at: datetime
    cards: int
    deck_set: str | None
    burn_due: bool
    ended_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class KnownCount:
    """The last time a table's cards were known to be complete: where exposure starts."""

    table: str
    at: datetime
    cards: int
    how: str
    entry: str
