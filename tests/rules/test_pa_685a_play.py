"""Down Under Blackjack, paragraph by paragraph: wagers, Match-the-Dealer, even money, insurance, surrender."""

from __future__ import annotations

from functools import partial

import pytest

from tests.deal import box, verified

deal = partial(verified, "pa-685a")


# .6: the wagers


def test_685a_6_d_without_a_bet_wager_nothing_can_be_settled() -> None:
    answer = deal("9h Td", box("Tc Qd", "stand") | {"wagers": {"match_dealer": 500}})
    assert answer.verdict == "unreadable"
    assert "boxes[0].wagers.main" in answer.error


@pytest.mark.parametrize("wager", ["double_attack", "push_22", "bust_it"])
def test_685a_6_d_wager_of_another_game_is_found_and_returned(wager: str) -> None:
    answer = deal("9h Td", box("Tc 8d", "stand", **{wager: 500}))
    assert answer.violations == {"wager-of-another-game"}
    assert answer.cite("wager-of-another-game") == "685a.6(d)"
    assert (answer.net(), answer.net(wager)) == (-1000, 0)


def test_685a_6_d_second_chance_of_another_game_is_found_and_returned() -> None:
    answer = deal("9h Td", box("Tc 6d", "hit 9c, second_chance 1000 5h"))
    assert answer.violations == {"second-chance-not-in-game"}
    assert answer.cite("second-chance-not-in-game") == "685a.6(d)"
    assert (answer.net(), answer.net("second_chance")) == (-1000, 0)


@pytest.mark.parametrize("decks", [4, 5])
def test_685a_6_e_match_the_dealer_at_four_or_five_decks_is_found_and_returned(decks: int) -> None:
    answer = deal("9h Td", box("9c Qd", "stand", match_dealer=500), decks=decks)
    assert answer.violations == {"match-dealer-decks"}
    assert answer.cite("match-dealer-decks") == "685a.6(e)"
    assert answer.net("match_dealer") == 0


def test_685a_6_e_match_the_dealer_where_the_table_does_not_offer_it_is_returned() -> None:
    answer = deal("9h Td", box("9c Qd", "stand", match_dealer=500), side_wagers=[])
    assert answer.violations == {"side-wager-not-offered"}
    assert answer.cite("side-wager-not-offered") == "685a.6(e)"
    assert answer.net("match_dealer") == 0


def test_685a_6_e_match_the_dealer_is_fine_where_it_is_offered() -> None:
    answer = deal("9h Td", box("9c Qd", "stand", match_dealer=500), side_wagers=["match_dealer"], decks=8)
    assert answer.codes == set()


# .7(f), .11(c): Match-the-Dealer


def matched(up: str, cards: str, **options: object) -> int:
    """What 100 on Match-the-Dealer does."""
    return deal(f"{up} 9d", box(cards, "stand", match_dealer=100), **options).net("match_dealer")


@pytest.mark.parametrize("cards", ["Jh Qh", "Kh Jd", "Qh Kh"])
def test_685a_7_f_ten_values_match_only_their_like(cards: str) -> None:
    assert matched("Th", cards) == -100


def test_685a_7_f_ten_matches_a_ten_and_a_king_a_king() -> None:
    assert matched("Th", "Tc 8c") == 400
    assert matched("Kh", "8c Kc") == 400


def test_685a_7_f_lost_where_neither_card_matches_in_rank() -> None:
    answer = deal("8h 9d", box("9c 7h", "stand", match_dealer=100))
    assert (answer.net("match_dealer"), answer.line("match_dealer").cite) == (-100, "685a.7(f)")


def test_685a_7_f_only_the_first_two_cards_can_match() -> None:
    assert deal("8h 9d", box("2c 3c", "hit 8h, stand", match_dealer=100)).net("match_dealer") == -100


def test_685a_7_f_settled_before_the_reader_so_a_dealer_blackjack_does_not_matter() -> None:
    answer = deal("Ah Kd", box("Ac 9c", match_dealer=100))
    assert (answer.net(), answer.net("match_dealer")) == (-1000, 400)


@pytest.mark.parametrize(("readings", "net"), [([], 2200), (["I-05"], 1100)])
def test_685a_7_f_both_cards_match_in_suit_too_i_05(readings: list[str], net: int) -> None:
    assert matched("8h", "8h 8h", readings=readings) == net


@pytest.mark.parametrize(("readings", "net"), [([], 1500), (["I-05"], 1100)])
def test_685a_7_f_both_cards_match_one_in_suit_i_05(readings: list[str], net: int) -> None:
    answer = deal("8h 9d", box("8c 8h", "stand", match_dealer=100), readings=readings)
    assert answer.net("match_dealer") == net
    assert "I-05" in answer.line("match_dealer").readings


@pytest.mark.parametrize(("readings", "net"), [([], 600), (["I-05"], 300)])
def test_685a_7_f_both_cards_match_at_eight_decks_i_05(readings: list[str], net: int) -> None:
    assert matched("8h", "8c 8d", decks=8, readings=readings) == net


def test_685a_11_c_six_decks_pay_11_to_1_suited_and_4_to_1_unsuited() -> None:
    assert matched("8h", "8h 7d", decks=6) == 1100
    assert matched("8h", "7d 8c", decks=6) == 400


def test_685a_11_c_eight_decks_pay_14_to_1_suited_and_3_to_1_unsuited() -> None:
    assert matched("8h", "8h 7d", decks=8) == 1400
    assert matched("8h", "7d 8c", decks=8) == 300


def test_685a_11_c_is_cited_for_a_match_paid() -> None:
    assert deal("8h 9d", box("8h 7d", "stand", match_dealer=100)).line("match_dealer").cite == "685a.11(c)"


# .7(g): even money


@pytest.mark.parametrize("dealer", ["As 9d", "As Kd"])
def test_685a_7_g_even_money_pays_1_to_1_whatever_the_dealer_has_i_11(dealer: str) -> None:
    answer = deal(dealer, box("Ac Kc", "even_money"))
    assert (answer.net(), answer.line().cite) == (1000, "685a.7(g)")
    assert answer.codes == set()
    assert "I-11" in answer.line().readings


def test_685a_7_g_even_money_is_not_offered_under_the_other_reading_i_11() -> None:
    answer = deal("As 9d", box("Ac Kc", "even_money"), readings=["I-11"])
    assert answer.violations == {"even-money-not-offered"}
    assert answer.cite("even-money-not-offered") == "685a.7(g)"


@pytest.mark.parametrize(("dealer", "cards"), [("Ks 9d", "Ac Kc"), ("As 9d", "Kc Qc")])
def test_685a_7_g_even_money_is_for_a_blackjack_against_an_ace(dealer: str, cards: str) -> None:
    answer = deal(dealer, box(cards, "even_money"))
    assert answer.violations == {"even-money-not-offered"}
    assert answer.cite("even-money-not-offered") == "685a.7(g)"


def test_685a_7_g_even_money_is_instead_of_insurance_not_beside_it_i_11() -> None:
    answer = deal("As 9d", box("Ac Kc", "even_money", insurance=500))
    assert answer.violations == {"insurance-with-even-money"}
    assert answer.cite("insurance-with-even-money") == "685a.7(g)"
    assert (answer.net(), answer.net("insurance")) == (1000, -500)  # as it was played


def test_685a_7_g_full_insurance_on_a_blackjack_nets_as_much_as_even_money() -> None:
    saved = deal("As Kd", box("Ac Kc", insurance=500))
    missed = deal("As 9d", box("Ac Kc", insurance=500))
    assert (saved.net(), saved.net("insurance")) == (0, 1000)
    assert (missed.net(), missed.net("insurance")) == (1500, -500)


# .8, .11(b): insurance


@pytest.mark.parametrize("up", ["Kh", "9h"])
def test_685a_8_a_insurance_without_an_ace_is_found_and_returned(up: str) -> None:
    answer = deal(f"{up} 9d", box("Tc Qd", "stand", insurance=500))
    assert answer.violations == {"insurance-without-ace"}
    assert answer.cite("insurance-without-ace") == "685a.8(a)"
    assert answer.net("insurance") == 0


def test_685a_8_a_insurance_is_not_for_a_ten_up_though_an_ace_is_below() -> None:
    answer = deal("Kh Ad", box("Tc Qd", insurance=500))
    assert (answer.net("insurance"), answer.violations) == (0, {"insurance-without-ace"})


@pytest.mark.parametrize("hole", ["Td", "Jd", "Qd", "Kd"])
def test_685a_8_a_insurance_wins_on_any_ten_value_below(hole: str) -> None:
    answer = deal(f"Ah {hole}", box("Tc Qd", insurance=500))
    assert (answer.net("insurance"), answer.codes) == (1000, set())


def test_685a_8_b_insurance_up_to_half_of_the_bet() -> None:
    assert deal("Ah 9d", box("Tc Qd", "stand", insurance=500)).codes == set()
    assert deal("Ah 9d", box("Tc Qd", "stand", insurance=200)).codes == set()
    answer = deal("Ah 9d", box("Tc Qd", "stand", insurance=501))
    assert answer.violations == {"insurance-above-half"}
    assert answer.cite("insurance-above-half") == "685a.8(b)"


def test_685a_8_b_insurance_up_to_the_next_chip_where_half_cannot_be_bet() -> None:
    fine = deal("Ah 9d", box("Tc Qd", "stand", main=2500, insurance=1500), chip_unit=500)
    assert fine.violations == set()
    above = deal("Ah 9d", box("Tc Qd", "stand", main=2500, insurance=2000), chip_unit=500)
    assert above.violations == {"insurance-above-half"}


def test_685a_8_b_insurance_at_most_half_where_half_can_be_bet_in_chips() -> None:
    answer = deal("Ah 9d", box("Tc Qd", "stand", main=2000, insurance=1500), chip_unit=500)
    assert answer.violations == {"insurance-above-half"}


def test_685a_8_b_insurance_at_most_exactly_half_without_a_chip_unit() -> None:
    assert deal("Ah 9d", box("Tc Qd", "stand", main=1001, insurance=500)).codes == set()
    assert deal("Ah 9d", box("Tc Qd", "stand", main=1001, insurance=501)).violations == {"insurance-above-half"}


@pytest.mark.parametrize("hole", ["9d", "Ad", "6d"])
def test_685a_8_d_insurance_is_lost_without_a_dealer_blackjack(hole: str) -> None:
    line = deal(f"Ah {hole}", box("Tc 6d", "hit 8c", insurance=500)).line("insurance")
    assert (line.expected, line.cite) == (-500, "685a.8(d)")


def test_685a_11_b_insurance_pays_2_to_1() -> None:
    line = deal("Ah Kd", box("Tc Qd", main=2500, insurance=1250)).line("insurance")
    assert (line.expected, line.cite) == (2500, "685a.11(b)")


# .7(i)(2): no surrender


def test_685a_7_i_2_surrender_is_found_and_settled_as_it_was_given() -> None:
    answer = deal("9h Td", box("Tc 6d", "surrender"))
    assert answer.violations == {"surrender-not-in-game"}
    assert answer.cite("surrender-not-in-game") == "685a.7(i)(2)"
    assert (answer.net(), answer.line().outcome, answer.line().cite) == (-500, "half", "685a.7(i)(2)")


def test_685a_7_i_2_surrender_against_an_ace_is_no_other() -> None:
    answer = deal("Ah 9d", box("Tc 6d", "surrender"))
    assert (answer.net(), answer.violations) == (-500, {"surrender-not-in-game"})


def test_685a_7_i_2_card_drawn_or_a_double_after_a_surrender_is_found_too() -> None:
    drawn = deal("9h Td", box("Tc 2d", "surrender, hit 4c"))
    assert drawn.violations == {"surrender-not-in-game", "draw-after-surrender"}
    assert drawn.cite("draw-after-surrender") == "685a.7(i)(2)"
    doubled = deal("9h Td", box("6c 5d", "surrender, double 1000 4c"))
    assert doubled.violations == {"surrender-not-in-game", "double-on-complete-hand"}
