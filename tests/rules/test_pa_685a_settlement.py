"""Down Under Blackjack, paragraph by paragraph: Blackjack, the dealer, the settlement."""

from __future__ import annotations

from functools import partial

import pytest

from floorapp.bootstrap import rulebooks
from tests.deal import box, verified

BOOK = rulebooks()["pa-685a"]
deal = partial(verified, "pa-685a")


# .7(g) to .7(i), .11(a): Blackjack


def test_685a_7_h_1_both_have_blackjack_and_the_bet_is_returned() -> None:
    answer = deal("As Kd", box("Ac Td", insurance=500))
    assert (answer.net(), answer.line().outcome, answer.line().cite) == (0, "push", "685a.7(h)(1)")
    assert answer.net("insurance") == 1000


def test_685a_7_h_2_dealer_blackjack_takes_every_other_bet() -> None:
    answer = deal("Ks Ad", box("Kc Td"), box("Ac 9d", number=2))
    assert (answer.net(box=1), answer.net(box=2)) == (-1000, -1000)
    assert answer.line().cite == "685a.7(h)(2)"


def test_685a_7_h_2_insurance_is_paid_when_the_bet_is_lost() -> None:
    answer = deal("As Kd", box("Kc 9d", insurance=500))
    assert (answer.net(), answer.net("insurance")) == (-1000, 1000)


@pytest.mark.parametrize("dealer", ["5h 6d Tc", "6h Td 6c", "Ah Ad", "9h Td", "Th 6d 9c"])
def test_685a_7_i_1_blackjack_is_paid_whatever_the_dealer_makes(dealer: str) -> None:
    answer = deal(dealer, box("Ac Kd"))
    assert (answer.net(), answer.line().outcome) == (1500, "win")


def test_685a_7_i_1_blackjack_waits_for_the_reader() -> None:
    assert deal("As Td", box("Ac Kd")).net() == 0
    assert BOOK.blackjack.at_once.value is False


def test_685a_11_a_blackjack_pays_3_to_2_and_any_other_win_1_to_1() -> None:
    answer = deal("9h Td", box("Ac Kd", main=2500), box("Kc Qd", "stand", number=2, main=2500))
    assert (answer.net(box=1), answer.line(box=1).cite) == (3750, "685a.11(a)")
    assert answer.net(box=2) == 2500


def test_685a_11_a_half_a_cent_goes_to_the_player_i_14() -> None:
    answer = deal("9h Td", box("Ac Kd", main=1001))  # 1501.5
    assert answer.net() == 1502
    assert answer.cite("rounded-to-the-cent") == "685a.11(a)"
    assert answer.violations == set()
    assert "I-14" in answer.line().readings


def test_685a_11_a_half_a_cent_goes_to_the_house_under_the_other_reading_i_14() -> None:
    assert deal("9h Td", box("Ac Kd", main=1001), readings=["I-14"]).net() == 1501


def test_685a_11_a_amount_the_chips_cannot_pay_is_an_advisory_i_14() -> None:
    answer = deal("9h Td", box("Ac Kd", main=500), chip_unit=500)  # 7.50 in chips of 5
    assert answer.net() == 750
    assert answer.cite("odd-chips") == "685a.11(a)"
    assert (answer.violations, answer.verdict) == (set(), "settled")
    assert deal("9h Td", box("Ac Kd", main=1000), chip_unit=500).codes == set()


# .7(m), .12(d): the dealer's draw


def test_685a_7_m_dealer_draws_on_16_and_stands_on_any_17() -> None:
    hard = deal("Th 6d 2c", box("9c 9d", "stand"))
    soft = deal("Ah 6d", box("9c 9d", "stand"))
    assert (hard.net(), hard.codes) == (0, set())
    assert (soft.net(), soft.codes) == (1000, set())


def test_685a_7_m_dealer_who_stops_short_is_found() -> None:
    answer = deal("Th 6d", box("9c 9d", "stand"))
    assert answer.violations == {"dealer-stopped-short"}
    assert answer.cite("dealer-stopped-short") == "685a.7(m)"
    assert answer.dealer is not None and answer.dealer.should_hold is None


def test_685a_7_m_stopping_short_where_nothing_depends_on_it_is_an_advisory_i_10() -> None:
    answer = deal("Th 6d", box("9c 5d", "hit Kc"), box("Ac Kd", number=2))
    assert answer.cite("dealer-stopped-short-idle") == "685a.7(m)"
    assert (answer.violations, answer.verdict) == (set(), "settled")


def test_685a_7_m_stopping_short_is_always_a_violation_under_the_other_reading_i_10() -> None:
    answer = deal("Th 6d", box("9c 5d", "hit Kc"), readings=["I-10"])
    assert answer.violations == {"dealer-stopped-short-idle"}
    assert answer.verdict == "violation"


def test_685a_7_m_no_rule_spares_the_dealer_a_draw() -> None:
    answer = deal("Th 6d 4c", box("9c 5d", "hit Kc"))
    assert answer.codes == set()
    assert answer.dealer is not None and answer.dealer.should_hold == 3


def test_685a_7_m_hand_over_21_may_depend_on_a_22_under_i_01() -> None:
    answer = deal("Th 6d", box("9c 5d", "hit Kc"), readings=["I-01"])
    assert answer.violations == {"dealer-stopped-short"}


def test_685a_12_d_card_drawn_on_17_does_not_count() -> None:
    answer = deal("Th 7d 4c", box("9c 9d", "stand"))
    assert answer.cite("dealer-drew-past-stop") == "685a.12(d)"
    assert (answer.net(), answer.verdict) == (1000, "violation")
    assert answer.dealer is not None and (answer.dealer.total, answer.dealer.should_hold) == (17, 2)


def test_685a_12_d_nor_does_a_card_drawn_on_18_or_more_i_22() -> None:
    answer = deal("Th 8d 3c", box("Tc 9d", "stand"))
    assert answer.violations == {"dealer-drew-past-stop"}
    assert answer.net() == 1000


def test_685a_12_d_card_drawn_on_18_counts_under_the_other_reading_i_22() -> None:
    answer = deal("Th 8d 3c", box("Tc 9d", "stand"), readings=["I-22"])
    assert answer.violations == {"dealer-drew-past-stop"}
    assert answer.net() == -1000  # 19 against 21


def test_685a_12_d_message_says_whether_the_card_counts_i_22() -> None:
    (discarded,) = deal("Th 8d 3c", box("Tc 9d", "stand")).answer.findings
    (counted,) = deal("Th 8d 3c", box("Tc 9d", "stand"), readings=["I-22"]).answer.findings
    assert "does not count" in discarded.message and "I-22" in discarded.message
    assert "does not count" not in counted.message and "I-22" in counted.message


def test_685a_12_d_card_drawn_on_17_never_counts_i_22() -> None:
    assert deal("Th 7d 4c", box("9c 9d", "stand"), readings=["I-22"]).net() == 1000


def test_685a_12_d_card_drawn_on_22_does_not_count() -> None:
    answer = deal("Th 6d 6c 5h", box("9c 9d", "stand"))
    assert (answer.net(), answer.violations) == (0, {"dealer-drew-past-stop"})


def test_685a_12_d_card_drawn_on_22_counts_under_the_other_reading_i_22() -> None:
    """22 is a total to stop at like 18 (685a.7(m)); 27 is in excess of 22."""
    answer = deal("Th 6d 6c 5h", box("9c 9d", "stand"), readings=["I-22"])
    assert (answer.net(), answer.line().cite) == (1000, "685a.7(o)(1)")


@pytest.mark.parametrize("readings", [[], ["I-22"]])
def test_685a_7_h_2_card_drawn_on_a_blackjack_does_not_undo_it(readings: list[str]) -> None:
    """685a.1 asks for the initial two cards, 685a.7(h) forbids another one."""
    answer = deal("As Kd 5c", box("9c 9d"), readings=readings)
    assert (answer.net(), answer.line().cite) == (-1000, "685a.7(h)(2)")
    assert answer.verdict == "violation"


# .7(n)(1): the dealer's 22

TWENTY_TWO = "Th 6d 6c"


@pytest.mark.parametrize("cards", ["Tc Jd", "Kc Qd", "Ac Ad"])
def test_685a_7_n_1_two_original_large_cards_are_paid_on_a_dealer_22(cards: str) -> None:
    answer = deal(TWENTY_TWO, box(cards, "stand"))
    assert (answer.net(), answer.line().cite) == (1000, "685a.7(n)(1)")
    assert answer.codes == set()


@pytest.mark.parametrize(
    ("cards", "play"), [("7c 7d", "hit 7h"), ("Ac 4d", "hit 6h"), ("Tc 5d", "hit 6h"), ("Tc Jd", "hit Ah")]
)
def test_685a_7_n_1_any_21_is_paid_on_a_dealer_22(cards: str, play: str) -> None:
    answer = deal(TWENTY_TWO, box(cards, play))
    assert (answer.net(), answer.line().cite) == (1000, "685a.7(n)(1)")


@pytest.mark.parametrize(
    ("cards", "play"), [("9c 9d", "stand"), ("Ac 9d", "stand"), ("5c 5d", "hit Th, stand"), ("Tc 2d", "stand")]
)
def test_685a_7_n_1_every_other_bet_is_returned_on_a_dealer_22(cards: str, play: str) -> None:
    answer = deal(TWENTY_TWO, box(cards, play))
    assert (answer.net(), answer.line().outcome, answer.line().cite) == (0, "push", "685a.7(n)(1)")


@pytest.mark.parametrize("dealer", ["Ah Ad", "6h 5d Ac"])
def test_685a_7_n_1_soft_22_is_a_22_too(dealer: str) -> None:
    answer = deal(dealer, box("Tc Jd", "stand"), box("9c Td", "stand", number=2))
    assert (answer.net(box=1), answer.net(box=2)) == (1000, 0)


@pytest.mark.parametrize(("readings", "net"), [([], 0), (["I-04"], 1000)])
def test_685a_7_n_1_large_cards_of_a_split_hand_i_04(readings: list[str], net: int) -> None:
    answer = deal(TWENTY_TWO, box("Kc Qd", "split 1000 Jc, stand, deal 9d, stand"), readings=readings)
    assert (answer.net(hand=1), answer.net(hand=2)) == (net, 0)  # king and jack, queen and nine


@pytest.mark.parametrize(("readings", "net"), [([], 0), (["I-04"], 1000)])
def test_685a_7_n_1_large_cards_of_a_hand_that_drew_i_04(readings: list[str], net: int) -> None:
    assert deal(TWENTY_TWO, box("Ac Ad", "hit 7c, stand"), readings=readings).net() == net  # a soft 19


@pytest.mark.parametrize("readings", [[], ["I-04"]])
def test_685a_7_n_1_line_shows_that_it_rests_on_i_04(readings: list[str]) -> None:
    answer = deal(TWENTY_TWO, box("Ac Ad", "hit 7c, stand"), readings=readings)
    assert "I-04" in answer.line().readings


@pytest.mark.parametrize(("readings", "net"), [([], 0), (["I-20"], 1000)])
def test_685a_7_n_1_double_on_a_dealer_22_i_20(readings: list[str], net: int) -> None:
    answer = deal(TWENTY_TWO, box("6c 5d", "double 1000 9c"), readings=readings)
    assert (answer.net(), answer.net("double")) == (0, net)
    assert "I-20" in answer.line("double").readings


@pytest.mark.parametrize(("readings", "net"), [([], 0), (["I-20"], 1000)])
def test_685a_7_n_1_split_on_a_dealer_22_i_20(readings: list[str], net: int) -> None:
    answer = deal(TWENTY_TWO, box("8c 8d", "split 1000 Tc, stand, deal 9d, stand"), readings=readings)
    assert (answer.net(hand=1), answer.net(hand=2)) == (0, net)
    assert "I-20" in answer.line(hand=2).readings


def test_685a_7_n_1_double_that_makes_21_is_paid_on_a_dealer_22() -> None:
    answer = deal(TWENTY_TWO, box("6c 5d", "double 1000 Tc"))
    assert (answer.net(), answer.net("double")) == (1000, 1000)


@pytest.mark.parametrize(("readings", "net", "cite"), [([], -1000, "685a.7(q)(1)"), (["I-01"], 0, "685a.7(n)(1)")])
def test_685a_7_n_1_hand_over_21_on_a_dealer_22_i_01(readings: list[str], net: int, cite: str) -> None:
    answer = deal(TWENTY_TWO, box("9c 5d", "hit Kc"), readings=readings)
    assert (answer.net(), answer.line().cite) == (net, cite)
    assert "I-01" in answer.line().readings


# .7(o) to .7(q): the settlement


def test_685a_7_o_1_dealer_in_excess_of_22_pays_any_hand_up_to_21() -> None:
    answer = deal("Th 6d 7c", box("5c 7d", "stand"), box("9c 9d", "stand", number=2))
    assert (answer.net(box=1), answer.net(box=2)) == (1000, 1000)
    assert answer.line().cite == "685a.7(o)(1)"


def test_685a_7_o_2_higher_count_wins() -> None:
    answer = deal("9h 9d", box("Tc 9c", "stand"))
    assert (answer.net(), answer.line().cite) == (1000, "685a.7(o)(2)")


def test_685a_7_o_2_hand_of_21_waits_for_the_dealer() -> None:
    win = deal("Th Qd", box("5c 6d", "hit Tc"))
    tie = deal("5h 6d Tc", box("5c 6d", "hit Tc"))
    assert (win.net(), win.line().cite) == (1000, "685a.7(o)(2)")
    assert tie.net() == 0


def test_685a_7_p_same_count_is_returned() -> None:
    answer = deal("9h 9d", box("Tc 8c", "stand"))
    assert (answer.net(), answer.line().outcome, answer.line().cite) == (0, "push", "685a.7(p)")


def test_685a_7_q_1_hand_over_21_loses() -> None:
    answer = deal("9h 9d", box("Tc 6c", "hit 9d"))
    assert (answer.net(), answer.line().cite) == (-1000, "685a.7(q)(1)")


@pytest.mark.parametrize("readings", [[], ["I-01"]])
def test_685a_7_q_1_hand_over_21_loses_to_a_dealer_in_excess_of_22_too(readings: list[str]) -> None:
    """Only 685a.7(n) leaves a question (I-01); past 22 the paragraph says plainly that it loses."""
    answer = deal("Th 6d 7c", box("Tc 6c", "hit 9d"), readings=readings)
    assert (answer.net(), answer.line().cite) == (-1000, "685a.7(q)(1)")


def test_685a_7_q_2_lower_count_loses() -> None:
    answer = deal("Th 9d", box("Tc 8c", "stand"), box("Ac 7c", "stand", number=2))
    assert (answer.net(box=1), answer.net(box=2)) == (-1000, -1000)
    assert answer.line().cite == "685a.7(q)(2)"
