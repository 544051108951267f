"""Ports that do not open, ports beyond the 1024th file, ports without a file, and ports found by what they are."""

from __future__ import annotations

import errno
import os
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
import serial
import serial.rfc2217

from floorapp.domain.reader_lines import LineReason, LineState, ReaderLine
from floorapp.domain.readers import HoleCardSignal
from floorapp.readers import ports
from floorapp.readers.discovery import PortSeen, group_of, resolve, serial_of, with_links
from floorapp.readers.ports import BlockingPort, open_port
from floorapp.readers.supervisor import Supervisor
from floorapp.readers.troubles import reason_of
from tests.readers.floor import CALM, Memory, floor, known
from tests.waiting import wait_until


@contextmanager
def closed_port() -> Iterator[int]:
    with socket.socket() as held:  # held and not listening, so that nobody else takes it meanwhile
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


@pytest.mark.unix
def test_each_port_that_does_not_open_says_why_and_the_others_go_on(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.touch()
    ours, theirs = os.openpty()
    taken = serial.Serial(os.ttyname(theirs), exclusive=True)
    with closed_port() as closed, floor() as house:
        targets = {
            "none": ("/dev/no-such-port", LineReason.NO_PORT),
            "taken": (os.ttyname(theirs), LineReason.PORT_TAKEN),
            "plain": (str(plain), LineReason.NOT_SERIAL),
            "host": ("socket://no-such-host.invalid:7000", LineReason.NO_HOST),
            "refused": (f"socket://127.0.0.1:{closed}", LineReason.REFUSED),
            "wrong": ("socket://127.0.0.1:no", LineReason.BAD_ADDRESS),
            "nowhere": ("rfc2217://127.0.0.1", LineReason.BAD_ADDRESS),
            "scheme": ("quantum://here", LineReason.BAD_ADDRESS),
            "usb": ("usb:1209:f10a:ABSENT", LineReason.NO_PORT),
            "usb?": ("usb:nonsense", LineReason.BAD_ADDRESS),
        }
        house.add(*(ReaderLine(name, target) for name, (target, _) in targets.items()))
        for name in targets:
            house.until_state(name, LineState.ABSENT)
        house.until_state("L1", LineState.LIVE)
        house.do(0, "hand As Ks")
        house.memory.until(lambda: house.memory.events(HoleCardSignal))
        sheets = {sheet.line: sheet for sheet in house.supervisor.sheets()}
    taken.close()
    os.close(ours)
    os.close(theirs)
    assert {name: sheets[name].reason for name in targets} == {name: why for name, (_, why) in targets.items()}
    for name in targets:
        trouble = sheets[name].trouble
        assert trouble is not None and name in trouble.what and trouble.means and trouble.do


def test_no_permission_is_told_from_no_port() -> None:
    # The tests may run as root, to whom every port opens: the system's own refusal stands in.
    refusal = serial.SerialException(13, "could not open port /dev/ttyUSB0: [Errno 13] Permission denied")
    assert reason_of(refusal) is LineReason.NO_PERMISSION
    assert reason_of(PermissionError(1, "not permitted")) is LineReason.NO_PERMISSION
    assert reason_of(OSError(24, "too many open files")) is LineReason.TOO_MANY_FILES
    assert reason_of(TimeoutError()) is LineReason.UNREACHABLE
    assert reason_of(OSError(errno.EHOSTUNREACH, "no route")) is LineReason.UNREACHABLE


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("FileNotFoundError(2, 'The system cannot find the file specified.', None, 2)", LineReason.NO_PORT),
        ("PermissionError(13, 'Access is denied.', None, 5)", LineReason.PORT_TAKEN),
        ("PermissionError(13, 'The process cannot access the file.', None, 32)", LineReason.PORT_TAKEN),
        ("OSError(22, 'A device attached to the system is not functioning.', None, 31)", LineReason.UNOPENED),
    ],
)
def test_a_com_port_that_does_not_open_says_why(said: str, why: LineReason, monkeypatch: pytest.MonkeyPatch) -> None:
    """pyserial on Windows keeps the words of the error alone: these are the ones it has there."""

    def refused(_port: serial.Serial) -> None:
        raise serial.SerialException(f"could not open port 'COM7': {said}")

    monkeypatch.setattr(ports, "TERMINALS", False)
    monkeypatch.setattr(serial.Serial, "open", refused)
    with pytest.raises(OSError) as fault:
        open_port("COM7", 9600)
    assert reason_of(fault.value) is why


@pytest.mark.unix
@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() != 0, reason="only root can become somebody without permission"
)
def test_a_port_that_belongs_to_others() -> None:
    ours, theirs = os.openpty()
    name = os.ttyname(theirs)
    os.chmod(name, 0o600)
    child = os.fork()
    if child == 0:
        os.setuid(65_534)
        try:
            open_port(name, 9600)
        except OSError as fault:
            os._exit(0 if reason_of(fault) is LineReason.NO_PERMISSION else 1)
        os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    os.close(ours)
    os.close(theirs)


@pytest.mark.parametrize("transport", ["pty", "tcp"])
def test_lines_beyond_the_1024th_file(transport: str) -> None:
    files = [os.open(os.devnull, os.O_RDONLY) for _ in range(1100)]
    try:
        with floor(transport, readers=2) as house:
            house.until_state("L1", LineState.LIVE)
            house.until_state("L2", LineState.LIVE)
            house.do(1, "hand As Ks")
            house.memory.until(lambda: house.memory.events(HoleCardSignal))
            house.do(0, "unplug 0")
            house.until_state("L1", LineState.ABSENT)
            house.until_state("L1", LineState.LIVE)
    finally:
        for file in files:
            os.close(file)


class BareSerial(serial.Serial):
    """A pty has no modem lines."""

    cts = dsr = ri = cd = property(lambda self: True)

    def _update_dtr_state(self) -> None: ...

    def _update_rts_state(self) -> None: ...


class DeviceServer:
    """An RFC 2217 device server in front of a serial port, for one client."""

    def __init__(self, device: str) -> None:
        bare = device.startswith("/")
        self._port: Any = BareSerial(device, timeout=0.02) if bare else serial.serial_for_url(device, timeout=0.02)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.settimeout(0.05)
        self.name = f"rfc2217://127.0.0.1:{self._listener.getsockname()[1]}"
        self._client: socket.socket | None = None
        self._running = True
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._accept, self._forward)]

    def __enter__(self) -> DeviceServer:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._running = False
        self.pull()
        for thread in self._threads:
            thread.join()
        self._listener.close()
        self._port.close()

    def pull(self) -> None:
        client = self._client
        if client is not None:
            with suppress(OSError):
                client.shutdown(socket.SHUT_RDWR)

    @property
    def settings(self) -> tuple[int, str, float, bool, bool]:
        """What its client asked for."""
        port = self._port
        return port.bytesize, port.parity, port.stopbits, port.dtr, port.rts

    @property
    def idle(self) -> bool:
        return self._client is None

    def write(self, octets: bytes) -> None:
        if self._client is not None:
            with suppress(OSError):
                self._client.sendall(octets)

    def _accept(self) -> None:
        while self._running:
            with suppress(TimeoutError):
                client, _ = self._listener.accept()
                with client:
                    client.settimeout(None)
                    self._client = client
                    self._manager = serial.rfc2217.PortManager(self._port, cast(Any, self))
                    self._serve(client)
                    self._client = None

    def _serve(self, client: socket.socket) -> None:
        with suppress(OSError):
            while octets := client.recv(1024):
                for _ in self._manager.filter(octets):
                    pass

    def _forward(self) -> None:
        while self._running:
            octets = self._port.read(256)
            if octets and self._client is not None:
                self.write(b"".join(self._manager.escape(octets)))


@pytest.mark.unix
@pytest.mark.filterwarnings("ignore:set(Daemon|Name)")
def test_a_reader_behind_an_rfc2217_server() -> None:
    with floor(lines=lambda outlets: []) as house, DeviceServer(house.outlets[0].name) as server:
        memory = Memory()
        line = ReaderLine("far", server.name)
        with Supervisor(listener=memory, lines=[line], known=[known(1)], patience=CALM) as supervisor:
            memory.until(memory.is_("far", LineState.LIVE))
            house.do(0, "hand As Ks")
            memory.until(lambda: memory.events(HoleCardSignal))
            server.pull()
            memory.until(memory.is_("far", LineState.ABSENT))
            memory.until(memory.is_("far", LineState.LIVE))
            supervisor.follow([replace(line, on=False)], [known(1)])
            memory.until(memory.is_("far", LineState.OFF))


PORTS = [
    PortSeen("/dev/ttyUSB1", 0x0403, 0x6001, "FT12"),
    PortSeen("/dev/ttyUSB0", 0x1209, 0xF10A, "RDR-7"),
    PortSeen("/dev/ttyUSB2", 0x1209, 0xF10A, "RDR-9"),
    PortSeen("/dev/ttyACM0", 0x1209, 0xF10B, None),
    PortSeen("/dev/ttyS0"),
]


def test_a_port_is_found_by_what_it_is_not_by_its_name() -> None:
    assert resolve("usb:1209:f10a:RDR-9", lambda: PORTS) == "/dev/ttyUSB2"
    renamed = [PortSeen("/dev/ttyUSB7", 0x1209, 0xF10A, "RDR-9")]
    assert resolve("usb:1209:F10A:RDR-9", lambda: renamed) == "/dev/ttyUSB7"
    assert resolve("usb:1209:f10b", lambda: PORTS) == "/dev/ttyACM0"
    with pytest.raises(ValueError, match="2 ports answer"):
        resolve("usb:1209:f10a", lambda: PORTS)
    with pytest.raises(OSError, match="no such port"):
        resolve("usb:1209:f10a:RDR-1", lambda: PORTS)


def test_a_port_is_offered_by_what_stays_with_what_a_technician_knows_it_by() -> None:
    adapter = PortSeen("/dev/ttyUSB0", 0x0403, 0x6001, "FT12AB", "FT232R USB UART", maker="FTDI")
    assert adapter.target == "usb:0403:6001:FT12AB"
    assert adapter.words == "/dev/ttyUSB0, serial FT12AB, FTDI, FT232R USB UART, 0403:6001"
    bare = PortSeen("/dev/ttyS0", says="n/a")
    assert (bare.target, bare.words) == ("/dev/ttyS0", "/dev/ttyS0")
    assert PortSeen("/dev/ttyACM0", 0x1209, 0xF10B).target == "/dev/ttyACM0"


@pytest.mark.unix
def test_an_adapter_with_four_ports_or_without_a_serial_number_is_offered_by_a_name_that_stays(tmp_path: Path) -> None:
    """Four ports with the numbers of one adapter could not be opened; without a number the name is another's soon."""
    devices = [tmp_path / f"ttyUSB{number}" for number in range(6)]
    for device in devices:
        device.touch()
    (tmp_path / "by-id").mkdir()
    (tmp_path / "by-path").mkdir()
    for number in range(4):
        (tmp_path / "by-id" / f"usb-FTDI_Quad_FT4-if0{number}-port0").symlink_to(devices[number])
    (tmp_path / "by-path" / "pci-0:14.0-usb-0:2:1.0-port0").symlink_to(devices[4])
    quad = [PortSeen(str(each), 0x0403, 0x6011, "FT4") for each in devices[:4]]
    nameless, plain = PortSeen(str(devices[4]), 0x1A86, 0x7523), PortSeen(str(devices[5]), 0x0403, 0x6001, "FT12")
    ports = with_links([*quad, nameless, plain, PortSeen("/dev/ttyS0")], tmp_path)
    assert [each.target for each in ports] == [
        *(f"{tmp_path}/by-id/usb-FTDI_Quad_FT4-if0{number}-port0" for number in range(4)),
        f"{tmp_path}/by-path/pci-0:14.0-usb-0:2:1.0-port0",
        "usb:0403:6001:FT12",
        "/dev/ttyS0",
    ]
    assert resolve(ports[2].target, lambda: ports) == ports[2].target
    assert serial_of(ports[2].target, lambda: ports) == "FT4"


def test_what_fails_together_is_a_group() -> None:
    assert group_of(ReaderLine("a", "socket://10.0.0.5:4001")) == group_of(ReaderLine("b", "rfc2217://10.0.0.5:4032"))
    assert group_of(ReaderLine("a", "/dev/ttyUSB0")) != group_of(ReaderLine("b", "/dev/ttyUSB1"))
    assert group_of(ReaderLine("a", "/dev/ttyUSB0", group="hub 3")) == "hub 3"


@pytest.mark.filterwarnings("ignore:set(Daemon|Name)")
def test_opening_a_port_raises_no_line_unless_asked_and_sets_parity_and_bits() -> None:
    """DTR or RTS raised would reset a small board whenever the station opens its port."""
    with DeviceServer("loop://") as server:
        for framing, asserts, wanted in (
            ("7E2", "", (7, "E", 2, False, False)),
            ("8N1", "dtr", (8, "N", 1, True, False)),
        ):
            port = open_port(server.name, 9600, framing, asserts)
            wait_until(lambda: server.settings == wanted)  # noqa: B023 - called at once
            port.close()
            wait_until(lambda: server.idle)


@pytest.mark.unix
def test_a_serial_port_of_this_machine_is_opened_as_set_up() -> None:
    import termios  # Windows has none

    with floor(lines=lambda outlets: []) as house:
        number = house.outlets[0].descriptors()[0]
        set_up = termios.tcgetattr(number)
        set_up[2] |= termios.HUPCL  # as a real port begins: DTR falls when it is closed
        termios.tcsetattr(number, termios.TCSANOW, set_up)
        port: Any = open_port(house.outlets[0].name, 4800, "8N2")
        opened = port._port
        assert (opened.dtr, opened.rts, opened.baudrate, opened.stopbits) == (False, False, 4800, 2)
        flags = termios.tcgetattr(port.fd)[2]
        port.close()
    assert flags & termios.CSTOPB and not flags & termios.HUPCL


def test_a_system_that_refuses_settings_of_a_connection_gets_the_reader_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Wine has their names and refuses them: every reader over TCP was told it could not be opened."""
    for name in ("TCP_KEEPIDLE", "TCP_KEEPINTVL", "TCP_KEEPCNT"):
        monkeypatch.setattr(socket, name, 250, raising=False)  # no system knows it
    with socket.create_server(("127.0.0.1", 0)) as listening:
        open_port(f"socket://127.0.0.1:{listening.getsockname()[1]}", 115200).close()


def test_a_com_port_on_which_nothing_came_is_still_there() -> None:
    """Wine tells the end of waiting as a failure: a reader on a COM port was lost at its first pause."""

    class Pausing:
        said = "GetOverlappedResult failed (OSError(22, 'Timeout.', None, 1460))"

        def read(self, _count: int) -> bytes:
            raise serial.SerialException(self.said)

    pausing = Pausing()
    port = BlockingPort("COM7", pausing)
    assert port.read() == b""
    pausing.said = "GetOverlappedResult failed (OSError(22, 'Access denied.', None, 5))"
    with pytest.raises(serial.SerialException):
        port.read()
