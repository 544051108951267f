"""What comes from outside, broken in every way: frames of readers and records of rounds."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests.campaign.table import Row
from tests.readers.fuzz import MOST_HELD, Fuzzed
from tests.readers.fuzz import fuzz as fuzz_frames
from tests.test_fuzz_records import fuzz as fuzz_records

FRAMES, RECORDS = 20_000_000, 2_000_000
PART_FRAMES, PART_RECORDS = 100_000, 5_000


def rows(scale: float) -> Iterator[Row]:
    """All of it, on every core."""
    with ProcessPoolExecutor() as pool:
        yield _frames(pool, max(1, round(FRAMES * scale / PART_FRAMES)), scale)
        yield _records(pool, max(1, round(RECORDS * scale / PART_RECORDS)), scale)


def _frames(pool: ProcessPoolExecutor, parts: int, scale: float) -> Row:
    each = min(PART_FRAMES, max(1_000, round(FRAMES * scale)))
    done: list[Fuzzed] = list(pool.map(partial(fuzz_frames, each), range(1_000, 1_000 + parts)))
    believed, unheard = sum(len(part.believed) for part in done), sum(part.unheard for part in done)
    held = max(part.most_held for part in done)
    told = f"{believed} believed, {unheard} good ones unheard, at most {held} bytes held"
    good = not believed and not unheard and held <= MOST_HELD
    return Row("fuzzed frames of readers", f"{sum(part.frames for part in done):,}", told, "the next good frame", good)


def _records(pool: ProcessPoolExecutor, parts: int, scale: float) -> Row:
    each = min(PART_RECORDS, max(200, round(RECORDS * scale)))
    done = list(pool.map(fuzz_records, range(50_000, 50_000 + parts), [each] * parts))
    answered = sum(verdicts.total() for verdicts, _ in done)
    faults = [fault for _, found in done for fault in found]
    return Row(
        "fuzzed records of rounds", f"{answered:,}", f"{len(faults)} not answered {faults[:3] or ''}", good=not faults
    )
