"""A state that is asked once: what was read stays known until something is written or seconds pass."""

from __future__ import annotations

from datetime import datetime
from typing import TypeVar, cast

from floorapp.domain.rounds import Dealt, KeptRound
from floorapp.domain.signals import ReaderEvent
from floorapp.operations.state import Asked, State

T = TypeVar("T")


class RememberedState:
    """Answers from memory where it can; the memory is the writer's, and it throws it away after an act."""

    def __init__(self, state: State, known: dict[object, object]) -> None:
        self._state, self._known = state, known

    def get(self, kind: type[T], *key: str) -> T | None:
        """The thing under this key."""
        asked = (kind, key)
        if asked not in self._known:
            self._known[asked] = self._state.get(kind, *key)
        return cast("T | None", self._known[asked])

    def find(
        self, kind: type[T], *, newest: str = "", limit: int | None = None, **equal: Asked
    ) -> tuple[T, ...]:
        """Every thing whose columns equal these."""
        asked = (kind, newest, limit, tuple(sorted(equal.items())))
        if asked not in self._known:
            self._known[asked] = self._state.find(kind, newest=newest, limit=limit, **equal)
        return cast("tuple[T, ...]", self._known[asked])

    def before(self, kind: type[T], *key: str, position: int) -> T | None:
        """The thing as it stood before an entry."""
        return self._state.before(kind, *key, position=position)

    def dealt(self, table: str, since: datetime, until: datetime) -> Dealt:
        """What was dealt at a table in a time."""
        return self._state.dealt(table, since, until)

    def played(self, table: str, since: datetime, until: datetime) -> tuple[KeptRound, ...]:
        """The rounds a table played in a time."""
        return self._state.played(table, since, until)

    def heard(self, table: str, since: datetime, until: datetime) -> tuple[ReaderEvent, ...]:
        """What a table's reader said in a time."""
        return self._state.heard(table, since, until)

    def rounds(self, id: str) -> tuple[KeptRound, ...]:
        """Every record under a round's id."""
        return self._state.rounds(id)
