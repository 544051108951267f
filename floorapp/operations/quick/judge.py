"""Judging many rounds at once by what the engine's memory knows of their hands and dealers.

A round is vouched for (`OK`, `SETTLED`) where every box, the dealer and every reported line are remembered as right,
`MISMATCH` where only reported amounts are not; everything else is left to the plain way (`ASK`). No rule is decided
here: numbers that the engine gave out once are looked up and added.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sized
from fractions import Fraction
from typing import Any

import numpy as np

from floorapp.domain.money import nearest
from floorapp.engine.boxes import halves_go_up
from floorapp.engine.dealers import HIGH
from floorapp.engine.memory import ATTACK, Memories, TableMemory
from floorapp.engine.memory_answers import AS_MUCH, BETWEEN, LESS, MORE, TOGETHER, amount_fine, amount_lawful
from floorapp.engine.record import Options
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.shape import CODE_OF, DECISION_OF, DO_OF, LINE_OF, LINE_WAGERS, MASK_OF, ON_HANDS
from floorapp.engine.wagers.register import AMOUNTS, PACKED_SIDES
from floorapp.engine.wagers.side import SideWager
from floorapp.operations.quick.columns import VALUES, Columns, Numbered, Numbers, OpenColumn, starts_of
from floorapp.operations.quick.hands import (
    ADVISED,
    BITS,
    BLACKJACK,
    LINES,
    SURRENDERED,
    UNFINISHED,
    UNKNOWN,
    UP_VALUES,
    HandsKnown,
    lines_of,
)
from floorapp.operations.quick.look import MemoryLook, Nets
from floorapp.operations.quick.plays import Laid, Plays
from floorapp.operations.quick.reported_lines import NOTHING, Reports
from floorapp.operations.quick.side_pays import SidePays, in_order
from floorapp.operations.quick.stops import Stops

ASK, OK, SETTLED, MISMATCH = range(4)
MOST_CENTS = 1 << 40
MOST_LEARNT = 60_000  # of anything: beyond that the memory starts anew
MOST_TABLES = 100
AMOUNT = 26  # bits of an amount beside a side wager, up to $671,088.63; rounds with larger ones go the plain way
MOST_DECKS = MOST_POSITIONS = 255
#: What is known of a table, in columns.
OF_TABLE = range(10)
GROUP, FINE, UP_MATTERS, POSITIONS, DECKS, HAS_TENS, READER_USED, GRAPH, ACE_GRAPH, HALVES_UP = OF_TABLE
#: Up cards by what they can do: 1 an ace, 2 a ten-value, 3 any other.
UP_CLASS = np.array([0, 1] + [3] * 8 + [2])[VALUES]
ACE = 1
INSURANCE = MASK_OF["insurance"]
SECOND_CHANCE = DO_OF["second_chance"]
TENS = slice(CODE_OF["Tc"], CODE_OF["Ts"] + 1)


class RoundJudge:
    """Gives out numbers for tables, wagers, plays and reports, and judges columns by what it knows of each number."""

    def __init__(self, rulebooks: Mapping[str, Rulebook]) -> None:
        self.memories = Memories(rulebooks)
        self._learn_tables()
        self.plays = Plays(self.memories)
        self.hands = HandsKnown(self.memories, self.plays)
        self.stops = Stops(self.memories)
        self.sides = SidePays(self.table_of)
        self._side_bits = Numbered(self._learn_side_bits)
        self._lawful_amounts = Numbered(self._learn_lawful_amount)
        self.reports = Reports()
        self._fine_amounts = Numbered(self._learn_amounts)

    def _learn_tables(self) -> None:
        self._table_numbers: dict[tuple[str, Options], int] = {}
        self._table_list: list[TableMemory] = []
        self._table = OpenColumn(np.int64, len(OF_TABLE))

    @property
    def full(self) -> bool:
        """Whether it is time to start anew."""
        learnt: tuple[Sized, ...] = (self.plays, self.hands, self.stops, self.sides, self._fine_amounts)
        return max(len(self.reports), *map(len, learnt)) > MOST_LEARNT or len(self._table_list) > MOST_TABLES

    # Numbers for what the readers find

    def table_number(self, rulebook: str, options: Options) -> int:
        key = (rulebook, options)
        if key not in self._table_numbers:
            if len(self.memories.groups) > MOST_TABLES:
                raise KeyError("too many kinds of tables at once")
            table = self.memories.table(rulebook, options)
            terms = table.terms
            self._table_numbers[key] = len(self._table_list)
            self._table_list.append(table)
            size = min(options.positions, MOST_POSITIONS), min(terms.decks, MOST_DECKS)
            known = "T" in terms.ranks, terms.reader_in_use, table.graph, table.ace_graph, halves_go_up(terms)
            self._table.append((table.group, table.fine, table.up_matters, *size, *known))
        return self._table_numbers[key]

    def any_table(self) -> int:
        """The number of some table, to put in where one is not known."""
        return 0 if self._table_list else self.table_number(next(iter(self.memories.rulebooks)), Options())

    # Judging

    def look(self, rounds: Columns) -> MemoryLook:
        """What the memory knows of every box and dealer."""
        table, box_of, masks = self._table.values.take(rounds.table, axis=0), rounds.box_of, rounds.masks
        group = table[:, GROUP][box_of]
        up = UP_CLASS[rounds.up_cards]
        first = VALUES[rounds.first_cards].reshape(-1, 2)
        pair = in_order(first[:, 0], first[:, 1])
        asking = self.plays.asking(rounds.play)
        graph = table[:, GRAPH][box_of]
        asked = np.flatnonzero(asking > 0)
        against_ace = asked[up[box_of[asked]] == ACE]
        graph[against_ace] = table[:, ACE_GRAPH][box_of[against_ace]]
        played = self.plays.hands(graph, pair, rounds)
        ups, up = np.where(table[:, UP_MATTERS] == 1, up, 0)[box_of], up[box_of]
        hands, word, first_hand = self.hands.of(played, group, masks & ATTACK, ups)
        self._hold_amounts(word, group, masks, played.laid, rounds.amounts)
        stakes = self.hands.stakes(played, hands, word, rounds.amounts)
        self._add_sides(word, rounds.table[box_of], masks, np.where(masks & INSURANCE > 0, up, ups))
        word[asked[masks[asked] & INSURANCE > 0]] |= UNKNOWN  # even money stands in insurance's place
        word[(rounds.lines > NOTHING) & (self.reports.lines(rounds.lines) != word >> LINES)] |= UNKNOWN
        bits = np.bitwise_or.reduceat(word & BITS, starts_of(rounds.boxes))
        stops, places = self.stops.of(table[:, GROUP], bits, rounds)
        acted = played.steps > asking  # what a box took before the dealer's second card is no play
        of_hands = first_hand, hands, played.box, stakes, played.advice
        look = MemoryLook(table, bits, stops, places, box_of, word, acted, *of_hands)
        look.nets = self._nets(rounds, look)
        return look

    def _add_sides(self, word: Numbers, table: Numbers, masks: Numbers, ups: Numbers) -> None:
        """Add to the words of boxes what their side wagers bring."""
        boxes = np.flatnonzero(masks & ~ATTACK > 0)
        flags = (word[boxes] & BLACKJACK > 0) << 1 | (word[boxes] & SURRENDERED > 0)
        sides = masks[boxes] & ~ATTACK
        found = self._side_bits.of(table[boxes] << 16 | sides << 4 | ups[boxes] << 2 | flags)
        word[boxes] |= lines_of(sides >> 1) | found

    def _hold_amounts(self, word: Numbers, group: Numbers, masks: Numbers, laid: Laid, amounts: Numbers) -> None:
        """Hold what was laid for doubles and splits against what the engine says of such amounts."""
        held = np.flatnonzero(laid.do != SECOND_CHANCE)
        box, do, amount = laid.box[held], laid.do[held], laid.amount[held]
        main, unit = amounts[box, 0], amounts[box, 0] + amounts[box, 1]
        beyond = np.where(amount < unit, BETWEEN, np.where(amount == unit, TOGETHER, MORE))
        like = np.where(amount < main, LESS, np.where(amount == main, AS_MUCH, beyond))
        lawful = self._lawful_amounts.of(group[box] << 16 | (masks[box] & ATTACK) << 8 | do << 4 | like)
        word[box[lawful == 0]] |= UNKNOWN

    def _learn_lawful_amount(self, key: int) -> int:
        if key & 15 == MORE:
            return 0
        terms, mask, do = self.memories.groups[key >> 16].terms, key >> 8 & 63, DECISION_OF[key >> 4 & 15]
        return int(amount_lawful(terms, do, key & 15, mask))

    def _learn_side_bits(self, key: int) -> int:
        blackjack, surrendered = bool(key & 2), bool(key & 1)
        table, up = self._table_list[key >> 16], UP_VALUES[key >> 2 & 3]
        found = table.side_bits(key >> 4 & 63, up, blackjack=blackjack, surrendered=surrendered)
        return UNKNOWN if found is None else found[0] | ADVISED * found[1]

    def judge(self, rounds: Columns, look: MemoryLook | None = None) -> Numbers:
        """OK, SETTLED, MISMATCH or ASK for every round."""
        look = look or self.look(rounds)
        table, box_of, places = look.table, look.box_of, look.places
        fine = self._cards_fine(rounds, table, box_of) & (table[:, FINE] == 1) & (places >= 0)
        fine[_twice(box_of, rounds.number)] = False
        ended = (places & (HIGH - 1) == 0) & (table[:, READER_USED] == 1)
        wrong = (look.word & UNKNOWN > 0) | np.where(ended[box_of], look.acted, look.word & UNFINISHED > 0)
        wrong |= (rounds.number > table[:, POSITIONS][box_of]) | ~self._amounts_fine(rounds, box_of)
        fine[box_of[wrong]] = False
        verdicts = np.where(fine, SETTLED, ASK)
        reported = box_of[rounds.lines > NOTHING]
        verdicts[reported[fine[reported]]] = OK
        verdicts[self._mismatched(rounds, look, fine)] = MISMATCH
        return verdicts

    def pays(self, look: MemoryLook) -> Iterator[tuple[SideWager[Any], Numbers, Numbers]]:
        """Of each side wager, the rounds that have it, and what the first one of each pays, by its number."""
        for side in PACKED_SIDES:
            boxes, known = look.nets.sides[side.name]
            at = look.box_of[boxes]
            first = np.flatnonzero(np.diff(at, prepend=-1))
            yield side, at[first], self.sides.pays(known[first])[:, 2]

    @property
    def pay_list(self) -> list[Fraction]:
        """What side wagers can pay, by its number."""
        return self.sides.list

    @property
    def tables(self) -> int:
        """How many tables have numbers."""
        return len(self._table_list)

    def table_of(self, number: int) -> TableMemory:
        """The table that has this number."""
        return self._table_list[number]

    def _cards_fine(self, rounds: Columns, table: Numbers, box_of: Numbers) -> Numbers:
        """No card that is not in the decks, and none more often than they hold it."""
        count = len(rounds.table)
        at, of_box = np.arange(count) << 6, box_of << 6
        keys = np.concatenate(
            (
                np.repeat(at, rounds.dealt) + rounds.dealer_cards,
                np.repeat(of_box, 2) + rounds.first_cards,
                np.repeat(of_box, rounds.drawn) + rounds.drawn_cards,
            )
        )
        decks, few = table[:, DECKS], np.ones(count, bool)
        copies = np.bincount(keys, minlength=64 * count)
        many = np.flatnonzero(copies > decks.min(initial=MOST_DECKS))
        few[many[copies[many] > decks[many >> 6]] >> 6] = False
        without_tens = np.flatnonzero(table[:, HAS_TENS] == 0)
        few[without_tens] &= ~copies.reshape(count, 64)[without_tens, TENS].any(axis=1)
        return few

    def _amounts_fine(self, rounds: Columns, box_of: Numbers) -> Numbers:
        """Whether side wagers keep to their limits."""
        fine, main = np.ones(len(box_of), bool), rounds.amounts[:, 0]
        for wager in range(1, len(AMOUNTS)):
            laid = np.flatnonzero(rounds.amounts[:, wager] > 0)
            if len(laid):
                mains, stakes, tables = main[laid], rounds.amounts[:, wager][laid], rounds.table[box_of[laid]]
                usual = (mains < 1 << AMOUNT) & (stakes < 1 << AMOUNT)
                keys = ((tables << 3 | wager) << AMOUNT | mains) << AMOUNT | stakes
                fine[laid] &= usual & (self._fine_amounts.of(np.where(usual, keys, 0)) == 1)
        return fine

    def _learn_amounts(self, key: int) -> int:
        main, stake, wager = key >> AMOUNT & (1 << AMOUNT) - 1, key & (1 << AMOUNT) - 1, key >> 2 * AMOUNT & 7
        return int(amount_fine(self._table_list[key >> 2 * AMOUNT + 3].terms, AMOUNTS[wager], stake, main))

    def _mismatched(self, rounds: Columns, look: MemoryLook, fine: Numbers) -> Numbers:
        """Those of the rounds still fine that report an amount which is not what it should be."""
        counts = self.reports.counts(rounds.lines)
        box = np.repeat(np.arange(len(counts)), counts)
        codes, nets = self.reports.codes(rounds.lines, counts), rounds.nets
        if not fine.all():
            kept = np.flatnonzero(fine[look.box_of[box]])
            box, codes, nets = box[kept], codes[kept], nets[kept]
        expected, _ = look.nets.of(look, box, codes)
        found: Numbers = look.box_of[box[expected != nets]]
        return found

    def _nets(self, rounds: Columns, look: MemoryLook) -> Nets:
        """What every line comes to where the dealer did right."""
        box_of_hand, size = look.box_of_hand, max(len(look.hands), len(look.box_of))
        cents, rounded = np.zeros((len(LINE_WAGERS), size), np.int64), np.zeros((len(LINE_WAGERS), size), bool)
        place, up = look.places[look.box_of], look.table[:, HALVES_UP][look.box_of] == 1
        place_of_hand, lines = place[box_of_hand], self.hands.lines(look.hands)
        for wager in range(ON_HANDS):
            on = np.flatnonzero((lines >> wager & 1) & (place_of_hand >= 0))
            share = self.hands.shares(look.hands[on], wager, place_of_hand[on])
            exact = share[:, 0] * look.stakes[on, wager]
            cents[wager, on], rounded[wager, on] = _whole(exact, share[:, 1], up[box_of_hand[on]])
        sides, known = {}, np.flatnonzero((look.word & UNKNOWN == 0) & (place >= 0) & (rounds.masks > 0))
        for side in PACKED_SIDES:
            on = known[rounds.masks[known] & MASK_OF[side.name] > 0]
            sides[side.name] = on, self.sides.known(rounds, look, on, side)
            pays = self.sides.pays(sides[side.name][1])
            exact = pays[:, 0] * rounds.amounts[:, side.packed][on]
            cents[LINE_OF[side.name], on], rounded[LINE_OF[side.name], on] = _whole(exact, pays[:, 1], up[on])
        return Nets(cents, rounded, sides)


def _whole(exact: Numbers, by: Numbers, up: Numbers) -> tuple[Numbers, Numbers]:
    """Fractions of cents in whole cents, and whether they were rounded; `up`: whether halves go up."""
    rounded, parts = np.zeros(len(exact), bool), np.flatnonzero(by > 1)
    amount, to = exact[parts], by[parts]
    rounded[parts] = amount % to != 0
    exact[parts] = np.where(up[parts], nearest(amount, to, up=True), nearest(amount, to, up=False))
    return exact, rounded


def _twice(box_of: Numbers, number: Numbers) -> Numbers:
    """The rounds that give a box twice."""
    keys = box_of << 8 | number
    if (keys[1:] <= keys[:-1]).any():
        keys = np.sort(keys)
    twice: Numbers = keys[1:][keys[1:] == keys[:-1]] >> 8
    return twice
