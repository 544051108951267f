"""Double Attack Blackjack, Pennsylvania: the table, its cards, the reader."""

from __future__ import annotations

from functools import partial

import pytest

from floorapp.bootstrap import rulebooks
from floorapp.engine.verify import verify_json
from tests.deal import Verified, box, record, verified

BOOK = rulebooks()["pa-665a"]
deal = partial(verified, "pa-665a")


# The text's standing


def test_665a_was_not_in_force_the_day_before_which_is_an_advisory() -> None:
    answer = deal("9h Kd", box("Kc Qd", "stand"), at="2014-01-31T23:59:00-05:00")
    assert answer.cite("rulebook-not-in-force") == "665a"
    assert answer.violations == set()
    assert answer.verdict == "settled"


def test_665a_is_in_force_from_1_february_2014() -> None:
    assert deal("9h Kd", box("Kc Qd", "stand"), at="2014-02-01T00:00:00-05:00").codes == set()


# .1 to .4: the table and its cards


@pytest.mark.parametrize("signal", ["small", "medium", "large"])
def test_665a_1_reader_tells_a_blackjack_and_shows_no_range(signal: str) -> None:
    answer = deal("Kh 9d", box("Kc Qd", "stand"), reader=signal)
    assert answer.violations == {"reader-signal-foreign"}
    assert answer.cite("reader-signal-foreign") == "665a.1"


def test_665a_1_ace_and_king_on_a_split_hand_are_21_and_no_blackjack() -> None:
    """A 21 ties a dealer's 21 of three cards, which a Blackjack would beat."""
    answer = deal("5h 6d Kh", box("Kc Qd", "split 1000 Ac, deal 9c, stand"))
    assert (answer.net(hand=1), answer.net(hand=2)) == (0, -1000)


def test_665a_2_a_at_most_six_boxes() -> None:
    assert deal("9h Kd", box("Kc Qd", "stand", number=6), positions=6).codes == set()
    answer = deal("9h Kd", box("Kc Qd", "stand"), positions=7)
    assert answer.violations == {"boxes-not-allowed"}
    assert answer.cite("boxes-not-allowed") == "665a.2(a)"


def test_665a_2_a_box_beyond_the_table_is_found() -> None:
    answer = deal("9h Kd", box("Kc Qd", "stand", number=6), positions=5)
    assert answer.violations == {"box-beyond-table"}
    assert answer.cite("box-beyond-table") == "665a.2(a)"


def test_665a_2_a_one_player_a_box_and_who_bets_behind_gets_it_back() -> None:
    answer = deal("9h Kd", box("Kc Qd", "stand", behind=[{"wagers": {"main": 500, "double_attack": 500}}]))
    assert answer.violations == {"behind-not-in-game"}
    assert answer.cite("behind-not-in-game") == "665a.2(a)"
    assert (answer.net(behind=1), answer.net("double_attack", behind=1)) == (0, 0)


def test_665a_2_d_table_without_a_reader_is_found() -> None:
    made = record("pa-665a", "9h Kd", box("Kc Qd", "stand")) | {"options": {"reader": False}}
    answer = Verified(verify_json(made, rulebooks()))
    assert answer.violations == {"reader-missing"}
    assert answer.cite("reader-missing") == "665a.2(d)"


def test_665a_2_d_floorperson_inspects_the_reader_every_gaming_day() -> None:
    assert BOOK.reader.inspected_daily.value is True
    assert BOOK.reader.inspected_daily.cite == "665a.2(d)"


@pytest.mark.parametrize("decks", [1, 4, 6, 7, 9])
def test_665a_3_a_eight_decks_and_no_other_number(decks: int) -> None:
    assert deal("9h Kd", box("Kc Qd", "stand"), decks=8).codes == set()
    answer = deal("9h Kd", box("Kc Qd", "stand"), decks=decks)
    assert answer.violations == {"decks-not-allowed"}
    assert answer.cite("decks-not-allowed") == "665a.3(a)"


@pytest.mark.parametrize("dealer", ["9h Td", "Th 9d", "6h Kd Ts"])
def test_665a_3_a_dealt_ten_is_a_card_the_decks_do_not_hold(dealer: str) -> None:
    answer = deal(dealer, box("Kc 9d", "stand"))
    assert answer.violations == {"card-not-in-deck"}
    assert answer.cite("card-not-in-deck") == "665a.3(a)"


@pytest.mark.parametrize("one", [box("Tc 9d", "stand"), box("5c 4d", "hit Tc, stand")])
def test_665a_3_a_ten_of_a_player_is_found_too(one: dict[str, object]) -> None:
    assert deal("9h Kd", one).violations == {"card-not-in-deck"}


def test_665a_3_a_eight_decks_hold_eight_copies_of_a_card() -> None:
    boxes = [box("9c 9c", "stand", number=number) for number in (1, 2, 3)]
    assert deal("9c 9c", *boxes).codes == set()
    answer = deal("9c 9c", *boxes, box("9c 8c", "stand", number=4))
    assert answer.violations == {"too-many-copies"}
    assert answer.cite("too-many-copies") == "665a.3(a)"


def test_665a_3_b_batch_shuffler_needs_two_batches() -> None:
    assert BOOK.cards.two_batches.value is True
    assert BOOK.cards.two_batches.cite == "665a.3(b)"


def test_665a_3_c_decks_are_changed_every_24_hours() -> None:
    assert BOOK.cards.change_hours.value == 24
    assert BOOK.cards.change_hours.cite == "665a.3(c)"


@pytest.mark.parametrize("readings", [[], ["I-13"]])
def test_665a_3_d_3_dealer_ace_is_1_where_11_would_pass_21(readings: list[str]) -> None:
    """Two aces are a soft 12 and 5, 6, ace are 12: the 22 of Down Under is no rule of this game."""
    aces = deal("Ah Ad 7c", box("9c 8d", "stand"), readings=readings)
    low = deal("5h 6d Ac 6s", box("9c 8d", "stand"), readings=readings)
    assert aces.dealer is not None and (aces.dealer.total, aces.dealer.soft) == (19, True)
    assert low.dealer is not None and (low.dealer.total, low.dealer.soft) == (18, False)
    assert (aces.codes, low.codes) == (set(), set())


# .7(g), .13(h), .13(i): the reader


@pytest.mark.parametrize("up", ["Ah", "Kh", "Qh", "Jh"])
def test_665a_7_g_reader_is_used_with_an_ace_or_a_picture_up(up: str) -> None:
    assert deal(f"{up} 9d", box("Kc 9d", "stand"), reader="no_blackjack").codes == set()
    answer = deal(f"{up} 9d", box("Kc 9d", "stand"), reader=None)
    assert answer.violations == {"reader-unused"}
    assert answer.cite("reader-unused") == "665a.7(g)"


@pytest.mark.parametrize("dealer", ["2h 9d 8s", "8h 9d", "9h Ad"])
def test_665a_7_g_reader_rests_with_any_other_card_up(dealer: str) -> None:
    assert deal(dealer, box("Kc Qd", "stand"), reader=None).codes == set()


@pytest.mark.parametrize("dealer", ["As Kd", "Ks Ad"])
def test_665a_7_g_no_card_is_dealt_after_a_dealer_blackjack(dealer: str) -> None:
    answer = deal(dealer, box("9c 5d", "hit 4c, stand"), reader="blackjack")
    assert answer.violations == {"cards-after-blackjack"}
    assert answer.cite("cards-after-blackjack") == "665a.7(g)"
    assert answer.net() == -1000


def test_665a_7_g_dealer_blackjack_ends_the_round_before_anybody_decides() -> None:
    answer = deal("Ks Ad", box("9c 5d"), reader="blackjack")
    assert answer.verdict == "settled"
    assert answer.dealer is not None and answer.dealer.blackjack and answer.dealer.should_hold == 2


def test_665a_7_f_3_dealer_takes_a_hole_card() -> None:
    answer = deal("9h Kd", box("Kc Qd", "stand"), hole_card=False)
    assert answer.violations == {"hole-card-missing"}
    assert answer.cite("hole-card-missing") == "665a.7(f)(3)"


@pytest.mark.parametrize(("dealer", "signal"), [("Kh 9d", "blackjack"), ("Kh Ad", "no_blackjack")])
def test_665a_13_i_reader_that_contradicts_the_cards_is_out_of_order(dealer: str, signal: str) -> None:
    answer = deal(dealer, box("Kc Qd", "stand"), reader=signal)
    assert answer.violations == {"reader-signal-wrong"}
    assert answer.cite("reader-signal-wrong") == "665a.13(i)"


def test_665a_13_i_reader_out_of_order_stops_the_table() -> None:
    assert BOOK.reader.failure.value == "no-dealing"
    assert BOOK.reader.failure.cite == "665a.13(i)"
