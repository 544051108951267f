"""How instants, spans, people and card backs are written on the screens, and how a typed time is read."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta

from floorapp.domain.people import Person, Role
from floorapp.operations.entry import AHEAD_AT_MOST
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal
from floorapp.screens.states import Back

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


_BACKS = {
    "blue": Back.BLUE,
    "red": Back.RED,
    "green": Back.GREEN,
    "black": Back.BLACK,
    "violet": Back.PURPLE,
    "purple": Back.PURPLE,
}


def back_of(word: str) -> Back | None:
    """The chip of a back colour, where there is one for it."""
    return _BACKS.get(word.strip().casefold())


def local(moment: Moment, instant: datetime) -> datetime:
    """An instant by the clocks on the wall."""
    return instant.astimezone(moment.house.zone)


def clock(moment: Moment, instant: datetime) -> str:
    """`21:14`, with the weekday where it was another gaming day."""
    wall = local(moment, instant)
    same = moment.house.day_of(instant) == moment.day
    return f"{wall:%H:%M}" if same else f"{wall:%a %H:%M}"


def span(length: timedelta) -> str:
    """`0:42`, hours and minutes; never below nothing."""
    minutes = max(0, int(length.total_seconds() // 60))
    return f"{minutes // 60}:{minutes % 60:02d}"


def spoken_span(length: timedelta) -> str:
    """`1 hour 5 minutes`, as a screen reader says it."""
    minutes = max(0, int(length.total_seconds() // 60))
    hours, rest = divmod(minutes, 60)
    said = [f"{hours} hour{'s' if hours != 1 else ''}"] if hours else []
    return " ".join([*said, f"{rest} minute{'s' if rest != 1 else ''}"])


def name_of(moment: Moment, handle: str | None) -> str:
    """A person's name, or what acted by itself; the handle where nobody is known by it."""
    person = moment.state.get(Person, handle) if handle else None
    if person is not None:
        return person.name
    kind, _, name = (handle or "").partition("/")
    return {"reader": "Reader", "station": f"Station\u00a0{name}"}.get(kind, handle or "") if name else handle or ""


def short_name(name: str) -> str:
    """`M. Ortiz`, for where room is small."""
    parts = name.split(" ")  # a station's name has a space that does not part
    return f"{parts[0][0]}. {parts[-1]}" if len(parts) > 1 else name


def short_of(moment: Moment, handle: str | None) -> str:
    """A person's short name."""
    return short_name(name_of(moment, handle))


def role_of(role: Role) -> str:
    """`Shift manager`."""
    return role.value.replace("-", " ").capitalize()


def because(refusal: Refusal | None) -> str:
    """Why an act is not offered, with its paragraph, in a line."""
    if refusal is None:
        return ""
    cite = f" ({refusal.cite})" if refusal.cite else ""
    return f"{refusal.happened} {refusal.todo}{cite}"


def plural(count: int, noun: str) -> str:
    """`1 table`, `3 tables`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
