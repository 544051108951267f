"""The plays of boxes, numbered: their decisions apart from the values of the cards that were drawn."""

from __future__ import annotations

import numpy as np

from floorapp.operations.columns import Numbered, Numbers, from_nibbles, in_nibbles, within
from floorapp.operations.judging import MOST_DRAWN, MOST_LEARNT, VALUES, Judge

MOST_PLAYS = 1 << 15


class Plays:
    """Gives a judge's number to decisions and the cards drawn by them, remembering what it has met."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._numbers: dict[bytes, int] = {}
        self._steps: list[bytes] = []
        self._plays = Numbered(self._learn)

    @property
    def full(self) -> bool:
        """Whether it is time to start anew."""
        return len(self._plays) > MOST_LEARNT or len(self._steps) > MOST_PLAYS // 2

    def number(self, steps: bytes) -> int:
        """The number of these decisions, whatever was drawn; raises LookupError where there are too many."""
        if steps not in self._numbers:
            if len(self._steps) >= MOST_PLAYS:
                raise LookupError("too many plays at once")
            self._numbers[steps] = len(self._steps)
            self._steps.append(steps)
        return self._numbers[steps]

    def of(self, numbers: Numbers, drawn: Numbers, cards: Numbers) -> Numbers:
        """The judge's number of every play: its decisions' number, how many cards it drew, and all of these.

        What is drawn beyond the most cards is left out: such a play is for the plain way.
        """
        count = drawn
        if len(drawn) and drawn.max() > MOST_DRAWN:
            cards, count = cards[within(drawn) < MOST_DRAWN], np.minimum(drawn, MOST_DRAWN)
        return self._plays.of(numbers << 48 | in_nibbles(VALUES[cards], count))

    def _learn(self, key: int) -> int:
        return self._judge.play_number(self._steps[key >> 48], from_nibbles(key & (1 << 48) - 1))
