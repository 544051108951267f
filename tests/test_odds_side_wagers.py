"""Exact odds of Push 22, Match-the-Dealer, Bust It and insurance, held against every deal and published figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product

import pytest

from floorapp.domain.cards import CARDS, cards_of
from floorapp.engine.odds import decimal_string
from floorapp.engine.odds_mix import ShoeMix
from floorapp.engine.wagers.bust_it import bust_it_odds
from floorapp.engine.wagers.insurance import insurance_odds
from floorapp.engine.wagers.match_dealer import match_dealer_odds
from floorapp.engine.wagers.push_22 import push_22_odds
from tests.odds_by_hand import (
    BUST_IT,
    EIGHT_DECKS,
    HITS_SOFT_17,
    PAYTABLE_A,
    PAYTABLE_B,
    PUBLISHED_BUST,
    SIX_DECKS,
    SMALL_SHOES,
    bust_by_hand,
    figures,
    match_by_hand,
    played_by_hand,
    push_by_hand,
    without_zeros,
)

# --- Push 22 ---


@pytest.mark.parametrize("text", SMALL_SHOES)
def test_590_12_c_push_22_agrees_with_every_deal_dealt_out(text: str) -> None:
    odds = push_22_odds(ShoeMix.of(cards_of(text)), PAYTABLE_A)
    assert without_zeros(figures(odds)) == played_by_hand(text, push_by_hand)


def test_590_12_c_the_small_shoes_show_every_push_22_outcome() -> None:
    seen = {name for text in SMALL_SHOES for name in played_by_hand(text, push_by_hand)}
    assert seen == {"suit", "colour", "other", "lost"}


def test_590_12_c_push_22_as_published_for_a_dealer_who_draws_on_soft_17() -> None:
    # discountgambling.net, 22 August 2013, six decks, 50/20/8.
    odds = push_22_odds(ShoeMix.fresh(6), PAYTABLE_A, rule=HITS_SOFT_17)
    assert {name: decimal_string(chance, 6) for name, chance in figures(odds).items()} == {
        "suit": "0.003327",
        "colour": "0.011659",
        "other": "0.058551",
        "lost": "0.926464",
    }
    # Its printed total, 0.058540, adds up rounded lines; the exact edge is a hair less.
    assert abs(odds.house_edge - Fraction("0.058540")) < Fraction("0.000001")


def walked(
    points: int, aces: int, drawn: tuple[int, ...], left: list[list[int]], share: list[Fraction]
) -> Iterator[list[Fraction]]:
    """The chances of every drawn-out 22, for all suits, for one colour and for one suit."""
    soft = aces and points + 10 <= 21
    if len(drawn) >= 2 and points + (10 if soft else 0) >= 17:
        if points == 22:
            yield share
        return
    size = sum(left[0]) - len(drawn)
    for value in range(1, 11):
        used = drawn.count(value)
        next_share = [chance * (held[value - 1] - used) / size for chance, held in zip(share, left, strict=True)]
        if next_share[0]:
            yield from walked(points + value, aces + (value == 1), (*drawn, value), left, next_share)


@pytest.mark.parametrize(
    ("decks", "edge_a", "edge_b"),
    [(1, "0.1002970", "0.1587823"), (6, "0.0684286", "0.1261244"), (8, "0.0668952", "0.1245524")],
)
def test_590_12_c_push_22_standing_on_17_agrees_with_a_walk_through_all_draws(
    decks: int, edge_a: str, edge_b: str
) -> None:
    left = [[decks * suits] * 9 + [4 * decks * suits] for suits in (4, 2, 1)]
    shares = list(walked(0, 0, (), left, [Fraction(1)] * 3))
    every, colour, suit = (sum(column) for column in zip(*shares, strict=True))
    odds = push_22_odds(ShoeMix.fresh(decks), PAYTABLE_A)
    assert list(figures(odds).values()) == [4 * suit, 2 * colour - 4 * suit, every - 2 * colour, 1 - every]
    assert decimal_string(odds.house_edge, 7) == edge_a
    assert decimal_string(push_22_odds(ShoeMix.fresh(decks), PAYTABLE_B).house_edge, 7) == edge_b


def test_590_7_g_a_dealer_blackjack_loses_push_22() -> None:
    odds = push_22_odds(ShoeMix.of(cards_of("As Ks")), PAYTABLE_A)
    assert without_zeros(figures(odds)) == {"lost": Fraction(1)}


# --- Match-the-Dealer ---


@pytest.mark.parametrize("text", [*SMALL_SHOES, "Kh Kh Kh Kd Qh Qs Jh Tc"])
def test_685a_7_f_match_agrees_with_every_deal_dealt_out(text: str) -> None:
    deals = [match_by_hand(*three) for three in permutations(cards_of(text), 3)]
    by_hand = {name: Fraction(n, len(deals)) for name, n in Counter(deals).items()}
    odds = match_dealer_odds(ShoeMix.of(cards_of(text)), SIX_DECKS)
    assert without_zeros(figures(odds)) == by_hand


def test_685a_7_f_match_by_published_permutations() -> None:
    # wizardofodds.com, Match the Dealer: out of C(103, 2) and C(207, 2) hands beside the up card.
    assert list(figures(match_dealer_odds(ShoeMix.fresh(2), SIX_DECKS)).values()) == [
        Fraction(n, 5253) for n in (0, 6, 96, 15, 576, 4560)
    ]
    assert list(figures(match_dealer_odds(ShoeMix.fresh(4), SIX_DECKS)).values()) == [
        Fraction(n, 21321) for n in (3, 36, 576, 66, 2304, 18336)
    ]


@pytest.mark.parametrize(
    ("decks", "tens", "suited", "unsuited", "edge"),
    [(2, True, 19, 4, "0.033124"), (6, False, 9, 4, "0.030555"), (6, True, 11, 4, "0.040618")],
)
def test_685a_11_c_match_edges_as_published(decks: int, tens: bool, suited: int, unsuited: int, edge: str) -> None:
    # wizardofodds.com (two decks; six decks 4.06 %), 888casino.com (48-card decks 3.055 %).
    pays = {"suited": Fraction(suited), "unsuited": Fraction(unsuited)}
    odds = match_dealer_odds(ShoeMix.fresh(decks, tens=tens), pays)
    assert decimal_string(odds.house_edge, 6) == edge


@pytest.mark.parametrize(("decks", "pays"), [(6, SIX_DECKS), (8, EIGHT_DECKS)])
def test_685a_11_c_match_edge_by_expectation_of_single_cards(decks: int, pays: dict[str, Fraction]) -> None:
    # Each of the two cards by itself: suited d−1, unsuited 3d of the 52d−1 other cards.
    others = 52 * decks - 1
    paid = 2 * ((decks - 1) * pays["suited"] + 3 * decks * pays["unsuited"]) / others
    lost = Fraction(48 * decks, others) * Fraction(48 * decks - 1, others - 1)
    assert match_dealer_odds(ShoeMix.fresh(decks), pays).house_edge == lost - paid


def test_i_05_only_the_better_match_costs_the_player_more() -> None:
    mix = ShoeMix.fresh(6)
    each, better = match_dealer_odds(mix, SIX_DECKS), match_dealer_odds(mix, SIX_DECKS, both=False)
    assert figures(each) == figures(better)
    double = figures(each)
    less = 11 * double["two suited"] + 4 * double["suited and unsuited"] + 4 * double["two unsuited"]
    assert better.house_edge - each.house_edge == less
    assert "I-05" in " ".join(each.assumptions) and each.assumptions != better.assumptions


# --- Bust It ---


@pytest.mark.parametrize("text", SMALL_SHOES)
def test_665a_12_c_bust_it_agrees_with_every_deal_dealt_out(text: str) -> None:
    odds = bust_it_odds(ShoeMix.of(cards_of(text)), BUST_IT)
    assert without_zeros(figures(odds)) == played_by_hand(text, bust_by_hand)


@pytest.mark.parametrize(("decks", "edge"), [(2, "0.07568"), (6, "0.06912")])
def test_665a_12_c_a_bust_wager_on_full_decks_as_published(decks: int, edge: str) -> None:
    # 888casino.com, Card Counting the Bust It Blackjack Side Bet: 200/50/15/9/7/5/3.
    assert decimal_string(bust_it_odds(ShoeMix.fresh(decks), PUBLISHED_BUST).house_edge, 5) == edge


@pytest.mark.parametrize("decks", [6, 8])
def test_19_47_26_6_d_the_bonus_edge_card_by_card(decks: int) -> None:
    kinds = [card for card in CARDS.values() if card.rank != "T"]
    size, won = 48 * decks, 0
    for up, hole, third in product(kinds, repeat=3):
        name = bust_by_hand([up, hole, third])
        orders = decks * (decks - (hole == up)) * (decks - (third == up) - (third == hole))
        won += orders * (int(BUST_IT[name]) if name != "lost" else -1)
    odds = bust_it_odds(ShoeMix.fresh(decks, tens=False), BUST_IT)
    assert odds.house_edge == Fraction(-won, size * (size - 1) * (size - 2))


# --- Insurance ---


@pytest.mark.parametrize(
    ("decks", "tens", "pays", "blackjack", "edge"),
    [
        (6, True, Fraction(2), Fraction(96, 311), Fraction(23, 311)),
        (1, True, Fraction(2), Fraction(16, 51), Fraction(3, 51)),
        (8, False, Fraction(5, 2), Fraction(96, 383), Fraction(47, 383)),
        (6, False, Fraction(5, 2), Fraction(72, 287), Fraction(35, 287)),
    ],
)
def test_590_8_and_665a_8_insurance(
    decks: int, tens: bool, pays: Fraction, blackjack: Fraction, edge: Fraction
) -> None:
    odds = insurance_odds(ShoeMix.fresh(decks, tens=tens), pays)
    assert figures(odds) == {"blackjack": blackjack, "lost": 1 - blackjack}
    assert odds.house_edge == edge


def test_590_8_insurance_knows_the_cards_that_are_gone() -> None:
    left = ShoeMix.fresh(1).without(cards_of("Ks Kh 2c"))
    assert figures(insurance_odds(left, Fraction(2)))["blackjack"] == Fraction(14, 48)
    with pytest.raises(ValueError, match="no ace"):
        insurance_odds(ShoeMix.of(cards_of("Ks Kh")), Fraction(2))
