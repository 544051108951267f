"""The play of many boxes side by side: all of them walk the engine's graph of moments, a decision at a time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from floorapp.domain.values import dataclass
from floorapp.engine.memory import Memories
from floorapp.engine.play_graph import HandState, PlayPoint
from floorapp.engine.shape import DRAWING
from floorapp.operations.quick.columns import Column, Numbered, Numbers, within

DRAWS = np.array([step & 15 in DRAWING for step in range(256)])
IRREGULAR = 0  # the moment, and the hand, of a play that is left to the plain way
LEFT = 24  # bits: where a step leads is a moment, and above it the number of what it leaves behind


@dataclass(frozen=True, slots=True)
class Hands:
    """The hands of boxes: by hand its box and its state, by box whether it was played lawfully, and its steps."""

    box: Numbers
    state: Numbers
    lawful: Numbers
    steps: Numbers


class Runs:
    """Runs of numbers, each kept once under a number of its own."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, ...], int] = {}
        self._ends = Column(np.int64)
        self._held = Column(np.int64)
        self._ends.append(0)
        self.number(())

    def __len__(self) -> int:
        return len(self._numbers)

    def number(self, run: Sequence[int]) -> int:
        key = tuple(run)
        if key not in self._numbers:
            self._numbers[key] = len(self._numbers)
            self._held.extend(key)
            self._ends.append(self._held.used)
        return self._numbers[key]

    def lengths(self, numbers: Numbers) -> Numbers:
        return np.diff(self._ends.values)[numbers]

    def starts(self, numbers: Numbers) -> Numbers:
        """Where each of these runs begins in `held`."""
        found: Numbers = self._ends.values[numbers]
        return found

    @property
    def held(self) -> Numbers:
        """All runs, one after another."""
        return self._held.values


class Plays:
    """Numbers for decisions, moments and states of hands, over all tables."""

    def __init__(self, memories: Memories) -> None:
        self._memories = memories
        self._steps = Runs()
        self._firsts = Numbered(self._learn_first, bits=12)
        self._next = Numbered(self._learn_next)
        self._moments: dict[PlayPoint, int] = {}
        self._moment_list: list[tuple[int, PlayPoint] | None] = [None]  # with its group
        self._rest = Column(np.int64)  # of a moment: the hands it holds, as a run
        self._rest.append(0)
        self._runs = Runs()
        self._states: dict[HandState, int] = {}
        self.state_list: list[tuple[int, HandState] | None] = [None]

    def __len__(self) -> int:
        return max(len(self._next), len(self._steps))

    def number(self, steps: bytes) -> int:
        """The number of these decisions, whatever cards they drew."""
        return self._steps.number(steps)

    def hands(self, group: Numbers, first: Numbers, play: Numbers, drawn: Numbers, values: Numbers) -> Hands:
        """What the boxes come to: by box its group, first two values and decisions, and the values of cards drawn."""
        moment, length = self._firsts.of(group << 8 | first), self._steps.lengths(play)
        boxes, runs = [], []
        playing = np.flatnonzero((length > 0) & (moment != IRREGULAR))
        now, left, at = moment[playing], length[playing], self._steps.starts(play[playing])
        card, values = (np.cumsum(drawn) - drawn)[playing], np.append(values, 0)
        while len(playing):
            step = self._steps.held[at]
            draws = DRAWS[step]
            leads = self._next.of(now << 12 | step << 4 | np.where(draws, values[card], 0))
            leaving = np.flatnonzero(leads >= 1 << LEFT)
            if len(leaving):
                boxes.append(playing[leaving])
                runs.append(leads[leaving] >> LEFT)
            now, left = leads & (1 << LEFT) - 1, left - 1
            goes_on = (left > 0) & (now != IRREGULAR)
            over, on = np.flatnonzero(~goes_on), np.flatnonzero(goes_on)
            moment[playing[over]] = now[over]
            playing, now, left, at, card = playing[on], now[on], left[on], at[on] + 1, card[on] + draws[on]
        boxes.append(np.arange(len(play)))
        runs.append(self._rest.values[moment])
        return self._gathered(boxes, runs, moment != IRREGULAR, length)

    def _gathered(self, boxes: list[Numbers], runs: list[Numbers], lawful: Numbers, steps: Numbers) -> Hands:
        """The hands left on the way and those at the end, box after box."""
        box, run = np.concatenate(boxes), np.concatenate(runs)
        if len(boxes) > 1:
            order = np.argsort(box, kind="stable")
            box, run = box[order], run[order]
        counts = self._runs.lengths(run)
        state = self._runs.held[np.repeat(self._runs.starts(run), counts) + within(counts)]
        return Hands(np.repeat(box, counts), state, lawful, steps)

    def _learn_first(self, key: int) -> int:
        group = key >> 8
        return self._moment(group, self._memories.groups[group].moments.begin(bytes((key >> 4 & 15, key & 15))))

    def _learn_next(self, key: int) -> int:
        found = self._moment_list[key >> 12]
        assert found is not None
        group, moment = found
        following = self._memories.groups[group].moments.follow(moment, (key >> 4 & 255, key & 15))
        if following is None:
            return IRREGULAR
        after, left = following
        return self._run(group, left) << LEFT | self._moment(group, after)

    def _moment(self, group: int, moment: PlayPoint) -> int:
        if moment not in self._moments:
            self._moments[moment] = len(self._moment_list)
            self._moment_list.append((group, moment))
            self._rest.append(self._run(group, moment.hands))
        return self._moments[moment]

    def _run(self, group: int, hands: tuple[HandState, ...]) -> int:
        return self._runs.number([self._state(group, hand) for hand in hands])

    def _state(self, group: int, hand: HandState) -> int:
        if hand not in self._states:
            self._states[hand] = len(self.state_list)
            self.state_list.append((group, hand))
        return self._states[hand]
