"""Incident trends (FA-125): errors of a period by dealer, by what happened, by hour and by game, for training."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import time

from floorapp.domain.incident_files import ErrorBy, IncidentDetails
from floorapp.domain.incidents import Incident
from floorapp.domain.money import dollars
from floorapp.domain.values import dataclass
from floorapp.operations.chart import Bar, Bars
from floorapp.operations.papers.builder import Composing, PaperForm, plain_table, tally
from floorapp.operations.papers.incident_facts import IncidentFacts
from floorapp.operations.papers.incidents import incident_of, incidents_of
from floorapp.operations.sheet import Cell, Dash, Kind, Row, Section, SheetColumn

#: What follows the name of a group in each table.
COUNTED = (
    SheetColumn("Incidents", Kind.NUMBER, 1.0),
    SheetColumn("Dealer errors", Kind.NUMBER, 1.1),
    SheetColumn("Overpaid", Kind.MONEY, 1.2),
    SheetColumn("Underpaid", Kind.MONEY, 1.2),
    SheetColumn("Reimbursed", Kind.MONEY, 1.2),
)


@dataclass(frozen=True, slots=True)
class CountedIncident:
    """One incident as it is counted: the groups it falls into, and its details."""

    incident: Incident
    dealers: tuple[str, ...]
    game: str
    hour: int
    details: IncidentDetails


def _sections(desk: Composing) -> Iterator[Section]:
    found = [_counted(desk, incident) for _, incident in incidents_of(desk)]
    errors = Counter(each.details.error for each in found)
    yield tally(
        incidents=len(found),
        dealer_errors=errors[ErrorBy.DEALER],
        patron_errors=errors[ErrorBy.PATRON],
        of_equipment=errors[ErrorBy.EQUIPMENT],
        without_details=errors[None],
    )
    yield from _hours(desk, found)
    yield _by("By dealer", "Dealer", Kind.PERSON, found, lambda each: each.dealers or ("no dealer on record",))
    yield _by("By what happened", "What happened", Kind.TEXT, found, lambda each: (each.incident.title,))
    style = desk.style
    yield _by(
        "By hour",
        "Hour",
        Kind.TEXT,
        sorted(found, key=lambda e: e.hour),
        lambda e: (style.time(time(e.hour)),),
        kept=True,
    )
    yield _by("By game", "Game", Kind.TEXT, found, lambda each: (each.game,))


def _counted(desk: Composing, incident: Incident) -> CountedIncident:
    told = IncidentFacts(desk, incident, incident_of(desk, incident.number)[1])
    rules = desk.record.rulebook_at(incident.table, incident.happened_at)
    hour = desk.wall(incident.happened_at).hour
    return CountedIncident(incident, told.dealers, rules.name if rules else "not on record", hour, told.file.details)


def _hours(desk: Composing, found: Iterable[CountedIncident]) -> Iterator[Section]:
    counts = Counter(each.hour for each in found)
    if counts:
        bars = tuple(Bar(desk.style.hour(hour), counts[hour], f"{counts[hour]:,}") for hour in sorted(counts))
        yield Bars("Incidents by hour", bars, "By the hour of the event, local time.")


def _by(
    title: str,
    head: str,
    kind: Kind,
    found: Iterable[CountedIncident],
    groups: Callable[[CountedIncident], tuple[str, ...]],
    *,
    kept: bool = False,
) -> Section:
    """A row a group, most incidents first, or in the order they come."""
    of: dict[str, list[CountedIncident]] = {}
    for each in found:
        for name in groups(each):
            of.setdefault(name, []).append(each)
    names = list(of) if kept else sorted(of, key=lambda name: (-len(of[name]), name))
    rows = (Row((name, *_figures(of[name]))) for name in names)
    return plain_table(
        title, (SheetColumn(head, kind, 3.4), *COUNTED), rows, "No incident was reported in this period."
    )


def _figures(found: list[CountedIncident]) -> tuple[Cell, ...]:
    details = [each.details for each in found]
    money = (
        [each.overpaid for each in details],
        [each.underpaid for each in details],
        [each.reimbursed for each in details],
    )
    errors = sum(each.error is ErrorBy.DEALER for each in details)
    return (f"{len(found):,}", f"{errors:,}", *(_sum(each) for each in money))


def _sum(amounts: list[int | None]) -> Cell:
    known = [each for each in amounts if each is not None]
    return dollars(sum(known)) if known else Dash("no amount entered")


FORM = PaperForm("trends", "Incident trends", "FA-125", "2", _sections, narrows=frozenset({"pit", "table", "shift"}))
