"""Stations for tests: each with its own folder, its line, and a desk on the shared database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from db.server_link import ServerLink
from db.station import StationStore
from floorapp.operations.acts import credentials, sessions
from floorapp.operations.desk import Desk
from floorapp.operations.entry import Proof
from tests.acts.floor import PASSWORD, CheapHasher, DrivenClock
from tests.acts.rulebooks import RULEBOOKS
from tests.waiting import wait_until

#: Nothing here takes this long but on a machine that stands still.


@dataclass
class Podium:
    """One station at work."""

    station: StationStore
    line: ServerLink
    clock: DrivenClock = field(default_factory=DrivenClock)
    told: list[bool] = field(default_factory=list)

    def desk(self, handle: str | None = None) -> Desk:
        """A desk, with somebody signed in."""
        desk = Desk(logbook=self.station, clock=self.clock, hasher=CheapHasher(), rulebooks=RULEBOOKS)
        if handle is not None:
            sessions.sign_in(desk, name=handle, password=PASSWORD)
        return desk

    def know(self, *handles: str) -> None:
        """Have people proved here once, as they must be to be proved here while the server is away."""
        for handle in handles:
            credentials.prove(self.desk(), name=handle, secret=PASSWORD, proof=Proof.PASSWORD)

    def hear(self) -> None:
        self.told.append(True)

    def wait_in_step(self) -> None:
        """Until the station is in step with the database."""
        wait_until(lambda: self.station.standing().in_step)


@contextmanager
def podium(url: str, folder: Path, name: str) -> Iterator[Podium]:
    """A station with its line up, ended whatever happens."""
    folder.mkdir(exist_ok=True, parents=True)
    station = StationStore(url, folder, station=name)
    made = Podium(station, ServerLink(station))
    made.line.start(made.hear)
    try:
        yield made
    finally:
        made.line.stop()
        station.close()
