"""F1 shows the page of the screen one is at; links lead on; Esc closes it and nothing else."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from PyQt6.QtCore import QUrl
from PyQt6.QtPrintSupport import QPrinter
from PyQt6.QtWidgets import QWidget

from floorapp.ui.live.help_window import PAGES, shipped_pages
from floorapp.ui.live.places import PLACES
from tests.app.conftest import KEY, Stage
from tests.app.test_flows import shown_page


def test_f1_opens_the_page_of_this_screen_and_esc_closes_it(stage: Stage) -> None:
    stage.press(KEY.Key_F1)
    stage.until(lambda: stage.app.helping.window is not None)
    help = stage.app.helping.window
    assert help is not None and help.page == "start"  # at the door
    stage.press(KEY.Key_Escape)
    assert not help.isVisible()
    stage.app.window.activateWindow()
    stage.sign_in("flo")
    stage.app.go("decks", "")
    stage.settle()
    stage.app.window.help_asked.emit()
    assert help.isVisible() and help.page == "decks"
    assert "deck set" in help.text.toPlainText()
    stage.app.go("inspect", "")
    stage.app.window.help_asked.emit()
    assert help.page == "inspect"
    assert shown_page(stage) == "inspect"


def test_every_place_has_its_page() -> None:
    names = {page.name for page in shipped_pages()}
    assert [name for name in PLACES if name not in names] == []


def test_links_lead_to_pages_and_paragraphs(stage: Stage) -> None:
    stage.sign_in("flo")
    cited: list[str] = []
    stage.app.helping.cited.connect(cited.append)
    stage.app.window.help_asked.emit()
    stage.until(lambda: stage.app.helping.window is not None)
    help = stage.app.helping.window
    assert help is not None
    help._follow(QUrl("record.md"))
    assert help.page == "record"
    help._follow(QUrl("rulebook:pa-590/590.7"))
    assert cited == ["pa-590/590.7"]


def test_every_link_in_the_pages_leads_somewhere() -> None:
    names = {page.name for page in shipped_pages()}
    for path in PAGES.glob("*.md"):
        for link in re.findall(r"\]\(([^)#\s]+)", path.read_text()):
            assert link.startswith(("rulebook:", "http", "../")) or link.removesuffix(".md") in names, (path.name, link)


@pytest.mark.unix
def test_the_keyboard_card_is_printed_in_letters_one_can_read(stage: Stage, tmp_path: Path) -> None:
    def into_a_file(_window: QWidget) -> QPrinter:
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
        printer.setOutputFileName(str(tmp_path / "card.pdf"))
        return printer

    stage.app.window.help_asked.emit()
    stage.until(lambda: stage.app.helping.window is not None)
    help = stage.app.helping.window
    assert help is not None
    help._choose_printer = into_a_file
    help.open("keys")
    help.print_button.click()
    said = subprocess.run(["pdftotext", str(tmp_path / "card.pdf"), "-"], capture_output=True, text=True, check=True)
    assert "Acknowledge" in said.stdout and "Jump to a table or record" in said.stdout
    assert said.stdout.count("\f") >= 4, "all of it on two pages would be too small to read"
