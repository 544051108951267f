"""Exact odds of the dealer's hand and of a reader's lights, held against every deal dealt out and published figures."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from floorapp.domain.cards import CARDS, Card, cards_of
from floorapp.engine.odds import decimal_string
from floorapp.engine.odds_dealer import dealer
from floorapp.engine.odds_hands import DealerRule, finished_hands
from floorapp.engine.odds_mix import ShoeMix
from floorapp.engine.wagers.bust_it import bust_it_odds
from floorapp.engine.wagers.match_dealer import match_dealer_odds
from floorapp.engine.wagers.push_22 import push_22_odds
from tests.odds_by_hand import (
    BUST_IT,
    DOWN_UNDER,
    DOWN_UNDER_SOFT_12,
    PAYTABLE_A,
    SIX_DECKS,
    SMALL_SHOES,
    played_by_hand,
    points_by_hand,
    totals,
    without_zeros,
)

# --- the dealer ---


def total_by_hand(limit: int, high: int) -> Callable[[list[Card]], str]:
    def name(cards: list[Card]) -> str:
        if len(cards) == 2 and {card.value for card in cards} == {1, 10}:
            return "blackjack"
        return str(points_by_hand(cards, limit, high)[0])

    return name


@pytest.mark.parametrize("text", SMALL_SHOES)
@pytest.mark.parametrize("rule", [DealerRule(), DOWN_UNDER, DOWN_UNDER_SOFT_12])
def test_685a_3_d_3_the_dealer_agrees_with_every_deal_dealt_out(text: str, rule: DealerRule) -> None:
    limit, high = rule.ace_limit, rule.high_aces
    odds = dealer(ShoeMix.of(cards_of(text)), rule=rule)
    assert without_zeros(totals(odds)) == played_by_hand(text, total_by_hand(limit, high), limit, high)


@pytest.mark.parametrize("text", SMALL_SHOES)
@pytest.mark.parametrize("rule", [DOWN_UNDER, DOWN_UNDER_SOFT_12])
def test_685a_3_d_3_soft_22_agrees_with_every_deal_dealt_out(text: str, rule: DealerRule) -> None:
    limit, high = rule.ace_limit, rule.high_aces
    by_hand = played_by_hand(text, lambda cards: str(points_by_hand(cards, limit, high) == (22, True)), limit, high)
    soft = dealer(ShoeMix.of(cards_of(text)), rule=rule).probability("soft 22")
    assert soft == by_hand.get("True", 0)


@pytest.mark.parametrize(
    ("up", "published"),
    [
        ("A", "0.126128 0.131003 0.129486 0.131553 0.051565 0.313725 0.116540"),
        ("2", "0.138976 0.131762 0.131815 0.123948 0.120526 0.000000 0.352973"),
        ("5", "0.119687 0.123483 0.116909 0.104694 0.106321 0.000000 0.428905"),
        ("6", "0.166948 0.106454 0.107192 0.100705 0.097878 0.000000 0.420823"),
        ("8", "0.130857 0.362989 0.129445 0.068290 0.069791 0.000000 0.238627"),
    ],
)
def test_590_7_l_the_dealer_by_up_card_as_published(up: str, published: str) -> None:
    # wizardofodds.com, blackjack appendix 2b, one deck, stands on soft 17.
    odds = dealer(ShoeMix.fresh(1), up=up)
    names = ("17", "18", "19", "20", "21", "blackjack")
    figures = [*(odds.probability(name) for name in names), odds.over_21]
    assert " ".join(decimal_string(figure, 6) for figure in figures) == published


def test_590_7_l_there_are_54433_ways_to_draw_a_dealer_hand() -> None:
    assert sum(hand.orders for hand in finished_hands(DealerRule())) == 54_433


@pytest.mark.parametrize("rule", [DealerRule(), DOWN_UNDER])
def test_the_up_cards_together_are_the_whole(rule: DealerRule) -> None:
    mix = ShoeMix.fresh(6)
    mixed: dict[str, Fraction] = {}
    for up, copies in zip("A23456789T", mix.values(), strict=True):
        for name, chance in totals(dealer(mix, rule=rule, up=up)).items():
            mixed[name] = mixed.get(name, Fraction(0)) + chance * copies / mix.size
    assert mixed == totals(dealer(mix, rule=rule))


BURNED: dict[str, Callable[[ShoeMix], Fraction]] = {
    "push_22": lambda left: push_22_odds(left, PAYTABLE_A).house_edge,
    "bust_it": lambda left: bust_it_odds(left, BUST_IT).house_edge,
    "match_dealer": lambda left: match_dealer_odds(left, SIX_DECKS).house_edge,
    "dealer 22": lambda left: dealer(left, rule=DOWN_UNDER).probability("22"),
}


@pytest.mark.parametrize("name", BURNED)
def test_a_burned_card_nobody_saw_changes_nothing(name: str) -> None:
    figure = BURNED[name]
    mix = ShoeMix.of(cards_of("8h 8h 8d 8d 6h 6h 6c 6c Kh Kh As As Qd Qd 5s 5s"))
    kinds = [(mix.without([card]), mix.copies(card)) for card in CARDS.values() if mix.copies(card)]
    assert len({figure(left) for left, _ in kinds}) > 1
    mean = sum((figure(left) * copies for left, copies in kinds), Fraction(0)) / mix.size
    assert mean == figure(mix)


def test_685a_3_e_the_three_lights() -> None:
    mix = ShoeMix.fresh(6)
    odds = dealer(mix, rule=DOWN_UNDER)
    assert [(light.name, light.probability) for light in odds.lights] == [
        ("small", Fraction(4, 13)),
        ("medium", Fraction(4, 13)),
        ("large", Fraction(5, 13)),
    ]
    for name, whole in totals(odds).items():
        parts = (
            light.probability * one.probability for light in odds.lights for one in light.totals if one.name == name
        )
        assert sum(parts) == whole


def test_685a_3_e_the_lights_behind_an_ace() -> None:
    odds = dealer(ShoeMix.fresh(6), rule=DOWN_UNDER, up="A")
    assert [light.probability for light in odds.lights] == [Fraction(96, 311), Fraction(96, 311), Fraction(119, 311)]
    small, _, large = odds.lights
    assert {one.name: one.probability for one in large.totals if one.probability} == {
        "blackjack": Fraction(96, 119),
        "22": Fraction(23, 119),
    }
    assert small.totals[0].probability == 0


def test_i_13_two_aces_are_22_or_a_soft_12() -> None:
    kings = ShoeMix.of(cards_of("As Ah Kd Kc"))
    pair = Fraction(2, 12)
    assert dealer(kings, rule=DOWN_UNDER).probability("soft 22") == pair
    # As a soft 12 he draws a king: eleven, one and ten, again a soft 22.
    assert dealer(kings, rule=DOWN_UNDER_SOFT_12).probability("soft 22") == pair
    sixes = ShoeMix.of(cards_of("As Ah 6d 6c 6s"))
    assert dealer(sixes, rule=DOWN_UNDER, up="A").probability("soft 22") == Fraction(1, 4)
    assert dealer(sixes, rule=DOWN_UNDER, up="A").probability("18") == 0
    assert dealer(sixes, rule=DOWN_UNDER_SOFT_12, up="A").probability("18") == Fraction(1, 4)


def test_590_1_a_blackjack_is_no_soft_21() -> None:
    odds = dealer(ShoeMix.of(cards_of("As Kd")))
    assert odds.probability("blackjack") == 1
    assert odds.probability("21") == odds.probability("soft 21") == 0
