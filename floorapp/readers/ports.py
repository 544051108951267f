"""Transports: opens device names, `socket://` and `rfc2217://` through pyserial."""

from __future__ import annotations

import os
import re
import socket
from collections import deque
from contextlib import suppress
from errno import EBUSY, ENOENT
from typing import Any, Protocol
from urllib.parse import urlsplit

import serial
from serial.urlhandler import protocol_socket

from floorapp.system import LOST, TERMINALS, keep_modem_lines

__all__ = ["LOST"]

#: Data bits, parity (none, even, odd, mark, space), stop bits.
FRAMING = re.compile(r"([5-8])([NEOMS])(1|1\.5|2)")
CONNECT_SECONDS = 4.0
#: How long a read of a port without a file descriptor waits before it looks whether it should end.
BLOCKING_SECONDS = 0.2
#: What Wine calls a failure when the time to wait for a byte of a COM port is over (ERROR_TIMEOUT); Windows does not.
NOTHING_CAME = "1460"
CHUNK = 4096
MOST_UNSENT = 64


class Port(Protocol):
    """An open transport; `fd` is None where only blocking reads are possible."""

    name: str
    fd: int | None
    #: The serial number of its USB adapter, where it has one.
    usb_serial: str

    def read(self) -> bytes:
        """What has come; b"" means nothing yet on a blocking port, and the end on one with a descriptor."""

    def write(self, octets: bytes) -> int:
        """Send what the line takes now; returns how much that was."""

    def close(self) -> None: ...


def keep_alive(connected: socket.socket) -> None:
    """Notice within half a minute that a device server lost its power: it says no goodbye.

    A system that has the settings' names and refuses them keeps its own, which are slower; the line is as good.
    """
    connected.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for name, value in (("TCP_KEEPIDLE", 10), ("TCP_KEEPINTVL", 5), ("TCP_KEEPCNT", 3)):
        if hasattr(socket, name):
            with suppress(OSError):
                connected.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


class SocketSerial(protocol_socket.Serial):
    """pyserial's socket, without what keeps it from serving hundreds of lines.

    WORKAROUND https://github.com/home-assistant/core/issues/47939: pyserial's select() fails past file
    descriptor 1024, here already in open(), which also throws the first bytes away; and its close() sleeps
    0.3 s, and leaks the socket when the other end was first.
    """

    _socket: socket.socket | None
    _port: str
    is_open: bool

    def open(self) -> None:
        connected = socket.create_connection(address_of(self._port), timeout=CONNECT_SECONDS)
        connected.setblocking(False)
        keep_alive(connected)
        self.logger = None
        self._socket = connected
        self.is_open = True

    def close(self) -> None:
        connected, self._socket, self.is_open = self._socket, None, False
        if connected is not None:
            connected.close()


class FilePort:
    """A port with a file descriptor: read when a selector says so."""

    usb_serial = ""

    def __init__(self, name: str, port: Any) -> None:
        self.name = name
        self._port = port
        self.fd: int | None = port.fileno()
        self._number: int = port.fileno()

    def read(self) -> bytes:
        return os.read(self._number, CHUNK)

    def write(self, octets: bytes) -> int:
        try:
            return os.write(self._number, octets)
        except BlockingIOError:
            return 0

    def close(self) -> None:
        try:
            self._port.close()
        except LOST:
            return  # it was gone already, which is what closing is for


class SocketPort(FilePort):
    """A connection: read and written as a socket, for on Windows its number is no file's."""

    def __init__(self, name: str, port: SocketSerial) -> None:
        super().__init__(name, port)
        assert port._socket is not None
        self._connected = port._socket

    def read(self) -> bytes:
        return self._connected.recv(CHUNK)

    def write(self, octets: bytes) -> int:
        try:
            return self._connected.send(octets)
        except BlockingIOError:
            return 0


class BlockingPort:
    """A port that can only be waited for, such as rfc2217: it wants a thread, which alone reads, writes, closes."""

    usb_serial = ""

    def __init__(self, name: str, port: Any) -> None:
        self.name = name
        self.fd: int | None = None
        self._port = port
        self._unsent: deque[bytes] = deque(maxlen=MOST_UNSENT)
        if (connected := getattr(port, "_socket", None)) is not None:
            keep_alive(connected)

    def read(self) -> bytes:
        while self._unsent:
            self._port.write(self._unsent.popleft())
        thread = getattr(self._port, "_thread", None)
        if thread is not None and not thread.is_alive():
            # WORKAROUND: pyserial's own thread can die without telling, and read() then waits for ever.
            raise ConnectionError(f"{self.name}: the connection broke")
        try:
            first: bytes = self._port.read(1)
        except serial.SerialException as fault:
            if NOTHING_CAME not in str(fault):
                raise
            return b""
        return first + self._port.read(min(self._port.in_waiting, CHUNK)) if first else first

    def write(self, octets: bytes) -> int:
        self._unsent.append(octets)
        return len(octets)

    def close(self) -> None:
        # WORKAROUND https://github.com/pyserial/pyserial/blob/v3.5/serial/rfc2217.py: the socket is left open
        # when the other end was first.
        connected = getattr(self._port, "_socket", None)
        try:
            self._port.close()
        except LOST:
            return  # it was gone already, which is what closing is for
        finally:
            if connected is not None:
                connected.close()


def address_of(url: str) -> tuple[str, int]:
    """Host and port of a `socket://` or `rfc2217://` address; raises ValueError."""
    parts = urlsplit(url)
    if not parts.hostname or parts.port is None:
        raise ValueError(f"not {parts.scheme}://HOST:PORT: {url}")
    return parts.hostname, parts.port


def open_port(name: str, baud: int, framing: str = "8N1", asserts: str = "") -> Port:
    """Open a port for us alone; raises one of LOST, or ValueError for a name that makes no sense.

    `framing` is data bits, parity and stop bits; DTR and RTS, which reset many a board, are raised only if
    `asserts` names them.
    """
    if name.startswith("socket://"):
        port: Any = SocketSerial()
        port.port = name
        port.open()
        return SocketPort(name, port)
    if "://" in name:
        if name.startswith("rfc2217://"):
            address_of(name)
        port = serial.serial_for_url(name, do_not_open=True, timeout=BLOCKING_SECONDS)
        _open(port, baud, framing, asserts)
        return BlockingPort(name, port)
    if not TERMINALS:
        port = serial.Serial(timeout=BLOCKING_SECONDS)
        port.port = name
        try:
            _open(port, baud, framing, asserts)
        except serial.SerialException as fault:
            raise _plain(name, fault) from None  # which may be the same: a fault that causes itself is asked for ever
        return BlockingPort(name, port)
    port = serial.Serial(timeout=0, exclusive=True)
    port.port = name
    _open(port, baud, framing, asserts)
    keep_modem_lines(port.fileno())
    return FilePort(name, port)


def _open(port: Any, baud: int, framing: str, asserts: str) -> None:
    parts = FRAMING.fullmatch(framing)
    if parts is None:
        raise ValueError(f"not data bits, parity and stop bits, such as 8N1: {framing}")
    port.baudrate = baud
    port.bytesize, port.parity, port.stopbits = int(parts[1]), parts[2], float(parts[3])
    port.dtr, port.rts = "dtr" in asserts, "rts" in asserts
    port.open()


def _plain(name: str, fault: serial.SerialException) -> OSError:
    """What Windows said, as the error it was: pyserial there keeps only its words."""
    said = str(fault)
    if "FileNotFoundError" in said:
        return FileNotFoundError(ENOENT, "no such port", name)
    return OSError(EBUSY, "in use", name) if "PermissionError" in said else fault
