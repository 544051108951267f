"""Pieces of records whose cards were taken out: each taken apart once, then known by its number.

Where a card stood, two zero bytes stand, which no JSON holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import inf

import msgspec
import numpy as np
from msgspec import UNSET

from floorapp.engine.decode import parse_json, read_options
from floorapp.engine.record import SIGNALS, Options, Unreadable
from floorapp.engine.shape import (
    CAN_BE_FREE,
    CARD_OF,
    DO_OF,
    DRAWING,
    LINE_OF,
    NO_WAGER,
    ON_HANDS,
    SIGNAL_OF,
    STAKED,
    how_given,
    mask_of,
)
from floorapp.engine.wagers.register import AMOUNTS
from floorapp.operations.quick.columns import Column, Numbers
from floorapp.operations.quick.judge import Judge
from floorapp.operations.quick.layout import JsonPlayedBox, JsonStep, JsonTable, JsonWords, NotUsual, Reported

HOLE = b"\0\0"
#: Cards to fill holes with, each another: where they come out tells which hole is which.
FILLING = [CARD_OF[code] for code in range(52)]
MOST_BOXES = 30_000  # that are known as a whole
PIECE = 24  # bits for the number of a play or a report
NUMBERS = {b"%d" % number: number for number in range(1, 256)}
SIGNAL_CODES: dict[object, int] = {UNSET: 0, None: 1} | {signal: SIGNAL_OF[signal] for signal in SIGNALS}

_table = msgspec.json.Decoder(JsonTable).decode
_box = msgspec.json.Decoder(JsonPlayedBox).decode
_report = msgspec.json.Decoder(list[Reported]).decode


class Remembered(dict[bytes, int]):
    """Pieces already taken apart, each with its number; once there are the most of them, no more are kept."""

    def __init__(self, take_apart: Callable[[bytes], int], most: float = inf) -> None:
        super().__init__()
        self._take_apart = take_apart
        self._most = most

    def __missing__(self, piece: bytes) -> int:
        made = self._take_apart(piece)
        if len(self) < self._most:
            self[piece] = made
        return made


class Pieces:
    """The pieces of records written in one way, and what each of them says."""

    def __init__(self, judge: Judge, words: JsonWords) -> None:
        self.words = words
        self._reported, self._comma = words.reported, words.comma
        self._judge = judge
        self.tables = Remembered(self._learn_table)
        self.table = Column(np.int64, 3)  # the judge's table, the signal, how many cards
        self._played = Remembered(self._learn_played)
        self.played = Column(np.int64, 3)  # wagers, decisions, drawn cards
        self._reports = Remembered(self._learn_report)
        self.report = Column(np.int64, 2)  # lines, first net
        self.nets = Column(np.int64)
        self.boxes = Remembered(self._take_box_apart, MOST_BOXES)

    def __len__(self) -> int:
        return max(len(self.tables), len(self._played), len(self._reports))

    def _learn_table(self, piece: bytes) -> int:
        text, cards = _filled(b'{"rulebook":' + piece + b'"cut":0}')
        made = _table(_without_twins(text))
        _hold(cards, made.dealer.cards)
        try:
            options = read_options(parse_json(bytes(made.options))) if made.options else Options()
        except Unreadable as fault:
            raise NotUsual(str(fault)) from None
        number = self._judge.table_number(made.rulebook, options)
        return self.table.append((number, SIGNAL_CODES[made.dealer.reader], len(cards)))

    def _take_box_apart(self, piece: bytes) -> int:
        """A box is its number, its play with its wagers, and what was reported: each of these is learnt apart."""
        before, said, report = piece.partition(self._reported)
        if said and not report:
            raise NotUsual("a report that ends before it begins")
        number, _, played = before.partition(self._comma)
        return (NUMBERS[number] << PIECE | self._played[played]) << PIECE | self._reports[report]

    def apart(self, boxes: Sequence[int]) -> tuple[Numbers, Numbers, Numbers]:
        """Of each of these boxes its number, its play and its report."""
        found, piece = np.array(boxes), (1 << PIECE) - 1
        return found >> 2 * PIECE, self.played.values[found >> PIECE & piece], self.report.values[found & piece]

    def _learn_played(self, piece: bytes) -> int:
        text, cards = _filled(b"{" + piece + b"}")
        made = _box(_without_twins(text))
        _hold(cards, (*made.cards, *(step.card for step in made.play if step.card is not UNSET)))
        placed = made.wagers
        sides = (getattr(placed, wager) for wager in AMOUNTS[1:])
        amounts = tuple(0 if side is UNSET else side for side in sides)
        wagers = self._judge.wagers_number(mask_of(placed.main, amounts), (placed.main, *amounts))
        steps = bytes(_step(step, placed.main, amounts[0]) for step in made.play)
        return self.played.append((wagers, self._judge.plays.number(steps), len(cards) - 2))

    def _learn_report(self, piece: bytes) -> int:
        lines = _report(_without_twins(piece)) if piece else []
        hands = [0 if line.hand is UNSET else line.hand for line in lines]
        for line, hand in zip(lines, hands, strict=True):
            if (LINE_OF[line.wager] < ON_HANDS) != (hand > 0):
                raise NotUsual("a hand is named where it should not be, or is not where it should")
        codes = bytes(LINE_OF[line.wager] | hand << 3 for line, hand in zip(lines, hands, strict=True))
        number = self._judge.reports.number(codes if piece else None)
        return self.report.append((number, self.nets.extend([line.net for line in lines])))


def _without_twins(text: bytes) -> bytes:
    """A piece in which no name is given twice."""
    try:
        parse_json(text)
    except Unreadable as fault:
        raise NotUsual(str(fault)) from None
    return text


def _filled(piece: bytes) -> tuple[bytes, list[str]]:
    """A piece with cards in its holes, and which."""
    first, *others = piece.split(HOLE)
    if len(others) > len(FILLING):
        raise NotUsual("many cards")
    cards = FILLING[: len(others)]
    return first + b"".join(card.encode() + other for card, other in zip(cards, others, strict=True)), cards


def _hold(cards: list[str], found: Iterable[str]) -> None:
    """The cards came out in the order in which they were filled in, and no other came."""
    if cards != list(found):
        raise NotUsual("cards in another order, or in other places")


def _step(step: JsonStep, main: int, attack: int) -> int:
    """A decision as a byte, with how its wager is given."""
    do = DO_OF[step.do]
    if (do in DRAWING) != (step.card is not UNSET):
        raise NotUsual("a card too many, or none")
    if do not in STAKED:
        return do | NO_WAGER << 4
    wager, free = (0 if step.wager is UNSET else step.wager), step.lammer is True
    if (wager > 0) == free or (free and do not in CAN_BE_FREE):
        raise NotUsual("a wager or a lammer, one of them")
    return do | how_given(wager, free, main, attack) << 4
