"""Thousands of random days at tables, judged by `floorapp conduct` and by the plain judge of the tests."""

from __future__ import annotations

import random
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.campaign.table import Row
from tests.conduct.both_judges import calls, difference
from tests.conduct.random_logs import REACHABLE, coverage, seeded_log

LOGS, PART = 20_000, 100


def differing(first: int, often: int) -> list[int]:
    """The seeds of the logs on which the two judges do not agree."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.jsonl"
        for seed in range(first, first + often):
            lines = seeded_log(seed)
            if any(difference(log, lines, *words) for words in calls(random.Random(seed), lines)):
                found.append(seed)
    return found


def reached(first: int, often: int) -> Counter[tuple[str, str, str, str]]:
    return coverage(range(first, first + often))


def rows(scale: float) -> Iterator[Row]:
    """All of them, on every core."""
    parts = max(1, round(LOGS * scale / PART))
    each = min(PART, max(10, round(LOGS * scale)))
    starts = range(0, parts * PART, PART)
    with ProcessPoolExecutor() as pool:
        found = [seed for seeds in pool.map(differing, starts, [each] * parts) for seed in seeds]
        told = f"{len(found)} judged otherwise" + (f", seeds {found[:9]}" if found else "")
        yield Row("random days at tables, judged twice", f"{parts * each:,}", told, good=not found)
        if scale >= 0.1:
            counted = {key[:2] for part in pool.map(reached, starts, [each] * parts) for key in part}
            missed = sorted(REACHABLE - counted)
            lost = f"{len(missed)} of {len(REACHABLE)} duties never found" + (
                f", such as {missed[:5]}" if missed else ""
            )
            yield Row("duties those days reach, by rulebook", f"{parts * each:,}", lost, good=not missed)
