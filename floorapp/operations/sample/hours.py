"""When the sample's tables deal: opened and closed by their hours, or around the clock with changes of cards."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta

from floorapp.operations.sample.making import Making
from floorapp.operations.sample.shifts import openings
from floorapp.operations.sample.supply import Kind
from floorapp.operations.sample.table import TableAtWork
from floorapp.operations.sample.timeline import Script

#: Cards are brought so long before they come into play.
AHEAD = timedelta(minutes=14)

#: How long before their 24 hours the cards of a table around the clock are changed, in minutes, by how many
#: changes ago: some narrowly, one too late.
NARROW = {("FB-03", 4): 6, ("DU-04", 6): 8, ("NJ-02", 3): 5, ("DB-05", 9): 9, ("FB-10", 8): -38}

#: How long it takes from sending for cards to breaking their seals.
FETCHED = timedelta(minutes=5)

#: The table that stands ready at the present moment, and for how long its hours are kept free before.
READY = "DU-07"
KEPT_FREE = timedelta(hours=20)


class OpeningHours:
    """The plan of openings, changes, closings, deliveries and rounds of security."""

    def __init__(self, making: Making) -> None:
        self.making = making

    def plan(self) -> None:
        """Everything that happens by the clock."""
        making = self.making
        first = making.timeline.house.start_of(making.days[0])
        for place, work in enumerate(making.tables.values()):
            if work.planned.hours.always:
                self._around_the_clock(work, first + timedelta(minutes=25 + 2 * place))
            for opens, closes in openings(making, work.planned):
                if work.id == READY and opens > making.present - KEPT_FREE:
                    continue
                making.begin(opens - AHEAD, work.open_up())
                making.begin(closes, work.close())
        self._deliveries(first)
        for hour in range(1, int((making.present - first) / timedelta(hours=1))):
            making.begin(first + timedelta(hours=hour, minutes=48), making.supply.make_the_round())

    def _around_the_clock(self, work: TableAtWork, opened: datetime) -> None:
        """Opened once; changes counted back from the present age, each a little before the 24 hours."""
        making, day = self.making, timedelta(hours=24)
        when, times = making.present - work.planned.hours.age - FETCHED, list[datetime]()
        while when > opened + timedelta(hours=1):
            minutes = NARROW.get((work.id, len(times)), making.chance.uniform(25, 75))
            times.append(when)
            when -= day - timedelta(minutes=minutes)
        if times[-1] - opened > day - timedelta(hours=1):
            times.append(opened + day / 2)
        making.begin(opened, work.open_up())
        for each in times:
            making.begin(each, work.change())

    def _deliveries(self, first: datetime) -> None:
        making = self.making
        used: Counter[Kind] = Counter()
        for table in making.plan.tables:
            used.update(making.supply.kinds(table))
        wanted = Counter({kind: 2 * number + 2 for kind, number in used.items()})
        for number in range(len(making.days)):
            making.begin(first + timedelta(days=number, minutes=-50), self._deliver(wanted))

    def _deliver(self, wanted: Counter[Kind]) -> Script:
        yield from self.making.supply.receive(wanted)
