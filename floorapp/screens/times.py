"""How a typed time becomes an instant at the property, and an instant a time to type over."""

from __future__ import annotations

from datetime import datetime

from floorapp.domain.typed_time import read_instant
from floorapp.operations.entry import AHEAD_AT_MOST
from floorapp.operations.moment import Moment
from floorapp.screens.phrases import local


def instant_at(moment: Moment, text: str) -> datetime | None:
    """What was typed as an instant; none where it is no time, or one that has not come yet."""
    return read_instant(text, moment.now, moment.house, ahead=AHEAD_AT_MOST)


def time_of(moment: Moment, instant: datetime) -> str:
    """An instant as one types it: `9:14 PM`, with the day before it where that was not today."""
    today = local(moment, instant).date() == local(moment, moment.now).date()
    return moment.house.time(instant) if today else moment.house.stamp(instant)
