"""Adding a side wager is one file and its line in the register (issue 20): everything else knows it from then on."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.deal import box, record
from tests.invented.house import HERE, Copy

GAME = "pa-590"
RULES = """
[perfect_pair.limit]
value = "main"
cite = "590.6(z)"
says = "It is no more than the main bet."

[perfect_pair.pays]
value = { suit = "25:1", colour = "12:1", other = "6:1" }
cite = "590.12(z)"
says = "A pair pays by its suits."

[perfect_pair.lost]
value = "lose"
cite = "590.12(z)(1)"
says = "It loses without a pair."

# Procedures"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """The app with one file more and its line, and a rulebook that offers what it holds."""
    made = Copy(tmp_path_factory.mktemp("perfect-pair"))
    made.add("perfect_pair.py", "floorapp/engine/wagers")
    register, last = "floorapp/engine/wagers/register.py", "from floorapp.engine.wagers.push_22 import Push22\n"
    made.change(register, last, "from floorapp.engine.wagers.perfect_pair import PerfectPair\n" + last)
    made.change(register, "Insurance())", "Insurance(), PerfectPair())")
    book = f"resources/rulebooks/{GAME}.toml"
    made.change(book, '["main", "insurance", "push_22"]', '["main", "insurance", "push_22", "perfect_pair"]')
    made.change(book, "\n# Procedures", RULES)
    return made


def dealt(cards: str, pair: int, net: int | None = None, **more: Any) -> dict[str, Any]:
    made = box(cards, "stand", **more)
    made["wagers"]["perfect_pair"] = pair
    if net is not None:
        made["reported"] = [{"wager": "main", "hand": 1, "net": 1000}, {"wager": "perfect_pair", "net": net}]
    return record(GAME, "6h Td Tc", made, reader=None, id=f"{cards} {pair} {net}")


RIGHT, WRONG, LOST = dealt("9s 9c", 500, 6000), dealt("9s 9s", 500, 6000), dealt("Ts 9c", 500, -500)


def test_it_is_settled_and_told_in_words(copy: Copy) -> None:
    right, wrong, lost = copy.answers(RIGHT, WRONG, LOST)
    assert [each["verdict"] for each in (right, wrong, lost)] == ["ok", "mismatch", "ok"]
    line = right["lines"][1]
    assert (line["wager"], line["expected"], line["citation"]) == ("perfect_pair", 6000, "590.12(z)")
    assert line["because"] == "Your two cards are a pair in the same color: 12 to 1."
    assert wrong["lines"][1]["expected"] == 12500
    assert lost["lines"][1]["because"] == "Your two cards are no pair: Perfect Pair loses."


def test_it_is_held_against_its_limit_and_the_tables_offer(copy: Copy) -> None:
    above, not_offered = copy.answers(dealt("9s 9c", 1001), dealt("9s 9c", 500) | {"options": {"side_wagers": []}})
    (finding,) = above["findings"]
    assert (finding["code"], finding["citation"]) == ("side-wager-above-limit", "590.6(z)")
    assert finding["message"] == "The perfect pair of $10.01 is above its limit of $10.00."
    assert [each["code"] for each in not_offered["findings"]] == ["side-wager-not-offered"]
    assert not_offered["lines"][1]["outcome"] == "push"


def test_a_game_that_has_none_returns_it(copy: Copy) -> None:
    (answer,) = copy.answers(RIGHT | {"rulebook": "pa-673a"})
    assert "wager-of-another-game" in {each["code"] for each in answer["findings"]}


def test_its_odds_are_exact(copy: Copy) -> None:
    found = json.loads(copy.ask("-m", "floorapp", "odds", GAME, "perfect_pair", "--decks", "6", "--json"))
    chances = {each["outcome"]: Fraction(each["exact"]) for each in found["outcomes"]}
    assert chances["suit"] == Fraction(5, 311)
    assert chances["colour"] == Fraction(6, 311)
    assert chances["other"] == Fraction(12, 311)
    assert sum(chances.values()) == 1
    assert Fraction(found["house_edge_exact"]) == 1 - (26 * Fraction(5) + 13 * 6 + 7 * 12) / 311


def test_its_rounds_are_packed_and_come_back_and_the_desk_takes_it(copy: Copy) -> None:
    rounds = "".join(json.dumps(each) + "\n" for each in (RIGHT, WRONG, LOST, record(GAME, "7h Td", box("As Kd"))))
    told = "6h td tc box 1 10 pair 5 9s 9c stand"
    found = json.loads(copy.ask(str(HERE / "ask_desk.py"), GAME, told, put=rounds))
    assert found["comes_back"]
    assert (found["right"], found["wrong"]) == ({"ok": 2, "settled": 1}, [WRONG["id"]])
    assert (found["typed_wrong"], found["told"]) == ("", "10 pair 5 9s 9c stand")
    assert found["lines"][1] == ["perfect_pair", "Pair", 6000, "Your two cards are a pair in the same color: 12 to 1."]
    assert ["pair ", "Pair", ""] in found["pads"]


def test_the_file_is_all_that_names_it() -> None:
    files = [file for file in (Path(__file__).parents[2] / "floorapp").rglob("*.py") if file.name != "register.py"]
    for name in ("push_22", "match_dealer", "bust_it"):
        code = [file.name for file in files if f'"{name}"' in file.read_text(encoding="utf-8")]
        assert code == [f"{name}.py"]
