"""The readers screen on the real window, over virtual readers in a process of their own."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PyQt6.QtCore import QEvent, Qt
from PyQt6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from db.store import open_store
from floorapp.bootstrap import RESOURCES
from floorapp.domain.devices import Inspection
from floorapp.domain.reader_lines import ListedReader, ReaderLine
from floorapp.domain.tables import Fixture
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import lines, tables
from floorapp.operations.acts import opening as opening_acts
from floorapp.operations.acts import readers as readers_acts
from floorapp.operations.desk import Desk
from floorapp.operations.refusal import Refusal
from floorapp.operations.signatures import Meaning
from floorapp.readers.recorder import Pace
from floorapp.readers.station import StationLines
from floorapp.screens.due import DueRow
from floorapp.screens.shell import Cell
from floorapp.screens.states import State
from floorapp.ui.live.app import App
from floorapp.ui.live.context import Setting
from floorapp.ui.live.inspect_place import InspectPlace
from floorapp.ui.live.readers_place import ReadersPlace
from floorapp.ui.live.start import dressed
from floorapp.ui.live.writer import Opened, Progress
from floorapp.ui.pages.ask_sheet import AskSheet
from tests.acts.floor import PROVED, CheapHasher, Floor
from tests.acts.rulebooks import RULEBOOKS
from tests.app.conftest import HAND, KEY, Stage
from tests.readers.floor import CALM
from tests.signals.room import WallClock


@pytest.fixture
def wired(house: Path, qtbot: QtBot, tmp_path: Path) -> Iterator[Stage]:
    """The app on the small house with a virtual reader at FB-01, its lines at work."""
    path = tmp_path / "floor.sqlite"
    shutil.copy(house, path)
    (tmp_path / "drivers").mkdir()
    clock = WallClock()
    floor = Floor(open_store(path), path, clock=clock)
    desk = floor.desk("flo")
    opening_acts.suspend_table(desk, table="FB-01", reason="another reader")
    for table in ("FB-01", "NJ-01"):
        tables.remove_equipment(floor.desk("ada"), table=table, fixture=Fixture.READER, reason="workshop")
    lines.attach_virtual_reader(floor.desk("ada"), table="FB-01")
    readers_acts.inspect_reader(desk, table="FB-01", tampering=False, working=True, proofs=PROVED)
    signed = floor.sign(desk, "sam", Meaning.OVERRIDE)
    opening_acts.resume_table(desk, table="FB-01", exception=signed, reason="a trial")
    floor.store.close()

    def opening(_progress: Progress) -> Opened:
        store = open_store(path)

        def desk() -> Desk:
            return Desk(logbook=store, clock=clock, hasher=CheapHasher(), rulebooks=RULEBOOKS)

        folders = (RESOURCES / "readers", path.parent / "drivers")
        work = StationLines(desk=desk(), keeper=store, patience=CALM, pace=Pace(gather=0.2), folders=folders)
        return Opened(desk(), store, (work,), work)

    _application, look = dressed()
    app = App(look, Setting(opening))
    app.window.resize(1366, 768)
    app.window.show()
    app.window.activateWindow()
    app.start()
    made = Stage(qtbot, app, clock, path, path.parent)
    made.until(lambda: app.floor.view is not None)
    yield made
    app.stop()
    app.window.hide()
    app.window.deleteLater()
    app.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def place(stage: Stage) -> ReadersPlace:
    found = stage.app.places["readers"]
    assert isinstance(found, ReadersPlace)
    return found


def words(stage: Stage) -> dict[str, str]:
    """The lines by table, with their word."""
    view = place(stage).view
    return {row.table: row.word for row in view.rows} if view else {}


def on_the_floor(stage: Stage) -> tuple[State, State | None]:
    """How the table and its reader stand on the map."""
    shown = stage.app.floor.view
    assert shown is not None
    table = next(each for each in shown.floor.plan.tables if each.name == "FB-01")
    return table.state, table.reader


def heard(stage: Stage) -> str:
    """What the header says of the readers."""
    shown = stage.app.floor.view
    assert shown is not None
    return next(each.word for each in shown.header.health if each.cell is Cell.READERS)


def until(stage: Stage, holds: Callable[[], bool]) -> None:
    """Wait while the window asks again, as it does every second."""

    def again() -> bool:
        stage.app.refresh()
        return holds()

    stage.until(again)


def fill(stage: Stage, asking: AskSheet, name: str, text: str) -> None:
    """Type over what stands in a field already."""
    edit = asking.fields[name].edit
    assert isinstance(edit, QLineEdit)
    edit.setFocus()
    edit.selectAll()
    stage.write(text)


def test_a_line_is_seen_whole_and_its_fault_shows_on_the_floor(wired: Stage) -> None:
    wired.sign_in("sam")
    wired.app.go("readers", "FB-01")
    until(wired, lambda: words(wired) == {"FB-01": "live"})
    until(wired, lambda: "in   Heartbeat" in place(wired).readers.frames.toPlainText())
    view = place(wired).view
    assert view is not None and view.detail is not None
    assert view.rows[0].virtual and view.detail.virtual and "1 of them virtual" in view.sentence
    assert heard(wired) == "1 of 1", "readers without a line are not called working"
    assert view.detail.health and "Live" in view.detail.health_says
    place(wired).play("hand As Kh")
    until(wired, lambda: bool(place(wired).view and place(wired).view.rows[0].signal == "blackjack"))  # type: ignore[union-attr]
    said = dict(place(wired).view.detail.facts)["Signal"].spoken  # type: ignore[union-attr]
    assert said.startswith("blackjack, As up at "), (
        "the list has room for the signal, the line's own page for the card too"
    )
    place(wired).play("fault optics")
    until(wired, lambda: words(wired) == {"FB-01": "fault"})
    until(wired, lambda: on_the_floor(wired) == (State.ALARM, State.ALARM))


def test_what_was_marked_or_scrolled_to_stays(wired: Stage) -> None:
    wired.sign_in("sam")
    wired.app.go("readers", "")
    frames = place(wired).readers.frames
    until(wired, lambda: frames.toPlainText().count("Heartbeat") > 1)
    frames.selectAll()
    before = frames.toPlainText()
    until(wired, lambda: bool(place(wired).view and place(wired).view.detail.frames != before))  # type: ignore[union-attr]
    wired.settle()
    assert frames.toPlainText() == before and frames.textCursor().hasSelection()


def test_lines_are_set_up_by_the_keys_and_followed_at_once(wired: Stage) -> None:
    wired.sign_in("sam")
    wired.app.go("readers", "")
    until(wired, lambda: words(wired) == {"FB-01": "live"})
    for words_, keys in (("attach_virtual_reader", ("n",)), ("switch_line", ("cleaning",))):
        place(wired).do(words_)
        wired.settle()
        for text in keys:
            wired.write(text)
        wired.press(KEY.Key_F9)
        wired.until(lambda: wired.app.sheets.sheet is None)
    until(wired, lambda: sorted(words(wired).values()) == ["live", "off"])
    assert wired.read(ReaderLine, "VR-0002").virtual
    assert wired.read(ListedReader, "Floorapp/Virtual/VR-0002").virtual


def test_a_virtual_reader_that_is_forgotten_is_played_no_longer(wired: Stage) -> None:
    wired.sign_in("sam")
    wired.app.go("readers", "")
    until(wired, lambda: words(wired) == {"FB-01": "live"})
    HAND.keyClick(QApplication.focusWidget() or wired.app.window, KEY.Key_F, Qt.KeyboardModifier.AltModifier)
    wired.settle()
    wired.write("sold")  # the reader on the selected line is named already
    wired.press(KEY.Key_F9)
    wired.until(lambda: wired.app.sheets.sheet is None)
    assert wired.read(ListedReader, "Floorapp/Virtual/VR-0001").forgotten
    until(wired, lambda: words(wired) == {"FB-01": "no port"})


def test_a_port_that_is_not_there_says_what_to_do_and_the_other_line_goes_on(wired: Stage) -> None:
    wired.sign_in("sam")
    wired.app.go("readers", "")
    until(wired, lambda: words(wired) == {"FB-01": "live"})
    place(wired).do("add_line")
    wired.settle()
    asking = wired.app.sheets.asking
    assert asking is not None
    for name, text in (("line", "L9"), ("target", "/dev/no-such-port"), ("framing", "9X9")):
        fill(wired, asking, name, text)
    asking.fields["answer"].show_text("No")
    wired.press(KEY.Key_F9)
    assert wired.app.sheets.asking is asking, "no line has nine data bits, and it was said"
    fill(wired, asking, "framing", "7E1")
    wired.press(KEY.Key_F9)
    wired.until(lambda: wired.app.sheets.sheet is None)
    until(wired, lambda: words(wired) == {"FB-01": "live", "": "no port"})
    place(wired).enter("L9")
    until(wired, lambda: bool(place(wired).view and place(wired).view.detail.line == "L9"))  # type: ignore[union-attr]
    view = place(wired).view
    assert view is not None and view.detail is not None
    assert "there is no /dev/no-such-port" in view.detail.trouble[0] and "Plug the reader in" in view.detail.trouble[2]
    place(wired).do("edit_line")
    wired.settle()
    editing = wired.app.sheets.asking
    assert editing is not None
    fill(wired, editing, "target", "/dev/no-other-port")
    wired.press(KEY.Key_F9)
    wired.until(lambda: wired.app.sheets.sheet is None)
    line = wired.read(ReaderLine, "L9")
    assert (line.target, line.framing, line.may_answer) == ("/dev/no-other-port", "7E1", False)


def test_a_floorperson_sees_lines_but_sets_none_up(wired: Stage) -> None:
    wired.sign_in("flo")
    wired.app.go("readers", "")
    until(wired, lambda: words(wired) == {"FB-01": "live"})
    refusals = {act.name: act.refusal for act in place(wired).acts()}
    for act in ("add_line", "attach_virtual_reader", "know_reader", "remove_line", "forget_reader"):
        assert "not for your role" in refusals[act], act
    assert refusals["switch_line"] == ""


def test_a_floor_without_lines_says_what_to_do_first(stage: Stage) -> None:
    stage.sign_in("sam")
    stage.app.go("readers", "")
    stage.settle()
    assert place(stage).readers.empty.isVisible() and not place(stage).readers.ledger.isVisible()


def test_the_connected_reader_answers_its_proof_test_and_fills_the_inspection(wired: Stage) -> None:
    wired.sign_in("flo")
    wired.app.go("readers", "")
    until(wired, lambda: words(wired) == {"FB-01": "live"})
    wired.app.go("inspect", "FB-01")
    wired.settle()
    walk = wired.app.places["inspect"]
    assert isinstance(walk, InspectPlace) and walk.view is not None and "P starts" in walk.view.page.proof_source
    wired.app.window.resize(1024, 700)
    wired.settle()
    wired.press(KEY.Key_P)
    assert walk.round.proof.visibleRegion().boundingRect().height() > 60, "the card to insert is in sight"
    steps = len(walk.view.test.steps) if walk.view.test else 0
    assert steps >= 2 and "running" in walk.view.refusal
    for done in range(1, steps + 1):
        wired.press(KEY.Key_C)
        until(wired, lambda done=done: seen(walk) == done)  # type: ignore[misc]
    assert walk.view.refusal == "" and walk.view.page.proof_summary.startswith("Function test passed")
    before = inspections(wired)
    wired.press(KEY.Key_Space)
    until(wired, lambda: len(inspections(wired)) == len(before) + 1)
    made = next(each for each in inspections(wired) if each not in before)
    assert made.passed and len(made.proofs) == steps and "Function test passed" in made.says
    assert {proof.expected for proof in made.proofs} == {"blackjack", "no_blackjack"}


def test_a_reader_with_a_wrong_light_fails_its_proof_test_and_cannot_be_called_okay(wired: Stage) -> None:
    wired.sign_in("flo")
    wired.app.go("readers", "")
    until(wired, lambda: words(wired) == {"FB-01": "live"})
    place(wired).play("wrong-light on")
    wired.app.go("inspect", "FB-01")
    wired.settle()
    walk = wired.app.places["inspect"]
    assert isinstance(walk, InspectPlace)
    wired.press(KEY.Key_P)
    assert walk.view is not None and walk.view.test is not None
    for done in range(1, len(walk.view.test.steps) + 1):
        wired.press(KEY.Key_C)
        until(wired, lambda done=done: seen(walk) == done)  # type: ignore[misc]
    assert "Function test failed" in walk.view.refusal
    wired.press(KEY.Key_N)
    asking = wired.app.sheets.asking
    assert asking is not None and asking.fields["says"].text.startswith("Function test failed")
    wired.press(KEY.Key_N, KEY.Key_F9)  # no signs of tampering
    wired.until(lambda: wired.app.sheets.sheet is None)
    until(wired, lambda: on_the_floor(wired)[0] is State.ALARM)
    assert any(not each.passed for each in inspections(wired))


def inspections(stage: Stage) -> tuple[Inspection, ...]:
    found: list[tuple[Inspection, ...]] = []
    stage.app.writer.ask(lambda snapshot: snapshot.moment.state.find(Inspection, table="FB-01"), found.append)
    stage.until(lambda: bool(found))
    return found[0]


def seen(walk: InspectPlace) -> int:
    """How many steps of the proof test are answered."""
    return len(walk.view.test.seen) if walk.view and walk.view.test else -1


def line_alarm(stage: Stage) -> list[DueRow]:
    """The row of a silent line in *Due now*."""
    view = stage.app.floor.view
    return [row for row in view.rows if "line-alarm/" in row.key] if view else []


def test_a_silent_line_that_was_acknowledged_leads_to_the_readers_by_the_next_press(wired: Stage) -> None:
    wired.sign_in("flo")
    wired.app.go("readers", "FB-01")
    until(wired, lambda: words(wired) == {"FB-01": "live"})
    place(wired).play("unplug 60")
    wired.app.go("floor", "")
    until(wired, lambda: bool(line_alarm(wired)))
    row = line_alarm(wired)[0]
    assert row.act == Acts.acknowledge_duty.name
    wired.app.floor.do_row(row.key)
    until(wired, lambda: bool(line_alarm(wired)) and line_alarm(wired)[0].act == "readers")
    wired.app.floor.do_row(line_alarm(wired)[0].key)
    assert wired.app.now.name == "readers"


def test_what_was_refused_is_no_longer_said_once_one_goes_on(stage: Stage) -> None:
    stage.sign_in("flo")
    banner = stage.app.window.banner
    refused = Refusal("trial", "It is already acknowledged.", "Nothing was changed.", "")
    stage.app.writer.refused.emit(refused)
    assert banner.message is not None
    stage.app.go("decks", "")
    assert banner.message is None
    stage.app.writer.refused.emit(refused)
    stage.press(KEY.Key_Question)
    assert banner.message is None
