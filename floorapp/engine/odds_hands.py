"""Every hand a dealer can end with, and the exact chance of each from a given shoe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import perm, prod

from floorapp.domain.cards import CARDS, SUITS, Count, count, is_blackjack
from floorapp.domain.values import dataclass
from floorapp.engine.odds_mix import ShoeMix

#: One card for each point value, 1 to 10: a dealer's total does not ask for more.
FACES = tuple(CARDS[rank + "s"] for rank in "A23456789T")

#: How many cards of each point value a hand holds, aces first.
Held = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealerRule:
    """When the dealer stops: counting aces 11 up to `ace_limit`, on 17, soft or hard."""

    ace_limit: int = 21
    high_aces: int = 8
    #: No rulebook of ours has it; published tables often do, and are checked against with it.
    hits_soft_17: bool = False

    def stops(self, points: Count) -> bool:
        """Whether a dealer with this count draws no more."""
        return points.total > 17 or points.total == 17 and not (points.soft and self.hits_soft_17)

    @property
    def words(self) -> str:
        """The rule as the assumptions of odds name it."""
        stop = "draws on a soft 17" if self.hits_soft_17 else "stops on 17, hard or soft"
        if self.ace_limit == 21:
            return f"the dealer {stop}"
        aces = "22" if self.high_aces > 1 else "a soft 12"
        return f"the dealer {stop}; an ace is 11 up to {self.ace_limit}, two aces are {aces} (I-13)"


@dataclass(frozen=True, slots=True)
class FinishedHand:
    """A dealer's finished hand by its point values, and in how many orders it can come about."""

    up: int
    hole: int
    points: Count
    blackjack: bool
    held: Held
    orders: int

    @property
    def size(self) -> int:
        return sum(self.held)

    def ways(self, shoe: Held) -> int:
        """How many ordered deals from a shoe with these cards make this hand."""
        return self.orders * prod(map(perm, shoe, self.held))


def _cards(held: Held) -> Iterator[int]:
    for place, copies in enumerate(held):
        yield from (place,) * copies


def _with(held: Held, place: int) -> Held:
    return (*held[:place], held[place] + 1, *held[place + 1 :])


def _from_two(up: int, hole: int, rule: DealerRule) -> Iterator[FinishedHand]:
    """All hands that begin with these two cards: draws are counted a card at a time, not listed."""
    blackjack = is_blackjack((FACES[up - 1], FACES[hole - 1]))
    open_hands = Counter({_with(_with((0,) * 10, up - 1), hole - 1): 1})
    while open_hands:
        longer: Counter[Held] = Counter()
        for held, orders in open_hands.items():
            points = count((FACES[place] for place in _cards(held)), limit=rule.ace_limit, high_aces=rule.high_aces)
            if rule.stops(points):
                yield FinishedHand(up, hole, points, blackjack, held, orders)
                continue
            for place in range(10):
                longer[_with(held, place)] += orders
        open_hands = longer


@lru_cache(maxsize=16)
def finished_hands(rule: DealerRule) -> tuple[FinishedHand, ...]:
    """Every finished hand under a rule, whatever the shoe; worked out once."""
    pairs = ((up, hole) for up in range(1, 11) for hole in range(1, 11))
    return tuple(hand for up, hole in pairs for hand in _from_two(up, hole, rule))


def chance(hands: Iterable[FinishedHand], mix: ShoeMix, suits: str = SUITS) -> Fraction:
    """The exact chance that the dealer ends with one of these hands, all its cards of these suits."""
    shoe = mix.values(suits)
    ways: Counter[int] = Counter()
    for hand in hands:
        ways[hand.size] += hand.ways(shoe)
    return as_chance(ways, mix.size)


def as_chance(ways: Counter[int], size: int) -> Fraction:
    """Ways of deals, by how many cards they take from a shoe of this size, as one chance."""
    return sum((Fraction(n, perm(size, cards)) for cards, n in ways.items() if n), Fraction(0))
