"""How fast stored rounds are audited, beside the engine's own rate on the same packed rounds; and a floor's year."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from db.store import Store, open_store
from floorapp.bootstrap import rulebooks
from floorapp.domain.rounds import RoundBlock
from floorapp.operations.audit.audit import audit
from floorapp.operations.audit.observations import Posts
from floorapp.operations.audit.selection import Selection
from floorapp.operations.canonical import digest
from floorapp.operations.quick.verify import QuickVerifier
from tests.bench.files import PLACE, ROUNDS, blocks_file, rounds_file
from tests.bench.measure import Figure, run, two_cores_free

TIMES = 8  # how often the rounds are stored, under other names
TRIES = 3
#: A hundred tables, twenty hours a day, sixty rounds an hour.
YEAR = 100 * 20 * 60 * 365
SINCE, UNTIL = datetime(2015, 1, 1, tzinfo=UTC), datetime(2016, 1, 2, tzinfo=UTC)
ALL = Selection(None, ((SINCE, UNTIL),))


def figures(rounds: int = ROUNDS) -> Iterator[Figure]:
    """One core against the engine alone, two cores against one, memory, and how long a year takes."""
    blocks = blocks_file(rounds_file(rounds))
    path = _stored(blocks, rounds)
    stored = rounds * TIMES
    engine, ours = [], []
    for _ in range(TRIES):
        engine.append(_engine(blocks) / stored)
        ours.append(_audited(path, 1, processor=True) / stored)
    best, one = min(engine) * 1e6, min(ours) * 1e6
    yield Figure(
        "an audit from the store",
        f"{one:.2f} µs/round",
        f"engine, packed {best:.2f} µs",
        best / one,
        "at least 0.7",
        best / one >= 0.7,
        f"{stored:,} rounds, one process each, learning included; odds counted too",
    )
    free = two_cores_free()
    walls = {jobs: min(_audited(path, jobs, processor=False) for _ in range(TRIES if free else 1)) for jobs in (1, 2)}
    note = "" if free else "two cores were not free"
    yield Figure(
        "an audit on two cores", f"{walls[2]:.1f} s", f"one core {walls[1]:.1f} s", walls[1] / walls[2], "", None, note
    )
    spent = run(["-m", "tests.bench.audit", str(path), "2"], watch=True)
    yield Figure(
        "its memory, two cores",
        f"{spent.memory / 1e6:.0f} MB",
        f"halfway {spent.halfway / 1e6:.0f} MB",
        None,
        "flat",
        spent.memory < 1.25 * spent.halfway,
        f"{stored:,} rounds",
    )
    minutes = walls[2] / stored * YEAR / 60
    yield Figure(
        "a hundred tables' year",
        f"{minutes:.1f} minutes",
        f"{YEAR:,} rounds",
        None,
        "minutes",
        minutes < 60,
        note or "two cores",
    )


def _engine(blocks: list[bytes]) -> float:
    """The processor's seconds for the same blocks as often, by a verifier that knows nothing yet."""
    verifier, began = QuickVerifier(rulebooks()), time.process_time()
    for block in blocks * TIMES:
        verifier.check_block(block)
    return time.process_time() - began


def _audited(path: Path, jobs: int, *, processor: bool) -> float:
    store = open_store(path)
    began, cpu = time.monotonic(), time.process_time()
    _audit(store, jobs)
    taken = time.process_time() - cpu if processor else time.monotonic() - began
    store.close()
    return taken


def _audit(store: Store, jobs: int) -> None:
    found = audit(store, ALL, rulebooks(), posts=Posts(()), jobs=jobs)
    assert found is not None and not found.wrong and found.rounds


def _stored(blocks: list[bytes], rounds: int) -> Path:
    """A logbook with the rounds packed in it, made once."""
    path = PLACE / f"audit-{rounds}.sqlite"
    if not path.exists():
        part = path.with_suffix(".part")
        part.unlink(missing_ok=True)
        store = open_store(part)
        each = rounds // len(blocks)
        for time_ in range(TIMES):
            with store.writing() as writing:
                first = time_ * len(blocks) + 1
                writing.keep_blocks(
                    tuple(
                        RoundBlock(first + n, 0, each, SINCE, UNTIL, ("T-01",), digest(block), block)
                        for n, block in enumerate(blocks)
                    )
                )
        store.close()
        part.rename(path)
    return path


if __name__ == "__main__":
    opened = open_store(Path(sys.argv[1]))
    _audit(opened, int(sys.argv[2]))
    opened.close()
