"""The play of many boxes side by side: all of them walk the engine's graph of moments, a decision at a time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from floorapp.domain.values import dataclass
from floorapp.engine.memory import Memories
from floorapp.engine.play_graph import HandState, PlayPoint
from floorapp.engine.shape import AS_MAIN, AS_UNIT, IN_FULL, PAID, draws
from floorapp.operations.quick.columns import VALUES, Columns, Numbered, Numbers, OpenColumn, within

DRAWS = np.array([draws(step) for step in range(256)])
IRREGULAR = 0  # the moment, and the hand, of a play that is left to the plain way
LEFT = 24  # bits: where a step leads is a moment, and above it the number of what it leaves behind
ADVISED = 1 << LEFT - 1  # on a step that is lawful but one to advise on


@dataclass(frozen=True, slots=True)
class Laid:
    """What was laid on hands of boxes in the order of play: of every such decision its box, its kind, its amount."""

    box: Numbers
    do: Numbers
    amount: Numbers

    def by(self, do: int) -> tuple[Numbers, Numbers]:
        """The boxes and amounts of one kind of decision."""
        such = np.flatnonzero(self.do == do)
        return self.box[such], self.amount[such]


@dataclass(frozen=True, slots=True)
class Hands:
    """The hands of boxes: by hand its box and its state; by box whether it was played lawfully, whether its play is to
    be advised on, and its steps."""

    box: Numbers
    state: Numbers
    lawful: Numbers
    advised: Numbers
    steps: Numbers
    laid: Laid


class Runs:
    """Runs of numbers, each kept once under a number of its own."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, ...], int] = {}
        self._ends = OpenColumn(np.int64)
        self._held = OpenColumn(np.int64)
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
        self._given = OpenColumn(np.int64)  # of a run of steps: how many give their amount in full
        self._firsts = Numbered(self._learn_first, bits=12)
        self._next = Numbered(self._learn_next)
        self._moments: dict[PlayPoint, int] = {}
        self._moment_list: list[tuple[int, PlayPoint] | None] = [None]  # with its graph
        self._rest = OpenColumn(np.int64)  # of a moment: the hands it holds, as a run
        self._rest.append(0)
        self._runs = Runs()
        self._states: dict[HandState, int] = {}
        self.state_list: list[HandState | None] = [None]
        self.number(b"")

    def __len__(self) -> int:
        return max(len(self._next), len(self._steps))

    def number(self, steps: bytes) -> int:
        """The number of these decisions, whatever cards they drew."""
        number = self._steps.number(steps)
        if number == self._given.used:
            self._given.append(sum(step >> 4 == IN_FULL for step in steps))
        return number

    def given(self, play: Numbers) -> Numbers:
        """How many amounts these decisions give in full."""
        found: Numbers = self._given.values[play]
        return found

    def hands(self, graph: Numbers, first: Numbers, rounds: Columns) -> Hands:
        """What the boxes come to; `graph` and `first`, the values of the first two cards, by box."""
        play, drawn, values = rounds.play, rounds.drawn, np.append(VALUES[rounds.drawn_cards], 0)
        moment, length = self._firsts.of(graph << 8 | first), self._steps.lengths(play)
        steps, laid = self._laid(play, length, rounds)
        boxes, runs, advised = [], [], np.zeros(len(play), bool)
        playing = np.flatnonzero((length > 0) & (moment != IRREGULAR))
        now, left, at = moment[playing], length[playing], (np.cumsum(length) - length)[playing]
        card = (np.cumsum(drawn) - drawn)[playing]
        while len(playing):
            step = steps[at]
            drew = DRAWS[step]
            leads = self._next.of(now << 12 | step << 4 | np.where(drew, values[card], 0))
            leaving = np.flatnonzero(leads >= 1 << LEFT)
            if len(leaving):
                boxes.append(playing[leaving])
                runs.append(leads[leaving] >> LEFT)
            advised[playing] |= leads & ADVISED > 0
            now, left = leads & ADVISED - 1, left - 1
            goes_on = (left > 0) & (now != IRREGULAR)
            over, on = np.flatnonzero(~goes_on), np.flatnonzero(goes_on)
            moment[playing[over]] = now[over]
            playing, now, left, at, card = playing[on], now[on], left[on], at[on] + 1, card[on] + drew[on]
        boxes.append(np.arange(len(play)))
        runs.append(self._rest.values[moment])
        box, state = self._gathered(boxes, runs)
        return Hands(box, state, moment != IRREGULAR, advised, length, laid)

    def _laid(self, play: Numbers, length: Numbers, rounds: Columns) -> tuple[Numbers, Laid]:
        """All steps of the boxes, one after another and free of amounts; and the amounts."""
        steps = self._steps.held[np.repeat(self._steps.starts(play), length) + within(length)]
        paid = np.flatnonzero((steps >> 4 >= AS_MAIN) & (steps >> 4 <= IN_FULL))
        do, how, box = steps[paid] & 15, steps[paid] >> 4, np.repeat(np.arange(len(play)), length)[paid]
        main, attack = rounds.amounts[box, 0], rounds.amounts[box, 1]
        amount = np.select((how == AS_MAIN, how == AS_UNIT), (main, main + attack), 2 * main)
        amount[how == IN_FULL] = rounds.given
        steps[paid] = do | PAID << 4
        return steps, Laid(box, do, amount)

    def _gathered(self, boxes: list[Numbers], runs: list[Numbers]) -> tuple[Numbers, Numbers]:
        """The hands left on the way and those at the end, box after box."""
        box, run = np.concatenate(boxes), np.concatenate(runs)
        if len(boxes) > 1:
            order = np.argsort(box, kind="stable")
            box, run = box[order], run[order]
        counts = self._runs.lengths(run)
        state = self._runs.held[np.repeat(self._runs.starts(run), counts) + within(counts)]
        return np.repeat(box, counts), state

    def _learn_first(self, key: int) -> int:
        graph = key >> 8
        return self._moment(graph, self._memories.graphs[graph].begin(bytes((key >> 4 & 15, key & 15))))

    def _learn_next(self, key: int) -> int:
        found = self._moment_list[key >> 12]
        assert found is not None
        graph, moment = found
        following = self._memories.graphs[graph].follow(moment, (key >> 4 & 255, key & 15))
        if following is None:
            return IRREGULAR
        leaves = self._run(following.left) << LEFT | ADVISED * following.advised
        return leaves | self._moment(graph, following.point)

    def _moment(self, graph: int, moment: PlayPoint) -> int:
        if moment not in self._moments:
            self._moments[moment] = len(self._moment_list)
            self._moment_list.append((graph, moment))
            self._rest.append(self._run(moment.hands))
        return self._moments[moment]

    def _run(self, hands: tuple[HandState, ...]) -> int:
        return self._runs.number([self._state(hand) for hand in hands])

    def _state(self, hand: HandState) -> int:
        if hand not in self._states:
            self._states[hand] = len(self.state_list)
            self.state_list.append(hand)
        return self._states[hand]
