"""Twenty stations on one server, five entries a second each: how long saving takes, beside a bare insert.

The stations' copies are left out: on a floor each has a computer of its own. Then one listens for a while.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Barrier, Lock
from pathlib import Path

import psycopg

from db.store import open_store
from floorapp.domain.property import Place
from floorapp.operations.acts import house
from tests.acts.floor import Floor, furnish
from tests.bench.measure import ROOT, Figure
from tests.stations.databases import databases
from tests.stations.podium import Podium, podium
from tests.waiting import PATIENCE

STATIONS, A_SECOND = 20, 5


def figures(seconds: int = 20) -> Iterator[Figure]:
    """The bare insert, then ours, on the same server."""
    with databases(fsync="on") as made, tempfile.TemporaryDirectory(prefix="floorapp-bench-") as folder:
        url = made.make("house")
        furnish(url)
        made.server.do(
            "CREATE TABLE bare (id bigserial PRIMARY KEY, body text NOT NULL)",
            "GRANT ALL ON bare, bare_id_seq TO floor_app",
            database="house",
        )
        bare, ours = _measure("bare", url, seconds), _measure("ours", url, seconds)
        with podium(url, Path(folder) / "pod", "LISTENS") as listens:
            listens.wait_in_step()
            written = len(ours) + len(_measure("ours", url, max(2, seconds // 4)))
            heard = _heard(listens, written)
    for part, most in ((0.5, 2.0), (0.99, 4.0)):
        mine, theirs = (each[int(len(each) * part)] for each in (ours, bare))
        what, ratio = f"save, p{part * 100:.0f}, {STATIONS} stations × {A_SECOND}/s", mine / theirs
        said = _ms(mine), f"bare insert {_ms(theirs)}"
        yield Figure(what, *said, ratio, f"at most {most:g}", ratio <= most, f"{len(ours):,} entries")
    yield Figure("heard at a station", f"{heard:,}", f"written {written:,}", None, "all", heard == written)


def _heard(listens: Podium, expected: int) -> int:
    """How many of the entries have come in at the listening station."""
    until = time.monotonic() + 30
    while True:
        entries = listens.station.page(limit=expected * 2)
        found = sum(entry.station.startswith("POD-") and entry.fact.KIND == "pit.placed" for entry in entries)
        if found >= expected or time.monotonic() > until:
            return found
        time.sleep(0.05)


def _measure(mode: str, url: str, seconds: int) -> list[float]:
    call = [sys.executable, "-m", "tests.bench.stations", mode, url, str(seconds)]
    said = subprocess.run(call, cwd=ROOT, stdout=subprocess.PIPE, check=True)
    return sorted(json.loads(said.stdout))


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"


# --- a process a station ---


@dataclass(frozen=True)
class Meet:
    """Where the stations meet: they open one by one, begin together, and hand in what they measured."""

    one_by_one: Lock
    ready: Barrier
    answer: SimpleQueue[list[float]]


def _station(number: int, url: str) -> Callable[[int], None]:
    floor = Floor(open_store(url, station=f"POD-{number}"), url)
    desk = floor.desk("sam")

    def act(n: int) -> None:
        house.move_pit(desk, pit="P1", name=f"{number} {n}", place=Place(n % 90, 0))

    return act


def _bare(number: int, url: str) -> Callable[[int], None]:
    connection = psycopg.connect(url)

    def insert(n: int) -> None:
        connection.execute("INSERT INTO bare (body) VALUES (%s)", (f"{number} {n} " + "x" * 800,))
        connection.commit()

    return insert


def _work(mode: str, url: str, number: int, seconds: int, meet: Meet) -> None:
    with meet.one_by_one:  # twenty at once under one name would look like guessing
        act = (_bare if mode == "bare" else _station)(number, url)
    took: list[float] = []
    meet.ready.wait(PATIENCE)
    start = time.monotonic()
    for n in range(seconds * A_SECOND):
        due = start + (n + number / STATIONS) / A_SECOND
        time.sleep(max(0.0, due - time.monotonic()))
        before = time.monotonic()
        act(n)
        took.append(time.monotonic() - before)
    meet.answer.put(took)


def _all_at_work(mode: str, url: str, seconds: int) -> list[float]:
    """Every station in a process of its own, as on a floor; they begin together."""
    forking = get_context("fork")
    meet = Meet(forking.Lock(), forking.Barrier(STATIONS), forking.SimpleQueue())
    stations = [
        forking.Process(target=_work, args=(mode, url, number, seconds, meet), daemon=True)
        for number in range(STATIONS)
    ]
    for station in stations:
        station.start()
    took = [each for _ in stations for each in meet.answer.get()]
    for station in stations:
        station.join()
    return took


if __name__ == "__main__":
    mode, url, seconds = sys.argv[1:]
    print(json.dumps(_all_at_work(mode, url, int(seconds))))
