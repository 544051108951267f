"""Who looks at what at which station: said over the line, kept nowhere, forgotten when it is not said again."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

import msgspec

from floorapp.operations.facts.registry import Subject
from floorapp.operations.station_status import Onlooker

#: What was not said again for so many seconds no longer holds.
HOLDS = 12.0

#: A screen says what it shows once a second; one that does not is looked away from.
RENEWED = 5.0

log = logging.getLogger(__name__)


class Said(msgspec.Struct, frozen=True):
    """Where the person at one station is looking, until it is said anew or forgotten."""

    station: str
    person: str = ""
    kind: str = ""
    id: str = ""


_SAID = msgspec.json.Decoder(Said)


class Presence:
    """What is looked at here, and what other stations said."""

    def __init__(self, station: str) -> None:
        self._lock = threading.Lock()
        self._mine = Said(station)
        self._renewed = 0.0
        self._others: dict[str, tuple[float, Said]] = {}
        #: Called when something is to be said at once; the line sets it.
        self.wake: Callable[[], None] = lambda: None

    def look_at(self, about: Subject | None, person: str) -> None:
        """Somebody looks at something here, or no longer."""
        said = Said(self._mine.station, person, about.kind, about.id) if about else Said(self._mine.station)
        with self._lock:
            changed, self._mine, self._renewed = said != self._mine, said, time.monotonic()
        if changed:
            self.wake()

    def mine(self) -> Said:
        """What is looked at here now."""
        with self._lock:
            fresh = time.monotonic() - self._renewed < RENEWED
            return self._mine if fresh else Said(self._mine.station)

    @staticmethod
    def spell(said: Said) -> str:
        """What the line says for this station."""
        return msgspec.json.encode(said).decode()

    def hear(self, words: str) -> bool:
        """Take what another station said; answers whether it is news."""
        try:
            said = _SAID.decode(words)
        except msgspec.MsgspecError:
            log.warning("a station said something unreadable about who looks at what")
            return False
        if said.station == self._mine.station:
            return False
        with self._lock:
            before = self._others.get(said.station)
            self._others[said.station] = (time.monotonic(), said)
        return before is None or before[1] != said

    def onlookers(self, about: Subject) -> tuple[Onlooker, ...]:
        """Who looks at it elsewhere now."""
        now = time.monotonic()
        with self._lock:
            heard = [said for at, said in self._others.values() if now - at < HOLDS]
        there = [said for said in heard if (said.kind, said.id) == (about.kind, about.id) and said.person]
        return tuple(Onlooker(said.person, said.station) for said in sorted(there, key=lambda each: each.station))
