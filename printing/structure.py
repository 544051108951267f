"""What the pieces of a paper are, for those who hear it read or take it apart: the tree of a tagged PDF."""

from __future__ import annotations

from collections.abc import Iterator


class Element:
    """A piece and what it is made of: pieces, rows of a table, and marked stretches of pages."""

    __slots__ = ("alt", "attributes", "hung", "kids", "kind", "number", "within")

    def __init__(self, kind: str, within: Element | None = None, *, alt: str = "", attributes: str = "") -> None:
        #: One of the standard types of PDF 1.7, 14.8.4.
        self.kind = kind
        #: The piece it belongs to; the sheet's own where there is none.
        self.within = within
        self.alt = alt
        self.attributes = attributes
        self.kids: list[Element | TaggedRows | Marked] = []
        self.hung = False
        self.number = 0


#: A stretch of a page: which page, counted from 0, and its number there.
Marked = tuple[int, int]


class TaggedRows:
    """Rows of a table that follow each other on a page, their cells marked column by column."""

    __slots__ = ("columns", "count", "first", "number", "page", "pitch")

    def __init__(self, page: int, first: int, count: int, columns: int, pitch: int) -> None:
        self.page = page
        #: The number of the first row's first cell, and how far apart the cells of a row are numbered.
        self.first, self.pitch = first, pitch
        self.count, self.columns = count, columns
        self.number = 0

    def cells(self, row: int) -> range:
        """The numbers that the cells of a row bear on the page."""
        start = self.first + row
        return range(start, start + self.columns * self.pitch, self.pitch)


def column_head() -> str:
    """What makes a cell the head of its column."""
    return "/A<</O/Table/Scope/Column>>"


def across(columns: int, *, heads: bool = False) -> str:
    """What makes a cell reach over columns, and stand for the rows under it."""
    return f"/A<</O/Table/ColSpan {columns}{'/Scope/Row' if heads else ''}>>"


class Structure:
    """The tree of a paper, which grows as its pages are drawn; a piece hangs in it once it is first seen."""

    def __init__(self) -> None:
        self.document = Element("Document")
        self.document.hung = True
        self.sheet = self.document
        #: How many marks each page has.
        self.marks: list[int] = []

    def begin_sheet(self) -> None:
        self.sheet = Element("Sect", self.document)
        self.hang(self.sheet)

    def begin_page(self) -> None:
        self.marks.append(0)

    def hang(self, element: Element) -> None:
        """Put a piece where it belongs, after what hangs there."""
        if element.hung:
            return
        element.hung = True
        within = element.within or self.sheet
        self.hang(within)
        within.kids.append(element)

    def mark(self, element: Element) -> int:
        """The number of a new stretch of this page, which is the piece's."""
        self.hang(element)
        number = self.reserve(1)
        element.kids.append((len(self.marks) - 1, number))
        return number

    def reserve(self, count: int) -> int:
        """Numbers of this page for cells to come; the first of them."""
        first = self.marks[-1]
        self.marks[-1] += count
        return first

    def rows(self, table: Element, first: int, count: int, columns: int, pitch: int) -> None:
        """Rows whose cells were marked by numbers that were reserved."""
        self.hang(table)
        table.kids.append(TaggedRows(len(self.marks) - 1, first, count, columns, pitch))

    def numbered(self, first: int) -> int:
        """Give every piece an object number, each before its kids; the number after the last."""
        return _number(self.document, first)

    def walk(self) -> Iterator[tuple[Element | TaggedRows, Element]]:
        """Every piece in the order of its number, with what it hangs in; the document's own is itself."""
        yield self.document, self.document
        yield from _walk(self.document)


def _number(element: Element, number: int) -> int:
    element.number = number
    number += 1
    for kid in element.kids:
        if isinstance(kid, Element):
            number = _number(kid, number)
        elif isinstance(kid, TaggedRows):
            kid.number = number
            number += kid.count * (kid.columns + 1)
    return number


def _walk(element: Element) -> Iterator[tuple[Element | TaggedRows, Element]]:
    for kid in element.kids:
        if not isinstance(kid, tuple):
            yield kid, element
        if isinstance(kid, Element):
            yield from _walk(kid)
