"""floor-round/1 as its page has it: what is required, what is refused and where, what is ignored."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from floorapp.bootstrap import rulebooks
from floorapp.engine.answer import Answer
from floorapp.engine.verify import verify_json, verify_text
from tests.deal import box, record, verified

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
            "behind": [
                {
                    "wagers": {"main": 500},
                    "follows": [{"step": 0, "hand": 1}, {"step": 1, "wager": 500}],
                }
            ],
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


def test_the_full_record_is_right() -> None:
    answer = answered(FULL)
    assert (answer.verdict, answer.findings) == ("ok", ())


# What is required, and what may be absent


@pytest.mark.parametrize(
    "path",
    [
        ("format",), ("id",), ("rulebook",), ("dealer",), ("dealer", "cards"), ("boxes",),
        (*BOX, "box"), (*BOX, "cards"), (*BOX, "wagers"), (*BOX, "wagers", "main"),
        (*HIT, "do"), (*HIT, "card"), (*DEAL, "card"), (*SPLIT, "card"), (*SPLIT, "wager"),
        (*DOUBLE, "card"), (*DOUBLE, "wager"), (*BETTOR, "wagers"), (*BETTOR, "wagers", "main"),
        (*BETTOR, "follows", 0, "step"), (*REPORTED, "wager"), (*REPORTED, "hand"), (*REPORTED, "net"),
    ],
    ids=place_of,
)  # fmt: skip
def test_a_required_field_is_missed_by_its_place(path: tuple[str | int, ...]) -> None:
    refused(path, GONE)


@pytest.mark.parametrize(
    "path",
    [("table",), ("at",), ("shoe",), ("dealer", "reader")]
    + [("options", name) for name in FULL["options"]],
    ids=place_of,
)
def test_an_optional_field_may_be_absent(path: tuple[str | int, ...]) -> None:
    assert answered(with_put(path, GONE)).verdict == "ok"


def test_options_play_behind_and_reported_may_be_absent() -> None:
    assert answered(with_put(("options",), GONE)).verdict == "ok"
    assert answered(with_put((*BOX, "reported"), GONE)).verdict == "settled"
    assert verified("nj-19-47-26", "9h 9s", box("Ac Kd")).verdict == "settled"


# Wrong types, null, unknown values

NOT_A_TEXT: list[Any] = [None, 5, True, 1.5, [], {}]
NOT_AN_OBJECT: list[Any] = [None, 5, True, "x", []]
NOT_A_LIST: list[Any] = [None, 5, True, "8c", {}]


@pytest.mark.parametrize("value", NOT_A_TEXT)
@pytest.mark.parametrize("path", [("id",), ("table",), ("at",), ("shoe",), ("rulebook",), ("void",), (*BOX, "dead"), (*HIT, "do")])
def test_a_text_must_be_a_text(path: tuple[str | int, ...], value: Any) -> None:
    refused(path, value)


@pytest.mark.parametrize("value", NOT_AN_OBJECT)
@pytest.mark.parametrize(
    "path",
    [("options",), ("dealer",), BOX, (*BOX, "wagers"), HIT, BETTOR, (*BETTOR, "wagers"), (*BETTOR, "follows", 0), REPORTED],
    ids=place_of,
)
def test_an_object_must_be_an_object(path: tuple[str | int, ...], value: Any) -> None:
    refused(path, value)


@pytest.mark.parametrize("value", NOT_A_LIST)
@pytest.mark.parametrize(
    "path",
    [("dealer", "cards"), ("boxes",), (*BOX, "cards"), (*BOX, "play"), (*BOX, "behind"), (*BETTOR, "follows")]
    + [(*BOX, "reported"), ("options", "side_wagers"), ("options", "readings")],
    ids=place_of,
)
def test_a_list_must_be_a_list(path: tuple[str | int, ...], value: Any) -> None:
    refused(path, value)


@pytest.mark.parametrize("value", [None, 0, 1, "true", "yes", []])
@pytest.mark.parametrize("name", ["reader", "hole_card", "reader_reveals_value"])
def test_a_choice_is_true_or_false(name: str, value: Any) -> None:
    refused(("options", name), value)


@pytest.mark.parametrize("value", [True, False, 10.0, 10.5, 1e3, "1000", None, [], {}, 0, -1, -1000])
@pytest.mark.parametrize(
    "path",
    [(*BOX, "wagers", name) for name in ("main", "double_attack", "bust_it", "insurance")]
    + [(*SPLIT, "wager"), (*DOUBLE, "wager"), (*BETTOR, "wagers", "main"), (*BETTOR, "follows", 1, "wager")]
    + [("options", name) for name in ("decks", "positions", "chip_unit", "bonus_maximum")]
    + [(*BOX, "box"), (*REPORTED, "hand"), (*BOX, "reported", 7, "behind"), (*BETTOR, "follows", 0, "hand")],
    ids=place_of,
)
def test_an_amount_is_a_whole_number_above_zero(path: tuple[str | int, ...], value: Any) -> None:
    refused(path, value)


@pytest.mark.parametrize("value", [True, False, 1000.0, "1000", None, []])
@pytest.mark.parametrize("path", [(*REPORTED, "net"), (*BETTOR, "follows", 0, "step")], ids=place_of)
def test_a_net_and_a_step_are_whole_numbers(path: tuple[str | int, ...], value: Any) -> None:
    refused(path, value)


@pytest.mark.parametrize("value", ["1h", "10h", "T", "Th ", "TH", "th", "hT", "Tx", "", "0c", "Ｔh", None, 5, ["Th"]])
@pytest.mark.parametrize(
    "path", [("dealer", "cards", 1), (*BOX, "cards", 0), (*HIT, "card"), (*DEAL, "card"), (*SPLIT, "card")], ids=place_of
)
def test_a_card_is_a_rank_and_a_suit(path: tuple[str | int, ...], value: Any) -> None:
    assert refused(path, value).endswith("is not a card")


@pytest.mark.parametrize(
    ("path", "values"),
    [
        (("format",), ["floor-round/2", "floor-round", "", None, 1]),
        (("rulebook",), ["pa-591", "PA-590", "", "590"]),
        ((*HIT, "do"), ["peek", "Hit", "", "insurance"]),
        (("dealer", "reader"), ["yes", "Blackjack", "", True, False, 1, []]),
        (("options", "push_22_paytable"), ["C", "a", "", None, 1]),
        (("options", "side_wagers", 0), ["main", "lucky_ladies", "", None, 1]),
        (("options", "readings", 0), ["I-00", "I-39", "i-07", "I-7", "", None, 7]),
        ((*REPORTED, "wager"), ["split", "bonus", "", None, 1]),
        ((*BOX, "reported", 7, "behind"), [3, 9]),
    ],
)
def test_an_unknown_value_is_never_guessed(path: tuple[str | int, ...], values: list[Any]) -> None:
    for value in values:
        refused(path, value)


@pytest.mark.parametrize("reader", ["no_blackjack", None, GONE])
def test_the_reader_may_be_absent_or_null(reader: Any) -> None:
    assert answered(with_put(("dealer", "reader"), reader)).verdict == ("violation" if reader is None else "ok")


@pytest.mark.parametrize("at", ["2026-11-15T21:04:05", "2026-11-15", "21:04:05-05:00", "yesterday", "2026-02-30T00:00:00Z", ""])
def test_at_is_an_instant_with_an_offset(at: str) -> None:
    refused(("at",), at)


@pytest.mark.parametrize("at", ["2006-11-15T21:04:05-05:00", "2006-11-15T21:04:05Z", "2006-11-15T21:04+00:00"])
def test_at_takes_any_offset(at: str) -> None:
    assert answered(with_put(("at",), at)).verdict == "ok"


@pytest.mark.parametrize("raw", [None, 5, "x", [], [FULL], True])
def test_a_round_is_an_object(raw: Any) -> None:
    answer = answered(raw)
    assert (answer.verdict, answer.id) == ("unreadable", None)
    assert answer.error


# Places and words of an error


def test_an_error_names_the_place_and_the_value() -> None:
    one = box("2c 3d", "hit 4c, hit 5d, hit 1h")
    answer = verified("pa-590", "9h 9s", one)
    assert answer.error == 'boxes[0].play[2].card: "1h" is not a card'
    answer = verified("pa-590", "9h 9s", box("Kc Qd", "stand"), box("Kc 1h", "stand", number=2))
    assert answer.error == 'boxes[1].cards[1]: "1h" is not a card'


def test_an_unreadable_round_keeps_its_id() -> None:
    assert answered(with_put(("rulebook",), "x")).id == "DA-01/7"
    assert answered(with_put(("id",), 7)).id is None


def test_text_that_is_not_json_is_unreadable_with_its_line() -> None:
    for text in ("", "{", "[1,", '{"id": NaN}', "\ufeff{}", b"\xff\xfe\x00", b"\xc3("):
        answer = verify_text(text, rulebooks(), 7)
        assert (answer.verdict, answer.id) == ("unreadable", None)
        assert answer.error
    assert verify_text("{", rulebooks(), 7).line == 7


# Boxes and their cards


def test_a_box_given_twice_is_unreadable() -> None:
    answer = verified("pa-590", "9h 9s", box("Kc Qd", "stand", number=2), box("Kc Qd", "stand", number=2))
    assert answer.verdict == "unreadable"
    assert answer.error.startswith("boxes[1].box: ")


@pytest.mark.parametrize("cards", [[], ["Kc"], ["Kc", "Qd", "2h"]])
def test_a_box_has_its_first_two_cards(cards: list[str]) -> None:
    one = box("", "stand") | {"cards": cards}
    answer = verified("pa-590", "9h 9s", box("Kc Qd", "stand", number=2), one)
    assert answer.verdict == "unreadable"
    assert answer.error.startswith("boxes[1].cards: ")


@pytest.mark.parametrize("cards", ["", "9h"])
@pytest.mark.parametrize("rulebook", ["pa-590", "pa-673a", "pa-685a", "pa-665a", "nj-19-47-26"])
def test_the_dealer_has_two_cards(rulebook: str, cards: str) -> None:
    answer = verified(rulebook, cards, box("Kc Qd", "stand"))
    assert answer.verdict == "unreadable"
    assert answer.error.startswith("dealer.cards: ")


@pytest.mark.parametrize("cards", ["", "Kc", "Kc 6d"])
@pytest.mark.parametrize("dealer", ["", "9h", "9h 9s"])
def test_with_dead_or_void_cards_may_be_missing(cards: str, dealer: str) -> None:
    """What the call is worth is another matter."""
    assert verified("pa-590", dealer, box(cards, dead="590.13(g)")).verdict != "unreadable"
    assert verified("pa-590", dealer, box(cards), void="590.13(a)").verdict != "unreadable"


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
@pytest.mark.parametrize(("rulebook", "wager"), [("pa-590", "push_22"), ("pa-685a", "match_dealer"), ("pa-665a", "bust_it")])
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
    inner = fields.get(name, f'"wagers": {{"main": 100}}, "cards": ["Kc", "Qd"], "play": [{{"do": "stand"}}], "later": {nested}')
    text = f'{{"format": "floor-round/1", "id": "x", "rulebook": "pa-590", "dealer": {{"cards": ["9h", "9s"]}}, "boxes": [{{"box": 1, {inner}}}]}}'
    answer = verify_text(text, rulebooks())
    assert answer.verdict == ("settled" if name == "later" and depth < 900 else answer.verdict)
    assert answer.verdict in ("unreadable", "settled")


@pytest.mark.parametrize("digits", [9, 15, 18, 19, 100, 4290, 4299, 4300, 4301, 9000])
@pytest.mark.parametrize(
    ("wager", "dealer", "cards"), [("main", "9h 9s", "Ac Kd"), ("push_22", "6h Kh 6h", "Ac Kd"), ("insurance", "Ah Kh", "5c 6d")]
)
def test_an_amount_beyond_sense_raises_nothing_and_can_be_written(wager: str, dealer: str, cards: str, digits: int) -> None:
    """Python neither reads nor writes more than 4,300 digits; a win at 50 to 1 has two more than its stake."""
    one = box(cards)
    one["wagers"] = {"main": 2, wager: 7777}
    text = json.dumps(record("pa-590", dealer, one)).replace("7777", "9" * digits)
    answer = verify_text(text, rulebooks())
    assert json.loads(json.dumps(answer.as_json()))["verdict"] == answer.verdict
    assert answer.verdict in (("settled", "violation") if digits <= 9 else ("settled", "violation", "unreadable"))
