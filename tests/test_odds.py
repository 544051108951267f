"""Odds are exact: what holds for all of them, and how they are written."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction

import pytest

from floorapp.domain.cards import CARDS, cards_of
from floorapp.engine.odds import Chance, Odds, decimal_string
from floorapp.engine.odds_dealer import dealer
from floorapp.engine.odds_hands import finished_hands
from floorapp.engine.odds_mix import ShoeMix
from floorapp.engine.wagers.bust_it import bust_it_odds
from floorapp.engine.wagers.insurance import insurance_odds
from floorapp.engine.wagers.match_dealer import match_dealer_odds
from floorapp.engine.wagers.push_22 import push_22_odds
from tests.odds_by_hand import (
    BUST_IT,
    DOWN_UNDER,
    EIGHT_DECKS,
    HITS_SOFT_17,
    PAYTABLE_A,
    PAYTABLE_B,
    SIX_DECKS,
    figures,
    totals,
)

# --- what holds for all ---


def all_odds(mix: ShoeMix) -> list[Odds]:
    return [
        push_22_odds(mix, PAYTABLE_A),
        push_22_odds(mix, PAYTABLE_B, rule=HITS_SOFT_17),
        match_dealer_odds(mix, SIX_DECKS),
        bust_it_odds(mix, BUST_IT),
        insurance_odds(mix, Fraction(2)),
    ]


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
@pytest.mark.parametrize("tens", [True, False])
def test_the_chances_are_exactly_one_together(decks: int, tens: bool) -> None:
    mix = ShoeMix.fresh(decks, tens=tens)
    for odds in all_odds(mix):
        assert sum(figures(odds).values()) == 1
        assert min(figures(odds).values()) >= 0
        assert odds.decks == decks
    assert sum(totals(dealer(mix, rule=DOWN_UNDER)).values()) == 1


def test_a_shoe_that_can_run_out_is_refused() -> None:
    few = ShoeMix.of(cards_of("2s 3s 4s 5c"))
    for odds in (push_22_odds, bust_it_odds):
        with pytest.raises(ValueError, match="run out"):
            odds(ShoeMix.of(cards_of("2s 3s")), PAYTABLE_A | BUST_IT)
    with pytest.raises(ValueError, match="run out"):
        dealer(few)
    with pytest.raises(ValueError, match="no card"):
        dealer(few, up="K")


def test_a_wager_that_is_returned_costs_nothing() -> None:
    half = Fraction(1, 2)
    odds = Odds("any", 6, (), (Chance("push", half, Fraction(0)), Chance("lost", half, Fraction(-1))))
    assert odds.house_edge == half


def test_the_assumptions_are_stated() -> None:
    said = " / ".join(push_22_odds(ShoeMix.fresh(6), PAYTABLE_A).assumptions)
    assert "fresh" in said and "6 decks of 52 cards" in said and "17, hard or soft" in said
    said = " / ".join(bust_it_odds(ShoeMix.fresh(8, tens=False), BUST_IT).assumptions)
    assert "8 decks of 48 cards" in said
    left = ShoeMix.fresh(6).without(cards_of("As Kh"))
    assert "fresh" not in left.words and "310" in left.words
    assert "I-13" in " / ".join(dealer(left, rule=DOWN_UNDER).assumptions)


SPEED: dict[str, Callable[[ShoeMix], object]] = {
    "push_22": lambda mix: push_22_odds(mix, PAYTABLE_A),
    "match_dealer": lambda mix: match_dealer_odds(mix, EIGHT_DECKS),
    "bust_it": lambda mix: bust_it_odds(mix, BUST_IT),
    "insurance": lambda mix: insurance_odds(mix, Fraction(2)),
    "dealer": lambda mix: dealer(mix, rule=DOWN_UNDER),
}


@pytest.mark.parametrize("wager", SPEED)
def test_no_odds_of_eight_decks_take_two_seconds(wager: str) -> None:
    finished_hands.cache_clear()
    begun = time.process_time()
    SPEED[wager](ShoeMix.fresh(8))
    assert time.process_time() - begun < 2


def test_a_shoe_gives_only_what_it_holds() -> None:
    mix = ShoeMix.fresh(2, tens=False)
    assert (mix.size, mix.decks, mix.copies(CARDS["Kh"]), mix.copies(CARDS["Th"])) == (96, 2, 2, 0)
    assert mix.without(cards_of("Kh Kh")).copies(CARDS["Kh"]) == 0
    assert mix.without(cards_of("As")).decks is None and ShoeMix.of([]).decks is None
    assert mix.values("h") == (2, 2, 2, 2, 2, 2, 2, 2, 2, 6)
    for cards in ("Th", "Kh Kh Kh"):
        with pytest.raises(ValueError, match="fewer than no"):
            mix.without(cards_of(cards))
    with pytest.raises(ValueError, match="one deck"):
        ShoeMix.fresh(0)
    with pytest.raises(ValueError, match="thirteen"):
        ShoeMix(((1, 1, 1, 1),))


@pytest.mark.parametrize(
    ("number", "digits", "text"),
    [
        (Fraction(23, 311), 10, "0.0739549839"),
        (Fraction(-1, 3), 4, "-0.3333"),
        (Fraction(7, 2), 0, "4"),
        (Fraction(-1, 10**12), 10, "0.0000000000"),
        (Fraction(9999, 10000), 3, "1.000"),
    ],
)
def test_a_fraction_as_a_decimal_number(number: Fraction, digits: int, text: str) -> None:
    assert decimal_string(number, digits) == text
