"""Every place of the app by its name; each is imported and built when somebody first goes there.

A new place: a file `…_place.py` with a class whose only argument is `Surroundings`, and one line here.
The walk in `tests/app/test_every_place.py` then covers it: names, tab order, targets, clipped words, at
1366×768 and at 200 %, dark and light, on an empty floor and on the full sample.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any

from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.place import ScreenPlace

#: Name of a place, and where its class is; below each comment is room for its neighbours.
PLACES = {
    # the floor and its tables
    "floor": "floor_place:FloorPlace",
    "table": "table_place:TablePlace",
    "opening": "opening_place:OpeningPlace",
    "relief": "relief_place:ReliefPlace",
    "setup": "setup_place:SetupPlace",
    # inspections
    "inspect": "inspect_place:InspectPlace",
    # cards and shufflers
    "decks": "decks_place:DecksPlace",
    "storage": "card_storage_place:CardStoragePlace",
    "shufflers": "shufflers_place:ShufflersPlace",
    # incidents, reports, alarms
    "incidents": "incident_place:IncidentPlace",
    "report": "report_place:ReportPlace",
    "alarms": "alarm_place:AlarmPlace",
    # disputes and rulebooks
    "disputes": "dispute_place:DisputePlace",
    "cases": "cases_place:CasesPlace",
    "rulebooks": "rulebook_place:RulebookPlace",
    # audit and charts
    "audit": "audit_place:AuditPlace",
    "dashboards": "dashboards_place:DashboardsPlace",
    # readers
    "readers": "readers_place:ReadersPlace",
    # papers
    "papers": "papers_place:PapersPlace",
    # settings, people, handover
    "settings": "settings_place:SettingsPlace",
    "handover": "handover_place:HandoverPlace",
    # finding and correcting
    "record": "record_place:RecordPlace",
}


class ScreenPlaces(Mapping[str, ScreenPlace[Any]]):
    """All places by name; asking for one builds it, and `built` are those somebody was at."""

    def __init__(self, around: Surroundings, join: Callable[[ScreenPlace[Any]], None]) -> None:
        self._around, self._join = around, join
        self._built: dict[str, ScreenPlace[Any]] = {}

    def __getitem__(self, name: str) -> ScreenPlace[Any]:
        if name not in self._built:
            made = self._built[name] = self._make(name)
            self._join(made)
        return self._built[name]

    def _make(self, name: str) -> ScreenPlace[Any]:
        module, _, kind = PLACES[name].partition(":")
        made = getattr(import_module(f"floorapp.ui.live.{module}"), kind)(self._around)
        assert isinstance(made, ScreenPlace) and made.name == name, name
        return made

    def __iter__(self) -> Iterator[str]:
        return iter(PLACES)

    def __len__(self) -> int:
        return len(PLACES)

    def __contains__(self, name: object) -> bool:
        return name in PLACES

    @property
    def built(self) -> tuple[ScreenPlace[Any], ...]:
        """Those that are built; the others have nothing to refresh or to forget."""
        return tuple(self._built.values())
