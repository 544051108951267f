"""Double Attack Blackjack, Pennsylvania: wagers, insurance, surrender."""

from __future__ import annotations

from functools import partial

import pytest

from tests.deal import box, verified

deal = partial(verified, "pa-665a")


# .6: the wagers


def test_665a_6_d_without_a_bet_wager_nothing_can_be_settled() -> None:
    answer = deal("9h Kd", box("Kc Qd", "stand") | {"wagers": {"bust_it": 500}})
    assert answer.verdict == "unreadable"
    assert "boxes[0].wagers.main" in answer.error


@pytest.mark.parametrize("wager", ["push_22", "match_dealer"])
def test_665a_6_d_wager_of_another_game_is_found_and_returned(wager: str) -> None:
    answer = deal("9h Kd", box("9c 8d", "stand", **{wager: 500}))
    assert answer.violations == {"wager-of-another-game"}
    assert answer.cite("wager-of-another-game") == "665a.6(d)"
    assert (answer.net(), answer.net(wager)) == (-1000, 0)


def test_665a_6_d_second_chance_of_another_game_is_found_and_returned() -> None:
    answer = deal("9h Kd", box("Kc 6d", "hit 9c, second_chance 1000 5h"))
    assert answer.violations == {"second-chance-not-in-game"}
    assert answer.cite("second-chance-not-in-game") == "665a.6(d)"
    assert (answer.net(), answer.net("second_chance")) == (-1000, 0)


@pytest.mark.parametrize("wager", [1, 500, 1000])
def test_665a_6_e_double_attack_up_to_the_bet(wager: int) -> None:
    answer = deal("9h Kd", box("Kc Qd", "stand", double_attack=wager), readings=["I-07"])
    assert (answer.net("double_attack"), answer.codes) == (wager, set())


def test_665a_6_e_double_attack_above_the_bet_is_found() -> None:
    answer = deal("9h Kd", box("Kc Qd", "stand", double_attack=1001))
    assert answer.violations == {"double-attack-above-limit"}
    assert answer.cite("double-attack-above-limit") == "665a.6(e)"
    assert answer.net("double_attack") == 1001


def test_665a_12_a_even_money_of_another_game_is_found() -> None:
    answer = deal("Ah 9d", box("Ac Kd", "even_money"))
    assert answer.violations == {"even-money-not-offered"}
    assert answer.cite("even-money-not-offered") == "665a.12(a)"


# .8, .12(b): insurance


@pytest.mark.parametrize("up", ["Kh", "9h"])
def test_665a_8_a_insurance_without_an_ace_is_found_and_returned(up: str) -> None:
    answer = deal(f"{up} 9d", box("Kc Qd", "stand", insurance=500))
    assert answer.violations == {"insurance-without-ace"}
    assert answer.cite("insurance-without-ace") == "665a.8(a)"
    assert answer.net("insurance") == 0


@pytest.mark.parametrize("hole", ["Kd", "Qd", "Jd"])
def test_665a_8_a_insurance_wins_on_any_picture_below(hole: str) -> None:
    answer = deal(f"Ah {hole}", box("Kc Qd", insurance=500))
    assert (answer.net("insurance"), answer.codes) == (1250, set())


def test_665a_8_b_insurance_up_to_half_of_the_bet_alone() -> None:
    assert deal("Ah 9d", box("Kc Qd", "stand", double_attack=1000, insurance=500)).codes == set()
    answer = deal("Ah 9d", box("Kc Qd", "stand", double_attack=1000, insurance=1000))
    assert answer.violations == {"insurance-above-half"}
    assert answer.cite("insurance-above-half") == "665a.8(b)"
    assert answer.net("insurance") == -1000


def test_665a_8_b_insurance_up_to_the_next_chip_where_half_cannot_be_bet() -> None:
    fine = deal("Ah 9d", box("Kc Qd", "stand", main=2500, insurance=1500), chip_unit=500)
    assert fine.violations == set()
    above = deal("Ah 9d", box("Kc Qd", "stand", main=2500, insurance=1501), chip_unit=500)
    assert above.violations == {"insurance-above-half"}
    even = deal("Ah 9d", box("Kc Qd", "stand", main=2000, insurance=1500), chip_unit=500)
    assert even.violations == {"insurance-above-half"}


@pytest.mark.parametrize("hole", ["9d", "8d", "7d"])
def test_665a_8_d_insurance_is_lost_without_a_dealer_blackjack(hole: str) -> None:
    line = deal(f"Ah {hole}", box("Kc 6d", "hit 8c", insurance=500)).line("insurance")
    assert (line.expected, line.cite) == (-500, "665a.8(d)")


def test_665a_12_b_insurance_pays_5_to_2() -> None:
    answer = deal("Ah Kd", box("Kc Qd", main=2000, insurance=1000))
    assert (answer.net("insurance"), answer.line("insurance").cite) == (2500, "665a.12(b)")


@pytest.mark.parametrize(("readings", "net"), [([], 1253), (["I-14"], 1252)])
def test_665a_12_b_half_a_cent_goes_to_the_player_or_the_house_i_14(readings: list[str], net: int) -> None:
    answer = deal("Ah Kd", box("Kc Qd", main=1002, insurance=501), readings=readings)  # 1252.5
    assert answer.net("insurance") == net
    assert "I-14" in answer.line("insurance").readings
    assert (answer.codes, answer.violations) == ({"rounded-to-the-cent"}, set())


def test_665a_12_b_is_cited_where_its_odds_had_to_be_rounded_i_14() -> None:
    answer = deal("Ah Kd", box("Kc Qd", main=1002, insurance=501))
    assert answer.cite("rounded-to-the-cent") == "665a.12(b)"


def test_665a_12_b_amount_the_chips_cannot_pay_is_an_advisory_i_14() -> None:
    answer = deal("Ah Kd", box("Kc Qd", main=1000, insurance=500), chip_unit=500)  # 12.50
    assert (answer.net("insurance"), answer.codes, answer.violations) == (1250, {"odd-chips"}, set())
    assert answer.cite("odd-chips") == "665a.12(b)"


# .9: surrender


def test_665a_9_a_surrender_on_the_first_two_cards() -> None:
    answer = deal("9h Kd", box("Kc 6d", "surrender"))
    assert (answer.net(), answer.line().outcome, answer.codes) == (-500, "half", set())


def test_665a_9_a_surrender_after_drawing() -> None:
    answer = deal("9h Kd", box("5c 6d", "hit 3c, hit 2c, surrender", double_attack=500))
    assert (answer.net(), answer.net("double_attack"), answer.codes) == (-500, -250, set())


def test_665a_9_a_surrender_of_one_split_hand() -> None:
    decisions = "split 1500 Kc, surrender, deal 3d, stand"
    answer = deal("9h Kd", box("8c 8d", decisions, double_attack=500))
    assert (answer.net(hand=1), answer.net("double_attack", hand=1)) == (-500, -250)
    assert (answer.net(hand=2), answer.net("double_attack", hand=2)) == (-1000, -500)  # 11 against 19
    assert answer.codes == set()


@pytest.mark.parametrize(("readings", "net"), [([], -750), (["I-03"], 0)])
def test_665a_9_a_surrender_after_doubling_i_03(readings: list[str], net: int) -> None:
    answer = deal("9h Kd", box("6c 5d", "double 1500 4c, surrender", double_attack=500), readings=readings)
    assert (answer.net(), answer.net("double_attack"), answer.net("double")) == (-500, -250, net)
    assert "I-03" in answer.line("double").readings
    assert answer.codes == set()


def test_665a_9_a_surrender_after_doubling_a_split_hand_is_of_that_hand() -> None:
    decisions = "split 1000 3c, double 1000 2c, surrender, deal Kd, stand"
    answer = deal("9h Kd", box("8c 8d", decisions))
    assert (answer.net(hand=1), answer.net("double", hand=1), answer.net(hand=2)) == (-500, -500, -1000)
    assert answer.codes == set()


def test_665a_9_a_surrender_right_after_a_double_is_of_the_doubled_hand_though_another_is_open() -> None:
    answer = deal("9h Kd", box("8c 8d", "split 1000 3c, deal 9d, double 1000 2c, surrender, stand"))
    assert answer.violations == {"deal-out-of-turn"}
    assert (answer.net(hand=1), answer.net("double", hand=1), answer.net(hand=2)) == (-500, -500, -1000)


def test_665a_9_a_no_surrender_after_standing() -> None:
    answer = deal("9h Kd", box("Kc 6d", "stand, surrender"))
    assert answer.violations == {"surrender-after-stand"}
    assert answer.cite("surrender-after-stand") == "665a.9(a)"
    assert answer.net() == -500  # as it was played


def test_665a_9_a_no_second_surrender_and_no_card_or_double_after_one() -> None:
    twice = deal("9h Kd", box("Kc 6d", "surrender, surrender"))
    assert twice.violations == {"surrender-twice"}
    assert twice.cite("surrender-twice") == "665a.9(a)"
    drawn = deal("9h Kd", box("Kc 2d", "surrender, hit 4c"))
    assert drawn.violations == {"draw-after-surrender"}
    assert drawn.cite("draw-after-surrender") == "665a.9(a)"
    doubled = deal("9h Kd", box("6c 5d", "surrender, double 1000 4c"))
    assert doubled.violations == {"double-on-complete-hand"}
    assert doubled.cite("double-on-complete-hand") in {"665a.9(a)", "665a.10(a)"}


def test_665a_7_h_blackjack_is_paid_and_not_surrendered() -> None:
    """665a.7(h)(1) pays it, 665a.7(h)(2) gives the choice to the others; 665a.9(a) would not forbid it."""
    answer = deal("9h Kd", box("Ac Kd", "surrender"))
    assert answer.violations == {"surrender-on-blackjack"}
    assert answer.cite("surrender-on-blackjack").startswith("665a.7(h)")


@pytest.mark.parametrize("play", ["hit 6c, surrender", "hit 9c, surrender", "double 1000 6c, surrender"])
def test_665a_7_k_surrender_is_for_hands_under_21(play: str) -> None:
    answer = deal("9h Kd", box("Kc 5d", play))
    assert answer.violations == {"surrender-at-21"}
    assert answer.net() == -500


def test_665a_7_k_is_the_paragraph_that_stops_a_surrender_at_21() -> None:
    """665a.9(a) names no count; 665a.7(k) says less than 21."""
    assert deal("9h Kd", box("Kc 5d", "hit 6c, surrender")).cite("surrender-at-21") == "665a.7(k)"


def test_665a_7_k_no_reading_of_new_jersey_allows_it_at_21() -> None:
    answer = deal("9h Kd", box("Kc 5d", "hit 6c, surrender"), readings=["I-35"])
    assert answer.violations == {"surrender-at-21"}


@pytest.mark.parametrize(("readings", "violations"), [([], set()), (["I-31"], {"surrender-on-split-aces"})])
def test_665a_9_a_split_ace_with_its_one_card_i_31(readings: list[str], violations: set[str]) -> None:
    answer = deal("9h Kd", box("Ac Ad", "split 1000 5c, surrender, deal 9d"), readings=readings)
    assert answer.violations == violations
    assert (answer.net(hand=1), answer.net(hand=2)) == (-500, 1000)  # 20 over 19
    assert (answer.line(hand=1).readings, answer.line(hand=2).readings) == (("I-31",), ())


def test_665a_9_a_is_cited_for_a_split_ace_that_may_not_surrender_i_31() -> None:
    answer = deal("9h Kd", box("Ac Ad", "split 1000 5c, surrender, deal 9d"), readings=["I-31"])
    assert answer.cite("surrender-on-split-aces") == "665a.9(a)"


def test_665a_9_b_1_half_of_bet_and_double_attack_against_2_to_9() -> None:
    answer = deal("9h Kd", box("Kc 6d", "surrender", double_attack=500))
    assert (answer.net(), answer.net("double_attack")) == (-500, -250)
    assert {answer.line().cite, answer.line("double_attack").cite} == {"665a.9(b)(1)"}


@pytest.mark.parametrize(("readings", "net"), [([], -1250), (["I-14"], -1251)])
def test_665a_9_b_1_half_of_an_odd_bet_i_14(readings: list[str], net: int) -> None:
    answer = deal("9h Kd", box("Kc 6d", "surrender", main=2501), readings=readings)
    assert answer.net() == net
    assert (answer.codes, answer.violations) == ({"rounded-to-the-cent"}, set())


def test_665a_9_b_1_is_cited_where_its_half_had_to_be_rounded_i_14() -> None:
    answer = deal("9h Kd", box("Kc 6d", "surrender", main=2501))
    assert answer.cite("rounded-to-the-cent") == "665a.9(b)(1)"


@pytest.mark.parametrize("up", ["Ah", "Kh", "Qh", "Jh"])
def test_665a_9_b_2_ii_half_against_an_ace_or_picture_without_blackjack(up: str) -> None:
    answer = deal(f"{up} 9d", box("Kc 6d", "surrender", double_attack=500), reader="no_blackjack")
    assert (answer.net(), answer.net("double_attack"), answer.codes) == (-500, -250, set())
    assert answer.line().cite == "665a.9(b)(2)(ii)"


@pytest.mark.parametrize("dealer", ["Ah Kd", "Kh Ad"])
def test_665a_9_b_2_i_dealer_blackjack_takes_bet_and_bust_it_and_returns_the_double_attack(dealer: str) -> None:
    one = box("Kc 6d", "surrender", double_attack=500, bust_it=500)
    answer = deal(dealer, one, reader="blackjack")
    assert (answer.net(), answer.net("double_attack"), answer.net("bust_it")) == (-1000, 0, -500)
    assert (answer.line().cite, answer.codes) == ("665a.9(b)(2)(i)", set())


@pytest.mark.parametrize(("dealer", "net"), [("9h 6d 8c", 4000), ("9h 6d 5c", -500), ("9h Kd", -500)])
def test_665a_9_c_bust_it_stays_after_a_surrender(dealer: str, net: int) -> None:
    answer = deal(dealer, box("Kc 6d", "surrender", bust_it=500))
    assert (answer.net(), answer.net("bust_it"), answer.codes) == (-500, net, set())


@pytest.mark.parametrize(("hole", "main", "insurance"), [("Kd", -1000, 1250), ("9d", -500, -500)])
def test_665a_9_d_insurance_and_surrender_are_settled_apart(hole: str, main: int, insurance: int) -> None:
    answer = deal(f"Ah {hole}", box("Kc 6d", "surrender", insurance=500))
    assert (answer.net(), answer.net("insurance"), answer.codes) == (main, insurance, set())
