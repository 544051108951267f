"""Odds are exact: against every deal dealt out by hand, and against what others have published."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations, product

import pytest

from floorapp.domain.cards import CARDS, Card, cards_of
from floorapp.engine.odds import (
    Chance,
    Odds,
    bust_it,
    decimal_string,
    insurance,
    match_dealer,
    push_22,
)
from floorapp.engine.odds_dealer import DOWN_UNDER, DOWN_UNDER_SOFT_12, DealerOdds, dealer
from floorapp.engine.odds_hands import DealerRule, finished_hands
from floorapp.engine.odds_mix import ShoeMix

PAYTABLE_A = {"suit": Fraction(50), "colour": Fraction(20), "other": Fraction(8)}
PAYTABLE_B = PAYTABLE_A | {"other": Fraction(7)}
SIX_DECKS = {"suited": Fraction(11), "unsuited": Fraction(4)}
EIGHT_DECKS = {"suited": Fraction(14), "unsuited": Fraction(3)}
EIGHTS = {"eights_suit": Fraction(200), "eights_colour": Fraction(50)}
BUST_IT = EIGHTS | {
    name: Fraction(pay) for name, pay in zip(("6", "7", "8", "9", "ten"), (15, 10, 8, 6, 3), strict=True)
}
PUBLISHED_BUST = EIGHTS | {
    name: Fraction(pay) for name, pay in zip(("6", "7", "8", "9", "ten"), (15, 9, 7, 5, 3), strict=True)
}
HITS_SOFT_17 = DealerRule(hits_soft_17=True)

#: Shoes small enough to deal out every card by hand, with copies, both colours, aces and eights.
SMALL_SHOES = [
    "As Ah Ah 2h 5h 6h 6d 8h Th Kd",
    "8h 8h 8h 8d 8c 8s 6h 9d Ks Ac 2c",
    "6h 6h 6d 6c Th Td Qc 5h 5h Ah",
    "Ac Ac Ad Ah 5d 6d Jd 4d 7d 9s",
]


def figures(odds: Odds) -> dict[str, Fraction]:
    return {one.name: one.probability for one in odds.outcomes}


def totals(odds: DealerOdds) -> dict[str, Fraction]:
    return {one.name: one.probability for one in odds.totals}


# --- the dealer played by hand, without the engine's counting or grouping ---


def points_by_hand(cards: list[Card], limit: int, high: int) -> tuple[int, bool]:
    values = [min("A23456789TJQK".index(card.rank) + 1, 10) for card in cards]
    for elevens in range(min(values.count(1), high), -1, -1):
        if elevens == 0 or sum(values) + 10 * elevens <= limit:
            return sum(values) + 10 * elevens, elevens > 0
    raise AssertionError


def dealt_by_hand(
    cards: list[Card], shoe: list[Card], share: Fraction, limit: int = 21, high: int = 8
) -> Iterator[tuple[list[Card], Fraction]]:
    """Every ordered deal of single cards, with its chance, until the dealer stops."""
    if len(cards) >= 2 and points_by_hand(cards, limit, high)[0] >= 17:
        yield cards, share
        return
    for place, card in enumerate(shoe):
        rest = shoe[:place] + shoe[place + 1 :]
        yield from dealt_by_hand([*cards, card], rest, share / len(shoe), limit, high)


def played_by_hand(
    text: str, name: Callable[[list[Card]], str], limit: int = 21, high: int = 8
) -> dict[str, Fraction]:
    chances: dict[str, Fraction] = {}
    for cards, share in dealt_by_hand([], list(cards_of(text)), Fraction(1), limit, high):
        chances[name(cards)] = chances.get(name(cards), Fraction(0)) + share
    return chances


def without_zeros(chances: dict[str, Fraction]) -> dict[str, Fraction]:
    return {name: chance for name, chance in chances.items() if chance}


def push_by_hand(cards: list[Card]) -> str:
    if points_by_hand(cards, 21, 8)[0] != 22:
        return "lost"
    if len({card.suit for card in cards}) == 1:
        return "suit"
    return "colour" if len({card.red for card in cards}) == 1 else "other"


def bust_by_hand(cards: list[Card]) -> str:
    first, third = points_by_hand(cards[:2], 21, 8)[0], points_by_hand(cards[:3], 21, 8)[0]
    if first >= 17 or third <= 21:
        return "lost"
    if [card.rank for card in cards[:3]] == ["8", "8", "8"]:
        if len({card.suit for card in cards[:3]}) == 1:
            return "eights_suit"
        if len({card.red for card in cards[:3]}) == 1:
            return "eights_colour"
    return cards[2].rank if cards[2].rank in "6789" else "ten"


def match_by_hand(up: Card, first: Card, second: Card) -> str:
    kinds = sorted(
        "suited" if card == up else "unsuited" for card in (first, second) if card.rank == up.rank
    )
    match kinds:
        case []:
            return "lost"
        case [kind]:
            return kind
        case ["suited", "unsuited"]:
            return "suited and unsuited"
        case _:
            return f"two {kinds[0]}"


# --- Push 22 ---


@pytest.mark.parametrize("text", SMALL_SHOES)
def test_590_12_c_push_22_agrees_with_every_deal_dealt_out(text: str) -> None:
    odds = push_22(ShoeMix.of(cards_of(text)), PAYTABLE_A)
    assert without_zeros(figures(odds)) == played_by_hand(text, push_by_hand)


def test_590_12_c_the_small_shoes_show_every_push_22_outcome() -> None:
    seen = {name for text in SMALL_SHOES for name in played_by_hand(text, push_by_hand)}
    assert seen == {"suit", "colour", "other", "lost"}


def test_590_12_c_push_22_as_published_for_a_dealer_who_draws_on_soft_17() -> None:
    # discountgambling.net, 22 August 2013, six decks, 50/20/8.
    odds = push_22(ShoeMix.fresh(6), PAYTABLE_A, rule=HITS_SOFT_17)
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
        next_share = [
            chance * (held[value - 1] - used) / size for chance, held in zip(share, left, strict=True)
        ]
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
    odds = push_22(ShoeMix.fresh(decks), PAYTABLE_A)
    assert list(figures(odds).values()) == [
        4 * suit, 2 * colour - 4 * suit, every - 2 * colour, 1 - every,
    ]  # fmt: skip
    assert decimal_string(odds.house_edge, 7) == edge_a
    assert decimal_string(push_22(ShoeMix.fresh(decks), PAYTABLE_B).house_edge, 7) == edge_b


def test_590_7_g_a_dealer_blackjack_loses_push_22() -> None:
    odds = push_22(ShoeMix.of(cards_of("As Ks")), PAYTABLE_A)
    assert without_zeros(figures(odds)) == {"lost": Fraction(1)}


# --- Match-the-Dealer ---


@pytest.mark.parametrize("text", [*SMALL_SHOES, "Kh Kh Kh Kd Qh Qs Jh Tc"])
def test_685a_7_f_match_agrees_with_every_deal_dealt_out(text: str) -> None:
    deals = [match_by_hand(*three) for three in permutations(cards_of(text), 3)]
    by_hand = {name: Fraction(n, len(deals)) for name, n in Counter(deals).items()}
    odds = match_dealer(ShoeMix.of(cards_of(text)), SIX_DECKS)
    assert without_zeros(figures(odds)) == by_hand


def test_685a_7_f_match_by_published_permutations() -> None:
    # wizardofodds.com, Match the Dealer: out of C(103, 2) and C(207, 2) hands beside the up card.
    assert list(figures(match_dealer(ShoeMix.fresh(2), SIX_DECKS)).values()) == [
        Fraction(n, 5253) for n in (0, 6, 96, 15, 576, 4560)
    ]
    assert list(figures(match_dealer(ShoeMix.fresh(4), SIX_DECKS)).values()) == [
        Fraction(n, 21321) for n in (3, 36, 576, 66, 2304, 18336)
    ]


@pytest.mark.parametrize(
    ("decks", "tens", "suited", "unsuited", "edge"),
    [(2, True, 19, 4, "0.033124"), (6, False, 9, 4, "0.030555"), (6, True, 11, 4, "0.040618")],
)
def test_685a_11_c_match_edges_as_published(
    decks: int, tens: bool, suited: int, unsuited: int, edge: str
) -> None:
    # wizardofodds.com (two decks; six decks 4.06 %), 888casino.com (48-card decks 3.055 %).
    pays = {"suited": Fraction(suited), "unsuited": Fraction(unsuited)}
    odds = match_dealer(ShoeMix.fresh(decks, tens=tens), pays)
    assert decimal_string(odds.house_edge, 6) == edge


@pytest.mark.parametrize(("decks", "pays"), [(6, SIX_DECKS), (8, EIGHT_DECKS)])
def test_685a_11_c_match_edge_by_expectation_of_single_cards(
    decks: int, pays: dict[str, Fraction]
) -> None:
    # Each of the two cards by itself: suited d−1, unsuited 3d of the 52d−1 other cards.
    others = 52 * decks - 1
    paid = 2 * ((decks - 1) * pays["suited"] + 3 * decks * pays["unsuited"]) / others
    lost = Fraction(48 * decks, others) * Fraction(48 * decks - 1, others - 1)
    assert match_dealer(ShoeMix.fresh(decks), pays).house_edge == lost - paid


def test_i_05_only_the_better_match_costs_the_player_more() -> None:
    mix = ShoeMix.fresh(6)
    each, better = match_dealer(mix, SIX_DECKS), match_dealer(mix, SIX_DECKS, both=False)
    assert figures(each) == figures(better)
    double = figures(each)
    less = 11 * double["two suited"] + 4 * double["suited and unsuited"] + 4 * double["two unsuited"]
    assert better.house_edge - each.house_edge == less
    assert "I-05" in " ".join(each.assumptions) and each.assumptions != better.assumptions


# --- Bust It ---


@pytest.mark.parametrize("text", SMALL_SHOES)
def test_665a_12_c_bust_it_agrees_with_every_deal_dealt_out(text: str) -> None:
    odds = bust_it(ShoeMix.of(cards_of(text)), BUST_IT)
    assert without_zeros(figures(odds)) == played_by_hand(text, bust_by_hand)


@pytest.mark.parametrize(("decks", "edge"), [(2, "0.07568"), (6, "0.06912")])
def test_665a_12_c_a_bust_wager_on_full_decks_as_published(decks: int, edge: str) -> None:
    # 888casino.com, Card Counting the Bust It Blackjack Side Bet: 200/50/15/9/7/5/3.
    assert decimal_string(bust_it(ShoeMix.fresh(decks), PUBLISHED_BUST).house_edge, 5) == edge


@pytest.mark.parametrize("decks", [6, 8])
def test_19_47_26_6_d_the_bonus_edge_card_by_card(decks: int) -> None:
    kinds = [card for card in CARDS.values() if card.rank != "T"]
    size, won = 48 * decks, 0
    for up, hole, third in product(kinds, repeat=3):
        name = bust_by_hand([up, hole, third])
        orders = decks * (decks - (hole == up)) * (decks - (third == up) - (third == hole))
        won += orders * (int(BUST_IT[name]) if name != "lost" else -1)
    odds = bust_it(ShoeMix.fresh(decks, tens=False), BUST_IT)
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
    odds = insurance(ShoeMix.fresh(decks, tens=tens), pays)
    assert figures(odds) == {"blackjack": blackjack, "lost": 1 - blackjack}
    assert odds.house_edge == edge


def test_590_8_insurance_knows_the_cards_that_are_gone() -> None:
    left = ShoeMix.fresh(1).without(cards_of("Ks Kh 2c"))
    assert figures(insurance(left, Fraction(2)))["blackjack"] == Fraction(14, 48)
    with pytest.raises(ValueError, match="no ace"):
        insurance(ShoeMix.of(cards_of("Ks Kh")), Fraction(2))


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
    by_hand = played_by_hand(
        text, lambda cards: str(points_by_hand(cards, limit, high) == (22, True)), limit, high
    )
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
    "push_22": lambda left: push_22(left, PAYTABLE_A).house_edge,
    "bust_it": lambda left: bust_it(left, BUST_IT).house_edge,
    "match_dealer": lambda left: match_dealer(left, SIX_DECKS).house_edge,
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
            light.probability * one.probability
            for light in odds.lights
            for one in light.totals
            if one.name == name
        )
        assert sum(parts) == whole


def test_685a_3_e_the_lights_behind_an_ace() -> None:
    odds = dealer(ShoeMix.fresh(6), rule=DOWN_UNDER, up="A")
    assert [light.probability for light in odds.lights] == [
        Fraction(96, 311),
        Fraction(96, 311),
        Fraction(119, 311),
    ]
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


# --- what holds for all ---


def all_odds(mix: ShoeMix) -> list[Odds]:
    return [
        push_22(mix, PAYTABLE_A),
        push_22(mix, PAYTABLE_B, rule=HITS_SOFT_17),
        match_dealer(mix, SIX_DECKS),
        bust_it(mix, BUST_IT),
        insurance(mix, Fraction(2)),
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
    for odds in (push_22, bust_it):
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
    said = " / ".join(push_22(ShoeMix.fresh(6), PAYTABLE_A).assumptions)
    assert "fresh" in said and "6 decks of 52 cards" in said and "17, hard or soft" in said
    said = " / ".join(bust_it(ShoeMix.fresh(8, tens=False), BUST_IT).assumptions)
    assert "8 decks of 48 cards" in said
    left = ShoeMix.fresh(6).without(cards_of("As Kh"))
    assert "fresh" not in left.words and "310" in left.words
    assert "I-13" in " / ".join(dealer(left, rule=DOWN_UNDER).assumptions)


SPEED: dict[str, Callable[[ShoeMix], object]] = {
    "push_22": lambda mix: push_22(mix, PAYTABLE_A),
    "match_dealer": lambda mix: match_dealer(mix, EIGHT_DECKS),
    "bust_it": lambda mix: bust_it(mix, BUST_IT),
    "insurance": lambda mix: insurance(mix, Fraction(2)),
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
