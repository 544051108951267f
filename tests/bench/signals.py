"""From a frame on the line to its committed entry, beside what a bare commit costs on the same disk."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median, quantiles

from db.sqlite import module
from db.store import open_store
from floorapp.domain.property import Place
from floorapp.domain.reader_lines import KnownReader, LineState, ReaderLine
from floorapp.domain.readers import ReaderKind
from floorapp.domain.tables import Fixture, ShufflingMethod
from floorapp.operations.acts import tables
from floorapp.operations.desk import Change
from floorapp.operations.facts.signals import ReaderSignalled
from floorapp.readers.room import ReaderRoom
from floorapp.readers.virtual import virtual_identity
from tests.acts.floor import LIMITS, Floor, furnish
from tests.bench.measure import Figure
from tests.bench.readers import simulated
from tests.signals.room import WallClock


@dataclass(frozen=True, slots=True)
class Delay:
    """How long signals took from the line to the disk, and what storing all frames cost."""

    readers: int
    seconds: float
    signals: int
    frames: int
    missing: int
    unrecorded: int
    delays_ms: tuple[float, ...]
    bare_ms: tuple[float, ...]
    cpu: float
    octets: int


def _p99(times: tuple[float, ...]) -> float:
    return quantiles(times, n=100, method="inclusive")[98]


def bare_commits(folder: Path, count: int = 300, pause: float = 0.01) -> tuple[float, ...]:
    """Milliseconds of commits that insert one row of an entry's size, written as the store writes."""
    plain = module().connect(folder / "bare.sqlite", isolation_level=None)
    plain.execute("PRAGMA journal_mode=WAL")
    plain.execute("PRAGMA synchronous=FULL")
    plain.execute("CREATE TABLE entry (payload TEXT)")
    times = []
    for _ in range(count):
        began = time.perf_counter()
        plain.execute("BEGIN IMMEDIATE")
        plain.execute("INSERT INTO entry VALUES (?)", ("x" * 600,))
        plain.execute("COMMIT")
        times.append((time.perf_counter() - began) * 1000)
        time.sleep(pause)
    plain.close()
    return tuple(times)


@contextmanager
def house(folder: Path, readers: int) -> Iterator[Floor]:
    """A house with a reader at each of its tables."""
    path = folder / "floor.sqlite"
    furnish(path)
    floor = Floor(open_store(path), path, clock=WallClock())
    desk = floor.desk("ada")
    for number in range(1, readers + 1):
        tables.add_table(
            desk,
            table=f"T{number}",
            pit="P1",
            place=Place(number, 1),
            rulebook="pa-590",
            boxes=6,
            decks=6,
            method=ShufflingMethod.BY_HAND,
            limits=LIMITS,
        )
        tables.fit_equipment(desk, table=f"T{number}", fixture=Fixture.READER, serial=f"VR-{number:04}")
    yield floor
    floor.store.close()


def measure(readers: int, frames_a_second: float, hands_a_second: float, seconds: float) -> Delay:
    """Signals and heartbeats of virtual readers in a process of their own, into a file of this process."""
    told: list[tuple[datetime, Change]] = []
    with tempfile.TemporaryDirectory() as name, house(Path(name), readers) as floor:
        before = bare_commits(Path(name))
        with simulated(readers, frames_a_second, hands_a_second) as ports:
            lines = [ReaderLine(f"L{number}", port) for number, port in enumerate(ports, start=1)]
            kind = ReaderKind.BLACKJACK
            known = [KnownReader(virtual_identity(n, kind).key, kind, f"T{n}", True) for n in range(1, readers + 1)]
            room = ReaderRoom(
                keeper=floor.store,
                desk=floor.desk(),
                lines=lines,
                known=known,
                told=lambda change: told.append((datetime.now(UTC), change)),
            )
            with room:
                while not all(sheet.state is LineState.LIVE for sheet in room.sheets()):
                    time.sleep(0.1)
                told.clear()
                began = time.process_time()
                time.sleep(seconds)
                cpu, sheets = time.process_time() - began, room.sheets()
        (Path(name) / "bare.sqlite").unlink()
        bare = before + bare_commits(Path(name))
        delays = tuple(_delays(floor, told))
        octets = module().connect(floor.path).execute("SELECT sum(length(packed)) FROM frame_bundle").fetchone()[0]
        frames = sum(bundle.frames for bundle in floor.store.bundles())
    return Delay(
        readers,
        seconds,
        len(delays),
        frames,
        sum(each.counters.missing for each in sheets),
        sum(each.counters.unrecorded for each in sheets),
        delays,
        bare,
        cpu,
        octets,
    )


def _delays(floor: Floor, told: list[tuple[datetime, Change]]) -> Iterator[float]:
    """From the frame's arrival to the moment the writer told of its committed entry."""
    for at, change in told:
        for id in change.ids:
            entry = floor.store.entry(id)
            if entry is not None and isinstance(entry.fact, ReaderSignalled):
                yield (at - entry.occurred_at).total_seconds() * 1000


def figures(seconds: float = 60.0) -> Iterator[Figure]:
    """A floor at play, then all readers at twenty frames a second."""
    for readers, rate in ((64, 1.0), (256, 20.0)):
        delay = measure(readers, rate, 0.1, seconds)
        for name, of, most in (("p50", median, 2.0), ("p99", _p99, 4.0)):
            ours, bare = of(delay.delays_ms), of(delay.bare_ms)
            yield Figure(
                f"frame to entry, {readers} readers at {rate:g}/s",
                f"{name} {ours:.1f} ms",
                f"bare commit {name} {bare:.1f} ms",
                ours / bare,
                f"at most {most:g}",
                ours <= most * bare,
                f"{delay.frames:,} frames of {delay.octets / delay.frames:.1f} bytes, {delay.missing} missing, "
                f"{delay.unrecorded} not stored; CPU {delay.cpu / seconds:.1%} of a core",
            )
