"""Devices of every kind are connected in the window: over a cable, a network and a port that is picked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest

from floorapp.domain.reader_lines import ListedReader, ReaderLine
from floorapp.domain.readers import ReaderKind
from floorapp.operations.acts import lines
from floorapp.readers import station
from floorapp.readers.discovery import PortSeen
from floorapp.readers.outlets import Outlet, PtyOutlet, TcpOutlet
from floorapp.readers.simulation import Simulation, Tempo
from floorapp.readers.virtual import VirtualReader, virtual_identity
from floorapp.screens.readers import LineRow
from tests.app.conftest import KEY, Stage
from tests.app.test_readers import fill, place, until, words
from tests.app.test_readers import wired as wired
from tests.readers.lamp_board import lamp_board
from tests.readers.modbus_module import UNIT, Cable, IoModule
from tests.readers.polled_shoe import PolledShoe
from tests.readers.test_inbound import free_port, serving
from tests.readers.test_ports import DeviceServer as Rfc2217Server


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
