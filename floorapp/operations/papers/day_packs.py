"""The gaming-day pack made by itself: when a day is ended or well over, and at start for days the app slept through."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from floorapp.domain.days import Document, EndedDay
from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.property import Property
from floorapp.operations.desk import Desk
from floorapp.operations.papers.builder import Request
from floorapp.operations.papers.catalogue import PACK
from floorapp.operations.papers.issue import Issuing
from floorapp.operations.papers.office import Office
from floorapp.operations.papers.tools import SIZES
from floorapp.operations.upkeep import Pace, Wrong

#: Packs of days longer ago are not made by themselves.
LOOKED_BACK = timedelta(days=31)
#: A day that nobody ends gets its pack this long after it is over.
PATIENCE = timedelta(hours=2)
#: How often it is looked whether a pack is missing.
LOOKED_EVERY = timedelta(minutes=10)


class MakesDayPacks:
    """The chore of making packs."""

    name = "gaming-day packs"

    def __init__(self, office: Callable[[], Office], desk: Desk) -> None:
        self._office, self._desk = office, desk
        self._looked: datetime | None = None

    def is_due(self, now: datetime) -> bool:
        return self._looked is None or abs(now - self._looked) >= LOOKED_EVERY

    def do(self, now: datetime, pace: Pace) -> Wrong | None:
        self._looked = now
        for day in tuple(self.missing(now)):
            pace()
            request = Request(PACK.name, day.date, day.date)
            office = self._office()
            begun = office.begin(self._desk, request, size=SIZES[0])
            Issuing(office, begun).finish(self._desk, far=lambda _done, _whole: pace())
        return None

    def missing(self, now: datetime) -> Iterator[GamingDay]:
        """Days that are over, have entries and no pack, oldest first."""
        with self._desk.looking() as moment:
            if moment.state.get(Property, "house") is None:
                return
            made = {d.first_day for d in moment.state.find(Document, form=PACK.number) if d.first_day == d.last_day}
            today, clock = moment.day, moment.house
            ended = {each.day for each in moment.state.find(EndedDay)}
        pages = self._office().pages
        upto = self._office().record().upto
        day = GamingDay(today.date - LOOKED_BACK)
        while day < today:
            over = str(day) in ended or now >= clock.end_of(day) + PATIENCE
            if over and day.date not in made:
                wrote = pages.entries(kinds=(), first_day=str(day), last_day=str(day), upto=upto)
                if next(iter(wrote), None) is not None:
                    yield day
            day = day.next()
