"""A table's conduct as the state keeps it: everything at the table that a duty can turn on, as the judge wrote it."""

from __future__ import annotations

from datetime import datetime

from floorapp.domain.values import dataclass


@dataclass(frozen=True, slots=True)
class KeptConduct:
    """Where a table's conduct stands after an entry: what it told, and the page that it goes on from.

    What the entries before it told is in the versions of this very thing, one an entry.
    """

    table: str
    #: The number of the page; none before the first.
    page: int
    #: The lines of a log that the entry told, as JSON.
    lines: str
    #: A digest over everything that was told, in the order in which it came.
    trail: str
    #: When the last of it happened.
    at: datetime


@dataclass(frozen=True, slots=True)
class ConductPage:
    """The judge's own view of a table some shoes ago, and the lines told since up to an entry."""

    table: str
    number: str
    #: The page this one goes on from, for what happened before this one begins.
    before: int
    #: The position of that entry.
    position: int
    view: str


@dataclass(frozen=True, slots=True)
class TableDay:
    """A table that was open in a gaming day: the judge's view, its cards aside, when it last was with this reader."""

    table: str
    day: str
    #: Empty where no reader was on it.
    reader: str
    at: datetime
    view: str
    #: The house's policy then.
    inspection_minutes: int
    nj_inspection: bool


@dataclass(frozen=True, slots=True)
class WorkedDay:
    """A gaming day in which a table was open, and whether it was looked through and ended."""

    day: str
    ended: bool = False
