"""What the engine says of lines, asked once of each kind, for rounds that the memory vouches for.

Two lines that settle alike and read alike differ in their numbers alone. So the engine's line is kept with holes where
the numbers of box, hand, stake and net stand:

    {"box": %s, "hand": %s, "wager": "main", "stake": %s, "outcome": "win", "expected": %s, "reported": %s,
     "citation": "590.7(m)(1)", "because": "Your 20 beats the dealer's 19.", "readings": []}

A line is known by the number of its stake (how the hand ended, what lies on it: `learning.told_by`) and that of the
dealer's hand; one of a side wager by what its pay hangs on and its words name (`SideWager.hangs_on`, `names`).
"""

from __future__ import annotations

import json
from collections.abc import Sized
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from floorapp.domain.cards import CARDS, Card
from floorapp.engine.answer import Line
from floorapp.engine.boxes import ROUNDING, resting_on
from floorapp.engine.dealer_hand import DealerHand
from floorapp.engine.dealers import BLACKJACK, waiting
from floorapp.engine.memory_answers import STAND_INS, HandStake, told_by
from floorapp.engine.record import Round
from floorapp.engine.result import Result
from floorapp.engine.round_findings import told_of_blackjack
from floorapp.engine.settle import settle
from floorapp.engine.shape import CARD_OF, LINE_OF, SIGNAL_NAMES
from floorapp.engine.wagers.register import PACKED_SIDES
from floorapp.engine.wagers.side import LaidWager, SideWager
from floorapp.operations.quick.columns import VALUES, Columns, Numbered, Numbers, OpenColumn
from floorapp.operations.quick.hands import BLACKJACK as HAS_BLACKJACK
from floorapp.operations.quick.hands import SURRENDERED
from floorapp.operations.quick.judge import RoundJudge
from floorapp.operations.quick.look import MemoryLook

#: Numbers that stand in a line for its own, and are then made holes.
BOX, HAND, STAKE, NET, REPORTED = range(10**17, 10**17 + 5)
NO_HOLE = "%.0s"  # takes a number and shows none
MOST_TOLD = 250_000  # of anything: beyond that it starts anew; most of them are numbers for the same few words


class LinesAsked(NamedTuple):
    """The lines of many rounds, in the order of their answers."""

    box: Numbers
    code: Numbers  # `shape.LINE_OF`, and the hand
    stake: Numbers
    net: Numbers
    rounded: Numbers


class Told(NamedTuple):
    """What the engine said of lines of a kind, and their text with holes."""

    wager: str
    result: Result
    readings: tuple[str, ...]
    lammer: bool
    text: str

    def line(self, box: int, hand: int, stake: int, net: int, reported: int | None) -> Line:
        """One of these lines."""
        words = self.result.outcome, net, self.result.cite, self.result.because
        stake = 0 if self.lammer else stake
        return Line(box, self.wager, stake, *words, hand, 0, self.lammer, reported, readings=self.readings)


class LinesTold:
    """Remembers what the engine said of lines and dealers."""

    def __init__(self, judge: RoundJudge) -> None:
        self._judge = judge
        self._groups = judge.memories.groups
        self._rows = Numbered(self._learn_row)
        self._row_numbers: dict[object, int] = {}
        self._row_list: list[tuple[int, HandStake]] = []  # with its group
        self._row_took = OpenColumn(np.int64)
        self._dealers = Numbered(self._learn_dealer)
        self.dealers: list[tuple[DealerHand, str]] = []  # each with its words in an answer
        #: Dealers of whom lines speak alike, each with one that stands for them: by their hands, and by their up cards
        #: too, of which only hands that took something are told (a surrender is settled by it).
        self._alike: dict[object, int] = {}
        self._alike_of = OpenColumn(np.int64, 2)
        self._alike_list: list[DealerHand] = []
        self._lines = Numbered(self._learn_line)
        self._told: list[Told] = []
        self._sides: dict[str, dict[int, Told]] = {}
        self._written: dict[object, Told] = {}

    @property
    def full(self) -> bool:
        """Whether it is time to start anew."""
        known: tuple[Sized, ...] = (self._lines, self._rows, self._dealers, *self._sides.values())
        return max(map(len, known)) > MOST_TOLD

    def of(self, rounds: Columns, look: MemoryLook, lines: LinesAsked, dealers: Numbers) -> list[Told]:
        """What the engine says of each line."""
        on = np.flatnonzero(lines.code >> 3)
        box, code = lines.box[on], lines.code[on]
        alike = self._alike_of.values[dealers[look.box_of[lines.box]]]  # both kinds of
        rows = self._rows.of(look.hands[hand_of(look, box, code)] << 3 | code & 7)
        made = np.empty(len(lines.box), object)
        told = self._told
        dealer = alike[on, self._row_took.values[rows]]
        made[on] = [told[n] for n in self._lines.of(rows << 21 | dealer << 1 | lines.rounded[on]).tolist()]
        for side in PACKED_SIDES:
            on = np.flatnonzero(lines.code == LINE_OF[side.name])
            if len(on):
                made[on] = self._sides_of(rounds, look, lines, on, alike[on, 0], side)
        return made.tolist()

    def _sides_of(
        self, rounds: Columns, look: MemoryLook, lines: LinesAsked, on: Numbers, alike: Numbers, side: SideWager[Any]
    ) -> list[Told]:
        """What the engine says of the lines of a side wager: of such as pay alike, name the same cards, and lie beside
        a dealer and a box that are told of alike."""
        box = lines.box[on]
        at = look.box_of[box]
        starts, dealt, cards = (
            np.cumsum(rounds.dealt) - rounds.dealt,
            rounds.dealt[at],
            np.append(rounds.dealer_cards, 0),
        )
        up = cards[starts[at]]
        named = {
            "hand": alike,
            "up": up,
            "third": np.where(dealt > 2, cards[np.minimum(starts[at] + 2, len(cards) - 1)], 63),
            "matches": _matches(rounds.first_cards[2 * box], up) << 6 | _matches(rounds.first_cards[2 * box + 1], up),
        }
        key = self._judge.sides.known(rounds, look, box, side) << 3 | lines.rounded[on] << 2
        key |= (look.word[box] & HAS_BLACKJACK > 0) << 1 | (look.word[box] & SURRENDERED > 0)
        for name in side.names:
            key = key << 12 | named[name]
        known = self._sides.setdefault(side.name, {})
        made = []
        for n, each in enumerate(key.tolist()):
            told = known.get(each)
            if told is None:
                dealt_cards = cards_of(rounds.dealer_cards[starts[at[n]] : starts[at[n]] + dealt[n]])
                told = known[each] = self._ask_side(
                    rounds, look, int(box[n]), dealt_cards, side, bool(lines.rounded[on[n]])
                )
            made.append(told)
        return made

    def _ask_side(
        self, rounds: Columns, look: MemoryLook, box: int, dealt: tuple[Card, ...], side: SideWager[Any], rounded: bool
    ) -> Told:
        at, word = int(look.box_of[box]), int(look.word[box])
        terms = self._judge.table_of(rounds.table[at]).terms
        dealer = DealerHand(dealt, *terms.dealer_count(dealt), int(look.places[at]) & 31 == BLACKJACK, len(dealt))
        flags = bool(word & HAS_BLACKJACK), bool(word & SURRENDERED)
        first = cards_of(rounds.first_cards[2 * box : 2 * box + 2])
        result = side.settle(LaidWager(terms, dealer, first, waiting(terms, int(look.bits[at])), *flags))
        return self._kept(side.name, result, hand=0, lammer=False, rounded=rounded)

    def _learn_row(self, key: int) -> int:
        found = self._judge.hands.list[key >> 3]
        assert found is not None
        group, memory = found
        stake = memory.laid[key & 7]
        known = (group, told_by(self._groups[group].terms, stake))
        if known not in self._row_numbers:
            self._row_numbers[known] = len(self._row_list)
            self._row_list.append((group, stake))
            self._row_took.append(bool(stake.ended.took))
        return self._row_numbers[known]

    def _learn_line(self, key: int) -> int:
        (group, (ended, stake, added)), dealer = self._row_list[key >> 21], self._alike_list[key >> 1 & 0xFFFFF]
        terms = self._groups[group].terms
        result = settle(terms, ended, dealer, stake, added=added)
        result = resting_on(terms, stake, ended, result, lammers=1)
        self._told.append(self._kept(stake.wager, result, hand=HAND, lammer=stake.lammer, rounded=bool(key & 1)))
        return len(self._told) - 1

    def _kept(self, wager: str, result: Result, *, hand: int, lammer: bool, rounded: bool) -> Told:
        """The line of such a result, written once."""
        key = (wager, result.outcome, result.cite, result.because, result.readings, lammer, rounded)
        if key not in self._written:
            self._written[key] = _told(wager, result, hand=hand, lammer=lammer, rounded=rounded)
        return self._written[key]

    def dealers_of(self, rounds: Columns, look: MemoryLook, fine: Numbers) -> Numbers:
        """The numbers of the dealers of the rounds that are fine."""
        at = np.flatnonzero(fine)
        starts, values = (np.cumsum(rounds.dealt) - rounds.dealt)[at], np.append(VALUES[rounds.dealer_cards], 0)
        up, dealt = values[starts], rounds.dealt[at]
        aces = (up == 1) & (values[starts + 1] == 1) & (dealt > 1)
        key = look.stops[at] << 15 | rounds.signal[at] << 11 | up << 7 | aces << 6 | dealt
        made = np.zeros(len(fine), np.int64)
        made[at] = self._dealers.of(key)
        return made

    def _learn_dealer(self, key: int) -> int:
        group, stop = self._judge.stops.stop(key >> 15)
        terms, known = self._groups[group].terms, self._groups[group].dealers.hands[stop.place]
        signal, up, aces, dealt = SIGNAL_NAMES[key >> 11 & 15], key >> 7 & 15, bool(key & 64), key & 63
        hole = 11 - up if known.blackjack else 1 if aces else 2
        cards = tuple(STAND_INS[value] for value in (up, hole, *[2] * (dealt - 2)))[:dealt]
        told = told_of_blackjack(terms, Round("", terms.rulebook.id, cards, (), signal, terms.options))
        dealer = replace(known, cards=cards, soft=stop.soft, should_hold=dealt, told=told)
        high = cards[0].rank in terms.rulebook.reader.up_cards.value
        shown = dealer.total, dealer.soft, dealer.blackjack, told, aces, dealer.total == 21 and dealt
        alike = [self._alike_number((group, *shown, *up), dealer) for up in ((), (high,))]
        self.dealers.append((dealer, json.dumps(dealer.as_json())))
        return self._alike_of.append(alike)

    def _alike_number(self, key: object, dealer: DealerHand) -> int:
        if key not in self._alike:
            self._alike[key] = len(self._alike_list)
            self._alike_list.append(dealer)
        return self._alike[key]


def _matches(cards: Numbers, up: Numbers) -> Numbers:
    """Those of these cards that have the rank of the up card beside each; of the others it is not told which."""
    return np.where(cards >> 2 == up >> 2, cards, 63)


def hand_of(look: MemoryLook, box: Numbers, code: Numbers) -> Numbers:
    """The places of the hands of these lines."""
    found: Numbers = look.first[box] + (code >> 3) - 1
    return found


def cards_of(codes: Numbers) -> tuple[Card, ...]:
    """Cards from their codes."""
    return tuple(CARDS[CARD_OF[code]] for code in codes.tolist())


def _told(wager: str, result: Result, *, hand: int, lammer: bool, rounded: bool) -> Told:
    """Lines with holes for their numbers; a lammer has no stake, a side wager no hand."""
    readings = (*result.readings, ROUNDING) if rounded else result.readings
    told = Told(wager, result, readings, lammer, "")
    line = replace(told.line(BOX, hand, STAKE, NET, REPORTED), stake=STAKE)
    text = json.dumps(line.as_json(), ensure_ascii=False).replace("%", "%%")
    holes = {BOX: "%s" if hand else "%s" + NO_HOLE, HAND: "%s", STAKE: "0" + NO_HOLE if lammer else "%s"}
    for number, hole in (holes | {NET: "%s", REPORTED: "%s"}).items():
        text = text.replace(str(number), hole)
    return told._replace(text=text)
