"""Free Bet Blackjack, 590.7(m) to (q), 590.12 and 590.13: settlement, odds, irregularities."""

from __future__ import annotations

from typing import Any

import pytest

from floorapp.bootstrap import rulebooks
from tests.deal import Verified, box, verified

BOOK = rulebooks()["pa-590"]
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
def test_590_7_m_a_dealer_who_leaves_his_16_is_right_where_nothing_depends_on_it(
    hand: dict[str, Any],
) -> None:
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
def test_590_7_m_by_i_19_the_dealer_does_not_draw_for_a_lone_push_22_and_it_loses(
    hand: dict[str, Any],
) -> None:
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
def test_590_7_n_1_a_22_does_not_return_a_hand_over_21_unless_i_01_says_so(
    readings: list[str], net: int
) -> None:
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
def test_590_7_n_2_push_22_of_a_surrendered_hand_stands_unless_i_18_takes_it(
    readings: list[str], net: int
) -> None:
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
        "Tc Qd",
        box("As 6d", "double 1000 2c"),
        box("9c 9d", "split free 8d, stand, deal 7c, stand", number=2),
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


# 590.13 Irregularities


def test_590_13_c_no_card_shown_too_early_voids_the_round_unless_i_24_says_so() -> None:
    one = box("Th", push_22=500)
    answer = deal("Tc", one, void="590.13(c)")
    assert answer.violations == {"void-not-allowed"}
    assert answer.cite("void-not-allowed") == "590.13(c)"
    assert (answer.net(), answer.net("push_22")) == (0, 0)
    other = deal("Tc", one, void="590.13(c)", readings=["I-24"])
    assert (other.net(), other.net("push_22"), other.codes) == (0, 0, set())


@pytest.mark.parametrize("call", ["590.13(a)", "590.13(e)", "590.13(j)", "19:47-26.15(d)"])
def test_590_13_no_other_paragraph_voids_a_round(call: str) -> None:
    answer = deal("Tc 8d", box("Th 4d", "hit 9c"), void=call, readings=["I-24"])
    assert (answer.violations, answer.net()) == ({"void-not-allowed"}, 0)


@pytest.mark.parametrize("readings", [[], ["I-22"]])
@pytest.mark.parametrize("dealer", ["Tc 7d 5h", "Ac 6d 5h"])
def test_590_13_d_a_card_drawn_on_17_does_not_count_by_either_i_22(dealer: str, readings: list[str]) -> None:
    answer = deal(dealer, box("Th 8d", "stand", push_22=500), readings=readings)
    assert answer.violations == {"dealer-drew-past-stop"}
    assert answer.cite("dealer-drew-past-stop") == "590.13(d)"
    assert (answer.net(), answer.net("push_22")) == (1000, -500)


@pytest.mark.parametrize(("readings", "main", "push_22"), [([], 1000, -500), (["I-22"], 0, 4000)])
def test_590_13_d_a_card_drawn_on_18_does_not_count_unless_i_22_counts_it(
    readings: list[str], main: int, push_22: int
) -> None:
    answer = deal("Tc 8d 4h", box("Th 9d", "stand", push_22=500), readings=readings)
    assert answer.violations == {"dealer-drew-past-stop"}
    assert (answer.net(), answer.net("push_22")) == (main, push_22)


@pytest.mark.parametrize("cards", ["", "Th"])
def test_590_13_g_a_hand_of_no_card_or_one_is_dead_and_its_wager_returned(cards: str) -> None:
    answer = deal("Tc 8d", box(cards, dead="590.13(g)"), live())
    assert (answer.net(), answer.line().cite, answer.codes) == (0, "590.13(g)", set())


@pytest.mark.parametrize("decisions", ["", "stand"])
def test_590_13_g_a_hand_of_two_cards_is_not_dead(decisions: str) -> None:
    answer = deal("Tc 8d", box("Th 4d", decisions, dead="590.13(g)"), live())
    assert answer.violations == {"dead-not-allowed"}
    assert (answer.cite("dead-not-allowed"), answer.net()) == ("590.13(g)", 0)


def test_590_13_g_a_hand_of_one_card_cannot_be_settled_unless_i_25_plays_it() -> None:
    assert deal("Tc 6d 7h", box("Th", "stand")).verdict == "unreadable"
    answer = deal("Tc 6d 7h", box("Th", "stand"), readings=["I-25"])
    assert (answer.net(), answer.codes) == (1000, set())


def test_590_13_g_by_i_25_a_hand_of_one_card_is_not_dead_but_one_of_none_is() -> None:
    answer = deal("Tc 8d", box("Th", dead="590.13(g)"), live(), readings=["I-25"])
    assert answer.violations == {"dead-not-allowed"}
    assert deal("Tc 8d", box("", dead="590.13(g)"), live(), readings=["I-25"]).codes == set()


@pytest.mark.parametrize(("readings", "net"), [([], 4000), (["I-34"], 0)])
def test_590_13_g_push_22_of_a_dead_hand_runs_unless_i_34_returns_it(readings: list[str], net: int) -> None:
    answer = deal("Tc 6d 6h", box("Th", dead="590.13(g)", push_22=500), live(), readings=readings)
    assert (answer.net(), answer.net("push_22"), answer.codes) == (0, net, set())


@pytest.mark.parametrize(("dealer", "net"), [("Tc 6d 6h", 4000), ("Tc 7d", -500), ("Tc 6d 7h", -500)])
def test_590_13_g_push_22_of_the_only_hand_runs_too_though_it_is_dead(dealer: str, net: int) -> None:
    answer = deal(dealer, box("Th", dead="590.13(g)", push_22=500))
    assert (answer.net(), answer.net("push_22"), answer.codes) == (0, net, set())


@pytest.mark.parametrize("decisions", ["", "hit 2c"])
def test_590_13_h_a_hand_whose_card_was_missed_is_dead_by_the_players_choice(decisions: str) -> None:
    answer = deal("Tc 8d", box("Th 4d", decisions, dead="590.13(h)"), live())
    assert (answer.net(), answer.line().cite, answer.codes) == (0, "590.13(h)", set())


@pytest.mark.parametrize(
    ("cards", "decisions"), [("Th 4d", "stand"), ("Th 4d", OVER), ("As Kd", ""), ("Th", "")]
)
def test_590_13_h_a_hand_that_could_want_no_card_is_not_dead(cards: str, decisions: str) -> None:
    answer = deal("Tc 8d", box(cards, decisions, dead="590.13(h)"), live())
    assert answer.violations == {"dead-not-allowed"}
    assert (answer.cite("dead-not-allowed"), answer.net()) == ("590.13(h)", 0)


def test_590_13_h_a_dead_hand_gives_paid_splits_and_doubles_back() -> None:
    decisions = "split 1000 2d, double 1000 4c, deal 5h"
    answer = deal("Tc 8d", box("Tc Kh", decisions, dead="590.13(h)"), live())
    assert [line.expected for line in answer.answer.lines if line.box == 1] == [0, 0, 0]
    assert answer.codes == set()


@pytest.mark.parametrize(("readings", "net"), [([], 1000), (["I-34"], 0)])
def test_590_13_h_insurance_of_a_dead_hand_runs_unless_i_34_returns_it(readings: list[str], net: int) -> None:
    answer = deal("Ac Kd", box("Th 4d", dead="590.13(h)", insurance=500), live(), readings=readings)
    assert (answer.net(), answer.net("insurance")) == (0, net)


@pytest.mark.parametrize("call", ["590.13(d)", "590.13(i)", "590.7(n)(1)", "665a.13(h)"])
def test_590_13_no_other_paragraph_makes_a_hand_dead(call: str) -> None:
    answer = deal("Tc 8d", box("Th 4d", dead=call), live())
    assert (answer.violations, answer.net()) == ({"dead-not-allowed"}, 0)


@pytest.mark.parametrize("up", "23456789")
def test_590_13_i_the_reader_used_with_another_up_card_is_found_and_play_goes_on(up: str) -> None:
    answer = deal(f"{up}c 9d", box("As Kd"), reader="no_blackjack")
    assert answer.violations == {"reader-needless"}
    assert (answer.cite("reader-needless"), answer.net()) == ("590.13(i)", 1500)


@pytest.mark.parametrize(("dealer", "signal"), [("Ac 9d", "blackjack"), ("Kc As", "no_blackjack")])
def test_590_13_j_a_reader_that_speaks_wrongly_is_out_of_order(dealer: str, signal: str) -> None:
    answer = deal(dealer, box("Th 8d", "stand"), reader=signal)
    assert answer.violations == {"reader-signal-wrong"}
    assert (answer.cite("reader-signal-wrong"), answer.net()) == ("590.13(j)", -1000)


def test_590_13_j_nothing_is_dealt_until_the_reader_is_repaired_or_replaced() -> None:
    assert BOOK.reader.failure.value == "no-dealing"


# Reports and readings that move no money


RIGHT = [{"hand": 1, "wager": "main", "net": 1000}, {"wager": "push_22", "net": -500}]


@pytest.mark.parametrize(
    ("reported", "verdict", "codes"),
    [
        (RIGHT, "ok", set()),
        (RIGHT[:1], "mismatch", set()),
        ([], "mismatch", set()),
        ([{"hand": 1, "wager": "main", "net": 0}, RIGHT[1]], "mismatch", set()),
        ([*RIGHT, RIGHT[0]], "mismatch", {"reported-twice"}),
        ([*RIGHT, {"hand": 1, "wager": "double", "net": 1000}], "mismatch", {"reported-no-such-wager"}),
    ],
)
def test_590_12_what_the_table_reports_is_held_against_the_lines(
    reported: list[dict[str, Any]], verdict: str, codes: set[str]
) -> None:
    answer = deal("9c 8d", box("Th 9s", "stand", push_22=500, reported=reported))
    assert (answer.verdict, answer.codes) == (verdict, codes)


@pytest.mark.parametrize("reading", ["I-29", "I-37"])
def test_590_5_a_readings_of_the_cut_and_the_clock_change_no_round(reading: str) -> None:
    answer = deal("9c 8d", box("Th 9s", "stand", push_22=500), readings=[reading])
    assert (answer.net(), answer.net("push_22"), answer.codes) == (1000, -500, set())


FOREIGN = ["I-02", "I-03", "I-04", "I-05", "I-07", "I-08", "I-09", "I-10", "I-11", "I-12", "I-13", "I-16"]
FOREIGN += ["I-23", "I-26", "I-27", "I-28", "I-31", "I-32", "I-33", "I-35", "I-36"]


@pytest.mark.parametrize(
    ("dealer", "expected"), [("Ac Ad 7c", [-1000, 0, 0, -500, -500]), ("Ac Kd", [-1000, 0, 0, -500, 1000])]
)
def test_590_readings_of_other_chapters_change_nothing_here(dealer: str, expected: list[int]) -> None:
    decisions = "split free 3d, double free 7h, deal Ks, stand"
    one = box("8c 8d", decisions, push_22=500, insurance=500)
    answer = deal(dealer, one, readings=FOREIGN)
    assert [line.expected for line in answer.answer.lines] == expected
