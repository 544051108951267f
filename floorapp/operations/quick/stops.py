"""The dealers' hands of many rounds side by side: all of them walk the engine's graph of stops, a card at a time."""

from __future__ import annotations

import numpy as np

from floorapp.engine.dealers import HIGH, Stop
from floorapp.engine.memory import Memories
from floorapp.operations.quick.columns import VALUES, Columns, Numbered, Numbers, OpenColumn

IRREGULAR = 0  # the stop of a dealer who drew too many


class Stops:
    """Numbers for the stops of dealers, over all tables."""

    def __init__(self, memories: Memories) -> None:
        self._memories = memories
        self._firsts = Numbered(self._learn_first)
        self._next = Numbered(self._learn_next)
        self._readers = Numbered(self._learn_reader)
        self._highs = Numbered(self._learn_high)
        self._numbers: dict[int, int] = {}  # by identity: a stop is made once
        self._list: list[tuple[int, Stop] | None] = [None]  # with its group
        self._place = OpenColumn(np.int64)  # below zero where the dealer may not end
        self._place.append(-1)
        self._advised = OpenColumn(bool)
        self._advised.append(False)

    def __len__(self) -> int:
        return max(len(self._next), len(self._readers))

    def of(self, group: Numbers, bits: Numbers, rounds: Columns) -> tuple[Numbers, Numbers]:
        """The dealers' stops, by what waits for each (`bits`) and all their cards, and their places; -1 where dealer or
        reader did wrong."""
        values, dealt = VALUES[rounds.dealer_cards], rounds.dealt
        stop = self._firsts.of(group << 5 | bits)
        drawing, at, taken = np.arange(len(dealt)), rounds.dealers, 0
        while len(drawing):
            stop[drawing] = now = self._next.of(stop[drawing] << 4 | values[at])
            taken += 1
            on = np.flatnonzero((dealt[drawing] > taken) & (now != IRREGULAR))
            drawing, at = drawing[on], at[on] + 1
        place, up, hole = self._place.values[stop], VALUES[rounds.up_cards], VALUES[rounds.hole_cards]
        seen = group << 12 | up << 8 | np.where(dealt > 1, hole, 0) << 4 | rounds.signal
        wrong = (place < 0) | (self._readers.of(seen) == 0)
        return stop, np.where(wrong, -1, place + HIGH * self._highs.of(group << 4 | up))

    def advised(self, stops: Numbers) -> Numbers:
        """Whether an end at these stops is one to advise on."""
        found: Numbers = self._advised.values[stops]
        return found

    def stop(self, number: int) -> tuple[int, Stop]:
        """The stop of a number, and its group."""
        found = self._list[number]
        assert found is not None
        return found

    def _learn_first(self, key: int) -> int:
        group = key >> 5
        return self._number(group, self._memories.groups[group].dealers.begin(key & 31))

    def _learn_next(self, key: int) -> int:
        group, stop = self.stop(key >> 4)
        after = self._memories.groups[group].dealers.after(stop, key & 15)
        return IRREGULAR if after is None else self._number(group, after)

    def _learn_reader(self, key: int) -> int:
        dealers = self._memories.groups[key >> 12].dealers
        return int(dealers.reader_fine(key >> 8 & 15, key >> 4 & 15, key & 15))

    def _learn_high(self, key: int) -> int:
        return int(self._memories.groups[key >> 4].dealers.is_high(key & 15))

    def _number(self, group: int, stop: Stop) -> int:
        key = id(stop)
        if key not in self._numbers:
            self._numbers[key] = len(self._list)
            self._list.append((group, stop))
            self._place.append(stop.place if stop.may_end else -1)
            self._advised.append(stop.advised)
        return self._numbers[key]
