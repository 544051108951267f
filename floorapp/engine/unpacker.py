"""Making rounds of the columns of a packed block."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from datetime import UTC, datetime, timedelta, timezone
from itertools import accumulate, islice
from typing import Any

from floorapp.domain.cards import CARDS, Card
from floorapp.engine.block import BY_BOX, BY_ROUND, COLUMNS, DamagedBlock, PackedBlock, making_sense, open_block
from floorapp.engine.decode import read_options, read_round
from floorapp.engine.packer import EPOCH, MICROSECOND, NO_TIME
from floorapp.engine.record import Box, Decision, Options, ReportedLine, Round, Unreadable
from floorapp.engine.shape import (
    AS_MAIN,
    AS_UNIT,
    CARD_OF,
    DECISION_OF,
    DECLINED,
    IN_FULL,
    LAMMER,
    LINE_WAGERS,
    SIGNAL_NAMES,
    TWICE_MAIN,
    draws,
)
from floorapp.engine.wagers.register import AMOUNTS

CARD = tuple(CARDS[CARD_OF[code]] for code in range(52))


def unpack_block(block: bytes) -> Iterator[Round]:
    """A block's rounds, in their order; raises DamagedBlock."""
    return rounds_of(open_block(block))


def rounds_of(block: PackedBlock, wanted: Collection[int] | None = None) -> Iterator[Round]:
    """The rounds of an open block, or those at the wanted places; raises Damaged."""
    with making_sense():
        yield from Unpacker(block).rounds(wanted)


def kept_records(block: PackedBlock) -> list[Any]:
    """The records of a block's rounds that are kept as they came, in the order of `unusual_at`."""
    records, places = json.loads(block.columns["unusual"] or b"[]"), block.numbers("unusual_at")
    if len(places) != len(records) or any(place >= block.rounds for place in places):
        raise DamagedBlock("the columns differ in length")
    return list(records)


def kept_rounds(block: PackedBlock) -> Iterator[Round]:
    """The same as rounds; raises Damaged."""
    with making_sense():
        yield from map(_kept, kept_records(block))


class Unpacker:
    """A block's columns as numbers, and where each round begins in them."""

    def __init__(self, block: PackedBlock) -> None:
        self._block = block
        self._numbers = {name: block.numbers(name) for name, kind in COLUMNS.items() if kind != "s"}
        words = block.dictionary
        used = {name: set(self._numbers[name]) for name in ("terms", "play", "lines")}
        self._terms = {n: (str(words["terms"][n][0]), _options(words["terms"][n][1])) for n in used["terms"]}
        self._plays = {n: bytes.fromhex(words["plays"][n]) for n in used["play"]}
        self._lines = {n: bytes.fromhex(words["lines"][n - 1]) if n else None for n in used["lines"]}
        self._unusual = kept_records(block)
        self._at_box = _starts(self._numbers["boxes"])
        self._at_card = _starts(self._numbers["dealt"])
        self._at_id = _starts(self._numbers["id_size"])
        counts = {n: sum(map(draws, steps)) for n, steps in self._plays.items()}
        given = {n: sum(step >> 4 == IN_FULL for step in steps) for n, steps in self._plays.items()}
        self._at_drawn = _starts([counts[n] for n in self._numbers["play"]])
        self._at_given = _starts([given[n] for n in self._numbers["play"]])
        self._at_net = _starts([len(self._lines[number] or b"") for number in self._numbers["lines"]])
        self._check_sizes()

    def _check_sizes(self) -> None:
        """Every run is as long as the numbers that count it say."""
        numbers, block = self._numbers, self._block
        ends = {
            "dealer_cards": self._at_card,
            "ids": self._at_id,
            "number": self._at_box,
            "drawn_cards": self._at_drawn,
            "given": self._at_given,
            "nets": self._at_net,
        }
        sizes = {name: len(numbers[name]) if name in numbers else len(block.columns[name]) for name in ends}
        if any(sizes[name] != starts[-1] for name, starts in ends.items()):
            raise DamagedBlock("a column is longer or shorter than the others say")
        usual = block.rounds - len(self._unusual)
        by_box = {len(numbers[name]) for name in BY_BOX}
        if {len(numbers[name]) for name in BY_ROUND} != {usual} or len(by_box) > 1:
            raise DamagedBlock("the columns differ in length")
        if len(numbers["first_cards"]) != 2 * by_box.pop():
            raise DamagedBlock("the columns differ in length")

    def rounds(self, wanted: Collection[int] | None) -> Iterator[Round]:
        kept = dict(zip(self._numbers["unusual_at"], self._unusual, strict=True))
        usual = 0
        for place in range(self._block.rounds):
            if place in kept:
                if wanted is None or place in wanted:
                    yield _kept(kept[place])
                continue
            if wanted is None or place in wanted:
                yield self._round(usual)
            usual += 1

    def _round(self, n: int) -> Round:
        words, get = self._block.dictionary, self._numbers
        rulebook, options = self._terms[get["terms"][n]]
        boxes = range(self._at_box[n], self._at_box[n + 1])
        return Round(
            id=self._block.columns["ids"][self._at_id[n] : self._at_id[n + 1]].decode(),
            rulebook=rulebook,
            dealer=_cards(get["dealer_cards"][self._at_card[n] : self._at_card[n + 1]]),
            boxes=tuple(self._box(box) for box in boxes),
            signal=SIGNAL_NAMES[get["signal"][n]],
            options=options,
            table=words["tables"][get["table"][n]],
            at=instant_of(get["at"][n], get["offset"][n]),
            shoe=words["shoes"][get["shoe"][n]],
        )

    def _box(self, n: int) -> Box:
        get = self._numbers
        amounts = self._block.dictionary["wagers"][get["wagers"][n]]
        lines, nets = self._lines[get["lines"][n]], get["nets"][self._at_net[n] : self._at_net[n + 1]]
        reported = None
        if lines is not None:
            reported = tuple(
                ReportedLine(LINE_WAGERS[line & 7], net, line >> 3) for line, net in zip(lines, nets, strict=True)
            )
        return Box(
            number=get["number"][n],
            cards=_cards(get["first_cards"][2 * n : 2 * n + 2]),
            wagers={wager: amount for wager, amount in zip(AMOUNTS, amounts, strict=True) if amount},
            play=tuple(self._play(n, amounts)),
            reported=reported,
        )

    def _play(self, n: int, amounts: list[int]) -> Iterator[Decision]:
        cards = islice(self._numbers["drawn_cards"], self._at_drawn[n], None)
        given = islice(self._numbers["given"], self._at_given[n], None)
        main, attack = amounts[0], amounts[1]
        for step in self._plays[self._numbers["play"][n]]:
            do, how = step & 15, step >> 4
            card = CARD[next(cards)] if draws(step) else None
            usual = {AS_MAIN: main, AS_UNIT: main + attack, TWICE_MAIN: 2 * main}
            wager = next(given) if how == IN_FULL else usual.get(how, 0)
            yield Decision(DECISION_OF[do], card, wager, how == LAMMER, how == DECLINED)


def _starts(sizes: Collection[int]) -> list[int]:
    return list(accumulate(sizes, initial=0))


def _cards(codes: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple(CARD[code] for code in codes)


def instant_of(microseconds: int, offset: int) -> datetime | None:
    """When a round was played, from its two numbers."""
    if offset == NO_TIME:
        return None
    zone = timezone(timedelta(minutes=offset)) if offset else UTC
    return (EPOCH + microseconds * MICROSECOND).astimezone(zone)


def _options(raw: Any) -> Options:
    try:
        return read_options(raw)
    except Unreadable as fault:
        raise DamagedBlock(f"the options of a table are unreadable: {fault}") from None


def _kept(record: Any) -> Round:
    try:
        return read_round(record, (record["rulebook"],))
    except Unreadable as fault:
        raise DamagedBlock(f"a round kept as it came is unreadable: {fault}") from None
