"""Pieces of records whose cards and amounts were taken out: each taken apart once, then known by its number.

Where a card stood, two zero bytes stand, where a number stood, a one: no JSON holds them. A box of T 9 that stands is

    #, "cards": ["@@", "@@"], "wagers": {"main": #}, "play": [{"do": "stand"}], "reported": [{"hand": 1, "wager": …

whatever its cards, bets and spot, so that a few thousand pieces make up every file there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf

import msgspec
import numpy as np
from msgspec import UNSET, UnsetType

from floorapp.engine.decode import parse_json, read_options
from floorapp.engine.record import SIGNALS, Options, Unreadable
from floorapp.engine.shape import (
    CAN_BE_FREE,
    CARD_OF,
    DECLINABLE,
    DECLINED,
    DO_OF,
    DRAWING,
    IN_FULL,
    LAMMER,
    LINE_OF,
    NO_WAGER,
    ON_HANDS,
    SIGNAL_OF,
    STAKED,
)
from floorapp.engine.wagers.register import AMOUNTS
from floorapp.operations.quick.columns import OpenColumn
from floorapp.operations.quick.judge import RoundJudge
from floorapp.operations.quick.layout import END, REFUSED, JsonBox, JsonStep, JsonTable, JsonWords, NotUsual, Reported
from floorapp.operations.quick.plays import Runs

CARD_HOLE, NUMBER_HOLE = b"\0\0", b"\1"
#: Cards to fill holes with, each another: where they come out tells which hole is which. So do the numbers from 1 on.
FILLING = [CARD_OF[code] for code in range(52)]
MOST_NUMBERS = 200
SIGNAL_CODES: dict[object, int] = {UNSET: 0, None: 1} | {signal: SIGNAL_OF[signal] for signal in SIGNALS}
#: What a number of a box is: one of its wagers (their places in AMOUNTS), its spot, a decision's amount, a line's net.
SPOT, GIVEN, NET = range(len(AMOUNTS), len(AMOUNTS) + 3)

_table = msgspec.json.Decoder(JsonTable).decode
_box = msgspec.json.Decoder(JsonBox).decode


class KnownPieces(dict[bytes, int]):
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
    """The pieces of records written in one way, and what each of them says; a refused one has only its holes."""

    def __init__(self, judge: RoundJudge, words: JsonWords) -> None:
        self.words = words
        self._judge = judge
        self.tables = KnownPieces(self._learn_table)
        self.table = OpenColumn(np.int64, 4)  # usual, the judge's table, the signal, how many cards
        self.boxes = KnownPieces(self._learn_box)
        self.box = OpenColumn(
            np.int64, 6
        )  # usual, decisions, lines, how many cards, what its numbers are, last of its round
        self.numbers = Runs()

    def __len__(self) -> int:
        return max(len(self.tables), len(self.boxes))

    def _learn_table(self, piece: bytes) -> int:
        holes = piece.count(CARD_HOLE)
        try:
            made, number = self._take_table_apart(piece)
        except REFUSED:
            return self.table.append((False, self._judge.any_table(), 0, holes))
        return self.table.append((True, number, SIGNAL_CODES[made.dealer.reader], holes))

    def _take_table_apart(self, piece: bytes) -> tuple[JsonTable, int]:
        text, cards = _with_cards(b'{"rulebook":' + piece + b'"cut":0}')
        made = _table(_without_twins(text))
        _hold(cards, made.dealer.cards)
        try:
            options = read_options(parse_json(bytes(made.options))) if made.options else Options()
        except Unreadable as fault:
            raise NotUsual(str(fault)) from None
        return made, self._judge.table_number(made.rulebook, options)

    def _learn_box(self, piece: bytes) -> int:
        if piece.endswith(END):  # the same box as the last of its round
            row = self.boxes[piece.removesuffix(END)]
            return self.box.append((*self.box.values[row][:-1].tolist(), True))
        try:
            steps, lines, kinds = _take_box_apart(piece)
        except REFUSED:
            unknown = self.numbers.number([NET] * piece.count(NUMBER_HOLE))
            return self.box.append((False, 0, 0, piece.count(CARD_HOLE), unknown, False))
        known = self._judge.plays.number(steps), self._judge.reports.number(lines)
        return self.box.append((True, *known, piece.count(CARD_HOLE), self.numbers.number(kinds), False))


def _take_box_apart(piece: bytes) -> tuple[bytes, bytes | None, list[int]]:
    """A box's decisions, its reported lines, and what each of its numbers is."""
    text, cards = _with_cards(b'{"box":' + piece + b"}")
    first, *others = text.split(NUMBER_HOLE)
    if len(others) > MOST_NUMBERS:
        raise NotUsual("many numbers")
    text = first + b"".join(b"%d%b" % (number, other) for number, other in enumerate(others, start=1))
    made = _box(_without_twins(text))
    play = () if made.play is UNSET else made.play
    _hold(cards, (*made.cards, *(step.card for step in play if step.card is not UNSET)))
    kinds = {made.box: SPOT}
    found = [made.box]
    for place, wager in enumerate(AMOUNTS):
        _note(getattr(made.wagers, wager), place, kinds, found)
    steps = bytes(map(_step, play))
    for step, laid in zip(steps, play, strict=True):
        _note(laid.wager if step >> 4 == IN_FULL else UNSET, GIVEN, kinds, found)
    reported = () if made.reported is UNSET else made.reported
    lines = bytes(map(_line, reported))
    for line in reported:
        _note(line.net, NET, kinds, found)
    if sorted(found) != list(range(1, len(others) + 1)):
        raise NotUsual("a number that was not taken out, or one of no meaning")
    given = [number for number in found if kinds[number] in (GIVEN, NET)]
    if given != sorted(given):
        raise NotUsual("amounts in another order than decisions, or reported before they were played")
    return steps, None if made.reported is UNSET else lines, [kinds[number] for number in range(1, len(others) + 1)]


def _note(number: int | UnsetType, kind: int, kinds: dict[int, int], found: list[int]) -> None:
    if not isinstance(number, UnsetType):
        found.append(number)
        kinds[number] = kind


def _without_twins(text: bytes) -> bytes:
    """A piece in which no name is given twice."""
    try:
        parse_json(text)
    except Unreadable as fault:
        raise NotUsual(str(fault)) from None
    return text


def _with_cards(piece: bytes) -> tuple[bytes, list[str]]:
    """A piece with cards in its holes, and which."""
    first, *others = piece.split(CARD_HOLE)
    if len(others) > len(FILLING):
        raise NotUsual("many cards")
    cards = FILLING[: len(others)]
    return first + b"".join(card.encode() + other for card, other in zip(cards, others, strict=True)), cards


def _hold(cards: list[str], found: Iterable[str]) -> None:
    """The cards came out in the order in which they were filled in, and no other came."""
    if cards != list(found):
        raise NotUsual("cards in another order, or in other places")


def _step(step: JsonStep) -> int:
    """A decision as a byte, with how its wager is given."""
    do = DO_OF[step.do]
    if do in DECLINABLE and step.declined is True:
        if step.card is not UNSET or step.wager is not UNSET:
            raise NotUsual("nothing is laid or drawn where a second chance is declined")
        return do | DECLINED << 4
    if (do in DRAWING) != (step.card is not UNSET):
        raise NotUsual("a card too many, or none")
    if do not in STAKED:
        if step.wager is not UNSET:
            raise NotUsual("a wager where none is laid")
        return do | NO_WAGER << 4
    free = step.lammer is True
    if (step.wager is not UNSET) == free or (free and do not in CAN_BE_FREE):
        raise NotUsual("a wager or a lammer, one of them")
    return do | (LAMMER if free else IN_FULL) << 4


def _line(line: Reported) -> int:
    """A reported line as a byte: which wager, on which hand."""
    wager, hand = LINE_OF[line.wager], 0 if line.hand is UNSET else line.hand
    if (wager < ON_HANDS) != (hand > 0):
        raise NotUsual("a hand is named where it should not be, or is not where it should")
    return wager | hand << 3
