"""Device servers that connect to the station: heard, lost, heard again; strangers turned away."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

import pytest

from floorapp.domain.reader_lines import LineReason, LineState, ReaderLine
from floorapp.domain.readers import HoleCardSignal
from floorapp.readers.inbound import InboundPort
from tests.readers.floor import CALM, floor
from tests.waiting import looks


class DeviceServer:
    """A device server in client mode: connects to the station and passes on what its reader says, both ways."""

    def __init__(self, reader: str, station: tuple[str, int]) -> None:
        self._ends: list[socket.socket] = []
        self._reader, self._station = urlsplit(reader), station
        self._running = True
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        while self._running:
            with suppress(OSError):
                self._pass_on()
            time.sleep(0.02)

    def _pass_on(self) -> None:
        with (
            socket.create_connection((str(self._reader.hostname), int(self._reader.port or 0))) as reader,
            socket.create_connection(self._station) as station,
        ):
            self._ends = [reader, station]
            back = threading.Thread(target=_pour, args=(station, reader))
            back.start()
            _pour(reader, station)
            back.join()

    def hang_up(self) -> None:
        """The cable is pulled; it is plugged in again at once."""
        for each in self._ends:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def stop(self) -> None:
        self._running = False
        self.hang_up()
        self._thread.join()


def _pour(source: socket.socket, into: socket.socket) -> None:
    with suppress(OSError):
        while octets := source.recv(4096):
            into.sendall(octets)
    with suppress(OSError):
        into.shutdown(socket.SHUT_RDWR)


def free_port() -> int:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return int(held.getsockname()[1])


@contextmanager
def serving(reader: str, port: int) -> Iterator[DeviceServer]:
    server = DeviceServer(reader, ("127.0.0.1", port))
    try:
        yield server
    finally:
        server.stop()


def test_a_device_server_that_connects_to_us_is_a_line_like_any_other() -> None:
    port = free_port()
    with floor("tcp", lines=lambda _: [ReaderLine("IN", f"listen://127.0.0.1:{port}")], patience=CALM) as house:
        with serving(house.outlets[0].name, port) as server:
            house.until_state("IN", LineState.LIVE)
            house.do(0, "hand As Ks")
            house.memory.until(lambda: house.memory.events(HoleCardSignal))
            server.hang_up()
            house.until_state("IN", LineState.ABSENT)
            house.until_state("IN", LineState.LIVE)
            house.do(0, "hand As Ks")
            house.memory.until(lambda: len(house.memory.events(HoleCardSignal)) == 2)


def test_a_port_that_is_taken_says_so() -> None:
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
        with floor(lines=lambda _: [ReaderLine("IN", f"listen://127.0.0.1:{port}")]) as house:
            house.until_state("IN", LineState.ABSENT)
            assert house.last_reason("IN") is LineReason.PORT_TAKEN


def _heard(port: InboundPort) -> bytes:
    for _ in looks():
        if octets := port.read():
            return octets
    return b""


def test_the_newest_connection_counts_and_what_is_sent_arrives() -> None:
    number = free_port()
    port = InboundPort(f"listen://127.0.0.1:{number}")
    try:
        with socket.create_connection(("127.0.0.1", number)) as old:
            old.sendall(b"old")
            assert _heard(port) == b"old"
            with socket.create_connection(("127.0.0.1", number)) as new:
                new.sendall(b"new")
                assert _heard(port) == b"new"
                port.write(b"who are you")
                port.read()
                assert new.recv(100) == b"who are you"
                assert old.recv(100) == b""
            with pytest.raises(ConnectionError):
                _heard(port)
    finally:
        port.close()


def test_a_stranger_is_turned_away() -> None:
    number = free_port()
    port = InboundPort(f"listen://127.0.0.1:{number}?from=127.0.0.2")
    try:
        with socket.create_connection(("127.0.0.1", number)) as stranger:
            assert port.read() == b""
            assert stranger.recv(100) == b""
        with socket.create_connection(("127.0.0.1", number), source_address=("127.0.0.2", 0)) as expected:
            expected.sendall(b"me")
            assert _heard(port) == b"me"
    finally:
        port.close()
