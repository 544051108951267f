"""kill -9 again and again while a simulated floor works on one file."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from db.store import open_store
from db.verify import verify
from tests.acts.floor import Floor, furnish
from tests.acts.test_walks import PRELUDE, Walk
from tests.campaign.table import Row, back_after

KILLS = 2_000
ROOT = Path(__file__).parents[2]


def rows(scale: float) -> Iterator[Row]:
    """All of it."""
    kills = max(3, round(KILLS * scale))
    with tempfile.TemporaryDirectory(prefix="floorapp-campaign-") as folder:
        path = Path(folder) / "floor.sqlite"
        furnish(path)
        _opened(path)
        said, back = _killed(path, kills)
        store = open_store(path)
        with store._looking() as connection:
            there = set(connection.exec_driver_sql("SELECT id FROM entry").scalars())
        store.close()
        lost = [id for id in said if id not in there]
        found = verify(path, state=True)
    told = f"{len(lost)} of {len(said):,} acknowledged entries; the logbook is {'good' if found.good else 'NOT good'}"
    yield Row("kill -9 while a floor works", f"{kills:,}", told, back_after(back), not lost and found.good)


def _opened(path: Path) -> None:
    """Tables open, so that there is work to do."""
    walk = Walk(Floor(open_store(path), path))
    for step in PRELUDE:
        walk.step(*step)
    walk.floor.store.close()


def _killed(path: Path, kills: int) -> tuple[list[str], list[float]]:
    """The ids that were acknowledged, and how long each next floor took to be ready."""
    chance, said, back = random.Random(9), list[str](), list[float]()
    call = [sys.executable, "-m", "tests.campaign.floor_at_work", str(path)]
    with subprocess.Popen(call, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as floors:
        assert floors.stdin is not None and floors.stdout is not None
        for _ in range(kills):
            start = time.monotonic()
            floors.stdin.write("another\n")
            floors.stdin.flush()
            word, pid = floors.stdout.readline().split()
            assert word == "ready"
            back.append(time.monotonic() - start)
            time.sleep(chance.uniform(0.0, 0.25))
            os.kill(int(pid), signal.SIGKILL)
            while not (line := floors.stdout.readline()).startswith("gone"):
                said.append(line.split()[1])
        floors.stdin.close()
    return said, back
