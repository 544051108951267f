"""State as a view of the logbook: what reducers may touch, what acts and screens may ask."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Protocol, TypeVar, cast

from floorapp.domain.rounds import Dealt, KeptRound
from floorapp.domain.signals import ReaderEvent
from floorapp.domain.values import dataclass
from floorapp.operations.canonical import canonical
from floorapp.operations.entry import Entry
from floorapp.operations.facts.registry import Fact

T = TypeVar("T")
F = TypeVar("F", bound=Fact)

#: What a column that is asked for may hold.
Asked = str | int | bool | None


class Shelves(Protocol):
    """What a reducer sees: things by their key, nothing else.

    Searching is left out on purpose. What an entry reads and writes is remembered by key, so that
    a correction re-applies only the entries that depend on it; a fact carries what its reducer needs.
    """

    def get(self, kind: type[T], *key: str) -> T | None:
        """The thing under this key."""
        ...

    def put(self, thing: object) -> None:
        """Keep a thing under its own key, in place of the one before."""
        ...


class TrailShelves(Shelves, Protocol):
    """The same with a look back at what one thing was, for the judge's view of a table."""

    def recall(self, kind: type[T], *key: str) -> T | None:
        """The same, of a thing that another one already read vouches for: nothing hangs on it by itself."""
        ...

    def versions(self, kind: type[T], *key: str, after: int) -> tuple[T, ...]:
        """The thing as it was left by each entry after a position, in their order."""
        ...


class StateView(Protocol):
    """What acts, duties and screens see: things by key, and searches over the asked-for columns."""

    def get(self, kind: type[T], *key: str) -> T | None:
        """The thing under this key."""
        ...

    def find(self, kind: type[T], *, newest: str = "", limit: int | None = None, **equal: Asked) -> tuple[T, ...]:
        """Every thing whose columns equal these, by key, or newest first by a column."""
        ...

    def newest(self) -> str:
        """The hash of the newest entry, empty where there is none: while it is the same, so is the state."""
        ...

    def before(self, kind: type[T], *key: str, position: int) -> T | None:
        """The thing as it stood before the entry at a position was applied."""
        ...

    def versions(self, kind: type[T], *key: str, after: int) -> tuple[T, ...]:
        """The thing as it was left by each entry after a position, in their order."""
        ...

    def dealt(self, table: str, since: datetime, until: datetime) -> Dealt:
        """What was dealt at a table after an instant and up to another, by the rounds on record."""
        ...

    def dealt_at(self, table: str, since: datetime) -> tuple[datetime, ...]:
        """When the rounds on record at a table were dealt, from an instant on, by their time."""
        ...

    def played(self, table: str, since: datetime, until: datetime) -> tuple[KeptRound, ...]:
        """The rounds on record at a table from an instant to another, by their time."""
        ...

    def heard(self, table: str, since: datetime, until: datetime) -> tuple[ReaderEvent, ...]:
        """What the reader of a table said in the hours from one instant to another."""
        ...

    def used(self, table: str, since: datetime, until: datetime) -> bool:
        """Whether a round or a reader's word of a table may lie between two instants: asked before looking closer."""
        ...

    def rounds(self, id: str) -> tuple[KeptRound, ...]:
        """Every record under a round's id, in the order in which they came."""
        ...


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where things of one type are kept: the name, the fields of the key, the fields that are asked for."""

    kind: type[object]
    name: str
    key: tuple[str, ...]
    asked: tuple[str, ...] = ()
    #: A few a table or a person, and no more by the day: who asks for many of them reads them all at once.
    few: bool = False

    def key_of(self, thing: object) -> tuple[str, ...]:
        return tuple(cast(str, getattr(thing, field)) for field in self.key)


def key_text(key: tuple[str, ...]) -> str:
    """A key as one text without ambiguity."""
    return key[0] if len(key) == 1 else canonical(key).decode()


def change(shelves: Shelves, kind: type[T], *key: str, **changes: object) -> T | None:
    """Put a thing with these changes and answer it so; nothing where there is no such thing."""
    old = shelves.get(kind, *key)
    if old is None:
        return None
    new = replace(old, **changes)  # type: ignore[type-var]
    shelves.put(new)
    return new


Reducer = Callable[[Entry, F, Shelves], None]

_REDUCERS: dict[type[Fact], Reducer[Fact]] = {}


def applies(kind: type[F]) -> Callable[[Reducer[F]], Reducer[F]]:
    """Register how a fact changes the state; the function is total: it never raises on odd state."""

    def register(reducer: Reducer[F]) -> Reducer[F]:
        if kind in _REDUCERS:
            raise ValueError(f"{kind.KIND} already has a reducer")
        _REDUCERS[kind] = cast(Reducer[Fact], reducer)
        return reducer

    return register


def leaves_state(kind: type[F]) -> type[F]:
    """Say that a fact is only on record and changes no state."""
    applies(kind)(_nothing)
    return kind


def _nothing(_entry: Entry, _fact: Fact, _shelves: Shelves) -> None:
    return


def has_reducer(kind: type[Fact]) -> bool:
    """Whether a kind says what it does to the state."""
    return kind in _REDUCERS


def apply(entry: Entry, shelves: TrailShelves) -> None:
    """Change the state as an entry says; a kind unknown to this version changes nothing."""
    from floorapp.operations.facts.conduct import keep_conduct  # it tells of facts, which stand on this file

    reduce(entry, shelves)
    keep_conduct(entry, shelves)


def apply_voided(entry: Entry, shelves: Shelves) -> None:
    """Change the state by what is left of an entry that was voided."""
    from floorapp.operations.series import keep_number  # it stands on this file

    keep_number(entry.fact, shelves)


def reduce(entry: Entry, shelves: Shelves) -> None:
    """The same without the judge's view of the table."""
    reducer = _REDUCERS.get(type(entry.fact))
    if reducer is not None:
        reducer(entry, entry.fact, shelves)
