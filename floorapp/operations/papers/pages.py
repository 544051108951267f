"""The logbook as papers leaf through it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Protocol

from floorapp.domain.rounds import KeptRound
from floorapp.operations.entry import Entry
from floorapp.operations.facts.registry import Subject


class Pages(Protocol):
    """Pages of entries and rounds; what lies up to a position never changes."""

    def entries(self, *, kinds: Iterable[str], first_day: str = "", last_day: str = "", upto: int) -> Iterator[Entry]:
        """Entries of these kinds, and of these gaming days where they are named, in order."""
        ...

    def days_written(self, *, first_day: str, last_day: str, upto: int) -> tuple[str, ...]:
        """The gaming days of a time under which something was written, in order."""
        ...

    def page(self, *, before: int | None = None, limit: int = 50, about: Subject | None = None) -> tuple[Entry, ...]:
        """A page of a timeline, newest first."""
        ...

    def entry(self, id: str) -> Entry | None:
        """The entry as it was written."""
        ...

    def rounds_between(
        self, since: datetime, until: datetime, *, known: int, table: str | None = None, wrong: bool = False
    ) -> Iterator[KeptRound]:
        """Rounds of a time among the first so many ever kept, by table and time."""
        ...

    def rounds(self, id: str) -> tuple[KeptRound, ...]:
        """Every record under a round's id."""
        ...
