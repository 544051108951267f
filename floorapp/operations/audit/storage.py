"""What auditing needs from the store."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Protocol, TypeVar, cast

from floorapp.domain.rounds import KeptRound, RoundBlock
from floorapp.operations.entry import Entry

T = TypeVar("T")


class Trails(Protocol):
    """What things were at any time."""

    def trail(self, kind: type[T], *key: str) -> tuple[tuple[Entry, T], ...]:
        """What a thing became by each entry, as corrections have it; oldest first."""
        ...


class RememberedTrails:
    """Trails that are asked for once: an audit looks at each table's from several sides."""

    def __init__(self, trails: Trails) -> None:
        self._trails = trails
        self._known: dict[tuple[type[object], tuple[str, ...]], object] = {}

    def trail(self, kind: type[T], *key: str) -> tuple[tuple[Entry, T], ...]:
        """What a thing became by each entry, as corrections have it; oldest first."""
        if (kind, key) not in self._known:
            self._known[kind, key] = self._trails.trail(kind, *key)
        return cast("tuple[tuple[Entry, T], ...]", self._known[kind, key])


class RoundStore(Protocol):
    """The rounds of a logbook, packed and not."""

    def packed_upto(self) -> tuple[int, int]:
        """Up to which round everything is packed, and how many rounds were ever kept."""
        ...

    def block_places(self, since: datetime, until: datetime, tables: Collection[str] | None) -> list[tuple[int, int]]:
        """The blocks that may hold rounds of a time and of these tables, and how many rounds each has."""
        ...

    def block(self, place: int) -> RoundBlock:
        """A block of packed rounds."""
        ...

    def loose_rounds(self, after: int, upto: int) -> Iterator[KeptRound]:
        """The rounds kept after a place and up to another, by table and time."""
        ...


def standing(trails: Trails, kind: type[T], *key: str, until: datetime) -> Iterator[tuple[datetime, T, datetime]]:
    """A thing as it stood from each change to the next."""
    steps = trails.trail(kind, *key)
    ends = [entry.occurred_at for entry, _ in steps[1:]] + [until]
    for (entry, thing), end in zip(steps, ends, strict=False):
        yield entry.occurred_at, thing, end
