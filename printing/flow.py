"""Filling pages: blocks go down the page, what belongs together stays together, nothing is cut."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from printing.pen import Pen

#: A last page is filled so far, if the page before it has something to give.
LEAST = 0.36
#: What a last page takes from the one before begins with a section, if it is filled no further than this.
MOST = 0.6


class PageBlock:
    """A piece of a page that is never cut: its height, the gap above it, and how it is drawn."""

    __slots__ = ("above", "begins", "gap", "height", "keep")

    def __init__(self, height: float, *, gap: float = 0, keep: bool = False, begins: bool = False) -> None:
        self.height = height
        #: Whether a section begins with it.
        self.begins = begins
        self.gap = gap
        #: Whether the next block must stand on the same page.
        self.keep = keep
        #: What is drawn again above it when it opens a page, such as the head of its table.
        self.above: tuple[PageBlock, ...] = ()

    @property
    def fellowship(self) -> object:
        """Blocks of one fellowship that follow each other on a page are drawn in one go."""
        return None

    def draw(self, pen: Pen, left: float, top: float) -> None:
        raise NotImplementedError

    def draw_all(self, pen: Pen, left: float, placed: Sequence[Placed]) -> None:
        """Draw a fellowship's blocks of one page; asked of its first."""
        for block, top in placed:
            block.draw(pen, left, top)

    def parted(self, height: float) -> tuple[PageBlock, PageBlock] | None:
        """For a block taller than a page: what fits a height, and the rest."""
        return None


Placed = tuple[PageBlock, float]
Page = list[Placed]


class TooTall(ValueError):
    """A piece of the sheet is taller than a page and cannot be parted."""


def paginate(blocks: Iterable[PageBlock], height: float) -> list[Page]:
    """Pages of blocks, each with how far below the page's top it begins; the last one is not nearly empty."""
    units = list(_units(blocks))
    filling = _Filling(height)
    for unit in units:
        filling.add(unit)
    moved = filling.too_little_on_the_last(units)
    return filling.pages if moved is None else filling.refilled(units, moved)


def _units(blocks: Iterable[PageBlock]) -> Iterator[list[PageBlock]]:
    """Blocks that must share a page, in order."""
    unit: list[PageBlock] = []
    for block in blocks:
        unit.append(block)
        if not block.keep:
            yield unit
            unit = []
    if unit:
        yield unit


def _depth(units: list[list[PageBlock]]) -> float:
    """How deep units fill a page that begins with them."""
    first = units[0][0]
    blocks = [*first.above, *(block for unit in units for block in unit)]
    return sum(block.gap + block.height for block in blocks) - blocks[0].gap


class _Filling:
    """The pages so far, and how deep the last one is filled."""

    def __init__(self, height: float) -> None:
        self.height = height
        self.pages: list[Page] = [[]]
        self.depth = 0.0
        #: How many units were placed, and with which one each page begins; None where with the rest of one.
        self.placed = 0
        self.opened: list[int | None] = [0]

    def add(self, unit: list[PageBlock]) -> None:
        """Place what belongs together on this page, or on the next."""
        if not self._fits(unit):
            if self.pages[-1]:
                self._turn(unit[0])
                self.opened[-1] = self.placed
            if not self._fits(unit):
                self._add_apart(unit)
                self.placed += 1
                return
        for block in unit:
            self._place(block)
        self.placed += 1

    def too_little_on_the_last(self, units: list[list[PageBlock]]) -> int | None:
        """From which unit on the last page takes what stands on the one before; nothing if it is filled enough."""
        if len(self.pages) < 2 or self.depth >= LEAST * self.height:
            return None
        begin, last = self.opened[-2:]
        if begin is None or last is None:
            return None
        enough = [
            (first, depth)
            for first in range(begin + 1, last)
            if LEAST * self.height <= (depth := _depth(units[first:])) <= self.height
        ]
        if not enough:
            return None
        sections = [first for first, depth in enough if units[first][0].begins and depth <= MOST * self.height]
        return max(sections) if sections else enough[-1][0]

    def refilled(self, units: list[list[PageBlock]], moved: int) -> list[Page]:
        """The same pages, but what stands on the last two is parted before a unit."""
        return [*self.pages[:-2], *self._page(units[self.opened[-2] : moved]), *self._page(units[moved:])]

    def _page(self, units: list[list[PageBlock]]) -> list[Page]:
        """A page that begins with a unit."""
        filling = _Filling(self.height)
        filling.pages = []
        filling._turn(units[0][0])
        for unit in units:
            filling.add(unit)
        return filling.pages

    def _fits(self, unit: list[PageBlock]) -> bool:
        needed = sum(block.gap + block.height for block in unit)
        if not self.pages[-1]:
            needed -= unit[0].gap
        return self.depth + needed <= self.height + 0.01

    def _turn(self, first: PageBlock) -> None:
        self.pages.append([])
        self.opened.append(None)
        self.depth = 0.0
        for again in first.above:
            self._place(again)

    def _add_apart(self, unit: list[PageBlock]) -> None:
        """What is taller than a page comes apart: between its blocks first, then within one."""
        for block in unit:
            rest: PageBlock | None = block
            while rest is not None:
                rest = self._add_part(rest)

    def _add_part(self, block: PageBlock) -> PageBlock | None:
        room = self.height - self.depth - (block.gap if self.pages[-1] else 0)
        if block.height <= room + 0.01:
            self._place(block)
            return None
        fresh = all(placed in block.above for placed, _ in self.pages[-1])
        parts = block.parted(room)
        if parts is None:
            if fresh:
                raise TooTall(f"{type(block).__name__} of {block.height:.0f} points")
            self._turn(block)
            return block
        self._place(parts[0])
        self._turn(parts[1])
        return parts[1]

    def _place(self, block: PageBlock) -> None:
        if self.pages[-1]:
            self.depth += block.gap
        self.pages[-1].append((block, self.depth))
        self.depth += block.height


def draw_page(page: Page, pen: Pen, left: float, top: float) -> None:
    """Draw one page's blocks, those of a fellowship together."""
    for _, group in groupby(page, key=lambda placed: id(placed[0].fellowship)):
        placed = [(block, top - depth) for block, depth in group]
        if placed[0][0].fellowship is None:
            for block, y in placed:
                block.draw(pen, left, y)
        else:
            placed[0][0].draw_all(pen, left, placed)
