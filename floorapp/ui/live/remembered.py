"""A state that is asked once: what was read stays known until something is written, here or elsewhere."""

from __future__ import annotations

from datetime import datetime
from typing import TypeVar, cast

from floorapp.domain.rounds import Dealt, KeptRound
from floorapp.domain.signals import ReaderEvent
from floorapp.operations.shelves import BY_KIND
from floorapp.operations.state import Asked, StateView

T = TypeVar("T")


class QueryCache:
    """What was read of the state, good until there is another newest entry."""

    def __init__(self) -> None:
        self._things: dict[object, object] = {}
        self._newest = ""

    def upto(self, newest: str) -> dict[object, object]:
        """What is known while this is the newest entry."""
        if newest != self._newest:
            self._things, self._newest = {}, newest
        return self._things


class RememberedState:
    """Answers from memory where it can; of a shelf with few things it reads all when asked for one."""

    def __init__(self, state: StateView, known: QueryCache) -> None:
        self._state, self._newest = state, state.newest()
        self._known = known.upto(self._newest)

    def get(self, kind: type[T], *key: str) -> T | None:
        """The thing under this key."""
        if BY_KIND[kind].few:
            return self._all(kind).get(key)
        asked = (kind, key)
        if asked not in self._known:
            self._known[asked] = self._state.get(kind, *key)
        return cast("T | None", self._known[asked])

    def find(self, kind: type[T], *, newest: str = "", limit: int | None = None, **equal: Asked) -> tuple[T, ...]:
        """Every thing whose columns equal these."""
        asked = (kind, newest, limit, tuple(sorted(equal.items())))
        if asked not in self._known:
            if BY_KIND[kind].few and not newest:
                fits = [thing for thing in self._all(kind).values() if _fits(thing, equal)]
                self._known[asked] = tuple(fits[:limit])
            else:
                self._known[asked] = self._state.find(kind, newest=newest, limit=limit, **equal)
        return cast("tuple[T, ...]", self._known[asked])

    def _all(self, kind: type[T]) -> dict[tuple[str, ...], T]:
        if kind not in self._known:
            key_of = BY_KIND[kind].key_of
            self._known[kind] = {key_of(thing): thing for thing in self._state.find(kind)}
        return cast("dict[tuple[str, ...], T]", self._known[kind])

    def newest(self) -> str:
        """The hash of the newest entry."""
        return self._newest

    def before(self, kind: type[T], *key: str, position: int) -> T | None:
        """The thing as it stood before an entry."""
        return self._state.before(kind, *key, position=position)

    def versions(self, kind: type[T], *key: str, after: int) -> tuple[T, ...]:
        """The thing as each entry after a position left it."""
        return self._state.versions(kind, *key, after=after)

    def dealt(self, table: str, since: datetime, until: datetime) -> Dealt:
        """What was dealt at a table in a time."""
        return self._state.dealt(table, since, until)

    def dealt_at(self, table: str, since: datetime) -> tuple[datetime, ...]:
        """When a table's rounds were dealt, from an instant on."""
        return self._state.dealt_at(table, since)

    def played(self, table: str, since: datetime, until: datetime) -> tuple[KeptRound, ...]:
        """The rounds a table played in a time."""
        return self._state.played(table, since, until)

    def heard(self, table: str, since: datetime, until: datetime) -> tuple[ReaderEvent, ...]:
        """What a table's reader said in a time."""
        return self._state.heard(table, since, until)

    def used(self, table: str, since: datetime, until: datetime) -> bool:
        """Whether a table may have been used in a time."""
        return self._state.used(table, since, until)

    def rounds(self, id: str) -> tuple[KeptRound, ...]:
        """Every record under a round's id."""
        return self._state.rounds(id)


def _fits(thing: object, equal: dict[str, Asked]) -> bool:
    return all(getattr(thing, name) == value for name, value in equal.items())
