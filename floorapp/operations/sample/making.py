"""What every part of the sample's making shares: the plan, the time, the people, the cards, the tables."""

from __future__ import annotations

import random
from dataclasses import field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.values import dataclass
from floorapp.operations.desk import Desk
from floorapp.operations.rules import Rulebook, Rulebooks
from floorapp.operations.sample.crew import Crew, Rota
from floorapp.operations.sample.plan import Plan, SampleTable
from floorapp.operations.sample.supply import Supply
from floorapp.operations.sample.timeline import Script, ScriptTimeline

if TYPE_CHECKING:
    from floorapp.operations.sample.table import TableAtWork

#: How many gaming days lie before the present one.
DAYS = 14


@dataclass(slots=True)
class Making:
    """The sample under way."""

    plan: Plan
    timeline: ScriptTimeline
    crew: Crew
    rota: Rota
    supply: Supply
    chance: random.Random
    rulebooks: Rulebooks
    tables: dict[str, TableAtWork] = field(default_factory=dict)
    #: Who has which table, as the last assignment said.
    holders: dict[str, str] = field(default_factory=dict)

    @property
    def now(self) -> datetime:
        """The instant the sample has come to."""
        return self.timeline.clock.now()

    @property
    def present(self) -> datetime:
        """The instant at which the sample ends."""
        return self.timeline.present

    @property
    def days(self) -> tuple[GamingDay, ...]:
        """The gaming days, the first to the present one."""
        today = self.rota.today.date
        return tuple(GamingDay(today - timedelta(days=ago)) for ago in range(DAYS, -1, -1))

    def days_ago(self, day: GamingDay) -> int:
        """How many days a gaming day lies before the present one."""
        return (self.rota.today.date - day.date).days

    def before(self, **by: float) -> datetime:
        """An instant so long before the present moment."""
        return self.present - timedelta(**by)

    def begin(self, when: datetime, script: Script) -> None:
        """Let a script begin at an instant."""
        self.timeline.begin(when, script)

    def rulebook(self, table: SampleTable) -> Rulebook:
        """The rulebook a table plays under."""
        return self.rulebooks[table.game.rulebook]

    def manager(self) -> Desk:
        """The desk of the shift manager on duty."""
        return self.supply.manager()

    def floorperson(self, table: str) -> Desk:
        """The desk of whoever has a table."""
        return self.crew.desk(self.holders[table])

    def about(self, seconds: float) -> float:
        """About so many seconds."""
        return self.chance.uniform(0.7, 1.3) * seconds
