"""The gaming day: the one place that speaks local time."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from floorapp.domain.values import dataclass
from floorapp.domain.written_time import Style


@dataclass(frozen=True, slots=True, order=True)
class GamingDay:
    """A casino's day, named by the date on which it begins."""

    date: date

    def __str__(self) -> str:
        return self.date.isoformat()

    def next(self) -> GamingDay:
        return GamingDay(self.date + timedelta(days=1))

    def previous(self) -> GamingDay:
        return GamingDay(self.date - timedelta(days=1))


@dataclass(frozen=True, slots=True)
class HouseClock:
    """Where a house stands in time: its zone, when its gaming day begins, and how it writes times."""

    zone: ZoneInfo
    begins: time = time(6, 0)
    style: Style = Style()

    def wall(self, instant: datetime) -> datetime:
        """An instant by the clocks on the wall."""
        return instant.astimezone(self.zone)

    def time(self, instant: datetime, *, seconds: bool = False) -> str:
        """The time of an instant, as people read it."""
        return self.style.time(self.wall(instant), seconds=seconds)

    def stamp(self, instant: datetime, *, seconds: bool = False) -> str:
        """The date and time of an instant, as people read them."""
        return self.style.stamp(self.wall(instant), seconds=seconds)

    def day_of(self, instant: datetime) -> GamingDay:
        """The gaming day an aware instant belongs to, clock changes included."""
        if instant.tzinfo is None:
            raise ValueError("an instant must carry its zone")
        global _last
        clock, begins, ends, day = _last
        if clock is self and begins <= instant < ends:
            return day
        day = self._day_of(instant)
        _last = self, self.start_of(day), self.end_of(day), day
        return day

    def _day_of(self, instant: datetime) -> GamingDay:
        today = GamingDay(instant.astimezone(self.zone).date())
        # Compared as instants: on clock-change nights a wall time, or a date, may come twice or not at all.
        if instant >= self.start_of(today):
            return today.next() if instant >= self.end_of(today) else today
        return today.previous()

    def start_of(self, day: GamingDay) -> datetime:
        """When a gaming day begins, in UTC; one that the clocks skip by the offset before the jump."""
        local = datetime.combine(day.date, self.begins, tzinfo=self.zone)
        return local.astimezone(UTC)

    def end_of(self, day: GamingDay) -> datetime:
        """When the next gaming day begins."""
        return self.start_of(day.next())


_NEVER = datetime.max.replace(tzinfo=UTC)
#: The day that a clock was asked for last, from when to when: one day is asked for a thousand times.
_last: tuple[HouseClock | None, datetime, datetime, GamingDay] = (None, _NEVER, _NEVER, GamingDay(date.max))
