"""The windows: how soon the floor is in view, how a large one is painted, a long logbook's screens, and rest."""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench.measure import Figure, run

if TYPE_CHECKING:
    from db.store import Store
    from floorapp.screens.snapshot import Snapshot

TIMES = 5
TABLES, CHANGING = 600, 60
SHORT, LONG = 10_000, 1_000_000
IDLE_SECONDS = 15.0
WINDOWS = ["-m", "tests.bench._windows"]


def figures(size: int = LONG) -> Iterator[Figure]:
    """A smaller size is a quick look: so many entries in the long logbook."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as rough:
        folder = Path(rough)
        _furnish(folder)
        yield _start(folder)
        yield _idle(folder)
        yield _idle(folder, readers=True)
    yield _large_floor()
    yield from _long_logbook(size)


def _furnish(folder: Path) -> None:
    """The sample's 36 tables, as a floor of one's own."""
    from floorapp.bootstrap import Places
    from floorapp.commands.tour import EveningClock
    from floorapp.commands.wiring import opening

    places = Places(folder, folder / "floor.sqlite", "MAIN", sample=True)
    opening(places, EveningClock())(lambda _done, _of: None).book.close()


def _start(folder: Path) -> Figure:
    spent: dict[str, list[float]] = {"bare": [], "floor": []}
    for _turn in range(TIMES + 1):  # in turn, so that a busy machine is busy for both; the first compiles
        for what, words in (("bare", ["bare"]), ("floor", ["floor", str(folder)])):
            spent[what].append(run([*WINDOWS, *words], compiled=folder / "compiled").processor)
    ours, theirs = min(spent["floor"]), min(spent["bare"])
    ratio = ours / theirs
    return Figure(
        "start to floor and door painted",
        f"{ours:.2f} s",
        f"bare window {theirs:.2f} s",
        ratio,
        "at most 2",
        ratio <= 2,
        "processor time, the least of five",
    )


def _idle(folder: Path, *, readers: bool = False) -> Figure:
    words = [*WINDOWS, "floor", str(folder), str(IDLE_SECONDS), *(["readers"] if readers else [])]
    share = float(run(words).output)
    return Figure(
        "idle, 36 readers live" if readers else "idle with 36 tables",
        f"{share:.1%}",
        "of a core",
        None,
        "under 2 %",
        share < 0.02,
        f"the least of three stretches of {IDLE_SECONDS:.0f} s, the window's own process",
    )


def _large_floor() -> Figure:
    """A tick that changes sixty of six hundred tables, beside painting the same items once."""
    from PyQt6.QtGui import QImage, QPainter

    from floorapp.screens.plan import FloorPlan, MapTable
    from floorapp.ui.floor_map.floor_map import FloorMap
    from floorapp.ui.live.start import dressed

    application, look = dressed()
    tables = [MapTable(f"T-{n:03d}", "Free Bet", n % 30 * 96.0, n // 30 * 96.0, age=0.3) for n in range(TABLES)]
    floor = FloorMap(look)
    floor.resize(1440, 900)
    floor.show_plan(FloorPlan(tuple(tables)))
    floor.show()
    application.processEvents()
    page = QImage(1440, 900, QImage.Format.Format_ARGB32_Premultiplied)

    def bare() -> None:
        painter = QPainter(page)
        floor.render(painter)
        painter.end()

    turns = 0

    def tick() -> None:
        nonlocal turns
        turns += 1
        for step in range(CHANGING):
            place = (turns * 7 + step * 10) % TABLES
            tables[place] = replace(tables[place], age=(turns % 90 + 1) / 100, word=f"{turns % 24} h left")
        floor.show_plan(FloorPlan(tuple(tables)))
        bare()

    ours, theirs = _median(tick, 15), _median(bare, 15)
    floor.hide()
    floor.deleteLater()
    ratio = ours / theirs
    return Figure(
        f"{TABLES} tables, {CHANGING} changing",
        f"{ours * 1000:.1f} ms",
        f"painting {theirs * 1000:.1f} ms",
        ratio,
        "at most 3",
        ratio <= 3,
    )


def _median(call: Callable[[], object], times: int) -> float:
    call()
    took = []
    for _turn in range(times):
        begin = time.perf_counter()
        call()
        took.append(time.perf_counter() - begin)
    return statistics.median(took)


def _long_logbook(size: int) -> Iterator[Figure]:
    """Screens over a long logbook open as over a short one; asked in turn, so that a busy machine is busy for both."""
    from db.store import open_store
    from tests.bench.logbook import fill

    short, long = SHORT, max(size, SHORT + 1)
    with tempfile.TemporaryDirectory() as rough:
        stores = {}
        for count in (short, long):
            fill(Path(rough) / f"{count}.sqlite", count)
            stores[count] = open_store(Path(rough) / f"{count}.sqlite")
        try:
            for name, query in _screens().items():
                took = _asked(stores, query)
                ratio = took[long] / took[short]
                yield Figure(
                    f"{name}, {long:,} entries",
                    f"{took[long] * 1000:.1f} ms",
                    f"{short:,}: {took[short] * 1000:.1f} ms",
                    ratio,
                    "at most 1.3",
                    ratio <= 1.3,
                )
        finally:
            for store in stores.values():
                store.close()


def _screens() -> dict[str, Callable[[Snapshot], object]]:
    from floorapp.screens.floor import floor_of
    from floorapp.screens.record import record_of
    from floorapp.screens.table import table_of

    return {
        "floor": lambda snapshot: floor_of(snapshot, "FB-01"),
        "table": lambda snapshot: table_of(snapshot, "FB-01", "all"),
        "history of a pit": lambda snapshot: record_of(snapshot, "pit/P7", "", 1),
    }


def _asked(stores: dict[int, Store], query: Callable[[Snapshot], object]) -> dict[int, float]:
    """How long a screen's question takes at each store, the median of many."""
    from floorapp.operations.moment import moment_of
    from floorapp.screens.snapshot import Snapshot
    from tests.acts.floor import NOON
    from tests.acts.rulebooks import RULEBOOKS

    took: dict[int, list[float]] = {count: [] for count in stores}
    for turn in range(31):
        for count, store in stores.items():
            begin = time.perf_counter()
            with store.reading() as state:
                query(Snapshot(moment_of(state, NOON, None, RULEBOOKS), store, "MAIN"))
            if turn:  # the first warms up
                took[count].append(time.perf_counter() - begin)
    return {count: statistics.median(each) for count, each in took.items()}


if __name__ == "__main__":
    for figure in figures(int(sys.argv[1]) if len(sys.argv) > 1 else LONG):
        print(figure)
