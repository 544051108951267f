"""The readers screen on the real window, over virtual readers in a process of their own."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest
from PyQt6.QtCore import QEvent, Qt
from PyQt6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from db.store import open_store
from floorapp.bootstrap import RESOURCES
from floorapp.domain.devices import Inspection
from floorapp.domain.reader_lines import ListedReader, ReaderLine
from floorapp.domain.readers import ReaderKind
from floorapp.domain.tables import Fixture
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import lines, tables
from floorapp.operations.acts import opening as opening_acts
from floorapp.operations.acts import readers as readers_acts
from floorapp.operations.desk import Desk
from floorapp.operations.refusal import Refusal
from floorapp.operations.signatures import Meaning
from floorapp.readers import station
from floorapp.readers.discovery import PortSeen
from floorapp.readers.outlets import Outlet, PtyOutlet, TcpOutlet
from floorapp.readers.recorder import Pace
from floorapp.readers.simulation import Simulation, Tempo
from floorapp.readers.station import StationLines
from floorapp.readers.virtual import VirtualReader, virtual_identity
from floorapp.screens.due import DueRow
from floorapp.screens.readers import LineRow
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
from tests.readers.lamp_board import lamp_board
from tests.readers.modbus_module import UNIT, Cable, IoModule
from tests.readers.polled_shoe import PolledShoe
from tests.readers.test_inbound import free_port, serving
from tests.readers.test_ports import DeviceServer as Rfc2217Server
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


@dataclass
class Device:
    """A device at the end of its cable: its protocol, port and settings, and what keeps it talking."""

    driver: str
    port: str
    settings: str = ""
    key: str = "Acme/Any/7"
    answer: str = "No"
    talk: Callable[[], object] = bool


INPUTS = f'identity = "Acme/Any/7"; unit = {UNIT}; inputs.0 = "blackjack"'


@contextmanager
def reader_on(outlet: Outlet) -> Iterator[str]:
    """A reader of the open protocol, as its maker would have it; its key."""
    device = VirtualReader(replace(virtual_identity(77, ReaderKind.BLACKJACK), virtual=False), random=Random(3))
    with Simulation([(device, outlet)], tempo=Tempo(beat=0.1, hello=0.3), random=Random(3)):
        yield device.identity.key


@contextmanager
def text(_folder: Path) -> Iterator[Device]:
    outlet = PtyOutlet()
    says = 'identity = "Acme/Any/7"; says.OK = "alive"; says.BJ = "blackjack"'
    yield Device("text-line", outlet.name, says, talk=lambda: outlet.write(b"OK\n"))
    outlet.unplug()


@contextmanager
def described(folder: Path) -> Iterator[Device]:
    """Its description is put into the drivers folder while the app runs."""
    outlet = PtyOutlet()
    framed = 'identity = "Acme/Any/7"\nframe.start = "3c"\nframe.end = "3e"\nframe.check = "sum"\nsays.A = "alive"\n'
    (folder / "drivers" / "acme-sum.toml").write_text(framed)
    yield Device("acme-sum", outlet.name, talk=lambda: outlet.write(b"<A>" + bytes([(0x41 + 0x3E) % 256])))
    outlet.unplug()


@contextmanager
def polled(_folder: Path) -> Iterator[Device]:
    with PolledShoe() as shoe:
        yield Device("enq-shoe", shoe.name, 'identity = "Acme/Any/7"', answer="Yes")


@contextmanager
def modbus_tcp(_folder: Path) -> Iterator[Device]:
    with IoModule() as module:
        yield Device("modbus-tcp", f"socket://127.0.0.1:{module.port}", INPUTS, answer="Yes")


@contextmanager
def modbus_rtu(_folder: Path) -> Iterator[Device]:
    cable = Cable()
    with IoModule(cable.ends[0]):
        yield Device("modbus-rtu", cable.ends[1], INPUTS, answer="Yes")
    cable.close()


@contextmanager
def server_that_waits(_folder: Path) -> Iterator[Device]:
    outlet = TcpOutlet()
    with reader_on(outlet) as key:
        yield Device("floor-line", outlet.name, key=key)


@contextmanager
def server_with_rfc2217(_folder: Path) -> Iterator[Device]:
    outlet = PtyOutlet()
    with reader_on(outlet) as key, Rfc2217Server(outlet.name) as server:
        yield Device("floor-line", server.name, key=key)


@contextmanager
def server_that_connects(_folder: Path) -> Iterator[Device]:
    outlet, port = TcpOutlet(), free_port()
    with reader_on(outlet) as key, serving(outlet.name, port):
        yield Device("floor-line", f"listen://127.0.0.1:{port}", key=key)


@contextmanager
def lamp_sensor(folder: Path) -> Iterator[Device]:
    with lamp_board("arduino", folder) as board:
        yield Device("floor-line", board.name, key="Own/LampSensor/0001", talk=board.power)


WAYS = (
    text,
    described,
    polled,
    modbus_tcp,
    modbus_rtu,
    server_that_waits,
    server_with_rfc2217,
    server_that_connects,
    lamp_sensor,
)


def test_a_description_with_a_slip_in_it_says_so_when_it_is_chosen(wired: Stage) -> None:
    (wired.folder / "drivers" / "acme-new.toml").write_text('identity = "Acme/X/1"\nsays.A = "jackpot"\n')
    wired.sign_in("sam")
    wired.app.go("readers", "")
    place(wired).do("add_line")
    wired.settle()
    asking = wired.app.sheets.asking
    assert asking is not None
    for name, text in (("line", "L9"), ("target", "/dev/no-such-port")):
        fill(wired, asking, name, text)
    asking.fields["driver"].show_text("acme-new")
    asking.fields["answer"].show_text("No")
    wired.press(KEY.Key_F9)
    assert wired.app.sheets.asking is asking
    assert "acme-new.toml" in asking.said_wrong and "jackpot" in asking.said_wrong, asking.said_wrong


def add_a_line(stage: Stage, device: Device) -> None:
    """By the form alone; settings that make no sense are refused first."""
    place(stage).do("add_line")
    stage.settle()
    asking = stage.app.sheets.asking
    assert asking is not None
    fill(stage, asking, "line", "L9")
    fill(stage, asking, "target", device.port)
    asking.fields["driver"].show_text(device.driver)
    asking.fields["answer"].show_text(device.answer)
    if device.settings:
        fill(stage, asking, "settings", 'says.X = "jackpot"')
        stage.press(KEY.Key_F9)
        assert stage.app.sheets.asking is asking, "settings that make no sense are refused"
        fill(stage, asking, "settings", device.settings)
    stage.press(KEY.Key_F9)
    stage.until(lambda: stage.app.sheets.sheet is None)


@pytest.mark.unix
@pytest.mark.filterwarnings("ignore:set(Daemon|Name)")
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_a_device_is_connected_in_the_window_without_python(
    wired: Stage, way: Callable[[Path], AbstractContextManager[Device]]
) -> None:
    wired.sign_in("sam")
    wired.app.go("readers", "")
    until(wired, lambda: words(wired) == {"FB-01": "live"})
    with way(wired.folder) as device:
        add_a_line(wired, device)

        def stands(holds: Callable[[LineRow], bool]) -> bool:
            device.talk()
            view = place(wired).view
            return bool(view and any(row.line == "L9" and holds(row) for row in view.rows))

        until(wired, lambda: stands(lambda row: row.stranger))
        place(wired).enter("L9")
        until(wired, lambda: bool(place(wired).row and place(wired).row.line == "L9"))  # type: ignore[union-attr]
        place(wired).do("know_reader")
        wired.until(lambda: wired.app.sheets.sheet is not None)
        wired.press(KEY.Key_F9)
        until(wired, lambda: stands(lambda row: row.word == "live"))
    assert wired.read(ListedReader, device.key).key == device.key


@pytest.mark.unix
def test_a_port_is_picked_listened_to_and_what_speaks_there_is_filled_in(
    wired: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    outlet = PtyOutlet()
    seen = PortSeen(outlet.name, 0x0403, 0x6001, "FT12AB", "FT232R USB UART", maker="FTDI")
    monkeypatch.setattr(station, "ports_here", lambda: [seen])
    device = VirtualReader(replace(virtual_identity(77, ReaderKind.BLACKJACK), virtual=False), random=Random(3))
    wired.sign_in("sam")
    wired.app.go("readers", "")
    until(wired, lambda: words(wired) == {"FB-01": "live"})
    with Simulation([(device, outlet)], tempo=Tempo(beat=0.1, hello=0.3), random=Random(3)):
        place(wired).do("add_line")
        wired.settle()
        asking = wired.app.sheets.asking
        assert asking is not None and asking.look_button is not None
        assert asking.fields["port"].text == f"{outlet.name}, serial FT12AB, FTDI, FT232R USB UART, 0403:6001"
        asking.fields["driver"].show_text("text-line")
        asking.look_button.setFocus()
        wired.press(KEY.Key_F8)
        assert asking.fields["driver"].edit.hasFocus(), "the next press is no longer the cross that closes the form"
        wired.until(lambda: asking.look_button is not None and asking.look_button.isEnabled())
        assert "VR-0077" in asking.found_says and asking.fields["driver"].text == "floor-line"
        assert asking.fields["baud"].text == "115200"
        fill(wired, asking, "line", "L9")
        asking.fields["answer"].show_text("No")
        wired.press(KEY.Key_F9)
        wired.until(lambda: wired.app.sheets.sheet is None)
        assert wired.read(ReaderLine, "L9").target == "usb:0403:6001:FT12AB", "it stays, wherever it is plugged in"
        until(wired, lambda: any(row.line == "L9" and row.stranger for row in place(wired).view.rows))  # type: ignore[union-attr]


@pytest.mark.unix
def test_a_line_is_edited_with_the_same_list_of_ports_and_the_same_listening(
    wired: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    outlet = PtyOutlet()
    adapters = [
        PortSeen(outlet.name, 0x0403, 0x6001, "FT12AB", "FT232R USB UART", maker="FTDI"),
        PortSeen("/dev/ttyX9", 0x0403, 0x6001, "FT99ZZ", "FT232R USB UART", maker="FTDI"),
    ]
    monkeypatch.setattr(station, "ports_here", lambda: adapters)
    device = VirtualReader(replace(virtual_identity(77, ReaderKind.BLACKJACK), virtual=False), random=Random(3))
    wired.sign_in("sam")
    wired.app.writer.act(lambda desk: lines.add_line(desk, line="L9", target="/dev/no-such-port", driver="text-line"))
    wired.app.go("readers", "L9")
    until(wired, lambda: bool(place(wired).row and place(wired).row.line == "L9"))  # type: ignore[union-attr]
    with Simulation([(device, outlet)], tempo=Tempo(beat=0.1, hello=0.3), random=Random(3)):
        place(wired).do("edit_line")
        wired.settle()
        asking = wired.app.sheets.asking
        assert asking is not None and asking.look_button is not None
        assert asking.fields["port"].text == "" and asking.fields["target"].text == "/dev/no-such-port"
        wired.press(KEY.Key_F8)
        wired.until(lambda: asking.look_button is not None and asking.look_button.isEnabled())
        assert "Line L9 is already listening there" in asking.found_says
        asking.fields["port"].show_text(adapters[0].words)
        wired.press(KEY.Key_F8)
        wired.until(lambda: "VR-0077" in asking.found_says)
        assert asking.fields["driver"].text == "floor-line"
        wired.press(KEY.Key_F9)
        wired.until(lambda: wired.app.sheets.sheet is None)
        line = wired.read(ReaderLine, "L9")
        assert (line.target, line.driver) == ("usb:0403:6001:FT12AB", "floor-line"), "what is chosen replaces what was"
        until(wired, lambda: any(row.line == "L9" and row.stranger for row in place(wired).view.rows))  # type: ignore[union-attr]


def fill(stage: Stage, asking: AskSheet, name: str, text: str) -> None:
    """Type over what stands in a field already."""
    edit = asking.fields[name].edit
    assert isinstance(edit, QLineEdit)
    edit.setFocus()
    edit.selectAll()
    stage.write(text)


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
