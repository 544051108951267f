"""The lines' thread: waits for all ports at once, reads, and keeps the switchboard; the only one who touches it."""

from __future__ import annotations

import logging
import selectors
import socket
from collections import deque
from collections.abc import Callable
from datetime import datetime
from functools import partial
from threading import Event, Thread, current_thread
from time import monotonic, sleep

from floorapp.domain.reader_lines import LineReason, ReaderLine
from floorapp.readers.discovery import Ports, resolve, seen_lately, serial_of
from floorapp.readers.inbound import InboundPort
from floorapp.readers.line_session import LineSession
from floorapp.readers.line_watch import Patience
from floorapp.readers.openers import Openers
from floorapp.readers.ports import LOST, Port, open_port
from floorapp.readers.switchboard import Switchboard
from floorapp.readers.troubles import reason_of
from floorapp.system import MOST_WAITED

_log = logging.getLogger(__name__)

Clock = Callable[[], datetime]

#: Chunks a port without a descriptor may have waiting; then its thread stops reading, and its line waits.
MOST_WAITING = 4096


class LineLoop:
    """One thread for every line with a file descriptor, and one each for those without."""

    def __init__(self, switchboard: Switchboard, ports: Ports, patience: Patience, clock: Clock) -> None:
        self._switchboard = switchboard
        self._clock = clock
        self._ports, self._lately = ports, seen_lately(ports)
        self._patience = patience
        self._selector = selectors.DefaultSelector()
        # Sockets and not a pipe: every system's selector can wait for them.
        self._wake_read, self._wake_write = socket.socketpair()
        self._wake_read.setblocking(False)
        self._wake_write.setblocking(False)
        self._selector.register(self._wake_read, selectors.EVENT_READ, None)
        self._inbox: deque[Callable[[], None]] = deque()
        self._posted = Event()
        # Apart, so that a plugged-in reader never waits for device servers that do not answer.
        self._openers = {True: Openers("far", 16), False: Openers("near", 4)}
        self._pumps: list[Thread] = []
        self._running = True
        self._next_tick = 0.0
        self._thread = Thread(target=self._run, name="reader-lines", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def post(self, call: Callable[[], None]) -> None:
        """Have this done on the lines' thread."""
        self._inbox.append(call)
        self._posted.set()
        try:
            self._wake_write.send(b"\0")
        except BlockingIOError:
            pass  # it is full of wakings already

    @property
    def alive(self) -> bool:
        return self._thread.is_alive() and self._running

    @property
    def ended(self) -> bool:
        """Whether every port is closed and nothing more can come."""
        return not (self._running or self._thread.is_alive())

    @property
    def is_here(self) -> bool:
        """Whether the caller is on the lines' thread."""
        return current_thread() is self._thread

    def stop(self) -> None:
        """Close every port and end every thread; a second time, nothing."""
        if not self._running:
            return
        if self._thread.is_alive():
            self.post(self._end)
            self._thread.join()
        self._running = False
        for openers in self._openers.values():
            openers.stop()
        for pump in self._pumps:
            pump.join()
        # Ports that opened while the thread was ending have found nobody to take them.
        while self._inbox:
            self._inbox.popleft()()
        self._selector.close()
        self._wake_read.close()
        self._wake_write.close()

    def _end(self) -> None:
        self._running = False

    def _run(self) -> None:
        while self._running:
            try:
                self._turn()
            except Exception:  # noqa: BLE001 - the edge of the thread: the other lines go on
                _log.exception("a turn of the reader lines was ended by a bug")
                sleep(self._patience.tick)
        for line in self._switchboard.lines.values():
            self._switchboard.tell_missing(line)
            self.close(line)

    def _turn(self) -> None:
        ready = self._selector.select(max(0.0, self._next_tick - monotonic()))
        now, at = monotonic(), self._clock()
        for key, _ in ready:
            if key.data is None:
                self._awake()
            else:
                self._read(key.data, now, at)
        if now >= self._next_tick:
            self._next_tick = now + self._patience.tick
            self._open_due(now)
            self._switchboard.tick(now, at)
        if ready:
            # What comes within the next moment is taken together, which saves half the work; who asks gets it at once.
            self._posted.wait(self._patience.rest)

    def _awake(self) -> None:
        self._posted.clear()
        try:
            while self._wake_read.recv(4096):
                pass
        except BlockingIOError:
            pass  # all wakings are heard
        while self._inbox:
            self._inbox.popleft()()

    def _read(self, line: LineSession, now: float, at: datetime) -> None:
        port = line.port
        if port is None:
            return
        try:
            octets = port.read()
        except BlockingIOError:
            return
        except LOST as fault:
            _log.info("line %s: %s", line.id, fault)
            octets = b""
        if not octets:
            self.drop(line, LineReason.UNPLUGGED, now, at)
            return
        self._take(line, octets, now, at)

    def _take(self, line: LineSession, octets: bytes, now: float, at: datetime) -> None:
        try:
            self._switchboard.take(line, octets, now, at)
        except Exception:  # noqa: BLE001 - one line's bug must not stop the others' lines
            _log.exception("line %s: what it said could not be dealt with", line.id)
            self.drop(line, LineReason.UNOPENED, now, at)

    # Opening and closing

    def _open_due(self, now: float) -> None:
        for line in list(self._switchboard.lines.values()):
            if line.retry_at is not None and line.retry_at <= now and not line.opening:
                line.opening, line.retry_at = True, None
                line.turn += 1
                baud = line.plan.baud or line.driver.baud
                opening = partial(open_line, line.plan, self._ports, self._lately, baud)
                self._openers["://" in line.plan.target].open(opening, partial(self._answered, line, line.turn))

    def _answered(self, line: LineSession, turn: int, answer: Port | LineReason) -> None:
        """An opener's answer; it is taken in on the lines' thread."""
        self.post(partial(self._opened, line, turn, answer))

    def _opened(self, line: LineSession, turn: int, answer: Port | LineReason) -> None:
        now, at = monotonic(), self._clock()
        if line.turn != turn or not line.opening or not self._running:
            if not isinstance(answer, LineReason):
                answer.close()
        elif isinstance(answer, LineReason):
            self._switchboard.gone(line, answer, now, at)
        else:
            try:
                self._switchboard.opened(line, answer, now, at)
            except ValueError as fault:
                _log.warning("line %s: its protocol cannot be spoken: %s", line.id, fault)
                answer.close()
                self._switchboard.gone(line, LineReason.BAD_SETTINGS, now, at)
                return
            if answer.fd is None:
                self._pump(line, answer)
                return
            if len(self._selector.get_map()) >= MOST_WAITED:
                _log.error("line %s: this system can wait for %d lines, not for more", line.id, MOST_WAITED)
                self.drop(line, LineReason.UNOPENED, now, at)
                return
            try:
                self._selector.register(answer.fd, selectors.EVENT_READ, line)
            except (OSError, ValueError, KeyError) as fault:
                _log.warning("line %s: %s cannot be waited for: %s", line.id, answer.name, fault)
                self.drop(line, reason_of(fault), now, at)

    def drop(self, line: LineSession, reason: LineReason, now: float, at: datetime) -> None:
        """Close a line's port because it is gone; it is tried again later."""
        self.close(line)
        self._switchboard.gone(line, reason, now, at)

    def close(self, line: LineSession) -> None:
        """Close a line's port, if it has one."""
        port, line.port = line.port, None
        if port is None:
            return
        if port.fd is None:
            return  # its own thread sees that the line has let go, and closes it
        try:
            self._selector.unregister(port.fd)
        except KeyError:
            pass  # it was never waited for
        port.close()

    # Ports without a file descriptor

    def _pump(self, line: LineSession, port: Port) -> None:
        self._pumps = [pump for pump in self._pumps if pump.is_alive()]
        pump = Thread(target=self._pump_run, args=(line, port), name=f"reader-line-{line.id}", daemon=True)
        self._pumps.append(pump)
        pump.start()

    def _pump_run(self, line: LineSession, port: Port) -> None:
        try:
            while line.port is port and self._running:
                octets = port.read()
                if octets and len(self._inbox) < MOST_WAITING:
                    self.post(partial(self._pumped, line, port, octets))
        except LOST as fault:
            _log.info("line %s: %s", line.id, fault)
            self.post(partial(self._pump_lost, line, port))
        finally:
            port.close()

    def _pumped(self, line: LineSession, port: Port, octets: bytes) -> None:
        if line.port is port:
            self._take(line, octets, monotonic(), self._clock())

    def _pump_lost(self, line: LineSession, port: Port) -> None:
        if line.port is port:
            self.drop(line, LineReason.UNPLUGGED, monotonic(), self._clock())


def open_line(plan: ReaderLine, ports: Ports, lately: Ports, baud: int) -> Port:
    """Open a line's port; one that was not there a moment ago costs no second look, one that was is looked up anew."""
    resolve(plan.target, lately)
    name = resolve(plan.target, ports)
    if name.startswith("listen://"):
        return InboundPort(name)
    port = open_port(name, baud, plan.framing, plan.asserts)
    port.usb_serial = "" if "://" in name else serial_of(name, ports)
    return port
