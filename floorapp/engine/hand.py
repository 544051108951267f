"""A player's hand while it is played, and as it ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from floorapp.domain.cards import Card, Count, count, is_blackjack


class Ended(NamedTuple):
    """How a hand ended: all that its settlement can depend on."""

    cards: tuple[Card, ...]
    total: int
    soft: bool = False
    blackjack: bool = False
    split: bool = False
    doubled: bool = False
    unfinished: bool = False
    returned: bool = False
    declined: bool = False
    took: frozenset[str] = frozenset()  # what was decided on it that its settlement hangs on (`mechanics/`)

    @property
    def surrendered(self) -> bool:
        return "surrender" in self.took

    @property
    def over(self) -> bool:
        return self.total > 21

    @property
    def said(self) -> str:
        """The hand in a word or two: `a Blackjack`, `soft 18`."""
        return "a Blackjack" if self.blackjack else str(Count(self.total, self.soft))


@dataclass(slots=True, eq=False)
class Hand:
    """A hand in play."""

    cards: list[Card]
    split: bool = False
    one_card: bool = False  # a split ace that gets one card only
    lammer: bool = False  # the calling player's wager on it is a Free Bet lammer
    stood: bool = False
    doubled: bool = False
    took: frozenset[str] = frozenset()  # what was decided on it that still matters once it is played (`mechanics/`)
    taken_off: int = 0  # the value of a second chance card
    waiting: bool = False  # for the second card of a split
    short: bool = False  # dealt fewer than two cards at first (I-25)
    overdrawn: bool = False  # drawn on at 21, which it may have left again
    declined: bool = False  # a second chance was offered and not taken
    returned: bool = False  # split off a hand that was over: whatever lies on it goes back
    left: bool = False  # called dead where its play stopped, and the next hand got its card

    @property
    def count(self) -> Count:
        counted = count(self.cards)
        return Count(counted.total - self.taken_off, counted.soft) if self.taken_off else counted

    @property
    def blackjack(self) -> bool:
        return not self.split and not self.short and is_blackjack(tuple(self.cards))

    @property
    def pair(self) -> bool:
        return len(self.cards) == 2 and self.cards[0].value == self.cards[1].value

    @property
    def surrendered(self) -> bool:
        return "surrender" in self.took

    def take(self, do: str) -> None:
        """Keep in mind that this was decided on it."""
        self.took |= {do}

    @property
    def complete(self) -> bool:
        """Nothing more can be decided on it."""
        if self.returned:
            return True
        if self.waiting:
            return False
        return bool(
            self.stood or self.doubled or self.took or self.overdrawn or self.one_card or self.count.total >= 21
        )

    @property
    def open(self) -> bool:
        return not self.waiting and not self.left and not self.complete

    def ended(self) -> Ended:
        """The hand as it stands now."""
        counted = self.count
        return Ended(
            cards=tuple(self.cards),
            total=counted.total,
            soft=counted.soft,
            blackjack=self.blackjack,
            split=self.split,
            doubled=self.doubled,
            unfinished=not self.complete,
            returned=self.returned,
            declined=self.declined,
            took=self.took,
        )
