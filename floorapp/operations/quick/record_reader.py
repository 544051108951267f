"""Reading records quickly: the usual ones become columns at once, everything else is left to the plain reader.

A line is cut at fixed words into names, table and boxes. All cards and amounts of many boxes are found and taken out
together; what is left comes again and again, and is taken apart once (`pieces.py`). A record in another layout is
first put into the usual one (`layout.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from datetime import datetime
from functools import lru_cache
from operator import attrgetter

import msgspec
import numpy as np
from msgspec import UNSET

from floorapp.domain.cards import RANKS, SUITS
from floorapp.domain.values import dataclass
from floorapp.engine.json_values import named_moment
from floorapp.engine.wagers.register import AMOUNTS
from floorapp.operations.quick.columns import Columns, Counts, Numbers, masks_of, within
from floorapp.operations.quick.judge import MOST_CENTS, RoundJudge
from floorapp.operations.quick.layout import CLOSE, END, REFUSED, SPACED, Names, laid_out, refuse_twins
from floorapp.operations.quick.pieces import GIVEN, NET, NUMBER_HOLE, SPOT, Pieces

NEAR = 1_000_000  # bytes that are cut together: what was just looked at is still at hand
MOST_PIECES = 32_000  # of a kind, before they are forgotten
MOST_DIGITS = 15
MOST_BOXES = 255  # the largest number of one
QUOTE, BEFORE_LETTERS, ZERO, MINUS = b'"@0-'
NO_CARD = 255
RANK_OF, SUIT_OF = np.full(256, NO_CARD, np.uint8), np.full(256, NO_CARD, np.uint8)
RANK_OF[list(RANKS.encode())] = 4 * np.arange(len(RANKS))
SUIT_OF[list(SUITS.encode())] = np.arange(len(SUITS))
IS_END = np.zeros(256, bool)  # of a number: what may stand after it
IS_END[list(b",}]")] = True
TENFOLD = 10 ** np.arange(MOST_DIGITS + 1)
LAST_OF_HAND = ord("d")  # `"hand": 1` says which line is meant, and stays in its piece
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
    counts: list[int] = field(default_factory=list)  # of boxes
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


def take_numbers_out(octets: Numbers, colon: bytes) -> tuple[bytes, Numbers]:
    """The text with a one where numbers stood, and the numbers; what is no plain whole number stays."""
    digits = (octets - ZERO) < 10  # bytes go round: what is below a zero is far above a nine
    edges = np.flatnonzero(digits[1:] != digits[:-1]) + 1
    starts, ends = edges[::2], edges[1::2]  # a text of boxes neither begins nor ends with a digit
    minus = octets[starts - 1] == MINUS
    starts = starts - minus
    after_colon = octets[starts - 1] == colon[-1]
    for back, byte in enumerate(reversed(colon[:-1]), start=2):
        after_colon &= octets[starts - back] == byte
    sizes = ends - starts - minus
    fine = after_colon & (octets[starts - len(colon) - 1] != LAST_OF_HAND) & IS_END[octets[ends]]
    fine &= (sizes <= MOST_DIGITS) & ((octets[starts + minus] != ZERO) | (sizes == 1))
    starts, ends, minus, sizes = starts[fine], ends[fine], minus[fine], sizes[fine]
    made = np.zeros(len(starts), np.int64)
    for place in range(int(sizes.max(initial=0))):
        on = np.flatnonzero(sizes > place)
        made[on] += (octets[ends[on] - 1 - place] - ZERO).astype(np.int64) * TENFOLD[place]
    kept = np.ones(len(octets), bool)
    lengths = ends - starts - 1
    kept[np.repeat(starts + 1, lengths) + within(lengths)] = False
    octets[starts] = NUMBER_HOLE[0]
    return octets[kept].tobytes(), np.where(minus, -made, made)


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
        if b"\0" in text or NUMBER_HOLE in text or not _is_text(text):
            return None
        pieces = self._close if CLOSE.boxes in text[: text.find(b"\n")] else self._spaced
        made, first = GatheredPieces(), 0
        for part in parts(text, NEAR):
            lines = part.removesuffix(b"\n").split(b"\n")
            _gather(lines, first, pieces, made)
            first += len(lines)
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
        boxes = np.array(gathered.counts)
        table, box = pieces.table.values[gathered.tables], pieces.box.values[gathered.boxes]
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
        fine[of_box[~_in_bounds(kind, numbers)]] = False
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


def _in_bounds(kind: Numbers, numbers: Numbers) -> Numbers:
    """Whether numbers are such as the judge takes."""
    least = np.where(kind == NET, 1 - (MOST_CENTS << 8), 1)
    most = np.select((kind == NET, kind == SPOT), (MOST_CENTS << 8, MOST_BOXES + 1), MOST_CENTS)
    fine: Numbers = (least <= numbers) & (numbers < most)
    return fine


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


def _gather(lines: Sequence[bytes], first: int, pieces: Pieces, made: GatheredPieces) -> None:
    """Cut these lines, take out their cards and numbers, and look up their pieces."""
    rulebook, boxes, following = pieces.words.rulebook, pieces.words.boxes, pieces.words.next_box
    names, tables, taken = [], [], []
    for place, line in enumerate(lines, start=first):
        name, _, rest = line.partition(rulebook)
        table, _, box = rest.partition(boxes)
        if box.endswith(END):
            names.append(name)
            tables.append(table)
            taken.append(box)
            made.places.append(place)
    if not taken:
        return
    made.names += _named(names)
    blank, codes = take_cards_out(b"\n".join(tables))
    made.tables += map(pieces.tables.__getitem__, blank.tobytes().split(b"\n"))
    made.dealer_cards.append(codes)
    start = boxes[-len(pieces.words.colon) - 1 :]  # `x": `: a number needs a name before it
    blank, codes = take_cards_out(start + (b"\n" + start).join(taken))
    text, numbers = take_numbers_out(blank, pieces.words.colon)
    made.cards.append(codes)
    made.numbers.append(numbers)
    look_up, end, begin = pieces.boxes.__getitem__, -len(END), len(start)
    for box in text.split(b"\n"):
        known = list(map(look_up, box[begin:end].split(following)))
        made.boxes += known
        made.counts.append(len(known))


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
    refuse_twins(text, _encode(names))
    for at in map(attrgetter("at"), names):
        if at is not UNSET and not (_is_moment(at[:10] + MIDNIGHT) and _is_moment(SOME_DAY + at[10:])):
            raise ValueError("a time without its offset, or not in the usual form of ISO 8601")
    return names


@lru_cache(maxsize=20_000)
def _is_moment(text: str) -> bool:
    """Whether the engine reads it: the same few days and times of day come again and again."""
    return bool(named_moment(text)) and datetime.fromisoformat(text).tzinfo is not None
