"""How times and dates that people type are read: the one place; either clock, US or ISO dates."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta

from floorapp.domain.gaming_day import HouseClock

_TIME = r"(?P<hour>\d{1,2})(?:[:.]?(?P<minute>[0-5]\d))?(?:[:.](?P<second>[0-5]\d))?\s*(?P<half>[ap])?\.?(?(half)m?\.?)"
_CLOCK = re.compile(_TIME, re.I)
_ISO = r"(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})"
_US = r"(?P<um>\d{1,2})/(?P<ud>\d{1,2})(?:/(?P<uy>\d{4}|\d\d))?"
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_NAMED = (
    rf"(?:(?:{'|'.join(_DAYS)})\w*,?\s+)?(?P<nm>{'|'.join(_MONTHS)})\w*\.?\s+(?P<nd>\d{{1,2}})(?:,?\s+(?P<ny>\d{{4}}))?"
)
_WEEKDAY = rf"(?P<week>{'|'.join(_DAYS)})\w*"
_DATE = re.compile(rf"(?:{_ISO}|{_US}|{_NAMED}|{_WEEKDAY}|(?P<word>today|yesterday)),?", re.I)
_WORDS = {"noon": time(12), "midnight": time(0)}

#: What a refusal tells people to type.
TIMES_LIKE = "9:04 PM or 2104"
DATES_LIKE = "11/15/2026"


def read_time(text: str) -> time | None:
    """`9:04 pm`, `9:04p`, `21:04`, `2104`, `noon` as a time of day; without AM or PM the hours count to 24."""
    found = _read_clock(text)
    return None if found is None else found[0]


def read_date(text: str, today: date) -> date | None:
    """`11/15`, `11/15/2026`, `Nov 15`, `2026-11-15`, `yesterday`, `Sun`; without a year, this one."""
    found = _DATE.fullmatch(text.strip())
    return None if found is None else _day(found, today)


def read_instant(text: str, now: datetime, clock: HouseClock, *, ahead: timedelta = timedelta()) -> datetime | None:
    """A typed date and time as an instant; a time alone is the last time the clocks on the wall showed it."""
    written, wall = _day_first(text), clock.wall(now)
    dated = _DATE.match(written)
    day = _past_day(dated, wall.date()) if dated else None
    found = _read_clock(written[dated.end() :].removeprefix("T") if dated else written)
    if found is None or (dated and day is None):
        return None
    told, either = found
    if either and clock.style.day_hours == 12:
        if dated and not dated["y"]:
            return None  # 11/15 9:04 may be morning or evening
        times = (told, told.replace(hour=(told.hour + 12) % 24)) if not dated else (told,)
    else:
        times = (told,)
    if not dated and not told.second and any((wall.hour, wall.minute) == (each.hour, each.minute) for each in times):
        return now
    days = (day,) if day is not None else (wall.date(), wall.date() - timedelta(days=1))
    return max(_instants(days, times, clock, now + ahead), default=None)


def _day_first(text: str) -> str:
    """A typed time with its day in front: `9:04 pm yesterday` and `11/14 at 9:04p` are said, too."""
    words = [word for word in text.split() if word.casefold() not in ("at", "on", "@")]
    for place in range(1, len(words)):
        if _DATE.fullmatch(" ".join(words[place:])):
            return " ".join((*words[place:], *words[:place]))
    return " ".join(words)


def _instants(days: Iterable[date], times: tuple[time, ...], clock: HouseClock, limit: datetime) -> list[datetime]:
    """Every instant not after the limit at which the clocks on the wall show one of the times."""
    walls = (
        datetime.combine(day, each.replace(fold=fold), tzinfo=clock.zone)
        for day in days
        for each in times
        for fold in (0, 1)
    )
    return [there for wall in walls if (there := wall.astimezone(UTC)) <= limit]


def _read_clock(text: str) -> tuple[time, bool] | None:
    """A time of day, and whether it may be morning as well as evening: `9:04`, not `09:04`, `904` or `9:04p`."""
    written = text.strip().casefold()
    if written in _WORDS:
        return _WORDS[written], False
    found = _CLOCK.fullmatch(written)
    if found is None or (found["minute"] is None and found["half"] is None):
        return None
    hour, half = int(found["hour"]), found["half"]
    if half is not None:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "p" else 0)
    if hour > 23:
        return None
    parted = bool(re.match(r"[1-9]\d?[:.]", written))
    told = time(hour, int(found["minute"] or 0), int(found["second"] or 0))
    return told, half is None and parted and 1 <= hour <= 12


def _day(found: re.Match[str], today: date) -> date | None:
    if found["word"]:
        return today if found["word"].casefold() == "today" else today - timedelta(days=1)
    if found["week"]:
        back = (today.weekday() - _DAYS.index(found["week"][:3].casefold())) % 7
        return today - timedelta(days=back)
    if found["nm"]:
        year, month, day = found["ny"], str(_MONTHS.index(found["nm"].casefold()) + 1), found["nd"]
    else:
        year, month, day = found["y"] or found["uy"], found["m"] or found["um"], found["d"] or found["ud"]
    years = today.year if year is None else int(year) + (2000 if len(year) == 2 else 0)
    try:
        return date(years, int(month), int(day))
    except ValueError:
        return None


def _past_day(found: re.Match[str], today: date) -> date | None:
    """As `_day`; without a year it is the last such day."""
    day = _day(found, today)
    yearless = not (found["word"] or found["week"] or found["y"] or found["uy"] or found["ny"])
    if day is not None and yearless and day > today + timedelta(days=1):
        try:
            return day.replace(year=day.year - 1)
        except ValueError:
            return None
    return day
