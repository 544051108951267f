"""Down Under Blackjack, paragraph by paragraph: the table, its cards, the reader."""

from __future__ import annotations

from functools import partial

import pytest

from floorapp.bootstrap import rulebooks
from floorapp.engine.verify import verify_json
from tests.deal import Verified, box, record, verified

BOOK = rulebooks()["pa-685a"]
deal = partial(verified, "pa-685a")


# The text's standing


def test_685a_was_not_in_force_the_day_before_which_is_an_advisory() -> None:
    answer = deal("9h Td", box("Tc Qd", "stand"), at="2020-11-20T23:59:00-05:00")
    assert answer.cite("rulebook-not-in-force") == "685a"
    assert answer.violations == set()
    assert answer.verdict == "settled"


def test_685a_is_in_force_from_21_november_2020() -> None:
    answer = deal("9h Td", box("Tc Qd", "stand"), at="2020-11-21T00:00:00-05:00")
    assert answer.codes == set()


# .1 to .3: the table and its cards


@pytest.mark.parametrize("signal", ["blackjack", "no_blackjack"])
def test_685a_1_masque_reader_shows_a_range_and_never_says_blackjack(signal: str) -> None:
    answer = deal("9h Td", box("Tc Qd", "stand"), reader=signal)
    assert answer.violations == {"reader-signal-foreign"}
    assert answer.cite("reader-signal-foreign") == "685a.1"


def test_685a_1_ace_and_ten_on_a_split_hand_are_21_and_no_blackjack() -> None:
    answer = deal("Th 9d", box("Kc Qd", "split 1000 Ac, deal 9c, stand"))
    assert answer.net(hand=1) == 1000  # 21 over 19, even money
    assert answer.net(hand=2) == 0  # 19 against 19


def test_685a_2_a_at_most_six_boxes() -> None:
    assert deal("9h Td", box("Tc Qd", "stand", number=6), positions=6).codes == set()
    answer = deal("9h Td", box("Tc Qd", "stand"), positions=7)
    assert answer.violations == {"boxes-not-allowed"}
    assert answer.cite("boxes-not-allowed") == "685a.2(a)"


def test_685a_2_a_box_beyond_the_table_is_found() -> None:
    answer = deal("9h Td", box("Tc Qd", "stand", number=5), positions=4)
    assert answer.violations == {"box-beyond-table"}
    assert answer.cite("box-beyond-table") == "685a.2(a)"


def test_685a_2_a_one_player_a_box_and_who_bets_behind_gets_it_back() -> None:
    answer = deal("9h Td", box("Tc Qd", "stand", behind=[{"wagers": {"main": 500}}]))
    assert answer.violations == {"behind-not-in-game"}
    assert answer.cite("behind-not-in-game") == "685a.2(a)"
    assert (answer.net(), answer.net(behind=1)) == (1000, 0)


def test_685a_2_d_table_without_a_reader_is_found() -> None:
    made = record("pa-685a", "9h Td", box("Tc Qd", "stand")) | {"options": {"reader": False}}
    answer = Verified(verify_json(made, rulebooks()))
    assert answer.violations == {"reader-missing"}
    assert answer.cite("reader-missing") == "685a.2(d)"


def test_685a_2_d_floorperson_inspects_the_reader_every_gaming_day() -> None:
    assert BOOK.reader.inspected_daily.value is True
    assert BOOK.reader.inspected_daily.cite == "685a.2(d)"


@pytest.mark.parametrize("decks", [4, 5, 6, 8])
def test_685a_3_a_four_five_six_or_eight_decks(decks: int) -> None:
    assert deal("9h Td", box("Tc Qd", "stand"), decks=decks).codes == set()


@pytest.mark.parametrize("decks", [1, 2, 3, 7, 9])
def test_685a_3_a_no_other_number_of_decks(decks: int) -> None:
    answer = deal("9h Td", box("Tc Qd", "stand"), decks=decks)
    assert answer.violations == {"decks-not-allowed"}
    assert answer.cite("decks-not-allowed") == "685a.3(a)"


def test_685a_3_a_four_decks_hold_four_copies_of_a_card() -> None:
    boxes = box("9c 9c", "stand"), box("9c 8d", "stand", number=2)
    assert deal("9c Td", *boxes, decks=4).codes == set()
    answer = deal("9c 9c", *boxes, decks=4)
    assert answer.violations == {"too-many-copies"}
    assert answer.cite("too-many-copies") == "685a.3(a)"


def test_685a_3_a_six_decks_are_taken_where_the_record_names_none() -> None:
    assert deal("9c 9c", box("9c 9c", "stand"), box("9c 9c", "stand", number=2)).codes == set()
    answer = deal("9c 9c", box("9c 9c", "stand"), box("9c 9c", "hit 9c", number=2))
    assert answer.violations == {"too-many-copies"}


def test_685a_3_b_batch_shuffler_needs_two_batches() -> None:
    assert BOOK.cards.two_batches.value is True
    assert BOOK.cards.two_batches.cite == "685a.3(b)"


def test_685a_3_c_decks_are_changed_every_24_hours() -> None:
    assert BOOK.cards.change_hours.value == 24
    assert BOOK.cards.change_hours.cite == "685a.3(c)"


# .3(d)(3): the aces


def test_685a_3_d_3_two_aces_of_the_dealer_are_a_soft_22_and_he_stands() -> None:
    answer = deal("Ah Ad", box("9c 8d", "stand"))
    assert answer.dealer is not None
    assert (answer.dealer.total, answer.dealer.soft, answer.dealer.should_hold) == (22, True, 2)
    assert answer.dealer.blackjack is False
    assert answer.net() == 0  # 22 returns a 17
    assert answer.codes == set()


@pytest.mark.parametrize("dealer", ["Ah 5d 6c", "6h 5d Ac", "9h 2d Ac", "4h Ad 7c"])
def test_685a_3_d_3_dealer_ace_is_11_up_to_22(dealer: str) -> None:
    answer = deal(dealer, box("9c 9d", "stand"))
    assert answer.dealer is not None
    assert (answer.dealer.total, answer.dealer.soft, answer.dealer.should_hold) == (22, True, 3)
    assert answer.net() == 0
    assert answer.codes == set()


@pytest.mark.parametrize("dealer", ["Th 6d Ac", "Th 2d Ac 4s"])
def test_685a_3_d_3_dealer_ace_is_1_where_11_would_pass_22(dealer: str) -> None:
    answer = deal(dealer, box("9c 9d", "stand"))  # 27 and 23 with 11, so 17 and 13
    assert answer.dealer is not None
    assert (answer.dealer.total, answer.dealer.soft) == (17, False)
    assert (answer.net(), answer.codes) == (1000, set())


def test_685a_3_d_3_player_ace_is_1_where_11_would_pass_21() -> None:
    answer = deal("Th 7d", box("Ac 5d", "hit 6c, stand"))  # 12, not 22
    assert (answer.net(), answer.line().cite) == (-1000, "685a.7(q)(2)")


def test_685a_3_d_3_third_card_on_two_aces_does_not_count() -> None:
    answer = deal("Ah Ad 7c", box("9c 8d", "stand"))
    assert answer.violations == {"dealer-drew-past-stop"}
    assert answer.net() == 0


def test_685a_3_d_3_two_aces_as_a_soft_12_draw_i_13() -> None:
    answer = deal("Ah Ad 7c", box("9c 8d", "stand"), readings=["I-13"])
    assert answer.dealer is not None
    assert (answer.dealer.total, answer.dealer.should_hold) == (19, 3)
    assert answer.net() == -1000
    assert answer.codes == set()


@pytest.mark.parametrize(("dealer", "readings"), [("Ah Ad", []), ("Ah Ad 7c", ["I-13"])])
def test_685a_3_d_3_line_shows_that_it_rests_on_i_13(dealer: str, readings: list[str]) -> None:
    answer = deal(dealer, box("9c 8d", "stand"), readings=readings)
    assert "I-13" in answer.line().readings


def test_685a_3_d_3_dealer_who_stays_on_a_soft_12_stopped_short_i_13() -> None:
    answer = deal("Ah Ad", box("9c 8d", "stand"), readings=["I-13"])
    assert answer.violations == {"dealer-stopped-short"}


def test_685a_3_d_3_one_ace_is_still_11_up_to_22_under_i_13() -> None:
    answer = deal("6h 5d Ac", box("9c 9d", "stand"), readings=["I-13"])
    assert answer.dealer is not None and answer.dealer.total == 22
    assert answer.net() == 0


# .3(e), .7(h): the reader

HOLE = {"small": "2345", "medium": "6789", "large": "TJQKA"}


def lit(hole: str, light: str) -> set[str]:
    """What is found when this light shows for this hole card; the only player went over."""
    return deal(f"9h {hole}d", box("Tc 6d", "hit Kc"), reader=light).violations


def by_hole_card(light: str) -> dict[str, set[str]]:
    """What is found with this light, for every hole card."""
    return {hole: lit(hole, light) for holes in HOLE.values() for hole in holes}


def test_685a_3_e_1_blue_light_is_for_2_3_4_5_and_no_other() -> None:
    found = by_hole_card("small")
    assert {hole for hole, codes in found.items() if not codes} == set("2345")
    assert all(codes == {"reader-signal-wrong"} for hole, codes in found.items() if hole not in "2345")


def test_685a_3_e_2_red_light_is_for_6_7_8_9_and_no_other() -> None:
    found = by_hole_card("medium")
    assert {hole for hole, codes in found.items() if not codes} == set("6789")
    assert all(codes == {"reader-signal-wrong"} for hole, codes in found.items() if hole not in "6789")


def test_685a_3_e_3_yellow_light_is_for_ten_values_and_aces_and_no_other() -> None:
    found = by_hole_card("large")
    assert {hole for hole, codes in found.items() if not codes} == set("TJQKA")
    assert all(codes == {"reader-signal-wrong"} for hole, codes in found.items() if hole not in "TJQKA")


@pytest.mark.parametrize("up", ["2h", "5h", "9h", "Th", "Kh", "Ah"])
def test_685a_7_h_reader_is_used_every_round(up: str) -> None:
    answer = deal(f"{up} 9d", box("Tc 6d", "hit Kc"), reader=None)
    assert answer.violations == {"reader-unused"}
    assert answer.cite("reader-unused") == "685a.7(h)"


def test_685a_7_h_nothing_is_said_of_a_reader_nobody_reports_on() -> None:
    assert deal("9h Td", box("Tc Qd", "stand")).codes == set()
    assert deal("9h Td", box("Tc Qd", "stand"), reader="large").codes == set()


@pytest.mark.parametrize("dealer", ["As Kd", "Ks Ad"])
def test_685a_7_h_no_card_is_dealt_after_a_dealer_blackjack(dealer: str) -> None:
    answer = deal(dealer, box("9c 5d", "hit 4c, stand"), reader="large")
    assert answer.violations == {"cards-after-blackjack"}
    assert answer.cite("cards-after-blackjack") == "685a.7(h)"
    assert answer.net() == -1000


def test_685a_7_h_dealer_blackjack_ends_the_round_before_anybody_decides() -> None:
    answer = deal("Ks Ad", box("9c 5d"), reader="large")
    assert answer.verdict == "settled"
    assert answer.dealer is not None and answer.dealer.blackjack and answer.dealer.should_hold == 2


def test_685a_7_e_4_dealer_takes_a_hole_card() -> None:
    answer = deal("9h Td", box("Tc Qd", "stand"), hole_card=False)
    assert answer.violations == {"hole-card-missing"}
    assert answer.cite("hole-card-missing") == "685a.7(e)(4)"
