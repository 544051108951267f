"""What side wagers pay, for many boxes side by side: the engine is asked once of each that differs in what counts."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from floorapp.engine.memory import TableMemory
from floorapp.engine.memory_answers import SUIT_KIND, SUITED
from floorapp.engine.side_facts import FACTS, draws_alone, stand_in
from floorapp.engine.wagers.register import PACKED_SIDES
from floorapp.engine.wagers.side import SideWager
from floorapp.operations.quick.columns import VALUES, Columns, Numbered, Numbers, OpenColumn
from floorapp.operations.quick.hands import BLACKJACK, SURRENDERED
from floorapp.operations.quick.look import MemoryLook

#: By which suits there are, as bits: whether cards are of one suit, one colour, or neither.
SUIT_KINDS = np.array([SUIT_KIND[suits] for suits in range(16)])
ANY_SUITS = len(SUITED) - 1


class SidePays:
    """What the engine said each side wager pays, by the cards that count for it."""

    def __init__(self, table_of: Callable[[int], TableMemory]) -> None:
        self._table_of = table_of
        self._known = Numbered(self._learn)
        self._known_alone = Numbered(self._learn_alone)
        self._pays = OpenColumn(np.int64, 3)  # how much, to how much, and its number in `list`
        self.list: list[Fraction] = []

    def __len__(self) -> int:
        return max(len(self._known), len(self._known_alone))

    def pays(self, known: Numbers) -> Numbers:
        """What wagers pay that are known under these numbers: how much, to how much, and its number in `list`."""
        found: Numbers = self._pays.values.take(known, axis=0)
        return found

    def known(self, rounds: Columns, look: MemoryLook, boxes: Numbers, side: SideWager[Any]) -> Numbers:
        """The number under which what a wager does to each of these boxes is known."""
        asked = np.zeros(len(boxes), np.int64)
        for fact in side.hangs_on:
            column = self._alone if fact == "alone" else COLUMNS[fact]
            asked = asked << FACTS[fact].bits | column(rounds, look, boxes)
        table = rounds.table[look.box_of[boxes]]
        return self._known.of(table << 20 | asked << 3 | PACKED_SIDES.index(side))

    def _learn(self, key: int) -> int:
        table, side, asked = self._table_of(key >> 20), PACKED_SIDES[key & 7], key >> 3 & 0x1FFFF
        facts: dict[str, int] = {}
        for fact in reversed(side.hangs_on):
            facts[fact] = asked & (1 << FACTS[fact].bits) - 1
            asked >>= FACTS[fact].bits
        pays = side.settle(stand_in(table.terms, table.learnt.dealers, facts)).pays
        if pays not in self.list:
            self.list.append(pays)
        return self._pays.append((pays.numerator, pays.denominator, self.list.index(pays)))

    def _alone(self, rounds: Columns, look: MemoryLook, boxes: Numbers) -> Numbers:
        """Whether the dealer drew for side wagers alone; the engine is asked once of each two values he began with."""
        at = look.box_of[boxes]
        up, hole = VALUES[rounds.up_cards[at]], VALUES[rounds.hole_cards[at]]
        return self._known_alone.of(rounds.table[at] << 16 | in_order(up, hole) << 8 | look.bits[at])

    def _learn_alone(self, key: int) -> int:
        terms, values = self._table_of(key >> 16).terms, bytes((key >> 12 & 15, key >> 8 & 15))
        return int(draws_alone(terms, values, key & 31))


def in_order(some: Numbers, others: Numbers) -> Numbers:
    """Two small numbers as one, the smaller first."""
    return np.minimum(some, others) << 4 | np.maximum(some, others)


def _place(_rounds: Columns, look: MemoryLook, boxes: Numbers) -> Numbers:
    """The dealer's place."""
    found: Numbers = look.places[look.box_of[boxes]]
    return found


def _suits(rounds: Columns, look: MemoryLook, boxes: Numbers) -> Numbers:
    """The kind of all the dealer's suits."""
    suits = np.bitwise_or.reduceat(1 << (rounds.dealer_cards & 3), rounds.dealers)
    return SUIT_KINDS[suits[look.box_of[boxes]]]


def _surrendered(_rounds: Columns, look: MemoryLook, boxes: Numbers) -> Numbers:
    surrendered: Numbers = look.word[boxes] & SURRENDERED > 0
    return surrendered


def _blackjack(_rounds: Columns, look: MemoryLook, boxes: Numbers) -> Numbers:
    blackjack: Numbers = look.word[boxes] & BLACKJACK > 0
    return blackjack


def _waits(_rounds: Columns, look: MemoryLook, boxes: Numbers) -> Numbers:
    """What waits for the dealer."""
    found: Numbers = look.bits[look.box_of[boxes]]
    return found


def _likeness(rounds: Columns, look: MemoryLook, boxes: Numbers) -> Numbers:
    """How each of two cards is like the up card: 0 not, 1 in rank, 2 in suit too."""
    up = rounds.up_cards[look.box_of[boxes]][:, None]
    first = rounds.first_cards.reshape(-1, 2)[boxes]
    likes = np.where(first >> 2 == up >> 2, 1 + (first == up), 0)
    return in_order(likes[:, 0], likes[:, 1])


def _three_cards(rounds: Columns, look: MemoryLook, boxes: Numbers) -> Numbers:
    """The dealer's first three values by what counts of them: the first two by their sum and their aces, the third,
    and the kind of the suits only of three alike."""
    at, cards = look.box_of[boxes], rounds.dealer_cards
    has_third = rounds.dealt[at] > 2
    up, hole, drawn = rounds.up_cards[at], rounds.hole_cards[at], cards[rounds.dealers[at] + 2 * has_third]
    one, other, third = VALUES[up], VALUES[hole], np.where(has_third, VALUES[drawn], 0)
    alike = (one == other) & (other == third)
    low = np.where((one == 1) | (other == 1), 1, np.maximum(one + other - 10, 2))
    low = np.where(alike, one, low)
    suits = SUIT_KINDS[1 << (up & 3) | 1 << (hole & 3) | 1 << (drawn & 3)]
    made: Numbers = (low << 4 | one + other - low) << 6 | third << 2 | np.where(alike, suits, ANY_SUITS)
    return made


#: The facts of `engine/side_facts.py` as columns; `alone` is asked of the engine.
COLUMNS: dict[str, Callable[[Columns, MemoryLook, Numbers], Numbers]] = {
    "place": _place,
    "suits": _suits,
    "surrendered": _surrendered,
    "blackjack": _blackjack,
    "waits": _waits,
    "likeness": _likeness,
    "three_cards": _three_cards,
}
