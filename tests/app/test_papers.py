"""The papers' screen: a true preview, signed and issued by keys, printed, saved, copied, checked; nothing lost."""

from __future__ import annotations

import csv
import io
import shutil
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtGui import QImage
from PyQt6.QtPrintSupport import QPrinter

from floorapp.bootstrap import Places
from floorapp.commands.paper_office import office_of
from floorapp.commands.seals import sealing_of
from floorapp.domain.days import Document
from floorapp.operations.acts import readers
from floorapp.operations.papers.catalogue import FORMS
from floorapp.operations.papers.issue import Issuing
from floorapp.operations.papers.office import Begun, Office
from floorapp.operations.papers.paper_check import check_paper
from floorapp.screens.papers import FILTERS
from floorapp.ui.live.paper_pages import PaperShown, page_shown, previewed
from floorapp.ui.live.papers_place import FRESH_FOR, PREVIEW, PapersPlace
from tests.acts.floor import PIN, PROVED
from tests.app.conftest import HAND, KEY, OffTheUiThread, Stage
from tests.papers.reading import poppler, texts
from tests.waiting import PATIENCE


def go(stage: Stage, subject: str = "", handle: str = "sam") -> PapersPlace:
    """The screen, signed in, with its office, once the preview is there."""
    offices: list[Office] = []
    places = Places(stage.path.parent, stage.path, "MAIN", sample=False)

    def office() -> Office:
        if not offices:
            opened = stage.app.writer._the_opened()
            store = opened.book
            assert isinstance(store, OffTheUiThread)
            offices.append(office_of(places, store, stage.clock, lambda: sealing_of(places, store, stage.clock)))
        return offices[0]

    setting = replace(stage.app.around.setting, office=office)
    object.__setattr__(stage.app.around, "setting", setting)
    stage.sign_in(handle)
    stage.app.go("papers", subject)
    place = stage.app.now
    assert isinstance(place, PapersPlace)
    ready(stage, place)
    return place


def ready(stage: Stage, place: PapersPlace) -> None:
    stage.until(lambda: place.shown is not None and not stage.app.works.names)
    stage.settle()


def issue(stage: Stage, place: PapersPlace) -> str:
    """Sign and issue by the keys."""
    stage.press(KEY.Key_F9)
    stage.write(PIN)
    stage.press(KEY.Key_Return)
    stage.until(lambda: place.shown is not None and bool(place.shown.document) and not stage.app.works.names)
    stage.settle()
    assert place.shown is not None
    return place.shown.document


def dark(picture: QImage) -> int:
    """How many dots of a page are written on."""
    return sum(
        picture.pixelColor(x, y).lightness() < 128
        for x in range(0, picture.width(), 3)
        for y in range(0, picture.height(), 3)
    )


def test_the_preview_is_the_page_that_would_be_printed(stage: Stage) -> None:
    place = go(stage)
    assert place.shown is not None and dark(place.shown.page.picture) > 500
    again = page_shown(place.shown.content, 0, place.shown.page.picture.width())
    assert again.picture == place.shown.page.picture, "the picture comes from the very bytes"
    assert place.papers.pickers[FILTERS[0][0]].currentText() == "Mon, Nov 16, 2026"
    assert "inspections" in place._words()[1]


@pytest.mark.parametrize(
    ("about", "offered"),
    [
        ("", {"Gaming day", "Until", "Shift", "Pit", "Table", "Paper size"}),
        ("FB-01 11/16/2026 12:00:00 PM", {"About", "Paper size"}),
    ],
)
def test_filters_show_their_words_whole_and_one_round_has_none_of_the_period(
    stage: Stage, about: str, offered: set[str]
) -> None:
    place = go(stage)
    stage.app.go("papers", f"verification:{about}")
    stage.until(
        lambda: place.choice.paper == "verification" and place.papers.pickers["Table"].isVisible() != bool(about)
    )
    stage.settle()
    shown = {name: picker for name, picker in place.papers.pickers.items() if picker.isVisible()}
    assert set(shown) == offered
    assert [name for name, picker in shown.items() if picker.width() < picker.sizeHint().width()] == []


def test_the_preview_zooms_by_key_and_button_and_is_drawn_anew(stage: Stage) -> None:
    place = go(stage)
    assert place.shown is not None
    width, dots = place.papers.preview.width(), place.shown.page.picture.width()
    HAND.keyClick(stage.app.window, KEY.Key_Z, Qt.KeyboardModifier.AltModifier)
    stage.until(lambda: place.shown is not None and place.shown.page.picture.width() > dots)
    assert place.papers.preview.width() > 1.3 * width
    HAND.mouseClick(place.papers.smaller, Qt.MouseButton.LeftButton)
    stage.until(lambda: place.papers.preview.width() == width)


@pytest.mark.unix
def test_every_paper_can_be_chosen_and_looked_at(stage: Stage, tmp_path: Path, counted: Callable[[str], None]) -> None:
    place = go(stage)
    seen = 0
    for name, form in FORMS.items():
        place.papers.papers.select(name)
        place._choose_paper(name)
        if form.needs_about and form.about != "item":  # there is always an item
            stage.settle()
            assert place.shown is None and "on record yet" in place._words()[1]
            continue
        ready(stage, place)
        assert place.choice.paper == name
        assert place.shown is not None and form.number in texts(place.shown.content, tmp_path)[0]
        seen += 1
    counted(f"papers looked at on the screen: {seen}")


@pytest.mark.unix
def test_filters_narrow_the_paper(stage: Stage, tmp_path: Path) -> None:
    place = go(stage)
    place.papers.pickers["Shift"].activated.emit(1)
    ready(stage, place)
    place.papers.pickers["Gaming day"].activated.emit(3)
    ready(stage, place)
    place.papers.pickers["Until"].activated.emit(2)
    ready(stage, place)
    place.papers.pickers["Paper size"].activated.emit(1)
    ready(stage, place)
    assert place.view is not None
    request = place.choice.request(place.view)
    assert request is not None and request.shift == "Day" and place.choice.size == "A4"
    assert (request.first, request.last) == (date(2026, 11, 13), date(2026, 11, 15))
    assert place.shown is not None
    assert "Day shift" in texts(place.shown.content, tmp_path)[0]
    assert "595.276 x 841.89" in poppler("pdfinfo", place.shown.content, tmp_path)


@pytest.mark.unix
def test_signed_and_issued_by_the_keys_then_in_the_archive(stage: Stage, tmp_path: Path) -> None:
    place = go(stage)
    number = issue(stage, place)
    document = stage.read(Document, number)
    assert number == "DOC-2026-00001" and document.issued_by == "sam"
    assert (tmp_path / "papers" / f"{number}.pdf").exists()
    stage.until(lambda: place.papers.issued.rows_model.rowCount() == 1)
    assert place.shown is not None and "Signature is Valid" in poppler("pdfsig", place.shown.content, tmp_path)
    place.do("new")
    ready(stage, place)
    assert place.shown is not None and not place.shown.document
    place.open_document(number)
    stage.until(lambda: place.shown is not None and place.shown.document == number)
    assert next(act.refusal for act in place.acts() if act.name == "print"), "paper from the archive is a copy"


def test_a_preview_that_comes_late_does_not_take_the_place_of_what_was_issued(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who took a while over their PIN saw “Ready to sign” again, and might have issued it twice."""
    place = go(stage)
    go_on = threading.Event()

    def late(*asked: Any) -> PaperShown:
        assert go_on.wait(PATIENCE)
        return previewed(*asked)

    monkeypatch.setattr("floorapp.ui.live.papers_place.previewed", late)
    stage.press(KEY.Key_F9)
    place._made_at -= FRESH_FOR
    stage.app.writer.act(
        lambda desk: readers.inspect_reader(desk, table="FB-01", tampering=False, working=True, proofs=PROVED)
    )
    stage.until(lambda: PREVIEW in stage.app.works.names)
    stage.write(PIN)
    stage.press(KEY.Key_Return)
    stage.until(lambda: place.shown is not None and bool(place.shown.document))
    stage.until(lambda: stage.app.works.names == (PREVIEW,))
    go_on.set()
    stage.until(lambda: not stage.app.works.names)
    stage.settle()
    assert place.shown is not None and place.shown.document == "DOC-2026-00001"


def test_a_wrong_pin_issues_nothing(stage: Stage) -> None:
    place = go(stage)
    stage.press(KEY.Key_F9)
    stage.write("0000")
    stage.press(KEY.Key_Return)
    stage.settle()
    assert stage.app.sheets.asking is not None and stage.read(Document, "DOC-2026-00001") is None
    assert place.issuing.unkept is None


def pdf_printer(path: Path) -> QPrinter:
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(path))
    return printer


@pytest.mark.unix
def test_printed_through_the_systems_way_in_true_size(stage: Stage, tmp_path: Path) -> None:
    place = go(stage, "access:")
    issue(stage, place)
    target = tmp_path / "printed.pdf"
    place.out.choose_printer = lambda _page: pdf_printer(target)
    assert place.shown is not None
    pages = place.shown.page.pages
    stage.press(KEY.Key_F8)
    stage.until(lambda: place.shown is not None and not place.shown.fresh and not stage.app.works.names)
    printed = target.read_bytes()
    info = poppler("pdfinfo", printed, tmp_path)
    assert f"Pages:           {pages}" in info and ("612 x 792" in info or "792 x 612" in info)  # Letter, either way
    one, other = page_shown(printed, 0, 600).picture, page_shown(place.shown.content, 0, 600).picture
    assert abs(dark(one) - dark(other)) < 0.2 * dark(other), "the same page in the same size"
    said = poppler("pdftotext", printed, tmp_path)
    assert place.shown.document in said, "a PDF printer keeps the text"


@pytest.mark.qt_log_ignore("QPainter::begin", extend=True)
def test_a_printer_that_fails_loses_nothing_and_is_told(stage: Stage, tmp_path: Path) -> None:
    place = go(stage)
    number = issue(stage, place)
    place.out.choose_printer = lambda _page: pdf_printer(tmp_path / "no such folder" / "x.pdf")
    told: list[str] = []
    stage.app.writer.refused.connect(lambda refusal: told.append(str(refusal)))
    stage.press(KEY.Key_F8)
    stage.until(lambda: bool(told))
    assert "printer" in told[0] and number in told[0] and "archive" in told[0]
    assert place.shown is not None and place.shown.fresh, "it may still be printed"
    assert (tmp_path / "papers" / f"{number}.pdf").exists()


def test_a_full_disk_keeps_the_paper_on_the_screen_until_it_can_be_kept(stage: Stage, tmp_path: Path) -> None:
    place = go(stage)
    told: list[str] = []
    stage.app.writer.refused.connect(lambda refusal: told.append(str(refusal)))
    (tmp_path / "papers").write_text("in the way")
    stage.press(KEY.Key_F9)
    stage.write(PIN)
    stage.press(KEY.Key_Return)
    stage.until(lambda: bool(told))
    assert "not lost" in told[0] and place.issuing.unkept is not None
    aside = tmp_path / "aside.pdf"
    place.out.choose_target = lambda _page, _name: str(aside)
    place.do("save")
    stage.until(aside.exists)
    (tmp_path / "papers").unlink()
    stage.press(KEY.Key_F9)
    stage.until(lambda: place.shown is not None and bool(place.shown.document))
    assert place.issuing.unkept is None and stage.read(Document, "DOC-2026-00001") is not None
    stage.settle()
    assert aside.read_bytes() == (tmp_path / "papers" / "DOC-2026-00001.pdf").read_bytes()


@pytest.mark.unix
def test_a_copy_asks_why_and_says_so(stage: Stage, tmp_path: Path) -> None:
    place = go(stage)
    number = issue(stage, place)
    original = place.shown
    stage.press(KEY.Key_F9)
    stage.write("coffee on it")
    stage.press(KEY.Key_Return)
    stage.until(lambda: place.shown is not original and not stage.app.works.names)
    assert (tmp_path / "papers" / f"{number}-copy-1.pdf").exists()
    assert place.shown is not None and "COPY 1" in texts(place.shown.content, tmp_path)[0]
    assert stage.read(Document, number).reprints == 1


def test_a_dropped_pdf_is_checked_against_the_logbook(stage: Stage, tmp_path: Path) -> None:
    place = go(stage)
    number = issue(stage, place)
    paper = tmp_path / "came back.pdf"
    shutil.copy(tmp_path / "papers" / f"{number}.pdf", paper)
    answers = []
    for content in (paper.read_bytes(), paper.read_bytes() + b"\n", b"%PDF-1.7 of somebody"):
        paper.write_bytes(content)
        place.checked = None
        place.papers.drop.dropped.emit(str(paper))
        stage.until(lambda: place.checked is not None)
        answers.append(place.checked.verdict if place.checked else "")
        stage.press(KEY.Key_Escape)
    assert answers == ["authentic", "altered", "not recognized"]
    told: list[str] = []
    stage.app.writer.refused.connect(lambda refusal: told.append(str(refusal)))
    place.papers.drop.dropped.emit(str(tmp_path / "gone.pdf"))
    stage.until(lambda: bool(told))
    assert "cannot be read" in told[0]
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff\xe0")
    place.check(str(tmp_path / "photo.jpg"))
    stage.until(lambda: len(told) == 2)
    assert "photo.jpg is not a PDF" in told[1]


@pytest.mark.unix
def test_a_saved_preview_is_of_no_use_as_a_record(stage: Stage, tmp_path: Path) -> None:
    place = go(stage)
    target = tmp_path / "preview.pdf"
    place.out.choose_target = lambda _page, name: str(tmp_path / name) if not name else str(target)
    place.do("save")
    stage.until(lambda: target.exists() and target.stat().st_size > 1000)
    assert "Preview" in texts(target.read_bytes(), tmp_path)[0]
    office = stage.app.around.setting.office
    assert office is not None
    found: list[str] = []
    stage.app.writer.run(lambda: check_paper(office(), target.read_bytes()).verdict, found.append)
    stage.until(lambda: bool(found))
    assert found == ["not recognized"]


def test_the_rows_open_in_a_spreadsheet_with_one_press(stage: Stage) -> None:
    place, opened = go(stage), list[Path]()

    def open_file(path: str) -> bool:
        opened.append(Path(path))
        return True

    place.out.open_file = open_file
    HAND.keyClick(stage.under_hand, KEY.Key_X, Qt.KeyboardModifier.AltModifier)
    stage.until(lambda: bool(opened))
    lines = list(csv.reader(io.StringIO(opened[0].read_text("utf-8-sig"), newline="")))
    assert ["Summary"] in lines and any("Table" in line and "Reader" in line for line in lines)
    shutil.rmtree(opened[0].parent)


def test_a_paper_cancelled_under_way_takes_no_number(stage: Stage, tmp_path: Path) -> None:
    place = go(stage, "day:")
    told: list[str] = []
    stage.app.writer.refused.connect(lambda refusal: told.append(str(refusal)))
    office = stage.app.around.setting.office
    assert office is not None and place.view is not None
    request = place.choice.request(place.view)
    assert request is not None
    begun: list[Begun] = []
    stage.app.writer.act(lambda desk: office().begin(desk, request, size="Letter"), begun.append)
    stage.until(lambda: bool(begun))
    place.issuing.print(Issuing(office(), begun[0]))
    stage.app.works.cancel("paper issue")
    stage.until(lambda: bool(told))
    assert "took no number" in told[0] and not (tmp_path / "papers").exists()
    place.do("new")
    ready(stage, place)
    assert issue(stage, place) == "DOC-2026-00001"


def test_a_preview_begun_for_another_choice_gives_way(stage: Stage) -> None:
    place = go(stage)
    for name in ("custody", "access", "day", "devices", "register"):
        place._choose_paper(name)  # faster than any of them is made
    ready(stage, place)
    stage.until(lambda: place.shown is not None and not stage.app.works.names)
    assert place.choice.paper == "register" and place.shown is not None and "irregularities" in place.shown.ready


@pytest.mark.parametrize("handle", ["flo", "cora", "ada"])
def test_whoever_works_at_a_screen_may_issue(
    stage_on: Callable[[Path | None], Stage], house: Path, handle: str
) -> None:
    stage = stage_on(house)
    place = go(stage, handle=handle)
    issue(stage, place)
    assert stage.read(Document, "DOC-2026-00001").issued_by == handle


def test_a_report_is_signed_by_whoever_is_there_whomever_the_screen_last_showed(stage: Stage) -> None:
    place = go(stage)
    number = issue(stage, place)
    shown = place.view
    stage.app.lock()
    stage.until(lambda: not stage.app.inside)
    stage.sign_in("cora")
    stage.app.go("papers", f"document:{number}")
    stage.until(lambda: place.shown is not None and place.shown.document == number and not stage.app.works.names)
    place.view = shown  # a slow machine has not asked again yet
    place.do("sign further")
    stage.until(lambda: stage.app.sheets.sheet is not None)
    stage.write(PIN)
    stage.press(KEY.Key_Return)
    stage.until(lambda: stage.app.sheets.sheet is None)
    stage.until(lambda: not stage.app.works.names)
    assert [each.person for each in stage.read(Document, number).signed] == ["cora"]


@pytest.mark.unix
def test_somebody_else_signs_an_issued_report_too(stage: Stage, tmp_path: Path) -> None:
    place = go(stage)
    number = issue(stage, place)
    stage.app.lock()
    stage.until(lambda: not stage.app.inside)
    stage.sign_in("cora")
    stage.app.go("papers", f"document:{number}")
    stage.until(lambda: place.shown is not None and place.shown.document == number and not stage.app.works.names)
    place.do("sign further")
    stage.settle()
    stage.write(PIN)
    stage.press(KEY.Key_Return)
    stage.until(lambda: bool(stage.read(Document, number).signed) and not stage.app.works.names)
    stage.settle()
    signed = (tmp_path / "papers" / f"{number}-signed-1.pdf").read_bytes()
    assert place.shown is not None and place.shown.content == signed
    assert "not yet signed" not in "\n".join(texts(signed, tmp_path))
