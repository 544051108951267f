"""Rounds packed for keeping: about 90 bytes each, lossless, in blocks that judge without being unpacked.

What comes again and again stands once in a block's dictionary, cards are one byte each, and whatever is
unusual (bettors behind, dead and void calls, odd sizes) is kept as the JSON it came as.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Hashable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from floorapp.engine.block import COLUMNS, PARTS, kind_of, write_block
from floorapp.engine.encode import options_record, record_of
from floorapp.engine.record import Box, Decision, ReportedLine, Round
from floorapp.engine.shape import (
    CODE_OF,
    DECLINABLE,
    DECLINED,
    DO_OF,
    DRAWING,
    IN_FULL,
    LINE_OF,
    NO_WAGER,
    ON_HANDS,
    SIGNAL_OF,
    STAKED,
    Unusual,
    how_given,
)
from floorapp.engine.wagers.register import AMOUNTS

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
NO_TIME = -32768  # for an offset: the record says no time
MOST_CENTS = 1 << 40
MOST_ENTRIES = 65_535


def pack_block(rounds: Iterable[Round]) -> bytes:
    """Rounds as one block, at most `block.MOST_ROUNDS` of them."""
    packer = Packer()
    for round_ in rounds:
        try:
            packer.add(round_)
        except Unusual:
            packer.keep(round_)
    return write_block(packer.rounds, packer.width, packer.columns())


class Entries:
    """A part of the dictionary: what was seen, numbered."""

    def __init__(self) -> None:
        self.numbers: dict[Hashable, int] = {}

    def number(self, entry: Hashable) -> int:
        number = self.numbers.setdefault(entry, len(self.numbers))
        if number >= MOST_ENTRIES:
            del self.numbers[entry]
            raise Unusual("the dictionary is full")
        return number


class Packer:
    """Takes rounds one by one; a round that is not usual is kept as JSON."""

    def __init__(self) -> None:
        self.rounds = 0
        self._parts = {part: Entries() for part in PARTS}
        self._numbers: dict[str, list[int]] = {name: [] for name, kind in COLUMNS.items() if kind != "s"}
        self._ids: list[bytes] = []
        self._unusual: list[Any] = []

    @property
    def width(self) -> int:
        """How many bytes a net needs."""
        nets = self._numbers["nets"]
        return 8 if nets and max(map(abs, nets)) >= 1 << 31 else 4

    def keep(self, round_: Round) -> None:
        """Keep a round as its record."""
        self._numbers["unusual_at"].append(self.rounds)
        self._unusual.append(record_of(round_))
        self.rounds += 1

    def add(self, round_: Round) -> None:
        """Take a round apart; raises Unusual, with nothing added, where it does not come apart this way."""
        made: dict[str, list[int]] = {name: [] for name in self._numbers}
        id_ = _id(round_.id)
        if round_.events or round_.area:
            raise Unusual("something went wrong in it")
        if round_.void is not None or not 0 < len(round_.dealer) < 256 or not 0 < len(round_.boxes) < 256:
            raise Unusual("void, or of an odd size")
        for box in round_.boxes:
            self._box(box, made)
        made["terms"] = [self._parts["terms"].number((round_.rulebook, round_.options))]
        made["table"] = [self._parts["tables"].number(round_.table)]
        made["shoe"] = [self._parts["shoes"].number(round_.shoe)]
        made["signal"] = [SIGNAL_OF[round_.signal]]
        made["dealt"], made["boxes"] = [len(round_.dealer)], [len(round_.boxes)]
        made["at"], made["offset"] = _time(round_.at)
        made["id_size"] = [len(id_)]
        made["dealer_cards"] = [CODE_OF[str(card)] for card in round_.dealer]
        for name, numbers in made.items():
            self._numbers[name] += numbers
        self._ids.append(id_)
        self.rounds += 1

    def _box(self, box: Box, made: dict[str, list[int]]) -> None:
        if not box.seated or box.caller:
            raise Unusual("somebody else calls")
        if box.behind or box.called_dead or len(box.cards) != 2 or box.number > 255:
            raise Unusual("bettors behind, a dead hand, or an odd size")
        if not box.wagers.keys() <= set(AMOUNTS):
            raise Unusual("a wager that has no place here")
        amounts = tuple(box.wagers.get(wager, 0) for wager in AMOUNTS)
        if not 0 < amounts[0] or max(amounts) >= MOST_CENTS or min(amounts) < 0:
            raise Unusual("an odd amount")
        steps = bytes(_step(decision, amounts, made) for decision in box.play)
        lines = None if box.reported is None else bytes(_line(report, made) for report in box.reported)
        made["number"].append(box.number)
        made["first_cards"] += [CODE_OF[str(card)] for card in box.cards]
        made["wagers"].append(self._parts["wagers"].number(amounts))
        made["play"].append(self._parts["plays"].number(steps))
        made["lines"].append(0 if lines is None else 1 + self._parts["lines"].number(lines))

    def columns(self) -> dict[str, bytes]:
        """Every column as bytes."""
        width = self.width
        made = {name: _packed(kind_of(name, width), numbers) for name, numbers in self._numbers.items()}
        made["dictionary"] = _compact({part: self._written(part) for part in self._parts})
        made["ids"] = b"".join(self._ids)
        made["unusual"] = _compact(self._unusual) if self._unusual else b""
        return made

    def _written(self, part: str) -> list[Any]:
        entries: Any = self._parts[part].numbers
        if part == "terms":
            return [[rulebook, options_record(options)] for rulebook, options in entries]
        return [entry.hex() for entry in entries] if part in ("plays", "lines") else list(entries)


def _step(decision: Decision, amounts: tuple[int, ...], made: dict[str, list[int]]) -> int:
    """A decision in one byte: what was done, and how its wager is given."""
    do, how = DO_OF.get(decision.do), NO_WAGER
    if do is None:
        raise Unusual("a decision that has no number here")
    if decision.declined and do in DECLINABLE and decision == Decision(decision.do, declined=True):
        return do | DECLINED << 4
    if (decision.card is not None) != (do in DRAWING):
        raise Unusual("a card too many, or none")
    if decision.card is not None:
        made["drawn_cards"].append(CODE_OF[str(decision.card)])
    if do in STAKED:
        if (decision.wager > 0) == decision.lammer or decision.wager >= MOST_CENTS:
            raise Unusual("a wager or a lammer, one of them")
        how = how_given(decision.wager, decision.lammer, amounts[0], amounts[1])
    elif decision.wager or decision.lammer:
        raise Unusual("a wager where none is laid")
    if how == IN_FULL:
        made["given"].append(decision.wager)
    return do | how << 4


def _line(report: ReportedLine, made: dict[str, list[int]]) -> int:
    """A reported line in one byte: which wager, on which hand."""
    wager = LINE_OF.get(report.wager)
    if wager is None:
        raise Unusual("a line of a wager that has no place here")
    on_hand = wager < ON_HANDS
    if report.behind or report.hand > 31 or on_hand != (report.hand > 0) or abs(report.net) >= MOST_CENTS << 8:
        raise Unusual("a line of an odd size")
    made["nets"].append(report.net)
    return wager | report.hand << 3


def _id(text: str) -> bytes:
    made = text.encode()
    if len(made) > 255:
        raise Unusual("a long name")
    return made


def _time(at: datetime | None) -> tuple[list[int], list[int]]:
    """Microseconds since 1970, and the offset in minutes."""
    if at is None:
        return [0], [NO_TIME]
    offset = at.utcoffset()
    if offset is None or offset % timedelta(minutes=1) or not 1 < at.year < 9999:
        raise Unusual("an odd offset, or a year at the end of the calendar")
    return [(at - EPOCH) // MICROSECOND], [offset // timedelta(minutes=1)]


def _packed(kind: str, numbers: list[int]) -> bytes:
    return struct.pack(f"<{len(numbers)}{kind}", *numbers)


def _compact(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()
