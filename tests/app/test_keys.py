"""The table of keys is whole: what the code offers under a key stands in it, and the card is printed from it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from floorapp.screens.keys import KEYS
from floorapp.ui.live.key_card import card
from floorapp.ui.live.places import PLACES
from floorapp.ui.shell.keys import EVERYWHERE

ROOT = Path(__file__).parents[2]
LIVE = ROOT / "floorapp/ui/live"
#: How acts are made in the code.
MAKERS = ("Act", "_act", "about")


def written() -> Iterator[tuple[str, str, str, str]]:
    """Every act with a key that is written out in the code of the places: file, name, words, key."""
    screens = (path for path in (ROOT / "floorapp/screens").glob("*.py") if path.name != "keys.py")
    for path in sorted([*LIVE.glob("*_place.py"), *screens]):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS:
                name, words, key = ([a.value if isinstance(a, ast.Constant) else "" for a in node.args] + [""] * 3)[:3]
                if name and key:
                    yield path.name, str(name), str(words).removesuffix("…"), str(key)


def test_every_act_that_is_written_with_a_key_stands_in_the_table_in_the_same_words() -> None:
    table = {(act.name, act.key) for acts in KEYS.values() for act in acts}
    said = {(act.name, act.words, act.key) for acts in KEYS.values() for act in acts}
    forms = ("do", "all keys")  # F9 in a form that is open, and ? everywhere
    acts = [each for each in written() if each[1] not in forms and not each[0].startswith("people")]
    assert len(acts) > 100
    assert [each for each in acts if (each[1], each[3]) not in table] == []
    inside = {("Pass, next table", "Space")}  # a button of the page says more than the bar
    assert [e for e in acts if e[2] and (e[2], e[3]) not in inside and (e[1], e[2], e[3]) not in said] == []


def test_every_place_has_its_rows_and_no_act_stands_twice() -> None:
    assert set(KEYS) == set(PLACES)
    for place, acts in KEYS.items():
        assert len(acts) == len(set(acts)), place
        assert all(act.key and act.words and not act.refusal for act in acts), place


def test_the_card_of_the_help_is_the_table() -> None:
    shipped = (ROOT / "resources/help/keys.md").read_text(encoding="utf-8")
    assert shipped == card(), "python -m floorapp.ui.live.key_card > resources/help/keys.md"
    for acts in (*KEYS.values(), EVERYWHERE):
        assert all(f"| **{act.key}** |" in shipped and act.words in shipped for act in acts)
