"""How fast stored rounds are audited, beside the engine's own rate on the same packed rounds; and a floor's year."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path

from db.store import Store, open_store
from floorapp.bootstrap import rulebooks
from floorapp.domain.rounds import RoundBlock
from floorapp.operations.audit.audit import audit
from floorapp.operations.audit.observations import Posts
from floorapp.operations.audit.packs import span_of
from floorapp.operations.audit.selection import Selection
from floorapp.operations.canonical import digest
from floorapp.operations.quick.verify import QuickVerifier
from tests.bench.files import EXCHANGES, PLACE, ROUNDS, blocks_file, many_blocks, rounds_file
from tests.bench.measure import Figure, run, two_cores_free

TIMES = 8  # how often the rounds are stored, under other names
TRIES = 3
#: A hundred tables, twenty hours a day, sixty rounds an hour.
YEAR = 100 * 20 * 60 * 365
SINCE, UNTIL = datetime(2015, 1, 1, tzinfo=UTC), datetime(2016, 1, 2, tzinfo=UTC)
ALL = Selection(None, ((SINCE, UNTIL),))
#: Play by chance is of several years, and has wrong rounds.
EVER = Selection(None, ((datetime(2004, 1, 1, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC)),))


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


def year_by_chance(blocks: list[bytes], rounds: int) -> Iterator[Figure]:
    """A hundred tables' year of play by chance, told by what two processes need for one and for two times the rounds
    with suits exchanged: what is learnt, and the odds of 26 kinds of tables, are met once."""
    many = len(EXCHANGES) * rounds
    once, twice = (run(["-m", "tests.bench.audit", str(_kept(blocks, rounds, n)), "2"], watch=True) for n in (1, 2))
    each = (twice.processor - once.processor) / many
    year = (once.processor + each * (YEAR - many)) / 2
    yield Figure(
        "a year of play by chance, two cores",
        f"{year:.0f} s",
        f"{each * 1e6:.2f} µs/round",
        None,
        "60 s",
        year <= 60,
        f"processor time of audits of {many:,} and {2 * many:,} rounds of chance.py from the store ({rounds:,} dealt, "
        f"and with suits exchanged): {once.processor:.1f} and {twice.processor:.1f} s, learning and odds included",
    )
    memory = twice.memory / 1e6
    halfway = f"halfway {twice.halfway / 1e6:.0f} MB"
    yield Figure(
        "its memory", f"{memory:.0f} MB", halfway, None, "under 200 MB", memory < 200, "all processes together"
    )


def _kept(blocks: list[bytes], rounds: int, times: int) -> Path:
    """A logbook with so many times the rounds of play by chance with suits exchanged, made once."""
    path = PLACE / f"chance-{rounds}-{times}.sqlite"
    if not path.exists():
        part = path.with_suffix(".part")
        part.unlink(missing_ok=True)
        store, spans = open_store(part), [span_of(block) for block in blocks]
        for place, block in enumerate(chain.from_iterable(many_blocks(blocks) for _ in range(times))):
            with store.writing() as writing:
                writing.keep_blocks((RoundBlock(place + 1, 0, *spans[place % len(spans)], digest(block), block),))
        store.close()
        part.rename(path)
    return path


def _engine(blocks: list[bytes]) -> float:
    """The processor's seconds for the same blocks as often, by a verifier that knows nothing yet."""
    verifier, began = QuickVerifier(rulebooks()), time.process_time()
    for block in blocks * TIMES:
        verifier.check_block(block)
    return time.process_time() - began


def _audited(path: Path, jobs: int, *, processor: bool) -> float:
    store = open_store(path)
    began, cpu = time.monotonic(), time.process_time()
    _audit(store, jobs, ALL)
    taken = time.process_time() - cpu if processor else time.monotonic() - began
    store.close()
    return taken


def _audit(store: Store, jobs: int, selection: Selection) -> None:
    found = audit(store, selection, rulebooks(), posts=Posts(()), jobs=jobs)
    assert found is not None and found.rounds and bool(found.wrong) == (selection is EVER)


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
    _audit(opened, int(sys.argv[2]), EVER if "chance" in Path(sys.argv[1]).name else ALL)
    opened.close()
