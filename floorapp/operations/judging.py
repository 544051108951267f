"""Judging many rounds at once by what the engine's memory knows of their boxes and dealers.

A round is vouched for (`OK`, `SETTLED`) where every box, the dealer and every reported line are remembered
as right; whatever is not is left to the plain way (`ASK`). No rule is decided here: numbers that the engine
gave out once are looked up and added.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

import numpy as np

from floorapp.domain.values import dataclass
from floorapp.engine.dealers import HIGH, PLACES
from floorapp.engine.learning import SUIT_KIND, amounts_fine
from floorapp.engine.memory import Memories, Table, Way
from floorapp.engine.record import WAGERS, Options
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.shape import CODE_OF, EQUAL, MASK_OF, VALUE_OF
from floorapp.operations.columns import Column, Columns, Numbered, Numbers, from_nibbles, in_nibbles, within

ASK, OK, SETTLED = range(3)
MOST_DRAWN = 12  # cards of a dealer, or drawn to a box; more is for the plain way
MOST_CENTS = 1 << 40
MOST_LEARNT = 60_000  # of anything: beyond that the memory starts anew
MOST_TABLES = 100
VALUES = np.frombuffer(VALUE_OF, np.uint8).astype(np.int64)
#: Up cards by what they can do: 1 an ace, 2 a ten-value, 3 any other.
UP_CLASS = np.array([0, 1] + [3] * 8 + [2])
UP_VALUES = (2, 1, 10, 2)
#: By which suits there are, as bits: whether cards are of one suit, one colour, or neither.
SUIT_KINDS = np.array([SUIT_KIND[suits] for suits in range(16)])
INSURANCE = MASK_OF["insurance"]
PUSH_22, MATCH, BUST_IT, INSURED = 2, 3, 4, 5  # places among WAGERS
TENS = slice(CODE_OF["Tc"], CODE_OF["Ts"] + 1)


@dataclass(frozen=True, slots=True)
class Look:
    """Rounds as the memory sees them: their tables, the round of each box, its kind, and by round what waits
    for the dealer and his place."""

    table: Numbers
    box_of: Numbers
    kind: Numbers
    bits: Numbers
    places: Numbers


class Judge:
    """The memory, laid out in columns."""

    def __init__(self, rulebooks: Mapping[str, Rulebook]) -> None:
        self.memories = Memories(rulebooks)
        self._learn_tables()
        self._plays: dict[tuple[bytes, bytes], int] = {}
        self._play_list: list[tuple[bytes, bytes]] = []
        self._line_numbers: dict[bytes | None, int] = {}
        self._line_list: list[bytes | None] = []
        self.line_counts = Column(np.int64)
        self._wager_numbers: dict[tuple[int, ...], int] = {}
        self.amounts, self.masks = Column(np.int64, len(WAGERS)), Column(np.int64)
        self._fine_amounts = Numbered(self._learn_amounts)
        self._ways = Numbered(self._learn_way, bits=17)
        self._way_list: list[Way | None] = []
        self._way_numbers: dict[Way | None, int] = {}
        self._kinds = Numbered(self._learn_kind)
        self._kind = Column(np.int64, 7)  # bits, unfinished, acted, blackjack, surrendered, first row, known
        self._kind.append((0, 0, 0, 0, 0, 0, 0))
        self._kind_rows = Column(np.int64)
        self._places = Numbered(self._learn_place, bits=17)
        self._shares = Column(np.int64, PLACES, 3)  # a × main + b × double attack = net × by; by 0: unlearnt
        self._sides = Numbered(self._learn_side)
        self._pays = Column(np.int64, 3)  # how much, to how much, and its number in `pay_list`
        self.pay_list: list[Fraction] = []

    def _learn_tables(self) -> None:
        self._table_numbers: dict[tuple[str, Options], int] = {}
        self._table_list: list[Table] = []
        self._table = Column(np.int64, 7)  # group, fine, up matters, positions, decks, has tens, reader in use

    @property
    def full(self) -> bool:
        """Whether it is time to start anew."""
        learnt = max(len(self._kinds), len(self._ways), len(self._places), len(self._sides), len(self._fine_amounts))
        read = max(len(self._plays), len(self._wager_numbers), len(self._line_list))
        return max(learnt, read) > MOST_LEARNT or len(self._table_list) > MOST_TABLES

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
            size = min(options.positions, 255), min(terms.decks, 255)
            self._table.append(
                (table.group, table.fine, table.up_matters, *size, "T" in terms.ranks, terms.reader_in_use)
            )
        return self._table_numbers[key]

    def any_table(self) -> int:
        """The number of some table, to put in where one is not known."""
        return self.table_number(next(iter(self.memories.rulebooks)), Options())

    def play_number(self, steps: bytes, drawn: bytes) -> int:
        """A box's decisions, with the values of the drawn cards."""
        key = (steps, drawn)
        if key not in self._plays:
            self._plays[key] = len(self._play_list)
            self._play_list.append(key)
        return self._plays[key]

    def lines_number(self, lines: bytes | None) -> int:
        """Which lines were reported (`shape.LINE_OF`), in their order; 0: none were."""
        if not self._line_list:
            self._number_lines(None)
        return self._line_numbers[lines] if lines in self._line_numbers else self._number_lines(lines)

    def _number_lines(self, lines: bytes | None) -> int:
        self._line_numbers[lines] = len(self._line_list)
        self._line_list.append(lines)
        return self.line_counts.append(len(lines or b""))

    def wagers_number(self, mask: int, amounts: tuple[int, ...]) -> int:
        """A box's wagers: the mask, and every amount in the order of WAGERS."""
        key = (mask, *amounts)
        if key not in self._wager_numbers:
            self.masks.append(mask)
            self._wager_numbers[key] = self.amounts.append(amounts)
        return self._wager_numbers[key]

    # Judging

    def look(self, rounds: Columns) -> Look:
        """What the memory knows of every box and dealer."""
        table = self._table.values[rounds.table]
        box_of = np.repeat(np.arange(len(rounds.table)), rounds.boxes)
        starts = np.cumsum(rounds.dealt) - rounds.dealt
        kinds = self._kinds_of(rounds, table, box_of, rounds.dealer_cards[starts])
        kind = self._kind.values[kinds]
        bits = np.bitwise_or.reduceat(kind[:, 0], np.cumsum(rounds.boxes) - rounds.boxes)
        return Look(table, box_of, kind, bits, self._places_of(rounds, table, bits))

    def judge(self, rounds: Columns, look: Look | None = None) -> Numbers:
        """OK, SETTLED or ASK for every round."""
        look = look or self.look(rounds)
        table, box_of, kind, places = look.table, look.box_of, look.kind, look.places
        fine = self._cards_fine(rounds, table, box_of)
        fine &= (table[:, 1] == 1) & (rounds.dealt <= MOST_DRAWN)
        fine[_twice(box_of, rounds.number)] = False
        ended = (places & (HIGH - 1) == 0) & (table[:, 6] == 1)
        wrong = (kind[:, 6] == 0) | np.where(ended[box_of], kind[:, 2], kind[:, 1]).astype(bool)
        wrong |= (rounds.number > table[:, 3][box_of]) | ~self._amounts_fine(rounds, box_of)
        fine &= places >= 0
        fine[box_of[wrong]] = False
        self._hold_lines(rounds, look, fine)
        reported = np.zeros(len(fine), bool)
        reported[box_of[rounds.lines > 0]] = True
        return np.where(fine, np.where(reported, OK, SETTLED), ASK)

    def pays(self, rounds: Columns, look: Look) -> Iterator[tuple[int, Numbers, Numbers]]:
        """Of each side wager, the rounds that have it, and what the first one of each pays, by its number."""
        masks = self.masks.values[rounds.wagers]
        boxes = np.flatnonzero(masks & ~EQUAL & np.where(look.kind[:, 6] == 1, -1, 0))
        boxes = boxes[look.places[look.box_of[boxes]] >= 0]
        masks = masks[boxes]
        for wager in (PUSH_22, MATCH, BUST_IT, INSURED):
            laid = boxes[masks >> (wager - 1) & 1 == 1]
            if len(laid):
                laid = laid[np.diff(look.box_of[laid], prepend=-1) != 0]
                yield wager, look.box_of[laid], self._sides_of(rounds, look, laid, np.full(len(laid), wager))[:, 2]

    def table_of(self, number: int) -> Table:
        """The table that has this number."""
        return self._table_list[number]

    def _cards_fine(self, rounds: Columns, table: Numbers, box_of: Numbers) -> Numbers:
        """No card that is not in the decks, and none more often than they hold it."""
        count = len(rounds.table)
        keys = np.concatenate(
            (
                np.repeat(np.arange(count), rounds.dealt) * 64 + rounds.dealer_cards,
                np.repeat(box_of, 2) * 64 + rounds.first_cards,
                np.repeat(box_of, rounds.drawn) * 64 + rounds.drawn_cards,
            )
        )
        copies = np.bincount(keys, minlength=64 * count).reshape(count, 64)
        few: Numbers = copies.max(axis=1) <= table[:, 4]
        few &= (copies[:, TENS].max(axis=1) == 0) | (table[:, 5] == 1)
        return few

    def _kinds_of(self, rounds: Columns, table: Numbers, box_of: Numbers, up: Numbers) -> Numbers:
        first = VALUES[rounds.first_cards].reshape(-1, 2)
        pair = in_order(first[:, 0], first[:, 1])
        masks = self.masks.values[rounds.wagers]
        asks_up = (table[:, 2][box_of] == 1) | (masks & INSURANCE > 0)
        ups = np.where(asks_up, UP_CLASS[VALUES[up]][box_of], 0)
        ways = self._ways.of(table[:, 0][box_of] << 32 | rounds.play << 8 | pair)
        return self._kinds.of(ways << 32 | rounds.lines << 8 | masks << 2 | ups)

    def _learn_way(self, key: int) -> int:
        steps, drawn = self._play_list[key >> 8 & 0xFFFFFF]
        way = self.memories.groups[key >> 32].way(bytes((key >> 4 & 15, key & 15)), steps, drawn)
        number = self._way_numbers.setdefault(way, len(self._way_list))
        if number == len(self._way_list):
            self._way_list.append(way)
        return number

    def _learn_kind(self, key: int) -> int:
        way = self._way_list[key >> 32]
        box = None if way is None else way.box(key >> 2 & 63, UP_VALUES[key & 3])
        rows = None if box is None else box.rows(self._line_list[key >> 8 & 0xFFFFFF])
        if box is None or rows is None:
            return 0
        self._shares.grow(len(self.memories.rows) - self._shares.used)
        row = self._kind_rows.extend(rows)
        return self._kind.append((box.bits, box.unfinished, box.acted, box.blackjack, box.surrendered, row, 1))

    def _places_of(self, rounds: Columns, table: Numbers, bits: Numbers) -> Numbers:
        """The dealers' places; below zero where a dealer or a reader did wrong."""
        cards, dealt = rounds.dealer_cards, rounds.dealt
        if dealt.max() > MOST_DRAWN:
            cards, dealt = cards[within(dealt) < MOST_DRAWN], np.minimum(dealt, MOST_DRAWN)
        values = in_nibbles(VALUES[cards], dealt)
        return self._places.of(table[:, 0] << 56 | rounds.signal << 53 | bits << 48 | values) - 1

    def _learn_place(self, key: int) -> int:
        held = from_nibbles(key & (1 << 48) - 1)
        return 1 + self.memories.groups[key >> 56].dealers.place(held, key >> 53 & 7, key >> 48 & 31)

    def _amounts_fine(self, rounds: Columns, box_of: Numbers) -> Numbers:
        """Whether side wagers keep to their limits."""
        fine = np.ones(len(box_of), bool)
        asked = np.flatnonzero(self.masks.values[rounds.wagers])
        keys = rounds.table[box_of[asked]] << 32 | rounds.wagers[asked]
        fine[asked] = self._fine_amounts.of(keys) == 1
        return fine

    def _learn_amounts(self, key: int) -> int:
        amounts = tuple(self.amounts.values[key & 0xFFFFFFFF].tolist())
        return int(amounts_fine(self._table_list[key >> 32].terms, amounts))

    # Lines

    def _hold_lines(self, rounds: Columns, look: Look, fine: Numbers) -> None:
        """Hold every reported line of the rounds still fine against what it should be."""
        box_of = look.box_of
        counts = self.line_counts.values[rounds.lines]
        at, nth = np.repeat(np.arange(len(box_of)), counts), within(counts)
        kept = fine[box_of[at]]
        at, nth, nets = at[kept], nth[kept], rounds.nets[kept]
        rows = self._kind_rows.values[look.kind[at, 5] + nth]
        amounts = self.amounts.values[rounds.wagers[at]]
        share = self._shares_of(rows, look.places[box_of[at]])
        right = share[:, 0] * amounts[:, 0] + share[:, 1] * amounts[:, 1] == nets * share[:, 2]
        side = np.flatnonzero(rows < 0)
        if len(side):
            boxes, wager = at[side], -rows[side]
            pays = self._sides_of(rounds, look, boxes, wager)
            right[side] = pays[:, 0] * amounts[side, wager] == nets[side] * pays[:, 1]
        fine[box_of[at[~right]]] = False

    def _shares_of(self, rows: Numbers, places: Numbers) -> Numbers:
        on_hands = np.maximum(rows, 0)
        shares: Numbers = self._shares.values[on_hands, places] if len(rows) else np.zeros((0, 3), np.int64)
        new = np.flatnonzero((shares[:, 2] == 0) & (rows >= 0))
        for row, place in set(zip(rows[new].tolist(), places[new].tolist(), strict=True)):
            self._shares.values[row, place] = self.memories.rows.share(row, place)
        return shares if len(new) == 0 else self._shares.values[on_hands, places]

    def _sides_of(self, rounds: Columns, look: Look, boxes: Numbers, wager: Numbers) -> Numbers:
        """What each of these side wagers pays: how much, to how much."""
        at, kind, bits = look.box_of[boxes], look.kind, look.bits
        starts, cards = np.cumsum(rounds.dealt) - rounds.dealt, rounds.dealer_cards
        suits = np.bitwise_or.reduceat(1 << (cards & 3), starts)[at]
        starts, dealt = starts[at], rounds.dealt[at]
        third = np.where(dealt > 2, np.minimum(starts + 2, len(cards) - 1), starts)
        up, hole, drawn = cards[starts], cards[starts + 1], cards[third]
        values = in_order(VALUES[up], VALUES[hole])
        three = values << 4 | np.where(dealt > 2, VALUES[drawn], 0)
        three_suits = 1 << (up & 3) | 1 << (hole & 3) | 1 << (drawn & 3)
        first = rounds.first_cards.reshape(-1, 2)[boxes]
        likes = np.where(first >> 2 == up[:, None] >> 2, 1 + (first == up[:, None]), 0)
        key = np.select(
            [wager == MATCH, wager == INSURED, wager == PUSH_22],
            [
                in_order(likes[:, 0], likes[:, 1]),
                kind[boxes, 3] << 5 | bits[at],
                values << 12 | SUIT_KINDS[suits] << 10 | kind[boxes, 4] << 9 | bits[at],
            ],
            three << 2 | SUIT_KINDS[three_suits],
        )
        on_place = np.where((wager == MATCH) | (wager == BUST_IT), 0, look.places[at])
        known = self._sides.of(key << 24 | on_place << 16 | rounds.table[at] << 3 | wager)
        return self._pays.values[known]

    def _learn_side(self, key: int) -> int:
        table, wager, place, asked = self._table_list[key >> 3 & 0x1FFF], key & 7, key >> 16 & 63, key >> 24
        if wager == MATCH:
            pays = table.match_pays(asked >> 4, asked & 15)
        elif wager == INSURED:
            pays = table.insurance_pays(place, asked & 31, blackjack=bool(asked >> 5))
        elif wager == PUSH_22:
            values = bytes((asked >> 16, asked >> 12 & 15))
            surrendered = bool(asked >> 9 & 1)
            pays = table.push_22_pays(place, values, asked >> 10 & 3, asked & 31, surrendered=surrendered)
        else:
            values = bytes(value for value in (asked >> 10, asked >> 6 & 15, asked >> 2 & 15) if value)
            pays = table.bust_it_pays(values, asked & 3)
        if pays not in self.pay_list:
            self.pay_list.append(pays)
        return self._pays.append((pays.numerator, pays.denominator, self.pay_list.index(pays)))


def in_order(some: Numbers, others: Numbers) -> Numbers:
    """Two small numbers as one, the smaller first."""
    return np.minimum(some, others) << 4 | np.maximum(some, others)


def _twice(box_of: Numbers, number: Numbers) -> Numbers:
    """The rounds that give a box twice."""
    keys = np.sort(box_of << 8 | number)
    twice: Numbers = keys[1:][keys[1:] == keys[:-1]] >> 8
    return twice
