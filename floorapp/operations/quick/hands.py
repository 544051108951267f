"""What is remembered of hands, in columns: what waits for the dealer, which lines there are, what each does.

A hand is a word of bits, and so is a box: all its hands together, each hand's lines in a place of their own.
"""

from __future__ import annotations

import numpy as np

from floorapp.engine.dealers import PLACES
from floorapp.engine.memory import HandMemory, Memories
from floorapp.engine.shape import DO_OF, LINE_OF, ON_HANDS
from floorapp.operations.quick.columns import Numbered, Numbers, OpenColumn
from floorapp.operations.quick.plays import Hands, Plays

#: The bits of a word: first five for what waits for the dealer (`dealers.stake_bits`).
BITS, UNFINISHED, BLACKJACK, SURRENDERED, UNKNOWN = 31, 1 << 5, 1 << 6, 1 << 7, 1 << 8
DOUBLED, SECOND_CHANCE = 1 << 9, 1 << 10  # money of that kind lies on the hand
ADVISED = 1 << 11  # lawful, but to be advised on
LINES = 16  # above this the lines: four bits a hand, then four for the side wagers
MOST_HANDS = 8  # of a box; more are for the plain way
UP_VALUES = (2, 1, 10, 2)  # of the classes of up cards


class HandsKnown:
    """What the engine said of each hand it was asked about, as words of bits that can be looked up together."""

    def __init__(self, memories: Memories, plays: Plays) -> None:
        self._memories = memories
        self._plays = plays
        self._known = Numbered(self._learn)
        self.list: list[tuple[int, HandMemory] | None] = [None]  # with its group
        self._word = OpenColumn(np.int64)
        self._word.append(UNKNOWN)
        self._rows = OpenColumn(np.int64, ON_HANDS)
        self._rows.append((0,) * ON_HANDS)
        self._shares = OpenColumn(np.int64, PLACES, 2)  # how much, to how much; to 0: unlearnt

    def __len__(self) -> int:
        return len(self._known)

    def of(self, hands: Hands, group: Numbers, masks: Numbers, ups: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """The numbers of all hands, and by box its word and its first hand; `group`, `masks`, `ups`: by box."""
        count = len(hands.lawful)
        box = hands.box
        known = self._known.of((group << 24 | masks << 2 | ups)[box] | hands.state << 40)
        word, first = np.full(count, UNKNOWN), np.zeros(count, np.int64)
        starts = np.flatnonzero(np.concatenate(([True], box[1:] != box[:-1]))) if len(box) else box
        first[box[starts]] = starts
        words = self._word.values[known]
        further = np.flatnonzero(np.arange(len(box)) > first[box])
        nth = further - first[box[further]]
        lines = words[further] >> LINES << LINES + ON_HANDS * np.minimum(nth, MOST_HANDS - 1)
        words[further] = np.where(nth < MOST_HANDS, words[further] & (1 << LINES) - 1 | lines, UNKNOWN)
        word[box[starts]] = words[starts]
        np.bitwise_or.at(word, box[further], words[further])
        word[~hands.lawful] |= UNKNOWN
        return known, word, first

    def _learn(self, key: int) -> int:
        state = self._plays.state_list[key >> 40]
        assert state is not None
        group = key >> 24 & 0xFFFF
        memory = self._memories.groups[group].hand(state, key >> 2 & 63, UP_VALUES[key & 3])
        if memory is None:
            return 0
        self._shares.grow(len(self._memories.rows) - self._shares.used)
        self.list.append((group, memory))
        self._rows.append([memory.rows.get(wager, 0) for wager in range(ON_HANDS)])
        return self._word.append(_word(memory))

    def stakes(self, hands: Hands, known: Numbers, word: Numbers, amounts: Numbers) -> Numbers:
        """What lies on every hand, in the order of LINE_WAGERS: a box's hands are doubled in their order."""
        main, attack = amounts[:, 0][hands.box], amounts[:, 1][hands.box]
        made = np.stack((main, attack, main, main)).T  # a lammer is worth the main wager
        flags = self._word.values[known]
        for do, flag in (("double", DOUBLED), ("second_chance", SECOND_CHANCE)):
            on, (laid_box, laid) = np.flatnonzero(flags & flag > 0), hands.laid.by(DO_OF[do])
            box = hands.box[on]
            if not np.array_equal(box, laid_box):  # some were laid where nobody remembers
                odd = np.bincount(box, minlength=len(word)) != np.bincount(laid_box, minlength=len(word))
                word[odd] |= UNKNOWN
                on, laid = on[~odd[box]], laid[~odd[laid_box]]
            made[on, LINE_OF[do]] = laid
        on = np.flatnonzero(flags & SECOND_CHANCE > 0)
        usual = made[on, 0] + np.where(flags[on] & DOUBLED, made[on, 2], 0)
        word[hands.box[on[made[on, 3] != usual]]] |= UNKNOWN
        return made

    def lines(self, hands: Numbers) -> Numbers:
        """The lines of each of these hands, as bits."""
        made: Numbers = self._word.values[hands] >> LINES
        return made

    def shares(self, hands: Numbers, wager: int, places: Numbers) -> Numbers:
        """What the stakes of these hands on a wager do against dealers of these places."""
        at = self._rows.values[:, wager][hands] * PLACES + places
        found: Numbers = self._shares.values.reshape(-1, 2).take(at, axis=0)
        new = np.flatnonzero(found[:, 1] == 0)
        if len(new) == 0:
            return found
        asked = np.unique(at[new])
        made = [self._memories.rows.share(*divmod(each, PLACES)).as_integer_ratio() for each in asked.tolist()]
        self._shares.values.reshape(-1, 2)[asked] = made
        return self.shares(hands, wager, places)


def _word(memory: HandMemory) -> int:
    flags = memory.unfinished * UNFINISHED | memory.blackjack * BLACKJACK | memory.surrendered * SURRENDERED
    flags |= memory.doubled * DOUBLED | memory.second_chance * SECOND_CHANCE
    return memory.bits | flags | sum(1 << wager for wager in memory.rows) << LINES


def lines_of(sides: Numbers) -> Numbers:
    """The lines of these side wagers in a word; `sides`: four bits, in the order of PACKED_SIDES."""
    return sides << LINES + ON_HANDS * MOST_HANDS
