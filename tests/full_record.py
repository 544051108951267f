"""A record with every field, and what becomes of it when one is taken out or another put in."""

from __future__ import annotations

import copy
from typing import Any

from floorapp.bootstrap import rulebooks
from floorapp.engine.answer import Answer
from floorapp.engine.verify import verify_json

GONE = object()


#: A lawful New Jersey round with something in every field.
FULL: dict[str, Any] = {
    "format": "floor-round/1",
    "id": "DA-01/7",
    "table": "DA-01",
    "at": "2006-11-15T21:04:05-05:00",
    "shoe": "S-1",
    "rulebook": "nj-19-47-26",
    "options": {
        "decks": 8,
        "positions": 6,
        "reader": True,
        "hole_card": True,
        "side_wagers": ["bust_it"],
        "push_22_paytable": "A",
        "chip_unit": 50,
        "bonus_maximum": 500,
        "reader_reveals_value": False,
        "readings": ["I-07"],
    },
    "dealer": {"cards": ["Ah", "8s"], "reader": "no_blackjack"},
    "boxes": [
        {
            "box": 1,
            "cards": ["8c", "8d"],
            "wagers": {"main": 1000, "double_attack": 1000, "bust_it": 500, "insurance": 500},
            "play": [
                {"do": "split", "wager": 2000, "card": "3c"},
                {"do": "double", "wager": 2000, "card": "Kc"},
                {"do": "deal", "card": "2d"},
                {"do": "hit", "card": "Kd"},
                {"do": "stand"},
            ],
            "behind": [{"wagers": {"main": 500}, "follows": [{"step": 0, "hand": 1}, {"step": 1, "wager": 500}]}],
            "reported": [
                {"wager": "main", "hand": 1, "net": 1000},
                {"wager": "double_attack", "hand": 1, "net": 1000},
                {"wager": "double", "hand": 1, "net": 2000},
                {"wager": "main", "hand": 2, "net": 1000},
                {"wager": "double_attack", "hand": 2, "net": 1000},
                {"wager": "bust_it", "net": -500},
                {"wager": "insurance", "net": -500},
                {"wager": "main", "hand": 1, "behind": 1, "net": 500},
                {"wager": "double", "hand": 1, "behind": 1, "net": 500},
            ],
        }
    ],
}


def place_of(path: tuple[str | int, ...]) -> str:
    """A path as an error names it: `boxes[0].play[2].card`."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")


def with_put(path: tuple[str | int, ...], value: Any) -> dict[str, Any]:
    """The full record with one value put in its place, or taken out."""
    made = copy.deepcopy(FULL)
    inner: Any = made
    for part in path[:-1]:
        inner = inner[part]
    if value is GONE:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return made


def answered(made: Any) -> Answer:
    return verify_json(made, rulebooks())


def refused(path: tuple[str | int, ...], value: Any, place: str = "") -> str:
    """What is said of the record with this value; it must be unreadable, at this place."""
    answer = answered(with_put(path, value))
    assert answer.verdict == "unreadable", path
    assert answer.error.startswith((place or place_of(path)) + ": "), answer.error
    assert not answer.lines
    assert not answer.findings
    return answer.error.removeprefix((place or place_of(path)) + ": ")


BOX = ("boxes", 0)


SPLIT, DOUBLE, DEAL, HIT, STAND = ((*BOX, "play", step) for step in range(5))


BETTOR = (*BOX, "behind", 0)
REPORTED = (*BOX, "reported", 0)
