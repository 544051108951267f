"""What side wagers pay, for many boxes side by side: the engine is asked once of each that differs in what counts."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from floorapp.engine.learning import SUIT_KIND, SUITED
from floorapp.engine.memory import Table
from floorapp.operations.quick.columns import VALUES, Column, Columns, Numbered, Numbers
from floorapp.operations.quick.hands import BLACKJACK, SURRENDERED
from floorapp.operations.quick.look import MemoryLook

#: By which suits there are, as bits: whether cards are of one suit, one colour, or neither.
SUIT_KINDS = np.array([SUIT_KIND[suits] for suits in range(16)])
ANY_SUITS = len(SUITED) - 1
PUSH_22, MATCH, BUST_IT, INSURED = 2, 3, 4, 5  # places among WAGERS


class SidePays:
    """What the engine said each side wager pays, by the cards that count for it."""

    def __init__(self, table_of: Callable[[int], Table]) -> None:
        self._table_of = table_of
        self._known = Numbered(self._learn)
        self._alone = Numbered(self._learn_alone)
        self._pays = Column(np.int64, 3)  # how much, to how much, and its number in `list`
        self.list: list[Fraction] = []

    def __len__(self) -> int:
        return max(len(self._known), len(self._alone))

    def of(self, rounds: Columns, look: MemoryLook, boxes: Numbers, wager: int) -> Numbers:
        """What a wager pays each of these boxes: how much, to how much, and its number in `list`."""
        asked = {MATCH: _match, BUST_IT: _bust_it, INSURED: _insurance, PUSH_22: self._push_22}[wager]
        table = rounds.table[look.box_of[boxes]]
        known = self._known.of(table << 20 | asked(rounds, look, boxes) << 3 | wager)
        found: Numbers = self._pays.values[known]
        return found

    def _push_22(self, rounds: Columns, look: MemoryLook, boxes: Numbers) -> Numbers:
        """The dealer's place, the kind of all his suits, whether the box was surrendered, and the wager left alone."""
        at, starts = look.box_of[boxes], np.cumsum(rounds.dealt) - rounds.dealt
        suits = SUIT_KINDS[np.bitwise_or.reduceat(1 << (rounds.dealer_cards & 3), starts)[at]]
        up, hole = VALUES[rounds.dealer_cards[starts[at]]], VALUES[rounds.dealer_cards[_second(rounds, at)]]
        alone = self._alone.of(rounds.table[at] << 16 | in_order(up, hole) << 8 | look.bits[at])
        surrendered = look.word[boxes] & SURRENDERED > 0
        return look.places[at] << 4 | suits << 2 | alone << 1 | surrendered

    def _learn_alone(self, key: int) -> int:
        values = bytes((key >> 12 & 15, key >> 8 & 15))
        return int(self._table_of(key >> 16).push_22_alone(values, key & 31))

    def _learn(self, key: int) -> int:
        table, wager, asked = self._table_of(key >> 20), key & 7, key >> 3 & 0x1FFFF
        if wager == MATCH:
            pays = table.match_pays(asked >> 4, asked & 15)
        elif wager == INSURED:
            pays = table.insurance_pays(asked >> 6, asked & 31, blackjack=bool(asked & 32))
        elif wager == PUSH_22:
            alone, surrendered = bool(asked & 2), bool(asked & 1)
            pays = table.push_22_pays(asked >> 4, asked >> 2 & 3, surrendered=surrendered, alone=alone)
        else:
            values = bytes(value for value in (asked >> 10, asked >> 6 & 15, asked >> 2 & 15) if value)
            pays = table.bust_it_pays(values, asked & 3)
        if pays not in self.list:
            self.list.append(pays)
        return self._pays.append((pays.numerator, pays.denominator, self.list.index(pays)))


def _second(rounds: Columns, at: Numbers) -> Numbers:
    """Where the second cards of these dealers lie, or the only one."""
    made: Numbers = (np.cumsum(rounds.dealt) - rounds.dealt)[at] + (rounds.dealt[at] > 1)
    return made


def in_order(some: Numbers, others: Numbers) -> Numbers:
    """Two small numbers as one, the smaller first."""
    return np.minimum(some, others) << 4 | np.maximum(some, others)


def _match(rounds: Columns, look: MemoryLook, boxes: Numbers) -> Numbers:
    """How each of two cards is like the up card: 0 not, 1 in rank, 2 in suit too."""
    starts = np.cumsum(rounds.dealt) - rounds.dealt
    up = rounds.dealer_cards[starts[look.box_of[boxes]]][:, None]
    first = rounds.first_cards.reshape(-1, 2)[boxes]
    likes = np.where(first >> 2 == up >> 2, 1 + (first == up), 0)
    return in_order(likes[:, 0], likes[:, 1])


def _insurance(_rounds: Columns, look: MemoryLook, boxes: Numbers) -> Numbers:
    """The dealer's place, what waits for him, and whether the box has a Blackjack."""
    at = look.box_of[boxes]
    return look.places[at] << 6 | (look.word[boxes] & BLACKJACK > 0) << 5 | look.bits[at]


def _bust_it(rounds: Columns, look: MemoryLook, boxes: Numbers) -> Numbers:
    """The dealer's first three values by what counts of them: the first two by their sum and their aces, the third,
    and the kind of the suits only of three alike."""
    at, cards = look.box_of[boxes], rounds.dealer_cards
    starts, has_third = (np.cumsum(rounds.dealt) - rounds.dealt)[at], rounds.dealt[at] > 2
    up, hole = cards[starts], cards[_second(rounds, at)]
    drawn = cards[np.where(has_third, np.minimum(starts + 2, len(cards) - 1), starts)]
    one, other, third = VALUES[up], VALUES[hole], np.where(has_third, VALUES[drawn], 0)
    alike = (one == other) & (other == third)
    low = np.where((one == 1) | (other == 1), 1, np.maximum(one + other - 10, 2))
    low = np.where(alike, one, low)
    suits = SUIT_KINDS[1 << (up & 3) | 1 << (hole & 3) | 1 << (drawn & 3)]
    made: Numbers = (low << 4 | one + other - low) << 6 | third << 2 | np.where(alike, suits, ANY_SUITS)
    return made
