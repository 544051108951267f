"""How fast a logbook is looked through, beside bare reading and hashing."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

from db import sqlite
from db.chain import COLUMNS
from db.entries import ChainEnd, Row, link, write_down
from db.store import open_store
from db.verify import verify
from floorapp.domain.property import Place
from floorapp.operations.acts import sessions
from floorapp.operations.desk import Desk
from floorapp.operations.entry import Entry, EntryDraft
from floorapp.operations.facts.house import PitPlaced
from floorapp.operations.identity import new_id
from tests.acts.floor import NOON, PASSWORD, CheapHasher, DrivenClock, furnish
from tests.acts.rulebooks import RULEBOOKS
from tests.bench.measure import Figure

#: How many entries are written down together.
AT_ONCE = 1000

QUERY = f"SELECT {', '.join(COLUMNS)} FROM entry ORDER BY position"


def fill(path: Path, count: int) -> None:
    """A logbook of so many entries, chained as the store chains them; the state is not asked for."""
    store = open_store(path)
    desk = Desk(logbook=store, clock=DrivenClock(NOON), hasher=CheapHasher(), rulebooks=RULEBOOKS)
    sessions.sign_in(desk, name="sam", password=PASSWORD)  # authority is replayed: who acts is signed in
    with store.writing() as writing:
        head, connection, linked = writing.head, writing.connection, list[tuple[Entry, Row]]()
        for number in range(count):
            at = NOON + timedelta(hours=11) * number / count  # before a session's end
            fact = PitPlaced(pit="P1", name=f"The main pit, moved for the {number}th time", place=Place(number % 90, 4))
            draft = EntryDraft(
                id=new_id(at), fact=fact, actor="sam", occurred_at=at, recorded_at=at, gaming_day="2026-11-16"
            )
            linked.append(link(draft, station=store.station, after=head))
            entry, _ = linked[-1]
            head = ChainEnd(entry.position, entry.seq, entry.hash)
            if len(linked) == AT_ONCE or number == count - 1:
                write_down(connection, linked)
                linked.clear()
    store.close()


def bare(path: Path) -> None:
    """Read every entry and hash its letters, nothing else."""
    connection = sqlite.module().connect(path)
    for a, b, c, d, _, f, g, h, i, _, k, m, n, o, *_ in connection.execute(QUERY):
        hashlib.sha256(f"{a}{b}{c}{d}{f}{g}{h}{i}{k}{m}{n}{o}".encode()).hexdigest()
    connection.close()


def seconds(call: Callable[[], Any]) -> float:
    """The best of three, in the processor's time: the machine may have others to serve."""
    best = 1e9
    for _ in range(3):
        start = time.process_time()
        call()
        best = min(best, time.process_time() - start)
    return best


def figures(entries: int = 1_000_000) -> Iterator[Figure]:
    """The chain alone, and with the file's structure, both beside reading and hashing."""
    folder = Path(tempfile.mkdtemp(prefix="floorapp-bench-"))
    path = folder / "floor.sqlite"
    try:
        furnish(path)
        fill(path, entries)
        least = seconds(lambda: bare(path))
        chain = seconds(lambda: verify(path, structure=False))
        whole = seconds(lambda: verify(path))
        assert verify(path).good
    finally:
        shutil.rmtree(folder)
    beside = f"bare reading, hashing {least:.2f} s"
    for what, took in (("the chain looked through", chain), ("the whole logbook looked through", whole)):
        ratio, size = took / least, f"{entries:,} entries"
        yield Figure(what, f"{took:.2f} s", beside, ratio, "at most 3", ratio <= 3, size)
