"""Reads a floor log (floor-log/1): bytes in, events out, in order; what is unreadable is named with its line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime, time
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from floorapp.engine.conduct.event import Event
from floorapp.engine.duty import METHODS, OPENING
from floorapp.engine.json_values import named_moment
from floorapp.engine.wagers.register import WAGERS

FORMAT = "floor-log/1"
#: A larger number is no number of anything, as in floor-round/1.
MOST = 10**15
#: A house has no more hours or minutes than these: with them a deadline would leave the calendar.
LONGEST_SPAN = 1_000_000
#: No line is as long, in bytes; more of one is not read.
LONGEST = 16 * 1024 * 1024
#: Years whose neighbors exist in every zone.
YEARS = range(1900, 9000)

EQUIPMENT = ("reader", "shuffler", "discard_rack", "drop_box", "tip_box", "layout", "sign")
Read = Callable[[Any], Any]


class UnreadableLine(ValueError):
    """A line that cannot be read, or that tells what cannot be; nothing after it is believed."""

    line: int | None = None


def read_log(lines: Iterable[bytes | str], until: datetime | None = None) -> Iterator[tuple[int, Event]]:
    """Every event with the number of its line; raises UnreadableLine, whose `line` is set, at the first bad one.

    Of a line that is later than `until` nothing but its time is read, and nothing after it.
    """
    before: datetime | None = None
    for number, line in enumerate(lines, start=1):
        try:
            if len(line) > LONGEST:
                raise UnreadableLine("is longer than any line of a log")
            text = line.decode("utf-8-sig" if number == 1 else "utf-8") if isinstance(line, bytes) else line
            if not text.strip():
                continue
            raw = _decoded(text)
            if until is not None and _of(raw, "at", _instant) > until:
                return
            event = event_of(raw, first=before is None)
            if before is not None and event.at < before:
                raise UnreadableLine("at: is earlier than the line before")
        except UnicodeDecodeError:
            raise at_line(UnreadableLine("is not UTF-8"), number) from None
        except UnreadableLine as fault:
            raise at_line(fault, number) from None
        before = event.at
        yield number, event


def at_line(fault: UnreadableLine, number: int) -> UnreadableLine:
    """The same fault, with the number of its line."""
    fault.line = number
    return fault


def _decoded(text: str) -> dict[str, Any]:
    try:
        raw = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant, parse_int=_whole_number)
    except RecursionError:
        raise UnreadableLine("is nested too deeply") from None
    except json.JSONDecodeError as fault:
        raise UnreadableLine(f"is not JSON: {fault.msg} at column {fault.colno}") from None
    if not isinstance(raw, dict):
        raise UnreadableLine("is not a JSON object")
    return raw


def event_of(raw: Mapping[str, Any], *, first: bool = False) -> Event:
    """A decoded line as an event; the first of a log must say its format."""
    written = raw.get("format")
    if written != FORMAT and (first or written is not None):
        raise UnreadableLine(
            f'format: {_shown(written)} is not "{FORMAT}"' if written is not None else "format: missing"
        )
    at = _of(raw, "at", _instant)
    do = _of(raw, "do", _text)
    fields = FIELDS.get(do)
    if fields is None:
        raise UnreadableLine(f"do: {_shown(do)} is not known")
    table = "" if do == "house" else _of(raw, "table", _text)
    said = {}
    for name, read, default in fields:
        value = raw.get(name)
        if value is None:
            if default is NEEDED:
                raise UnreadableLine(f"{name}: missing")
            said[name] = default
        else:
            said[name] = _read(name, read, value)
    more = MORE.get((do, said.get("what") or said.get("step")))
    for name, read, default in more or ():
        said[name] = _of(raw, name, read) if default is NEEDED or raw.get(name) is not None else default
    if do == "house":
        said = _house(raw, said)
    elif do == "round" and said["hands"] is None:
        said["hands"] = said["count"]
    return Event(at, do, table, said)


def own_event(at: datetime, line: Mapping[str, Any]) -> Event:
    """A line that the app itself tells of a table, at a second in UTC: its values need no reading, only defaults."""
    do, table = line["do"], line["table"]
    said = {name: line.get(name, default) for name, _, default in FIELDS[do]}
    for name, _, default in MORE.get((do, said.get("what") or said.get("step")), ()):
        said[name] = line.get(name, default)
    if do == "setup":
        said.update(side_wagers=tuple(said["side_wagers"]), readings=frozenset(said["readings"]))
    return Event(at, do, table, said)


def _of(raw: Mapping[str, Any], name: str, read: Read) -> Any:
    value = raw.get(name)
    if value is None:
        raise UnreadableLine(f"{name}: missing")
    return _read(name, read, value)


def _read(name: str, read: Read, value: Any) -> Any:
    try:
        return read(value)
    except UnreadableLine as fault:
        raise UnreadableLine(f"{name}: {fault}") from None


def _house(raw: Mapping[str, Any], said: dict[str, Any]) -> dict[str, Any]:
    """What a house line says; of what it does not say nothing stands there."""
    said = {name: value for name, value in said.items() if value is not None and name != "policy"}
    policy = {} if raw.get("policy") is None else raw["policy"]
    if not isinstance(policy, dict):
        raise UnreadableLine("policy: is not a JSON object")
    for name, read in POLICY.items():
        if policy.get(name) is not None:
            said[name] = _read(f"policy.{name}", read, policy[name])
    if "nj_change_hours" in policy:
        said.setdefault("nj_change_hours", None)
    return said


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise UnreadableLine(f"{_shown(twice)} is given twice")
    return made


def _no_constant(name: str) -> Any:
    raise UnreadableLine(f"{name} is not JSON")


def _whole_number(digits: str) -> int:
    return int(digits[:30])  # one that is longer stays too large for any field


@lru_cache(maxsize=4096)
def read_instant(value: str) -> datetime:
    """A time as a log writes it, in UTC and whole seconds."""
    try:
        at = datetime.fromisoformat(value)
    except ValueError:
        raise UnreadableLine(f"{_shown(value)} is not a time in ISO 8601") from None
    if at.tzinfo is None:
        raise UnreadableLine(f"{_shown(value)} has no offset")
    if not named_moment(value):
        raise UnreadableLine(f"{_shown(value)} is not a time in ISO 8601")
    if at.year not in YEARS:
        raise UnreadableLine(f"{_shown(value)} is not a time of this log")
    return at.astimezone(UTC).replace(microsecond=0)


def _instant(value: Any) -> datetime:
    return read_instant(_text(value))


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    raise UnreadableLine(f"{_shown(value)} is not a text")


def _flag(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    raise UnreadableLine(f"{_shown(value)} is neither true nor false")


def _above_zero(value: Any) -> int:
    if type(value) is int and 0 < value <= MOST:
        return value
    if type(value) is int and value > MOST:
        raise UnreadableLine(f"{_shown(value)} is larger than anything at a table")
    raise UnreadableLine(f"{_shown(value)} is not a whole number above zero")


def _span(value: Any) -> int:
    if _above_zero(value) > LONGEST_SPAN:
        raise UnreadableLine(f"{_shown(value)} is longer than any calendar")
    return int(value)


def _span_or_none(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise UnreadableLine(f"{_shown(value)} is not a whole number of zero or more")
    return 0 if value == 0 else _span(value)


def _one_of(*known: str) -> Read:
    words = frozenset(known)

    def read(value: Any) -> str:
        if isinstance(value, str) and value in words:
            return value
        raise UnreadableLine(f"{_shown(value)} is none of {', '.join(known)}")

    return read


def _each(read: Read) -> Read:
    def read_all(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise UnreadableLine(f"{_shown(value)} is not a list")
        return tuple(read(each) for each in value)

    return read_all


def _zone(value: Any) -> ZoneInfo:
    try:
        return ZoneInfo(_text(value))
    except (KeyError, OSError, ValueError):  # no such zone, or no name of one
        raise UnreadableLine(f"{_shown(value)} is not a time zone") from None


def _time_of_day(value: Any) -> time:
    if re.fullmatch(r"([01][0-9]|2[0-3]):[0-5][0-9]", _text(value), re.ASCII) is None:
        raise UnreadableLine(f"{_shown(value)} is not a time of day such as 06:00")
    return time.fromisoformat(value)


def _readings(value: Any) -> frozenset[str]:
    return frozenset(_each(_text)(value))


def _anything(value: Any) -> Any:
    return value


def _shown(value: Any) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (RecursionError, ValueError, TypeError):
        return "what stands there"
    return text if len(text) <= 60 else text[:57] + "…"


NEEDED = object()
Fields = tuple[tuple[str, Read, Any], ...]
_SET: Fields = (("set", _text, NEEDED),)
_POST: Fields = (("post", _one_of("floorperson", "dealer"), NEEDED), ("who", _text, NEEDED))
POLICY: Mapping[str, Read] = {"inspection_minutes": _span_or_none, "nj_change_hours": _span, "nj_inspection": _flag}
#: The fields of every kind of line: the name, what reads it, and its default.
FIELDS: Mapping[str, Fields] = {
    "house": (("zone", _zone, None), ("day_begins", _time_of_day, None), ("policy", _anything, None)),
    "setup": (
        ("rulebook", _text, NEEDED),
        ("decks", _above_zero, NEEDED),
        ("boxes", _above_zero, 6),
        ("method", _one_of(*METHODS), NEEDED),
        ("side_wagers", _each(_one_of(*(name for name in WAGERS if name != "main"))), ()),
        ("readings", _readings, frozenset()),
    ),
    "fit": (("what", _one_of(*EQUIPMENT), NEEDED), ("serial", _text, None)),
    "remove": (("what", _one_of(*EQUIPMENT), NEEDED),),
    "assign": _POST,
    "leave": _POST,
    "bring": (
        ("set", _text, NEEDED),
        ("decks", _above_zero, NEEDED),
        ("back", _text, NEEDED),
        ("design", _text, NEEDED),
        ("tens", _flag, True),
        ("cards", _one_of("new", "preinspected", "preshuffled"), NEEDED),
    ),
    "step": (*_SET, ("step", _one_of(*OPENING, "tens_removed"), NEEDED)),
    "count": (*_SET, ("cards", _above_zero, NEEDED)),
    "shoe": (
        *_SET,
        ("shuffled", _one_of("hand", "shuffler", "beforehand"), None),
        ("cut", _flag, False),
        ("straight", _flag, False),
    ),
    "recut": (("by_post", _one_of("floorperson", "supervisor"), NEEDED),),
    "player": (("asks_to_spread", _flag, False),),
    "inspect_reader": (("by", _text, NEEDED), ("good", _flag, True)),
    "shuffler_out": (("how", _one_of("covered", "signed", "removed", "nothing"), NEEDED),),
    "round": (("id", _anything, None), ("count", _above_zero, 1), ("hands", _above_zero, None)),
    **dict.fromkeys(("break_seal", "load", "take_away", "reshuffled"), _SET),
    **dict.fromkeys(("open", "close", "stop", "resume", "burn", "cover_card", "end_shoe", "clear_rack", "idle"), ()),
    **dict.fromkeys(("reader_fails", "reader_mended", "jam", "shuffler_back"), ()),
}
#: What one kind of equipment, or one step, has besides.
MORE: Mapping[tuple[str, str | None], Fields] = {
    ("fit", "reader"): (("serial", _text, NEEDED), ("kind", _one_of("blackjack", "masque"), NEEDED)),
    ("fit", "discard_rack"): (("decks", _above_zero, NEEDED),),
    ("step", "tens_removed"): (
        ("verified_by_floorperson", _flag, True),
        ("disposed", _one_of("torn_and_boxed", "destroyed", "kept"), NEEDED),
    ),
}
