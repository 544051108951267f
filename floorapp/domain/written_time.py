"""How times, dates and spans are written for people: the one place; the property chooses the style."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from datetime import date as Day
from datetime import time as Clock

from floorapp.domain.values import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """A property's way of writing: 12-hour clock and US dates unless it chose otherwise."""

    day_hours: int = 12
    iso_dates: bool = False

    def time(self, wall: Clock | datetime, *, seconds: bool = False) -> str:
        """`9:04 PM`, `9:04:05 PM`; `21:04`."""
        rest = f":{wall.minute:02d}" + (f":{wall.second:02d}" if seconds else "")
        if self.day_hours == 24:
            return f"{wall.hour:02d}{rest}"
        return f"{wall.hour % 12 or 12}{rest} {_half(wall.hour)}"

    def to_the_millisecond(self, wall: datetime) -> str:
        """`9:04:05.123 PM`, for what a device sent."""
        written = self.time(wall, seconds=True)
        at = written.find(" ") if " " in written else len(written)
        return f"{written[:at]}.{wall.microsecond // 1000:03d}{written[at:]}"

    def hour(self, hour: int) -> str:
        """An hour under a chart: `9p`, or `21`."""
        hour %= 24
        return f"{hour:02d}" if self.day_hours == 24 else f"{hour % 12 or 12}{_half(hour)[0].lower()}"

    def date(self, day: Day) -> str:
        """A date in a column: `11/15/2026`, or `2026-11-15`."""
        return f"{day:%Y-%m-%d}" if self.iso_dates else f"{day:%m/%d/%Y}"

    def short_date(self, day: Day) -> str:
        """A date whose year is known: `11/15`, or `11-15`."""
        return f"{day:%m-%d}" if self.iso_dates else f"{day:%m/%d}"

    def long_date(self, day: Day) -> str:
        """A date in a heading: `Sun, Nov 15, 2026`, or `Sun 2026-11-15`."""
        return f"{day:%a %Y-%m-%d}" if self.iso_dates else f"{day:%a, %b} {day.day}, {day.year}"

    def stamp(self, wall: datetime, *, seconds: bool = False) -> str:
        """A date and a time: `11/15/2026 9:04 PM`."""
        return f"{self.date(wall)} {self.time(wall, seconds=seconds)}"

    def weekday_time(self, wall: datetime) -> str:
        """`Sun 9:04 PM`, for the days just past."""
        return f"{wall:%a} {self.time(wall)}"


#: For those who read away from any property: the command line and its files.
PLAIN = Style()


def _half(hour: int) -> str:
    return "AM" if hour < 12 else "PM"


def utc_stamp(instant: datetime, *, seconds: bool = False) -> str:
    """An instant where no property's clock is at hand: `11/15/2026 9:04 PM UTC`."""
    return f"{PLAIN.stamp(instant.astimezone(UTC), seconds=seconds)} UTC"


def date_in_words(day: Day) -> str:
    """A date in a sentence: `January 3, 2016`."""
    return f"{day:%B} {day.day}, {day.year}"


def span(length: timedelta) -> str:
    """`5 h 6 min`, `42 min`; never below nothing."""
    minutes = max(0, int(length.total_seconds() // 60))
    hours, rest = divmod(minutes, 60)
    if not hours:
        return f"{rest} min"
    return f"{hours} h {rest} min" if rest else f"{hours} h"


def days_or_span(length: timedelta) -> str:
    """`29 days` from two days on, else as `span` has it."""
    return f"{length.days} days" if length.days >= 2 else span(length)


def span_to_the_second(length: timedelta) -> str:
    """`2 min 31 s`, `5 h 6 min`; never below nothing."""
    seconds = max(0, int(length.total_seconds()))
    if seconds >= 3600:
        return span(length)
    return f"{seconds // 60} min {seconds % 60} s" if seconds >= 60 else f"{seconds} s"


def spoken_span(length: timedelta) -> str:
    """`1 hour 5 minutes`, as a screen reader says it."""
    minutes = max(0, int(length.total_seconds() // 60))
    hours, rest = divmod(minutes, 60)
    said = [f"{hours} hour{'s' if hours != 1 else ''}"] if hours else []
    return " ".join([*said, f"{rest} minute{'s' if rest != 1 else ''}"])


def file_stamp(instant: datetime, *, parts: bool = False) -> str:
    """An instant in the name of a file, in UTC: `20261115T210405Z`; with the parts of a second where asked."""
    made = instant.astimezone(UTC)
    return f"{made:%Y%m%dT%H%M%S.%fZ}" if parts else f"{made:%Y%m%dT%H%M%SZ}"
