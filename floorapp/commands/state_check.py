"""The state compared with the entries once a day, in a process of its own: the floor does not feel it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from floorapp.operations.logbook_check import Flaw
from floorapp.operations.upkeep import Pace

#: How often the station asks whether the other process is done, in seconds.
ASKED_EVERY = 0.5
_FIRST = "WRONG, first: "


def compare_state(data: Path, path: Path, pace: Pace) -> list[Flaw]:
    """What `floorapp logbook verify --state` finds wrong, at the lowest priority; ended with the station."""
    child = subprocess.Popen(_command(data, path), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        while True:
            try:
                said, _ = child.communicate(timeout=ASKED_EVERY)
                break
            except subprocess.TimeoutExpired:
                pace()
    finally:
        if child.poll() is None:
            child.kill()
            child.communicate()
    if child.returncode != 1:  # good, or it could not look: the next look says which
        return []
    first = next((line.removeprefix(_FIRST) for line in said.splitlines() if line.startswith(_FIRST)), "")
    return [Flaw(code="state", says=first)] if first else []


def _command(data: Path, path: Path) -> list[str]:
    frozen = getattr(sys, "frozen", False)
    program = [sys.executable] if frozen else [sys.executable, "-m", "floorapp"]
    nice = shutil.which("nice")
    gently = [nice, "-n", "15"] if nice else []
    return [*gently, *program, "--data", str(data), "--database", str(path), "logbook", "verify", "--state"]
