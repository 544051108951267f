"""A table's conduct as the state keeps it: everything at the table that a duty can turn on, as the judge wrote it."""

from __future__ import annotations

from datetime import datetime

from floorapp.domain.values import dataclass


@dataclass(frozen=True, slots=True)
class KeptConduct:
    """The judge's own view of one table after so many lines of its log."""

    table: str
    lines: int
    view: str
    #: When the last of them happened.
    at: datetime


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
