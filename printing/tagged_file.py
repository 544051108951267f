"""A paper with its structure as a file: reportlab's objects, the tree packed behind them, one table of places."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Any

from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from printing.structure import Element, Structure, TaggedRows

#: So many objects are packed into one stream.
PACKED = 4096
#: Stands in the catalog until the number of the tree's root is known.
ROOT = "%010d 0 R"


def tagged_pdf(canvas: Canvas, structure: Structure) -> bytes:
    """Everything drawn on a canvas as a PDF that says what its pieces are."""
    document: Any = canvas._doc  # type: ignore[attr-defined]
    pages = _promise(document)
    plain: bytes = document.GetPDFData(canvas)
    numbers = document.idToObjectNumberAndVersion
    body = plain[: plain.rindex(b"xref\n0 ")]
    places = [document.idToOffset[document.numberToId[number]] for number in range(1, len(numbers) + 1)]
    first = len(places) + 1
    tree = _Tree(structure, first, [numbers[page.__InternalName__][0] for page in pages])
    out = [body.replace((ROOT % 0).encode(), (ROOT % tree.root).encode(), 1)]
    end = len(body)
    table = [b"\0\0\0\0\0\xff\xff", *(b"\1" + place.to_bytes(4) + b"\0\0" for place in places)]
    streams = list[tuple[int, int]]()
    for number, (stream, count) in enumerate(_packs(tree.texts, first), first + len(tree.texts)):
        out.append(stream := b"%d 0 obj\n" % number + stream)
        streams.append((number, end))
        table += [b"\2" + number.to_bytes(4) + place.to_bytes(2) for place in range(count)]
        end += len(stream)
    table += [b"\1" + place.to_bytes(4) + b"\0\0" for _, place in (*streams, (0, end))]
    catalog, info = (numbers[each.__InternalName__][0] for each in (document.Catalog, document.info))
    named = document.ID().split(b"%")[0].strip().decode()
    kind = f"/Type/XRef/Size {len(table)}/W[1 4 2]/Root {catalog} 0 R/Info {info} 0 R/ID{named}"
    out += [b"%d 0 obj\n" % (len(table) - 1), _stream(kind, b"".join(table)), b"startxref\n%d\n%%%%EOF\n" % end]
    return b"".join(out)


def _promise(document: Any) -> list[Any]:
    """Say in catalog and pages that there is a structure; the pages."""
    catalog = document.Catalog
    catalog.__NoDefault__ = [*catalog.__NoDefault__, "MarkInfo", "StructTreeRoot", "ViewerPreferences"]
    catalog.MarkInfo = "<</Marked true>>"
    catalog.ViewerPreferences = "<</DisplayDocTitle true>>"
    catalog.StructTreeRoot = ROOT % 0
    pages: list[Any] = document.Pages.pages
    for place, page in enumerate(pages):
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
        page.StructParents, page.Tabs = place, pdfdoc.PDFName("S")
    return pages


class _Tree:
    """The objects of a structure, each as its text, in the order of their numbers."""

    def __init__(self, structure: Structure, first: int, pages: list[int]) -> None:
        self.pages = pages
        #: Of every mark of every page the piece it belongs to.
        self.parents: list[list[int]] = [[0] * marks for marks in structure.marks]
        next_number = structure.numbered(first)
        self.texts: list[str] = []
        self.root = next_number + len(pages)
        for piece, parent in structure.walk():
            if isinstance(piece, Element):
                self._element(piece, self.root if parent is piece else parent.number)
            else:
                self._rows(piece, parent.number)
        self.texts += [f"[{_references(parents)}]" for parents in self.parents]
        nums = " ".join(f"{place} {next_number + place} 0 R" for place in range(len(pages)))
        self.texts.append(
            f"<</Type/StructTreeRoot/K {first} 0 R/ParentTree<</Nums[{nums}]>>/ParentTreeNextKey {len(pages)}>>"
        )

    def _element(self, element: Element, parent: int) -> None:
        kids = []
        for kid in element.kids:
            if isinstance(kid, tuple):
                page, number = kid
                self.parents[page][number] = element.number
                kids.append(f"<</Type/MCR/Pg {self.pages[page]} 0 R/MCID {number}>>")
            elif isinstance(kid, Element):
                kids.append(f"{kid.number} 0 R")
            else:
                every = kid.columns + 1
                kids.append(_references(range(kid.number, kid.number + kid.count * every, every)))
        alt = f"/Alt {_said(element.alt)}" if element.alt else ""
        self.texts.append(
            f"<</Type/StructElem/S/{element.kind}/P {parent} 0 R{alt}{element.attributes}/K[{' '.join(kids)}]>>"
        )

    def _rows(self, rows: TaggedRows, parent: int) -> None:
        every = rows.columns + 1
        end = rows.number + rows.count * every
        owners = self.parents[rows.page]
        for column, first in enumerate(rows.cells(0)):
            owners[first : first + rows.count] = range(rows.number + 1 + column, end + column, every)
        page = self.pages[rows.page]
        add = self.texts.append
        for row, number in enumerate(range(rows.number, end, every)):
            add(f"<</S/TR/P {parent} 0 R/K[{_references(range(number + 1, number + every))}]>>")
            for mark in rows.cells(row):
                add(f"<</S/TD/P {number} 0 R/Pg {page} 0 R/K {mark}>>")


def _references(numbers: Iterable[int]) -> str:
    return " ".join([f"{number} 0 R" for number in numbers])


def _said(text: str) -> str:
    """A text as a PDF holds it, in any letters."""
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"


def _packs(texts: list[str], first: int) -> Iterator[tuple[bytes, int]]:
    """Objects packed into streams, and how many each holds."""
    for start in range(0, len(texts), PACKED):
        part = texts[start : start + PACKED]
        places = accumulate((len(text) + 1 for text in part[:-1]), initial=0)
        head = " ".join(f"{number} {place}" for number, place in enumerate(places, first + start))
        content = "\n".join((head, *part)).encode("ascii")
        yield _stream(f"/Type/ObjStm/N {len(part)}/First {len(head) + 1}", content), len(part)


def _stream(kind: str, content: bytes) -> bytes:
    packed = zlib.compress(content, 1)  # more takes five times as long and saves a twelfth
    said = f"<<{kind}/Filter/FlateDecode/Length {len(packed)}>>\nstream\n"
    return said.encode("ascii") + packed + b"\nendstream\nendobj\n"
