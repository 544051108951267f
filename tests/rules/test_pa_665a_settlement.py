"""Double Attack Blackjack, Pennsylvania: Blackjack, the dealer, the settlement, Bust It."""

from __future__ import annotations

from functools import partial

import pytest

from floorapp.bootstrap import rulebooks
from tests.deal import box, verified

BOOK = rulebooks()["pa-665a"]
deal = partial(verified, "pa-665a")


# .7(h), .7(o), .12(a): Blackjack


def test_665a_12_a_blackjack_pays_1_to_1_and_so_does_its_double_attack() -> None:
    answer = deal("9h Kd", box("Ac Kd", main=2500, double_attack=1500))
    assert (answer.net(), answer.net("double_attack")) == (2500, 1500)
    assert answer.line().cite == "665a.12(a)"


def test_665a_12_a_every_other_win_is_1_to_1_too() -> None:
    answer = deal("9h Kd", box("Kc Qd", "stand", main=2500, double_attack=1500))
    assert (answer.net(), answer.net("double_attack")) == (2500, 1500)


def test_665a_7_o_1_i_c_blackjack_beats_a_dealer_21_of_three_cards() -> None:
    answer = deal("5h 6d Kc", box("Ac Kd", double_attack=1000))
    assert (answer.net(), answer.net("double_attack")) == (1000, 1000)


def test_665a_7_h_1_blackjack_waits_for_the_reader() -> None:
    assert deal("As Kd", box("Ac Kd")).net() == 0
    assert BOOK.blackjack.at_once.value is False


def test_665a_7_h_1_bust_it_stays_when_a_blackjack_is_paid() -> None:
    answer = deal("9h 6d 8c", box("Ac Kd", bust_it=500))  # 23 by an eight
    assert (answer.net(), answer.net("bust_it"), answer.codes) == (1000, 4000, set())


def test_665a_7_o_1_iii_both_blackjacks_are_returned_with_the_double_attack() -> None:
    answer = deal("As Kd", box("Ac Qd", double_attack=1000, bust_it=500, insurance=500))
    assert (answer.net(), answer.line().cite) == (0, "665a.7(o)(1)(iii)")
    assert (answer.net("double_attack"), answer.line("double_attack").outcome) == (0, "push")
    assert answer.net("bust_it") == -500  # the first two cards make 21
    assert answer.net("insurance") == 1250


def test_665a_7_o_1_ii_a_dealer_blackjack_takes_every_other_bet() -> None:
    answer = deal("Ks Ad", box("Kc Qd"), box("Ac 9d", number=2))
    assert (answer.net(box=1), answer.net(box=2)) == (-1000, -1000)
    assert answer.line().cite == "665a.7(o)(1)(ii)(A)"


def test_665a_7_o_2_dealer_blackjack_returns_the_double_attack() -> None:
    answer = deal("Ks Ad", box("Kc Qd", double_attack=1000, bust_it=500))
    assert (answer.net("double_attack"), answer.line("double_attack").cite) == (0, "665a.7(o)(2)")
    assert (answer.net(), answer.net("bust_it")) == (-1000, -500)


def test_665a_9_b_2_i_dealer_blackjack_returns_the_double_attack_of_a_surrendered_hand() -> None:
    answer = deal("Ks Ad", box("Kc 6d", "surrender", double_attack=1000))
    assert (answer.net(), answer.line().cite) == (-1000, "665a.9(b)(2)(i)")
    assert (answer.net("double_attack"), answer.line("double_attack").cite) == (0, "665a.9(b)(2)(i)")


@pytest.mark.parametrize("play", ["", "surrender"])
def test_665a_7_o_2_no_reading_of_new_jersey_takes_the_double_attack(play: str) -> None:
    answer = deal("Ks Ad", box("Kc 6d", play, double_attack=1000), readings=["I-08", "I-16"])
    assert answer.net("double_attack") == 0


@pytest.mark.parametrize(("dealer", "net"), [("9h Kd", -500), ("9h 9d", 0), ("9h 8d", 500), ("9h 6d 7c", 500)])
def test_665a_7_o_2_double_attack_wins_loses_or_ties_with_the_bet(dealer: str, net: int) -> None:
    answer = deal(dealer, box("Kc 8d", "stand", double_attack=500))
    assert (answer.net(), answer.net("double_attack")) == (2 * net, net)


# .7(m)(2), .7(n), .13(d): the dealer's draw


def test_665a_7_n_dealer_draws_on_16_and_stands_on_any_17() -> None:
    hard = deal("Kh 6d 2c", box("9c 9d", "stand"))
    soft = deal("Ah 6d", box("9c 9d", "stand"))
    assert (hard.net(), hard.codes) == (0, set())
    assert (soft.net(), soft.codes) == (1000, set())


def test_665a_7_n_dealer_who_stops_short_on_three_cards_is_found() -> None:
    answer = deal("5h 6d 3c", box("9c 9d", "stand"))
    assert answer.violations == {"dealer-stopped-short"}
    assert answer.cite("dealer-stopped-short") == "665a.7(n)"
    assert answer.dealer is not None and answer.dealer.should_hold is None


def test_665a_7_m_2_dealer_who_stops_short_on_two_cards_missed_his_third() -> None:
    answer = deal("9h 5d", box("9c 9d", "stand"))
    assert answer.violations == {"dealer-stopped-short"}
    assert answer.cite("dealer-stopped-short") == "665a.7(m)(2)"


def test_665a_7_m_2_is_cited_too_where_nothing_depended_on_the_third_card_i_10() -> None:
    answer = deal("9h 5d", box("9c 5d", "hit Kc"))
    assert (answer.codes, answer.violations) == ({"dealer-stopped-short-idle"}, set())
    assert answer.cite("dealer-stopped-short-idle") == "665a.7(m)(2)"


def test_665a_7_m_2_bust_it_alone_makes_the_third_card_matter() -> None:
    answer = deal("9h 5d", box("9c 5d", "hit Kc", bust_it=500))
    assert answer.violations == {"dealer-stopped-short"}


def test_665a_7_m_2_guest_is_not_told_of_a_third_card_that_was_never_drawn() -> None:
    answer = deal("9h 5d", box("9c 9d", "stand", bust_it=500))
    assert "third card made" not in answer.line("bust_it").because


def test_665a_7_n_stopping_short_where_nothing_depends_on_it_is_an_advisory_i_10() -> None:
    over, paid = box("9c 5d", "hit Kc"), box("Ac Kd", number=2)
    given_up = box("9c 5d", "surrender", number=3)
    answer = deal("9h 2d 3c", over, paid, given_up)
    assert answer.cite("dealer-stopped-short-idle") == "665a.7(n)"
    assert (answer.violations, answer.verdict) == (set(), "settled")


def test_665a_7_n_stopping_after_a_third_card_that_settled_bust_it_is_an_advisory_i_10() -> None:
    answer = deal("9h 2d 3c", box("9c 5d", "hit Kc", bust_it=500))
    assert (answer.codes, answer.violations) == ({"dealer-stopped-short-idle"}, set())
    assert answer.net("bust_it") == -500


def test_665a_7_n_stopping_short_is_always_a_violation_under_the_other_reading_i_10() -> None:
    answer = deal("9h 2d 3c", box("9c 5d", "hit Kc"), readings=["I-10"])
    assert answer.violations == {"dealer-stopped-short-idle"}
    assert answer.verdict == "violation"


def test_665a_7_n_no_rule_spares_the_dealer_a_draw() -> None:
    answer = deal("9h 5d 4c", box("9c 5d", "hit Kc"))
    assert answer.codes == set()
    assert answer.dealer is not None and answer.dealer.should_hold == 3


def test_665a_13_d_card_drawn_on_17_does_not_count() -> None:
    answer = deal("Kh 7d 4c", box("9c 9d", "stand", bust_it=500))
    assert answer.cite("dealer-drew-past-stop") == "665a.13(d)"
    assert (answer.net(), answer.net("bust_it"), answer.verdict) == (1000, -500, "violation")


def test_665a_13_d_nor_does_a_card_drawn_on_18_or_more_i_22() -> None:
    answer = deal("Kh 8d 3c", box("Kc 9d", "stand"))
    assert answer.violations == {"dealer-drew-past-stop"}
    assert answer.net() == 1000


def test_665a_13_d_card_drawn_on_18_counts_under_the_other_reading_i_22() -> None:
    answer = deal("Kh 8d 3c", box("Kc 9d", "stand"), readings=["I-22"])
    assert (answer.net(), answer.violations) == (-1000, {"dealer-drew-past-stop"})  # 19 against 21


def test_665a_13_d_bust_it_is_lost_with_18_whatever_is_drawn_on_it_i_22() -> None:
    """665a.7(m)(1) looks at the first two cards."""
    answer = deal("Kh 8d 9c", box("Kc 9d", "stand", bust_it=500), readings=["I-22"])
    assert (answer.net(), answer.net("bust_it")) == (1000, -500)  # 27


def test_665a_13_d_card_drawn_on_17_never_counts_i_22() -> None:
    assert deal("Kh 7d 4c", box("9c 9d", "stand"), readings=["I-22"]).net() == 1000


@pytest.mark.parametrize("readings", [[], ["I-22"]])
def test_665a_7_o_1_ii_a_card_drawn_on_a_blackjack_does_not_undo_it(readings: list[str]) -> None:
    """665a.1 asks for the initial two cards, 665a.7(g) forbids another one."""
    answer = deal("As Kd 5c", box("9c 9d", double_attack=500), readings=readings)
    assert (answer.net(), answer.line().cite) == (-1000, "665a.7(o)(1)(ii)(A)")
    assert (answer.net("double_attack"), answer.verdict) == (0, "violation")


# .7(o)(1): the settlement


@pytest.mark.parametrize("dealer", ["9h 6d 7c", "9h 6d Kc"])
def test_665a_7_o_1_i_a_dealer_over_21_pays_any_hand_up_to_21_and_22_is_no_other(dealer: str) -> None:
    answer = deal(dealer, box("5c 7d", "stand"))
    assert (answer.net(), answer.line().cite) == (1000, "665a.7(o)(1)(i)(A)")


def test_665a_7_o_1_i_b_higher_count_wins() -> None:
    answer = deal("9h 9d", box("Kc 9c", "stand"))
    assert (answer.net(), answer.line().cite) == (1000, "665a.7(o)(1)(i)(B)")


def test_665a_7_o_1_i_b_hand_of_21_waits_for_the_dealer() -> None:
    win = deal("Kh Qd", box("5c 6d", "hit Kc"))
    tie = deal("5h 6d Kc", box("5c 6d", "hit Kd"))
    assert (win.net(), win.line().cite) == (1000, "665a.7(o)(1)(i)(B)")
    assert tie.net() == 0


def test_665a_7_o_1_iii_same_count_is_returned() -> None:
    answer = deal("9h 9d", box("Kc 8c", "stand"))
    assert (answer.net(), answer.line().outcome, answer.line().cite) == (0, "push", "665a.7(o)(1)(iii)")


def test_665a_7_o_1_ii_b_hand_over_21_loses() -> None:
    answer = deal("9h 9d", box("Kc 6c", "hit 9d", double_attack=500))
    assert (answer.net(), answer.line().cite) == (-1000, "665a.7(o)(1)(ii)(B)")
    assert answer.net("double_attack") == -500


@pytest.mark.parametrize("dealer", ["9h 6d 7c", "9h 6d Kc"])
@pytest.mark.parametrize(("readings", "net"), [([], -1000), (["I-01"], 0)])
def test_665a_7_o_1_ii_b_dealer_over_21_too_i_01(dealer: str, readings: list[str], net: int) -> None:
    answer = deal(dealer, box("Kc 6c", "hit 9d", double_attack=1000), readings=readings)
    assert (answer.net(), answer.net("double_attack")) == (net, net)
    assert "I-01" in answer.line().readings


def test_665a_7_o_1_ii_b_over_21_loses_to_a_dealer_of_21_or_less_under_i_01_too() -> None:
    assert deal("9h 9d", box("Kc 6c", "hit 9d"), readings=["I-01"]).net() == -1000


def test_665a_7_o_1_ii_c_lower_count_loses() -> None:
    answer = deal("Kh 9d", box("Kc 8c", "stand"), box("Ac 7c", "stand", number=2))
    assert (answer.net(box=1), answer.net(box=2)) == (-1000, -1000)
    assert answer.line().cite == "665a.7(o)(1)(ii)(C)"


# .6(f), .7(m), .12(c): Bust It


@pytest.mark.parametrize(
    ("dealer", "odds"),
    [
        ("9h 7d 6c", 15),
        ("9h 6d 7c", 10),
        ("9h 6d 8c", 8),
        ("7h 8d 9c", 6),
        ("5h 9d Jc", 3),
        ("5h 9d Qc", 3),
        ("5h 9d Kc", 3),
    ],
)
def test_665a_12_c_bust_it_pays_by_the_third_card(dealer: str, odds: int) -> None:
    answer = deal(dealer, box("Kc 9d", "stand", bust_it=500))
    assert (answer.net("bust_it"), answer.line("bust_it").cite) == (500 * odds, "665a.12(c)")
    assert answer.codes == set()


@pytest.mark.parametrize("dealer", ["8h 8h 8h", "8c 8c 8c"])
def test_665a_12_c_three_eights_of_one_suit_pay_200_to_1_instead(dealer: str) -> None:
    answer = deal(dealer, box("Kc 9d", "stand", bust_it=500))
    assert (answer.net("bust_it"), answer.line("bust_it").cite) == (100_000, "665a.12(c)")


@pytest.mark.parametrize("dealer", ["8h 8d 8h", "8c 8s 8s", "8d 8d 8h"])
def test_665a_12_c_three_eights_of_one_colour_pay_50_to_1_instead(dealer: str) -> None:
    assert deal(dealer, box("Kc 9d", "stand", bust_it=500)).net("bust_it") == 25_000


@pytest.mark.parametrize("dealer", ["8h 8d 8c", "8c 8s 8d"])
def test_665a_12_c_three_eights_of_both_colours_pay_as_any_eight(dealer: str) -> None:
    assert deal(dealer, box("Kc 9d", "stand", bust_it=500)).net("bust_it") == 4000


@pytest.mark.parametrize("dealer", ["6h 8d 8h", "7c 8c 8c"])
def test_665a_12_c_two_eights_of_one_colour_pay_as_any_eight(dealer: str) -> None:
    assert deal(dealer, box("Kc 9d", "stand", bust_it=500)).net("bust_it") == 4000


@pytest.mark.parametrize("dealer", ["Kh 7d", "Ah 6d", "9h 9d", "As Kd", "Ah 8d"])
def test_665a_7_m_1_bust_it_is_lost_when_the_first_two_cards_make_17_or_more(dealer: str) -> None:
    line = deal(dealer, box("Kc 9d", "stand", bust_it=500)).line("bust_it")
    assert (line.expected, line.cite) == (-500, "665a.7(m)(1)")


@pytest.mark.parametrize("dealer", ["9h 6d 6c", "Ah 5d Kc 9s", "9h 3d 2c Kd"])
def test_665a_7_m_2_ii_bust_it_is_lost_when_the_third_card_does_not_pass_21(dealer: str) -> None:
    """21 exactly; a soft 16 turned hard; over 21 only with the fourth card."""
    line = deal(dealer, box("Kc 9d", "stand", bust_it=500)).line("bust_it")
    assert (line.expected, line.cite) == (-500, "665a.7(m)(2)(ii)")


def test_665a_7_m_2_i_bust_it_of_a_player_who_went_over_is_paid() -> None:
    answer = deal("9h 6d 8c", box("Kc 6d", "hit 9c", bust_it=500))
    assert (answer.net(), answer.net("bust_it"), answer.codes) == (-1000, 4000, set())


def test_665a_6_f_bust_it_up_to_the_bet() -> None:
    assert deal("9h 6d 8c", box("Kc 9d", "stand", bust_it=1000)).codes == set()
    answer = deal("9h 6d 8c", box("Kc 9d", "stand", bust_it=1001, double_attack=1000))
    assert answer.violations == {"side-wager-above-limit"}
    assert answer.cite("side-wager-above-limit") == "665a.6(f)"
    assert answer.net("bust_it") == 8008


def test_665a_6_f_bust_it_has_no_minimum_of_its_own() -> None:
    assert deal("9h 6d 8c", box("Kc 9d", "stand", bust_it=1)).codes == set()


def test_665a_6_f_bust_it_where_the_table_does_not_offer_it_is_returned() -> None:
    answer = deal("9h 6d 8c", box("Kc 9d", "stand", bust_it=500, double_attack=500), side_wagers=[])
    assert answer.violations == {"side-wager-not-offered"}
    assert answer.cite("side-wager-not-offered") == "665a.6(f)"
    assert answer.net("bust_it") == 0
    assert answer.net("double_attack") == 500  # every table of this game offers it (665a.6(e))
