"""Playing cards: ranks, suits, and how a hand of them is counted."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from floorapp.domain.values import dataclass

RANKS = "A23456789TJQK"
SUITS = "cdhs"
RED_SUITS = frozenset("dh")

#: Point value of a rank; an ace is 1 here and counted up by `count`.
VALUES = {rank: min(place, 10) for place, rank in enumerate(RANKS, start=1)}

RANK_NAMES = {
    "A": "ace",
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "T": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
}
SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


@dataclass(frozen=True, slots=True)
class Card:
    """One card: a rank of `RANKS` and a suit of `SUITS`."""

    rank: str
    suit: str

    @property
    def value(self) -> int:
        return VALUES[self.rank]

    @property
    def red(self) -> bool:
        return self.suit in RED_SUITS

    @property
    def name(self) -> str:
        return f"{RANK_NAMES[self.rank]} of {SUIT_NAMES[self.suit]}"

    def __str__(self) -> str:
        return self.rank + self.suit


#: Every card by its two letters: `CARDS["Th"]`.
CARDS = {rank + suit: Card(rank, suit) for rank in RANKS for suit in SUITS}


class Count(NamedTuple):
    """The points of a hand; soft when an ace in it counts 11."""

    total: int
    soft: bool

    def __str__(self) -> str:
        return f"soft {self.total}" if self.soft else str(self.total)


def count(cards: Iterable[Card], *, limit: int = 21, high_aces: int = 8) -> Count:
    """Count a hand: aces are 11 as long as the hand stays within `limit`, at most `high_aces` of them."""
    total = aces = 0
    for card in cards:
        total += VALUES[card.rank]
        aces += card.rank == "A"
    if not aces:
        return _count(total, False)
    high = min(aces, high_aces, max(0, (limit - total) // 10))
    return _count(total + 10 * high, high > 0)


@lru_cache(maxsize=1024)
def _count(total: int, soft: bool) -> Count:
    """The same few counts come again and again."""
    return Count(total, soft)


def is_blackjack(cards: tuple[Card, ...]) -> bool:
    """An ace and a card of value 10 as the first two cards."""
    return len(cards) == 2 and {VALUES[cards[0].rank], VALUES[cards[1].rank]} == {1, 10}


def with_article(name: str) -> str:
    """`an ace`, `a king`."""
    return f"an {name}" if name[0] in "ae" else f"a {name}"


def cards_of(text: str) -> tuple[Card, ...]:
    """Cards written apart by spaces, `"As Kh"`; raises KeyError on anything else."""
    return tuple(CARDS[word] for word in text.split())
