"""Adding a decision is one file and its line in the register (issue 20): everything else knows it from then on."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.deal import box, record
from tests.invented.house import HERE, Copy

GAME = "pa-590"
RULES = """
[bow_out.offered]
value = "first-two"
cite = "590.9(y)"
says = "A player may bow out on the first two cards."

[bow_out.quarter]
value = "1:4"
cite = "590.9(z)"
says = "It costs a quarter of the bet."

# Procedures"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """The app with one file more and its line, and a rulebook that offers what it holds."""
    made = Copy(tmp_path_factory.mktemp("bow-out"))
    made.add("bow_out.py", "floorapp/engine/mechanics")
    register, last = "floorapp/engine/mechanics/register.py", "from floorapp.engine.mechanics.double import Double\n"
    made.change(register, last, "from floorapp.engine.mechanics.bow_out import BowOut\n" + last)
    made.change(register, "    EvenMoney(),\n", "    EvenMoney(),\n    BowOut(),\n")
    made.change(f"resources/rulebooks/{GAME}.toml", "\n# Procedures", RULES)
    return made


def dealt(
    decisions: str, dealer: str = "6h Td Tc", net: int | None = None, game: str = GAME, **more: Any
) -> dict[str, Any]:
    made = box("Ts 6c", decisions)
    if net is not None:
        made["reported"] = [{"wager": "main", "hand": 1, "net": net}]
    return record(game, dealer, made, id=f"{decisions} {dealer} {net}", **more)


RIGHT, WRONG = dealt("bow_out", "6h Td", -250, reader=None), dealt("bow_out", "6h Td", -500, reader=None)


def test_it_is_played_settled_and_told_in_words(copy: Copy) -> None:
    right, wrong, to_blackjack = copy.answers(RIGHT, WRONG, dealt("bow_out", "Ah Td", -1000, reader="blackjack"))
    assert (right["verdict"], wrong["verdict"]) == ("ok", "mismatch")
    (line,) = right["lines"]
    assert (line["outcome"], line["expected"], line["citation"]) == ("half", -250, "590.9(z)")
    assert line["because"] == "The hand bowed out: you lose a quarter of the bet."
    assert to_blackjack["lines"][0]["expected"] == -1000


def test_what_it_does_not_allow_is_found_in_its_own_words(copy: Copy) -> None:
    late, drawn, foreign = copy.answers(
        dealt("hit 2c, bow_out", "6h Td", reader=None),
        dealt("bow_out, hit 2c", "6h Td", reader=None),
        dealt("bow_out", "6h 5d Tc", game="pa-673a"),
    )
    found = [{each["code"]: each["message"] for each in answer["findings"]} for answer in (late, drawn, foreign)]
    assert found[0] == {"bow-out-too-late": "A hand bowed out with 3 cards; it may on the first two only."}
    assert list(found[1]) == ["draw-after-bow-out"]
    assert "bow-out-not-in-game" in found[2]


def test_the_dealer_draws_no_card_for_it(copy: Copy) -> None:
    (answer,) = copy.answers(dealt("bow_out", "6h Td Tc", reader=None))
    assert [each["code"] for each in answer["findings"]] == ["dealer-drew-needlessly"]


def test_its_rounds_are_packed_and_come_back_and_the_desk_takes_it(copy: Copy) -> None:
    rounds = "".join(json.dumps(each) + "\n" for each in (RIGHT, WRONG, record(GAME, "7h Td", box("As Kd"))))
    found = json.loads(copy.ask(str(HERE / "ask_desk.py"), GAME, "6h td box 1 10 ts 6c bow out", put=rounds))
    assert found["comes_back"]
    assert (found["right"], found["wrong"]) == ({"ok": 1, "settled": 1}, [WRONG["id"]])
    assert (found["typed_wrong"], found["told"]) == ("", "10 ts 6c bow out")
    assert found["lines"] == [["main", "main bet", -250, "The hand bowed out: you lose a quarter of the bet."]]
    assert "bow out " in [types for types, _, _ in found["pads"]]
