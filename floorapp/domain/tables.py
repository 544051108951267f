"""A table: how it is set up and equipped, and what goes on there: open or not, who has it, which shoe is dealt."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from floorapp.domain.property import Place
from floorapp.domain.readers import ReaderKind
from floorapp.domain.values import dataclass


class ShufflingMethod(StrEnum):
    """How a table's cards are shuffled."""

    BY_HAND = "by-hand"
    BATCH_SHUFFLER = "batch-shuffler"
    CONTINUOUS_SHUFFLER = "continuous-shuffler"
    RESHUFFLING_DEVICE = "reshuffling-device"

    @property
    def words(self) -> str:
        """What a floor calls it."""
        return "hand shuffle" if self is ShufflingMethod.BY_HAND else self.value.replace("-", " ")


@dataclass(frozen=True, slots=True)
class Limits:
    """The least and the most that may be wagered, and the smallest chip, in cents."""

    least: int
    most: int
    chip_unit: int = 100


@dataclass(frozen=True, slots=True)
class Table:
    """A table as it is set up; `TableStatus` says what goes on there."""

    id: str
    pit: str
    place: Place
    rulebook: str
    boxes: int
    decks: int
    method: ShufflingMethod
    limits: Limits
    side_wagers: tuple[str, ...] = ()
    retired: bool = False


class Fixture(StrEnum):
    """What stands on or at a table."""

    SHOE = "shoe"
    DISCARD_RACK = "discard-rack"
    DROP_BOX = "drop-box"
    TIP_BOX = "tip-box"
    LAYOUT = "layout"
    SIGN = "sign"
    READER = "reader"
    SHUFFLER = "shuffler"


@dataclass(frozen=True, slots=True)
class Equipment:
    """One piece of equipment at a table, by serial or approval number."""

    table: str
    fixture: Fixture
    serial: str
    place: str
    fitted_at: datetime
    decks: int | None = None
    approval: str = ""
    removed_at: datetime | None = None
    #: A reader's kind, and the ways a shuffler can shuffle, where they are on record.
    reader_kind: ReaderKind | None = None
    modes: tuple[ShufflingMethod, ...] = ()
    make: str = ""
    model: str = ""
    #: A shuffler's firmware, and the seal on its ports.
    firmware: str = ""
    port_seal: str = ""

    @property
    def fitted(self) -> bool:
        return self.removed_at is None


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


class RecutBy(StrEnum):
    """Who ordered a recut."""

    FLOORPERSON = "floorperson"
    SUPERVISOR = "supervisor"


class ShoePhase(StrEnum):
    """How far a shoe has come."""

    DEALING = "dealing"
    COVER_CARD = "cover-card-reached"
    IDLE = "idle"
    ENDED = "ended"


class Shuffled(StrEnum):
    """By what the cards of a shoe were shuffled."""

    HAND = "hand"
    SHUFFLER = "shuffler"
    BEFOREHAND = "beforehand"


@dataclass(frozen=True, slots=True)
class Preparation:
    """How the cards of a shoe were made ready, as it was stated; `straight`: a device put them in by itself."""

    shuffled: Shuffled | None
    cut: bool
    straight: bool = False

    @property
    def words(self) -> str:
        """What was stated, as people say it."""
        cut = "cut" if self.cut else "straight into the shoe" if self.straight else "not cut"
        return f"{_SHUFFLED[self.shuffled]}, {cut}"


_SHUFFLED = {
    Shuffled.HAND: "hand shuffled",
    Shuffled.SHUFFLER: "shuffled by the shuffler",
    Shuffled.BEFOREHAND: "shuffled beforehand",
    None: "not shuffled",
}


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
