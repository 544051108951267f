"""A proxy on loopback between a station and the server: cuts the line, lets it go dead, or makes it slow."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
import time
from collections.abc import Iterator
from enum import Enum

from db.trial_server import Server


class Mode(Enum):
    """What the line does."""

    OPEN = "open"
    REFUSED = "refused"
    #: Bytes are taken and go nowhere: nobody hears of it.
    DEAD = "dead"
    SLOW = "slow"
    #: COMMIT goes to the server, its answer is thrown away and the line cut.
    CUT_AT_COMMIT = "cut at commit"
    #: The line is cut before COMMIT reaches the server.
    CUT_BEFORE_COMMIT = "cut before commit"


class Proxy:
    """Forwards connections from a port of loopback to the server."""

    def __init__(self, target: Server) -> None:
        self._target = target
        self.mode = Mode.OPEN
        self.cuts = 0
        #: After so many messages from the station the line is cut; with `unanswered` only once it reached the server.
        self.messages_left: int | None = None
        self.unanswered = False
        self._ending = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.settimeout(0.05)
        self.port = int(self._listener.getsockname()[1])
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()
        self._run(self._accept)

    def _run(self, work: object, *args: object) -> None:
        thread = threading.Thread(target=work, args=args, name="proxy", daemon=True)  # type: ignore[arg-type]
        self._threads.append(thread)
        thread.start()

    def url(self, database: str, user: str) -> str:
        return f"postgresql://{user}@127.0.0.1:{self.port}/{database}?sslmode=disable&gssencmode=disable"

    def set(self, mode: Mode) -> None:
        """Change what the line does; a line that is refused is cut as well."""
        self.mode = mode
        if mode is Mode.REFUSED:
            self.cut()

    def cut(self) -> None:
        """Cut every connection that is up."""
        with self._lock:
            pairs, self._pairs = self._pairs, []
        for pair in pairs:
            _cut(pair)

    def _accept(self) -> None:
        while not self._ending.is_set():
            try:
                client, _ = self._listener.accept()
            except TimeoutError:
                continue
            except OSError:
                return
            if self.mode is Mode.REFUSED:
                client.close()
                continue
            try:
                server = self._target.dial()
            except OSError:
                client.close()
                continue
            with self._lock:
                self._pairs.append((client, server))
            self._run(self._forward, client, server)

    def _forward(self, client: socket.socket, server: socket.socket) -> None:
        with contextlib.suppress(OSError, ValueError), selectors.DefaultSelector() as ready:
            ready.register(client, selectors.EVENT_READ, server)
            ready.register(server, selectors.EVENT_READ, client)
            while not self._ending.is_set():
                for key, _ in ready.select(0.05):
                    source, into = key.fileobj, key.data
                    assert isinstance(source, socket.socket)
                    content = source.recv(65536)
                    if not content or not self._pass(content, source is client, (client, server), into):
                        _cut((client, server))
                        return
        client.close()
        server.close()

    def _pass(self, content: bytes, up: bool, pair: tuple[socket.socket, socket.socket], into: socket.socket) -> bool:
        """Pass bytes on; answers whether the line still holds."""
        if self.mode is Mode.DEAD:
            return True
        if self.mode is Mode.SLOW:
            time.sleep(0.02)
        if up and self.messages_left is not None:
            self.messages_left -= 1
            if self.messages_left == 0:
                self.cuts, self.messages_left = self.cuts + 1, None
                if self.unanswered:
                    pair[0].shutdown(socket.SHUT_RDWR)  # the answer has nobody to go to
                    into.sendall(content)
                return False
        if up and b"COMMIT" in content:
            if self.mode is Mode.CUT_BEFORE_COMMIT:
                self.cuts, self.mode = self.cuts + 1, Mode.OPEN
                return False
            if self.mode is Mode.CUT_AT_COMMIT:
                self.cuts, self.mode = self.cuts + 1, Mode.OPEN
                pair[0].shutdown(socket.SHUT_RDWR)  # the answer has nobody to go to
                into.sendall(content)
                return False
        into.sendall(content)
        return True

    def close(self) -> None:
        """Cut everything and end every thread."""
        self._ending.set()
        self._listener.close()
        self.cut()
        for thread in self._threads:
            thread.join()


def _cut(pair: tuple[socket.socket, socket.socket]) -> None:
    for each in pair:
        with contextlib.suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)
        each.close()


@contextlib.contextmanager
def proxied(server: Server) -> Iterator[Proxy]:
    """A proxy before a server."""
    proxy = Proxy(server)
    try:
        yield proxy
    finally:
        proxy.close()
