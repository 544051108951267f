"""Double Attack Blackjack, Pennsylvania: drawing, doubling and splitting."""

from __future__ import annotations

from functools import partial

import pytest

from tests.deal import box, verified

deal = partial(verified, "pa-665a")


# .7(j): drawing


@pytest.mark.parametrize(("cards", "play"), [("Kc 5d", "hit 6c, hit 2c"), ("Ac 4d", "hit 6c, hit 5c, stand")])
def test_665a_7_j_1_no_card_on_21_hard_or_soft(cards: str, play: str) -> None:
    answer = deal("9h Kd", box(cards, play))
    assert answer.violations == {"draw-on-21"}
    assert answer.cite("draw-on-21") == "665a.7(j)(1)"
    assert answer.net() == -1000  # 23, and 16, as it was played


def test_665a_7_j_1_no_card_on_a_blackjack() -> None:
    answer = deal("9h Kd", box("Ac Kd", "hit 5c, stand"))
    assert (answer.violations, answer.net()) == ({"draw-on-21"}, -1000)


def test_665a_7_j_no_card_on_a_hand_over_21() -> None:
    over = deal("9h Kd", box("Kc 6d", "hit 9c, hit 2c"))
    assert (over.violations, over.cite("draw-over-21")) == ({"draw-over-21"}, "665a.7(j)")


def test_665a_7_h_2_no_card_after_standing() -> None:
    stood = deal("9h Kd", box("Kc 6d", "stand, hit 4c"))
    assert stood.violations == {"draw-after-stand"}
    assert stood.cite("draw-after-stand") == "665a.7(h)(2)"
    assert stood.net() == 1000  # 20 as it was played


def test_665a_7_j_1_nothing_is_left_to_decide_on_21() -> None:
    assert deal("9h Kd", box("Kc 5d", "hit 6c, stand")).verdict == "settled"


def test_665a_7_j_2_doubled_hand_takes_one_card_only() -> None:
    answer = deal("9h Kd", box("6c 3d", "double 1000 5c, hit 6c"))
    assert answer.violations == {"draw-after-double"}
    assert answer.cite("draw-after-double") == "665a.7(j)(2)"
    assert (answer.net(), answer.net("double")) == (1000, 1000)  # 20 as it was played


def test_665a_7_j_2_hand_is_doubled_once() -> None:
    answer = deal("9h Kd", box("6c 3d", "double 1000 5c, double 1000 6c"))
    assert answer.violations == {"double-twice"}
    assert answer.cite("double-twice") == "665a.7(j)(2)"
    assert sum(line.expected for line in answer.answer.lines) == 3000


# .10: doubling


@pytest.mark.parametrize("wager", [1, 1000, 1500])
def test_665a_10_a_double_up_to_bet_and_double_attack_together(wager: int) -> None:
    answer = deal("9h Kd", box("6c 5d", f"double {wager} 9c", double_attack=500))
    assert (answer.net(), answer.net("double_attack"), answer.net("double")) == (1000, 500, wager)
    assert answer.codes == set()


@pytest.mark.parametrize(("attack", "wager"), [({"double_attack": 500}, 1501), ({}, 1001)])
def test_665a_10_a_double_above_both_is_found(attack: dict[str, int], wager: int) -> None:
    answer = deal("9h Kd", box("6c 5d", f"double {wager} 9c", **attack))
    assert answer.violations == {"double-above-limit"}
    assert answer.cite("double-above-limit") == "665a.10(a)"


def test_665a_10_a_double_on_three_or_more_cards_is_allowed() -> None:
    three = deal("9h Kd", box("6c 2d", "hit 3c, double 1000 9c"))
    five = deal("9h Kd", box("2c 2d", "hit 2h, hit 3c, hit 2s, double 1000 9c"))
    assert (three.net("double"), three.codes) == (1000, set())
    assert (five.net("double"), five.codes) == (1000, set())


def test_665a_10_a_split_hands_may_be_doubled_up_to_both_wagers() -> None:
    decisions = "split 1500 3c, double 1500 9c, deal 2c, hit 2d, double 1501 7d"
    answer = deal("9h Kd", box("8c 8d", decisions, double_attack=500))
    assert answer.violations == {"double-above-limit"}
    assert (answer.net("double", hand=1), answer.net("double", hand=2)) == (1500, 0)  # 20, 19 against 19


def test_665a_10_a_blackjack_may_not_be_doubled() -> None:
    answer = deal("9h Kd", box("Ac Kd", "double 1000 5c"))
    assert answer.violations == {"double-on-blackjack"}
    assert answer.cite("double-on-blackjack") == "665a.10(a)"


def test_665a_10_a_hand_that_stood_may_not_be_doubled() -> None:
    answer = deal("9h Kd", box("6c 5d", "stand, double 1000 9c"))
    assert answer.violations == {"double-after-stand"}
    assert answer.cite("double-after-stand") == "665a.10(a)"


@pytest.mark.parametrize(("readings", "violations"), [([], {"double-on-21"}), (["I-30"], set())])
def test_665a_10_a_double_on_21_i_30(readings: list[str], violations: set[str]) -> None:
    answer = deal("9h Kd", box("Ac 4d", "hit 6c, double 1000 5c"), readings=readings)
    assert answer.violations == violations
    assert answer.net("double") == -1000  # 16 as it was played


def test_665a_10_a_is_cited_for_a_double_on_21() -> None:
    assert deal("9h Kd", box("Kc 5d", "hit 6c, double 1000 5c")).cite("double-on-21") == "665a.10(a)"


def test_665a_10_a_a_doubled_bust_rests_on_no_reading() -> None:
    (finding,) = deal("9h Kd", box("Kc 6d", "hit 9c, double 1000 5c")).answer.findings
    assert (finding.code, "I-30" in finding.message) == ("double-on-21", False)


def test_665a_10_a_free_double_of_another_game_is_found() -> None:
    answer = deal("9h Kd", box("6c 5d", "double free 9c"))
    assert answer.violations == {"lammer-not-in-game"}
    assert answer.cite("lammer-not-in-game") == "665a.10(a)"


def test_665a_10_b_late_dealer_blackjack_takes_the_bet_alone() -> None:
    answer = deal("As Kd", box("6c 5d", "double 2000 9c", double_attack=1000), reader="no_blackjack")
    assert answer.violations == {"reader-signal-wrong"}
    assert (answer.net(), answer.net("double_attack")) == (-1000, 0)
    assert (answer.net("double"), answer.line("double").cite) == (0, "665a.10(b)")


@pytest.mark.parametrize("readings", [[], ["I-03"]])
def test_665a_10_b_late_dealer_blackjack_returns_the_double_of_a_surrendered_hand(readings: list[str]) -> None:
    one = box("6c 5d", "double 1000 4c, surrender", double_attack=500)
    answer = deal("As Kd", one, reader="no_blackjack", readings=readings)
    assert (answer.net(), answer.net("double_attack"), answer.net("double")) == (-1000, 0, 0)


# .11: splitting


@pytest.mark.parametrize("cards", ["7c 7d", "Kc Qd", "Jc Kd"])
def test_665a_11_a_two_cards_of_equal_value_are_a_pair(cards: str) -> None:
    answer = deal("9h Kd", box(cards, "split 1000 9c, stand, deal 9d, stand"))
    assert answer.codes == set()


def test_665a_11_a_split_of_unequal_cards_is_found() -> None:
    answer = deal("9h Kd", box("9c Jd", "split 1000 9d, stand, deal Qc, stand"))
    assert answer.violations == {"split-unequal"}
    assert answer.cite("split-unequal") == "665a.11(a)"
    assert (answer.net(hand=1), answer.net(hand=2)) == (-1000, 1000)  # 18 and 20 against 19


def test_665a_11_a_split_takes_bet_and_double_attack_together() -> None:
    answer = deal("9h Kd", box("8c 8d", "split 1600 9c, stand, deal Kc, stand", double_attack=600))
    assert answer.codes == set()
    assert (answer.net(hand=1), answer.net("double_attack", hand=1)) == (-1000, -600)
    assert (answer.net(hand=2), answer.net("double_attack", hand=2)) == (-1000, -600)


@pytest.mark.parametrize(
    ("wager", "staked"),
    [
        (800, {"main": 800}),
        (1000, {"main": 1000}),
        (1300, {"main": 1000, "double_attack": 300}),
        (2000, {"main": 1000, "double_attack": 1000}),
    ],
)
def test_665a_11_a_unequal_split_wager_is_found_and_the_bet_comes_first(wager: int, staked: dict[str, int]) -> None:
    answer = deal("9h Kd", box("8c 8d", f"split {wager} 9c, stand, deal Kc, stand", double_attack=600))
    assert answer.violations == {"split-wager-not-equal"}
    assert answer.cite("split-wager-not-equal") == "665a.11(a)"
    assert {line.wager: line.stake for line in answer.answer.lines if line.hand == 2} == staked


def test_665a_11_a_hand_that_stood_may_not_be_split() -> None:
    answer = deal("9h Kd", box("8c 8d", "stand, split 1000 9c, stand, deal 9d, stand"))
    assert answer.violations == {"split-on-complete-hand"}
    assert answer.cite("split-on-complete-hand") == "665a.11(a)"


def test_665a_11_a_free_split_of_another_game_is_found() -> None:
    answer = deal("9h Kd", box("8c 8d", "split free 9c, stand, deal 9d, stand"))
    assert answer.violations == {"lammer-not-in-game"}
    assert answer.cite("lammer-not-in-game") == "665a.11(a)"


def test_665a_11_b_second_hand_waits_until_the_first_is_finished() -> None:
    answer = deal("9h Kd", box("8c 8d", "split 1000 9c, deal 9d, stand, stand"))
    assert answer.violations == {"deal-out-of-turn"}
    assert answer.cite("deal-out-of-turn") == "665a.11(b)"


def test_665a_11_b_card_for_a_split_hand_that_is_none_is_found() -> None:
    answer = deal("9h Kd", box("6c 5d", "deal 9d, stand"))
    assert answer.violations == {"deal-without-split"}
    assert answer.cite("deal-without-split") == "665a.11(b)"


FOUR_HANDS = "split 1000 8h, split 1000 8s, split 1000 Kc, stand, deal 3c, stand, deal 9c, stand, deal 2c, stand"


def test_665a_11_c_pairs_are_split_to_four_hands() -> None:
    answer = deal("9h 8d", box("8c 8d", FOUR_HANDS))
    assert answer.codes == set()
    nets = [answer.net(hand=hand) for hand in (1, 2, 3, 4)]
    assert nets == [1000, -1000, 0, -1000]  # 18, 11, 17 and 10 against 17


def test_665a_11_c_fifth_hand_is_found() -> None:
    five = FOUR_HANDS.replace("split 1000 Kc", "split 1000 8c, split 1000 Kc") + ", deal Kd, stand"
    answer = deal("9h 8d", box("8c 8d", five))
    assert answer.violations == {"split-too-many"}
    assert answer.cite("split-too-many") == "665a.11(c)"


def test_665a_11_c_later_hand_may_be_split_again_by_value() -> None:
    decisions = "split 1000 9c, stand, deal Jc, split 1000 9d, stand, deal 7c, stand"
    answer = deal("9h 9d", box("Kc Qd", decisions))
    assert answer.codes == set()
    assert [answer.net(hand=hand) for hand in (1, 2, 3)] == [1000, 1000, -1000]  # 19, 19 and 17 against 18


def test_665a_11_d_late_dealer_blackjack_takes_the_first_bet_and_returns_the_rest() -> None:
    decisions = "split 2000 3c, double 2000 Kc, deal 9d, stand"
    answer = deal("As Kd", box("8c 8d", decisions, double_attack=1000), reader="no_blackjack")
    assert (answer.net(hand=1), answer.net("double_attack", hand=1)) == (-1000, 0)
    assert answer.net("double", hand=1) == 0
    assert (answer.net(hand=2), answer.line(hand=2).cite) == (0, "665a.11(d)")
    assert (answer.net("double_attack", hand=2), answer.line("double_attack", hand=2).cite) == (0, "665a.11(d)")


def test_665a_11_d_first_bet_is_the_first_hands_however_often_it_was_split() -> None:
    answer = deal("As Kd", box("8c 8d", FOUR_HANDS), reader="no_blackjack")
    assert [answer.net(hand=hand) for hand in (1, 2, 3, 4)] == [-1000, 0, 0, 0]


def test_665a_11_e_split_aces_get_one_card_each() -> None:
    fine = deal("9h Kd", box("Ac Ad", "split 1000 9c, deal 5d"))
    assert (fine.net(hand=1), fine.net(hand=2), fine.codes) == (1000, -1000, set())
    answer = deal("9h Kd", box("Ac Ad", "split 1000 5c, hit 4c, deal 9d"))
    assert answer.violations == {"draw-on-split-aces"}
    assert answer.cite("draw-on-split-aces") == "665a.11(e)"


def test_665a_11_e_aces_are_split_only_once() -> None:
    answer = deal("9h Kd", box("Ac Ad", "split 1000 Ah, split 1000 9c, deal 8c, deal 9d"))
    assert answer.violations == {"aces-split-again"}
    assert answer.cite("aces-split-again") == "665a.11(e)"
    assert [answer.net(hand=hand) for hand in (1, 2, 3)] == [1000, 0, 1000]  # 20, 19 and 20 against 19


@pytest.mark.parametrize("readings", [[], ["I-31"]])
def test_665a_11_e_split_ace_may_not_be_doubled_i_31(readings: list[str]) -> None:
    answer = deal("9h Kd", box("Ac Ad", "split 1000 5c, double 1000 4c, deal 9d"), readings=readings)
    assert answer.violations == {"double-on-split-aces"}
    assert answer.cite("double-on-split-aces") == "665a.11(e)"
