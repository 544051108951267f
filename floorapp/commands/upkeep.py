"""The thread on which a station does its chores, in small pieces; comparing the state is a process of its own."""

from __future__ import annotations

import logging
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from db.store import Store, open_store
from floorapp.bootstrap import Places
from floorapp.operations.desk import Clock
from floorapp.operations.faults import LogbookFault
from floorapp.operations.logbook_check import LogbookFlaw
from floorapp.operations.upkeep import Chore, Pace, Stopping, Upkeep

#: How often the station asks whether the other process is done, in seconds.
ASKED_EVERY = 0.5


_FIRST = "WRONG, first: "


def compare_state(data: Path, path: Path, pace: Pace) -> list[LogbookFlaw]:
    """What `floorapp logbook verify --state` finds wrong, at the lowest priority; ended with the station."""
    child = subprocess.Popen(_command(data, path), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8")
    try:
        while True:
            try:
                said, _ = child.communicate(timeout=ASKED_EVERY)
                break
            except subprocess.TimeoutExpired:
                pace()
    finally:
        if child.poll() is None:
            child.kill()
            child.communicate()
    if child.returncode != 1:  # good, or it could not look: the next look says which
        return []
    first = next((line.removeprefix(_FIRST) for line in said.splitlines() if line.startswith(_FIRST)), "")
    return [LogbookFlaw(code="state", says=first)] if first else []


def _command(data: Path, path: Path) -> list[str]:
    frozen = getattr(sys, "frozen", False)
    program = [sys.executable] if frozen else [sys.executable, "-m", "floorapp"]
    return [*gently(), *program, "--data", str(data), "--database", str(path), "logbook", "verify", "--state"]


def gently() -> list[str]:
    """What a command begins with that is to wait for everything else, where the system has it."""
    nice = shutil.which("nice")
    return [nice, "-n", "15"] if nice else []


#: After a start the floor is left alone for so long, in seconds; then the chores are gone round this often.
FIRST_AFTER = 5.0
ROUND_EVERY = 20.0
#: After a piece of work it rests this many times as long, and never longer than so many seconds.
RESTS = 9
RESTS_AT_MOST = 2.0
#: How long a closing floor waits for it, in seconds.
ENDS_WITHIN = 15.0

log = logging.getLogger(__name__)


class UpkeepThread:
    """Goes round the chores while a floor is open."""

    def __init__(
        self,
        places: Places,
        clock: Clock,
        chores: Callable[[Store], Sequence[Chore]],
        *,
        at: Store | None = None,
        first_after: float = FIRST_AFTER,
        round_every: float = ROUND_EVERY,
    ) -> None:
        self._places, self._clock, self._chores, self._at = places, clock, chores, at
        self._first_after, self._round_every = first_after, round_every
        self._ending = threading.Event()
        self._since = time.monotonic()
        self._tell: Callable[[], None] = lambda: None
        self._thread = threading.Thread(target=self._run, name="upkeep", daemon=True)

    def start(self, tell: Callable[[], None]) -> None:
        """Begin; `tell` is called whenever something was put on record."""
        self._tell = tell
        self._thread.start()

    def stop(self) -> None:
        """Leave off at the next piece of work and wait for the thread; a dead network drive is not waited for."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join(ENDS_WITHIN)
        if self._thread.is_alive():
            log.warning("the station's upkeep did not end within %s s", ENDS_WITHIN)

    def _run(self) -> None:
        wait = self._first_after
        while not self._ending.wait(wait):
            wait = self._round_every
            try:
                self._go_round_until_ended()
            except LogbookFault:  # the screens say so as soon as somebody acts
                log.exception("the logbook did not answer the station's upkeep")
            except Exception:  # the edge of the thread: logged whole, and the floor goes on
                log.exception("an unexpected error in the station's upkeep")
        self._leave()

    def _go_round_until_ended(self) -> None:
        store = self._at or open_store(self._places.database, station=self._places.station)
        upkeep = Upkeep(store, self._clock, self._chores(store))
        try:
            while not self._ending.is_set():
                self._since = time.monotonic()
                if upkeep.go_round(self._pace):
                    self._tell()
                self._ending.wait(self._round_every)
        except Stopping:
            return
        finally:
            if store is not self._at:
                store.close()

    def _leave(self) -> None:
        """Sign a head over the last of it, also of an app that was open for a few seconds."""
        try:
            store = self._at or open_store(self._places.database, station=self._places.station)
            try:
                Upkeep(store, self._clock, self._chores(store)).leave()
            finally:
                if store is not self._at:
                    store.close()
        except LogbookFault as fault:  # a server or a drive that is away: the next start signs over it
            log.warning("no head was signed at the end: %s", fault)
        except Exception:  # the edge of the thread: logged whole, and the app closes
            log.exception("an unexpected error at the end of the station's upkeep")

    def _pace(self) -> None:
        worked = time.monotonic() - self._since
        if self._ending.wait(min(worked * RESTS, RESTS_AT_MOST)):
            raise Stopping
        self._since = time.monotonic()
