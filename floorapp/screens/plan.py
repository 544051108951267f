"""The map of the floor: tables and pits where the property has them, brackets of floorpersons along the inside."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from enum import Enum
from itertools import pairwise

from floorapp.domain.property import BEFORE, BEHIND, BESIDE, Pit, Place
from floorapp.domain.tables import Phase
from floorapp.domain.values import dataclass
from floorapp.operations.moment import Moment
from floorapp.operations.rules import DutyBook
from floorapp.operations.table_cap import most_tables
from floorapp.screens.glance import Glance
from floorapp.screens.phrases import short_of
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
            parts.append(self.state.spoken)
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


def game_of(glance: Glance) -> str:
    """What is played, in few words."""
    return glance.rulebook.short


def plan_of(moment: Moment, tables: Mapping[str, Glance]) -> FloorPlan:
    """Everything the map shows."""
    held: dict[str | None, list[DutyBook]] = defaultdict(list)
    for each in tables.values():
        held[each.floorperson].append(each.rulebook)
    pits = tuple(
        _pit(moment, pit, [each for each in tables.values() if each.table.pit == pit.id], held)
        for pit in moment.state.find(Pit)
        if any(each.table.pit == pit.id for each in tables.values())
    )
    return FloorPlan(tuple(_table(each) for each in tables.values()), pits)


def _table(glance: Glance) -> MapTable:
    place = glance.table.place
    is_open = glance.phase is not Phase.CLOSED
    return MapTable(
        glance.table.id,
        game_of(glance),
        float(place.x),
        float(place.y),
        Facing(place.turned % 360),
        open=is_open,
        state=glance.state,
        word=glance.word,
        spoken=glance.spoken,
        age=glance.share if is_open else 0.0,
        decks_state=glance.decks_state if is_open else State.OKAY,
        shoe=glance.in_shoe if is_open else None,
        shuffler=glance.in_shuffler if is_open else None,
        reader=glance.reader_state if is_open else None,
        unanswered=glance.unanswered,
    )


def _pit(moment: Moment, pit: Pit, tables: Sequence[Glance], held: Mapping[str | None, Sequence[DutyBook]]) -> MapPit:
    reaches = [_reach(each.table.place) for each in tables]
    left, top = min(each[0] for each in reaches), min(each[1] for each in reaches)
    games = list(dict.fromkeys(game_of(each) for each in tables))
    opened = sum(each.phase is not Phase.CLOSED for each in tables)
    return MapPit(
        pit.name,
        " · ".join(games),
        f"{opened} of {len(tables)} open",
        float(left),
        float(top),
        float(max(each[2] for each in reaches) - left),
        float(max(each[3] for each in reaches) - top),
        tuple(_brackets(moment, tables, held)),
    )


def _reach(place: Place) -> tuple[int, int, int, int]:
    """How far a table reaches to the left, up, to the right and down: farthest behind it, where its chips are."""
    reach = [BESIDE, BEFORE, BESIDE, BEFORE]
    behind = {Facing.NORTH: 3, Facing.EAST: 0, Facing.SOUTH: 1, Facing.WEST: 2}[Facing(place.turned % 360)]
    reach[behind] = BEHIND
    return place.x - reach[0], place.y - reach[1], place.x + reach[2], place.y + reach[3]


def _brackets(moment: Moment, tables: Sequence[Glance], held: Mapping[str | None, Sequence[DutyBook]]) -> list[Bracket]:
    """One bracket a run of neighbours with the same floorperson; the first says how many they have on the floor."""
    brackets, named = [], set()
    for run in _runs([each for each in tables if each.phase is not Phase.CLOSED and each.floorperson]):
        person = run[0].floorperson or ""
        words = short_of(moment, person)
        if person not in named and len(run) > 1:
            named.add(person)
            words = f"{words} · {len(held[person])} of {most_tables(moment.policy, held[person]).most}"
        brackets.append(Bracket(words, tuple(each.table.id for each in run)))
    return brackets


def _runs(tables: Sequence[Glance]) -> list[list[Glance]]:
    ordered = sorted(tables, key=lambda each: (each.table.place.y, each.table.place.x))
    runs: list[list[Glance]] = [[each] for each in ordered[:1]]
    for before, now in pairwise(ordered):
        same_row = before.table.place.y == now.table.place.y
        beside = now.table.place.x - before.table.place.x <= PITCH
        if same_row and beside and before.floorperson == now.floorperson:
            runs[-1].append(now)
        else:
            runs.append([now])
    return runs
