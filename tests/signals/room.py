"""A house with readers: virtual ones on real ptys, a real database file, and the wall clock."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from typing import TypeVar

from floorapp.domain.duties import Duty
from floorapp.domain.reader_lines import KnownReader, LineState, ReaderLine
from floorapp.domain.readers import ReaderKind
from floorapp.domain.tables import Fixture
from floorapp.operations.acts import tables
from floorapp.operations.desk import Change
from floorapp.operations.due import due
from floorapp.operations.entry import Entry
from floorapp.operations.facts.registry import Fact
from floorapp.readers.outlets import Outlet, usual_outlet
from floorapp.readers.recorder import Pace
from floorapp.readers.room import ReaderRoom
from floorapp.readers.script import cue
from floorapp.readers.simulation import Simulation, Tempo
from floorapp.readers.virtual import VirtualReader, virtual_identity
from tests.acts.floor import DrivenClock, Floor
from tests.readers.floor import CALM, TEMPO, ports_of
from tests.waiting import wait_until

F = TypeVar("F", bound=Fact)
PACE = Pace(gather=0.05, retry=0.05, marks=0.2)


@dataclass
class WallClock(DrivenClock):
    """The time it really is; devices keep no other."""

    def now(self) -> datetime:
        return datetime.now(UTC)


@dataclass
class House:
    """A floor whose tables have virtual readers."""

    floor: Floor
    outlets: list[Outlet]
    simulation: Simulation
    lines: list[ReaderLine]
    known: list[KnownReader]
    changes: list[Change] = field(default_factory=list)

    def room(self, pace: Pace = PACE) -> ReaderRoom:
        """The room over these lines, not started."""
        return ReaderRoom(
            keeper=self.floor.store,
            desk=self.floor.desk(),
            lines=self.lines,
            known=self.known,
            told=self.changes.append,
            patience=CALM,
            pace=pace,
            random=Random(1),
            ports=lambda: ports_of(list(self.outlets)),
        )

    @contextmanager
    def listening(self, pace: Pace = PACE) -> Iterator[ReaderRoom]:
        """The room at work, every line live."""
        with self.room(pace) as room:
            wait_until(lambda: all(sheet.state is LineState.LIVE for sheet in room.sheets()))
            yield room

    def do(self, number: int, words: str) -> None:
        """Have a reader do something, as a script says it."""
        self.simulation.play(number, cue(words))

    def entries(self, kind: type[F]) -> list[tuple[Entry, F]]:
        """Every entry of a kind, oldest first."""
        page = self.floor.store.page(limit=500)
        return [(each, each.fact) for each in reversed(page) if isinstance(each.fact, kind)]

    def until_entered(self, kind: type[F], count: int = 1) -> list[tuple[Entry, F]]:
        wait_until(lambda: len(self.entries(kind)) >= count)
        found = self.entries(kind)
        assert len(found) == count
        return found

    def due(self, *, code: str = "") -> list[Duty]:
        with self.floor.desk().looking() as moment:
            return [duty for duty in due(moment) if duty.key.startswith(code)]


@contextmanager
def house_with(
    floor: Floor, *names: str, tempo: Tempo = TEMPO, kind: ReaderKind = ReaderKind.BLACKJACK
) -> Iterator[House]:
    """The floor with virtual readers VR-0001 … fitted at these tables."""
    floor.clock = WallClock()
    desk = floor.desk("ada")
    known = []
    for number, table in enumerate(names, start=1):
        identity = virtual_identity(number, kind)
        tables.fit_equipment(desk, table=table, fixture=Fixture.READER, serial=identity.serial)
        known.append(KnownReader(identity.key, kind, table, virtual=True))
    random = Random(1)
    outlets = [usual_outlet() for _ in names]
    cast = [
        (VirtualReader(virtual_identity(n, kind), random=random), outlet) for n, outlet in enumerate(outlets, start=1)
    ]
    lines = [ReaderLine(f"L{n}", f"usb:1209:f10a:SN{n}") for n in range(1, len(names) + 1)]
    with Simulation(cast, tempo=tempo, random=random) as simulation:
        yield House(floor, outlets, simulation, lines, known)
