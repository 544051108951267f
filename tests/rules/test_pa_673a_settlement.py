"""Double Back Jack, 673a.7(q) to (s), 673a.12 and 673a.13: settlement, odds, irregularities."""

from __future__ import annotations

from typing import Any

import pytest

from floorapp.bootstrap import rulebooks
from tests.deal import Verified, box, verified

BOOK = rulebooks()["pa-673a"]


def deal(dealer: str, *boxes: dict[str, Any], **more: Any) -> Verified:
    return verified("pa-673a", dealer, *boxes, **more)


def live(**more: Any) -> dict[str, Any]:
    """A second box that stands on 18, so that the dealer has somebody to draw for."""
    return box("9h 9s", "stand", number=2, **more)


def chance(card: str, wager: int = 1000, **more: Any) -> dict[str, Any]:
    """25 with a second chance, as in the regulation's own example."""
    return box("Th 9d", f"hit 6c, second_chance {wager} {card}", **more)


def both(answer: Verified) -> tuple[int, int]:
    """The main wager and the second chance."""
    return answer.net(), answer.net("second_chance")


# 673a.7(q) to (s): settlement


def test_673a_7_q_1_a_22_returns_what_remains() -> None:
    answer = deal("Tc 6s 6h", chance("5h"), live(), box("5c 6d", "double 1000 8h", number=3))
    assert (both(answer), answer.line().cite, answer.line("second_chance").cite) == (
        (0, 0),
        "673a.7(q)(1)",
        "673a.7(q)(1)",
    )
    assert (answer.net(box=2), answer.net(box=3), answer.net("double", box=3)) == (0, 0, 0)
    assert answer.codes == set()


@pytest.mark.parametrize(("readings", "net"), [([], -1000), (["I-01"], 0)])
@pytest.mark.parametrize("dealer", ["Tc 6s 6h", "Tc 6s 7h"])
def test_673a_7_q_1_a_hand_over_21_is_lost_whatever_the_dealer_has_unless_i_01_says_so(
    readings: list[str], net: int, dealer: str
) -> None:
    answer = deal(dealer, box("Th 4d", "hit 9c"), live(), readings=readings)
    assert (answer.net(), answer.line().readings, answer.codes) == (net, ("I-01",), set())


@pytest.mark.parametrize(("readings", "added"), [([], 0), (["I-20"], 1000)])
def test_673a_7_q_1_a_22_returns_doubles_and_splits_unless_i_20_pays_them(readings: list[str], added: int) -> None:
    split = box("Tc Kh", "split 1000 9d, stand, deal 8c, stand", number=2)
    answer = deal("Tc 6d 6h", box("As 6d", "double 1000 2c"), split, readings=readings)
    assert (answer.net(), answer.net("double"), answer.net(box=2)) == (0, added, 0)
    assert answer.net(box=2, hand=2) == added


def test_673a_7_q_1_not_even_by_i_20_is_a_double_paid_beside_a_second_chance() -> None:
    """As if the dealer had passed 21, 673a.7(s)(1)(i) returns the wager of a hand with a second chance."""
    answer = deal("Tc 6s 6h", box("7h 6d", "double 1000 Tc, second_chance 2000 5h"), readings=["I-20"])
    assert (answer.net(), answer.net("double"), answer.net("second_chance")) == (0, 0, 0)


@pytest.mark.parametrize(("readings", "net"), [([], 1000), (["I-27"], 0)])
def test_673a_7_r_1_i_a_dealer_of_23_pays_hands_under_21_unless_i_27_returns_them(
    readings: list[str], net: int
) -> None:
    answer = deal("Tc 6s 7h", box("7h 5d", "stand"), readings=readings)
    assert (answer.net(), answer.line().cite, answer.line().readings) == (net, "673a.7(r)(1)(i)", ("I-27",))


@pytest.mark.parametrize(("readings", "second"), [([], 1000), (["I-27"], 0)])
def test_673a_7_r_1_i_a_dealer_of_23_pays_a_second_chance_unless_i_27_returns_it(
    readings: list[str], second: int
) -> None:
    assert both(deal("Tc 6s 7h", chance("5h"), readings=readings)) == (0, second)


def test_673a_7_r_1_ii_the_higher_count_wins() -> None:
    answer = deal("Tc 8d", box("Th 9d", "stand"))
    assert (answer.net(), answer.line().outcome, answer.line().cite) == (1000, "win", "673a.7(r)(1)(ii)")


def test_673a_7_r_2_equal_counts_return_the_wager() -> None:
    answer = deal("Tc 8d", box("Th 8s", "stand"), box("5c 6d", "double 1000 7h", number=2))
    assert (answer.net(), answer.line().outcome, answer.line().cite) == (0, "push", "673a.7(r)(2)")
    assert (answer.net(box=2), answer.net("double", box=2)) == (0, 0)


def test_673a_7_r_3_i_a_hand_over_21_without_a_second_chance_loses() -> None:
    answer = deal("Tc 8d", box("Th 4d", "hit 9c"), box("7h 6d", "double 1000 Tc", number=2))
    assert (answer.net(), answer.line().outcome, answer.line().cite) == (-1000, "lose", "673a.7(r)(3)(i)")
    assert (answer.net(box=2), answer.net("double", box=2)) == (-1000, -1000)


def test_673a_7_r_3_ii_the_lower_count_loses() -> None:
    answer = deal("Tc Qd", box("Th 8s", "stand"))
    assert (answer.net(), answer.line().outcome, answer.line().cite) == (-1000, "lose", "673a.7(r)(3)(ii)")


def test_673a_7_s_1_i_a_win_after_a_second_chance_pays_that_wager_and_returns_the_main() -> None:
    answer = deal("Tc 9s", chance("5h"))
    assert (both(answer), answer.line().outcome) == ((0, 1000), "push")
    assert {answer.line().cite, answer.line("second_chance").cite} == {"673a.7(s)(1)(i)"}


def test_673a_7_s_2_a_tie_after_a_second_chance_returns_both() -> None:
    answer = deal("Tc Qs", chance("5h"))
    assert (both(answer), answer.line().cite, answer.line("second_chance").outcome) == ((0, 0), "673a.7(s)(2)", "push")


def test_673a_7_s_3_a_loss_after_a_second_chance_loses_both() -> None:
    answer = deal("Tc 5s 6h", chance("5h"))
    assert (both(answer), answer.line().cite) == ((-1000, -1000), "673a.7(s)(3)")


# 673a.12 Odds


def test_673a_12_a_a_blackjack_pays_2_to_1_and_a_win_even_money() -> None:
    answer = deal("9c 8d", box("As Kd", main=1001), box("Th 8h", "stand", number=2, main=1001))
    assert (answer.net(), answer.net(box=2), answer.codes) == (2002, 1001, set())


def test_673a_12_a_even_money_is_not_offered() -> None:
    answer = deal("Ac 9d", box("As Kd", "even_money"))
    assert answer.violations == {"even-money-not-offered"}
    assert answer.cite("even-money-not-offered") == "673a.12(a)"


def test_673a_12_b_a_second_chance_pays_even_money() -> None:
    answer = deal("Tc 9s", chance("5h", 2501, main=2501))
    assert (both(answer), answer.codes) == ((0, 2501), set())


def test_673a_12_c_insurance_pays_2_to_1() -> None:
    answer = deal("Ac Kd", box("Th 9d", main=2500, insurance=1250), reader="blackjack")
    assert (answer.net("insurance"), answer.line("insurance").cite) == (2500, "673a.12(c)")


def test_673a_12_a_round_rightly_reported_is_ok_and_a_wrong_line_a_mismatch() -> None:
    right = [{"hand": 1, "wager": "main", "net": 0}, {"hand": 1, "wager": "second_chance", "net": 1000}]
    assert deal("Tc 9s", chance("5h", reported=right)).verdict == "ok"
    paid_twice = [{"hand": 1, "wager": "main", "net": 1000}, right[1]]
    assert deal("Tc 9s", chance("5h", reported=paid_twice)).verdict == "mismatch"


# 673a.13 Irregularities


def test_673a_13_c_no_card_shown_too_early_voids_the_round_unless_i_24_says_so() -> None:
    answer = deal("Tc", box("Th"), void="673a.13(c)")
    assert answer.violations == {"void-not-allowed"}
    assert (answer.cite("void-not-allowed"), answer.net()) == ("673a.13(c)", 0)
    other = deal("Tc", box("Th"), void="673a.13(c)", readings=["I-24"])
    assert (other.net(), other.codes) == (0, set())


@pytest.mark.parametrize("call", ["673a.13(a)", "673a.13(j)", "590.13(c)"])
def test_673a_13_no_other_paragraph_voids_a_round(call: str) -> None:
    answer = deal("Tc 8d", chance("3h"), void=call, readings=["I-24"])
    assert (answer.violations, both(answer)) == ({"void-not-allowed"}, (0, 0))


@pytest.mark.parametrize(
    ("dealer", "readings", "net"),
    [("Tc 7d 5h", [], 1000), ("Tc 7d 5h", ["I-22"], 1000), ("Tc 8d 4h", [], 1000), ("Tc 8d 4h", ["I-22"], 0)],
)
def test_673a_13_d_a_card_drawn_on_17_or_more_does_not_count_on_18_unless_i_22_counts_it(
    dealer: str, readings: list[str], net: int
) -> None:
    answer = deal(dealer, box("Th 9d", "stand"), readings=readings)
    assert answer.violations == {"dealer-drew-past-stop"}
    assert (answer.cite("dealer-drew-past-stop"), answer.net()) == ("673a.13(d)", net)


@pytest.mark.parametrize("cards", ["", "Th"])
def test_673a_13_g_a_hand_of_no_card_or_one_is_dead_and_its_wager_returned(cards: str) -> None:
    answer = deal("Tc 8d", box(cards, dead="673a.13(g)"), live())
    assert (answer.net(), answer.line().cite, answer.codes) == (0, "673a.13(g)", set())


def test_673a_13_g_a_hand_of_two_cards_is_not_dead() -> None:
    answer = deal("Tc 8d", box("Th 4d", dead="673a.13(g)"), live())
    assert answer.violations == {"dead-not-allowed"}
    assert (answer.cite("dead-not-allowed"), answer.net()) == ("673a.13(g)", 0)


def test_673a_13_g_a_hand_of_one_card_cannot_be_settled_unless_i_25_plays_it() -> None:
    assert deal("Tc 6d 7h", box("Th", "stand")).verdict == "unreadable"
    answer = deal("Tc 6d 7h", box("Th", "stand"), readings=["I-25"])
    assert (answer.net(), answer.codes) == (1000, set())
    assert deal("Tc 8d", box("Th", dead="673a.13(g)"), readings=["I-25"]).violations == {"dead-not-allowed"}


@pytest.mark.parametrize("decisions", ["", "hit 2c"])
def test_673a_13_h_a_hand_whose_card_was_missed_is_dead_by_the_players_choice(decisions: str) -> None:
    answer = deal("Tc 8d", box("Th 4d", decisions, dead="673a.13(h)"), live())
    assert (answer.net(), answer.line().cite, answer.codes) == (0, "673a.13(h)", set())


@pytest.mark.parametrize(("cards", "decisions"), [("Th 4d", "stand"), ("Th 4d", "hit 7c"), ("As Kd", ""), ("Th", "")])
def test_673a_13_h_a_hand_that_could_want_no_card_is_not_dead(cards: str, decisions: str) -> None:
    answer = deal("Tc 8d", box(cards, decisions, dead="673a.13(h)"), live())
    assert answer.violations == {"dead-not-allowed"}
    assert (answer.cite("dead-not-allowed"), answer.net()) == ("673a.13(h)", 0)


def test_673a_13_h_a_dead_hand_gives_paid_splits_and_doubles_back() -> None:
    decisions = "split 1000 2d, double 1000 4c, deal 5h"
    answer = deal("Tc 8d", box("Tc Kh", decisions, dead="673a.13(h)"), live())
    assert [line.expected for line in answer.answer.lines if line.box == 1] == [0, 0, 0]
    assert answer.codes == set()


@pytest.mark.parametrize(("readings", "net"), [([], 1000), (["I-34"], 0)])
@pytest.mark.parametrize(("cards", "call"), [("Th 4d", "673a.13(h)"), ("Th", "673a.13(g)")])
def test_673a_13_h_insurance_of_a_dead_hand_runs_unless_i_34_returns_it(
    readings: list[str], net: int, cards: str, call: str
) -> None:
    answer = deal("Ac Kd", box(cards, dead=call, insurance=500), live(), readings=readings)
    assert (answer.net(), answer.net("insurance")) == (0, net)


@pytest.mark.parametrize("call", ["673a.13(d)", "673a.7(l)(1)", "590.13(h)"])
def test_673a_13_no_other_paragraph_makes_a_hand_dead(call: str) -> None:
    answer = deal("Tc 8d", box("Th 4d", dead=call), live())
    assert (answer.violations, answer.net()) == ({"dead-not-allowed"}, 0)


@pytest.mark.parametrize("up", "23456789")
def test_673a_13_i_the_reader_used_with_another_up_card_is_found_and_play_goes_on(up: str) -> None:
    answer = deal(f"{up}c 9d", box("As Kd"), reader="no_blackjack")
    assert answer.violations == {"reader-needless"}
    assert (answer.cite("reader-needless"), answer.net()) == ("673a.13(i)", 2000)


@pytest.mark.parametrize(("dealer", "signal"), [("Ac 9d", "blackjack"), ("Kc As", "no_blackjack")])
def test_673a_13_j_a_reader_that_speaks_wrongly_is_out_of_order(dealer: str, signal: str) -> None:
    answer = deal(dealer, box("Th 8d", "stand"), reader=signal)
    assert answer.violations == {"reader-signal-wrong"}
    assert (answer.cite("reader-signal-wrong"), answer.net()) == ("673a.13(j)", -1000)


def test_673a_13_j_nothing_is_dealt_until_the_reader_is_repaired_or_replaced() -> None:
    assert BOOK.reader.failure.value == "no-dealing"


# Readings that move no money


@pytest.mark.parametrize("reading", ["I-26", "I-29", "I-37"])
def test_673a_5_a_readings_of_the_cut_the_clock_and_the_hour_of_payment_change_no_round(reading: str) -> None:
    answer = deal("9c 8d", chance("6h"), box("5c 6d", "double 1000 Th", number=2), readings=[reading])
    assert (both(answer), answer.net(box=2), answer.net("double", box=2)) == ((0, 1000), 1000, 1000)
    assert answer.codes == set()


FOREIGN = ["I-03", "I-04", "I-05", "I-06", "I-07", "I-08", "I-09", "I-10", "I-11", "I-13", "I-15", "I-16"]
FOREIGN += ["I-18", "I-19", "I-21", "I-23", "I-31", "I-32", "I-33", "I-35", "I-36"]


@pytest.mark.parametrize(("dealer", "expected"), [("Ac Ad 7c", [0, 1000, -500]), ("Ac Ad 9c", [-1000, -1000, -500])])
def test_673a_readings_of_other_chapters_change_nothing_here(dealer: str, expected: list[int]) -> None:
    answer = deal(dealer, chance("5h", insurance=500), readings=FOREIGN)
    assert ([line.expected for line in answer.answer.lines], answer.codes) == (expected, set())


def test_673a_7_l_a_second_chance_on_a_blackjack_already_paid_is_returned() -> None:
    answer = deal("9c 8d", box("Kh Ad", "second_chance 1000 2h"), reader=None)
    assert (answer.verdict, both(answer)) == ("violation", (2000, 0))
    assert answer.line("second_chance").cite == "673a.7(l)"
    assert "second-chance-not-over-21" in answer.codes
