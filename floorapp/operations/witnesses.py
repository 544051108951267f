"""Witnesses of heads: whoever outside is told of each signed head, so that nobody at the station can unsay it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Protocol

from floorapp.domain.heads import Head, Station
from floorapp.operations.desk import Logbook
from floorapp.operations.upkeep import Pace, Wrong

#: A witness that could not be reached is tried again after this long.
AGAIN_AFTER = timedelta(minutes=5)


class Witness(Protocol):
    """One that hears of heads: a syslog server, a mailbox, a time-stamping service."""

    @property
    def name(self) -> str:
        """What a person is told of it."""
        ...

    def knows(self, head: Head) -> bool:
        """Whether it was told of this head or a later one."""
        ...

    def tell(self, head: Head) -> None:
        """Tell it; raises OSError where it does not take the head."""
        ...


class TellsWitnesses:
    """The chore of telling each witness the newest head, which vouches for everything before it."""

    name = "witnesses"

    def __init__(self, logbook: Logbook, witnesses: Callable[[], Sequence[Witness]]) -> None:
        self._logbook, self._witnesses = logbook, witnesses
        self._failed_at: datetime | None = None

    def is_due(self, now: datetime) -> bool:
        return self._failed_at is None or abs(now - self._failed_at) >= AGAIN_AFTER

    def do(self, now: datetime, pace: Pace) -> Wrong | None:
        failed = self.tell()
        self._failed_at = now if failed else None
        if not failed:
            return None
        whom = "; ".join(f"{name} ({why})" for name, why in failed)
        says = f"The newest signed head did not reach {whom}. Until it does, that witness vouches for nothing new."
        todo = "Check the network and the address in settings.toml; it is tried again every 5 minutes."
        return Wrong("/".join(name for name, _ in failed), says, todo)

    def tell(self) -> list[tuple[str, str]]:
        """Tell whoever does not know the newest head yet; answers who could not be told, and why."""
        with self._logbook.reading() as state:
            station = state.get(Station, self._logbook.station)
        if station is None or station.head is None:
            return []
        failed = []
        for each in self._witnesses():
            try:
                if not each.knows(station.head):
                    each.tell(station.head)
            except OSError as error:
                failed.append((each.name, error.strerror or str(error) or type(error).__name__))
        return failed

    def leave(self) -> None:
        """The app is closed: the last head goes out too; one that does not is told at the next start."""
        self.tell()
