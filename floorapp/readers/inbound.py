"""Device servers that connect to us (TCP client, reverse mode): `listen://ADDRESS:PORT[?from=HOST]`."""

from __future__ import annotations

import selectors
import socket
from collections import deque
from urllib.parse import parse_qs, urlsplit

from floorapp.readers.ports import BLOCKING_SECONDS, CHUNK, MOST_UNSENT, address_of, keep_alive


class InboundPort:
    """Waits for a device server to connect, and is then its line; its own thread alone reads, writes, closes.

    The newest connection counts: a device server that lost its power comes again before the old one is known to be
    dead. With `from`, connections of other hosts are turned away.
    """

    usb_serial = ""

    def __init__(self, name: str) -> None:
        self.name = name
        self.fd: int | None = None
        wanted = parse_qs(urlsplit(name).query).get("from", [])
        self._from = {each[4][0] for host in wanted for each in socket.getaddrinfo(host, None)}
        self._listener = socket.create_server(address_of(name), backlog=4)
        self._listener.setblocking(False)
        self._connected: socket.socket | None = None
        self._unsent: deque[bytes] = deque(maxlen=MOST_UNSENT)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listener, selectors.EVENT_READ)

    def read(self) -> bytes:
        """What has come within a moment; raises ConnectionError where the device server hung up."""
        self._send()
        ready = {key.fileobj for key, _ in self._selector.select(BLOCKING_SECONDS)}
        if self._listener in ready:
            self._accept()
        connected = self._connected
        if connected is None or connected not in ready:
            return b""
        octets = connected.recv(CHUNK)
        if not octets:
            raise ConnectionError(f"{self.name}: the device server hung up")
        return octets

    def _accept(self) -> None:
        try:
            connected, (host, *_) = self._listener.accept()
        except BlockingIOError:
            return  # it went away again
        if self._from and host not in self._from:
            connected.close()
            return
        if self._connected is not None:
            self._selector.unregister(self._connected)
            self._connected.close()
        connected.setblocking(False)
        keep_alive(connected)
        self._selector.register(connected, selectors.EVENT_READ)
        self._connected = connected

    def _send(self) -> None:
        while self._connected is not None and self._unsent:
            try:
                sent = self._connected.send(self._unsent[0])
            except BlockingIOError:
                return
            left = self._unsent.popleft()[sent:]
            if left:
                self._unsent.appendleft(left)

    def write(self, octets: bytes) -> int:
        self._unsent.append(octets)
        return len(octets)

    def close(self) -> None:
        self._selector.close()
        for each in (self._connected, self._listener):
            if each is not None:
                each.close()
