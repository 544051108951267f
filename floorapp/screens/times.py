"""How a typed time becomes an instant: a day and a time, or the last time the clocks on the wall showed it."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta

from floorapp.operations.entry import AHEAD_AT_MOST
from floorapp.operations.moment import Moment
from floorapp.screens.phrases import local

_CLOCK = re.compile(r"([01]?\d|2[0-3])[:.]?([0-5]\d)")
_DAY = re.compile(r"(\d{4}-\d\d-\d\d) +(.*)")


def instant_at(moment: Moment, text: str) -> datetime | None:
    """`21:14`, `2114` or `9.14` as the last such instant, `2026-11-13 21:14` as that one; none where it is neither."""
    dated = _DAY.fullmatch(text.strip())
    found = _CLOCK.fullmatch(dated[2] if dated else text.strip())
    if found is None:
        return None
    wall = local(moment, moment.now)
    if not dated and (wall.hour, wall.minute) == (int(found[1]), int(found[2])):
        return moment.now
    try:
        days = (date.fromisoformat(dated[1]),) if dated else (wall.date(), wall.date() - timedelta(days=1))
    except ValueError:
        return None
    for day in days:
        for fold in (1, 0):
            there = datetime.combine(day, time(int(found[1]), int(found[2]), fold=fold), tzinfo=moment.house.zone)
            if there.astimezone(UTC) <= moment.now + AHEAD_AT_MOST:
                return there.astimezone(UTC)
    return None


def time_of(moment: Moment, instant: datetime) -> str:
    """An instant as one types it: `21:14`, with the day before it where that was not today."""
    wall = local(moment, instant)
    return f"{wall:%H:%M}" if wall.date() == local(moment, moment.now).date() else f"{wall:%Y-%m-%d %H:%M}"
