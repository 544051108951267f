"""The play of many boxes side by side: all of them walk the engine's graph of moments, a decision at a time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from floorapp.domain.values import dataclass
from floorapp.engine.finding import Finding
from floorapp.engine.memory import Memories
from floorapp.engine.memory_answers import STAND_INS
from floorapp.engine.play_graph import SECOND_CHANCE, Cards, HandState, PlayGraph, PlayPoint
from floorapp.engine.shape import AS_MAIN, AS_UNIT, ASKING_UP, IN_FULL, PAID, draws
from floorapp.operations.quick.columns import VALUES, Columns, Numbered, Numbers, OpenColumn, run_places, starts_of

#: Of steps: whether they draw, and whether their card is put on the hand; those laid for money, and how they are known.
DRAWS = np.array([draws(step) for step in range(256)])
ADDS = np.array([draws(step) and step & 15 != SECOND_CHANCE for step in range(256)])
PAYS = np.array([AS_MAIN <= step >> 4 <= IN_FULL for step in range(256)])
MOVES = np.array([step & 15 | PAID << 4 if PAYS[step] else step for step in range(256)]) << 4
IRREGULAR = 0  # where a play is that is left to the plain way
#: Where a box is: the number of a point, and in its lowest bits that of what the hand in play holds (zero: the card
#: that it waited with). Where a decision
#: leads: the same, then the number of what there is to advise on it, and above that that of the hands it leaves behind.
HELD, ADVICE, LEFT = 12, 34, 44


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
class Advice:
    """What there is to advise on the play of boxes, in its order: each box, and the number of what there is."""

    box: Numbers
    number: Numbers


@dataclass(frozen=True, slots=True)
class Hands:
    """The hands of boxes: by hand its box and its state; by box whether it was played lawfully, and its steps."""

    box: Numbers
    state: Numbers
    lawful: Numbers
    steps: Numbers
    laid: Laid
    advice: Advice


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

    def of(self, numbers: Numbers, lengths: Numbers) -> Numbers:
        """These runs, one after another."""
        found: Numbers = self._held.values[run_places(self._ends.values[numbers], lengths)]
        return found


class Plays:
    """Numbers for decisions, points of play, what hands hold, and states of hands, over all tables."""

    def __init__(self, memories: Memories) -> None:
        self._memories = memories
        self._steps = Runs()
        self._given = OpenColumn(np.int64)  # of a run of steps: how many give their amount in full
        self._asking = OpenColumn(np.int64)  # how many hang on the up card
        self._firsts = Numbered(self._learn_first)
        self._next = Numbered(self._learn_next)
        self._cards = Numbered(self._learn_card)
        self._waited = Numbered(self._learn_waited)
        self._rest = Numbered(self._learn_rest)  # the hands that are not done with, as a run
        self._points: dict[PlayPoint, int] = {}
        self._point_list: list[tuple[PlayGraph, PlayPoint]] = []
        self._held: dict[object, int] = {}
        self._held_list: list[tuple[PlayGraph, Cards]] = []
        self._advice_numbers: dict[tuple[Finding, ...], int] = {}
        self.advice: list[tuple[Finding, ...]] = []
        self._advice(())
        self._runs = Runs()
        self._states: dict[HandState, int] = {}
        self.state_list: list[HandState | None] = [None]
        self.number(b"")

    def __len__(self) -> int:
        return max(len(self._next), len(self._rest), len(self._steps))

    def number(self, steps: bytes) -> int:
        """The number of these decisions, whatever cards they drew."""
        number = self._steps.number(steps)
        if number == self._given.used:
            self._given.append(sum(step >> 4 == IN_FULL for step in steps))
            self._asking.append(sum(step & 15 in ASKING_UP for step in steps))
        return number

    def given(self, play: Numbers) -> Numbers:
        """How many amounts these decisions give in full."""
        found: Numbers = self._given.values[play]
        return found

    def asking(self, play: Numbers) -> Numbers:
        """How many of these decisions hang on the up card."""
        found: Numbers = self._asking.values[play]
        return found

    def hands(self, graph: Numbers, first: Numbers, rounds: Columns) -> Hands:
        """What the boxes come to; `graph` and `first`, the values of the first two cards, by box."""
        where, length = self._firsts.of(graph << 8 | first), self._steps.lengths(rounds.play)
        steps = self._steps.of(rounds.play, length)
        moves, values = MOVES[steps], np.zeros(len(steps), np.int64)
        values[np.flatnonzero(DRAWS[steps])] = VALUES[rounds.drawn_cards]
        added = np.where(ADDS[steps], values, 0)
        moves |= values - added  # a card that is taken off
        passed, told = [where[:0]], [where[:0]]  # the boxes that leave hands behind or are advised on, and what
        playing = np.flatnonzero(length > 0)
        at, ends, now = starts_of(length)[playing], np.cumsum(length)[playing], where[playing]
        while len(playing):
            leads = self._next.of(now << 12 | moves[at])
            on = np.flatnonzero(leads >= 1 << ADVICE)
            if len(on):
                passed.append(playing[on])
                told.append(leads[on])
                leads &= (1 << ADVICE) - 1
            on = np.flatnonzero((leads & (1 << HELD) - 1 == 0) & (leads != IRREGULAR))
            leads[on] += self._waited.of(graph[playing[on]] << 8 | first[playing[on]])
            value = added[at]
            took = np.flatnonzero(value)
            held = leads[took] & (1 << HELD) - 1
            leads[took] += self._cards.of(held << 4 | value[took]) - held
            where[playing] = leads
            at += 1
            on = np.flatnonzero((at < ends) & (leads != IRREGULAR))
            playing, at, ends, now = playing[on], at[on], ends[on], leads[on]
        lawful, box, lead = where != IRREGULAR, np.concatenate(passed), np.concatenate(told)
        ended = np.flatnonzero(lawful)
        hands = self._gathered(box, lead >> LEFT, ended, self._rest.of(where[ended]))
        advice = lead >> ADVICE & (1 << LEFT - ADVICE) - 1
        on = np.flatnonzero(advice)
        return Hands(*hands, lawful, length, self._laid(steps, length, rounds), Advice(box[on], advice[on]))

    def _laid(self, steps: Numbers, length: Numbers, rounds: Columns) -> Laid:
        """What was laid by the steps of the boxes."""
        paid = np.flatnonzero(PAYS[steps])
        box, do, how = np.repeat(np.arange(len(length)), length)[paid], steps[paid] & 15, steps[paid] >> 4
        main, attack = rounds.amounts[:, 0][box], rounds.amounts[:, 1][box]
        amount = np.where(how == AS_MAIN, main, np.where(how == AS_UNIT, main + attack, 2 * main))
        amount[how == IN_FULL] = rounds.given
        return Laid(box, do, amount)

    def _gathered(self, passed: Numbers, left: Numbers, ended: Numbers, rest: Numbers) -> tuple[Numbers, Numbers]:
        """The hands left on the way and those at the end, box after box: by hand its box and its state."""
        box, run = ended, rest
        if len(passed):
            box, run = np.concatenate((passed, ended)), np.concatenate((left, rest))
            order = np.argsort(box, kind="stable")
            box, run = box[order], run[order]
        counts = self._runs.lengths(run)
        return np.repeat(box, counts), self._runs.of(run, counts)

    def _learn_first(self, key: int) -> int:
        graph = self._memories.graphs[key >> 8]
        cards = STAND_INS[key >> 4 & 15], STAND_INS[key & 15]
        return self._point(graph, graph.start) << HELD | self._holds(graph, cards)

    def _learn_next(self, key: int) -> int:
        graph, point, cards = self._at(key >> 12)
        found = graph.follow(point, cards, key >> 4 & 255, key & 15)
        if found is None:
            return IRREGULAR
        leads = self._point(graph, found.point) << HELD | self._holds(graph, found.cards)
        return self._run(found.left) << LEFT | self._advice(found.advice) << ADVICE | leads

    def _learn_card(self, key: int) -> int:
        if key >> 4 == 0:
            return 0  # after irregular play nothing is held
        graph, cards = self._held_list[(key >> 4) - 1]
        return self._holds(graph, (*cards, STAND_INS[key & 15]))

    def _learn_waited(self, key: int) -> int:
        return self._holds(self._memories.graphs[key >> 8], (STAND_INS[key & 15],))

    def _learn_rest(self, where: int) -> int:
        graph, point, cards = self._at(where)
        return self._run(graph.rest(point, cards))

    def _at(self, where: int) -> tuple[PlayGraph, PlayPoint, Cards]:
        """A point, and what the hand in play holds."""
        return *self._point_list[where >> HELD], self._held_list[(where & (1 << HELD) - 1) - 1][1]

    def _point(self, graph: PlayGraph, point: PlayPoint) -> int:
        if point not in self._points:
            self._points[point] = len(self._point_list)
            self._point_list.append((graph, point))
        return self._points[point]

    def _holds(self, graph: PlayGraph, cards: Cards) -> int:
        """The number, from one on, of what a hand holds; graphs that look at the same large cards share them."""
        if not cards:
            return 0
        key = graph.large_ones_told, graph.alike(cards)
        if key not in self._held:
            self._held_list.append((graph, cards))
            self._held[key] = len(self._held_list)
            assert len(self._held_list) < 1 << HELD
        return self._held[key]

    def _advice(self, found: tuple[Finding, ...]) -> int:
        if found not in self._advice_numbers:
            self._advice_numbers[found] = len(self.advice)
            self.advice.append(found)
            assert len(self.advice) < 1 << LEFT - ADVICE
        return self._advice_numbers[found]

    def _run(self, hands: tuple[HandState, ...]) -> int:
        return self._runs.number([self._state(hand) for hand in hands])

    def _state(self, hand: HandState) -> int:
        if hand not in self._states:
            self._states[hand] = len(self.state_list)
            self.state_list.append(hand)
        return self._states[hand]
