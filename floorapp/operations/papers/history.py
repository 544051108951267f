"""The floor at every moment of the past: replayed once, each thing kept with the instant since which it stood so."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from datetime import datetime
from typing import Protocol, TypeVar

from floorapp.domain.values import dataclass
from floorapp.operations.entry import Entry
from floorapp.operations.shelves import BY_KIND
from floorapp.operations.state import key_text, reduce

T = TypeVar("T")


class HistoryLine(Protocol):
    """A line of a record: the entry as it is read now, and when it happened."""

    @property
    def now(self) -> Entry | None: ...
    @property
    def at(self) -> datetime: ...


class History:
    """What stood on the floor, each thing under its key as a list of what it was from when on."""

    def __init__(self, lines: Iterable[HistoryLine]) -> None:
        self._things: dict[type[object], dict[str, list[tuple[datetime, object]]]] = {}
        self._at: datetime
        for line in sorted(lines, key=lambda each: each.at):  # what happened at once stays as it was written
            if line.now is not None:
                self._at = line.at
                reduce(line.now, self)

    def get(self, kind: type[T], *key: str) -> T | None:
        """The thing as it stands last."""
        known = self._things.get(kind, {}).get(key_text(key))
        found = known[-1][1] if known else None
        return found if isinstance(found, kind) else None

    def put(self, thing: object) -> None:
        kept = self._things.setdefault(type(thing), {})
        kept.setdefault(key_text(BY_KIND[type(thing)].key_of(thing)), []).append((self._at, thing))

    def versions(self, kind: type[T], *key: str) -> tuple[tuple[datetime, T], ...]:
        """Everything a thing ever was, with the instant since which it was so."""
        return self.versions_of(kind, key_text(key))

    def versions_of(self, kind: type[T], key: str) -> tuple[tuple[datetime, T], ...]:
        """The same by the key as `keys` tells it."""
        known = self._things.get(kind, {}).get(key, [])
        return tuple((at, thing) for at, thing in known if isinstance(thing, kind))

    def at(self, instant: datetime) -> FloorThen:
        """The floor as it stood at an instant."""
        return FloorThen(self, instant)

    def keys(self, kind: type[object]) -> list[str]:
        """The keys of all there ever was of a kind, in order."""
        return sorted(self._things.get(kind, {}))

    def stood(self, kind: type[T], key: str, instant: datetime) -> T | None:
        """The thing as it stood at an instant; nothing before it was there."""
        known = self._things.get(kind, {}).get(key, [])
        place = bisect_right(known, instant, key=lambda each: each[0])
        found = known[place - 1][1] if place else None
        return found if isinstance(found, kind) else None


@dataclass(frozen=True, slots=True)
class FloorThen:
    """The floor at one instant."""

    history: History
    instant: datetime

    def get(self, kind: type[T], *key: str) -> T | None:
        """A thing as it stood then; nothing where it was not there yet."""
        return self.history.stood(kind, key_text(key), self.instant)

    def known(self, kind: type[T], *key: str) -> T | None:
        """A thing as it stood then, or as it first was where it came later."""
        first = (thing for _, thing in self.history.versions(kind, *key))
        return self.get(kind, *key) or next(first, None)

    def all(self, kind: type[T]) -> tuple[T, ...]:
        """Everything of a kind that was there, by key."""
        found = (self.history.stood(kind, key, self.instant) for key in self.history.keys(kind))
        return tuple(each for each in found if each is not None)
