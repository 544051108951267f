"""A line of a floor-log/1, read as the page says and no further: fields, defaults, and what makes it unreadable."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

Event = dict[str, Any]
Check = Callable[[Any], bool]

BOOKS = ("pa-590", "pa-673a", "pa-685a", "pa-665a", "nj-19-47-26")
WAGERS = ("double_attack", "push_22", "match_dealer", "bust_it", "insurance")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Unreadable(Exception):
    """A line that is not of the format, or cannot be."""


def text(value: Any) -> bool:
    return isinstance(value, str)


def yes_or_no(value: Any) -> bool:
    return isinstance(value, bool)


def whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def not_below_zero(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def one_of(*words: str) -> Check:
    return lambda value: isinstance(value, str) and value in words


def names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def wagers(value: Any) -> bool:
    return names(value) and all(each in WAGERS for each in value)


def known_zone(value: Any) -> bool:
    if not isinstance(value, str):
        return False
    try:
        ZoneInfo(value)
    except (KeyError, ValueError, OSError):
        return False
    return True


def clock(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch("([01][0-9]|2[0-3]):[0-5][0-9]", value, re.ASCII) is not None


def policy(value: Any) -> bool:
    return isinstance(value, dict)


NEEDED: Any = object()
SET: dict[str, tuple[Check, Any]] = {"set": (text, NEEDED)}
WHAT = one_of("reader", "shuffler", "discard_rack", "drop_box", "tip_box", "layout", "sign")
POST: dict[str, tuple[Check, Any]] = {"post": (one_of("floorperson", "dealer"), NEEDED), "who": (text, NEEDED)}

# For each `do` its fields: what a value must be, and the value where it is absent.
FIELDS: dict[str, dict[str, tuple[Check, Any]]] = {
    "house": {"zone": (known_zone, None), "day_begins": (clock, None), "policy": (policy, None)},
    "setup": {
        "rulebook": (one_of(*BOOKS), NEEDED),
        "decks": (whole, NEEDED),
        "boxes": (whole, 6),
        "method": (one_of("hand", "batch_shuffler", "continuous", "counting_device"), NEEDED),
        "side_wagers": (wagers, []),
        "readings": (names, []),
    },
    "fit": {"what": (WHAT, NEEDED), "serial": (text, None)},
    "remove": {"what": (WHAT, NEEDED)},
    "assign": POST,
    "leave": POST,
    "open": {},
    "close": {},
    "stop": {},
    "resume": {},
    "bring": {
        "set": (text, NEEDED),
        "decks": (whole, NEEDED),
        "back": (text, NEEDED),
        "design": (text, NEEDED),
        "tens": (yes_or_no, True),
        "cards": (one_of("new", "preinspected", "preshuffled"), NEEDED),
    },
    "break_seal": SET,
    "step": SET | {"step": (one_of("inspected", "verified", "spread", "washed", "tens_removed"), NEEDED)},
    "count": SET | {"cards": (whole, NEEDED)},
    "load": SET,
    "shoe": SET
    | {
        "shuffled": (one_of("hand", "shuffler", "beforehand"), None),
        "cut": (yes_or_no, False),
        "straight": (yes_or_no, False),
    },
    "burn": {},
    "cover_card": {},
    "end_shoe": {},
    "clear_rack": {},
    "take_away": SET,
    "recut": {"by_post": (one_of("floorperson", "supervisor"), NEEDED)},
    "idle": {},
    "player": {"asks_to_spread": (yes_or_no, False)},
    "inspect_reader": {"by": (text, NEEDED), "good": (yes_or_no, True)},
    "reader_fails": {},
    "reader_mended": {},
    "jam": {},
    "reshuffled": SET,
    "shuffler_out": {"how": (one_of("covered", "signed", "removed", "nothing"), NEEDED)},
    "shuffler_back": {},
    "round": {"count": (whole, 1), "hands": (whole, None)},
}

# Fields that are only needed where another field has this value.
MORE: dict[tuple[str, str, str], dict[str, tuple[Check, Any]]] = {
    ("fit", "what", "reader"): {"serial": (text, NEEDED), "kind": (one_of("blackjack", "masque"), NEEDED)},
    ("fit", "what", "discard_rack"): {"decks": (whole, NEEDED)},
    ("step", "step", "tens_removed"): {
        "verified_by_floorperson": (yes_or_no, True),
        "disposed": (one_of("torn_and_boxed", "destroyed", "kept"), NEEDED),
    },
}

POLICY: dict[str, Check] = {"inspection_minutes": not_below_zero, "nj_change_hours": whole, "nj_inspection": yes_or_no}


def seconds(value: Any) -> int:
    """The instant, in whole seconds; what is not one with its offset is unreadable."""
    if not isinstance(value, str):
        raise Unreadable
    try:
        instant = datetime.fromisoformat(value)
    except ValueError as wrong:
        raise Unreadable from wrong
    if instant.tzinfo is None:
        raise Unreadable
    gone = instant.replace(microsecond=0) - EPOCH
    return gone.days * 86400 + gone.seconds


def as_object(line: str) -> Event:
    """The line's object."""
    try:
        found = json.loads(line)
    except ValueError as wrong:
        raise Unreadable from wrong
    if not isinstance(found, dict):
        raise Unreadable
    return found


def filled(found: Event, *, first: bool) -> Event:
    """The line with every field its `do` has; null is a missing one."""
    wanted = found.get("format")
    if wanted != "floor-log/1" and (first or wanted is not None):
        raise Unreadable
    do = found.get("do")
    if not isinstance(do, str) or do not in FIELDS:
        raise Unreadable
    fields = dict(FIELDS[do])
    if do != "house":
        fields["table"] = (text, NEEDED)
    for (verb, field, word), more in MORE.items():
        if verb == do and found.get(field) == word:
            fields.update(more)
    event: Event = {"do": do}
    for name, (good, absent) in fields.items():
        value = found.get(name)
        if value is None:
            if absent is NEEDED:
                raise Unreadable
            event[name] = absent
        elif good(value):
            event[name] = value
        else:
            raise Unreadable
    if do == "round" and event["hands"] is None:
        event["hands"] = event["count"]
    if do == "house":
        event["policy"] = said_policy(event["policy"] or {})
    return event


def said_policy(found: Event) -> Event:
    """What the line says of the policy; only `nj_change_hours` may be said to be none."""
    said: Event = {}
    for name, good in POLICY.items():
        if name not in found:
            continue
        if found[name] is None:
            if name == "nj_change_hours":
                said[name] = None
        elif good(found[name]):
            said[name] = found[name]
        else:
            raise Unreadable
    return said
