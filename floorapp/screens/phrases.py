"""How instants, people and card backs are written on the screens."""

from __future__ import annotations

from datetime import datetime

from floorapp.domain.people import Badge, Role
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal
from floorapp.screens.states import Back

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
    return moment.house.wall(instant)


def clock(moment: Moment, instant: datetime) -> str:
    """`9:14 PM`, with the weekday where it was another gaming day."""
    wall = local(moment, instant)
    same = moment.house.day_of(instant) == moment.day
    return moment.house.style.time(wall) if same else moment.house.style.weekday_time(wall)


def game_words(moment: Moment, rulebook: str) -> str:
    """A rulebook where it is chosen: its game, its id, and its standing where it is not in force."""
    book = moment.books[rulebook]
    standing = "" if book.standing.in_force(moment.day.date) else f" · {book.standing.status}"
    return f"{book.short} · {rulebook}{standing}"


def game_id(words: str) -> str:
    """The rulebook that was chosen by these words."""
    return words.split(" · ")[1]


def name_of(moment: Moment, handle: str | None) -> str:
    """A person's name, or what acted by itself; the handle where nobody is known by it."""
    return moment.called(handle)


#: What may follow a family name.
SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv", "v"})


def short_name(name: str) -> str:
    """`M. Ortiz`, for where room is small; `J. Smith` of John Smith Jr."""
    parts = name.split(" ")  # a station's name has a space that does not part
    while len(parts) > 2 and parts[-1].strip(".,").casefold() in SUFFIXES:
        parts.pop()
    parts[-1] = parts[-1].rstrip(",")
    return f"{parts[0][0]}. {parts[-1]}" if len(parts) > 1 else name


def short_of(moment: Moment, handle: str | None) -> str:
    """A person's short name."""
    return short_name(name_of(moment, handle))


def role_of(role: Role) -> str:
    """`Shift manager`."""
    return role.value.replace("-", " ").capitalize()


def license_words(moment: Moment, badge: Badge) -> str:
    """`license 10442 to 11/30/2027`; nothing where there is none."""
    if not badge.license:
        return ""
    return f"license {badge.license}" + (f" to {moment.house.style.date(badge.expires)}" if badge.expires else "")


def because(refusal: Refusal | None) -> str:
    """Why an act is not offered, with its paragraph, in a line."""
    if refusal is None:
        return ""
    cite = f" ({refusal.cite})" if refusal.cite else ""
    return f"{refusal.happened} {refusal.todo}{cite}"


def plural(count: int, noun: str, several: str = "") -> str:
    """`1 table`, `3 tables`; `2 people` where the word is another one."""
    return f"{count} {noun}" if count == 1 else f"{count} {several or noun + 's'}"
