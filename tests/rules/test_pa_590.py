"""Free Bet Blackjack, 590.1 to 590.6 and 590.8 to 590.9: table, cards, wagers, insurance, surrender."""

from __future__ import annotations

from typing import Any

import pytest

from floorapp.bootstrap import rulebooks
from floorapp.engine.verify import verify_json
from tests.deal import Verified, box, record, verified

BOOK = rulebooks()["pa-590"]


def deal(dealer: str, *boxes: dict[str, Any], **more: Any) -> Verified:
    return verified("pa-590", dealer, *boxes, **more)


def with_options(options: dict[str, Any], dealer: str, *boxes: dict[str, Any]) -> Verified:
    """For the option `reader`, which is not the reader's signal."""
    return Verified(verify_json(record("pa-590", dealer, *boxes) | {"options": options}, rulebooks()))


# The chapter


@pytest.mark.parametrize("day", ["2014-01-03", "2016-09-01", "2026-11-15"])
def test_590_a_round_outside_its_two_years_is_an_advisory(day: str) -> None:
    answer = deal("Tc 8s", box("Th 9d", "stand"), at=f"{day}T21:00:00-05:00")
    assert answer.codes == {"rulebook-not-in-force"}
    assert answer.violations == set()
    assert answer.cite("rulebook-not-in-force") == "590"
    assert answer.verdict == "settled"


@pytest.mark.parametrize("day", ["2014-01-04", "2015-06-01", "2016-01-03"])
def test_590_is_in_force_for_two_years_from_4_january_2014(day: str) -> None:
    assert deal("Tc 8s", box("Th 9d", "stand"), at=f"{day}T12:00:00-05:00").codes == set()


# 590.1 Definitions


@pytest.mark.parametrize("cards", ["As Kd", "Qh Ac", "Ad Jd", "Ts Ah"])
def test_590_1_a_blackjack_is_an_ace_and_a_ten_value_as_the_first_two_cards(cards: str) -> None:
    answer = deal("5c 6d Ts", box(cards), box("Th 9d", "stand", number=2))
    assert answer.net() == 1500
    assert answer.dealer is not None
    assert (answer.dealer.total, answer.dealer.blackjack) == (21, False)


def test_590_1_a_split_ace_with_a_ten_is_21_and_no_blackjack() -> None:
    answer = deal("Tc Qd", box("As Ah", "split free Kd, deal Qc"))
    assert (answer.net(hand=1), answer.net(hand=2)) == (1000, 1000)
    assert answer.codes == set()


def test_590_1_a_split_ten_with_an_ace_only_ties_a_dealer_21() -> None:
    answer = deal("Th 5d 6c", box("Tc Kh", "split 1000 Ad, deal 8c, stand"))
    assert (answer.net(hand=1), answer.net(hand=2)) == (0, -1000)


@pytest.mark.parametrize("signal", ["small", "medium", "large"])
def test_590_1_the_reader_tells_of_a_blackjack_and_of_nothing_else(signal: str) -> None:
    answer = deal("Tc 8s", box("Th 9d", "stand"), reader=signal)
    assert answer.codes == {"reader-signal-foreign"}
    assert answer.cite("reader-signal-foreign") == "590.1"


# 590.2 The table


def test_590_2_a_six_boxes_are_allowed() -> None:
    assert deal("Tc 8s", box("Th 9d", "stand", number=6), positions=6).codes == set()


def test_590_2_a_a_table_of_seven_boxes_is_found() -> None:
    answer = deal("Tc 8s", box("Th 9d", "stand"), positions=7)
    assert answer.violations == {"boxes-not-allowed"}
    assert answer.cite("boxes-not-allowed") == "590.2(a)"


@pytest.mark.parametrize(("number", "positions"), [(7, 6), (5, 4)])
def test_590_2_a_a_box_beyond_the_table_is_found(number: int, positions: int) -> None:
    answer = deal("Tc 8s", box("Th 9d", "stand", number=number), positions=positions)
    assert answer.violations == {"box-beyond-table"}
    assert answer.cite("box-beyond-table") == "590.2(a)"


def test_590_2_a_a_second_person_on_a_box_gets_the_wager_back() -> None:
    answer = deal("Tc 8s", box("Th 9d", "stand", behind=[{"wagers": {"main": 500}}]))
    assert answer.violations == {"behind-not-in-game"}
    assert answer.cite("behind-not-in-game") == "590.2(a)"
    assert (answer.net(), answer.net(behind=1)) == (1000, 0)


def test_590_2_d_a_table_without_a_reader_is_found() -> None:
    answer = with_options({"reader": False}, "Tc 8s", box("Th 9d", "stand"))
    assert answer.violations == {"reader-missing"}
    assert answer.cite("reader-missing") == "590.2(d)"


def test_590_2_d_the_reader_is_inspected_each_gaming_day() -> None:
    assert BOOK.reader.inspected_daily.value is True


# 590.3 The cards


def test_590_3_a_one_deck_is_enough_and_holds_each_card_once() -> None:
    assert deal("Tc 8s", box("Th 9d", "stand"), decks=1).codes == set()
    answer = deal("Tc 8s", box("Tc 9d", "stand"), decks=1)
    assert answer.violations == {"too-many-copies"}
    assert answer.cite("too-many-copies") == "590.3(a)"


def test_590_3_a_six_decks_are_taken_where_the_record_does_not_say() -> None:
    six = (box("8c 8c", "stand"), box("8c 8c", "stand", number=2))
    assert deal("8c 8c 5d", *six).codes == set()
    assert deal("8c 8c 5d", *six, box("8c Td", "stand", number=3)).violations == {"too-many-copies"}


def test_590_3_b_a_batch_shuffler_works_with_two_batches() -> None:
    assert BOOK.cards.two_batches.value is True


def test_590_3_c_opened_decks_are_changed_every_24_hours() -> None:
    assert BOOK.cards.change_hours.value == 24


def test_590_3_d_tens_are_in_the_decks_and_pictures_count_ten() -> None:
    answer = deal("Tc 8s", box("Th Jd", "stand"), box("Qh Kd", "stand", number=2))
    assert answer.codes == set()
    assert (answer.net(), answer.net(box=2)) == (1000, 1000)


def test_590_3_d_3_the_dealer_stands_on_an_ace_and_a_six() -> None:
    dealer = deal("Ac 6d", box("Th 8d", "stand")).dealer
    assert dealer is not None
    assert (dealer.total, dealer.soft, dealer.should_hold) == (17, True, 2)


def test_590_3_d_3_the_dealers_ace_falls_to_1_where_11_would_pass_21() -> None:
    answer = deal("As 5d Tc 3h", box("Th 9d", "stand"))
    assert answer.dealer is not None
    assert (answer.dealer.total, answer.dealer.soft, answer.dealer.should_hold) == (19, False, 4)
    assert (answer.net(), answer.codes) == (0, set())


def test_590_3_d_3_two_aces_are_a_soft_12_for_the_dealer_too() -> None:
    answer = deal("As Ad 7c", box("Th 8d", "stand"))
    assert answer.dealer is not None
    assert (answer.dealer.total, answer.dealer.soft) == (19, True)
    assert (answer.net(), answer.codes) == (-1000, set())


def test_590_3_d_3_a_players_ace_falls_to_1_too() -> None:
    assert deal("Tc 8s", box("As 6d", "hit 9c, hit 3d, stand")).net() == 1000


# 590.6 Wagers


@pytest.mark.parametrize("wager", ["match_dealer", "bust_it", "double_attack"])
def test_590_6_d_a_wager_of_another_game_is_found_and_returned(wager: str) -> None:
    answer = deal("Tc 8s", box("Th 9d", "stand", **{wager: 500}))
    assert answer.violations == {"wager-of-another-game"}
    assert answer.cite("wager-of-another-game") == "590.6(d)"
    assert (answer.net(), answer.net(wager)) == (1000, 0)


def test_590_6_d_a_second_chance_is_returned_and_its_card_does_not_count() -> None:
    answer = deal("Tc 8s", box("Th 9d", "hit 5c, second_chance 1000 4d"))
    assert answer.violations == {"second-chance-not-in-game"}
    assert answer.cite("second-chance-not-in-game") == "590.6(d)"
    assert (answer.net(), answer.net("second_chance")) == (-1000, 0)


def test_590_6_e_push_22_where_it_is_not_offered_is_returned_even_on_a_22() -> None:
    answer = deal("Th 6c 6d", box("Tc 9d", "stand", push_22=500), side_wagers=[])
    assert answer.violations == {"side-wager-not-offered"}
    assert answer.cite("side-wager-not-offered") == "590.6(e)"
    assert answer.net("push_22") == 0


@pytest.mark.parametrize("options", [{"side_wagers": ["push_22"]}, {}])
def test_590_6_e_push_22_wins_on_22_where_it_is_offered(options: dict[str, Any]) -> None:
    answer = deal("Th 6c 6d", box("Tc 9d", "stand", push_22=500), **options)
    assert (answer.codes, answer.net("push_22")) == (set(), 4000)


def test_590_6_e_a_returned_push_22_makes_no_dealer_draw() -> None:
    answer = deal("6c Td", box("As Kd", push_22=500), side_wagers=[])
    assert answer.violations == {"side-wager-not-offered"}


# 590.8 Insurance


def test_590_8_a_insurance_wins_when_the_ace_has_a_ten_under_it() -> None:
    answer = deal("Ac Kd", box("Th 9d", insurance=500), reader="blackjack")
    assert (answer.net(), answer.net("insurance"), answer.codes) == (-1000, 1000, set())


@pytest.mark.parametrize("dealer", ["Kc 9d", "Kc As", "9c 8d"])
def test_590_8_a_insurance_without_an_ace_is_found_and_returned(dealer: str) -> None:
    answer = deal(dealer, box("Th 8d", "stand", insurance=500))
    assert answer.violations == {"insurance-without-ace"}
    assert answer.cite("insurance-without-ace") == "590.8(a)"
    assert answer.net("insurance") == 0


@pytest.mark.parametrize(
    ("main", "insurance", "unit"),
    [
        (1000, 500, None),
        (1000, 100, None),
        (2501, 1250, None),
        (2500, 1250, None),
        (2500, 1500, 500),  # 12.50 cannot be bet in chips of 5, the next unit is 15
        (2500, 1000, 500),
        (3000, 1500, 500),
    ],
)
def test_590_8_b_insurance_up_to_half_or_the_next_chip_is_in_order(main: int, insurance: int, unit: int | None) -> None:
    options = {} if unit is None else {"chip_unit": unit}
    answer = deal("Ac 9d", box("Th 8d", "stand", main=main, insurance=insurance), **options)
    assert answer.violations == set()


@pytest.mark.parametrize(
    ("main", "insurance", "unit"),
    [
        (1000, 501, None),
        (2501, 1251, None),
        (2500, 1500, None),  # without a chip unit exactly half is the most
        (2500, 2000, 500),
        (3000, 2000, 500),  # 15 can be bet, so nothing above it
        (3000, 1501, 500),
    ],
)
def test_590_8_b_insurance_above_half_is_found(main: int, insurance: int, unit: int | None) -> None:
    options = {} if unit is None else {"chip_unit": unit}
    answer = deal("Ac 9d", box("Th 8d", "stand", main=main, insurance=insurance), **options)
    assert answer.violations == {"insurance-above-half"}
    assert answer.cite("insurance-above-half") == "590.8(b)"
    assert answer.net("insurance") == -insurance


def test_590_8_b_insurance_above_half_is_settled_as_it_was_wagered() -> None:
    answer = deal("Ac Kd", box("Th 9d", insurance=800), reader="blackjack")
    assert answer.violations == {"insurance-above-half"}
    assert answer.net("insurance") == 1600


def test_590_8_d_insurance_is_lost_without_a_dealer_blackjack() -> None:
    answer = deal("Ac 9d", box("Th 8d", "stand", insurance=500), reader="no_blackjack")
    assert (answer.net("insurance"), answer.line("insurance").cite) == (-500, "590.8(d)")
    assert answer.codes == set()
    assert answer.line("insurance").readings == ()


def test_590_8_d_a_dealer_21_of_three_cards_does_not_save_insurance() -> None:
    assert deal("Ac 4d 6h", box("Th 8d", "stand", insurance=500)).net("insurance") == -500


# 590.9 Surrender


@pytest.mark.parametrize("before", ["hit 2c", "stand", "hit 2c, stand"])
def test_590_9_a_a_surrender_after_another_decision_is_found_and_settled_as_played(before: str) -> None:
    answer = deal("9c 8d", box("Th 4d", f"{before}, surrender"))
    assert answer.violations == {"surrender-too-late"}
    assert answer.cite("surrender-too-late") == "590.9(a)"
    assert (answer.net(), answer.line().outcome) == (-500, "half")


def test_590_9_a_a_split_hand_is_not_surrendered() -> None:
    answer = deal("9c 8d", box("8c 8h", "split free 7d, surrender, deal Ks, stand"))
    assert answer.violations == {"surrender-too-late"}
    assert (answer.net(hand=1), answer.net(hand=2)) == (-500, 1000)


def test_590_9_a_a_surrender_after_a_double_is_too_late() -> None:
    answer = deal("9c 8d", box("Th 4d", "double 1000 2c, surrender"))
    assert answer.violations == {"surrender-too-late"}


def test_590_9_a_a_surrendered_lammer_hand_costs_nothing() -> None:
    answer = deal("9c 8d", box("8c 8h", "split free Td, stand, deal 7s, surrender"))
    assert (answer.net(hand=1), answer.net(hand=2)) == (1000, 0)


@pytest.mark.parametrize(
    ("cards", "decisions", "code"),
    [("Th 4d", "surrender, surrender", "surrender-twice"), ("Th 4d", "surrender, hit 5c", "draw-after-surrender")],
)
def test_590_9_a_what_a_surrender_does_not_allow_is_found(cards: str, decisions: str, code: str) -> None:
    answer = deal("9c 8d", box(cards, decisions))
    assert answer.violations == {code}
    assert answer.cite(code) == "590.9(a)"


@pytest.mark.parametrize(("readings", "net"), [([], -500), (["I-14"], -501)])
def test_590_9_a_half_of_an_odd_cent_goes_to_the_player_or_by_i_14_to_the_house(readings: list[str], net: int) -> None:
    answer = deal("9c 8d", box("Th 4d", "surrender", main=1001), readings=readings)
    assert (answer.net(), answer.line().readings) == (net, ("I-14",))
    assert (answer.codes, answer.violations) == ({"rounded-to-the-cent"}, set())
    assert answer.verdict == "settled"


def test_590_9_a_a_half_that_was_rounded_is_cited_under_surrender() -> None:
    answer = deal("9c 8d", box("Th 4d", "surrender", main=1001))
    assert answer.cite("rounded-to-the-cent").startswith("590.9(a)")


def test_590_9_a_a_half_that_chips_cannot_pay_is_an_advisory_under_surrender() -> None:
    answer = deal("9c 8d", box("Th 4d", "surrender", main=1500), chip_unit=500)
    assert (answer.net(), answer.codes, answer.violations) == (-750, {"odd-chips"}, set())
    assert answer.cite("odd-chips").startswith("590.9(a)")


@pytest.mark.parametrize("up", "23456789")
def test_590_9_a_1_a_surrender_loses_half_at_once(up: str) -> None:
    answer = deal(f"{up}c 8d", box("Th 4d", "surrender"))
    assert (answer.net(), answer.line().outcome, answer.line().cite) == (-500, "half", "590.9(a)(1)")
    assert (answer.codes, answer.verdict) == (set(), "settled")


@pytest.mark.parametrize("up", "ATJQK")
def test_590_9_a_2_a_surrender_against_an_ace_or_a_ten_loses_half_without_a_blackjack(up: str) -> None:
    answer = deal(f"{up}c 8d", box("Th 4d", "surrender"), reader="no_blackjack")
    assert (answer.net(), answer.line().outcome, answer.line().cite) == (-500, "half", "590.9(a)(2)")
    assert answer.codes == set()


@pytest.mark.parametrize("dealer", ["Ac Kd", "Tc Ad"])
def test_590_9_a_2_a_surrender_loses_all_to_a_dealer_blackjack(dealer: str) -> None:
    answer = deal(dealer, box("Th 4d", "surrender"), reader="blackjack")
    assert (answer.net(), answer.line().outcome, answer.line().cite) == (-1000, "lose", "590.9(a)(2)")
    assert answer.codes == set()


def test_590_9_a_2_a_surrender_before_the_reader_is_in_order_unless_i_17_is_read_otherwise() -> None:
    hand = box("Th 4d", "surrender")
    assert deal("Ac Kd", hand, reader="blackjack").line().readings == ("I-17",)
    answer = deal("Ac Kd", hand, reader="blackjack", readings=["I-17"])
    assert answer.violations == {"surrender-before-reader"}
    assert answer.cite("surrender-before-reader") == "590.9(a)"
    assert answer.net() == -1000


def test_590_9_a_2_a_surrender_after_the_reader_is_in_order_by_either_i_17() -> None:
    answer = deal("Ac 9d", box("Th 4d", "surrender"), reader="no_blackjack", readings=["I-17"])
    assert (answer.net(), answer.codes) == (-500, set())


def test_590_9_a_2_by_i_17_a_surrender_after_a_reader_that_spoke_wrongly_was_not_too_early() -> None:
    answer = deal("Ac Kd", box("Th 4d", "surrender"), reader="no_blackjack", readings=["I-17"])
    assert (answer.net(), answer.violations) == (-1000, {"reader-signal-wrong"})


@pytest.mark.parametrize(("dealer", "main", "insurance"), [("Ac Kd", -1000, 1000), ("Ac 9d", -500, -500)])
def test_590_9_b_insurance_and_surrender_are_settled_apart(dealer: str, main: int, insurance: int) -> None:
    answer = deal(dealer, box("Th 4d", "surrender", insurance=500))
    assert (answer.net(), answer.net("insurance"), answer.codes) == (main, insurance, set())
