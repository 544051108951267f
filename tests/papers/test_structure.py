"""Tagged papers (PDF/A-3a, PDF/UA-1), as poppler reads their structure; veraPDF is asked in the campaign."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pyhanko.pdf_utils.generic import IndirectObject
from pyhanko.pdf_utils.reader import PdfFileReader

from floorapp.operations.chart import Bar, Bars, Lines, Series
from floorapp.operations.sheet import Contents, Dash, Group, Kind, Row, Sheet, SheetColumn, SheetTable
from printing.fonts import regular
from printing.paper import render
from printing.press import issue_paper
from printing.seal import Countersignature, countersign, make_key, open_places
from printing.structure import Structure
from tests.papers import guest_sample, more_samples, samples
from tests.papers.reading import poppler, squeezed
from tests.papers.test_archive import NOW

pytestmark = pytest.mark.unix  # read back with poppler's tools

LONG = SheetTable(
    (SheetColumn("Table"), SheetColumn("Seal", Kind.ID)),
    tuple(
        Group(tuple(Row((f"FB-{n:02}", str(88_000 + n))) for n in part), f"Pit {part[0]}")
        for part in (range(40), range(40, 90))
    ),
    title="Seals",
)
#: What poppler reads in a moment; it goes over a page once more for each piece that stands on it.
SHEETS = {
    "none": samples.empty_log(),
    "one row": samples.one_row_log(),
    "long": Sheet(samples.empty_log().head, (LONG,)),
    "long names": samples.long_names(),
    "corrected": samples.deck_change_log(),
    "incident": more_samples.incident_report(),
    "handover": more_samples.handover(),
    "guest": guest_sample.guest_page(),
}


@dataclass
class Piece:
    """A piece as poppler found it."""

    kind: str
    text: str = ""
    kids: list[Piece] = field(default_factory=list)

    def every(self, kind: str) -> list[Piece]:
        return [found for each in self.kids for found in ([each] * (each.kind == kind) + each.every(kind))]

    @property
    def said(self) -> str:
        return squeezed(self.text + "".join(each.said for each in self.kids))


def structure(paper: bytes, folder: Path) -> Piece:
    """The tree of a paper, by the indents of what poppler says of it."""
    above = [(-1, Piece("paper"))]
    for line in poppler("pdfinfo", paper, folder, "-struct-text").splitlines():
        deep = len(line) - len(line.lstrip())
        if found := re.fullmatch(r' *"(.*)"', line):
            above[-1][1].text += found[1].replace('\\"', '"')
        elif found := re.fullmatch(r" *(\w+)(?: \(\w+\))?:?", line):
            while above[-1][0] >= deep:
                above.pop()
            piece = Piece(found[1])
            above[-1][1].kids.append(piece)
            above.append((deep, piece))
    return above[0][1]


def read(sheet: Sheet | Sequence[Sheet], folder: Path) -> Piece:
    return structure(render(sheet, issue=samples.ISSUE), folder)


@pytest.mark.parametrize("name", SHEETS)
def test_what_is_read_aloud_is_all_that_stands_on_the_pages_and_in_its_order(name: str, tmp_path: Path) -> None:
    """But for what each page repeats: head, foot, its number, the heads of a table that goes on."""
    sheet = SHEETS[name]
    [document] = read(sheet, tmp_path).kids
    [only] = document.kids
    assert (document.kind, only.kind) == ("Document", "Sect")
    assert [each.said for each in only.every("H1")] == [squeezed(sheet.head.title)]
    assert only.kids[0].said == squeezed(sheet.head.property)
    text = poppler("pdftotext", render(sheet, issue=samples.ISSUE), tmp_path, "-raw")
    seen = Counter(squeezed(re.sub(r"Page \d+ of \d+", "", text)))
    missed = {letter: count - seen[letter] for letter, count in Counter(only.said).items() if count > seen[letter]}
    assert not missed
    if text.count("\f") == 1:
        assert not seen - Counter(only.said)


@pytest.mark.parametrize("name", ["one row", "long", "long names", "corrected"])
def test_every_table_reads_row_by_row_with_its_columns_heads(name: str, tmp_path: Path) -> None:
    sheet = SHEETS[name]
    printed = [each for each in sheet.sections if isinstance(each, SheetTable)]
    spoken = read(sheet, tmp_path).every("Table")
    for each, heard in zip(printed, spoken, strict=True):
        record = [each.record_head] if any(row.record for row in each.rows) else []
        heads = [squeezed(head) for head in [*(column.head for column in each.columns), *record]]
        assert [cell.kind for cell in heard.kids[0].kids] == ["TH"] * len(heads)
        assert _heads_of(heard) == heads
        assert _rows_heard(heard) == list(_rows_printed(each, bool(record)))


def _heads_of(table: Piece) -> list[str]:
    return [cell.said for cell in table.kids[0].kids]


def _rows_heard(table: Piece) -> list[list[str]]:
    """Each row's cells; of what reaches over all columns the one text."""
    return [[cell.said for cell in row.kids] for row in table.kids[1:]]


def _rows_printed(table: SheetTable, record: bool) -> Iterator[list[str]]:
    dashes = Counter(cell.meaning for row in table.rows for cell in row.cells if isinstance(cell, Dash))
    marks = (
        dict.fromkeys(dashes, "–") if len(dashes) < 2 else {m: f"–{'⁰¹²³⁴⁵⁶⁷⁸⁹'[n]}" for n, m in enumerate(dashes, 1)}
    )
    for group in table.groups:
        if group.title and group.rows:
            yield [squeezed(group.title)]
        for row in group.rows:
            cells = [marks[cell.meaning] if isinstance(cell, Dash) else str(cell) for cell in row.cells]
            yield [squeezed(regular().printable(cell)) for cell in (*cells, *([row.record] if record else []))]
            for made in row.corrections:
                by = "" if any(column.kind == "person" for column in table.columns[2:]) else f"By {made.by}."
                person = "" if by else made.by
                yield [squeezed(f"{made.sentence}{by}{row.cells[0]}{person}{made.record}")]
            yield from ([squeezed(note)] for note in row.notes)


def test_a_row_cut_by_a_page_and_the_rows_after_it_stay_in_one_table(tmp_path: Path) -> None:
    """Heads and group titles that a page repeats are not read again."""
    heard = read(SHEETS["long"], tmp_path)
    assert [each.said for each in heard.every("H2")] == ["Seals"]
    [table] = heard.every("Table")
    assert [row.kids[0].said for row in table.kids if row.kids[0].kind == "TH"] == ["Table", "Pit0", "Pit40"]
    assert len(table.kids) == 3 + 90


def test_a_pack_reads_sheet_by_sheet_under_a_heading_each(tmp_path: Path) -> None:
    pack = [Sheet(samples.empty_log().head, (Contents(),)), samples.one_row_log(), samples.deck_change_log()]
    [document] = read(pack, tmp_path).kids
    assert [sheet.every("H1")[0].said for sheet in document.kids] == [squeezed(sheet.head.title) for sheet in pack]
    assert len(document.every("TOCI")) == len(pack) - 1


def there(seen: Any) -> Any:
    """What a reference leads to."""
    return seen.get_object() if isinstance(seen, IndirectObject) else seen  # type: ignore[no-untyped-call]


def pieces(root: Any) -> Iterator[Any]:
    """Every piece of a paper's structure, as pyHanko reads it."""
    for kid in root["/K"] if isinstance(root["/K"], list) else [root["/K"]]:
        kid = there(kid)
        if isinstance(kid, dict) and "/S" in kid:
            yield kid
            yield from pieces(kid)


def alts(paper: bytes) -> list[str]:
    root = PdfFileReader(BytesIO(paper)).root["/StructTreeRoot"]
    return [str(each["/Alt"]) for each in pieces(root) if each["/S"] == "/Figure"]


def test_cards_charts_and_the_code_are_told_in_words() -> None:
    guest = alts(render(guest_sample.guest_page(), issue=samples.ISSUE))
    assert any("of spades" in each or "of hearts" in each for each in guest)
    assert guest[-1] == f"QR code: {samples.ISSUE.code}"
    charts = (
        Bars("Cards", (Bar("Ace", 4, "4 of 5"), Bar("Ten", 7, "7"))),
        Lines("Rounds", ("Mon", "Tue"), (Series("Table 1", (3, None)),), "a day", 2, "limit"),
    )
    sheet = Sheet(samples.empty_log().head, charts)
    assert alts(render(sheet, issue=None)) == ["Cards. Ace: 4 of 5; Ten: 7.", "Rounds. Table 1: Mon 3; limit: 2."]


def test_every_mark_of_a_page_leads_to_its_piece_and_every_field_to_its_own() -> None:
    key = make_key(property_name=samples.PROPERTY, station="DESK-1", instant=NOW)
    paper = issue_paper(SHEETS["long names"], issue=samples.ISSUE, key=key)
    role = open_places(paper)[0]
    paper = countersign(paper, key=key, instant=NOW, by=Countersignature(role, "Ines Hale", "Seen.", "Signed"))
    root = PdfFileReader(BytesIO(paper)).root
    nums = root["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    owners = {int(nums[place]): nums[place + 1] for place in range(0, len(nums), 2)}
    assert sorted(owners) == list(range(root["/StructTreeRoot"]["/ParentTreeNextKey"]))
    for page in map(there, root["/Pages"]["/Kids"]):
        marks = [int(each) for each in re.findall(rb"/MCID (\d+)>>", page["/Contents"].data)]
        assert sorted(marks) == list(range(len(owners[page["/StructParents"]])))
        for mark, piece in enumerate(map(there, owners[page["/StructParents"]])):
            kids = piece["/K"] if isinstance(piece["/K"], list) else [piece["/K"]]
            assert mark in [
                kid["/MCID"] if isinstance(kid, dict) and "/MCID" in kid else kid for kid in map(there, kids)
            ]
        for field_ in map(there, page["/Annots"] if "/Annots" in page else ()):
            if "/StructParent" in field_:
                form = there(owners[field_["/StructParent"]])
                assert form["/S"] == "/Form" and form["/K"]["/Obj"]["/T"] == field_["/T"]
    assert {str(each["/K"]["/Obj"]["/T"]) for each in pieces(root["/StructTreeRoot"]) if each["/S"] == "/Form"} == {
        role
    }


def test_a_piece_hangs_where_it_is_first_seen_under_what_it_belongs_to() -> None:
    from printing.structure import Element

    tree = Structure()
    tree.begin_sheet()
    tree.begin_page()
    item = Element("LI", Element("L"))
    assert tree.mark(item) == 0
    tree.mark(Element("P"))
    tree.mark(item)
    assert [kid.kind for kid in tree.sheet.kids if isinstance(kid, Element)] == ["L", "P"]
    assert item.kids == [(0, 0), (0, 2)]
