"""What is in a shoe: how many copies of each card, whole decks or what is left of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from floorapp.domain.cards import CARDS, RANKS, SUITS, VALUES, Card
from floorapp.domain.values import dataclass

TEN_PLACE = RANKS.index("T")


@dataclass(frozen=True, slots=True)
class ShoeMix:
    """The copies of each card in a shoe: a row for each of `RANKS`, a column for each of `SUITS`."""

    counts: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        """Refuse rows that are not the thirteen ranks by four suits, and copies below zero."""
        if [len(row) for row in self.counts] != [len(SUITS)] * len(RANKS):
            raise ValueError("a shoe is counted by thirteen ranks and four suits")
        if min(map(min, self.counts)) < 0:
            raise ValueError("a shoe cannot hold fewer than no copies of a card")

    @classmethod
    def fresh(cls, decks: int, *, tens: bool = True) -> ShoeMix:
        """A full shoe of whole decks: 52 cards each, or 48 where the tens are taken out."""
        if decks < 1:
            raise ValueError("a shoe holds one deck or more")
        copies = (decks,) * len(SUITS)
        none = (0,) * len(SUITS)
        return cls(tuple(copies if tens or rank != "T" else none for rank in RANKS))

    @classmethod
    def of(cls, cards: Iterable[Card]) -> ShoeMix:
        """A shoe of exactly these cards."""
        seen = Counter(cards)
        return cls(tuple(tuple(seen[CARDS[rank + suit]] for suit in SUITS) for rank in RANKS))

    def without(self, cards: Iterable[Card]) -> ShoeMix:
        """The shoe after these cards have left it; ValueError where it did not hold them."""
        gone = ShoeMix.of(cards)
        pairs = zip(self.counts, gone.counts, strict=True)
        return ShoeMix(tuple(tuple(a - b for a, b in zip(*rows, strict=True)) for rows in pairs))

    @property
    def size(self) -> int:
        """How many cards the shoe holds."""
        return sum(map(sum, self.counts))

    @property
    def decks(self) -> int | None:
        """How many whole decks this is, with or without tens; None for any other shoe."""
        number = self.counts[0][0]
        if number < 1:
            return None
        whole = (ShoeMix.fresh(number), ShoeMix.fresh(number, tens=False))
        return number if self in whole else None

    @property
    def words(self) -> str:
        """The shoe as the assumptions of odds name it."""
        if self.decks is None:
            return f"a shoe of {self.size} known cards, well shuffled"
        cards = 48 if self.counts[TEN_PLACE][0] == 0 else 52
        plural = "" if self.decks == 1 else "s"
        return f"a fresh, well shuffled shoe of {self.decks} deck{plural} of {cards} cards"

    def copies(self, card: Card) -> int:
        """How many copies of one card the shoe holds."""
        return self.counts[RANKS.index(card.rank)][SUITS.index(card.suit)]

    def values(self, suits: Iterable[str] = SUITS) -> tuple[int, ...]:
        """How many cards of point value 1 to 10 the shoe holds in these suits, aces first."""
        places = [SUITS.index(suit) for suit in suits]
        held = [0] * 10
        for rank, row in zip(RANKS, self.counts, strict=True):
            held[VALUES[rank] - 1] += sum(row[place] for place in places)
        return tuple(held)
