"""Free Bet Blackjack, 590.7(e) to (l), 590.10 and 590.11: reader, drawing, doubling, splitting."""

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
    assert (answer.net("push_22"), answer.net("insurance")) == (-500, 1000)
    assert answer.codes == set()


def test_590_7_g_2_a_dealer_blackjack_takes_the_main_and_push_22() -> None:
    answer = deal("Kc As", box("Th Td", push_22=500), reader="blackjack")
    assert (answer.net(), answer.line().cite) == (-1000, "590.7(g)(2)")
    assert (answer.net("push_22"), answer.line("push_22").cite) == (-500, "590.7(g)(2)")
    assert (answer.codes, answer.verdict) == (set(), "settled")


def test_590_7_g_2_a_dealer_blackjack_takes_push_22_of_a_surrendered_hand() -> None:
    assert deal("Kc As", box("Th 4d", "surrender", push_22=500), reader="blackjack").net("push_22") == -500


@pytest.mark.parametrize(("readings", "double"), [([], 0), (["I-38"], -1000)])
@pytest.mark.parametrize(
    ("signal", "code"), [(None, "reader-unused"), ("no_blackjack", "reader-signal-wrong")]
)
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
    answer = deal(
        "Kc As", box("Tc Kh", "split 1000 9d, stand, deal 8c, stand"), reader=None, readings=readings
    )
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


@pytest.mark.parametrize(
    ("decisions", "code"),
    [
        ("hit 9c, hit 2d", "draw-over-21"),
        ("stand, hit 2d", "draw-after-stand"),
        ("hit 9c, stand", "stand-on-complete-hand"),
        ("stand, stand", "stand-on-complete-hand"),
    ],
)
def test_590_7_j_1_nothing_is_drawn_or_decided_on_a_hand_that_is_over(decisions: str, code: str) -> None:
    answer = deal("Tc 9s", box("Th 4d", decisions))
    assert code in answer.violations
    assert answer.cite(code).startswith("590.7")


def test_590_7_j_1_a_hand_under_21_may_draw_on_as_often_as_it_likes() -> None:
    answer = deal("Tc 9s", box("2h 3d", "hit 2c, hit 3c, hit 2d, hit 9s"))
    assert (answer.net(), answer.codes) == (1000, set())


@pytest.mark.parametrize(
    ("last", "code"), [("hit 2d", "draw-after-double"), ("double 1000 2d", "double-twice")]
)
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


@pytest.mark.parametrize(
    ("dealer", "net"), [("Tc 6d", 1000), ("Ac 5d", 1000), ("9c 3d", 1000), ("9c 3d 4h", 1000)]
)
def test_590_7_l_a_dealer_who_stops_short_is_found_and_settled_as_he_stands(dealer: str, net: int) -> None:
    answer = deal(dealer, box("Th 7d", "stand"))
    assert answer.violations == {"dealer-stopped-short"}
    assert answer.cite("dealer-stopped-short") == "590.7(l)"
    assert answer.dealer is not None
    assert (answer.net(), answer.dealer.should_hold) == (net, None)


# 590.10 Doubling


@pytest.mark.parametrize(
    ("decisions", "code"),
    [
        ("hit 2c, double 1000 5h", "double-on-three-cards"),
        ("stand, double 1000 5h", "double-after-stand"),
        ("surrender, double 1000 5h", "double-on-complete-hand"),
    ],
)
def test_590_10_a_only_the_first_two_cards_of_an_open_hand_are_doubled(decisions: str, code: str) -> None:
    answer = deal("9c 8d", box("7h 6d", decisions))
    assert answer.violations == {code}
    assert answer.cite(code) == "590.10(a)"


def test_590_10_a_a_blackjack_is_not_doubled() -> None:
    answer = deal("9c 8d", box("As Kd", "double 1000 5h"))
    assert answer.violations == {"double-on-blackjack"}
    assert answer.cite("double-on-blackjack") == "590.10(a)"


def test_590_10_a_a_double_on_a_split_21_is_found_unless_i_30_allows_it() -> None:
    one = box("As Ah", "split free Kd, double 1000 9c, deal 8c, stand")
    answer = deal("Tc 8d", one)
    assert answer.violations == {"double-on-21"}
    assert answer.cite("double-on-21") == "590.10(a)"
    assert (nets(answer), answer.net("double")) == ([1000, 1000], 1000)
    assert deal("Tc 8d", one, readings=["I-30"]).codes == set()


def test_590_10_a_i_30_does_not_let_a_player_draw_on_21() -> None:
    assert deal("Tc 9s", box("As 6d", "hit 4c, hit 5d, stand"), readings=["I-30"]).violations == {
        "draw-on-21"
    }


@pytest.mark.parametrize("cards", ["4c 5d", "2c 7d", "4c 6d", "5c 5d", "2c 9d", "5c 6d"])
def test_590_10_a_1_a_hard_9_10_or_11_doubles_free(cards: str) -> None:
    answer = deal("Tc 8s", box(cards, "double free 2h"))
    assert (answer.codes, answer.line("double").lammer, answer.line("double").stake) == (set(), True, 0)


@pytest.mark.parametrize("cards", ["5c 3d", "7c 5d", "As 8d", "As 9d", "As Ad", "Tc 8d"])
def test_590_10_a_1_no_other_hand_doubles_free_an_ace_and_an_eight_least_of_all(cards: str) -> None:
    answer = deal("Tc 8s", box(cards, "double free 2h"))
    assert answer.violations == {"free-double-not-allowed"}
    assert answer.cite("free-double-not-allowed") == "590.10(a)(1)"


def test_590_10_a_1_an_11_of_three_cards_is_neither_doubled_nor_free() -> None:
    answer = deal("Tc 8s", box("2c 3d", "hit 6h, double free 9h"))
    assert answer.violations == {"double-on-three-cards", "free-double-not-allowed"}


@pytest.mark.parametrize(
    ("dealer", "main", "double"),
    [
        ("Tc 8s", 1000, 1000),
        ("Tc 9s", 0, 0),
        ("Tc Qs", -1000, 0),
        ("Tc 6s 6h", 0, 0),
        ("Tc 6s 7h", 1000, 1000),
    ],
)
def test_590_10_a_1_a_lammer_wins_the_mains_amount_and_never_costs_any(
    dealer: str, main: int, double: int
) -> None:
    answer = deal(dealer, box("5c 6d", "double free 8h"))
    assert (answer.net(), answer.net("double"), answer.codes) == (main, double, set())


@pytest.mark.parametrize(("readings", "severity"), [([], "advisory"), (["I-06"], "violation")])
def test_590_10_a_1_a_free_double_paid_for_is_an_advisory_or_by_i_06_a_violation(
    readings: list[str], severity: str
) -> None:
    answer = deal("Tc Qs", box("5c 6d", "double 1000 8h"), readings=readings)
    (finding,) = answer.answer.findings
    assert (finding.code, finding.severity, finding.cite) == (
        "paid-double-where-free",
        severity,
        "590.10(a)(1)",
    )
    assert (answer.net(), answer.net("double")) == (-1000, -1000)


@pytest.mark.parametrize("amount", [1000, 400])
def test_590_10_a_2_a_double_of_another_hand_is_paid_up_to_the_main(amount: int) -> None:
    answer = deal("Tc Qs", box("As 7d", f"double {amount} 3h"))
    assert (answer.net(), answer.net("double"), answer.codes) == (1000, amount, set())


def test_590_10_a_2_a_double_above_the_main_is_found_and_settled_as_played() -> None:
    answer = deal("Tc Qs", box("As 7d", "double 1001 3h"))
    assert answer.violations == {"double-above-limit"}
    assert answer.cite("double-above-limit") == "590.10(a)(2)"
    assert answer.net("double") == 1001


def test_590_10_b_split_hands_double_free_or_paid_as_their_count_is() -> None:
    decisions = "split free 3d, double free 9h, deal 5s, double 1000 Tc"
    answer = deal("Tc 8s", box("8c 8d", decisions))
    assert answer.codes == set()
    assert (nets(answer), nets(answer, "double")) == ([1000, 0], [1000, -1000])


# 590.11 Splitting


@pytest.mark.parametrize("cards", ["Kc Td", "Jc Qd", "Tc Th"])
def test_590_11_a_ten_values_are_a_pair_whatever_their_rank(cards: str) -> None:
    answer = deal("Tc 8s", box(cards, "split 1000 9d, stand, deal 8c, stand"))
    assert (nets(answer), answer.codes) == ([1000, 0], set())


@pytest.mark.parametrize(("cards", "first"), [("8c 9d", ""), ("8c 8d", "hit 2c, ")])
def test_590_11_a_what_is_not_two_cards_of_equal_value_is_not_split(cards: str, first: str) -> None:
    answer = deal("Tc 8s", box(cards, f"{first}split free Td, stand, deal Tc, stand"))
    assert answer.violations == {"split-unequal"}
    assert answer.cite("split-unequal") == "590.11(a)"


@pytest.mark.parametrize("before", ["stand", "surrender"])
def test_590_11_a_a_hand_that_is_over_is_not_split(before: str) -> None:
    answer = deal("9c 9s", box("8c 8d", f"{before}, split free Td, stand, deal Tc, stand"))
    assert "split-on-complete-hand" in answer.violations
    assert answer.cite("split-on-complete-hand") == "590.11(a)"


def test_590_11_b_1_a_split_of_tens_takes_an_equal_wager() -> None:
    answer = deal("Tc 8s", box("Kc Td", "split 500 9d, stand, deal 9c, stand"))
    assert answer.violations == {"split-wager-not-equal"}
    assert answer.cite("split-wager-not-equal") == "590.11(b)(1)"
    assert nets(answer) == [1000, 500]


def test_590_11_b_1_a_free_split_of_tens_is_found() -> None:
    answer = deal("Tc 8s", box("Kc Td", "split free 9d, stand, deal 9c, stand"))
    assert answer.violations == {"free-split-of-tens"}
    assert answer.cite("free-split-of-tens") == "590.11(b)(1)"


def test_590_11_b_1_tens_are_split_again_for_a_wager_each() -> None:
    decisions = "split 1000 Qd, split 1000 9d, stand, deal 9c, stand, deal 7h, stand"
    answer = deal("Tc 8s", box("Kc Td", decisions))
    assert (nets(answer), answer.codes) == ([1000, 1000, -1000], set())


@pytest.mark.parametrize(
    ("dealer", "expected"), [("Tc 8s", [1000, 1000]), ("Tc 9s", [0, 0]), ("Tc Qs", [-1000, 0])]
)
def test_590_11_b_2_the_wager_goes_with_the_first_hand_a_lammer_with_the_second(
    dealer: str, expected: list[int]
) -> None:
    answer = deal(dealer, box("9c 9d", "split free Td, stand, deal Tc, stand"))
    assert (nets(answer), answer.codes) == (expected, set())
    assert (answer.line(hand=1).stake, answer.line(hand=2).stake, answer.line(hand=2).lammer) == (
        1000,
        0,
        True,
    )
    assert answer.line(hand=2).readings == ()


@pytest.mark.parametrize("rank", "A23456789")
def test_590_11_b_2_every_pair_but_tens_is_split_free(rank: str) -> None:
    box_ = box(f"{rank}c {rank}d", "split free Kd, stand, deal Kc, stand")
    if rank == "A":
        box_ = box("Ac Ad", "split free Kd, deal Kc")
    assert deal("Tc 8s", box_).codes == set()


@pytest.mark.parametrize(("readings", "severity"), [([], "advisory"), (["I-06"], "violation")])
def test_590_11_b_2_a_free_split_paid_for_is_an_advisory_or_by_i_06_a_violation(
    readings: list[str], severity: str
) -> None:
    answer = deal("Tc Qs", box("9c 9d", "split 1000 Td, stand, deal Tc, stand"), readings=readings)
    (finding,) = answer.answer.findings
    assert (finding.code, finding.severity, finding.cite) == (
        "paid-split-where-free",
        severity,
        "590.11(b)(2)",
    )
    assert nets(answer) == [-1000, -1000]


RESPLIT = "split free Td, stand, deal 8h, split {} Tc, stand, deal Th, stand"


def test_590_11_b_2_a_lammer_hand_split_again_gets_another_lammer() -> None:
    answer = deal("Tc 9s", box("8c 8d", RESPLIT.format("free")))
    assert (nets(answer), answer.codes) == ([-1000, 0, 0], set())
    assert [line.lammer for line in answer.answer.lines] == [False, True, True]
    assert answer.line(hand=3).readings == ("I-15",)


def test_590_11_b_2_by_i_15_a_lammer_hand_is_split_again_for_a_wager_only() -> None:
    answer = deal("Tc 9s", box("8c 8d", RESPLIT.format("free")), readings=["I-15"])
    assert answer.violations == {"free-split-of-lammer-hand"}
    assert answer.cite("free-split-of-lammer-hand") == "590.11(b)(2)"
    paid = deal("Tc 9s", box("8c 8d", RESPLIT.format("1000")), readings=["I-15"])
    assert (nets(paid), paid.codes) == ([-1000, 0, -1000], set())


def test_590_11_b_2_a_lammer_hand_split_again_for_a_wager_is_an_advisory_by_default() -> None:
    answer = deal("Tc 9s", box("8c 8d", RESPLIT.format("1000")))
    assert (answer.codes, answer.violations) == ({"paid-split-where-free"}, set())
    assert nets(answer) == [-1000, 0, -1000]


def test_590_11_b_2_by_i_15_paying_for_the_first_split_is_still_an_advisory() -> None:
    answer = deal("Tc 9s", box("8c 8d", "split 1000 Td, stand, deal Tc, stand"), readings=["I-15"])
    assert (answer.codes, answer.violations) == ({"paid-split-where-free"}, set())


def test_590_11_b_2_by_i_15_the_hand_with_the_real_wager_is_still_split_again_free() -> None:
    decisions = "split free 8h, split free Td, stand, deal Tc, stand, deal Th, stand"
    answer = deal("Tc 9s", box("8c 8d", decisions), readings=["I-15"])
    assert (nets(answer), answer.codes) == ([-1000, 0, 0], set())


def test_590_11_c_a_hand_gets_its_card_when_the_one_on_its_left_is_finished() -> None:
    answer = deal("Tc 8s", box("8c 8d", "split free 3d, deal Ks, stand, stand"))
    assert answer.violations == {"deal-out-of-turn"}
    assert answer.cite("deal-out-of-turn") == "590.11(c)"


def test_590_11_c_no_card_is_dealt_to_a_split_hand_that_is_not_there() -> None:
    answer = deal("Tc 8s", box("8c 7d", "deal 4s, stand"))
    assert answer.violations == {"deal-without-split"}
    assert answer.cite("deal-without-split") == "590.11(c)"


@pytest.mark.parametrize("readings", [[], ["I-21"]])
@pytest.mark.parametrize(("dealer", "second"), [("Tc 7s", 1000), ("Tc 6s 6h", 0), ("Tc 6s 7h", 1000)])
def test_590_11_c_the_tucked_wager_of_a_first_hand_over_21_is_lost_whenever_it_is_taken(
    readings: list[str], dealer: str, second: int
) -> None:
    answer = deal(dealer, box("8c 8d", "split free 6d, hit Tc, deal Ks, stand"), readings=readings)
    assert (nets(answer), answer.codes) == ([-1000, second], set())


FOUR = "split free 8h, split free 8s, {}split free 2c, hit Tc, stand, "


def test_590_11_d_pairs_are_split_to_four_hands() -> None:
    answer = deal("Tc 7s", box("8c 8d", FOUR.format("") + "deal Tc, stand, deal Td, stand, deal Th, stand"))
    assert (nets(answer), answer.codes) == ([1000, 1000, 1000, 1000], set())
    assert [line.lammer for line in answer.answer.lines] == [False, True, True, True]


def test_590_11_d_a_fifth_hand_is_found() -> None:
    rest = "deal Tc, stand, deal Td, stand, deal Th, stand, deal Ts, stand"
    answer = deal("Tc 7s", box("8c 8d", FOUR.format("split free 8c, ") + rest))
    assert answer.violations == {"split-too-many"}
    assert answer.cite("split-too-many") == "590.11(d)"
    assert nets(answer) == [1000] * 5


def test_590_11_d_split_aces_draw_and_double_like_any_hand() -> None:
    answer = deal("Tc 8s", box("As Ah", "split free 5c, hit 4d, stand, deal 3c, double 1000 6h"))
    assert (nets(answer), answer.net("double", hand=2), answer.codes) == ([1000, 1000], 1000, set())


def test_590_11_d_aces_are_split_again() -> None:
    answer = deal(
        "Tc 9s", box("As Ah", "split free Ac, split free 9c, stand, deal 8c, stand, deal 7c, stand")
    )
    assert (nets(answer), answer.codes) == ([1000, 0, 0], set())
