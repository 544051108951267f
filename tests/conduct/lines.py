"""One whole line of every kind, at a table where each of them can happen."""

from __future__ import annotations

from typing import Any

from tests.conduct.floor import Floor, shoe_by_hand

#: Every field a kind of line has; those after the bar may be left out.
LINES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "house": (
        {},
        {
            "zone": "America/Chicago",
            "day_begins": "05:30",
            "policy": {"inspection_minutes": 0, "nj_change_hours": 12, "nj_inspection": False},
        },
    ),
    "setup": (
        {"rulebook": "pa-685a", "decks": 6, "method": "hand"},
        {"boxes": 5, "side_wagers": ["match_dealer", "push_22"], "readings": ["I-29", "of another day"]},
    ),
    "fit reader": ({"what": "reader", "serial": "Q", "kind": "masque"}, {}),
    "fit discard_rack": ({"what": "discard_rack", "decks": 8}, {"serial": "K"}),
    "fit": ({"what": "shuffler"}, {"serial": "S"}),
    "remove": ({"what": "layout"}, {}),
    "assign": ({"post": "dealer", "who": "flo"}, {}),
    "leave": ({"post": "floorperson", "who": "ann"}, {}),
    "bring": ({"set": "Z", "decks": 6, "back": "red", "design": "Bee", "cards": "preinspected"}, {"tens": False}),
    "step": ({"set": "A", "step": "washed"}, {}),
    "step tens_removed": ({"set": "A", "step": "tens_removed", "disposed": "kept"}, {"verified_by_floorperson": False}),
    "count": ({"set": "A", "cards": 312}, {}),
    "shoe": ({"set": "A"}, {"shuffled": "shuffler", "cut": True, "straight": True}),
    "recut": ({"by_post": "supervisor"}, {}),
    "player": ({}, {"asks_to_spread": True}),
    "inspect_reader": ({"by": "ann"}, {"good": False}),
    "shuffler_out": ({"how": "covered"}, {}),
    "round": ({}, {"id": "r1", "count": 2, "hands": 9}),
    **{name: ({"set": "A"}, {}) for name in ("break_seal", "load", "take_away", "reshuffled")},
    **{name: ({}, {}) for name in ("open", "close", "stop", "resume", "burn", "cover_card", "end_shoe", "clear_rack")},
    **{name: ({}, {}) for name in ("idle", "reader_fails", "reader_mended", "jam", "shuffler_back")},
}
#: Where every kind of line can be read.
BEFORE = shoe_by_hand("pa-590")


def base(kind: str) -> dict[str, Any]:
    """What every line has."""
    do = kind.split()[0]
    at = BEFORE.now.isoformat()
    return {"at": at, "do": do} if do == "house" else {"at": at, "do": do, "table": "T"}


def whole(kind: str) -> dict[str, Any]:
    """A line with every field it can have."""
    needed, more = LINES[kind]
    return {**base(kind), **needed, **more}


def after(line: dict[str, Any]) -> Floor:
    """The table, and then this line."""
    floor = Floor(BEFORE.now.isoformat())
    floor.lines = [*BEFORE.lines, line]
    return floor
