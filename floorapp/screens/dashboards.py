"""The charts of a period, from the logbook."""

from __future__ import annotations

from datetime import timedelta

from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.tables import Table
from floorapp.domain.values import dataclass
from floorapp.operations.dashboards import Panel, panels
from floorapp.operations.deck_hours import deck_hours
from floorapp.operations.papers.record import Record
from floorapp.screens.phrases import clock
from floorapp.screens.snapshot import Snapshot

ALL = 2**62


def dashboards_of(snapshot: Snapshot, days: int) -> DashboardsView:
    """Count everything of the last gaming days."""
    moment = snapshot.moment
    last = moment.day
    first = GamingDay(last.date - timedelta(days=days - 1))
    record = Record(snapshot.book, upto=ALL, rulebooks=moment.rulebooks)
    tables = moment.state.find(Table, retired=False)
    hours = {(table.id, name): each.by for table in tables for name, each in deck_hours(moment, table.id).items()}
    counted = panels(record, first, last, moment.now, lambda table, name, _at: hours.get((table, name)))
    style = moment.house.style
    one = f"Gaming day {style.long_date(last.date)}"
    span = one if days == 1 else f"{style.date(first.date)} to {style.date(last.date)}"
    return DashboardsView(f"{span} · counted at {clock(moment, moment.now)} · click a bar for its records", counted)


@dataclass(frozen=True, slots=True)
class DashboardsView:
    """The charts of a period."""

    sentence: str
    panels: tuple[Panel, ...]
