"""Many rounds side by side, as columns of numbers: what the quick way reads, and the memory judges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from floorapp.domain.values import dataclass

Numbers = npt.NDArray[Any]
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
    """A column that grows at its end; what was put there is laid down when the column is next looked at."""

    def __init__(self, kind: Any, *shape: int) -> None:
        self._held = np.zeros((256, *shape), kind)
        self._laid_down = 0
        self._new: list[Any] = []

    @property
    def used(self) -> int:
        return self._laid_down + len(self._new)

    @property
    def values(self) -> Numbers:
        if self._new:
            new, self._new = self._new, []
            place = self._laid_down
            self.grow(len(new))
            self._held[place : self._laid_down] = new
        return self._held[: self._laid_down]

    def append(self, value: Any) -> int:
        """Put a value at the end; its place."""
        self._new.append(value)
        return self._laid_down + len(self._new) - 1

    def extend(self, values: Sequence[Any]) -> int:
        """Put values at the end; the place of the first."""
        place = self.used
        self._new += values
        return place

    def grow(self, more: int) -> None:
        """Make room for more, all of them zero."""
        assert not self._new
        self._laid_down += more
        if self._laid_down > len(self._held):
            wider = np.zeros((max(self._laid_down, 2 * len(self._held)), *self._held.shape[1:]), self._held.dtype)
            wider[: self._laid_down - more] = self._held[: self._laid_down - more]
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
