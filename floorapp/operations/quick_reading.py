"""Reading records quickly: the usual ones come apart at once, everything else is left to the plain reader.

What is taken here the engine's reader takes as the same round; what is refused says nothing. Pieces of text
that come again and again (two cards, a short play, a wager) are taken apart once.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Generic, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from floorapp.engine.decode import parse_json, read_options
from floorapp.engine.memory import Played
from floorapp.engine.record import LARGEST, LARGEST_NET, Options, Unreadable
from floorapp.engine.shape import (
    CODE_OF,
    DO_OF,
    DRAWING,
    EQUAL,
    LINE_OF,
    NO_WAGER,
    SIGNAL_OF,
    VALUE_OF,
    how_given,
)

T = TypeVar("T")
Cents = Annotated[int, Meta(ge=1, le=LARGEST)]
Net = Annotated[int, Meta(ge=-LARGEST_NET, le=LARGEST_NET)]
Number = Annotated[int, Meta(ge=1, le=255)]
Hand = Annotated[int, Meta(ge=1, le=31)]
ON_HANDS = 4  # the first wagers of LINE_OF lie on hands
STAKED = frozenset({DO_OF["double"], DO_OF["split"], DO_OF["second_chance"]})
NEVER_FREE = DO_OF["second_chance"]
MOST = 100_000  # pieces of text remembered before starting anew


class NotUsual(ValueError):
    """A piece of a record that the plain reader has to look at."""


class Step(Struct, gc=False, forbid_unknown_fields=True):
    do: str
    card: str | UnsetType = UNSET
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
    cards: Raw
    wagers: Raw
    play: Raw = Raw()
    reported: Raw = Raw()


class Dealer(Struct, gc=False, forbid_unknown_fields=True):
    cards: list[str]
    reader: str | None | UnsetType = UNSET


class Record(Struct, gc=False, forbid_unknown_fields=True):
    format: Literal["floor-round/1"]
    id: str
    rulebook: str
    dealer: Dealer
    boxes: list[Box]
    table: str = ""
    at: str | UnsetType = UNSET
    shoe: str = ""
    options: Raw = Raw()


class Remembered(dict[bytes, T], Generic[T]):
    """Pieces of text already taken apart."""

    def __init__(self, take_apart: Callable[[bytes], T]) -> None:
        super().__init__()
        self._take_apart = take_apart

    def __missing__(self, text: bytes) -> T:
        if len(self) >= MOST:
            self.clear()
        made = self[text] = self._take_apart(text)
        return made


_record = msgspec.json.Decoder(Record).decode
_cards = msgspec.json.Decoder(list[str]).decode
_steps = msgspec.json.Decoder(list[Step]).decode
_wagers = msgspec.json.Decoder(Wagers).decode
_lines = msgspec.json.Decoder(list[Reported]).decode


class QuickReader:
    """Takes records apart, remembering their pieces."""

    def __init__(self) -> None:
        self.cards = Remembered(_first_cards)
        self.wagers = Remembered(_placed)
        self.lines = Remembered(_reported)
        self.plays = Remembered(_played)
        self.options = Remembered(_options)

    def read(self, text: bytes) -> Record | None:
        """A usual record, or None where the plain reader has to look."""
        try:
            record = _record(text)
            if record.at is not UNSET and datetime.fromisoformat(record.at).tzinfo is None:
                return None
        except (msgspec.MsgspecError, ValueError):
            return None
        return record

    def take_apart(self, record: Record) -> tuple[int, bytes, list[Played]] | None:
        """The reader's signal, the dealer's cards and the boxes, as the memory takes them."""
        try:
            reader = record.dealer.reader
            signal = 0 if reader is UNSET else 1 if reader is None else SIGNAL_OF[reader]
            dealer = bytes([CODE_OF[card] for card in record.dealer.cards])
            boxes = [self._box(box) for box in record.boxes]
        except (KeyError, ValueError, msgspec.MsgspecError):
            return None
        if len({box.number for box in boxes}) != len(boxes) or not boxes or reader in ("unknown", "unused"):
            return None
        return signal, dealer, boxes

    def _box(self, box: Box) -> Played:
        cards = self.cards[bytes(box.cards)]
        mask, amounts = self.wagers[bytes(box.wagers)]
        reported, nets = self.lines[bytes(box.reported)]
        play = bytes(box.play)
        if not play:
            return Played(box.box, cards, cards.translate(VALUE_OF), b"", mask, amounts, reported, nets)
        steps, drawn = self.plays[play]
        if steps is None:
            attack = amounts[1] if mask & 1 else 0
            steps, drawn = _walked(_steps(play), amounts[0], attack)
        cards += drawn
        return Played(box.box, cards, cards.translate(VALUE_OF), steps, mask, amounts, reported, nets)


def _first_cards(text: bytes) -> bytes:
    cards = bytes([CODE_OF[card] for card in _cards(text)])
    if len(cards) != 2:
        raise NotUsual("a box usually has its first two cards")
    return cards


def _placed(text: bytes) -> tuple[int, tuple[int, ...]]:
    """Which wagers a box carries, and how much they are."""
    made = _wagers(text)
    sides = (made.double_attack, made.push_22, made.match_dealer, made.bust_it, made.insurance)
    mask = sum(1 << bit for bit, amount in enumerate(sides) if amount)
    mask |= EQUAL if made.double_attack == made.main else 0
    return mask, (made.main, *(amount for amount in sides if amount))


def _reported(text: bytes) -> tuple[bytes | None, tuple[int, ...]]:
    if not text:
        return None, ()
    lines = _lines(text)
    for line in lines:
        if (LINE_OF[line.wager] < ON_HANDS) != (line.hand > 0):
            raise NotUsual("a hand is named where it should not be, or is not where it should")
    return bytes([LINE_OF[line.wager] | line.hand << 3 for line in lines]), tuple(line.net for line in lines)


def _played(text: bytes) -> tuple[bytes | None, bytes]:
    """Steps and drawn cards; no steps where they hang on how large the box's wagers are."""
    steps = _steps(text)
    if any(DO_OF[step.do] in STAKED and not step.lammer for step in steps):
        return None, b""
    return _walked(steps, 0, 0)


def _walked(steps: list[Step], main: int, attack: int) -> tuple[bytes, bytes]:
    made, drawn = [], []
    for step in steps:
        do, how = DO_OF[step.do], NO_WAGER
        if (do in DRAWING) != (step.card is not UNSET):
            raise NotUsual("a card too many, or none")
        if step.card is not UNSET:
            drawn.append(CODE_OF[step.card])
        if do in STAKED:
            wager = 0 if step.wager is UNSET else step.wager
            if (wager > 0) == step.lammer or (step.lammer and do == NEVER_FREE):
                raise NotUsual("a wager or a lammer, one of them")
            how = how_given(wager, step.lammer, main, attack)
        made.append(do | how << 4)
    return bytes(made), bytes(drawn)


def _options(text: bytes) -> Options:
    if not text:
        return Options()
    try:
        return read_options(parse_json(text))
    except Unreadable as fault:
        raise NotUsual(str(fault)) from None
