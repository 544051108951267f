"""How a typed time of day becomes an instant: the last time the clocks on the wall showed it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from floorapp.operations.entry import AHEAD_AT_MOST
from floorapp.operations.moment import Moment
from floorapp.ui.live.words import local

_CLOCK = re.compile(r"([01]?\d|2[0-3])[:.]?([0-5]\d)")


def instant_at(moment: Moment, text: str) -> datetime | None:
    """`21:14`, `2114` or `9.14` as the last such instant; none where it is no time of day."""
    found = _CLOCK.fullmatch(text.strip())
    if found is None:
        return None
    wall = local(moment, moment.now)
    if (wall.hour, wall.minute) == (int(found[1]), int(found[2])):
        return moment.now
    for days in (0, 1):
        day = wall.date() - timedelta(days=days)
        for fold in (1, 0):
            there = datetime(
                day.year, day.month, day.day, int(found[1]), int(found[2]), tzinfo=moment.house.zone, fold=fold
            )
            if there.astimezone(UTC) <= moment.now + AHEAD_AT_MOST:
                return there.astimezone(UTC)
    return None
