"""Answers in full to rounds that the memory vouches for, in the engine's own words.

Two lines that settle alike and read alike differ in their numbers alone. So the engine is asked once, and its line is
kept with holes where the numbers of box, hand, stake and net stand:

    {"box": %s, "hand": %s, "wager": "main", "stake": %s, "outcome": "win", "expected": %s, "reported": %s,
     "citation": "590.7(m)(1)", "because": "Your 20 beats the dealer's 19.", "readings": []}

A line is known by the number of its stake (how the hand ended, what lies on it: `learning.told_by`) and that of the
dealer's hand; side wagers, whose words name cards, by the cards themselves. A round on whose play or dealer there is
anything to advise is left to the plain way.
"""

from __future__ import annotations

import json
from collections.abc import Sequence, Sized
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from msgspec import UNSET

from floorapp.domain.cards import CARDS, Card
from floorapp.engine.answer import Answer, Line
from floorapp.engine.boxes import ROUNDING, cents, chip_findings, resting_on
from floorapp.engine.dealer_hand import DealerHand
from floorapp.engine.dealers import BLACKJACK, waiting
from floorapp.engine.learning import STAND_INS, HandStake, told_by
from floorapp.engine.record import Round
from floorapp.engine.result import Result
from floorapp.engine.round_findings import table_findings, told_of_blackjack
from floorapp.engine.settle import settle
from floorapp.engine.shape import CARD_OF, LINE_OF, ON_HANDS, SIGNAL_NAMES
from floorapp.engine.wagers.register import PACKED_SIDES
from floorapp.engine.wagers.side import LaidWager, SideWager
from floorapp.operations.quick.columns import VALUES, Column, Columns, Numbered, Numbers
from floorapp.operations.quick.hands import ADVISED, LINES, MOST_HANDS, SURRENDERED
from floorapp.operations.quick.hands import BLACKJACK as HAS_BLACKJACK
from floorapp.operations.quick.judge import ASK, OK, SETTLED, Judge
from floorapp.operations.quick.layout import Names
from floorapp.operations.quick.look import MemoryLook
from floorapp.operations.quick.reported_lines import NOTHING

#: Numbers that stand in a line for its own, and are then made holes.
BOX, HAND, STAKE, NET, REPORTED = range(10**17, 10**17 + 5)
NO_HOLE = "%.0s"  # takes a number and shows none
MOST_TOLD_HANDS = 2  # of a box: with more of them a lammer can rest on a reading (I-15)
MOST_TOLD = 250_000  # of anything: beyond that it starts anew; most of them are numbers for the same few words
#: The lines such a box can have: their bits in its word (`hands.LINES`), and their codes (`shape.LINE_OF`, the hand).
ON_TOLD_HANDS = range(ON_HANDS * MOST_TOLD_HANDS)
LINE_BITS = np.array([*ON_TOLD_HANDS, *(ON_HANDS * MOST_HANDS + n for n in range(len(PACKED_SIDES)))])
CODES = np.array(
    [n % ON_HANDS | n // ON_HANDS + 1 << 3 for n in ON_TOLD_HANDS] + [LINE_OF[s.name] for s in PACKED_SIDES]
)
#: An answer with holes for its id, verdict, lines, findings and dealer.
FRAME = Answer("@", "@").text.replace('"@"', "%s").replace("[]", "[%s]").replace('"dealer": null', '"dealer": %s')
VERDICTS = {OK: '"ok"', SETTLED: '"settled"'}


class Told(NamedTuple):
    """A line as the engine told it, with holes; and what it said."""

    text: str
    wager: str
    result: Result


class ToldLines(NamedTuple):
    """The lines of many rounds, in the order of their answers."""

    box: Numbers
    code: Numbers
    stake: Numbers
    net: Numbers
    rounded: Numbers


class Teller:
    """Writes answers, remembering what the engine said of lines and dealers."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._groups = judge.memories.groups
        self._rows = Numbered(self._learn_row)
        self._row_numbers: dict[object, int] = {}
        self._row_list: list[tuple[int, HandStake]] = []  # with its group
        self._dealers = Numbered(self._learn_dealer)
        self._dealer_list: list[tuple[DealerHand, str]] = []  # with its words in an answer
        self._alike: dict[object, int] = {}  # dealers of whom lines speak alike, each with one that stands for them
        self._alike_of = Column(np.int64)
        self._alike_list: list[DealerHand] = []
        self._lines = Numbered(self._learn_line)
        self._told: list[Told] = []
        self._sides: dict[str, dict[int, Told]] = {}
        self._written: dict[object, Told] = {}
        self._days: dict[object, list[str]] = {}

    @property
    def full(self) -> bool:
        """Whether it is time to start anew."""
        known: tuple[Sized, ...] = (self._lines, self._rows, self._dealers, self._days, *self._sides.values())
        return max(map(len, known)) > MOST_TOLD

    def tell(self, rounds: Columns, look: MemoryLook, verdicts: Numbers, names: Sequence[Names]) -> list[str | None]:
        """The answer to every round that is vouched for; None where the plain way has to be asked."""
        fine = self._fine(rounds, look, verdicts)
        dealers = self._dealers_of(rounds, look, fine)
        lines = self._lines_of(rounds, look, fine)
        told = self._told_of(rounds, look, lines, dealers)
        texts = _filled(rounds, lines, told)
        found = self._chip_findings(rounds, look, lines, told)
        ends = np.cumsum(np.bincount(look.box_of[lines.box], minlength=len(fine))).tolist()
        made: list[str | None] = [None] * len(fine)
        for place in np.flatnonzero(fine).tolist():
            name = names[place]
            if name.id.isprintable():
                advice = self._day(int(rounds.table[place]), name) + found.get(place, [])
                settled = texts[ends[place - 1] if place else 0 : ends[place]]
                said = json.dumps(name.id, ensure_ascii=False), VERDICTS[int(verdicts[place])]
                made[place] = FRAME % (
                    *said,
                    ", ".join(settled),
                    ", ".join(advice),
                    self._dealer_list[dealers[place]][1],
                )
        return made

    def _fine(self, rounds: Columns, look: MemoryLook, verdicts: Numbers) -> Numbers:
        """The rounds that are vouched for and of which everything can be told here."""
        fine: Numbers = verdicts != ASK
        hands_beyond = look.word >> LINES + ON_HANDS * MOST_TOLD_HANDS & (1 << ON_HANDS) - 1
        fine[look.box_of[(look.word & ADVISED > 0) | (hands_beyond > 0)]] = False
        in_order = np.diff(look.box_of << 8 | rounds.number, prepend=-1) > 0  # an answer has boxes in their order
        fine[look.box_of[~in_order]] = False
        return fine & ~self._judge.stops.advised(look.stops)

    def _lines_of(self, rounds: Columns, look: MemoryLook, fine: Numbers) -> ToldLines:
        """Every line of the rounds that are fine."""
        boxes = np.flatnonzero(fine[look.box_of])
        at, column = np.nonzero((look.word[boxes] >> LINES)[:, None] >> LINE_BITS & 1)
        box, code = boxes[at], CODES[column]
        hands, wager = np.flatnonzero(code >> 3), code & 7
        stake = rounds.amounts[box, np.maximum(wager - ON_HANDS, 0) + PACKED_SIDES[0].packed]
        stake[hands] = look.stakes[_hand(look, box[hands], code[hands]), wager[hands]]
        exact, by = self._judge.exact(rounds, look, box, code)
        net, rounded = exact // by, exact % by > 0
        for place in np.flatnonzero(rounded).tolist():
            terms = self._judge.table_of(rounds.table[look.box_of[box[place]]]).terms
            net[place] = cents(terms, Fraction(int(exact[place]), int(by[place])))
        return ToldLines(box, code, stake, net, rounded)

    def _told_of(self, rounds: Columns, look: MemoryLook, lines: ToldLines, dealers: Numbers) -> list[Told]:
        """What the engine says of each line."""
        on = np.flatnonzero(lines.code >> 3)
        box, code = lines.box[on], lines.code[on]
        alike = self._alike_of.values[dealers[look.box_of[lines.box]]]
        rows = self._rows.of(look.hands[_hand(look, box, code)] << 3 | code & 7)
        made = np.empty(len(lines.box), object)
        told = self._told
        made[on] = [told[n] for n in self._lines.of(rows << 21 | alike[on] << 1 | lines.rounded[on]).tolist()]
        for side in PACKED_SIDES:
            on = np.flatnonzero(lines.code == LINE_OF[side.name])
            if len(on):
                made[on] = self._sides_of(rounds, look, lines, on, alike[on], side)
        return made.tolist()

    def _sides_of(
        self, rounds: Columns, look: MemoryLook, lines: ToldLines, on: Numbers, alike: Numbers, side: SideWager[Any]
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
        named = {
            "hand": alike,
            "up": cards[starts[at]],
            "third": np.where(dealt > 2, cards[np.minimum(starts[at] + 2, len(cards) - 1)], 63),
            "first": rounds.first_cards[2 * box] << 6 | rounds.first_cards[2 * box + 1],
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
                cards_of = _cards(rounds.dealer_cards[starts[at[n]] : starts[at[n]] + dealt[n]])
                told = known[each] = self._ask_side(
                    rounds, look, int(box[n]), cards_of, side, bool(lines.rounded[on[n]])
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
        first = _cards(rounds.first_cards[2 * box : 2 * box + 2])
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

    def _dealers_of(self, rounds: Columns, look: MemoryLook, fine: Numbers) -> Numbers:
        """The numbers of the dealers of the rounds that are fine."""
        at = np.flatnonzero(fine)
        starts, values = (np.cumsum(rounds.dealt) - rounds.dealt)[at], np.append(VALUES[rounds.dealer_cards], 0)
        dealt, hole = rounds.dealt[at], np.where(rounds.dealt[at] > 1, values[starts + 1], 0)
        key = look.stops[at] << 18 | rounds.signal[at] << 14 | values[starts] << 10 | hole << 6 | dealt
        made = np.zeros(len(fine), np.int64)
        made[at] = self._dealers.of(key)
        return made

    def _learn_dealer(self, key: int) -> int:
        group, stop = self._judge.stops.stop(key >> 18)
        terms, known = self._groups[group].terms, self._groups[group].dealers.hands[stop.place]
        signal, values, dealt = SIGNAL_NAMES[key >> 14 & 15], (key >> 10 & 15, key >> 6 & 15), key & 63
        cards = tuple(STAND_INS[value or 2] for value in (*values, *[2] * (dealt - 2)))[:dealt]
        told = told_of_blackjack(terms, Round("", terms.rulebook.id, cards, (), signal, terms.options))
        dealer = replace(known, cards=cards, soft=stop.soft, should_hold=dealt, told=told)
        high = cards[0].rank in terms.rulebook.reader.up_cards.value
        ways = dealer.total, dealer.soft, dealer.blackjack, told, high, values == (1, 1), dealer.total == 21 and dealt
        number = self._alike.setdefault((group, *ways), len(self._alike))
        self._alike_list += [dealer] if number == len(self._alike_list) else []
        self._dealer_list.append((dealer, json.dumps(dealer.as_json())))
        return self._alike_of.append(number)

    def _chip_findings(
        self, rounds: Columns, look: MemoryLook, lines: ToldLines, told: list[Told]
    ) -> dict[int, list[str]]:
        """What is to be said of amounts that were rounded, or that the table's chips cannot pay, by round."""
        made: dict[int, list[str]] = {}
        units = np.array([self._judge.table_of(n).terms.options.chip_unit or 1 for n in range(self._judge.tables)])
        at = look.box_of[lines.box]
        for place in np.flatnonzero(lines.rounded | (lines.net % units[rounds.table[at]] != 0)).tolist():
            _, wager, result = told[place]
            box, hand = int(rounds.number[lines.box[place]]), int(lines.code[place] >> 3)
            line = _line(
                wager, result, rounded=bool(lines.rounded[place]), box=box, hand=hand, net=int(lines.net[place])
            )
            terms = self._judge.table_of(rounds.table[at[place]]).terms
            words = [json.dumps(each.as_json(), ensure_ascii=False) for each in chip_findings(terms, [line])]
            made.setdefault(int(at[place]), []).extend(words)
        return made

    def _day(self, table: int, name: Names) -> list[str]:
        """What is to be said of a table on a day."""
        at = None if name.at is UNSET else datetime.fromisoformat(name.at)
        key = (table, at and at.date())
        if key not in self._days:
            terms = self._judge.table_of(table).terms
            found = table_findings(terms, Round("", terms.rulebook.id, (), (), options=terms.options, at=at))
            self._days[key] = [json.dumps(each.as_json(), ensure_ascii=False) for each in found]
        return self._days[key]


def _filled(rounds: Columns, lines: ToldLines, told: list[Told]) -> list[str]:
    """The lines with their numbers."""
    numbers = rounds.number[lines.box].tolist(), (lines.code >> 3).tolist(), lines.stake.tolist()
    said = (rounds.lines[lines.box] > NOTHING).tolist()
    return [
        each.text % (box, hand, stake, net, net if reported else "null")
        for each, box, hand, stake, net, reported in zip(told, *numbers, lines.net.tolist(), said, strict=True)
    ]


def _hand(look: MemoryLook, box: Numbers, code: Numbers) -> Numbers:
    """The places of the hands of these lines."""
    found: Numbers = look.first[box] + (code >> 3) - 1
    return found


def _cards(codes: Numbers) -> tuple[Card, ...]:
    return tuple(CARDS[CARD_OF[code]] for code in codes.tolist())


def _line(wager: str, result: Result, *, rounded: bool, box: int, hand: int, net: int) -> Line:
    readings = (*result.readings, ROUNDING) if rounded else result.readings
    words = result.cite, result.because
    return Line(box, wager, STAKE, result.outcome, net, *words, hand, reported=REPORTED, readings=readings)


def _told(wager: str, result: Result, *, hand: int, lammer: bool, rounded: bool) -> Told:
    """A line with holes for its numbers; a lammer has no stake, a side wager no hand."""
    line = replace(_line(wager, result, rounded=rounded, box=BOX, hand=hand, net=NET), lammer=lammer)
    text = json.dumps(line.as_json(), ensure_ascii=False).replace("%", "%%")
    holes = {BOX: "%s" if hand else "%s" + NO_HOLE, HAND: "%s", STAKE: "0" + NO_HOLE if lammer else "%s"}
    for number, hole in (holes | {NET: "%s", REPORTED: "%s"}).items():
        text = text.replace(str(number), hole)
    return Told(text, wager, result)
