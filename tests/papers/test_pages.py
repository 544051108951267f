"""Pages as objects: what stays together, what is never cut, what the PDF is made of."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorapp.operations.chart import Bar, Bars
from floorapp.operations.sheet import Dash, Group, Prose, Row, Sheet, SheetColumn, SheetTable, table
from printing.flow import PageBlock, TooTall, paginate
from printing.fonts import FONTS, mono, regular, semibold
from printing.lettering import wrap
from printing.paper import TRIED, render
from printing.style import LARGE, MARGIN, REGULAR, PageSize
from tests.papers import guest_sample, list_samples, more_samples, samples
from tests.papers.reading import page_widths, poppler, texts, words

pytestmark = pytest.mark.unix  # read back with poppler's tools

Make = Callable[[], Sheet | list[Sheet]]
EVERY: tuple[Make, ...] = (
    samples.inspection_log,
    samples.empty_log,
    samples.one_row_log,
    samples.long_names,
    samples.deck_change_log,
    guest_sample.guest_page,
    list_samples.device_list,
    list_samples.access_review,
    more_samples.incident_report,
    more_samples.checklist,
    more_samples.summary,
    more_samples.completeness,
    more_samples.handover,
    more_samples.pack,
)

blocks = st.lists(
    st.builds(PageBlock, st.floats(1, 60), gap=st.floats(0, 10), keep=st.booleans()), min_size=1, max_size=60
)


@given(blocks, st.floats(150, 300))
def test_blocks_keep_their_order_and_none_is_cut(given_blocks: list[PageBlock], height: float) -> None:
    pages = paginate(given_blocks, height)
    assert [block for page in pages for block, _ in page] == given_blocks
    for page in pages:
        assert page
        depth = 0.0
        for block, top in page:
            assert top >= depth - 0.001
            depth = top + block.height
        assert depth <= height + 0.02


@given(blocks, st.floats(150, 300))
def test_what_is_kept_shares_a_page_unless_it_is_taller_than_one(given_blocks: list[PageBlock], height: float) -> None:
    number = {id(block): n for n, page in enumerate(paginate(given_blocks, height)) for block, _ in page}
    unit: list[PageBlock] = []
    for block in given_blocks:
        unit.append(block)
        if not block.keep:
            if sum(each.height + each.gap for each in unit) <= height:
                assert len({number[id(each)] for each in unit}) == 1
            unit = []


@given(blocks, st.floats(150, 300))
def test_the_last_page_is_filled_by_a_third_or_nothing_more_could_be_moved(
    given_blocks: list[PageBlock], height: float
) -> None:
    *_, before, last = [[], *paginate(given_blocks, height)]
    unit_ends = [n for n, (block, _) in enumerate(before[:-1]) if not block.keep]
    if not unit_ends or last[-1][1] + last[-1][0].height >= height / 3:
        return  # the page before holds one piece alone
    movable = before[unit_ends[-1] + 1 :]
    assert sum(block.gap + block.height for block, _ in [*movable, *last]) > height or len(unit_ends) == 1


def test_no_report_ends_on_a_page_of_signatures_with_a_note(tmp_path: Path) -> None:
    """What FA-105, FA-110 and FA-124 did of some days: the last rows go with the end, under their columns' heads."""
    columns = (SheetColumn("Table"), SheetColumn("Said"))
    chapters = Prose(("A chapter that was rescinded.",), title="Chapters cited", small=True)
    for count in range(30, 60):
        rows = tuple(Row((f"FB-{n}", "something"), f"X-{n}") for n in range(100, 100 + count))
        log = table(*columns, rows=rows, title="Log")
        sheet = Sheet(samples.head("Log", "FA-1"), (log, chapters, samples.SIGNED))
        *_, last = texts(render(sheet, issue=samples.ISSUE), tmp_path)
        assert "Chapters cited" in last and "Said" in last, count
        assert len(re.findall(r"X-\d+", last)) >= 10, count


def test_a_last_page_takes_a_whole_section_where_one_is_short_enough() -> None:
    rows = [PageBlock(10, begins=not n, keep=not n) for n in range(9)]
    first, last = paginate([*(PageBlock(10) for _ in range(21)), *rows, PageBlock(20)], 300)
    assert len(first) == 21 and [block for block, _ in last[:-1]] == rows


def test_what_cannot_be_parted_and_fits_no_page_is_an_error() -> None:
    with pytest.raises(TooTall):
        paginate([PageBlock(500)], 300)


@pytest.mark.parametrize("size", list(PageSize))
def test_signatures_never_stand_alone_on_a_page(size: PageSize, tmp_path: Path) -> None:
    for count in range(40, 62):
        *_, last = texts(render(samples.long_log(count), issue=samples.ISSUE, size=size), tmp_path)
        assert "I have reviewed this log" in last
        assert re.search(r"PIT1-\d{6}", last), f"{count} rows: the signatures stand alone"


def test_signatures_keep_a_line_of_prose_with_them(tmp_path: Path) -> None:
    for count in range(50, 64):
        prose = Prose(tuple(f"Paragraph {n}." for n in range(count)))
        sheet = Sheet(samples.head("Notes", "FA-1"), (prose, samples.SIGNED))
        *_, last = texts(render(sheet, issue=samples.ISSUE), tmp_path)
        assert re.search(r"Paragraph \d+\.", last), f"{count} paragraphs: the signatures stand alone"


@pytest.mark.parametrize("size", list(PageSize))
@pytest.mark.parametrize("make", EVERY)
def test_nothing_is_printed_over_the_margins_or_the_foot(make: Make, size: PageSize, tmp_path: Path) -> None:
    made = make()
    pages = words(render(made, issue=samples.ISSUE, size=size), tmp_path)
    widths = page_widths(render(made, issue=samples.ISSUE, size=size), tmp_path)
    for page, width in zip(pages, widths, strict=True):
        foot = next(word.top for word in page if word.text == "Document") - 6
        numbered = {id(word) for word in page if word.top > foot}
        for word in page:
            assert word.left >= MARGIN - 1 and word.right <= width - MARGIN + 1.5, word
            assert word.bottom <= foot + 2 or id(word) in numbered, word


@pytest.mark.parametrize("make", EVERY)
def test_only_black_white_and_grey_reach_the_paper(make: Make, tmp_path: Path) -> None:
    file = tmp_path / "paper.pdf"
    file.write_bytes(render(make(), issue=samples.ISSUE))
    ran = subprocess.run(["pdftoppm", "-r", "40", str(file)], capture_output=True, check=True, timeout=100)
    for header in re.finditer(rb"P6\n(\d+) (\d+)\n255\n", ran.stdout):
        count = int(header[1]) * int(header[2]) * 3
        pixels = ran.stdout[header.end() : header.end() + count]
        assert pixels[0::3] == pixels[1::3] == pixels[2::3]


def test_a_struck_row_is_struck_from_end_to_end(tmp_path: Path) -> None:
    paper = render(samples.inspection_log(), issue=samples.ISSUE)
    page = words(paper, tmp_path)[0]
    record = next(word for word in page if word.text == "PIT2-003844")
    kept = next(word for word in page if word.text == "PIT2-003843")
    dpi = 288
    ran = subprocess.run(
        ["pdftoppm", "-gray", "-r", str(dpi), str(tmp_path / "paper.pdf")], capture_output=True, check=True, timeout=100
    )
    header = re.match(rb"P5\n(\d+) (\d+)\n255\n", ran.stdout)
    assert header is not None
    width = int(header[1])

    def darkest(left: float, right: float, top: float, bottom: float) -> float:
        """The share of dark points on the darkest line across a place."""
        best = 0.0
        for y in range(int(top * dpi / 72), int(bottom * dpi / 72)):
            start = header.end() + y * width
            line = ran.stdout[start + int(left * dpi / 72) : start + int(right * dpi / 72)]
            best = max(best, sum(point < 128 for point in line) / len(line))
        return best

    middle = (record.top + record.bottom) / 2
    assert darkest(record.left, record.right, middle - 2, middle + 2) > 0.99
    middle = (kept.top + kept.bottom) / 2
    assert darkest(kept.left, kept.right, middle - 2, middle + 2) < 0.9


@pytest.mark.parametrize("size", list(PageSize))
def test_the_page_has_the_size_asked_for(size: PageSize, tmp_path: Path) -> None:
    said = poppler("pdfinfo", render(samples.one_row_log(), issue=samples.ISSUE, size=size), tmp_path)
    found = re.search(r"Page size:\s+([\d.]+) x ([\d.]+)", said)
    assert found is not None
    assert float(found[1]) == pytest.approx(size.extent().width, abs=0.1)
    assert float(found[2]) == pytest.approx(size.extent().height, abs=0.1)
    assert "CreationDate:    Mon Nov 16 02:33:08 2026" in said


@pytest.mark.parametrize("make", EVERY)
def test_every_font_is_embedded_as_a_subset(make: Make, tmp_path: Path) -> None:
    lines = poppler("pdffonts", render(make(), issue=samples.ISSUE), tmp_path).splitlines()[2:]
    assert lines
    for line in lines:
        name, *_ = line.split()
        assert re.fullmatch(r"[A-Z]+\+IBMPlex\S+", name), line
        assert re.search(r"yes\s+yes\s+yes\s+\d+\s+\d+$", line), f"embedded, subset, readable: {line}"


def test_the_same_sheet_gives_the_same_bytes() -> None:
    once, again = (render(more_samples.pack(), issue=samples.ISSUE) for _ in range(2))
    assert once == again


def test_progress_is_told_page_by_page() -> None:
    told: list[tuple[int, int]] = []
    render(samples.long_log(200), issue=samples.ISSUE, progress=lambda page, pages: told.append((page, pages)))
    assert told == [(n, len(told)) for n in range(1, len(told) + 1)]


def test_the_faces_hold_the_letters_of_four_scripts() -> None:
    latin = "".join(chr(c) for c in range(0xC0, 0x180) if c not in (0xD7, 0xF7))
    greek = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψωΆΈΉΊΌΎΏΪΫάέήίόύώϊϋΐΰ"
    cyrillic = "".join(chr(c) for c in range(0x400, 0x460)) + "ҐґҒғҚқҢңҮүҰұҺһӘәӨө"
    vietnamese = "".join(chr(c) for c in range(0x1EA0, 0x1EFA)) + "ĂăÂâĐđÊêÔôƠơƯư"
    for face in (regular(), semibold()):
        missing = {letter for letter in latin + greek + cyrillic + vietnamese if letter not in face.widths}
        assert missing <= set("ӘәҺһ"), (face.name, sorted(missing))
    assert mono().printable("CR-Ω1").startswith("CR-[U+03A9]")


def test_every_digit_is_as_wide_as_every_other() -> None:
    for face in (regular(), semibold(), mono()):
        assert len({face.widths[digit] for digit in "0123456789"}) == 1


def test_the_licence_lies_beside_the_fonts() -> None:
    assert "SIL Open Font License" in (FONTS / "LICENSE.txt").read_text(encoding="utf-8")


def test_decomposed_letters_are_put_together_and_unknown_ones_named() -> None:
    assert regular().printable("Nguye\u0302\u0303n") == "Nguyễn"
    assert regular().printable("a\tb\u200bc李") == "a b[U+200B]c[U+674E]"


@given(st.text(min_size=1, max_size=120), st.floats(12, 200))
def test_wrapping_loses_nothing_and_stays_within_the_width(text: str, width: float) -> None:
    lines = wrap(text, regular(), 8, width)
    shown = "".join(regular().printable(part) for part in text.splitlines())
    assert "".join("".join(lines).split()) == "".join(shown.split())
    assert all(len(line) == 1 or regular().width(line, 8) <= width + 0.001 for line in lines)


def test_no_blank_cell_no_odd_row_no_row_without_its_record() -> None:
    with pytest.raises(ValueError, match="no cell is blank"):
        Row(("FB-01", " "))
    with pytest.raises(ValueError, match="no cell is blank"):
        Row((Dash(""),))
    with pytest.raises(ValueError, match="2 cells for 1 columns"):
        table(SheetColumn("Table"), rows=(Row(("FB-01", "x")),))
    with pytest.raises(ValueError, match="every row has a record number or none"):
        SheetTable((SheetColumn("Table"),), (Group((Row(("FB-01",), "A-000001"), Row(("FB-02",)))),))


def test_a_wide_log_is_printed_landscape_and_a_narrow_one_upright(tmp_path: Path) -> None:
    columns = tuple(SheetColumn(f"Column {n}") for n in range(9))
    wide = table(*columns, rows=(Row(tuple("abcdefghi"), "X-1"),))
    narrow = table(*columns[:4], rows=(Row(tuple("abcd"), "X-1"),))
    pack = [Sheet(samples.head("Log", "FA-1"), (each,)) for each in (wide, narrow)]
    assert page_widths(render(pack, issue=samples.ISSUE), tmp_path) == [792.0, 612.0]


def test_no_page_holds_a_footnote_alone(tmp_path: Path) -> None:
    columns = (SheetColumn("Table"), SheetColumn("Said"))
    for count in range(30, 60):
        rows = tuple(Row((f"FB-{n}", Dash("nobody said anything")), f"X-{n}") for n in range(100, 100 + count))
        sheet = Sheet(samples.head("Log", "FA-1"), (table(*columns, rows=rows),))
        *_, last = texts(render(sheet, issue=samples.ISSUE), tmp_path)
        assert "nobody said anything" in last and f"FB-{99 + count}" in last, count


def test_a_chart_is_not_broken_over_two_pages(tmp_path: Path) -> None:
    bars = Bars("Payout errors", tuple(Bar(f"Bar {n}", n, str(n)) for n in range(1, 16)), "By the day dealt.")
    for lines in range(20, 60, 3):
        prose = Prose(tuple(f"Paragraph {n}." for n in range(lines)))
        sheet = Sheet(samples.head("Charts", "FA-1"), (prose, bars))
        pages = [page for page in texts(render(sheet, issue=samples.ISSUE), tmp_path) if "Bar " in page]
        assert len(pages) == 1 and "Payout errors" in pages[0] and "By the day dealt." in pages[0], lines


def test_the_body_is_set_in_nine_points_or_more() -> None:
    assert min(style.scaled(each).body for style in (REGULAR, LARGE) for each in TRIED) >= 9.0
