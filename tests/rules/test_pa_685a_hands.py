"""Down Under Blackjack, paragraph by paragraph: drawing, doubling and splitting."""

from __future__ import annotations

from functools import partial

import pytest

from tests.deal import box, verified

deal = partial(verified, "pa-685a")


# .7(k): drawing


@pytest.mark.parametrize(("cards", "play"), [("Tc 5d", "hit 6c, hit 2c"), ("Ac 4d", "hit 6c, hit 5c, stand")])
def test_685a_7_k_1_no_card_on_21_hard_or_soft(cards: str, play: str) -> None:
    answer = deal("9h Td", box(cards, play))
    assert answer.violations == {"draw-on-21"}
    assert answer.cite("draw-on-21") == "685a.7(k)(1)"
    assert answer.net() == -1000  # 23, and 16, as it was played


def test_685a_7_k_1_no_card_on_a_blackjack() -> None:
    answer = deal("9h Td", box("Ac Kd", "hit 5c, stand"))  # 16 as it was played
    assert answer.violations == {"draw-on-21"}
    assert answer.net() == -1000


def test_685a_7_k_no_card_on_a_hand_over_21() -> None:
    answer = deal("9h Td", box("Tc 6d", "hit 9c, hit 2c"))
    assert answer.violations == {"draw-over-21"}
    assert answer.cite("draw-over-21") == "685a.7(k)"


def test_685a_7_i_2_no_card_after_standing() -> None:
    answer = deal("9h Td", box("Tc 6d", "stand, hit 4c"))
    assert answer.violations == {"draw-after-stand"}
    assert answer.cite("draw-after-stand") == "685a.7(i)(2)"
    assert answer.net() == 1000  # 20 as it was played


def test_685a_7_k_1_nothing_is_left_to_decide_on_21() -> None:
    answer = deal("9h Td", box("Tc 5d", "hit 6c, stand"))
    assert (answer.verdict, answer.net()) == ("settled", 1000)


def test_685a_7_k_2_doubled_hand_takes_one_card_only() -> None:
    answer = deal("9h Td", box("6c 3d", "double 1000 5c, hit 6c"))
    assert answer.violations == {"draw-after-double"}
    assert answer.cite("draw-after-double") == "685a.7(k)(2)"
    assert (answer.net(), answer.net("double")) == (1000, 1000)  # 20 as it was played


def test_685a_7_k_2_hand_is_doubled_once() -> None:
    answer = deal("9h Td", box("6c 3d", "double 1000 5c, double 1000 6c"))
    assert answer.violations == {"double-twice"}
    assert answer.cite("double-twice") == "685a.7(k)(2)"
    assert sum(line.expected for line in answer.answer.lines) == 3000


# .9: doubling


@pytest.mark.parametrize("wager", [1, 500, 1000])
def test_685a_9_a_double_on_two_cards_up_to_the_bet(wager: int) -> None:
    answer = deal("9h Td", box("6c 5d", f"double {wager} 9c"))
    assert (answer.net(), answer.net("double"), answer.codes) == (1000, wager, set())


def test_685a_9_a_double_above_the_bet_is_found() -> None:
    answer = deal("9h Td", box("6c 5d", "double 1001 9c"))
    assert answer.violations == {"double-above-limit"}
    assert answer.cite("double-above-limit") == "685a.9(a)"
    assert answer.net("double") == 1001


def test_685a_9_a_double_on_three_cards_is_found() -> None:
    answer = deal("9h Td", box("6c 2d", "hit 3c, double 1000 9c"))
    assert answer.violations == {"double-on-three-cards"}
    assert answer.cite("double-on-three-cards") == "685a.9(a)"


def test_685a_9_a_split_hands_may_be_doubled_up_to_the_bet() -> None:
    decisions = "split 1000 3c, double 1000 9c, deal 2c, double 1001 9d"
    answer = deal("9h Td", box("8c 8d", decisions))
    assert answer.violations == {"double-above-limit"}
    assert (answer.net("double", hand=1), answer.net("double", hand=2)) == (1000, 0)  # 20, 19 against 19


def test_685a_9_a_blackjack_may_not_be_doubled() -> None:
    answer = deal("9h Td", box("Ac Kd", "double 1000 5c"))
    assert answer.violations == {"double-on-blackjack"}
    assert answer.cite("double-on-blackjack") == "685a.9(a)"


def test_685a_9_a_hand_that_stood_may_not_be_doubled() -> None:
    answer = deal("9h Td", box("6c 5d", "stand, double 1000 9c"))
    assert answer.violations == {"double-after-stand"}
    assert answer.cite("double-after-stand") == "685a.9(a)"


def test_685a_9_a_double_on_21_is_found_i_30() -> None:
    answer = deal("9h Td", box("Kc Qd", "split 1000 Ac, double 1000 5c, deal 9d, stand"))
    assert answer.violations == {"double-on-21"}
    assert answer.cite("double-on-21") == "685a.9(a)"


def test_685a_9_a_double_on_21_is_allowed_under_the_other_reading_i_30() -> None:
    decisions = "split 1000 Ac, double 1000 5c, deal 9d, stand"
    answer = deal("9h Td", box("Kc Qd", decisions), readings=["I-30"])
    assert answer.codes == set()
    assert answer.net("double", hand=1) == -1000  # 16 against 19


def test_685a_9_a_free_double_of_another_game_is_found() -> None:
    answer = deal("9h Td", box("6c 5d", "double free 9c"))
    assert answer.violations == {"lammer-not-in-game"}
    assert answer.cite("lammer-not-in-game") == "685a.9(a)"


def test_685a_9_b_late_dealer_blackjack_takes_the_bet_and_not_the_double() -> None:
    answer = deal("As Kd", box("6c 5d", "double 1000 9c"), reader="medium")
    assert answer.violations == {"reader-signal-wrong"}
    assert answer.net() == -1000
    assert (answer.net("double"), answer.line("double").cite) == (0, "685a.9(b)")


def test_685a_9_b_double_comes_back_even_where_it_made_the_hand_go_over() -> None:
    answer = deal("As Kd", box("6c 6d", "double 1000 Tc"), reader="small")
    assert (answer.net(), answer.net("double")) == (-1000, 0)


# .10: splitting


@pytest.mark.parametrize("cards", ["8c 8d", "Kc Qd", "Tc Jd"])
def test_685a_10_a_two_cards_of_equal_value_are_a_pair(cards: str) -> None:
    answer = deal("9h Td", box(cards, "split 1000 9c, stand, deal 9d, stand"))
    assert answer.codes == set()


def test_685a_10_a_split_of_unequal_cards_is_found() -> None:
    answer = deal("9h Td", box("9c Td", "split 1000 9d, stand, deal Qc, stand"))
    assert answer.violations == {"split-unequal"}
    assert answer.cite("split-unequal") == "685a.10(a)"
    assert (answer.net(hand=1), answer.net(hand=2)) == (-1000, 1000)  # 18 and 20 against 19


@pytest.mark.parametrize("wager", [500, 1500])
def test_685a_10_a_split_takes_a_wager_equal_to_the_bet(wager: int) -> None:
    answer = deal("9h Td", box("8c 8d", f"split {wager} 9c, stand, deal 9d, stand"))
    assert answer.violations == {"split-wager-not-equal"}
    assert answer.cite("split-wager-not-equal") == "685a.10(a)"
    assert (answer.net(hand=1), answer.net(hand=2)) == (-1000, -wager)


def test_685a_10_a_hand_that_stood_may_not_be_split() -> None:
    answer = deal("9h Td", box("8c 8d", "stand, split 1000 9c, stand, deal 9d, stand"))
    assert answer.violations == {"split-on-complete-hand"}
    assert answer.cite("split-on-complete-hand") == "685a.10(a)"


def test_685a_10_a_free_split_of_another_game_is_found() -> None:
    answer = deal("9h Td", box("8c 8d", "split free 9c, stand, deal 9d, stand"))
    assert answer.violations == {"lammer-not-in-game"}
    assert answer.cite("lammer-not-in-game") == "685a.10(a)"


def test_685a_10_b_second_hand_waits_until_the_first_is_finished() -> None:
    answer = deal("9h Td", box("8c 8d", "split 1000 9c, deal 9d, stand, stand"))
    assert answer.violations == {"deal-out-of-turn"}
    assert answer.cite("deal-out-of-turn") == "685a.10(b)"


def test_685a_10_b_card_for_a_split_hand_that_is_none_is_found() -> None:
    answer = deal("9h Td", box("6c 5d", "deal 9d, stand"))
    assert answer.violations == {"deal-without-split"}
    assert answer.cite("deal-without-split") == "685a.10(b)"
    assert answer.net() == 1000  # 20 as it was played


def test_685a_10_c_pair_is_split_once_to_two_hands() -> None:
    decisions = "split 1000 8h, split 1000 Tc, stand, deal 9c, stand, deal 9d, stand"
    answer = deal("9h Td", box("8c 8d", decisions))
    assert answer.violations == {"split-too-many"}
    assert answer.cite("split-too-many") == "685a.10(c)"


def test_685a_10_c_aces_are_split_once_like_every_pair() -> None:
    decisions = "split 1000 Ah, split 1000 9c, deal 8c, deal 9d"
    answer = deal("9h Td", box("Ac Ad", decisions))
    assert answer.violations == {"split-too-many"}
    assert answer.cite("split-too-many") == "685a.10(c)"


def test_685a_10_c_split_hands_may_stand_draw_and_double() -> None:
    answer = deal("9h Td", box("8c 8d", "split 1000 2c, hit Tc, stand, deal 3c, double 1000 Td"))
    assert answer.codes == set()
    assert (answer.net(hand=1), answer.net(hand=2), answer.net("double", hand=2)) == (1000, 1000, 1000)


def test_685a_10_d_late_dealer_blackjack_takes_the_first_bet_and_returns_the_split() -> None:
    decisions = "split 1000 3c, double 1000 Tc, deal 9d, stand"
    answer = deal("As Kd", box("8c 8d", decisions), reader="medium")
    assert answer.net(hand=1) == -1000
    assert (answer.net("double", hand=1), answer.line("double", hand=1).cite) == (0, "685a.9(b)")
    assert (answer.net(hand=2), answer.line(hand=2).cite) == (0, "685a.10(d)")


def test_685a_10_e_split_aces_get_one_card_each() -> None:
    fine = deal("9h Td", box("Ac Ad", "split 1000 9c, deal 5d"))
    assert (fine.net(hand=1), fine.net(hand=2), fine.codes) == (1000, -1000, set())
    answer = deal("9h Td", box("Ac Ad", "split 1000 5c, hit 4c, deal 9d"))
    assert answer.violations == {"draw-on-split-aces"}
    assert answer.cite("draw-on-split-aces") == "685a.10(e)"


def test_685a_10_e_split_ace_and_a_ten_are_paid_1_to_1() -> None:
    answer = deal("9h Td", box("Ac Ad", "split 1000 Kc, deal Td"))
    assert (answer.net(hand=1), answer.net(hand=2)) == (1000, 1000)


@pytest.mark.parametrize("readings", [[], ["I-31"]])
def test_685a_10_e_split_ace_may_not_be_doubled_i_31(readings: list[str]) -> None:
    answer = deal("9h Td", box("Ac Ad", "split 1000 5c, double 1000 4c, deal 9d"), readings=readings)
    assert answer.violations == {"double-on-split-aces"}
    assert answer.cite("double-on-split-aces") == "685a.10(e)"
