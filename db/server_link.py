"""The line from a station to the server: hears of others' entries at once, comes back by itself when it breaks."""

from __future__ import annotations

import logging
import selectors
import socket
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime

import psycopg
import sqlalchemy as sa

from db import postgres
from db.station import StationStore
from floorapp.operations.faults import LogbookAway, LogbookFault
from floorapp.operations.station_status import SendingTrouble

#: Seconds: between two looks whether the line still holds, and between two tries to come back.
BEAT, FIRST_TRY, LAST_TRY = 4.0, 0.3, 5.0

_SENDS_NOTHING = "This station sends nothing; what is kept here stays kept."
_PUT_RIGHT = "Have an administrator fix it."

#: Which time it is, and what stands where this station's copy ends.
_BEAT = "SELECT clock_timestamp(), (SELECT hash FROM entry WHERE position = %s)"

log = logging.getLogger(__name__)


class ServerLink:
    """A thread that listens; `start` takes whom to tell that something changed."""

    def __init__(self, station: StationStore) -> None:
        self._station = station
        self._tell: Callable[[], None] = lambda: None
        self._ending = threading.Event()
        # Sockets and not a pipe: every system's selector can wait for them.
        self._hear, self._wake = socket.socketpair()
        self._hear.setblocking(False)
        self._wake.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="line", daemon=True)
        self._heard = False
        self._presence_heard = False
        self._trouble, self._shut_out = "", ""
        self._in_step = False
        self._said, self._said_at = "", 0.0
        station.wake = station.presence.wake = self.wake

    def start(self, tell: Callable[[], None] = lambda: None) -> None:
        """Begin to listen."""
        self._tell = tell
        self._thread.start()

    def wake(self) -> None:
        """Have the line look up at once; may be called from any thread."""
        try:
            self._wake.send(b".")
        except BlockingIOError:
            pass  # it is awake already

    def stop(self) -> None:
        """End, and come back when the thread has; twice is once."""
        if self._ending.is_set():
            return
        self._ending.set()
        self.wake()
        if self._thread.is_alive():
            self._thread.join()
        self._station.wake = self._station.presence.wake = lambda: None
        self._hear.close()
        self._wake.close()

    # --- on the line's own thread ---

    def _run(self) -> None:
        wait = 0.0
        while not self._ending.wait(wait):
            try:
                self._listen()
                wait = FIRST_TRY
            except (LogbookAway, psycopg.OperationalError, sa.exc.OperationalError) as away:
                wait = FIRST_TRY if self._lost(away) else min(LAST_TRY, max(wait, FIRST_TRY) * 1.6)
            except LogbookFault as fault:  # it answers, and is not what this station can use
                self._say_trouble(fault)
                wait = LAST_TRY
            except Exception:  # the edge of the thread: logged whole, and the floor goes on
                log.exception("an unexpected error on the line to the database")
                self._station.lose()
                wait = LAST_TRY

    def _lost(self, away: Exception) -> bool:
        """Note that the server is away; answers whether it was there a moment ago."""
        was_there, self._in_step = self._in_step, False
        self._station.lose()
        why = _why(away)
        if why != self._shut_out:
            self._shut_out = why
            self._station.tell_trouble(SendingTrouble(why, _SENDS_NOTHING, _PUT_RIGHT) if why else None)
            log.warning("nothing is sent to the database: %s", why or "it does not answer")
            self._tell()
        if was_there:
            log.warning("the line to the database broke: %s", type(away).__name__)
            self._tell()
        return was_there

    def _say_trouble(self, fault: LogbookFault) -> None:
        self._station.lose()
        if self._trouble != str(fault):
            self._trouble = str(fault)
            log.warning("nothing is sent to the database: %s", fault)
            self._tell()

    def _listen(self) -> None:
        told = postgres.conninfo(self._station.url)
        with postgres.PatientConnection.connect(told, autocommit=True) as connection:
            connection.add_notify_handler(self._take)
            for channel in (postgres.CHANNEL, postgres.PRESENCE):
                connection.execute(f"LISTEN {channel}".encode())
            self._station.meet()
            self._trouble, self._shut_out, self._in_step = "", "", True
            self._station.all_told()
            log.info("synced with the database")
            self._tell()
            self._beat(connection)
            with selectors.DefaultSelector() as waiting:
                waiting.register(connection.fileno(), selectors.EVENT_READ)
                waiting.register(self._hear, selectors.EVENT_READ)
                while not self._ending.is_set():
                    woken = waiting.select(BEAT)
                    if any(key.fileobj == self._hear for key, _ in woken):
                        self._hear.recv(4096)
                    self._beat(connection)
                    self._say_presence(connection)
                    self._follow()

    def _say_presence(self, connection: psycopg.Connection[object]) -> None:
        """Say who looks at what here, when it changed and again while it holds."""
        said, now = self._station.presence.spell(self._station.presence.mine()), time.monotonic()
        again = self._station.presence.mine().person and now - self._said_at >= BEAT
        if said != self._said or again:
            self._said, self._said_at = said, now
            connection.execute("SELECT pg_notify(%s, %s)", (postgres.PRESENCE, said))

    def _take(self, said: psycopg.Notify) -> None:
        if said.channel == postgres.CHANNEL:
            self._heard = True
        elif self._station.presence.hear(said.payload):
            self._presence_heard = True

    def _beat(self, connection: psycopg.Connection[object]) -> None:
        """One question and its answer: the line holds, nothing known was cut off, the clocks agree."""
        position, known = self._station.known_end()
        before = datetime.now(UTC)
        row = connection.execute(_BEAT, (position,)).fetchone()
        after = datetime.now(UTC)
        assert isinstance(row, tuple)
        if position and row[1] != known:
            self._station.meet()  # which says so
        self._station.tell_skew(row[0].astimezone(UTC) - (before + (after - before) / 2))

    def _follow(self) -> None:
        if self._station.standing().away_since is not None:
            raise LogbookAway()  # somebody who wrote met a dead line: meet the server anew
        if self._heard:
            self._heard = False
            self._station.catch_up()
            if self._station.news():
                self._tell()
        if self._presence_heard:
            self._presence_heard = False
            self._tell()
        if self._station.files.bring_one():
            self.wake()  # one at a time: what is said meanwhile is heard


def _why(away: Exception) -> str:
    """Why the server is out of reach though it answers: an account, a certificate; empty where it does not."""
    told = away.orig if isinstance(away, sa.exc.DBAPIError) else away
    fault = postgres.fault_of(told) if isinstance(told, psycopg.Error) else away
    happened = fault.happened if isinstance(fault, LogbookAway) else ""
    return "" if happened == LogbookAway().happened else happened
