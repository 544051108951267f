"""Free Bet Blackjack, 590.10 and 590.11: doubling and splitting, free and paid."""

from __future__ import annotations

from typing import Any

import pytest

from tests.deal import Verified, box, verified


def deal(dealer: str, *boxes: dict[str, Any], **more: Any) -> Verified:
    return verified("pa-590", dealer, *boxes, **more)


def nets(answer: Verified, wager: str = "main") -> list[int]:
    """What a wager did on each hand, from the dealer's left."""
    return [line.expected for line in answer.answer.lines if line.wager == wager]


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
    assert deal("Tc 9s", box("As 6d", "hit 4c, hit 5d, stand"), readings=["I-30"]).violations == {"draw-on-21"}


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
    [("Tc 8s", 1000, 1000), ("Tc 9s", 0, 0), ("Tc Qs", -1000, 0), ("Tc 6s 6h", 0, 0), ("Tc 6s 7h", 1000, 1000)],
)
def test_590_10_a_1_a_lammer_wins_the_mains_amount_and_never_costs_any(dealer: str, main: int, double: int) -> None:
    answer = deal(dealer, box("5c 6d", "double free 8h"))
    assert (answer.net(), answer.net("double"), answer.codes) == (main, double, set())


@pytest.mark.parametrize(("readings", "severity"), [([], "advisory"), (["I-06"], "violation")])
def test_590_10_a_1_a_free_double_paid_for_is_an_advisory_or_by_i_06_a_violation(
    readings: list[str], severity: str
) -> None:
    answer = deal("Tc Qs", box("5c 6d", "double 1000 8h"), readings=readings)
    (finding,) = answer.answer.findings
    assert (finding.code, finding.severity, finding.cite) == ("paid-double-where-free", severity, "590.10(a)(1)")
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


@pytest.mark.parametrize(("dealer", "expected"), [("Tc 8s", [1000, 1000]), ("Tc 9s", [0, 0]), ("Tc Qs", [-1000, 0])])
def test_590_11_b_2_the_wager_goes_with_the_first_hand_a_lammer_with_the_second(
    dealer: str, expected: list[int]
) -> None:
    answer = deal(dealer, box("9c 9d", "split free Td, stand, deal Tc, stand"))
    assert (nets(answer), answer.codes) == (expected, set())
    assert (answer.line(hand=1).stake, answer.line(hand=2).stake, answer.line(hand=2).lammer) == (1000, 0, True)
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
    assert (finding.code, finding.severity, finding.cite) == ("paid-split-where-free", severity, "590.11(b)(2)")
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
    answer = deal("Tc 9s", box("As Ah", "split free Ac, split free 9c, stand, deal 8c, stand, deal 7c, stand"))
    assert (nets(answer), answer.codes) == ([1000, 0, 0], set())
