"""Answers in full, in the engine's own words, to rounds that the memory knows everything of.

Those it vouches for are written straight away; of those that are right but for an amount that was reported, an
`Answer` is made. A round on whose play or dealer there is anything to advise is left to the plain way.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from json.encoder import encode_basestring as in_quotes
from operator import attrgetter

import numpy as np
from msgspec import UNSET

from floorapp.domain.values import dataclass
from floorapp.engine.answer import Answer
from floorapp.engine.boxes import chip_findings
from floorapp.engine.finding import Finding
from floorapp.engine.record import Round
from floorapp.engine.round_findings import table_findings
from floorapp.engine.shape import LINE_OF, ON_HANDS
from floorapp.engine.wagers.register import PACKED_SIDES
from floorapp.operations.quick.columns import Columns, Numbers, run_places, starts_of
from floorapp.operations.quick.hands import ADVISED, LINES, MOST_HANDS
from floorapp.operations.quick.judge import MISMATCH, OK, SETTLED, RoundJudge
from floorapp.operations.quick.layout import Names
from floorapp.operations.quick.look import MemoryLook
from floorapp.operations.quick.reported_lines import NOTHING
from floorapp.operations.quick.told_lines import LinesAsked, LinesTold, Told, cards_of, hand_of

MOST_TOLD_HANDS = 2  # of a box: with more of them a lammer can rest on a reading (I-15)
#: The lines such a box can have: their bits in its word (`hands.LINES`), and their codes (`shape.LINE_OF`, the hand).
ON_TOLD_HANDS = range(ON_HANDS * MOST_TOLD_HANDS)
LINE_BITS = np.array([*ON_TOLD_HANDS, *(ON_HANDS * MOST_HANDS + n for n in range(len(PACKED_SIDES)))])
SIDE_CODES = [LINE_OF[side.name] for side in PACKED_SIDES]
CODES = np.array([n % ON_HANDS | n // ON_HANDS + 1 << 3 for n in ON_TOLD_HANDS] + SIDE_CODES)
#: An answer with holes for its id, verdict, lines, findings and dealer.
FRAME = Answer("@", "@").text.replace('"@"', "%s").replace("[]", "[%s]").replace('"dealer": null', '"dealer": %s')
VERDICTS = {OK: '"ok"', SETTLED: '"settled"'}
MOST_DAYS = 50_000


@dataclass(frozen=True, slots=True)
class ToldRounds:
    """Some of many rounds, and what the engine says of their lines and dealers."""

    places: list[int]
    ends: list[int]  # by round: where its lines end
    lines: LinesAsked
    told: list[Told]
    dealers: Numbers
    advice: dict[int, list[Finding]]  # by round: what there is to advise on its boxes

    def span(self, place: int) -> slice:
        """Where the lines of a round are."""
        return slice(self.ends[place - 1] if place else 0, self.ends[place])


class AnswerTeller:
    """Writes answers."""

    def __init__(self, judge: RoundJudge) -> None:
        self._judge = judge
        self._told = LinesTold(judge)
        self._days: dict[object, tuple[list[Finding], list[str]]] = {}

    @property
    def full(self) -> bool:
        """Whether it is time to start anew."""
        return self._told.full or len(self._days) > MOST_DAYS

    def texts(self, rounds: Columns, look: MemoryLook, verdicts: Numbers, names: Sequence[Names]) -> dict[int, str]:
        """The answers to rounds that are vouched for, by their places, as text; without those for the plain way."""
        of = self._of(rounds, look, (verdicts == OK) | (verdicts == SETTLED))
        filled, made = _filled(rounds, of.lines, of.told), dict[int, str]()
        for place in of.places:
            name, dealer = names[place], self._told.dealers[of.dealers[place]][1]
            if name.id.isprintable():
                advice = [*self._day(int(rounds.table[place]), name)[1], *map(_text, of.advice.get(place, ()))]
                head = in_quotes(name.id), VERDICTS[int(verdicts[place])]
                made[place] = FRAME % (*head, ", ".join(filled[of.span(place)]), ", ".join(advice), dealer)
        return made

    def mismatches(
        self, rounds: Columns, look: MemoryLook, verdicts: Numbers, names: Sequence[Names]
    ) -> dict[int, Answer]:
        """The answers to rounds of which only a reported amount is wrong, by their places; likewise."""
        of, made = self._of(rounds, look, verdicts == MISMATCH), dict[int, Answer]()
        if not of.places:
            return made
        reported = self._reported(rounds, np.unique(of.lines.box))
        numbers = zip(*(each.tolist() for each in of.lines), rounds.number[of.lines.box].tolist(), strict=True)
        lines = [
            told.line(number, code >> 3, stake, net, reported.get((box, code)))
            for told, (box, code, stake, net, _, number) in zip(of.told, numbers, strict=True)
        ]
        for place in of.places:
            cards = cards_of(rounds.dealer_cards[rounds.dealers[place] :][: rounds.dealt[place]])
            dealer = replace(self._told.dealers[of.dealers[place]][0], cards=cards)
            name = names[place]
            found = (*self._day(int(rounds.table[place]), name)[0], *of.advice.get(place, ()))
            made[place] = Answer(name.id, "mismatch", tuple(lines[of.span(place)]), found, dealer)
        return made

    def _reported(self, rounds: Columns, boxes: Numbers) -> dict[tuple[int, int], int]:
        """What is reported of these boxes, by box and line."""
        counts = self._judge.reports.counts(rounds.lines)
        at, counts = starts_of(counts)[boxes], counts[boxes]
        box = np.repeat(boxes, counts)
        codes = self._judge.reports.codes(rounds.lines[boxes], counts)
        lines = zip(box.tolist(), codes.tolist(), strict=True)
        return dict(zip(lines, rounds.nets[run_places(at, counts)].tolist(), strict=True))

    def _of(self, rounds: Columns, look: MemoryLook, wanted: Numbers) -> ToldRounds:
        """What is said of the rounds that are wanted, but for those that are left to the plain way."""
        fine = self._fine(rounds, look, wanted)
        dealers = self._told.dealers_of(rounds, look, fine)
        lines = self._lines_of(rounds, look, fine)
        told = self._told.of(rounds, look, lines, dealers)
        ends = np.cumsum(np.bincount(look.box_of[lines.box], minlength=len(fine))).tolist()
        advice = self._advice(rounds, look, fine, lines, told)
        return ToldRounds(np.flatnonzero(fine).tolist(), ends, lines, told, dealers, advice)

    def _fine(self, rounds: Columns, look: MemoryLook, wanted: Numbers) -> Numbers:
        """Those of the rounds wanted of which everything can be told here."""
        fine = wanted.copy()
        hands_beyond = look.word >> LINES + ON_HANDS * MOST_TOLD_HANDS & (1 << ON_HANDS) - 1
        fine[look.box_of[(look.word & ADVISED > 0) | (hands_beyond > 0)]] = False
        in_order = np.diff(look.box_of << 8 | rounds.number, prepend=-1) > 0  # an answer has boxes in their order
        fine[look.box_of[~in_order]] = False
        return fine & ~self._judge.stops.advised(look.stops)

    def _lines_of(self, rounds: Columns, look: MemoryLook, fine: Numbers) -> LinesAsked:
        """Every line of the rounds that are fine."""
        boxes = np.flatnonzero(fine[look.box_of])
        at, column = np.nonzero((look.word[boxes] >> LINES)[:, None] >> LINE_BITS & 1)
        box, code = boxes[at], CODES[column]
        hands, wager = np.flatnonzero(code >> 3), code & 7
        stake = rounds.amounts[box, np.maximum(wager - ON_HANDS, 0) + PACKED_SIDES[0].packed]
        stake[hands] = look.stakes[hand_of(look, box[hands], code[hands]), wager[hands]]
        return LinesAsked(box, code, stake, *look.nets.of(look, box, code))

    def _advice(
        self, rounds: Columns, look: MemoryLook, fine: Numbers, lines: LinesAsked, told: list[Told]
    ) -> dict[int, list[Finding]]:
        """What there is to advise on boxes, by round: on the play of each, then on what it comes to."""
        made: dict[int, list[Finding]] = {}
        played = np.flatnonzero(fine[look.box_of[look.advice.box]])
        advised = look.advice.box[played].tolist(), look.advice.number[played].tolist()
        for box, number in zip(*advised, strict=True):
            found = [replace(each, box=int(rounds.number[box])) for each in self._judge.plays.advice[number]]
            made.setdefault(int(look.box_of[box]), []).extend(found)
        units = np.array([self._judge.table_of(n).terms.options.chip_unit or 1 for n in range(self._judge.tables)])
        at = look.box_of[lines.box]
        for place in np.flatnonzero(lines.rounded | (lines.net % units[rounds.table[at]] != 0)).tolist():
            box, hand = int(rounds.number[lines.box[place]]), int(lines.code[place] >> 3)
            line = told[place].line(box, hand, int(lines.stake[place]), int(lines.net[place]), None)
            terms = self._judge.table_of(rounds.table[at[place]]).terms
            made.setdefault(int(at[place]), []).extend(chip_findings(terms, [line]))
        for found in made.values():
            found.sort(key=attrgetter("box"))
        return made

    def _day(self, table: int, name: Names) -> tuple[list[Finding], list[str]]:
        """What is to be said of a table on a day."""
        key = (table, name.at if name.at is UNSET else name.at[:10])  # which says the day, however it is written
        if key not in self._days:
            at = None if name.at is UNSET else datetime.fromisoformat(name.at)
            terms = self._judge.table_of(table).terms
            found = list(table_findings(terms, Round("", terms.rulebook.id, (), (), options=terms.options, at=at)))
            self._days[key] = found, [_text(each) for each in found]
        return self._days[key]


def _text(finding: Finding) -> str:
    return json.dumps(finding.as_json(), ensure_ascii=False)


def _filled(rounds: Columns, lines: LinesAsked, told: list[Told]) -> list[str]:
    """The lines with their numbers."""
    numbers = rounds.number[lines.box].tolist(), (lines.code >> 3).tolist(), lines.stake.tolist()
    said = (rounds.lines[lines.box] > NOTHING).tolist()
    return [
        each.text % (box, hand, stake, net, net if reported else "null")
        for each, box, hand, stake, net, reported in zip(told, *numbers, lines.net.tolist(), said, strict=True)
    ]
