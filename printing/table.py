"""Tables on paper: columns by their weights, the head on every page, corrections under what they correct."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from floorapp.operations.sheet import Cell, Correction, Dash, Group, Kind, MarkedWord, Row, SheetTable
from printing.flow import PageBlock
from printing.fonts import Face, able, mono, regular, semibold
from printing.lettering import words_of, wrap
from printing.pen import Pen
from printing.row import Lanes, Lines, RowBlock, Track, Under, as_lines
from printing.structure import Element, across, column_head
from printing.style import PrintStyle

PAD = 4.0
GUTTER = 8.0
#: So many cells of a group are asked how wide their words are.
LOOKED_AT = 400
#: So many lines of a note stay together.
TOGETHER = 12
SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class Grid:
    """A table laid out on a width, as blocks for the page."""

    def __init__(self, table: SheetTable, width: float, style: PrintStyle) -> None:
        self.table = table
        self.style = style
        record = _record_width(table, style)
        person = next((i for i, each in enumerate(table.columns) if each.kind is Kind.PERSON and i > 1), None)
        self.lanes = Lanes(_tracks(table, width, record, style), width, style, person, record > 0, Element("Table"))
        self.dashes = _dashes(table)
        self._seen: list[dict[Cell, Lines]] = [{} for _ in self.lanes.tracks]

    def blocks(self) -> Iterator[PageBlock]:
        """Title, head, groups, rows, and the notes that close the table."""
        head = HeadBlock(self.table, self.lanes)
        if not self.table.title:
            head.gap = 8
        if self.table.title:
            yield TitleBlock(self.table.title, self.style, self.lanes.width)
        yield head
        closing = [part for note in self._closing() for part in notes(note, self.style, self.lanes.width)]
        last: PageBlock | None = None
        for group in self.table.groups:
            for block in self._group(group, head):
                if last is not None:
                    yield last
                last = block
        if last is None:
            yield from notes(self.table.none, self.style, self.lanes.width, strong=True)
        else:
            last.keep = last.keep or bool(closing)  # no page with a footnote alone
            yield last
        yield from closing

    def _group(self, group: Group, head: PageBlock) -> Iterator[PageBlock]:
        above: tuple[PageBlock, ...] = (head,)
        if group.title and group.rows:
            title = GroupBlock(group.title, self.lanes)
            title.above = above
            yield title
            above = (head, GroupBlock(f"{group.title}, continued", self.lanes, again=True))
        for row in group.rows:
            block = self._row(row)
            block.above = above
            yield block

    def _row(self, row: Row) -> RowBlock:
        cells: Sequence[Cell] = (*row.cells, row.record) if self.lanes.has_record else row.cells
        lines = [known.get(cell) for known, cell in zip(self._seen, cells, strict=True)]
        fitted = tuple(
            self._fit(index, cell) if known is None else known
            for index, (known, cell) in enumerate(zip(lines, cells, strict=True))
        )
        under = self._under(row) if row.corrections or row.notes else ()
        return RowBlock(self.lanes, row, fitted, under)

    def _fit(self, index: int, cell: Cell) -> Lines:
        track = self.lanes.tracks[index]
        text = self.dashes[cell.meaning] if isinstance(cell, Dash) else str(cell)
        lines = fit(text, track.face, self.style.body, track.width - track.shift)
        self._seen[index][cell] = lines
        return lines

    def _under(self, row: Row) -> tuple[Under, ...]:
        tracks = self.lanes.tracks
        left = tracks[min(1, len(tracks) - 1)].left
        end = tracks[-1].left - GUTTER if self.lanes.has_record else tracks[-1].end
        corrected = [self._correction(row, each, left, end) for each in row.corrections]
        struck = [replace(each, struck=True) for each in corrected[:-1]]
        notes = (wrap(note, regular(), self.style.body, end - left) for note in row.notes)
        return (*struck, *corrected[-1:], *(Under(tuple(lines)) for lines in notes))

    def _correction(self, row: Row, each: Correction, left: float, end: float) -> Under:
        sentence, by, body = each.sentence, "", self.style.body
        person = self.lanes.person
        if person is None:
            sentence = f"{sentence} By {each.by}."
        else:
            end = self.lanes.tracks[person].left - GUTTER
            by = each.by
        first = self.lanes.tracks[0]
        return Under(
            lines=tuple(wrap(sentence, regular(), body, end - left)),
            band=True,
            name=as_lines(fit(str(row.cells[0]), first.face, body, first.width)),
            by=as_lines(fit(by, regular(), body, self.lanes.tracks[person].width)) if person else (),
            record=as_lines(fit(each.record, mono(), body, self.lanes.tracks[-1].width)),
        )

    def _closing(self) -> Iterator[str]:
        if self.dashes:
            meant = (f"{mark} means {meaning}" for meaning, mark in self.dashes.items())
            yield f"{'; '.join(meant)}."
        yield from self.table.notes


def fit(text: str, face: Face, size: float, width: float) -> Lines:
    """A text in one line where it fits and the face has its letters, else in a tuple of lines."""
    try:
        if face.width(text, size) <= width:
            return text
    except KeyError:
        pass
    return tuple(wrap(text, able(face, text), size, width))


def _dashes(table: SheetTable) -> dict[str, str]:
    """Each meaning of a dash in this table, and how that dash is told from others."""
    meanings = dict.fromkeys(cell.meaning for row in table.rows for cell in row.cells if type(cell) is Dash)
    if len(meanings) == 1:
        return dict.fromkeys(meanings, "–")
    return {meaning: f"–{str(n).translate(SUPERSCRIPT)}" for n, meaning in enumerate(meanings, start=1)}


def _record_width(table: SheetTable, style: PrintStyle) -> float:
    """How wide the record numbers are; nothing if the rows carry none."""
    longest = max((len(row.record) for row in table.rows), default=0)
    corrected = (each.record for row in table.rows if row.corrections for each in row.corrections)
    longest = max(longest, max(map(len, corrected), default=0))
    if not longest:
        return 0.0
    letters = max(longest * mono().widths["0"], semibold().width(table.record_head, 1))
    return min(letters * style.body + 0.5, 150.0)


def _tracks(table: SheetTable, width: float, record: float, style: PrintStyle) -> tuple[Track, ...]:
    room = width - 2 * PAD - GUTTER * (len(table.columns) - 1) - (record + GUTTER if record else 0)
    shifts = [
        style.body * 1.3 if any(type(row.cells[index]) is MarkedWord for row in table.rows) else 0.0
        for index in range(len(table.columns))
    ]
    needs = [_need(table, index, style.body, room) + shift for index, shift in enumerate(shifts)]
    widths = _shares([column.weight for column in table.columns], needs, room)
    tracks = []
    left = PAD
    for column, wide, shift in zip(table.columns, widths, shifts, strict=True):
        tracks.append(Track(left, wide, face_of(column.kind), column.right, shift))
        left += wide + GUTTER
    if record:
        tracks.append(Track(left, record, mono(), right=True))
    return tuple(tracks)


def _need(table: SheetTable, index: int, size: float, room: float) -> float:
    """How wide the longest word of a column is, in its head and some hundred cells; a monster may break."""
    column = table.columns[index]
    rows = [row for group in table.groups for row in group.rows[:: max(1, len(group.rows) // LOOKED_AT)]]
    face = face_of(column.kind)
    whole = column.kind in (Kind.ID, Kind.TIME, Kind.NUMBER, Kind.MONEY)
    texts = {str(row.cells[index]) for row in rows}
    words = texts if whole else {word for text in texts for word in words_of(text)}
    cells = max((able(face, word).width(able(face, word).printable(word), size) for word in words), default=0.0)
    heads = (semibold().width(semibold().printable(word), size) for word in column.head.split())
    return max(min(cells, room * (0.3 if whole else 0.18)), *heads) + 0.5


def _shares(weights: list[float], needs: list[float], room: float) -> list[float]:
    """Widths by weight, but none under its need as long as the others can give."""
    if sum(needs) >= room:
        # Words will have to break: those that need least keep whole, the widest gives.
        most = max(needs)
        while sum(min(need, most) for need in needs) > room:
            most *= 0.97
        return [min(need, most) for need in needs]
    fixed: dict[int, float] = {}
    while True:
        total = sum(weight for index, weight in enumerate(weights) if index not in fixed)
        left = room - sum(fixed.values())
        widths = [fixed.get(i, left * weight / total if total else 0.0) for i, weight in enumerate(weights)]
        short = {i: need for i, need in enumerate(needs) if i not in fixed and widths[i] < need}
        if not short:
            return widths
        fixed |= short


def face_of(kind: Kind) -> Face:
    """Names are strong, ids are mono, the rest is plain."""
    if kind is Kind.NAME:
        return semibold()
    return mono() if kind is Kind.ID else regular()


class TitleBlock(PageBlock):
    """A section's title, kept with what follows."""

    def __init__(self, title: str, style: PrintStyle, width: float) -> None:
        self.size = style.heading
        self.lines = wrap(title, semibold(), self.size, width)
        self.element = Element("H2")
        super().__init__(self.size * 1.3 * len(self.lines) + 2, gap=11, keep=True, begins=True)

    def draw(self, pen: Pen, left: float, top: float) -> None:
        with pen.tagged(self.element):
            for number, line in enumerate(self.lines):
                pen.text(left, top - self.size * (1 + 1.3 * number), line, semibold(), self.size)


class HeadBlock(PageBlock):
    """The columns' heads over a rule, drawn again on every page of the table."""

    def __init__(self, table: SheetTable, lanes: Lanes) -> None:
        self.lanes = lanes
        heads = [column.head for column in table.columns]
        heads += [table.record_head] if lanes.has_record else []
        self.heads = [
            as_lines(fit(head, semibold(), lanes.style.body, track.width))
            for head, track in zip(heads, lanes.tracks, strict=True)
        ]
        row = Element("TR", lanes.table)
        self.elements = [Element("TH", row, attributes=column_head()) for _ in heads]
        super().__init__(lanes.height(max(map(len, self.heads))) + 3, gap=3, keep=True)

    def draw(self, pen: Pen, left: float, top: float) -> None:
        style = self.lanes.style
        foot = top - self.height + 1
        for lines, track, element in zip(self.heads, self.lanes.tracks, self.elements, strict=True):
            x = left + (track.end if track.right else track.left)
            with pen.tagged(element, once=True):
                for number, line in enumerate(lines, 1 - len(lines)):
                    pen.text(x, foot + 4.5 - number * style.leading, line, semibold(), style.body, right=track.right)
        pen.rule(left, foot, self.lanes.width, 0.8)


class GroupBlock(PageBlock):
    """The title over a group of rows."""

    def __init__(self, title: str, lanes: Lanes, *, again: bool = False) -> None:
        self.lanes = lanes
        spans = across(len(lanes.tracks), heads=True)
        self.element = None if again else Element("TH", Element("TR", lanes.table), attributes=spans)
        self.lines = as_lines(fit(title, semibold(), lanes.style.body, lanes.width - 2 * PAD))
        super().__init__(lanes.height(len(self.lines)) + 0.8, keep=True)

    def draw(self, pen: Pen, left: float, top: float) -> None:
        style = self.lanes.style
        with pen.tagged(self.element):
            for number, line in enumerate(self.lines):
                y = top - self.lanes.baseline - 0.6 - number * style.leading
                pen.text(left + PAD, y, line, semibold(), style.body)


def notes(text: str, style: PrintStyle, width: float, *, strong: bool = False) -> Iterator[PageBlock]:
    """A note under a table or a drawing; a very long one may go on over the page."""
    size = style.body if strong else style.small
    face = semibold() if strong else regular()
    lines = wrap(text, face, size, width - 2 * PAD)
    for start in range(0, len(lines), TOGETHER):
        part = NoteBlock(lines[start : start + TOGETHER], face, size)
        part.gap = 0 if start else (6 if strong else 4)
        yield part


class NoteBlock(PageBlock):
    """A line or more under a table."""

    def __init__(self, lines: list[str], face: Face, size: float) -> None:
        self.lines, self.face, self.size = lines, face, size
        self.leading = size * 1.25
        self.element = Element("P")
        super().__init__(len(lines) * self.leading)

    def draw(self, pen: Pen, left: float, top: float) -> None:
        with pen.tagged(self.element):
            for index, line in enumerate(self.lines):
                pen.text(left + PAD, top - self.size - index * self.leading, line, self.face, self.size)
