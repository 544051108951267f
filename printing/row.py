"""Rows on paper: how tall each is, and a page's worth of them drawn column by column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from floorapp.domain.values import dataclass
from floorapp.operations.sheet import MarkedWord, Row
from printing.flow import PageBlock, Placed
from printing.fonts import Face, mono, regular
from printing.pen import Line, Pen, Spot
from printing.signs import stamp_sign
from printing.structure import Element, Structure, across
from printing.style import BAND, BOX, PrintStyle

#: One line in the column's own face, or several, or one in another face.
Lines = str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Track:
    """Where a column runs: its left end from the table's, its width, its face, the room of a sign."""

    left: float
    width: float
    face: Face
    right: bool
    shift: float = 0.0

    @property
    def end(self) -> float:
        return self.left + self.width


@dataclass(frozen=True, slots=True)
class Lanes:
    """The widths and styles of a table's columns, which all its rows share."""

    tracks: tuple[Track, ...]
    width: float
    style: PrintStyle
    person: int | None
    has_record: bool
    table: Element

    @property
    def baseline(self) -> float:
        """How far below a row's top its first line stands."""
        return self.style.row * 0.5 + self.style.body * 0.36

    def height(self, lines: int) -> float:
        return self.style.row + (lines - 1) * self.style.leading

    def lines_within(self, height: float) -> int:
        return int((height - self.style.row) / self.style.leading + 1.001)


@dataclass(frozen=True, slots=True)
class Under:
    """What stands under a row: a correction or a note, over the columns after the first."""

    lines: tuple[str, ...]
    band: bool = False
    struck: bool = False
    name: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    record: tuple[str, ...] = ()

    def cut(self, part: slice) -> Under:
        """Some of its lines, for what is taller than a page."""
        return replace(self, lines=self.lines[part], name=self.name[part], by=self.by[part], record=self.record[part])

    @property
    def count(self) -> int:
        return max(len(self.lines), len(self.name), len(self.by), len(self.record))


def as_lines(lines: Lines) -> tuple[str, ...]:
    return (lines,) if isinstance(lines, str) else lines


class RowBlock(PageBlock):
    """A row with what stands under it, drawn together with its neighbours."""

    __slots__ = ("lanes", "lines", "row", "under")

    def __init__(self, lanes: Lanes, row: Row, lines: tuple[Lines, ...], under: tuple[Under, ...]) -> None:
        self.lanes = lanes
        self.row = row
        #: A line or lines for each track; empty for the rest of a row too tall for one page.
        self.lines = lines
        self.under = under
        height = lanes.height(self._deepest()) if lines else 0.0
        for below in under:
            height += lanes.height(below.count)
        super().__init__(height)

    def _deepest(self) -> int:
        deepest = 1
        for each in self.lines:
            if type(each) is not str and len(each) > deepest:
                deepest = len(each)
        return deepest

    @property
    def fellowship(self) -> object:
        return self.lanes

    def draw_all(self, pen: Pen, left: float, placed: Sequence[Placed]) -> None:
        rows = [(block, top) for block, top in placed if isinstance(block, RowBlock)]
        _Drawing(pen, left, self.lanes, rows).draw()

    def parted(self, height: float) -> tuple[PageBlock, PageBlock] | None:
        """Only for a row taller than a page: cut between lines, its name and record on both parts."""
        fits = self.lanes.lines_within(height)
        if fits < 1:
            return None
        deepest = self._deepest() if self.lines else 0
        if deepest > fits:
            first = RowBlock(self.lanes, self.row, self._cut(slice(fits)), ())
            rest = RowBlock(self.lanes, self.row, self._cut(slice(fits, None)), self.under)
        else:
            first, rest = self._parted_under(height)
            if not (first.lines or first.under):
                return None
        rest.above = self.above
        return first, rest

    def _cut(self, part: slice) -> tuple[Lines, ...]:
        ends = {0, len(self.lines) - 1} if self.lanes.has_record else {0}
        cut: list[Lines] = []
        for index, lines in enumerate(self.lines):
            kept = as_lines(lines)[part]
            cut.append(kept or (as_lines(lines)[:1] if index in ends else ("″",)))
        return tuple(cut)

    def _parted_under(self, height: float) -> tuple[RowBlock, RowBlock]:
        room = height - (self.lanes.height(self._deepest()) if self.lines else 0.0)
        here: list[Under] = []
        left = list(self.under)
        while left and self.lanes.height(left[0].count) <= room:
            room -= self.lanes.height(left[0].count)
            here.append(left.pop(0))
        fits = self.lanes.lines_within(room)
        if left and fits > 0:
            here.append(left[0].cut(slice(fits)))
            left[0] = left[0].cut(slice(fits, None))
        return (
            RowBlock(self.lanes, self.row, self.lines, tuple(here)),
            RowBlock(self.lanes, self.row, (), tuple(left)),
        )


class _Drawing:
    """The rows of one table on one page."""

    def __init__(self, pen: Pen, left: float, lanes: Lanes, rows: list[tuple[RowBlock, float]]) -> None:
        self.pen = pen
        self.left = left
        self.lanes = lanes
        self.rows = rows
        self.size = lanes.style.body
        #: The rows that have cells; those of a column are numbered one after the other.
        self.whole = [(block, top) for block, top in rows if block.lines]
        if pen.structure is None:
            raise ValueError("rows are drawn on a paper with a structure")
        self.first = pen.structure.reserve(len(self.whole) * len(lanes.tracks))
        self.pieces = self._hang(pen.structure)

    def _hang(self, structure: Structure) -> list[Element]:
        """Hang the rows in their table, in their order; the pieces for what stands under them."""
        table, columns, pitch = self.lanes.table, len(self.lanes.tracks), len(self.whole)
        pieces = list[Element]()
        start = reached = 0
        for block, _ in (*self.rows, (None, 0)):
            reached += block is not None and bool(block.lines)
            if reached > start and (block is None or block.under):
                structure.rows(table, self.first + start, reached - start, columns, pitch)
                start = reached
            for _ in block.under if block is not None else ():
                pieces.append(Element("TD", Element("TR", table), attributes=across(columns)))
                structure.hang(pieces[-1])
        return pieces

    def draw(self) -> None:
        """Grounds first, then lines, then letters, a column at a time, then what is struck."""
        below = [found for block, top in self.rows if block.under for found in self._unders(block, top)]
        for under, top in below:
            if under.band:
                height = self.lanes.height(under.count)
                self.pen.box(self.left, top - height, self.lanes.width, height, edge=None, fill=BAND)
        self._rules()
        firsts = {id(block.under[0]) for block, _ in self.rows if block.under}
        between = [top for under, top in below if under.band and id(under) not in firsts]
        self.pen.hair([(self.left, y, self.left + self.lanes.width, y) for y in between])
        for index, track in enumerate(self.lanes.tracks):
            self._column(index, track)
            if track.shift:
                self._signs(index, track)
        struck = [line for block, top in self.rows if block.row.corrections for line in self._struck(block, top)]
        for (under, top), piece in zip(below, self.pieces, strict=True):
            with self.pen.tagged(piece):
                struck += self._write_under(under, top)
        if struck:
            self.pen.lines(struck, 0.75)

    def _unders(self, block: RowBlock, top: float) -> Iterator[tuple[Under, float]]:
        if block.lines:
            top -= self.lanes.height(block._deepest())
        for under in block.under:
            yield under, top
            top -= self.lanes.height(under.count)

    def _rules(self) -> None:
        left, right = self.left, self.left + self.lanes.width
        self.pen.hair([(left, top - block.height, right, top - block.height) for block, top in self.rows])
        for block, top in self.rows:
            if block.row.differs:
                inset = BOX / 2
                self.pen.box(
                    left + inset,
                    top - block.height + inset / 2,
                    self.lanes.width - BOX,
                    block.height - inset,
                    thickness=BOX,
                )

    def _column(self, index: int, track: Track) -> None:
        """One text object for the whole column, but for the cells of several lines."""
        size, baseline = self.size, self.lanes.baseline
        start = self.left + (track.end if track.right else track.left + track.shift)
        width, right = track.face.width, track.right
        spots: list[Spot] = []
        odd: list[tuple[tuple[str, ...], float, int]] = []
        for mark, (block, top) in enumerate(self.whole, self.first + index * len(self.whole)):
            text = block.lines[index]
            if type(text) is str:
                spots.append((text, start - width(text, size) if right else start, top - baseline, mark))
            else:
                odd.append((as_lines(text), top - baseline, mark))
        if spots:
            self.pen.column(spots, track.face, size, self.lanes.style.row)
        for lines, y, mark in odd:
            with self.pen.marked("TD", mark):
                self._write(lines, track, start, y)

    def _write(self, lines: tuple[str, ...], track: Track, start: float, y: float) -> None:
        for number, line in enumerate(lines):
            face = track.face if track.face.holds(line) else regular()
            depth = y - number * self.lanes.style.leading
            self.pen.text(start, depth, line, face, self.size, right=track.right)

    def _signs(self, index: int, track: Track) -> None:
        baseline = self.lanes.baseline
        for block, top in self.rows:
            cell = block.row.cells[index]
            if block.lines and isinstance(cell, MarkedWord):
                stamp_sign(self.pen, cell.sign, self.left + track.left, top - baseline, self.size)

    def _struck(self, block: RowBlock, top: float) -> Iterator[Line]:
        """A line through every line of every cell of a corrected row."""
        for index, (track, text) in enumerate(zip(self.lanes.tracks, block.lines, strict=False)):
            marked = index < len(block.row.cells) and isinstance(block.row.cells[index], MarkedWord)
            reach = track.shift if marked else 0.0
            x = self.left + track.left + track.shift - reach
            for number, line in enumerate(as_lines(text)):
                y = top - self.lanes.baseline - number * self.lanes.style.leading
                face = track.face if track.face.holds(line) else regular()
                wide = face.width(line, self.size) + reach
                yield self._through(self.left + track.end - wide if track.right else x, y, wide)

    def _through(self, x: float, y: float, width: float) -> Line:
        height = y + self.size * 0.28
        return (x - 0.8, height, x + width + 0.8, height)

    def _write_under(self, under: Under, top: float) -> list[Line]:
        """Write a correction or a note; what is to be struck comes back as lines."""
        tracks, y = self.lanes.tracks, top - self.lanes.baseline
        person = tracks[self.lanes.person] if self.lanes.person is not None else None
        text = tracks[min(1, len(tracks) - 1)]
        parts: list[tuple[tuple[str, ...], Track, Face]] = [(under.lines, replace(text, right=False), regular())]
        if under.name:
            parts.append((under.name, tracks[0], tracks[0].face))
        if person is not None and under.by:
            parts.append((under.by, person, regular()))
        if under.record:
            parts.append((under.record, tracks[-1], mono()))
        struck = []
        for lines, track, face in parts:
            for number, line in enumerate(lines):
                able = face if face.holds(line) else regular()
                x = self.left + (track.end if track.right else track.left)
                depth = y - number * self.lanes.style.leading
                self.pen.text(x, depth, line, able, self.size, right=track.right)
                wide = able.width(line, self.size)
                struck.append(self._through(x - wide if track.right else x, depth, wide))
        return struck if under.struck else []
