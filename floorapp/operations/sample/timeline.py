"""Time in the sample: a clock that is driven, and scripts that act, wait and act again side by side."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Generator
from dataclasses import field
from datetime import UTC, date, datetime, time, timedelta
from typing import TypeVar

from floorapp.domain.gaming_day import GamingDay, HouseClock
from floorapp.domain.values import dataclass

T = TypeVar("T")

#: Something people do in steps: it yields how many seconds pass before the next one.
Doing = Generator[float, None, T]
Script = Doing[None]


@dataclass(slots=True)
class DrivenClock:
    """A clock that only goes on when it is told to, and never back."""

    instant: datetime

    def now(self) -> datetime:
        """The instant it shows."""
        return self.instant


@dataclass(slots=True)
class ScriptTimeline:
    """The scripts under way, resumed in order of time; nothing happens beyond the present moment."""

    clock: DrivenClock
    present: datetime
    house: HouseClock
    _waiting: list[tuple[datetime, int, Script]] = field(default_factory=list)
    _begun: int = 0

    def begin(self, when: datetime, script: Script) -> None:
        """Let a script begin at an instant; at one instant they go on in the order they were begun."""
        self._begun += 1
        heapq.heappush(self._waiting, (when, self._begun, script))

    def run(self, passed: Callable[[datetime], None]) -> None:
        """Let everything happen that happens up to the present moment."""
        while self._waiting and self._waiting[0][0] <= self.present:
            when, _, script = heapq.heappop(self._waiting)
            self.clock.instant = max(self.clock.instant, when)
            passed(self.clock.instant)
            for seconds in script:
                self.begin(self.clock.instant + timedelta(seconds=seconds), script)
                break
        for _, _, script in self._waiting:
            script.close()
        self._waiting.clear()
        self.clock.instant = self.present

    def wall(self, day: date, wall: time) -> datetime:
        """The instant of a wall time on a calendar day."""
        return datetime.combine(day, wall, tzinfo=self.house.zone).astimezone(UTC)

    def on(self, day: GamingDay, wall: time) -> datetime:
        """The instant of a wall time within a gaming day, after midnight too."""
        calendar = day.date if wall >= self.house.begins else day.date + timedelta(days=1)
        return self.wall(calendar, wall)
