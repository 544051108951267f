"""Many rounds side by side, as columns of numbers: what the quick way reads, and the memory judges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from floorapp.domain.values import dataclass

Numbers = npt.NDArray[Any]
NIBBLE_OF = bytes(int(chr(code), 16) if chr(code) in "0123456789abcdef" else 0 for code in range(256))
SPREAD = np.uint64(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio: neighbouring keys land far apart


@dataclass(slots=True)
class Columns:
    """Rounds taken apart. `table`, `wagers`, `play` and `lines` are numbers that a Judge gave out."""

    # one a round
    table: Numbers
    signal: Numbers
    dealt: Numbers  # how many cards the dealer holds, at least two
    boxes: Numbers  # how many, at least one
    # one a box
    number: Numbers
    wagers: Numbers
    play: Numbers
    lines: Numbers
    drawn: Numbers  # how many cards were drawn
    # runs
    dealer_cards: Numbers
    first_cards: Numbers  # two a box
    drawn_cards: Numbers
    nets: Numbers  # of the reported lines


class Column:
    """A column that grows at its end."""

    def __init__(self, kind: Any, *shape: int, fill: int = 0) -> None:
        self._held = np.full((256, *shape), fill, kind)
        self._fill = fill
        self.used = 0

    @property
    def values(self) -> Numbers:
        return self._held[: self.used]

    def append(self, value: Any) -> int:
        """Put a value at the end; its place."""
        place = self.used
        self.grow(1)
        self._held[place] = value
        return place

    def extend(self, values: Sequence[int]) -> int:
        """Put values at the end; the place of the first."""
        place = self.used
        self.grow(len(values))
        self._held[place : self.used] = values
        return place

    def grow(self, more: int) -> None:
        """Make room for more, filled as the column begins."""
        self.used += more
        if self.used > len(self._held):
            wider = np.full((max(self.used, 2 * len(self._held)), *self._held.shape[1:]), self._fill, self._held.dtype)
            wider[: self.used - more] = self._held[: self.used - more]
            self._held = wider


class Numbered:
    """Whole numbers as keys, each answered with a number; what is new is learnt.

    A table of fixed size in front of the dictionary answers most keys of a column at once.
    """

    def __init__(self, learn: Callable[[int], int], bits: int = 16) -> None:
        self._learn = learn
        self._known: dict[int, int] = {}
        self._shift = np.uint64(64 - bits)
        self._keys = np.full(1 << bits, -1, np.int64)
        self._answers = np.zeros(1 << bits, np.int64)

    def __len__(self) -> int:
        return len(self._known)

    def of(self, keys: Numbers) -> Numbers:
        """The number of every key; what is learnt is never below zero."""
        slots = (keys.view(np.uint64) * SPREAD >> self._shift).view(np.int64)
        answers: Numbers = self._answers[slots]
        missed = np.flatnonzero(self._keys[slots] != keys)
        if len(missed):
            known, made = self._known, []
            for key in keys[missed].tolist():
                answer = known.get(key)
                if answer is None:
                    answer = known[key] = self._learn(key)
                made.append(answer)
            answers[missed] = made
            self._keys[slots[missed]] = keys[missed]
            self._answers[slots[missed]] = made
        return answers


def within(counts: Numbers) -> Numbers:
    """For runs of these lengths, each element's place in its run."""
    ends = np.cumsum(counts)
    place: Numbers = np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - counts, counts)
    return place


def in_nibbles(values: Numbers, counts: Numbers) -> Numbers:
    """Each run of values from 1 to 15, at most 12 of them, as one number: the first in the lowest four bits."""
    made = np.zeros(len(counts), np.int64)
    filled = counts > 0
    if filled.any():
        shifted = values.astype(np.int64) << (4 * within(counts))
        made[filled] = np.bitwise_or.reduceat(shifted, (np.cumsum(counts) - counts)[filled])
    return made


def from_nibbles(number: int) -> bytes:
    """The values of one such number again."""
    return f"{number:x}"[::-1].encode().translate(NIBBLE_OF) if number else b""
