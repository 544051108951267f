"""Which things the state keeps, under which key, and by which fields they are asked for."""

from __future__ import annotations

from dataclasses import dataclass

from floorapp.domain.people import Person, Session
from floorapp.domain.property import Equipment, Pit, Property, RulesSubmission, Table
from floorapp.operations.state import Shelf


@dataclass(frozen=True, slots=True)
class Counted:
    """The last number given in a series without gaps: incidents of a year, deck sets of a year."""

    series: str
    last: int


@dataclass(frozen=True, slots=True)
class Corrected:
    """An entry that has been corrected: which one, and the corrections in order; the last one holds."""

    entry: str
    corrections: tuple[str, ...]


SHELVES: tuple[Shelf, ...] = (
    Shelf(Counted, "counted", ("series",)),
    Shelf(Corrected, "corrected", ("entry",)),
    Shelf(Person, "person", ("handle",), ("role", "enabled")),
    Shelf(Session, "session", ("id",), ("person", "ended_at")),
    Shelf(Property, "property", ("id",)),
    Shelf(Pit, "pit", ("id",)),
    Shelf(Table, "gaming_table", ("id",), ("pit", "rulebook", "retired")),
    Shelf(Equipment, "equipment", ("table", "fixture"), ("serial", "fitted")),
    Shelf(RulesSubmission, "rules_submission", ("id",), ("rulebook", "holds_from")),
)

#: Raised by hand when a reducer gives another state for the same entries: stores then rebuild at start.
STATE_VERSION = 1

BY_KIND: dict[type[object], Shelf] = {shelf.kind: shelf for shelf in SHELVES}
