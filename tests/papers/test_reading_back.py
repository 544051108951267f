"""What is printed is what the sheet says: read back row by row from the PDF, in both sizes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from floorapp.operations.sheet import Group, Row, Sheet, SheetTable
from printing.fonts import regular
from printing.paper import render
from printing.style import PageSize
from tests.papers import guest_sample, list_samples, more_samples, samples
from tests.papers.reading import expected, rows_read, squeezed, texts, words

pytestmark = pytest.mark.unix  # read back with poppler's tools

SIZES = list(PageSize)
Make = Callable[[], Sheet]


def first_table(sheet: Sheet) -> SheetTable:
    return next(section for section in sheet.sections if isinstance(section, SheetTable))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("make", [samples.inspection_log, samples.one_row_log, samples.deck_change_log])
def test_every_row_reads_back_as_the_sheet_has_it(make: Make, size: PageSize, tmp_path: Path) -> None:
    sheet = make()
    table = first_table(sheet)
    read = rows_read(render(sheet, issue=samples.ISSUE, size=size), tmp_path, table, size)
    wanted = expected(table)
    assert {record: rows[0][1] for record, rows in read.items() if record in wanted} == wanted


def test_two_thousand_rows_read_back_each_whole_on_one_page(tmp_path: Path) -> None:
    sheet = samples.long_log(2_000)
    table = first_table(sheet)
    read = rows_read(render(sheet, issue=samples.ISSUE), tmp_path, table, PageSize.LETTER)
    wanted = expected(table)
    assert {record: rows[0][1] for record, rows in read.items() if record in wanted} == wanted
    assert all(len(read[record]) == 1 for record in wanted), "a record number stands once"


@pytest.mark.parametrize("size", SIZES)
def test_long_names_wrap_and_lose_no_letter(size: PageSize, tmp_path: Path) -> None:
    sheet = samples.long_names()
    table = first_table(sheet)
    read = rows_read(render(sheet, issue=samples.ISSUE, size=size), tmp_path, table, size)
    for row in table.rows:
        [(_, cells)] = read[row.record]
        shown = [squeezed(regular().printable(str(cell))) for cell in row.cells]
        assert cells == [*shown, row.record]


def test_a_correction_stands_under_the_row_it_corrects(tmp_path: Path) -> None:
    sheet = samples.inspection_log()
    read = rows_read(render(sheet, issue=samples.ISSUE), tmp_path, first_table(sheet), PageSize.LETTER)
    records = list(read)
    struck = records.index("PIT2-003844")
    assert records[struck + 1] == "PIT2-003871"
    [(_, correction)] = read["PIT2-003871"]
    assert correction[0] == "DB-04"
    assert "".join(correction[1:-2]) == squeezed(
        "Correction 06:31: 1 of 2 signals, 2 of 2 when tested again. Reason: first result was left out."
    )
    assert correction[-2:] == ["G.Ferris", "PIT2-003871"]


@pytest.mark.parametrize("size", SIZES)
def test_head_and_columns_stand_on_every_page_and_pages_are_counted(size: PageSize, tmp_path: Path) -> None:
    pages = texts(render(samples.long_log(400), issue=samples.ISSUE, size=size), tmp_path)
    assert len(pages) > 5
    for number, page in enumerate(pages, start=1):
        for words_of_head in (
            "Riverbend Casino",
            "Reader inspection log",
            "Form FA-101, revision 3",
            "Sun 15 Nov 2026",
        ):
            assert words_of_head in page
        assert "Function test" in page and "Inspected by" in page
        assert f"Page {number} of {len(pages)}" in page
        assert "Document FA-101-20261115-01 · logbook head DESK1-000919 · 9c41 7e02 b830 45ee" in page
        assert "Printed Sun, Nov 15, 2026 9:33:08 PM by J. Hale, shift manager, at station DESK-1" in page
        assert "pa-590 r4" in page and "floorapp 1.0.0" in page


def test_a_group_that_goes_on_says_so(tmp_path: Path) -> None:
    rows = first_table(samples.long_log(120)).groups[0].rows
    table = SheetTable(samples.INSPECTION_COLUMNS, (Group(rows, "Pit 1 · Free Bet"),))
    pages = texts(render(Sheet(samples.head("Log", "FA-101"), (table,)), issue=samples.ISSUE), tmp_path)
    assert "Pit 1 · Free Bet, continued" not in pages[0]
    assert all("Pit 1 · Free Bet, continued" in page for page in pages[1:])


def test_no_records_still_prints_and_says_so(tmp_path: Path) -> None:
    [page] = texts(render(samples.empty_log(), issue=samples.ISSUE), tmp_path)
    assert "No records in this period." in page
    assert "Inspected by" in page
    [page] = texts(render(samples.deck_change_log(), issue=samples.ISSUE), tmp_path)
    assert "No set was in the shoe past its hours." in page


def test_a_dash_has_its_meaning_under_the_table(tmp_path: Path) -> None:
    [page] = texts(render(samples.deck_change_log(), issue=samples.ISSUE), tmp_path)
    assert "– means first set of the table." in page
    [page] = texts(render(list_samples.device_list(), issue=samples.ISSUE), tmp_path)
    assert "–¹ means sealed, not readable; –² means has no firmware." in page


def test_a_row_taller_than_a_page_goes_on_and_keeps_all_its_words(tmp_path: Path) -> None:
    story = " ".join(f"word{n}" for n in range(3000))
    cells = ("FB-01", "CR-1", "06:03:04", samples.OKAY, "2 of 2", story, "A. Novak")
    table = SheetTable(samples.INSPECTION_COLUMNS, (Group((Row(cells, "PIT1-000001"),)),))
    paper = render(Sheet(samples.head("Log", "FA-101"), (table, samples.SIGNED)), issue=samples.ISSUE)
    pages = words(paper, tmp_path)
    assert len(pages) > 3
    shown = [word.text for page in pages for word in page if word.text.startswith("word")]
    assert shown == story.split()


def test_the_pack_has_contents_with_true_page_numbers(tmp_path: Path) -> None:
    pages = texts(render(more_samples.pack(), issue=samples.ISSUE), tmp_path)
    for line in pages[0].splitlines():
        for sheet in more_samples.pack()[1:]:
            if line.strip().startswith(sheet.head.title):
                assert sheet.head.title in pages[int(line.split()[-1]) - 1]
    assert f"Page 1 of {len(pages)}" in pages[0]


def test_a_copy_and_a_preview_say_what_they_are(tmp_path: Path) -> None:
    copy = replace(samples.ISSUE, copy=2)
    [page] = texts(render(samples.one_row_log(), issue=copy), tmp_path)
    assert page.count("COPY 2") == 2
    assert "original" in page and "not the original" in page
    [page] = texts(render(samples.one_row_log(), issue=None), tmp_path)
    assert "Preview: not issued, not signed" in page


@pytest.mark.parametrize("size", SIZES)
def test_the_guests_page_is_one_page_and_explains_the_suits(size: PageSize, tmp_path: Path) -> None:
    [page] = texts(render(guest_sample.guest_page(), issue=samples.ISSUE, size=size), tmp_path)
    assert "Hollow signs are red suits (hearts, diamonds), filled signs are black suits" in page
    assert "A card lying sideways is the card of a double." in page
    assert "58 Pa. Code § 590.12(c), pay table A" in page
    assert "$60.00" in page


def test_facts_duties_and_charts_keep_their_words(tmp_path: Path) -> None:
    shown = {
        more_samples.incident_report: ("surveillance 20:49, shift manager 20:50", "reader-silent", "6 h 47 min"),
        more_samples.completeness: ("Missing: reader CR-10489 at DU-05. Why: table closed at 05:10",),
        more_samples.summary: ("24 hours: change due", "Swing", "8,214", "Push 22 of one colour"),
        more_samples.handover: ("Shift manager coming on · I have read them and take over.", "– means until done."),
        more_samples.checklist: ("Opened with one step not done.", "falls away"),
        list_samples.access_review: ("Nguyễn Thị Hồng", "disabled"),
    }
    for make, said in shown.items():
        page = " ".join("\n".join(texts(render(make(), issue=samples.ISSUE), tmp_path)).split())
        assert [words for words in said if words not in page] == []
