"""A record's wagers and reported lines: each has its place, is reported once, and nothing unknown is guessed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from floorapp.bootstrap import rulebooks
from floorapp.engine.verify import verify_json, verify_text
from tests.deal import box, record, verified
from tests.full_record import (
    BETTOR,
    BOX,
    DOUBLE,
    FULL,
    HIT,
    REPORTED,
    SPLIT,
    STAND,
    answered,
    place_of,
    refused,
    with_put,
)

# Wagers


@pytest.mark.parametrize("name", ["double", "second_chance", "bonus", "Main", "tip", ""])
def test_an_unknown_wager_is_money_nobody_can_place(name: str) -> None:
    refused((*BOX, "wagers", name), 500)
    refused((*BETTOR, "wagers", name), 500)


GAMES = {
    "pa-590": {"main", "push_22", "insurance"},
    "pa-673a": {"main", "insurance"},
    "pa-685a": {"main", "match_dealer", "insurance"},
    "pa-665a": {"main", "double_attack", "bust_it", "insurance"},
    "nj-19-47-26": {"main", "double_attack", "bust_it", "insurance"},
}
ALL = ("double_attack", "push_22", "match_dealer", "bust_it", "insurance")


@pytest.mark.parametrize("wager", ALL)
@pytest.mark.parametrize("rulebook", GAMES)
def test_a_known_wager_of_another_game_is_found_and_returned(rulebook: str, wager: str) -> None:
    answer = verified(rulebook, "Ah 7s", box("Kc 9d", "stand", **{wager: 200}))
    if wager in GAMES[rulebook]:
        assert answer.verdict == "settled"
        return
    assert answer.violations == {"wager-of-another-game"}
    line = answer.line(wager)
    assert (line.outcome, line.expected, line.stake, line.reported) == ("push", 0, 200, None)


def test_a_wager_of_another_game_is_reported_like_any_other() -> None:
    reported = [{"wager": "main", "hand": 1, "net": 1000}, {"wager": "double_attack", "hand": 1, "net": 0}]
    one = box("Kc 9d", "stand", double_attack=200, reported=reported)
    assert verified("pa-590", "9h 9s", one).verdict == "violation"


def test_behind_is_new_jerseys() -> None:
    answer = verified("pa-665a", "9h 9s", box("Kc 9d", "stand", behind=[{"wagers": {"main": 500}}]))
    assert answer.violations == {"behind-not-in-game"}
    assert (answer.net(), answer.net(behind=1)) == (1000, 0)


@pytest.mark.parametrize("do", ["double", "split"])
def test_a_step_has_a_wager_or_a_lammer_not_both(do: str) -> None:
    rest = [] if do == "double" else [{"do": "stand"}, {"do": "deal", "card": "Kd"}, {"do": "stand"}]
    cases: list[tuple[dict[str, Any], bool]] = [
        ({"lammer": True}, True),
        ({"wager": 1000}, True),
        ({"wager": 1000, "lammer": False}, True),
        ({"wager": 1000, "lammer": True}, False),
        ({"lammer": False}, False),
        ({"lammer": 1}, False),
        ({"lammer": None}, False),
        ({}, False),
    ]
    for more, readable in cases:
        one = box("5c 5d") | {"play": [{"do": do, "card": "Kc", **more}, *rest]}
        answer = verified("pa-590", "9h 9s", one)
        assert (answer.verdict != "unreadable") is readable, more
        assert readable or answer.error.startswith("boxes[0].play[0]")


# What was reported


@pytest.mark.parametrize("wager", ["main", "double_attack", "double", "second_chance"])
def test_a_reported_wager_of_a_hand_names_its_hand(wager: str) -> None:
    answer = verified("pa-590", "9h 9s", box("Kc Qd", "stand", reported=[{"wager": wager, "net": 0}]))
    assert answer.error == "boxes[0].reported[0].hand: missing"


@pytest.mark.parametrize("wager", ["push_22", "match_dealer", "bust_it", "insurance"])
def test_a_reported_side_wager_names_no_hand(wager: str) -> None:
    answer = verified("pa-590", "9h 9s", box("Kc Qd", "stand", reported=[{"wager": wager, "hand": 1, "net": 0}]))
    assert answer.verdict == "unreadable"
    assert answer.error.startswith("boxes[0].reported[0].hand: ")


def test_an_empty_report_misses_every_line() -> None:
    answer = verified("pa-590", "9h 9s", box("Kc Qd", "stand", push_22=100, reported=[]))
    assert answer.verdict == "mismatch"
    assert [(line.reported, line.wrong) for line in answer.answer.lines] == [(None, True), (None, True)]


MAIN = {"wager": "main", "hand": 1, "net": 1000}


@pytest.mark.parametrize(
    ("reported", "verdict"),
    [
        ([MAIN], "ok"),
        ([MAIN, MAIN], "mismatch"),
        ([MAIN, MAIN | {"net": 0}], "mismatch"),
        ([MAIN | {"net": 999}], "mismatch"),
        ([MAIN, {"wager": "push_22", "net": 0}], "mismatch"),
        ([MAIN, {"wager": "insurance", "net": -500}], "mismatch"),
        ([MAIN, MAIN | {"hand": 2}], "mismatch"),
        ([MAIN | {"hand": 2}], "mismatch"),
        ([MAIN, MAIN | {"behind": 1}], "mismatch"),
        ([MAIN | {"behind": 1}], "mismatch"),
        ([MAIN, MAIN | {"wager": "double"}], "mismatch"),
    ],
)
def test_every_line_is_reported_once_and_no_other(reported: list[dict[str, Any]], verdict: str) -> None:
    assert verified("pa-590", "9h 9s", box("Kc Qd", "stand", reported=reported)).verdict == verdict


def test_reports_are_judged_box_by_box() -> None:
    right = box("Kc Qd", "stand", reported=[MAIN])
    silent = box("Kh Qh", "stand", number=2)
    assert verified("pa-590", "9h 9s", right, silent).verdict == "ok"
    assert verified("pa-590", "9h 9s", silent).verdict == "settled"
    missed = box("Kh Qh", "stand", number=3, reported=[])
    assert verified("pa-590", "9h 9s", right, silent, missed).verdict == "mismatch"


def test_two_doubles_on_one_hand_are_two_lines_and_can_be_reported() -> None:
    """Irregular, but settled as played: right nets are no mismatch."""
    reported = [MAIN, MAIN | {"wager": "double", "net": 500}, MAIN | {"wager": "double", "net": 400}]
    one = box("5c 4d", "double 500 2c, double 400 8d", reported=reported)  # 19 against 18
    assert verified("nj-19-47-26", "9h 9s", one).verdict == "violation"


# Unknown fields


@pytest.mark.parametrize(
    "path",
    [(), ("options",), ("dealer",), BOX, HIT, STAND, SPLIT, DOUBLE, BETTOR, (*BETTOR, "follows", 0), REPORTED],
    ids=place_of,
)
@pytest.mark.parametrize("value", [None, 5, "x", {"main": -1}, [1]])
def test_an_unknown_field_is_ignored(path: tuple[str | int, ...], value: Any) -> None:
    assert answered(with_put((*path, "later"), value)).as_json() == answered(FULL).as_json()


def test_an_unknown_field_of_a_record_without_options_is_ignored() -> None:
    made = record("pa-590", "9h 9s", box("Kc Qd", "stand")) | {"later": 1}
    assert verify_json(made, rulebooks()).verdict == "settled"


# What no table ever wrote


@pytest.mark.parametrize("call", ["", " "])
@pytest.mark.parametrize(
    ("rulebook", "wager"), [("pa-590", "push_22"), ("pa-685a", "match_dealer"), ("pa-665a", "bust_it")]
)
def test_a_call_under_no_paragraph_is_never_taken_for_right(rulebook: str, wager: str, call: str) -> None:
    """A line's citation is a paragraph; an empty text is none."""
    placed: dict[str, Any] = {wager: 500}
    for dealer in ("", "9h", "9h 9s"):
        dead = verified(rulebook, dealer, box("Ac Kd", dead=call, **placed))
        void = verified(rulebook, dealer, box("Ac Kd", **placed), void=call)
        for answer in (dead, void):
            assert answer.verdict in ("unreadable", "violation")
            assert all(line.cite.strip() for line in answer.answer.lines)


@pytest.mark.parametrize("depth", [90, 500, 900, 950, 970, 980, 985, 990, 995, 1000, 3000, 100_000])
@pytest.mark.parametrize("name", ["main", "cards", "later"])
def test_a_value_nested_beyond_sense_raises_nothing(name: str, depth: int) -> None:
    nested = "[" * depth + "]" * depth
    fields = {"main": f'"wagers": {{"main": {nested}}}, "cards": ["Kc", "Qd"]', "cards": f'"cards": [{nested}]'}
    inner = fields.get(
        name, f'"wagers": {{"main": 100}}, "cards": ["Kc", "Qd"], "play": [{{"do": "stand"}}], "later": {nested}'
    )
    head = '"format": "floor-round/1", "id": "x", "rulebook": "pa-590", "dealer": {"cards": ["9h", "9s"]}'
    text = f'{{{head}, "boxes": [{{"box": 1, {inner}}}]}}'
    answer = verify_text(text, rulebooks())
    places = {"main": "boxes[0].wagers.main: ", "cards": "boxes[0].cards[0]: ", "later": ""}
    read = answer.verdict == ("settled" if name == "later" else "unreadable") and answer.error.startswith(places[name])
    given_up = answer.verdict == "unreadable" and answer.error == "nested too deeply"
    # Between the two it depends on how deep the caller stands already.
    assert read if depth <= 500 else given_up if depth >= 1000 else read or given_up, answer


@pytest.mark.parametrize("digits", [9, 15, 18, 19, 100, 4290, 4299, 4300, 4301, 9000])
@pytest.mark.parametrize(
    ("wager", "dealer", "cards"),
    [("main", "9h 9s", "Ac Kd"), ("push_22", "6h Kh 6h", "Ac Kd"), ("insurance", "Ah Kh", "5c 6d")],
)
def test_an_amount_beyond_sense_raises_nothing_and_can_be_written(
    wager: str, dealer: str, cards: str, digits: int
) -> None:
    """Python neither reads nor writes more than 4,300 digits; a win at 50 to 1 has two more than its stake."""
    one = box(cards)
    one["wagers"] = {"main": 2, wager: 7777}
    text = json.dumps(record("pa-590", dealer, one)).replace("7777", "9" * digits)
    answer = verify_text(text, rulebooks())
    assert json.loads(json.dumps(answer.as_json()))["verdict"] == answer.verdict
    assert answer.verdict in (("settled", "violation") if digits <= 9 else ("settled", "violation", "unreadable"))
