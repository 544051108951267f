"""Reading records quickly: the usual ones become columns at once, everything else is left to the plain reader.

A line is cut at fixed words into names, table and boxes. All cards and amounts of many boxes are found and taken out
together; what is left comes again and again, and is taken apart once (`pieces.py`). A record in another layout is
first put into the usual one (`layout.py`).

A number is taken out by way of the eight bytes that begin with it, all numbers of a text at a time. That of

    "wagers": {"main": 2500, "insurance": 500}

which begins after the first `": ` is the word `2500, "i`. Its fifth byte is the first that is no digit, so there are
four; the word is pushed to its end, where `00002500` is joined by twos (00 00 25 00), by fours (0000 2500), and by
eights, which is the number. Then the word is written back with a hole for the first digit and bytes to drop for the
others, and once all of these are dropped the text is

    "wagers": {"main": #, "insurance": #}

>>> blank, cards = take_cards_out(b'{"cards": ["Th", "9c"], "main": 2500, "net": -1500}' + 2 * WORD * DROPPED)
>>> take_numbers_out(blank, b'": ')
(b'{"cards": ["\\x00\\x00", "\\x00\\x00"], "main": \\x01, "net": \\x01}', array([ 2500, -1500]))
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from datetime import datetime
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

import msgspec
import numpy as np
from msgspec import UNSET

from floorapp.domain.cards import RANKS, SUITS
from floorapp.domain.values import dataclass
from floorapp.engine.json_values import named_moment
from floorapp.engine.wagers.register import AMOUNTS
from floorapp.operations.quick.columns import Columns, Counts, Numbers, masks_of, within
from floorapp.operations.quick.judge import RoundJudge
from floorapp.operations.quick.layout import CLOSE, END, REFUSED, SPACED, JsonWords, Names, laid_out, refuse_twins
from floorapp.operations.quick.pieces import CARD_HOLE, GIVEN, NET, NUMBER_HOLE, SPOT, Pieces

NEAR = 1_000_000  # bytes that are cut together: what was just looked at is still at hand
MOST_PIECES = 32_000  # of a kind, before they are forgotten
MOST_BOXES = 255  # the largest number of one
QUOTE, BEFORE_LETTERS, ZERO, MINUS = b'"@0-'
NO_CARD = 255
RANK_OF, SUIT_OF = np.full(256, NO_CARD, np.uint8), np.full(256, NO_CARD, np.uint8)
RANK_OF[list(RANKS.encode())] = 4 * np.arange(len(RANKS))
SUIT_OF[list(SUITS.encode())] = np.arange(len(SUITS))
IS_END = np.zeros(256, bool)  # of a number: what may stand after it
IS_END[list(b",}]")] = True
LAST_OF_HAND = ord("d")  # `"hand": 1` says which line is meant, and stays in its piece
#: A number is looked at as a word of so many bytes, and longer ones stay; so far apart they are, or nothing is taken.
WORD = 8
#: A byte that is dropped once all numbers are taken out; words of a hole and this, by how many digits they cover.
DROPPED = b"\2"
HOLES = np.array([int.from_bytes((NUMBER_HOLE + DROPPED * WORD)[:n], "little") for n in range(WORD + 1)], np.uint64)
COVERED = np.array([256**n - 1 for n in range(WORD + 1)], np.uint64)
BITS_LEFT = np.array([8 * (WORD - n) for n in range(WORD + 1)], np.uint64)
ZEROS, BEYOND_NINE, TOP_BITS = (np.uint64(int.from_bytes(bytes([byte]) * WORD)) for byte in (ZERO, 0x76, 0x80))
#: Two digits, four, eight at a time: each left one times ten, a hundred, ten thousand, and the right one added.
JOINS = [
    (1 + (10 << 8), 8, 0x00FF00FF00FF00FF),
    (1 + (100 << 16), 16, 0x0000FFFF0000FFFF),
    (1 + (10_000 << 32), 32, -1),
]
MIDNIGHT, SOME_DAY = "T00:00:00Z", "2000-01-01"
CUT = b'"cut":0}'  # what a piece cut off is closed with

_encode = msgspec.json.Encoder().encode
_all_names = msgspec.json.Decoder(list[Names]).decode


@dataclass(slots=True)
class GatheredPieces:
    """The pieces of many records by their numbers, which lines they came from, and what was taken out of them."""

    places: list[int] = field(default_factory=list)
    names: list[Names | None] = field(default_factory=list)  # None where they cannot be read
    tables: list[int] = field(default_factory=list)
    boxes: list[int] = field(default_factory=list)
    dealer_cards: list[Numbers] = field(default_factory=list)
    cards: list[Numbers] = field(default_factory=list)
    numbers: list[Numbers] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class UsualRounds:
    """Those of some lines that are laid out as usual: as columns, with their places among the lines and their names."""

    columns: Columns
    places: Numbers
    names: list[Names]


def take_cards_out(text: bytes) -> tuple[Numbers, Numbers]:
    """The text with zeros where cards stood, and their codes."""
    octets = np.frombuffer(text, np.uint8)
    quotes = octets == QUOTE
    at = np.flatnonzero((octets[2:-1] > BEFORE_LETTERS) & quotes[:-3] & quotes[3:]) + 1
    ranks, suits = RANK_OF[octets[at]], SUIT_OF[octets[at + 1]]
    cards = (ranks != NO_CARD) & (suits != NO_CARD)
    at = at[cards]
    blank = octets.copy()
    blank[at] = blank[at + 1] = 0
    return blank, (ranks[cards] + suits[cards]).astype(np.int64)


def take_numbers_out(octets: Numbers, colon: bytes) -> tuple[bytes, Numbers] | None:
    """The text with a one where numbers stood, and the numbers; what is no plain whole number stays.

    None where numbers stand too near. The text begins and ends with bytes that are no part of a number.
    """
    reach = len(colon) + 1
    begins = (octets[reach:] - ZERO < 10) | (
        octets[reach:] == MINUS
    )  # bytes go round: what is below a zero is no digit
    begins &= octets[:-reach] != LAST_OF_HAND
    for back, byte in enumerate(reversed(colon), start=1):
        begins &= octets[reach - back : -back] == byte
    holes = np.flatnonzero(begins) + reach
    starts = holes + (octets[holes] == MINUS)
    words = np.ndarray(len(octets) - WORD + 1, "<u8", octets, strides=(1,))  # the word that begins at each byte
    word = words[starts]
    sizes = _digits_in(word)
    fine = IS_END[octets[starts + sizes]] & (sizes > 0) & ((octets[starts] != ZERO) | (sizes == 1))
    if not fine.all():
        holes, starts, word, sizes = holes[fine], starts[fine], word[fine], sizes[fine]
    if (np.diff(starts) < WORD).any():
        return None
    words[starts] = word & ~COVERED[sizes] | HOLES[sizes]
    octets[starts], octets[holes] = DROPPED[0], NUMBER_HOLE[0]
    made = _value_of(word, sizes)
    return octets.tobytes().translate(None, DROPPED), np.where(starts > holes, -made, made)


def _digits_in(words: Numbers) -> Numbers:
    """How many digits each of these begins with."""
    values = words ^ ZEROS
    others = (values + BEYOND_NINE | values) & TOP_BITS  # a bit above the first byte that is no digit, then anything
    found: Numbers = np.bitwise_count((others & -others) - np.uint64(1)).astype(np.int64) // 8
    return found


def _value_of(words: Numbers, sizes: Numbers) -> Numbers:
    """The numbers that the first digits of these make, at least one each."""
    made = (words ^ ZEROS) << BITS_LEFT[sizes]
    for factor, bits, mask in JOINS:
        made = made * np.uint64(factor) >> np.uint64(bits) & np.uint64(mask & (1 << 64) - 1)
    return made.astype(np.int64)


class QuickReader:
    """Makes columns of records, remembering their pieces."""

    def __init__(self, judge: RoundJudge) -> None:
        self._judge = judge
        self._spaced = Pieces(judge, SPACED)
        self._close = Pieces(judge, CLOSE)

    @property
    def full(self) -> bool:
        """Whether it is time to start anew."""
        return max(len(self._spaced), len(self._close)) > MOST_PIECES

    def read(self, text: bytes) -> UsualRounds | None:
        """The usual records among the lines of a text, if there are any; a part at a time, to stay near."""
        if any(byte in text for byte in (CARD_HOLE[:1], NUMBER_HOLE, DROPPED)) or not _is_text(text):
            return None
        pieces = self._close if CLOSE.boxes in text[: text.find(b"\n")] else self._spaced
        made, first = GatheredPieces(), 0
        for part in parts(text, NEAR):
            first += _gather(part, first, pieces, made)
        if not made.places:
            return None
        columns, kept = self._columns(made, pieces)
        names = [name for name, fine in zip(made.names, kept.tolist(), strict=True) if fine and name is not None]
        return UsualRounds(columns, np.array(made.places)[kept], names)

    def read_others(self, lines: Sequence[bytes]) -> UsualRounds | None:
        """The same of lines that are not laid out as usual."""
        places, usual = [], []
        for place, line in enumerate(lines):
            try:
                usual.append(laid_out(line))
            except REFUSED:
                continue
            places.append(place)
        found = self.read(b"\n".join(usual))
        return found and UsualRounds(found.columns, np.array(places)[found.places], found.names)

    def _columns(self, gathered: GatheredPieces, pieces: Pieces) -> tuple[Columns, Numbers]:
        """The columns of those rounds that are usual, and which they are."""
        table, box = pieces.table.values[gathered.tables], pieces.box.values[gathered.boxes]
        boxes = np.diff(np.flatnonzero(box[:, 5]), prepend=-1)
        cards, numbers = np.concatenate(gathered.cards), np.concatenate(gathered.numbers)
        held, kinds = pieces.numbers.lengths(box[:, 4]), pieces.numbers
        kind = kinds.of(box[:, 4], held)
        of_box = np.repeat(np.arange(len(box)), held)
        amounts = np.zeros((len(box), len(AMOUNTS)), np.int64, order="F")
        wager = np.flatnonzero(kind < len(AMOUNTS))
        amounts[of_box[wager], kind[wager]] = numbers[wager]
        spots = np.flatnonzero(kind == SPOT)
        number = np.zeros(len(box), np.int64)
        number[of_box[spots]] = numbers[spots]
        given, nets = kind == GIVEN, kind == NET
        first = within(box[:, 3]) < 2
        fine = box[:, 0] == 1
        fine[of_box[(kind != NET) & (numbers < 1) | (kind == SPOT) & (numbers > MOST_BOXES)]] = False
        kept = (table[:, 0] == 1) & np.array([name is not None for name in gathered.names])
        kept[np.repeat(np.arange(len(boxes)), boxes)[~fine]] = False
        made = Columns(
            table=table[:, 1],
            signal=table[:, 2],
            dealt=table[:, 3],
            boxes=boxes,
            number=number,
            amounts=amounts,
            masks=masks_of(amounts),
            play=box[:, 1],
            lines=box[:, 2],
            drawn=np.maximum(box[:, 3] - 2, 0),
            dealer_cards=np.concatenate(gathered.dealer_cards),
            first_cards=cards[first],
            drawn_cards=cards[~first],
            given=numbers[given],
            nets=numbers[nets],
        )
        if kept.all():
            return made, kept
        counted = [np.bincount(of_box[each], minlength=len(box)) for each in (given, nets)]
        return made.only(kept, Counts(np.minimum(box[:, 3], 2), *counted)), kept


def parts(text: bytes, size: int) -> Iterator[bytes]:
    """A text in parts of about this size, whole lines each."""
    start = 0
    while start < len(text):
        end = text.find(b"\n", start + size) + 1 or len(text)
        yield text[start:end]
        start = end


def _is_text(text: bytes) -> bool:
    try:
        return text.isascii() or bool(text.decode())
    except UnicodeDecodeError:
        return False


def _gather(text: bytes, first: int, pieces: Pieces, made: GatheredPieces) -> int:
    """Cut the lines of a text, take out their cards and numbers, look up their pieces; how many lines there were."""
    cut = _cut(text, pieces.words)
    if not cut.places:
        return cut.lines
    following = pieces.words.next_box
    blank, cards = take_cards_out(b"".join((following, following.join(cut.boxes), 2 * WORD * DROPPED)))
    taken = take_numbers_out(blank, pieces.words.colon)
    if taken is None:
        return cut.lines
    found = [*map(pieces.boxes.__getitem__, taken[0].split(following)[1:])]
    if np.count_nonzero(pieces.box.values[found, 5]) != len(cut.places):
        return cut.lines
    blank, dealers = take_cards_out(b"\n".join(cut.tables))
    made.places += [first + place for place in cut.places]
    made.names += _named(cut.names)
    made.tables += map(pieces.tables.__getitem__, blank.tobytes().split(b"\n"))
    made.dealer_cards.append(dealers)
    made.boxes += found
    made.cards.append(cards)
    made.numbers.append(taken[1])
    return cut.lines


class CutLines(NamedTuple):
    """The usual lines of a text, each cut in three, with their places among all of its lines."""

    places: list[int]
    names: list[bytes]
    tables: list[memoryview]
    boxes: list[memoryview]
    lines: int


def _cut(text: bytes, words: JsonWords) -> CutLines:
    """Cut the lines of a text before the rulebook and at the first box."""
    view, find, size = memoryview(text), text.find, len(text)
    made = CutLines([], [], [], [], text.count(b"\n") + (not text.endswith(b"\n")))
    to_table, to_boxes, start = len(words.rulebook), len(words.boxes), 0
    for place in range(made.lines):
        end = find(b"\n", start)
        end = size if end < 0 else end
        boxes = find(words.boxes, start, end)
        if boxes >= 0 and text.endswith(END, boxes, end):
            table = find(words.rulebook, start, boxes)
            if table >= 0:
                made.places.append(place)
                made.names.append(text[start:table])
                made.tables.append(view[table + to_table : boxes])
                made.boxes.append(view[boxes + to_boxes : end])
        start = end + 1
    return made


def _named(names: list[bytes]) -> Sequence[Names | None]:
    """What these names say; None where they cannot be read."""
    try:
        found = _read_names(b"[" + (CUT + b",").join(names) + CUT + b"]")
        if len(found) == len(names):
            return found
    except REFUSED:
        pass
    return [_one_named(each) for each in names]


def _one_named(names: bytes) -> Names | None:
    try:
        found = _read_names(b"[" + names + CUT + b"]")
        return found[0] if len(found) == 1 else None
    except REFUSED:
        return None


def _read_names(text: bytes) -> list[Names]:
    """The names of records, none given twice, all with times that can be read."""
    names = _all_names(text)
    given = sum(len(names) - list(map(attrgetter(name), names)).count(UNSET) for name in Names.__struct_fields__[:-1])
    if b"\\" in text or text.count(b'"') != 4 * given + 2 * len(names):  # of `"name": "value"`, and of `"cut"`
        refuse_twins(text, _encode(names))
    times = set(map(attrgetter("at"), names)) - {UNSET}
    parts = {at[:10] + MIDNIGHT for at in times} | {SOME_DAY + at[10:] for at in times}
    if not all(map(_is_moment, parts)):
        raise ValueError("a time without its offset, or not in the usual form of ISO 8601")
    return names


@lru_cache(maxsize=20_000)
def _is_moment(text: str) -> bool:
    """Whether the engine reads it: the same few days and times of day come again and again."""
    return bool(named_moment(text)) and datetime.fromisoformat(text).tzinfo is not None
