"""Twenty stations on one server, five entries a second each: how long saving takes, beside a bare insert.

The stations' copies are left out, but for one that listens: on a floor each has a computer of its own.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psycopg

from db.store import open_store
from floorapp.domain.property import Place
from floorapp.operations.acts import house
from tests.acts.floor import Floor, furnish
from tests.bench.measure import ROOT, Figure
from tests.stations.databases import databases
from tests.stations.podium import Podium, podium

STATIONS, A_SECOND, PROCESSES = 20, 5, 4


def figures(seconds: int = 20) -> Iterator[Figure]:
    """The bare insert, then ours, on the same server."""
    with databases(fsync="on") as made, tempfile.TemporaryDirectory(prefix="floorapp-bench-") as folder:
        url = made.make("house")
        furnish(url)
        made.server.do("CREATE TABLE bare (id bigserial PRIMARY KEY, body text NOT NULL)",
                       "GRANT ALL ON bare, bare_id_seq TO floor_app", database="house")  # fmt: skip
        bare = _measure("bare", url, seconds)
        with podium(url, Path(folder) / "pod", "LISTENS") as listens:
            listens.wait_in_step()
            ours = _measure("ours", url, seconds)
            heard = _heard(listens, len(ours))
    ratio = _p99(ours) / _p99(bare)
    note = f"{len(ours):,} entries; median {_ms(ours[len(ours) // 2])} beside {_ms(bare[len(bare) // 2])}"
    what = f"save, p99, {STATIONS} stations × {A_SECOND}/s"
    yield Figure(what, _ms(_p99(ours)), f"bare insert {_ms(_p99(bare))}", ratio, "-", None, note)
    written = f"written {len(ours):,}"
    yield Figure("heard at a listening station", f"{heard:,}", written, None, "all", heard == len(ours))


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
    each = STATIONS // PROCESSES
    calls = [
        [sys.executable, "-m", "tests.bench.stations", mode, url, str(n * each), str(each), str(seconds)]
        for n in range(PROCESSES)
    ]
    workers = [subprocess.Popen(call, cwd=ROOT, stdout=subprocess.PIPE) for call in calls]
    took: list[float] = []
    for worker in workers:
        said, _ = worker.communicate()
        assert worker.returncode == 0
        took += json.loads(said)
    return sorted(took)


def _p99(took: list[float]) -> float:
    return took[min(len(took) - 1, len(took) * 99 // 100)]


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"


# --- a process with some of the stations ---


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


def _work(mode: str, url: str, first: int, count: int, seconds: int) -> list[float]:
    acts = [(_bare if mode == "bare" else _station)(first + n, url) for n in range(count)]
    took: list[float] = []
    start = time.monotonic() + 1.0

    def run(number: int, act: Callable[[int], None]) -> None:
        for n in range(seconds * A_SECOND):
            due = start + (n + number / count) / A_SECOND
            with suppress(ValueError):
                time.sleep(due - time.monotonic())
            before = time.monotonic()
            act(n)
            took.append(time.monotonic() - before)

    threads = [threading.Thread(target=run, args=each) for each in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return took


if __name__ == "__main__":
    mode, url, first, count, seconds = sys.argv[1:]
    print(json.dumps(_work(mode, url, int(first), int(count), int(seconds))))
