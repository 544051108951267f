"""What comes from outside: frames and records broken in every way, and lawful rounds settled a second, plain way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests.campaign.table import Row
from tests.fuzz_records import fuzz as fuzz_records
from tests.plain.agreement import disagreements
from tests.readers.fuzz import MOST_HELD, Fuzzed
from tests.readers.fuzz import fuzz as fuzz_frames
from tests.test_memory import by_chance, changed, lawful, read_otherwise, same_every_way, with_a_byte_changed

FRAMES, RECORDS, ROUNDS = 20_000_000, 2_000_000, 1_000_000
SEEDS = 250
PART_FRAMES, PART_RECORDS, PART_ROUNDS = 100_000, 5_000, 2_500


def rows(scale: float) -> Iterator[Row]:
    """All of it, on every core."""
    with ProcessPoolExecutor() as pool:
        yield _frames(pool, max(1, round(FRAMES * scale / PART_FRAMES)), scale)
        yield _records(pool, max(1, round(RECORDS * scale / PART_RECORDS)), scale)
        yield _quickly(pool, max(1, round(SEEDS * scale)), 400 if scale >= 0.01 else 20)
        yield _rounds(pool, max(1, round(ROUNDS * scale / PART_ROUNDS)), scale)


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


def _rounds(pool: ProcessPoolExecutor, parts: int, scale: float) -> Row:
    each = min(PART_ROUNDS, max(200, round(ROUNDS * scale)))
    found = [one for part in pool.map(disagreements, range(80_000, 80_000 + parts), [each] * parts) for one in part]
    told = f"{len(found)} settled otherwise {found[:3] or ''}"
    return Row("lawful rounds settled a second, plain way", f"{parts * each:,}", told, good=not found)


def _quickly(pool: ProcessPoolExecutor, seeds: int, each: int) -> Row:
    compared, found = 0, list[str]()
    for made in (lawful, changed, read_otherwise, with_a_byte_changed, by_chance):
        for seed, (rounds, same) in enumerate(pool.map(partial(_both_ways, made, each), range(1_000, 1_000 + seeds))):
            compared += rounds
            found += [] if same else [f"{made.__name__}, seed {1_000 + seed}"]
    return Row(
        "rounds answered the quick way, byte for byte",
        f"{compared:,}",
        f"{len(found)} otherwise {found or ''}",
        good=not found,
    )


def _both_ways(made: Callable[[int, int], list[bytes]], each: int, seed: int) -> tuple[int, bool]:
    lines = made(seed, each)
    return len(lines), same_every_way(lines)
