"""What the map shows, as frozen values; places are the middle of a table, on a grid of four."""

from __future__ import annotations

from enum import Enum

from floorapp.domain.values import dataclass
from floorapp.screens.states import Back, State

#: A table's body in the map's own units, and how far apart the middles of two neighbours stand.
WIDE, DEEP, PITCH = 92.0, 76.0, 96.0
GRID = 4.0


class Facing(Enum):
    """Where the players sit, seen from the dealer."""

    NORTH = 0
    EAST = 90
    SOUTH = 180
    WEST = 270


@dataclass(frozen=True, slots=True)
class MapSpot:
    """Where a table stands."""

    table: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class MapTable:
    """One table: its place, its worst state in a word of at most ten letters, its decks and batches."""

    name: str
    game: str
    x: float
    y: float
    facing: Facing = Facing.NORTH
    open: bool = True
    state: State = State.OKAY
    word: str = ""
    spoken: str = ""
    age: float = 0.0
    decks_state: State = State.OKAY
    shoe: Back | None = None
    shuffler: Back | None = None
    reader: State | None = State.OKAY
    unanswered: bool = False

    @property
    def sentence(self) -> str:
        """The table in the words a screen reader says."""
        said = self.spoken or self.word
        parts = [self.name, self.game]
        if self.open and self.state is not State.OKAY and self.state.value != said:
            parts.append(self.state.value)
        return ", ".join([*parts, said or ("open" if self.open else "closed")])


@dataclass(frozen=True, slots=True)
class Bracket:
    """A floorperson and the neighbouring tables they answer for."""

    words: str
    tables: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MapPit:
    """A pit's floor, its title above it, and the brackets along its inside."""

    name: str
    game: str
    count: str
    x: float
    y: float
    width: float
    height: float
    brackets: tuple[Bracket, ...] = ()


@dataclass(frozen=True, slots=True)
class FloorPlan:
    """Everything the map shows at once."""

    tables: tuple[MapTable, ...] = ()
    pits: tuple[MapPit, ...] = ()
