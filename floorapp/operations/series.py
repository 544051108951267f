"""Numbers without gaps: incidents and deck sets of a year, shoes of a table's day, documents."""

from __future__ import annotations

from floorapp.operations.facts.registry import Fact
from floorapp.operations.shelves import Counted
from floorapp.operations.state import Shelves, StateView


def next_number(state: StateView, series: str) -> int:
    """The number that comes next; an act that is refused takes none."""
    counted = state.get(Counted, series)
    return counted.last + 1 if counted else 1


def incident_name(series: str, number: int) -> str:
    """The number of an incident as people say it, in the series of its year."""
    return f"IR-{series.removeprefix('incident-')}-{number:04d}"


def shoe_name(series: str, table: str, number: int) -> str:
    """The name of a shoe, in the series of its table's gaming day."""
    return f"{table}/{series.removeprefix(f'shoe-{table}-')}/{number}"


def count_to(series: str, number: int, shelves: Shelves) -> None:
    """Remember that a number was given."""
    counted = shelves.get(Counted, series)
    shelves.put(Counted(series, max(number, counted.last if counted else 0)))


def keep_number(voided: Fact, shelves: Shelves) -> None:
    """What is left of an entry that was voided: the number it had is not given again."""
    series, number = getattr(voided, "series", None), getattr(voided, "number", None)
    if isinstance(series, str) and isinstance(number, int):
        count_to(series, number, shelves)
