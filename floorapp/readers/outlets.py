"""Where a virtual reader is plugged in: a pseudo-terminal, or a TCP port as a device server has."""

from __future__ import annotations

import os
import socket
from typing import Protocol

from floorapp.system import TERMINALS, new_terminal

CHUNK = 65_536
#: Lost and would-block are the same to a device: it sends, whether anybody listens or not.
DEAF = (OSError,)


class Outlet(Protocol):
    """The far end of a virtual reader's cable: a pseudo-terminal or a TCP port that can be pulled."""

    @property
    def name(self) -> str: ...

    def plug(self) -> None:
        """Be there."""

    def rename(self) -> None:
        """Be there under another name at the next plugging."""

    def unplug(self) -> None: ...

    def descriptors(self) -> list[int]:
        """What is to be waited for."""

    def ready(self, descriptor: int) -> bytes:
        """A descriptor is ready: what the host said, if it said anything."""

    def write(self, octets: bytes) -> bool:
        """Send; false if nobody could take all of it."""


class PtyOutlet:
    """A pseudo-terminal, which looks like a serial port to the host."""

    def __init__(self) -> None:
        self._ours = self._theirs = -1
        self._name = ""
        self._renamed = False
        self.plug()

    @property
    def name(self) -> str:
        return self._name

    def rename(self) -> None:
        self._renamed = True

    def plug(self) -> None:
        made = [new_terminal()]
        while self._renamed and made[-1][2] == self._name:
            made.append(new_terminal())
        self._renamed = False
        ours, theirs, name = made.pop()
        for one, other, _name in made:
            os.close(one)
            os.close(other)
        # The name first: another thread that sees it plugged in must not find the port it had before, by now another's.
        self._name = name
        # Theirs is held open so that the terminal stays raw and alive while no host has it open.
        self._ours, self._theirs = ours, theirs

    def unplug(self) -> None:
        held, self._ours, self._theirs = (self._theirs, self._ours), -1, -1
        for descriptor in held:
            if descriptor >= 0:
                os.close(descriptor)

    def descriptors(self) -> list[int]:
        return [self._ours] if self._ours >= 0 else []

    def ready(self, descriptor: int) -> bytes:
        try:
            return os.read(self._ours, CHUNK)
        except DEAF:
            return b""

    def write(self, octets: bytes) -> bool:
        try:
            return self._ours >= 0 and os.write(self._ours, octets) == len(octets)
        except DEAF:
            return False


def usual_outlet() -> Outlet:
    """A pseudo-terminal where the system has them, else a TCP port of this machine alone."""
    return PtyOutlet() if TERMINALS else TcpOutlet()


class TcpOutlet:
    """A listening TCP port for one host at a time; a second one is turned away, as device servers do."""

    def __init__(self, host: str = "127.0.0.1", port: int = 0) -> None:
        self._host = host
        self._port = port
        self._listener: socket.socket | None = None
        self._connected: socket.socket | None = None
        self.plug()

    @property
    def name(self) -> str:
        return f"socket://{self._host}:{self._port}"

    def rename(self) -> None:
        self._port = 0

    def plug(self) -> None:
        self._listener = socket.create_server((self._host, self._port), backlog=4)
        self._listener.setblocking(False)
        self._port = self._listener.getsockname()[1]

    def unplug(self) -> None:
        for each in (self._connected, self._listener):
            if each is not None:
                each.close()
        self._connected = self._listener = None

    def descriptors(self) -> list[int]:
        return [each.fileno() for each in (self._listener, self._connected) if each is not None]

    def ready(self, descriptor: int) -> bytes:
        if self._listener is not None and descriptor == self._listener.fileno():
            self._accept(self._listener)
            return b""
        return self._hear()

    def _accept(self, listener: socket.socket) -> None:
        try:
            connected, _ = listener.accept()
        except DEAF:
            return
        if self._connected is not None:
            connected.close()
            return
        connected.setblocking(False)
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._connected = connected

    def _hear(self) -> bytes:
        if self._connected is None:
            return b""
        try:
            octets = self._connected.recv(CHUNK)
        except BlockingIOError:
            return b""
        except DEAF:
            octets = b""
        if not octets:
            self._connected.close()
            self._connected = None
        return octets

    def write(self, octets: bytes) -> bool:
        if self._connected is None:
            return False
        try:
            return self._connected.send(octets) == len(octets)
        except DEAF:
            return False
