"""What the shell shows, as frozen values."""

from __future__ import annotations

from enum import Enum

from floorapp.domain.values import dataclass
from floorapp.screens.forms import Act
from floorapp.screens.states import State


class Cell(Enum):
    """What the header tells the health of, by the name it has there."""

    DATABASE = "Database"
    READERS = "Readers"
    WAITING = "Unsent"
    ALARMS = "Alarms"


@dataclass(frozen=True, slots=True)
class Health:
    """One cell of the header; unanswered, its sign beats."""

    cell: Cell
    state: State
    word: str
    unanswered: bool = False
    #: What it is called instead, for now.
    instead: str = ""

    @property
    def name(self) -> str:
        """What it is called."""
        return self.instead or self.cell.value


@dataclass(frozen=True, slots=True)
class HeaderView:
    """Who, where, which gaming day, and how everything stands."""

    property_name: str
    gaming_day: str
    clock: str
    person: str
    post: str
    health: tuple[Health, ...] = ()
    sample: bool = False


@dataclass(frozen=True, slots=True)
class RailEntry:
    """A place to go, with how many things wait there."""

    name: str
    words: str
    icon: str
    count: int = 0


@dataclass(frozen=True, slots=True)
class Work:
    """Something that runs while people go on working; `whole` of 0 means nobody knows how much it is."""

    name: str
    words: str
    done: int = 0
    whole: int = 0
    can_cancel: bool = True


@dataclass(frozen=True, slots=True)
class Message:
    """What happened, what it means for the table, and what to do next."""

    state: State
    happened: str
    meaning: str = ""
    act: Act | None = None


@dataclass(frozen=True, slots=True)
class Saved:
    """The last entry that is durably in the logbook, or what is still on its way."""

    entry: str
    time: str
    state: State = State.OKAY
    word: str = "Saved · entry"


RAIL = (
    RailEntry("floor", "Floor", "map-pin-2"),
    RailEntry("inspect", "Inspect", "clipboard-check"),
    RailEntry("decks", "Decks", "cards"),
    RailEntry("shufflers", "Shufflers", "refresh"),
    RailEntry("incidents", "Incidents", "flag"),
    RailEntry("disputes", "Disputes", "scale"),
    RailEntry("audit", "Audit", "zoom-check"),
    RailEntry("readers", "Readers", "cpu"),
    RailEntry("dashboards", "Charts", "chart-bar"),
    RailEntry("papers", "Reports", "file-text"),
    RailEntry("settings", "Settings", "settings"),
)
