"""Reading records quickly: the usual ones become columns at once, everything else is left to the plain reader.

All cards of a text are found and taken out together. What is left of a record is cut at fixed words into
pieces that come again and again, and a piece is taken apart once (`pieces.py`). A record in another layout
is first put into the usual one (`layout.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from datetime import datetime
from itertools import compress
from operator import attrgetter

import msgspec
import numpy as np
from msgspec import UNSET

from floorapp.domain.cards import RANKS, SUITS
from floorapp.domain.values import dataclass
from floorapp.operations.quick.columns import Columns, Numbers, within
from floorapp.operations.quick.judge import Judge
from floorapp.operations.quick.layout import CLOSE, END, REFUSED, SPACED, Names, laid_out, refuse_twins
from floorapp.operations.quick.pieces import Pieces

NEAR = 100_000  # bytes that are cut together: what was just looked at is still at hand
MOST_PIECES = 32_000  # of a kind, before they are forgotten
QUOTE, BEFORE_LETTERS = ord('"'), ord("@")
NO_CARD = 255
RANK_OF, SUIT_OF = np.full(256, NO_CARD, np.uint8), np.full(256, NO_CARD, np.uint8)
RANK_OF[list(RANKS.encode())] = 4 * np.arange(len(RANKS))
SUIT_OF[list(SUITS.encode())] = np.arange(len(SUITS))
CUT = b'"cut":0}'  # what a piece cut off is closed with

_encode = msgspec.json.Encoder().encode
_all_names = msgspec.json.Decoder(list[Names]).decode


@dataclass(slots=True)
class Gathered:
    """The pieces of many records by their numbers, and which lines they came from."""

    places: list[int] = field(default_factory=list)
    names: list[bytes] = field(default_factory=list)
    tables: list[int] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)  # of boxes
    boxes: list[int] = field(default_factory=list)

    def add(self, more: Gathered, first: int) -> None:
        """Put others after these, whose first line has this number."""
        self.places += [first + place for place in more.places] if first else more.places
        self.tables += more.tables
        self.counts += more.counts
        self.boxes += more.boxes

    def only(self, kept: Sequence[bool]) -> Gathered:
        """Those among them that are kept."""
        return Gathered(
            list(compress(self.places, kept)),
            list(compress(self.names, kept)),
            list(compress(self.tables, kept)),
            list(compress(self.counts, kept)),
            list(compress(self.boxes, np.repeat(kept, self.counts))),
        )


class CardFinder:
    """Finds all cards of a text, and blanks them; its working space is kept from text to text."""

    def __init__(self) -> None:
        self._make_space(0)

    def _make_space(self, size: int) -> None:
        self._blank = np.empty(size, np.uint8)
        self._quotes, self._found = np.empty(size, bool), np.empty(size, bool)

    def take_out(self, text: bytes) -> tuple[bytes, Numbers, Numbers]:
        """The text with zeros where cards stood, where that was, and their codes."""
        size = len(text)
        if size > len(self._blank):
            self._make_space(size + size // 4)
        octets, blank, found = np.frombuffer(text, np.uint8), self._blank[:size], self._found[: max(size - 3, 0)]
        quotes = np.equal(octets, QUOTE, out=self._quotes[:size])
        np.greater(octets[2:-1], BEFORE_LETTERS, out=found)
        np.logical_and(found, quotes[:-3], out=found)
        np.logical_and(found, quotes[3:], out=found)
        at = np.flatnonzero(found) + 1
        ranks, suits = RANK_OF[octets[at]], SUIT_OF[octets[at + 1]]
        cards = (ranks != NO_CARD) & (suits != NO_CARD)
        at = at[cards]
        blank[:] = octets
        blank[at] = blank[at + 1] = 0
        return blank.tobytes(), at, (ranks[cards] + suits[cards]).astype(np.int64)


class QuickReader:
    """Makes columns of records, remembering their pieces."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._cards = CardFinder()
        self._spaced = Pieces(judge, SPACED)
        self._close = Pieces(judge, CLOSE)

    @property
    def full(self) -> bool:
        """Whether it is time to start anew."""
        return max(len(self._spaced), len(self._close)) > MOST_PIECES

    def read(self, text: bytes) -> tuple[Columns | None, list[int]]:
        """The usual records among the lines of a text as columns, and their places; a part at a time, to stay near."""
        if b"\0" in text or not _is_text(text):
            return None, []
        pieces = self._close if CLOSE.boxes in text[: text.find(b"\n")] else self._spaced
        made, codes, lines = Gathered(), [], 0
        for part in parts(text, NEAR):
            gathered, cards, counted = self._gather(part, pieces)
            made.add(gathered, lines)
            codes.append(cards)
            lines += counted
        return (self._columns(made, pieces, np.concatenate(codes)), made.places) if made.places else (None, [])

    def _gather(self, text: bytes, pieces: Pieces) -> tuple[Gathered, Numbers, int]:
        """The usual records of a few lines, their cards, and how many lines there are."""
        blank, at, codes = self._cards.take_out(text)
        lines = blank.removesuffix(b"\n").split(b"\n")
        gathered = _named(_gather(lines, pieces))
        if len(gathered.places) < len(lines):
            codes = codes[_in_lines(at, lines, gathered.places)]
        return gathered, codes, len(lines)

    def read_others(self, lines: Sequence[bytes]) -> tuple[Columns | None, list[int]]:
        """The same of lines that are not laid out as usual."""
        places, usual = [], []
        for place, line in enumerate(lines):
            try:
                usual.append(laid_out(line))
            except REFUSED:
                continue
            places.append(place)
        columns, found = self.read(b"\n".join(usual))
        return columns, [places[place] for place in found]

    def _columns(self, gathered: Gathered, pieces: Pieces, codes: Numbers) -> Columns:
        boxes = np.array(gathered.counts)
        table = pieces.table.values[gathered.tables]
        number, played, report = pieces.apart(gathered.boxes)
        dealt, drawn, lines = table[:, 2], played[:, 2], report[:, 0]
        dealer = np.zeros(len(table) + len(number), bool)  # of the runs of cards, those of the dealers
        dealer[np.cumsum(boxes) - boxes + np.arange(len(boxes))] = True
        runs = np.empty(len(dealer), np.int64)
        runs[dealer], runs[~dealer] = dealt, 2 + drawn
        of_dealer, place = np.repeat(dealer, runs), within(runs)
        counts = self._judge.reports.counts(lines)
        return Columns(
            table=table[:, 0],
            signal=table[:, 1],
            dealt=dealt,
            boxes=boxes,
            number=number,
            wagers=played[:, 0],
            play=played[:, 1],
            lines=lines,
            drawn=drawn,
            dealer_cards=codes[of_dealer],
            first_cards=codes[~of_dealer & (place < 2)],
            drawn_cards=codes[~of_dealer & (place >= 2)],
            nets=pieces.nets.values[np.repeat(report[:, 1], counts) + within(counts)],
        )


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


def _in_lines(at: Numbers, lines: Sequence[bytes], places: Sequence[int]) -> Numbers:
    """Which of these places in a text lie in the lines of these numbers."""
    ends = np.cumsum([len(line) + 1 for line in lines])
    kept = np.zeros(len(lines), bool)
    kept[places] = True
    found: Numbers = kept[np.searchsorted(ends, at, "right")]
    return found


def _gather(lines: Sequence[bytes], pieces: Pieces) -> Gathered:
    """Look up the pieces of these lines, leaving out what is not usual."""
    made, words = Gathered(), pieces.words
    rulebook, first, following, end = words.rulebook, words.boxes, words.next_box, -len(END)
    table_of, box_of, boxes, known = pieces.tables.__getitem__, pieces.boxes.__getitem__, made.boxes, 0
    for place, line in enumerate(lines):
        names, _, rest = line.partition(rulebook)
        table, _, taken = rest.partition(first)
        if taken[end:] != END:
            continue
        try:
            number = table_of(table)
            boxes += map(box_of, taken[:end].split(following))
        except REFUSED:
            del boxes[known:]
            continue
        made.tables.append(number)
        made.names.append(names)
        made.places.append(place)
        made.counts.append(len(boxes) - known)
        known = len(boxes)
    return made


def _named(gathered: Gathered) -> Gathered:
    """Those of them whose names can be read."""
    if not gathered.places:
        return gathered
    try:
        if _hold_names(b"[" + (CUT + b",").join(gathered.names) + CUT + b"]") == len(gathered.names):
            return gathered
    except REFUSED:
        pass
    return gathered.only([_can_be_named(names) for names in gathered.names])


def _can_be_named(names: bytes) -> bool:
    try:
        return _hold_names(b"[" + names + CUT + b"]") == 1
    except REFUSED:
        return False


def _hold_names(text: bytes) -> int:
    """How many records' names there are, none given twice, all with times that can be read."""
    names = _all_names(text)
    refuse_twins(text, _encode(names))
    for at in set(map(attrgetter("at"), names)):
        if at is not UNSET and datetime.fromisoformat(at).tzinfo is None:
            raise ValueError("a time without its offset")
    return len(names)
