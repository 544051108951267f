"""How long an act takes to become durable, and whether a long logbook is as quick as a short one."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import sqlalchemy as sa

from db import search_index, sqlite
from db.entries import ChainEnd, link, write_down
from db.schema import entry as entry_table
from db.store import Store, open_store
from floorapp.domain.property import Place
from floorapp.operations.acts import house
from floorapp.operations.entry import EntryDraft
from floorapp.operations.facts.house import PitPlaced
from floorapp.operations.facts.registry import Subject
from floorapp.operations.identity import new_id
from tests.acts.floor import NOON, Floor, furnish
from tests.bench.measure import Figure

SHORT = 10_000
COMMITS = 300
BATCH = 2000
#: Pits of the filled logbook; the timeline of one is asked for.
PITS = 60


def fill(path: Path, count: int) -> None:
    """A furnished logbook with so many further entries, chained, on timelines, and findable by their words."""
    furnish(path)
    store = open_store(path)
    with store.writing() as writing:
        head, connection = writing.head, writing.connection
        for begin in range(0, count, BATCH):
            linked = []
            for number in range(begin, min(begin + BATCH, count)):
                at = NOON + timedelta(seconds=number)
                name = f"pit {number % PITS}, order {number % 997} of the plan{number:07d}"
                fact = PitPlaced(pit=f"P{number % PITS}", name=name, place=Place(number % 90, 4))
                draft = EntryDraft(
                    id=new_id(at), fact=fact, actor="sam", occurred_at=at, recorded_at=at, gaming_day="2026-11-16"
                )
                made = link(draft, station=store.station, after=head)
                head = ChainEnd(made[0].position, made[0].seq, made[0].hash)
                linked.append(made)
            write_down(connection, linked)
            search_index.index(connection, (each for each, _ in linked))
    store.close()


def median(call: Callable[[], object], times: int) -> float:
    """The usual time of a call, in seconds on the wall: what a person waits."""
    took = []
    for _ in range(times):
        start = time.perf_counter()
        call()
        took.append(time.perf_counter() - start)
    return statistics.median(took)


def in_turn(one: Callable[[], object], other: Callable[[], object], times: int) -> tuple[float, float]:
    """The usual times of two calls made in turn, so that both meet the same machine."""
    took: tuple[list[float], list[float]] = ([], [])
    for _ in range(times):
        for call, kept in zip((one, other), took, strict=True):
            start = time.perf_counter()
            call()
            kept.append(time.perf_counter() - start)
    return statistics.median(took[0]), statistics.median(took[1])


def commits(folder: Path) -> Figure:
    """An act, with its question, its chain, its state and its words, beside the bare insert of its row."""
    path = folder / "acts.sqlite"
    furnish(path)
    floor = Floor(open_store(path), path)
    desk = floor.desk("ada")

    def act() -> None:
        house.move_pit(desk, pit="P1", name="Main", place=Place(2, 0))

    row = _one_row(floor.store)
    bare = sqlite.engine_for(folder / "bare.sqlite")
    with bare.begin() as connection:
        entry_table.metadata.create_all(connection, tables=[entry_table])
    number = iter(range(1, 1 << 40))

    def insert() -> None:
        place = next(number)
        with bare.begin() as connection:
            connection.execute(sa.insert(entry_table), row | {"position": place, "seq": place, "id": new_id(NOON)})

    act()
    insert()
    ours, theirs = in_turn(act, insert, COMMITS)
    floor.store.close()
    bare.dispose()
    ratio = ours / theirs
    return Figure(
        "an act becomes durable",
        f"{1000 * ours:.2f} ms",
        f"bare insert {1000 * theirs:.2f} ms",
        ratio,
        "at most 2.5",
        ratio <= 2.5,
    )


def _one_row(store: Store) -> dict[str, object]:
    with store._looking() as connection:
        found = connection.execute(sa.select(entry_table).limit(1)).mappings().one()
    return {str(name): value for name, value in found.items()}


def _opened(path: Path) -> None:
    open_store(path).close()


QUESTIONS: dict[str, tuple[Callable[[Store], object], int]] = {
    "a page of the history": (lambda store: store.page(limit=50), 60),
    "a page from the middle": (lambda store: store.page(limit=50, before=SHORT // 2), 60),
    "a page of one pit's timeline": (lambda store: store.page(limit=50, about=Subject("pit", "P7")), 60),
    "a search for a word seldom written": (lambda store: store.search("plan0005001", limit=50), 60),
    "a search for a word in every entry": (lambda store: store.search("order", limit=50), 60),
    "a search for a seldom and a common word": (lambda store: store.search("order plan0005001", limit=50), 60),
}


def flatness(folder: Path, long: int) -> Iterator[Figure]:
    """The same questions to a short and to a long logbook."""
    paths = folder / "short.sqlite", folder / "long.sqlite"
    for path, count in zip(paths, (SHORT, long), strict=True):
        fill(path, count)
    note = f"{long:,} entries against {SHORT:,}"
    short, whole = open_store(paths[0]), open_store(paths[1])
    for what, (ask, times) in QUESTIONS.items():
        ask(short), ask(whole)
        ours, theirs = in_turn(lambda ask=ask: ask(whole), lambda ask=ask: ask(short), times)  # type: ignore[misc]
        yield _flat(what, ours, theirs, note)
    short.close()
    whole.close()
    ours, theirs = in_turn(lambda: _opened(paths[1]), lambda: _opened(paths[0]), 15)
    yield _flat("opening the logbook", ours, theirs, note)


def _flat(what: str, ours: float, theirs: float, note: str) -> Figure:
    ratio = ours / theirs
    return Figure(
        what, f"{1000 * ours:.2f} ms", f"short logbook {1000 * theirs:.2f} ms", ratio, "at most 1.5", ratio <= 1.5, note
    )


def figures(entries: int = 1_000_000) -> Iterator[Figure]:
    """All of it."""
    with tempfile.TemporaryDirectory(prefix="floorapp-bench-") as folder:
        yield commits(Path(folder))
        yield from flatness(Path(folder), max(entries, SHORT))
