"""Free Bet Blackjack, 590.7(e) to (l): reader, Blackjack, drawing."""

from __future__ import annotations

from typing import Any

import pytest

from floorapp.bootstrap import rulebooks
from floorapp.engine.verify import verify_json
from tests.deal import Verified, box, record, verified


def deal(dealer: str, *boxes: dict[str, Any], **more: Any) -> Verified:
    return verified("pa-590", dealer, *boxes, **more)


def nets(answer: Verified, wager: str = "main") -> list[int]:
    """What a wager did on each hand, from the dealer's left."""
    return [line.expected for line in answer.answer.lines if line.wager == wager]


# 590.7(e) to (h): the deal, the reader, Blackjacks


def test_590_7_e_4_the_dealer_takes_a_hole_card() -> None:
    made = record("pa-590", "Tc 8s", box("Th 9d", "stand")) | {"options": {"hole_card": False}}
    answer = Verified(verify_json(made, rulebooks()))
    assert answer.violations == {"hole-card-missing"}
    assert answer.cite("hole-card-missing") == "590.7(e)(4)"


@pytest.mark.parametrize("up", "ATJQK")
def test_590_7_g_a_reader_left_unused_with_an_ace_or_a_ten_up_is_found(up: str) -> None:
    answer = deal(f"{up}c 9d", box("Th 8d", "stand"), reader=None)
    assert answer.violations == {"reader-unused"}
    assert answer.cite("reader-unused") == "590.7(g)"


@pytest.mark.parametrize("up", "23456789")
def test_590_7_g_with_other_up_cards_the_reader_is_not_used(up: str) -> None:
    assert deal(f"{up}c 9d", box("As Kd"), reader=None).codes == set()


@pytest.mark.parametrize("up", "ATJQK")
def test_590_7_g_a_reader_used_as_it_should_be_is_in_order(up: str) -> None:
    assert deal(f"{up}c 9d", box("Th 8d", "stand"), reader="no_blackjack").codes == set()


def test_590_7_g_nothing_is_found_about_a_reader_that_nobody_knows_of() -> None:
    assert deal("Ac 9d", box("Th 8d", "stand")).codes == set()


@pytest.mark.parametrize("decisions", ["hit 5d", "hit 5d, stand", "double free 9d", "hit Td"])
def test_590_7_g_no_card_is_dealt_after_a_dealer_blackjack(decisions: str) -> None:
    answer = deal("Kc As", box("8c 3d", decisions), reader="blackjack")
    assert answer.violations == {"cards-after-blackjack"}
    assert answer.cite("cards-after-blackjack") == "590.7(g)"
    assert answer.net() == -1000


@pytest.mark.parametrize("readings", [[], ["I-22"]])
def test_590_7_g_a_card_drawn_on_a_dealer_blackjack_does_not_undo_it(readings: list[str]) -> None:
    """A Blackjack is the first two cards (590.1); by neither reading of I-22 does a third make it a 16."""
    answer = deal("Ac Kd 5h", box("Th 9d", insurance=500), reader="blackjack", readings=readings)
    assert answer.violations == {"dealer-drew-past-stop"}
    assert answer.dealer is not None
    assert answer.dealer.blackjack
    assert (answer.net(), answer.net("insurance")) == (-1000, 1000)


def test_590_7_g_1_two_blackjacks_return_the_main_and_take_push_22() -> None:
    answer = deal("Ac Kd", box("As Kh", push_22=500, insurance=500), reader="blackjack")
    assert (answer.net(), answer.line().outcome, answer.line().cite) == (0, "push", "590.7(g)(1)")
    assert (answer.net("push_22"), answer.line("push_22").cite) == (-500, "590.7(g)(1)")
    assert (answer.net("insurance"), answer.codes) == (1000, set())


def test_590_7_g_2_a_dealer_blackjack_takes_the_main_and_push_22() -> None:
    answer = deal("Kc As", box("Th Td", push_22=500), reader="blackjack")
    assert (answer.net(), answer.line().cite) == (-1000, "590.7(g)(2)")
    assert (answer.net("push_22"), answer.line("push_22").cite) == (-500, "590.7(g)(2)")
    assert (answer.codes, answer.verdict) == (set(), "settled")


def test_590_7_g_2_a_dealer_blackjack_takes_push_22_of_a_surrendered_hand() -> None:
    assert deal("Kc As", box("Th 4d", "surrender", push_22=500), reader="blackjack").net("push_22") == -500


@pytest.mark.parametrize(("readings", "double"), [([], 0), (["I-38"], -1000)])
@pytest.mark.parametrize(("signal", "code"), [(None, "reader-unused"), ("no_blackjack", "reader-signal-wrong")])
def test_590_7_g_2_a_late_dealer_blackjack_returns_a_double_unless_i_38_takes_it(
    readings: list[str], double: int, signal: str | None, code: str
) -> None:
    answer = deal("Kc As", box("As 6d", "double 1000 2c"), reader=signal, readings=readings)
    assert (answer.net(), answer.net("double")) == (-1000, double)
    assert answer.line("double").readings == ("I-38",)
    assert answer.violations == {code}


@pytest.mark.parametrize(("readings", "second"), [([], 0), (["I-38"], -1000)])
def test_590_7_g_2_a_late_dealer_blackjack_takes_the_first_hand_only_unless_i_38_takes_all(
    readings: list[str], second: int
) -> None:
    answer = deal("Kc As", box("Tc Kh", "split 1000 9d, stand, deal 8c, stand"), reader=None, readings=readings)
    assert nets(answer) == [-1000, second]


@pytest.mark.parametrize("readings", [[], ["I-38"]])
def test_590_7_g_2_a_late_dealer_blackjack_collects_lammers_that_cost_nothing(readings: list[str]) -> None:
    decisions = "split free 3d, double free Th, deal Ks, stand"
    answer = deal("Kc As", box("8c 8d", decisions), reader=None, readings=readings)
    assert (nets(answer), answer.net("double")) == ([-1000, 0], 0)


def test_590_7_g_2_a_late_dealer_blackjack_still_takes_push_22_and_returns_a_blackjack() -> None:
    answer = deal("Kc As", box("As Qd"), box("Th 8d", "stand", number=2, push_22=500), reader=None)
    assert (answer.net(), answer.net(box=2), answer.net("push_22", box=2)) == (0, -1000, -500)


def test_590_7_h_1_a_blackjack_is_paid_3_to_2_once_the_reader_has_spoken() -> None:
    answer = deal("Kc 9s", box("As Kd"), reader="no_blackjack")
    assert (answer.net(), answer.line().outcome, answer.codes) == (1500, "win", set())


@pytest.mark.parametrize(("dealer", "push_22"), [("6c Td 6s", 4000), ("6c Td 5s", -500)])
def test_590_7_h_1_push_22_of_a_paid_blackjack_waits_for_the_dealer(dealer: str, push_22: int) -> None:
    answer = deal(dealer, box("As Kd", push_22=500))
    assert (answer.net(), answer.net("push_22"), answer.codes) == (1500, push_22, set())


def test_590_7_h_1_a_blackjack_is_paid_against_a_dealer_22() -> None:
    assert deal("6c Td 6s", box("As Kd"), box("Th 8d", "stand", number=2)).net() == 1500


def test_590_7_h_1_a_blackjack_is_paid_and_has_no_surrender_to_decide_on() -> None:
    answer = deal("9c 8d", box("As Kd", "surrender"))
    assert answer.violations == {"surrender-on-blackjack"}
    assert answer.cite("surrender-on-blackjack") == "590.7(h)(1)"


# 590.7(j): drawing


@pytest.mark.parametrize(
    ("cards", "decisions", "net"),
    [
        ("Th 8d", "hit 3c, hit 5d", -1000),  # a hard 21 drawn to 26
        ("As 6d", "hit 4c, hit 5d, stand", -1000),  # a soft 21 drawn to 16
        ("As Kd", "hit 9c, stand", 1000),  # a Blackjack drawn to 20
    ],
)
def test_590_7_j_1_a_draw_on_21_is_found_and_settled_as_played(cards: str, decisions: str, net: int) -> None:
    answer = deal("Tc 9s", box(cards, decisions))
    assert answer.violations == {"draw-on-21"}
    assert answer.cite("draw-on-21") == "590.7(j)(1)"
    assert answer.net() == net


def test_590_7_j_nothing_is_drawn_on_a_hand_over_21() -> None:
    assert deal("Tc 9s", box("Th 4d", "hit 9c, hit 2d")).cite("draw-over-21") == "590.7(j)"


def test_590_7_h_2_nothing_is_drawn_after_standing() -> None:
    assert deal("Tc 9s", box("Th 4d", "stand, hit 2d")).cite("draw-after-stand") == "590.7(h)(2)"


def test_590_7_j_1_a_hand_under_21_may_draw_on_as_often_as_it_likes() -> None:
    answer = deal("Tc 9s", box("2h 3d", "hit 2c, hit 3c, hit 2d, hit 9s"))
    assert (answer.net(), answer.codes) == (1000, set())


@pytest.mark.parametrize(("last", "code"), [("hit 2d", "draw-after-double"), ("double 1000 2d", "double-twice")])
def test_590_7_j_2_a_doubled_hand_takes_one_card_only(last: str, code: str) -> None:
    answer = deal("Tc 9s", box("Th 4d", f"double 1000 2c, {last}"))
    assert answer.violations == {code}
    assert answer.cite(code) == "590.7(j)(2)"


def test_590_7_j_2_two_doubles_rightly_reported_are_a_violation_and_no_mismatch() -> None:
    doubles = [{"hand": 1, "wager": "double", "net": -1000}] * 2
    reported = [{"hand": 1, "wager": "main", "net": -1000}, *doubles]
    answer = deal("Tc 9s", box("Th 4d", "double 1000 2c, double 1000 2d", reported=reported))
    assert answer.verdict == "violation"


# 590.7(l): the dealer draws to 17


@pytest.mark.parametrize("dealer", ["Tc 7d", "Ac 6d", "Tc 8d", "9c 3d 5h", "Ac 2d 4h"])
def test_590_7_l_the_dealer_stands_on_17_hard_or_soft(dealer: str) -> None:
    answer = deal(dealer, box("Th 9d", "stand"))
    assert answer.codes == set()
    assert answer.dealer is not None
    assert answer.dealer.should_hold == len(dealer.split())


@pytest.mark.parametrize(("dealer", "net"), [("Tc 6d", 1000), ("Ac 5d", 1000), ("9c 3d", 1000), ("9c 3d 4h", 1000)])
def test_590_7_l_a_dealer_who_stops_short_is_found_and_settled_as_he_stands(dealer: str, net: int) -> None:
    answer = deal(dealer, box("Th 7d", "stand"))
    assert answer.violations == {"dealer-stopped-short"}
    assert answer.cite("dealer-stopped-short") == "590.7(l)"
    assert answer.dealer is not None
    assert (answer.net(), answer.dealer.should_hold) == (net, None)
