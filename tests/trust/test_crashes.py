"""A process killed while it writes: no acknowledged entry is lost, and none is half there."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from db.verify import verify
from tests.trust.house import Kept, raw

ROOT = Path(__file__).parents[2]
#: `make campaign` kills two thousand times.
KILLS = 40


def acknowledged(writers: subprocess.Popen[str], least: int, after: float) -> list[str]:
    """Let a child write so many entries and a little longer, kill it, and answer what it had acknowledged."""
    assert writers.stdout is not None and writers.stdin is not None
    writers.stdin.write("another\n")
    writers.stdin.flush()
    ready, pid = writers.stdout.readline().split()
    assert ready == "ready"
    lines = [writers.stdout.readline().strip() for _ in range(least)]
    time.sleep(after)
    os.kill(int(pid), signal.SIGKILL)
    while not (line := writers.stdout.readline().strip()).startswith("gone"):
        lines.append(line)
    assert line == f"gone {-signal.SIGKILL}"
    return lines


@pytest.mark.unix
@pytest.mark.timeout(300)
def test_kill_9_during_writes_loses_no_acknowledged_entry(kept: Kept, counted: Callable[[str], None]) -> None:
    kept.close()
    chance, said = random.Random(9), list[str]()
    call = [sys.executable, "-m", "tests.trust.writer", str(kept.path)]
    writers = subprocess.Popen(call, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        for _ in range(KILLS):
            said += acknowledged(writers, chance.randrange(6), chance.uniform(0.0, 0.04))
    finally:
        writers.communicate()
    connection = raw(kept.path)
    there = {f"{station}-{seq} {id}" for station, seq, id in connection.execute("SELECT station, seq, id FROM entry")}
    connection.close()
    lost = [line for line in said if line not in there]
    found = verify(kept.path, state=True)
    counted(
        f"{KILLS} kills, {len(said)} entries acknowledged, {len(lost)} lost; {found.entries} there, good: {found.good}"
    )
    assert not lost and found.good and len(said) > KILLS
