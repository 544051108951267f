"""Free Bet Blackjack, 590.7(m) to (q) and 590.12: settlement and odds."""

from __future__ import annotations

from typing import Any

import pytest

from tests.deal import Verified, box, verified

OVER = "hit 9c"  # takes a hand of 14 to 23


def deal(dealer: str, *boxes: dict[str, Any], **more: Any) -> Verified:
    return verified("pa-590", dealer, *boxes, **more)


def live(**more: Any) -> dict[str, Any]:
    """A second box that stands on 18, so that the dealer has somebody to draw for."""
    return box("9h 9s", "stand", number=2, **more)


# 590.7(m): the dealer does not draw for nothing


@pytest.mark.parametrize("hand", [box("As Kd"), box("Th 4d", OVER), box("Th 4d", "surrender")])
def test_590_7_m_a_draw_that_can_change_nothing_is_found_and_does_not_count(hand: dict[str, Any]) -> None:
    answer = deal("6c Td 5h", hand)
    assert answer.violations == {"dealer-drew-needlessly"}
    assert answer.cite("dealer-drew-needlessly") == "590.7(m)"
    assert answer.dealer is not None
    assert (answer.dealer.total, answer.dealer.should_hold) == (16, 2)


@pytest.mark.parametrize("hand", [box("As Kd"), box("Th 4d", OVER), box("Th 4d", "surrender")])
def test_590_7_m_a_dealer_who_leaves_his_16_is_right_where_nothing_depends_on_it(hand: dict[str, Any]) -> None:
    answer = deal("6c Td", hand)
    assert answer.codes == set()
    assert answer.dealer is not None
    assert answer.dealer.should_hold == 2


def test_590_7_m_a_needless_card_does_not_count_by_i_22_either() -> None:
    """I-22 asks of 18 and more; a card nobody waited for is another matter."""
    dealer = deal("6c Td 5h", box("As Kd"), readings=["I-22"]).dealer
    assert dealer is not None
    assert (dealer.total, dealer.should_hold) == (16, 2)


def test_590_7_m_one_hand_that_waits_is_enough_to_draw() -> None:
    assert deal("6c Td 5h", box("Th 4d", OVER), live()).codes == set()
    assert deal("6c Td", box("Th 4d", OVER), live()).violations == {"dealer-stopped-short"}


def test_590_7_m_a_hand_that_stands_on_a_lammer_alone_is_drawn_for() -> None:
    hand = box("8c 8d", "split free 6d, hit Tc, deal Ks, stand")
    assert deal("6c Td 5h", hand).codes == set()
    assert deal("6c Td", hand).violations == {"dealer-stopped-short"}


LONE = [box("Th 4d", OVER, push_22=500), box("As Kd", push_22=500), box("Th 4d", "surrender", push_22=500)]


@pytest.mark.parametrize("hand", LONE)
def test_590_7_m_the_dealer_draws_for_a_lone_push_22(hand: dict[str, Any]) -> None:
    answer = deal("6c Td 6h", hand)
    assert (answer.net("push_22"), answer.codes) == (4000, set())
    assert "I-19" in answer.line("push_22").readings
    short = deal("6c Td", hand)
    assert short.violations == {"dealer-stopped-short"}
    assert (short.cite("dealer-stopped-short"), short.net("push_22")) == ("590.7(l)", -500)


@pytest.mark.parametrize("hand", LONE)
def test_590_7_m_by_i_19_the_dealer_does_not_draw_for_a_lone_push_22_and_it_loses(hand: dict[str, Any]) -> None:
    answer = deal("6c Td 6h", hand, readings=["I-19"])
    assert (answer.net("push_22"), answer.violations) == (-500, {"dealer-drew-needlessly"})
    assert deal("6c Td", hand, readings=["I-19"]).codes == set()


def test_590_7_m_by_i_19_a_push_22_beside_a_live_hand_still_wins() -> None:
    answer = deal("6c Td 6h", box("Th 4d", OVER, push_22=500), live(), readings=["I-19"])
    assert (answer.net("push_22"), answer.codes) == (4000, set())


# 590.7(n): the dealer's 22


def test_590_7_n_1_a_22_returns_the_main_collects_lammers_and_pays_push_22() -> None:
    decisions = "split free 3d, double free Th, deal Ks, stand"
    answer = deal("Tc 6d 6h", box("8c 8d", decisions, push_22=500))
    assert [line.expected for line in answer.answer.lines] == [0, 0, 0, 4000]
    assert [line.outcome for line in answer.answer.lines] == ["push", "push", "push", "win"]
    assert answer.line().cite == "590.7(n)(1)"


@pytest.mark.parametrize("cards", ["Th 9d", "Th 2d", "7h 7d"])
def test_590_7_n_1_a_22_returns_any_hand_a_21_too(cards: str) -> None:
    decisions = "hit 9c" if cards == "Th 2d" else "hit 7c" if cards == "7h 7d" else "stand"
    assert deal("Tc 6d 6h", box(cards, decisions)).net() == 0


@pytest.mark.parametrize(("readings", "net"), [([], -1000), (["I-01"], 0)])
def test_590_7_n_1_a_22_does_not_return_a_hand_over_21_unless_i_01_says_so(readings: list[str], net: int) -> None:
    answer = deal("Tc 6d 6h", box("Th 4d", OVER), live(), readings=readings)
    assert (answer.net(), answer.net(box=2), answer.codes) == (net, 0, set())
    assert answer.line().readings == ("I-01",)


@pytest.mark.parametrize(("readings", "double"), [([], 0), (["I-20"], 1000)])
def test_590_7_n_1_a_22_returns_a_paid_double_unless_i_20_pays_it(readings: list[str], double: int) -> None:
    answer = deal("Tc 6d 6h", box("As 6d", "double 1000 2c"), readings=readings)
    assert (answer.net(), answer.net("double"), answer.line("double").readings) == (0, double, ("I-20",))


@pytest.mark.parametrize(("readings", "second"), [([], 0), (["I-20"], 1000)])
def test_590_7_n_1_a_22_returns_a_paid_split_unless_i_20_pays_it(readings: list[str], second: int) -> None:
    answer = deal("Tc 6d 6h", box("Tc Kh", "split 1000 9d, stand, deal 8c, stand"), readings=readings)
    assert (answer.net(hand=1), answer.net(hand=2)) == (0, second)


def test_590_7_n_1_by_i_20_lammers_are_collected_all_the_same() -> None:
    decisions = "split free 3d, double free Th, deal Ks, stand"
    answer = deal("Tc 6d 6h", box("8c 8d", decisions), readings=["I-20"])
    assert [line.expected for line in answer.answer.lines] == [0, 0, 0]


@pytest.mark.parametrize("dealer", ["Tc 7d", "Tc 6d 5h", "Tc 6d 7h", "Ac 6d"])
def test_590_7_n_2_push_22_is_lost_on_every_other_total(dealer: str) -> None:
    answer = deal(dealer, box("Th 9d", "stand", push_22=500))
    assert (answer.net("push_22"), answer.line("push_22").cite) == (-500, "590.7(n)(2)")


@pytest.mark.parametrize(("readings", "net"), [([], 4000), (["I-18"], -500)])
def test_590_7_n_2_push_22_of_a_surrendered_hand_stands_unless_i_18_takes_it(readings: list[str], net: int) -> None:
    answer = deal("6c Td 6h", box("Th 4d", "surrender", push_22=500), live(), readings=readings)
    assert (answer.net(), answer.net("push_22"), answer.codes) == (-500, net, set())
    assert answer.line("push_22").readings == ("I-18",)


def test_590_7_n_2_by_i_18_the_dealer_does_not_draw_for_a_surrendered_hands_push_22() -> None:
    hand = box("Th 4d", "surrender", push_22=500)
    assert deal("6c Td", hand, readings=["I-18"]).codes == set()
    assert deal("6c Td 6h", hand, readings=["I-18"]).violations == {"dealer-drew-needlessly"}


# 590.7(o) to (q): the counts compared


@pytest.mark.parametrize("dealer", ["Tc 6d 7h", "Tc 6d Kh"])
def test_590_7_o_1_a_dealer_over_22_pays_hands_of_21_or_less(dealer: str) -> None:
    answer = deal(dealer, box("7h 5d", "stand"))
    assert (answer.net(), answer.line().cite) == (1000, "590.7(o)(1)")


@pytest.mark.parametrize(("readings", "net"), [([], -1000), (["I-01"], 0)])
def test_590_7_o_1_a_dealer_over_22_does_not_spare_a_hand_over_21_unless_i_01_says_so(
    readings: list[str], net: int
) -> None:
    answer = deal("Tc 6d 7h", box("Th 4d", OVER), live(), readings=readings)
    assert (answer.net(), answer.net(box=2), answer.line().readings) == (net, 1000, ("I-01",))


@pytest.mark.parametrize(("dealer", "cite"), [("Tc 6d 6h", "590.7(n)(1)"), ("Tc 6d 7h", "590.7(o)(1)")])
def test_590_7_o_1_by_i_01_a_spared_hand_cites_the_dealers_total(dealer: str, cite: str) -> None:
    assert deal(dealer, box("Th 4d", OVER), readings=["I-01"]).line().cite == cite


def test_590_7_o_1_by_i_01_the_dealer_draws_for_hands_over_21_alone() -> None:
    answer = deal("Tc 6d 6h", box("Th 4d", OVER), readings=["I-01"])
    assert (answer.net(), answer.codes) == (0, set())
    assert deal("Tc 6d", box("Th 4d", OVER), readings=["I-01"]).violations == {"dealer-stopped-short"}


def test_590_7_o_2_the_higher_count_wins() -> None:
    answer = deal("Tc 8d", box("Th 9d", "stand"))
    assert (answer.net(), answer.line().outcome, answer.line().cite) == (1000, "win", "590.7(o)(2)")


@pytest.mark.parametrize(("dealer", "net"), [("Tc Qd", 1000), ("Tc 5d 6h", 0), ("Tc 6d 6h", 0)])
def test_590_7_o_2_a_21_waits_for_the_dealer(dealer: str, net: int) -> None:
    assert deal(dealer, box("Th 4d", "hit 7c")).net() == net


def test_590_7_p_equal_counts_return_the_wager() -> None:
    answer = deal("Tc 8d", box("Th 8s", "stand"))
    assert (answer.net(), answer.line().outcome, answer.line().cite) == (0, "push", "590.7(p)")


def test_590_7_p_a_tie_collects_lammers_and_returns_paid_doubles() -> None:
    answer = deal("Tc 9d", box("5c 6d", "double free 8h"), box("As 6d", "double 600 2c", number=2))
    assert (answer.net("double"), answer.line("double").outcome) == (0, "push")
    assert (answer.net(box=2), answer.net("double", box=2)) == (0, 0)


def test_590_7_q_1_a_hand_over_21_loses() -> None:
    answer = deal("Tc 8d", box("Th 4d", OVER))
    assert (answer.net(), answer.line().outcome, answer.line().cite) == (-1000, "lose", "590.7(q)(1)")
    assert answer.line().readings == ()


def test_590_7_q_2_the_lower_count_loses_doubles_too_lammers_for_nothing() -> None:
    answer = deal(
        "Tc Qd", box("As 6d", "double 1000 2c"), box("9c 9d", "split free 8d, stand, deal 7c, stand", number=2)
    )
    assert (answer.net(), answer.net("double"), answer.line().cite) == (-1000, -1000, "590.7(q)(2)")
    assert (answer.net(box=2), answer.net(box=2, hand=2)) == (-1000, 0)
    assert answer.line(box=2, hand=2).outcome == "lose"


# 590.12 Odds


@pytest.mark.parametrize(("readings", "net"), [([], 1502), (["I-14"], 1501)])
def test_590_12_a_3_to_2_of_an_odd_amount_is_rounded_to_the_player_or_by_i_14_to_the_house(
    readings: list[str], net: int
) -> None:
    answer = deal("9c 8d", box("As Kd", main=1001), readings=readings)
    assert (answer.net(), answer.line().readings) == (net, ("I-14",))
    assert (answer.codes, answer.violations) == ({"rounded-to-the-cent"}, set())
    assert (answer.cite("rounded-to-the-cent"), answer.verdict) == ("590.12(a)", "settled")


def test_590_12_a_a_blackjack_that_chips_cannot_pay_is_an_advisory() -> None:
    answer = deal("9c 8d", box("As Kd", main=500), chip_unit=500)
    assert (answer.net(), answer.codes, answer.violations) == (750, {"odd-chips"}, set())
    assert answer.cite("odd-chips") == "590.12(a)"
    assert deal("9c 8d", box("As Kd", main=1000), chip_unit=500).codes == set()


def test_590_12_a_a_win_pays_even_money() -> None:
    assert deal("9c 8d", box("Th 9s", "stand", main=2501)).net() == 2501


def test_590_12_a_even_money_is_not_offered() -> None:
    answer = deal("Ac 9d", box("As Kd", "even_money"))
    assert answer.violations == {"even-money-not-offered"}
    assert answer.cite("even-money-not-offered") == "590.12(a)"


def test_590_12_b_insurance_pays_2_to_1() -> None:
    answer = deal("Ac Kd", box("Th 9d", main=2500, insurance=1250), reader="blackjack")
    assert (answer.net("insurance"), answer.line("insurance").cite) == (2500, "590.12(b)")


@pytest.mark.parametrize(
    ("dealer", "a", "b"),
    [
        ("Th 6h 6h", 25000, 25000),  # one suit
        ("Ah 5h 6h Th", 25000, 25000),
        ("Th 6d 6h", 10000, 10000),  # one colour
        ("Ts 6c 6s", 10000, 10000),
        ("Th 6c 6d", 4000, 3500),  # other
        ("Th 2h 4h 6c", 4000, 3500),  # the last card spoils the suit: all cards count
    ],
)
def test_590_12_c_push_22_is_paid_by_the_suits_of_all_the_dealers_cards(dealer: str, a: int, b: int) -> None:
    one = box("Tc 9d", "stand", push_22=500)
    assert (deal(dealer, one).net("push_22"), deal(dealer, one).line("push_22").cite) == (a, "590.12(c)")
    assert deal(dealer, one, push_22_paytable="A").net("push_22") == a
    assert deal(dealer, one, push_22_paytable="B").net("push_22") == b


def test_590_12_c_a_card_drawn_past_22_does_not_spoil_the_suit() -> None:
    answer = deal("Th 6h 6h 2c", box("Tc 9d", "stand", push_22=500))
    assert (answer.net("push_22"), answer.violations) == (25000, {"dealer-drew-past-stop"})
