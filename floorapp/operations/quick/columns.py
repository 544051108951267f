"""Many rounds side by side, as columns of numbers: what the quick way reads, and the memory judges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from floorapp.domain.values import dataclass
from floorapp.engine.shape import VALUE_OF

Numbers = npt.NDArray[Any]
VALUES = np.frombuffer(VALUE_OF, np.uint8).astype(np.int64)
SPREAD = np.uint64(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio: neighbouring keys land far apart
NO_KEY = -1


@dataclass()
class Columns:
    """Rounds taken apart. `table`, `play` and `lines` are numbers that a Judge gave out."""

    # one a round
    table: Numbers
    signal: Numbers
    dealt: Numbers  # how many cards the dealer holds, at least one
    boxes: Numbers  # how many, at least one
    # one a box
    number: Numbers
    amounts: Numbers  # of every wager in the order of AMOUNTS, 0 where there is none; each in one piece
    masks: Numbers  # which side wagers it carries (`masks_of`)
    play: Numbers
    lines: Numbers
    drawn: Numbers  # how many cards were drawn
    # runs
    dealer_cards: Numbers
    first_cards: Numbers  # two a box
    drawn_cards: Numbers
    given: Numbers  # the amounts of decisions that give theirs in full
    nets: Numbers  # of the reported lines

    @cached_property
    def box_of(self) -> Numbers:
        """The round of every box."""
        return np.repeat(np.arange(len(self.boxes)), self.boxes)

    @cached_property
    def dealers(self) -> Numbers:
        """Where each dealer's cards begin."""
        return starts_of(self.dealt)

    @cached_property
    def up_cards(self) -> Numbers:
        """The dealers' first cards."""
        made: Numbers = self.dealer_cards[self.dealers]
        return made

    @cached_property
    def hole_cards(self) -> Numbers:
        """Their second cards; where there is none, the first again."""
        made: Numbers = self.dealer_cards[self.dealers + (self.dealt > 1)]
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
            amounts=self.amounts.T[:, boxes].T,
            masks=self.masks[boxes],
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
    """Whole numbers from 0 on as keys, each answered with a number; what is new is learnt.

    A key lies in a table at the slot that its hash names, or, where another one lies, at the next free slot after it:
    so a whole column of keys is looked up at once, most of them by one step.
    """

    def __init__(self, learn: Callable[[int], int]) -> None:
        self._learn = learn
        self._used = 0
        self._make(10)

    def __len__(self) -> int:
        return self._used

    def _make(self, bits: int) -> None:
        self._shift = np.uint64(64 - bits)
        self._keys = np.full(1 << bits, NO_KEY, np.int64)
        self._answers = np.zeros(1 << bits, np.int64)

    def of(self, keys: Numbers) -> Numbers:
        """The number of every key."""
        slots = (keys.view(np.uint64) * SPREAD >> self._shift).view(np.int64)
        answers: Numbers = self._answers[slots]
        missed = np.flatnonzero(self._keys[slots] != keys)
        if len(missed):
            answers[missed] = self._further(keys[missed], slots[missed])
        return answers

    def _further(self, keys: Numbers, slots: Numbers) -> Numbers:
        """The numbers of keys that do not lie at these slots, their first."""
        on, last = np.arange(len(keys)), len(self._keys) - 1
        while len(on):
            held = self._keys[slots[on]]
            on = on[(held != keys[on]) & (held != NO_KEY)]
            slots[on] = slots[on] + 1 & last
        new = np.flatnonzero(self._keys[slots] == NO_KEY)
        if len(new) == 0:
            found: Numbers = self._answers[slots]
            return found
        learnt = np.unique(keys[new])
        self._lay(learnt, np.array([self._learn(key) for key in learnt.tolist()]))
        return self.of(keys)

    def _lay(self, keys: Numbers, answers: Numbers) -> None:
        """Lay new keys where `of` finds them: with more than an eighth of the slots taken, in a larger table."""
        self._used += len(keys)
        if 8 * self._used > len(self._keys):
            taken = self._keys != NO_KEY
            keys, answers = np.append(self._keys[taken], keys), np.append(self._answers[taken], answers)
            self._make((8 * self._used - 1).bit_length())
        slots, last = (keys.view(np.uint64) * SPREAD >> self._shift).view(np.int64), len(self._keys) - 1
        while len(keys):
            free = self._keys[slots] == NO_KEY
            self._keys[slots[free]], self._answers[slots[free]] = keys[free], answers[free]
            left = self._keys[slots] != keys  # another key was there, or was laid there with it
            keys, answers, slots = keys[left], answers[left], slots[left] + 1 & last


def starts_of(counts: Numbers) -> Numbers:
    """For runs of these lengths, one after another, where each begins."""
    made: Numbers = np.cumsum(counts) - counts
    return made


def within(counts: Numbers) -> Numbers:
    """For runs of these lengths, each element's place in its run."""
    return run_places(np.zeros(len(counts), np.int64), counts)


def run_places(begins: Numbers, counts: Numbers) -> Numbers:
    """For runs of these lengths that begin there in some column, each element's place in it."""
    made = np.repeat(begins - starts_of(counts), counts)
    made += np.arange(len(made))
    return made


def masks_of(amounts: Numbers) -> Numbers:
    """Which side wagers boxes carry (`shape.MASK_OF`), by their amounts."""
    made: Numbers = (amounts[:, 1:] > 0) @ (1 << np.arange(amounts.shape[1] - 1))
    return made
