"""floor-round/1 as its page has it: what is required, what is refused and where, what may be absent."""

from __future__ import annotations

import json
from typing import Any

import pytest

from floorapp.bootstrap import rulebooks
from floorapp.engine.verify import verify_text
from tests.deal import box, record, verified
from tests.full_record import (
    BETTOR,
    BOX,
    DEAL,
    DOUBLE,
    FULL,
    GONE,
    HIT,
    REPORTED,
    SPLIT,
    answered,
    place_of,
    refused,
    with_put,
)


def test_the_full_record_is_right() -> None:
    answer = answered(FULL)
    assert (answer.verdict, answer.findings) == ("ok", ())


# What is required, and what may be absent


@pytest.mark.parametrize(
    "path",
    [
        ("format",),
        ("id",),
        ("rulebook",),
        ("dealer",),
        ("dealer", "cards"),
        ("boxes",),
        (*BOX, "box"),
        (*BOX, "cards"),
        (*BOX, "wagers"),
        (*BOX, "wagers", "main"),
        (*HIT, "do"),
        (*HIT, "card"),
        (*DEAL, "card"),
        (*SPLIT, "card"),
        (*SPLIT, "wager"),
        (*DOUBLE, "card"),
        (*DOUBLE, "wager"),
        (*BETTOR, "wagers"),
        (*BETTOR, "wagers", "main"),
        (*BETTOR, "follows", 0, "step"),
        (*REPORTED, "wager"),
        (*REPORTED, "hand"),
        (*REPORTED, "net"),
    ],
    ids=place_of,
)
def test_a_required_field_is_missed_by_its_place(path: tuple[str | int, ...]) -> None:
    refused(path, GONE)


@pytest.mark.parametrize(
    "path",
    [("table",), ("at",), ("shoe",), ("dealer", "reader")] + [("options", name) for name in FULL["options"]],
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
@pytest.mark.parametrize(
    "path", [("id",), ("table",), ("at",), ("shoe",), ("rulebook",), ("void",), (*BOX, "dead"), (*HIT, "do")]
)
def test_a_text_must_be_a_text(path: tuple[str | int, ...], value: Any) -> None:
    refused(path, value)


@pytest.mark.parametrize("value", NOT_AN_OBJECT)
@pytest.mark.parametrize(
    "path",
    [
        ("options",),
        ("dealer",),
        BOX,
        (*BOX, "wagers"),
        HIT,
        BETTOR,
        (*BETTOR, "wagers"),
        (*BETTOR, "follows", 0),
        REPORTED,
    ],
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
    "path",
    [("dealer", "cards", 1), (*BOX, "cards", 0), (*HIT, "card"), (*DEAL, "card"), (*SPLIT, "card")],
    ids=place_of,
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
        (("options", "readings", 0), ["I-00", "I-46", "i-07", "I-7", "", None, 7]),
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


@pytest.mark.parametrize(
    "at",
    [
        "2026-11-15T21:04:05",
        "2026-11-15",
        "21:04:05-05:00",
        "yesterday",
        "2026-11-15T21:04:05 Z",
        "2026-11-15T21:04:05.Z",
        "2026-02-30T00:00:00Z",
        "",
    ],
)
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


@pytest.mark.parametrize("sign", ["", "-"])
def test_a_number_of_thousands_of_digits_is_json_and_named_by_its_place(sign: str) -> None:
    """In a field that nobody knows it is passed over like any other."""
    text = json.dumps(record("pa-590", "9h 8d", box("Tc 8d", "stand", main=77)))
    long = sign + "9" * 5000
    spoilt = verify_text(text.replace("77", long), rulebooks())
    assert (spoilt.verdict, spoilt.id, spoilt.line) == ("unreadable", "r", None)
    assert (spoilt.error or "").startswith("boxes[0].wagers.main: ")
    assert verify_text(text[:-1] + f', "later": {long}}}', rulebooks()).verdict == "settled"


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
