"""Labels of sets, tables and seals go to a label printer or a PDF."""

from __future__ import annotations

import re
import socket
from dataclasses import replace
from pathlib import Path

import pytest

from floorapp.commands.floor_services import OpenFloor
from floorapp.domain.decks import DeckSet, Spot
from floorapp.ui.pages.ask_sheet import AskSheet
from tests.app.conftest import KEY, Stage
from tests.app.test_readers import wired as wired
from tests.app.test_scanning import decks_place, sets
from tests.papers.test_labels import LabelPrinter, pictures, read_square


def ask_for_labels(stage: Stage, **values: str) -> AskSheet:
    """Alt P at Decks, filled in and given."""
    place = decks_place(stage)
    services = OpenFloor.__new__(OpenFloor)  # of a floor's services only its way to labels is asked
    place.labels._around = replace(place.around, setting=replace(place.around.setting, labels=services.labels))
    place.do("labels")
    stage.settle()
    asking = stage.app.sheets.asking
    assert asking is not None
    for name, text in values.items():
        asking.fields[name].show_text(text)
    stage.press(KEY.Key_F9)
    return asking


def test_labels_of_new_seals_go_to_a_label_printer(stage: Stage) -> None:
    stage.sign_in("sam")
    stage.app.go("decks", "")
    stage.settle()
    printer = LabelPrinter()
    ask_for_labels(
        stage, what="New seals", first="B-0099", count="2", to="Printer", printer=f"127.0.0.1:{printer.port}"
    )
    stage.until(lambda: stage.app.sheets.sheet is None)
    codes = re.findall(r"\^FDMA,(.*?)\^FS", printer.done().decode())
    assert codes == ["SEAL-B-0099", "SEAL-B-0100"]


@pytest.mark.unix
def test_labels_of_every_set_go_into_a_pdf(stage: Stage, tmp_path: Path) -> None:
    stage.sign_in("sam")
    stage.app.go("decks", "")
    stage.settle()
    saved = tmp_path / "labels.pdf"
    decks_place(stage).labels.out.choose_target = lambda _parent, _name: str(saved)
    ask_for_labels(stage, what="Every deck set", first="", count="", to="PDF", printer="")
    stage.until(saved.exists)
    stage.until(lambda: saved.stat().st_size > 0)
    assert read_square(pictures(saved.read_bytes(), tmp_path)[0]) == f"SET-{min(each.id for each in every_set(stage))}"


def test_labels_that_cannot_be_made_or_sent_say_why(stage: Stage) -> None:
    stage.sign_in("sam")
    stage.app.go("decks", "")
    stage.settle()
    asking = ask_for_labels(stage, what="Every table", to="Printer")
    assert "label printer" in asking.said_wrong
    stage.app.sheets.close()
    used = sets(stage, Spot.SHOE)[0].seal
    asking = ask_for_labels(stage, what="New seals", first=used, count="1", to="PDF")
    assert "are not seal numbers" in asking.said_wrong or "used before" in asking.said_wrong
    stage.app.sheets.close()
    asking = ask_for_labels(
        stage, what="New seals", first="A-00000000000000001", count="1", symbol="Code 128", to="PDF"
    )
    assert "Choose QR" in asking.said_wrong
    stage.app.sheets.close()
    with socket.socket() as closed:  # bound, and nobody listens
        closed.bind(("127.0.0.1", 0))
        ask_for_labels(stage, what="Every table", to="Printer", printer=f"127.0.0.1:{closed.getsockname()[1]}")
        stage.until(lambda: stage.app.window.banner.message is not None)
    said = stage.app.window.banner.message
    assert said is not None and "did not take the labels" in said.happened


def every_set(stage: Stage) -> list[DeckSet]:
    return [each for spot in Spot for each in sets(stage, spot)]
