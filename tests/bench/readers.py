"""How much the supervised lines cost: many readers at once, beside a bare loop that only reads."""

from __future__ import annotations

import os
import selectors
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import serial

from floorapp.domain.reader_lines import Alarm, KnownReader, LineChange, LineSheet, LineState, ReaderLine
from floorapp.domain.readers import Missing, RawFrame, ReaderKind, Report
from floorapp.readers.supervisor import Supervisor
from floorapp.readers.virtual import virtual_identity
from tests.bench.measure import Figure

SETTLE_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Load:
    """What one run cost and brought."""

    readers: int
    frames_a_second: float
    seconds: float
    frames: int
    missing: int
    flaws: int
    cpu: float
    bare_cpu: float
    worst_delay_ms: float

    @property
    def ratio(self) -> float:
        return self.cpu / self.bare_cpu


class Counting:
    """A witness as cheap as a queue that is emptied: what it costs to store is measured elsewhere."""

    def __init__(self) -> None:
        self.raws: deque[RawFrame] = deque(maxlen=64)
        self.live = 0

    def raw(self, frame: RawFrame) -> None:
        self.raws.append(frame)

    def heard(self, report: Report) -> None: ...

    def scanned(self, line: str, code: str) -> None: ...

    def missing(self, missing: Missing) -> None: ...

    def changed(self, change: LineChange) -> None:
        self.live += (change.now is LineState.LIVE) - (change.was is LineState.LIVE)

    def alarm(self, alarm: Alarm) -> None: ...


@contextmanager
def simulated(readers: int, frames_a_second: float, hands_a_second: float = 0.0) -> Iterator[list[str]]:
    """Virtual readers in a process of their own; gives their ports."""
    call = [sys.executable, "-m", "floorapp", "reader-sim", "--readers", str(readers), "--seed", "1"]
    call += ["--beat", str(1.0 / frames_a_second), "--hello", "5"]
    if hands_a_second:
        call += ["--hands", str(hands_a_second)]
    with subprocess.Popen(call, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield [process.stdout.readline().split()[-1] for _ in range(readers)]
        finally:
            process.terminate()


def bare(ports: list[str], seconds: float) -> float:
    """CPU seconds of a loop that waits and reads, and does nothing else."""
    opened = [serial.Serial(port, timeout=0, exclusive=True) for port in ports]
    selector = selectors.DefaultSelector()
    for port in opened:
        selector.register(port.fileno(), selectors.EVENT_READ, port.fileno())
    began, end = time.process_time(), time.monotonic() + seconds
    while time.monotonic() < end:
        for key, _ in selector.select(0.2):
            os.read(key.data, 65_536)
    cpu = time.process_time() - began
    selector.close()
    for port in opened:
        port.close()
    return cpu


@contextmanager
def supervised(ports: list[str]) -> Iterator[Supervisor]:
    """The same ports as supervised lines, once all are live."""
    lines = [ReaderLine(f"L{number}", port) for number, port in enumerate(ports, start=1)]
    identities = [virtual_identity(number, ReaderKind.BLACKJACK) for number in range(1, len(ports) + 1)]
    known = [KnownReader(each.key, each.kind, virtual=True) for each in identities]
    listener = Counting()
    with Supervisor(listener=listener, lines=lines, known=known) as supervisor:
        deadline = time.monotonic() + SETTLE_SECONDS
        while listener.live < len(ports) and time.monotonic() < deadline:
            time.sleep(0.1)
        if listener.live < len(ports):
            raise RuntimeError(f"only {listener.live} of {len(ports)} lines are live")
        yield supervisor


def measure(readers: int = 256, frames_a_second: float = 20.0, seconds: float = 60.0) -> Load:
    """The bare loop before and after the supervised lines, over the same virtual readers.

    Half of the bare loop's time lies on either side, so that a machine that grows busier bears on both.
    """
    with simulated(readers, frames_a_second) as ports:
        before_cpu = bare(ports, seconds / 2)
        with supervised(ports) as supervisor:
            before, began = supervisor.sheets(), time.process_time()
            time.sleep(seconds)
            cpu, after = time.process_time() - began, supervisor.sheets()
        after_cpu = bare(ports, seconds / 2)
    frames = sum(sheet.counters.good for sheet in after) - sum(sheet.counters.good for sheet in before)
    return Load(
        readers=readers,
        frames_a_second=frames_a_second,
        seconds=seconds,
        frames=frames,
        missing=sum(sheet.counters.missing for sheet in after),
        flaws=_flaws(after) - _flaws(before),
        cpu=cpu,
        bare_cpu=before_cpu + after_cpu,
        worst_delay_ms=max(sheet.latency.worst for sheet in after),
    )


def _flaws(sheets: tuple[LineSheet, ...]) -> int:
    return sum(count for sheet in sheets for _, count in sheet.counters.flaws)


def figures(seconds: float = 60.0) -> Iterator[Figure]:
    """All readers at twenty frames a second, then many more at two."""
    for readers, rate in ((256, 20.0), (500, 2.0)):
        load = measure(readers, rate, seconds)
        yield Figure(
            f"{readers} readers at {rate:g} frames/s",
            f"{load.cpu / seconds:.1%} core",
            f"bare loop {load.bare_cpu / seconds:.1%}",
            load.ratio,
            "at most 2.5",
            load.ratio <= 2.5,
            f"{load.frames:,} frames, {load.missing} missing, {load.flaws} flawed, worst delay "
            f"{load.worst_delay_ms:.0f} ms",
        )
