"""Many rounds side by side, as columns of numbers: what the quick way reads, and the memory judges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from floorapp.domain.values import dataclass
from floorapp.engine.shape import VALUE_OF

Numbers = npt.NDArray[Any]
VALUES = np.frombuffer(VALUE_OF, np.uint8).astype(np.int64)
SPREAD = np.uint64(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio: neighbouring keys land far apart


@dataclass(slots=True)
class Columns:
    """Rounds taken apart. `table`, `play` and `lines` are numbers that a Judge gave out."""

    # one a round
    table: Numbers
    signal: Numbers
    dealt: Numbers  # how many cards the dealer holds, at least one
    boxes: Numbers  # how many, at least one
    # one a box
    number: Numbers
    amounts: Numbers  # of every wager in the order of WAGERS, 0 where there is none
    play: Numbers
    lines: Numbers
    drawn: Numbers  # how many cards were drawn
    # runs
    dealer_cards: Numbers
    first_cards: Numbers  # two a box
    drawn_cards: Numbers
    given: Numbers  # the amounts of decisions that give theirs in full
    nets: Numbers  # of the reported lines

    @property
    def masks(self) -> Numbers:
        """Which side wagers each box carries (`shape.MASK_OF`)."""
        made: Numbers = (self.amounts[:, 1:] > 0) @ (1 << np.arange(self.amounts.shape[1] - 1))
        return made

    def only(self, kept: Numbers, counts: Counts) -> Columns:
        """Those of these rounds that are kept; `counts` say how long each box's runs are."""
        boxes = np.repeat(kept, self.boxes)
        return Columns(
            table=self.table[kept],
            signal=self.signal[kept],
            dealt=self.dealt[kept],
            boxes=self.boxes[kept],
            number=self.number[boxes],
            amounts=self.amounts[boxes],
            play=self.play[boxes],
            lines=self.lines[boxes],
            drawn=self.drawn[boxes],
            dealer_cards=self.dealer_cards[np.repeat(kept, self.dealt)],
            first_cards=self.first_cards[np.repeat(boxes, counts.first)],
            drawn_cards=self.drawn_cards[np.repeat(boxes, self.drawn)],
            given=self.given[np.repeat(boxes, counts.given)],
            nets=self.nets[np.repeat(boxes, counts.nets)],
        )


@dataclass(frozen=True, slots=True)
class Counts:
    """How many first cards each box has, how many amounts it gives in full, and how many lines it reports."""

    first: Numbers
    given: Numbers
    nets: Numbers


class OpenColumn:
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
