"""A table's conduct as the state keeps it: everything at the table that a duty can turn on, as the judge wrote it."""

from __future__ import annotations

from floorapp.domain.values import dataclass


@dataclass(frozen=True, slots=True)
class KeptConduct:
    """The judge's own view of one table after so many lines of its log."""

    table: str
    lines: int
    view: str
