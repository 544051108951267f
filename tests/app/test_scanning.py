"""Scanners on the real window: a serial one on a pty, and one in keyboard mode with its prefix."""

from __future__ import annotations

import pytest
from PyQt6.QtWidgets import QApplication, QLineEdit

from floorapp.domain.decks import DeckSet, Spot
from floorapp.domain.reader_lines import ReaderLine
from floorapp.operations.acts import lines
from floorapp.operations.facts.scans import LabelScanned
from floorapp.readers.outlets import PtyOutlet
from floorapp.screens.offers.by_act import offer_for
from floorapp.screens.offers.offer import Offer
from floorapp.screens.readers import LineRow
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.live.decks_place import DecksPlace
from floorapp.ui.live.table_place import TablePlace
from floorapp.ui.pages.ask_sheet import AskSheet
from tests.app.conftest import HAND, KEY, Stage
from tests.app.test_readers import place as readers_place
from tests.app.test_readers import until
from tests.app.test_readers import wired as wired


def keyed(stage: Stage, code: str) -> None:
    """As a scanner in keyboard mode types: its prefix, the code, Enter."""
    for letter in f"~{code}":
        HAND.keyClick(QApplication.focusWidget() or stage.app.window, letter)
    HAND.keyClick(QApplication.focusWidget() or stage.app.window, KEY.Key_Return)
    stage.settle()


def sets(stage: Stage, spot: Spot) -> list[DeckSet]:
    found: list[list[DeckSet]] = []
    stage.app.writer.ask(lambda snapshot: list(snapshot.moment.state.find(DeckSet, spot=spot)), found.append)
    stage.until(lambda: bool(found))
    return found[0]


def scanned(stage: Stage) -> list[LabelScanned]:
    found: list[list[LabelScanned]] = []

    def look(snapshot: Snapshot) -> list[LabelScanned]:
        page = snapshot.book.page(limit=200)
        return [each.fact for each in page if isinstance(each.fact, LabelScanned)]

    stage.app.writer.ask(look, found.append)
    stage.until(lambda: bool(found))
    return found[0]


def decks_place(stage: Stage) -> DecksPlace:
    found = stage.app.places["decks"]
    assert isinstance(found, DecksPlace)
    return found


def test_a_label_scanned_anywhere_leads_to_its_set_and_a_tables_to_its_table(stage: Stage) -> None:
    stage.sign_in("flo")
    (red,) = sets(stage, Spot.SHOE)
    keyed(stage, f"SET-{red.id}")
    assert stage.app.now.name == "decks"
    stage.until(lambda: decks_place(stage).row is not None)
    keyed(stage, "TABLE-FB-03")
    table = stage.app.now
    assert isinstance(table, TablePlace)
    stage.until(lambda: table.table == "FB-03")
    keyed(stage, "4006381333931")
    said = stage.app.window.banner.message
    assert said is not None and "4006381333931" in said.happened


def test_a_wrong_set_is_said_at_the_field_and_the_right_one_is_on_record(stage: Stage) -> None:
    stage.sign_in("flo")
    (red,) = sets(stage, Spot.SHOE)
    blue = next(each for each in sets(stage, Spot.TABLE) if each.table == "FB-01")
    other = next(each for each in sets(stage, Spot.TABLE) if each.table == "FB-03")
    stage.app.go("table", "FB-01")
    stage.settle()
    stage.press(KEY.Key_F3)
    asking = stage.app.sheets.asking
    assert asking is not None and "scan" in asking.fields
    keyed(stage, f"SET-{other.id}")
    assert other.id in asking.said_wrong and "FB-03" in asking.said_wrong and scanned(stage) == []
    keyed(stage, f"SET-{blue.id}")
    assert asking.fields["scan"].text == blue.id and asking.said_wrong == ""
    (said,) = scanned(stage)
    assert (said.deck_set, said.step) == (blue.id, "change_decks") and red.id != blue.id
    edit = asking.fields["scan"].edit
    assert isinstance(edit, QLineEdit)
    edit.setFocus()
    edit.selectAll()
    HAND.keyClicks(edit, f"SET-{red.id}")
    assert asking.fields["scan"].text == f"SET-{red.id}"
    stage.press(KEY.Key_Return)
    assert asking.fields["scan"].text == red.id, (
        "a scanner without a prefix types into the field, and Enter looks it up"
    )


def test_seals_are_gathered_by_scanning_and_a_used_one_is_refused(stage: Stage) -> None:
    stage.sign_in("sam")
    stage.app.go("decks", "")
    stage.settle()
    decks_place(stage).do("receive_decks")
    stage.settle()
    asking = stage.app.sheets.asking
    assert asking is not None
    used = sets(stage, Spot.SHOE)[0].seal
    for code in ("SEAL-N1", "N2"):
        keyed(stage, code)
    assert asking.fields["seals"].text == "N1, N2"
    keyed(stage, used)
    assert "used before" in asking.said_wrong and asking.fields["seals"].text == "N1, N2"
    keyed(stage, "N2")
    assert "already scanned" in asking.said_wrong


def test_what_a_hand_types_stays_typed(stage: Stage) -> None:
    stage.sign_in("sam")
    stage.app.go("decks", "")
    stage.settle()
    decks_place(stage).do("receive_decks")
    stage.settle()
    asking = stage.app.sheets.asking
    assert asking is not None
    edit = asking.fields["design"].edit
    assert isinstance(edit, QLineEdit)
    edit.setFocus()
    HAND.keyClick(edit, "~")
    stage.until(lambda: edit.text() == "~")
    HAND.keyClicks(edit, "Bee")
    assert edit.text() == "~Bee"


def test_presence_is_proved_at_the_inspection(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.go("inspect", "FB-01")
    stage.settle()
    keyed(stage, "TABLE-NJ-01")
    assert scanned(stage) == [] and stage.app.window.banner.isVisible()
    keyed(stage, "TABLE-FB-01")
    (said,) = scanned(stage)
    assert (said.table, said.step) == ("FB-01", "inspect_reader")


def scanner(stage: Stage) -> PtyOutlet:
    """A serial scanner on a line of its own, which is open."""
    outlet = PtyOutlet()
    stage.sign_in("sam")
    stage.app.writer.act(lambda desk: lines.add_line(desk, line="S1", target=outlet.name, driver="scanner"))
    stage.app.go("readers", "")

    def rows() -> list[LineRow]:
        view = readers_place(stage).view
        return [row for row in view.rows if row.line == "S1"] if view else []

    until(stage, lambda: [row.word for row in rows()] == ["live"])
    assert not rows()[0].stranger and rows()[0].table == ""
    return outlet


@pytest.mark.unix
def test_a_serial_scanner_on_a_line_does_the_same_and_is_no_reader(wired: Stage) -> None:
    outlet = scanner(wired)
    assert wired.read(ReaderLine, "S1").scans
    outlet.write(b"\x02TABLE-FB-01\r\n")
    wired.until(lambda: wired.app.now.name == "table")
    table = wired.app.now
    assert isinstance(table, TablePlace)
    wired.until(lambda: table.table == "FB-01")
    outlet.unplug()


def opened(stage: Stage, step: str, about: str) -> AskSheet:
    """The form of a step, on the screen."""

    def show(offer: Offer | None) -> None:
        assert offer is not None and offer.form is not None, offer
        stage.app.sheets.offer(offer)

    stage.app.writer.ask(lambda snapshot: offer_for(snapshot, step, about), show)
    stage.until(lambda: stage.app.sheets.asking is not None and stage.app.sheets.asking.form.name == step)
    assert stage.app.sheets.asking is not None
    return stage.app.sheets.asking


def new_seal(stage: Stage, outlet: PtyOutlet, step: str, about: str, used: str) -> None:
    """A used seal and then a new one are scanned for a step."""
    field = "seals" if step == "receive_decks" else "seal"
    asking = opened(stage, step, about)
    asking.fields[field].edit.setFocus()
    stage.settle()
    outlet.write(f"SEAL-{used}\r\n".encode())
    stage.until(lambda: "used before" in asking.said_wrong)
    outlet.write(b"SEAL-N1\r\n")
    stage.until(lambda: asking.fields[field].text == "N1")
    stage.app.sheets.close()
    stage.settle()


@pytest.mark.unix
def test_a_serial_scanner_scans_new_seals_and_says_a_used_one_and_proves_presence(wired: Stage) -> None:
    outlet = scanner(wired)
    (played,) = sets(wired, Spot.SHOE)
    new_seal(wired, outlet, "receive_decks", "", played.seal)
    new_seal(wired, outlet, "seal_decks", played.id, played.seal)
    wired.app.go("inspect", "FB-01")
    wired.settle()
    outlet.write(b"TABLE-NJ-01\r\n")
    wired.until(lambda: wired.app.window.banner.isVisible())
    assert scanned(wired) == []
    outlet.write(b"TABLE-FB-01\r\n")
    wired.until(lambda: [(each.table, each.step) for each in scanned(wired)] == [("FB-01", "inspect_reader")])
    outlet.unplug()


@pytest.mark.unix
def test_two_seals_scanned_in_one_breath_are_both_gathered(wired: Stage) -> None:
    outlet = scanner(wired)
    asking = opened(wired, "receive_decks", "")
    outlet.write(b"SEAL-N1\r\nSEAL-N2\r\nSEAL-N3\r\nSEAL-N2\r\n")
    wired.until(lambda: "already scanned" in asking.said_wrong)
    assert asking.fields["seals"].text == "N1, N2, N3"
    outlet.unplug()
