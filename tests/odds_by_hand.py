"""The dealer and the side wagers played by hand, without the engine's counting or grouping."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from floorapp.domain.cards import Card, cards_of
from floorapp.engine.odds import Odds
from floorapp.engine.odds_dealer import DealerOdds
from floorapp.engine.odds_hands import DealerRule

#: Down Under's ace rule (685a.3(d)(3)) as the text counts two aces, and the alternative of I-13.
DOWN_UNDER = DealerRule(ace_limit=22)
DOWN_UNDER_SOFT_12 = DealerRule(ace_limit=22, high_aces=1)

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


def played_by_hand(text: str, name: Callable[[list[Card]], str], limit: int = 21, high: int = 8) -> dict[str, Fraction]:
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
    kinds = sorted("suited" if card == up else "unsuited" for card in (first, second) if card.rank == up.rank)
    match kinds:
        case []:
            return "lost"
        case [kind]:
            return kind
        case ["suited", "unsuited"]:
            return "suited and unsuited"
        case _:
            return f"two {kinds[0]}"
