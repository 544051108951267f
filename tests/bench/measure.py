"""Measuring: processor time of a child process, its memory, and a table of figures."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


@dataclass(frozen=True)
class Figure:
    """One line of the table: ours, theirs in the same run, and how the two should stand."""

    what: str
    ours: str
    theirs: str
    ratio: float | None
    goal: str
    holds: bool | None
    note: str = ""

    def __str__(self) -> str:
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        verdict = {True: "holds", False: "MISSED", None: "-"}[self.holds]
        return f"{self.what:38} {self.ours:>14} {self.theirs:>24} {ratio:>7}  {self.goal:12} {verdict:7} {self.note}"


HEADINGS = f"{'what':38} {'ours':>14} {'beside it':>24} {'ratio':>7}  {'goal':12} {'':7}"


@dataclass(frozen=True)
class Spent:
    """What a command took."""

    processor: float  # seconds, all its processes together
    wall: float
    memory: int  # bytes at its peak, all its processes together
    halfway: int  # bytes when half its time was over
    output: bytes  # empty where its memory was watched: it may be gigabytes


def run(words: Sequence[str], *, watch: bool = False, compiled: Path | None = None) -> Spent:
    """Run a Python command and say what it took; `watch` looks at its memory, five times a second.

    `compiled` is where its bytecode lies, written there if it is not: what is installed has its bytecode.
    """
    env = dict(os.environ)
    if compiled is not None:
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        env["PYTHONPYCACHEPREFIX"] = str(compiled)
    before, start = _processor(), time.monotonic()
    heard = subprocess.DEVNULL if watch else subprocess.PIPE
    child = subprocess.Popen([sys.executable, *words], stdout=heard, cwd=ROOT, env=env)
    seen: list[tuple[float, int]] = []
    while watch and child.poll() is None:
        seen.append((time.monotonic() - start, _memory(child.pid)))
        time.sleep(0.2)
    output, _ = child.communicate()
    wall, processor = time.monotonic() - start, _processor() - before
    peak = max((size for _, size in seen), default=0)
    halfway = max((size for at, size in seen if at < wall / 2), default=0)
    return Spent(processor, wall, peak, halfway, output or b"")


def _processor() -> float:
    """Seconds of processor time of all children that have ended."""
    import resource  # Windows has none

    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def _memory(pid: int) -> int:
    """The memory of a process and its children; what they share is counted once."""
    total = 0
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                total += int(line.split()[1]) * 1024
        for thread in Path(f"/proc/{pid}/task").iterdir():
            total += sum(_memory(int(each)) for each in (thread / "children").read_text().split())
    except OSError:  # it has just ended
        pass
    return total


def two_cores_free(seconds: float = 2.0) -> bool:
    """Whether this machine has two cores and nothing else to do; a load average still counts the bench's own work."""
    before = _worked()
    time.sleep(seconds)
    return (os.cpu_count() or 1) >= 2 and _worked() - before < 0.2 * seconds


def _worked() -> float:
    """The seconds that all cores together have worked since the machine started."""
    user, nice, system, _idle, _waiting, *interrupts = map(int, Path("/proc/stat").read_text().split()[1:9])
    return (user + nice + system + sum(interrupts)) / os.sysconf("SC_CLK_TCK")
