"""Dashboards, live: counted anew off the writer when one comes, when the period changes, and now and then."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from floorapp.screens.dashboards import DashboardsView, dashboards_of
from floorapp.screens.forms import Act
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.live.background_work import Running
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.place import ALL_KEYS, ScreenPlace
from floorapp.ui.pages.dashboards import DashboardsPage

#: Charts of days need not be counted every second.
AGAIN_AFTER = 60.0


class DashboardsPlace(ScreenPlace[DashboardsView]):
    """Charts of today, of a week or of longer; entered about a number of days."""

    rail = "dashboards"

    def __init__(self, around: Surroundings) -> None:
        self.dashboards = DashboardsPage(around.look)
        super().__init__("dashboards", self.dashboards, around)
        self._days = 7
        self._counted = -AGAIN_AFTER
        self.dashboards.periods.choose("7")
        self.dashboards.period_chosen.connect(self.choose)
        self.dashboards.bar_chosen.connect(self._follow)

    def enter(self, subject: str) -> None:
        if subject.isdigit():
            self.choose(subject)
        else:
            self._counted = -AGAIN_AFTER
            self.refresh()

    def choose(self, days: str) -> None:
        """Look at another period."""
        self._days = int(days)
        if days in self.dashboards.periods.parts:
            self.dashboards.periods.choose(days)
            self.dashboards.setFocusProxy(self.dashboards.periods.parts[days])
        self._counted = -AGAIN_AFTER
        self.refresh()

    def refresh(self) -> None:
        if monotonic() - self._counted < AGAIN_AFTER:
            return
        if self.around.works.look("charts", "Counting for the charts", self.look_at(self._days), self._answered):
            self._counted = monotonic()

    @staticmethod
    def look_at(days: int) -> Callable[[Snapshot, Running], tuple[int, DashboardsView]]:
        """What is counted, on a thread of its own."""
        return lambda snapshot, _running: (days, dashboards_of(snapshot, days))

    def _answered(self, answer: tuple[int, DashboardsView]) -> None:
        days, view = answer
        if days == self._days:
            self._take(view)
        else:
            self._counted = -AGAIN_AFTER
            self.refresh()

    def show(self, view: DashboardsView) -> None:
        self.dashboards.show_dashboards(view)

    def _follow(self, name: str, at: int) -> None:
        """Go to the records behind a bar."""
        found = next((each for each in self.view.panels if each.name == name), None) if self.view else None
        if found is not None and at < len(found.goes):
            self.go.emit(found.goes[at].place, found.goes[at].subject)

    def acts(self) -> tuple[Act, ...]:
        return Act("print", "Print…", "F8"), Act("back", "Back to the floor", "Esc"), ALL_KEYS

    def do(self, act: str) -> None:
        if act == "print":
            self.go.emit("papers", "charts")
        elif act == "back":
            self.go.emit("floor", "")
