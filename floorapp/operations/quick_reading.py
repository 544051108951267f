"""Reading records quickly: the usual ones become columns at once, everything else is left to the plain reader.

What is taken here the engine's reader takes as the same round; what is refused says nothing. Pieces of text
that come again and again (a wager, a play, a report) are taken apart once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from operator import attrgetter
from struct import pack
from typing import TYPE_CHECKING, Annotated, Generic, Literal, TypeAlias, TypeVar

import msgspec
import numpy as np
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from floorapp.domain.cards import CARDS
from floorapp.engine.decode import parse_json, read_options
from floorapp.engine.record import SIGNALS, Options, Unreadable
from floorapp.engine.shape import (
    CODE_OF,
    DO_OF,
    DRAWING,
    LINE_OF,
    NO_WAGER,
    ON_HANDS,
    SIGNAL_OF,
    STAKED,
    VALUE_OF,
    how_given,
    mask_of,
)
from floorapp.operations.columns import Column, Columns, Numbers
from floorapp.operations.judging import MOST_CENTS, Judge

K = TypeVar("K", bound=Hashable)
Cents = Annotated[int, Meta(ge=1, lt=MOST_CENTS)]
Net = Annotated[int, Meta(gt=-(MOST_CENTS << 8), lt=MOST_CENTS << 8)]
Number = Annotated[int, Meta(ge=1, le=255)]
Hand = Annotated[int, Meta(ge=1, le=31)]
if TYPE_CHECKING:
    Card: TypeAlias = str
    Signal: TypeAlias = str
else:
    Card, Signal = Literal[tuple(CARDS)], Literal[SIGNALS]
NEVER_FREE = DO_OF["second_chance"]
#: Longer lines are for the plain reader, who minds numbers of more digits than Python reads.
MOST_BYTES = 4200
MOST_PIECES = 32_000  # of a kind, before they are forgotten
NEAR = 100  # records read before their pieces are looked up: what was just read is still at hand
PAIRS = {(one, other): bytes((CODE_OF[one], CODE_OF[other])) for one in CARDS for other in CARDS}
SIGNAL_CODES: dict[object, int] = {UNSET: 0, None: 1} | {signal: SIGNAL_OF[signal] for signal in SIGNALS}


class NotUsual(ValueError):
    """A piece of a record that the plain reader has to look at."""


class Step(Struct, gc=False, forbid_unknown_fields=True):
    do: str
    card: Card | UnsetType = UNSET
    wager: Cents | UnsetType = UNSET
    lammer: bool = False


class Wagers(Struct, gc=False, forbid_unknown_fields=True):
    main: Cents
    double_attack: Cents = 0
    push_22: Cents = 0
    match_dealer: Cents = 0
    bust_it: Cents = 0
    insurance: Cents = 0


class Reported(Struct, gc=False, forbid_unknown_fields=True):
    wager: str
    net: Net
    hand: Hand = 0


class Box(Struct, gc=False, forbid_unknown_fields=True):
    box: Number
    cards: tuple[Card, Card]
    wagers: Raw
    play: Raw = Raw()
    reported: Raw = Raw()


class Dealer(Struct, gc=False, forbid_unknown_fields=True):
    cards: Annotated[list[Card], Meta(min_length=2, max_length=255)]
    reader: Signal | None | UnsetType = UNSET


class Record(Struct, gc=False, forbid_unknown_fields=True):
    format: Literal["floor-round/1"]
    id: str
    rulebook: str
    dealer: Dealer
    boxes: Annotated[list[Box], Meta(min_length=1)]
    table: str = ""
    at: str | UnsetType = UNSET
    shoe: str = ""
    options: Raw = Raw()


_record = msgspec.json.Decoder(Record).decode
_steps = msgspec.json.Decoder(list[Step]).decode
_wagers = msgspec.json.Decoder(Wagers).decode
_lines = msgspec.json.Decoder(list[Reported]).decode


class Remembered(dict[K, int], Generic[K]):
    """Pieces already taken apart, each with its number."""

    def __init__(self, take_apart: Callable[[K], int]) -> None:
        super().__init__()
        self._take_apart = take_apart

    def __missing__(self, piece: K) -> int:
        made = self[piece] = self._take_apart(piece)
        return made


#: What reading raises where the plain reader has to look.
REFUSED = (KeyError, ValueError, msgspec.MsgspecError, RecursionError)


@dataclass(slots=True)
class Pieces:
    """What was gathered of many records: numbers of their pieces, and runs of cards."""

    places: list[int] = field(default_factory=list)
    tables: list[int] = field(default_factory=list)
    boxes: list[int] = field(default_factory=list)
    wagers: list[int] = field(default_factory=list)
    plays: list[int] = field(default_factory=list)
    reports: list[int] = field(default_factory=list)
    signals: bytearray = field(default_factory=bytearray)
    dealt: bytearray = field(default_factory=bytearray)
    numbers: bytearray = field(default_factory=bytearray)
    dealer_cards: bytearray = field(default_factory=bytearray)
    first_cards: bytearray = field(default_factory=bytearray)


class QuickReader:
    """Makes columns of records, remembering their pieces."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._wagers = Remembered(self._placed)
        self._plays = Remembered(self._played)
        self._paid_plays = Remembered(self._paid_for)
        self._reports = Remembered(self._reported)
        self._tables = Remembered(self._table)
        self._play_of, self._drawn_count = Column(np.int64), Column(np.int64)
        self._drawn: list[bytes] = []
        self._paid: dict[int, list[Step]] = {}  # plays whose meaning hangs on the box's wagers
        self._lines_of = Column(np.int64)
        self._nets: list[bytes] = []

    @property
    def full(self) -> bool:
        """Whether it is time to start anew."""
        return max(len(self._wagers), len(self._drawn), len(self._nets)) > MOST_PIECES

    def read(self, lines: Sequence[bytes]) -> tuple[Columns | None, list[int]]:
        """The usual records among these lines as columns, and their places; a few at a time, to stay near."""
        pieces = Pieces()
        for start in range(0, len(lines), NEAR):
            few = lines[start : start + NEAR]
            try:
                self._gather(_read_all(few), pieces)
                pieces.places += range(start, start + len(few))
            except REFUSED:
                self._gather_each(few, start, pieces)
        return (self._columns(pieces) if pieces.places else None), pieces.places

    def _gather_each(self, lines: Sequence[bytes], start: int, pieces: Pieces) -> None:
        """One by one, leaving out what is not usual."""
        for place, line in enumerate(lines, start=start):
            try:
                self._gather([_read(line)], pieces)
            except REFUSED:
                continue
            pieces.places.append(place)

    def _gather(self, records: Sequence[Record], pieces: Pieces) -> None:
        """Look up the pieces of some records; nothing is added where one of them is not usual."""
        if None in [at is UNSET or datetime.fromisoformat(at).tzinfo for at in map(attrgetter("at"), records)]:
            raise NotUsual("a time without its offset")
        dealers = list(map(attrgetter("dealer"), records))
        hands = list(map(attrgetter("cards"), dealers))
        by_round = list(map(attrgetter("boxes"), records))
        boxes = list(chain.from_iterable(by_round))
        terms = zip(map(attrgetter("rulebook"), records), map(bytes, map(attrgetter("options"), records)), strict=True)
        tables = list(map(self._tables.__getitem__, terms))
        wagers = list(map(self._wagers.__getitem__, map(bytes, map(attrgetter("wagers"), boxes))))
        plays = list(map(self._plays.__getitem__, map(bytes, map(attrgetter("play"), boxes))))
        reports = list(map(self._reports.__getitem__, map(bytes, map(attrgetter("reported"), boxes))))
        self._resolve(plays, wagers)
        pieces.tables += tables
        pieces.wagers += wagers
        pieces.plays += plays
        pieces.reports += reports
        pieces.boxes += map(len, by_round)
        pieces.signals += bytes(map(SIGNAL_CODES.__getitem__, map(attrgetter("reader"), dealers)))
        pieces.dealt += bytes(map(len, hands))
        pieces.numbers += bytes(map(attrgetter("box"), boxes))
        pieces.dealer_cards += bytes(map(CODE_OF.__getitem__, chain.from_iterable(hands)))
        pieces.first_cards += b"".join(map(PAIRS.__getitem__, map(attrgetter("cards"), boxes)))

    def _columns(self, pieces: Pieces) -> Columns:
        played, reported = np.array(pieces.plays), np.array(pieces.reports)
        return Columns(
            table=np.array(pieces.tables),
            signal=_numbers(pieces.signals),
            dealt=_numbers(pieces.dealt),
            boxes=np.array(pieces.boxes),
            number=_numbers(pieces.numbers),
            wagers=np.array(pieces.wagers),
            play=self._play_of.values[played],
            lines=self._lines_of.values[reported],
            drawn=self._drawn_count.values[played],
            dealer_cards=_numbers(pieces.dealer_cards),
            first_cards=_numbers(pieces.first_cards),
            drawn_cards=_numbers(b"".join(map(self._drawn.__getitem__, pieces.plays))),
            nets=np.frombuffer(b"".join(map(self._nets.__getitem__, pieces.reports)), np.int64),
        )

    def _resolve(self, plays: list[int], wagers: list[int]) -> None:
        """Put in what paid decisions mean beside the box's own wagers."""
        paid = self._paid
        for place, play in enumerate(plays):
            if play in paid:
                plays[place] = self._paid_plays[play, wagers[place]]

    def _table(self, key: tuple[str, bytes]) -> int:
        rulebook, text = key
        try:
            options = read_options(parse_json(text)) if text else Options()
        except Unreadable as fault:
            raise NotUsual(str(fault)) from None
        return self._judge.table_number(rulebook, options)

    def _placed(self, text: bytes) -> int:
        made = _wagers(text)
        sides = (made.double_attack, made.push_22, made.match_dealer, made.bust_it, made.insurance)
        return self._judge.wagers_number(mask_of(made.main, sides), (made.main, *sides))

    def _reported(self, text: bytes) -> int:
        lines = _lines(text) if text else []
        for line in lines:
            if (LINE_OF[line.wager] < ON_HANDS) != (line.hand > 0):
                raise NotUsual("a hand is named where it should not be, or is not where it should")
        codes = bytes([LINE_OF[line.wager] | line.hand << 3 for line in lines]) if text else None
        self._nets.append(pack(f"={len(lines)}q", *(line.net for line in lines)))
        return self._lines_of.append(self._judge.lines_number(codes))

    def _played(self, text: bytes) -> int:
        steps = _steps(text) if text else []
        number = self._walked(steps, 0, 0)
        if any(step.wager is not UNSET for step in steps):
            self._paid[number] = steps
        return number

    def _paid_for(self, key: tuple[int, int]) -> int:
        play, wagers = key
        main, attack = self._judge.amounts.values[wagers, :2].tolist()
        return self._walked(self._paid[play], main, attack)

    def _walked(self, steps: list[Step], main: int, attack: int) -> int:
        made: list[int] = []
        drawn: list[int] = []
        for step in steps:
            do = DO_OF[step.do]
            if (do in DRAWING) != (step.card is not UNSET):
                raise NotUsual("a card too many, or none")
            if step.card is not UNSET:
                drawn.append(CODE_OF[step.card])
            made.append(do | (_how(step, main, attack) if do in STAKED else NO_WAGER) << 4)
        cards = bytes(drawn)
        self._drawn.append(cards)
        self._drawn_count.append(len(cards))
        return self._play_of.append(self._judge.play_number(bytes(made), cards.translate(VALUE_OF)))


def _how(step: Step, main: int, attack: int) -> int:
    """How a decision's wager is given."""
    wager = 0 if step.wager is UNSET else step.wager
    if (wager > 0) == step.lammer or (step.lammer and DO_OF[step.do] == NEVER_FREE):
        raise NotUsual("a wager or a lammer, one of them")
    return how_given(wager, step.lammer, main, attack)


def _read_all(lines: Sequence[bytes]) -> list[Record]:
    if not b"".join(lines).isascii() or max(map(len, lines)) > MOST_BYTES:
        raise NotUsual("long, or perhaps no text")
    return list(map(_record, lines))


def _read(line: bytes) -> Record:
    if len(line) > MOST_BYTES:
        raise NotUsual("long")
    line.decode()
    return _record(line)


def _numbers(values: bytes | bytearray) -> Numbers:
    return np.frombuffer(values, np.uint8).astype(np.int64)
