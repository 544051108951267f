"""A machine that misbehaves: a full disk, a clock that jumps; and a long day of work in little memory."""

from __future__ import annotations

import os
import random
import resource
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from db.store import open_store
from db.verify import verify
from floorapp.domain.property import Place
from floorapp.operations.acts import house
from floorapp.operations.faults import LogbookFault
from tests.acts.floor import Floor, furnish
from tests.acts.test_walks import MOVES, PRELUDE, TABLES, Walk
from tests.campaign.table import Row, back_after

FILLS, JUMPS, ACTS = 50, 2_000, 40_000


def rows(scale: float) -> Iterator[Row]:
    """All of it."""
    yield _filled(max(2, round(FILLS * scale)))
    yield _jumped(max(50, round(JUMPS * scale)))
    yield _flat(max(300, round(ACTS * scale)))


@contextmanager
def _small_disk(megabytes: int) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="floorapp-disk-"))
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)
        folder.rmdir()


def _filled(fills: int) -> Row:
    """A real disk that is really full; space comes back and the floor goes on."""
    if os.getuid() != 0:
        return Row("disk filled", "0", "needs root for a small disk of its own: not tried", good=False)
    refused, back, said = 0, list[float](), list[str]()
    with _small_disk(12) as disk:
        path, ballast = disk / "floor.sqlite", disk / "ballast"
        furnish(path)
        floor = Floor(open_store(path), path)
        desk = floor.desk("ada")

        def act() -> None:
            said.append(house.move_pit(desk, pit="P1", name="Main " * 40, place=Place(2, 0)).ids[0])

        for _ in range(fills):
            ballast.write_bytes(b"\0" * max(0, os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize))
            try:
                while True:
                    act()
            except LogbookFault:
                refused += 1
            start = time.monotonic()
            ballast.unlink()
            act()
            back.append(time.monotonic() - start)
            _trim(floor)
        floor.store.close()
        store = open_store(path)
        lost = [id for id in said if store.entry(id) is None]
        store.close()
        good = verify(path, state=True).good
    told = f"{len(lost)} of {len(said):,} acknowledged entries; told {refused} times"
    return Row("disk filled while writing", f"{fills}", told, back_after(back), not lost and good and refused == fills)


def _trim(floor: Floor) -> None:
    """Stop before the small disk is full of entries for good."""
    if floor.path.stat().st_size > 9_000_000:
        raise OverflowError("the small disk is too small for so many fills")


def _jumped(jumps: int) -> Row:
    """The clock goes back and forth by up to two days; the chain's order does not rest on it."""
    chance = random.Random(5)
    with tempfile.TemporaryDirectory(prefix="floorapp-campaign-") as folder:
        path = Path(folder) / "floor.sqlite"
        furnish(path)
        floor = Floor(open_store(path), path)
        walk = Walk(floor)
        for step in PRELUDE:
            walk.step(*step)
        moves = sorted(MOVES)
        for _ in range(jumps):
            floor.clock.advance(hours=chance.uniform(-48, 48))
            walk.step(chance.choice(moves), chance.choice(TABLES), chance.randrange(7))
        numbers = [entry.seq for entry in floor.store.page(limit=10_000_000)]
        floor.store.close()
        good = verify(path, state=True).good
    whole = numbers == list(range(len(numbers), 0, -1))
    acts = sum(walk.done.values())
    told = f"{0 if whole else 'SOME'} of {len(numbers):,} entries out of order or missing"
    return Row("clock jumped between acts", f"{jumps:,} ({acts:,} acts)", told, "at once", whole and good)


def _flat(acts: int) -> Row:
    """Memory and open files after a tenth of the work, and after all of it."""
    with tempfile.TemporaryDirectory(prefix="floorapp-campaign-") as folder:
        path = Path(folder) / "floor.sqlite"
        furnish(path)
        floor = Floor(open_store(path), path)
        desk = floor.desk("ada")
        early = (0, 0)
        for number in range(acts):
            if number == acts // 10:
                early = _held()
            floor.clock.advance(seconds=1)
            house.move_pit(desk, pit="P1", name=f"Main {number}", place=Place(number % 90, 0))
        late = _held()
        floor.store.close()
    grown, files = (late[0] - early[0]) / 1e6, late[1] - early[1]
    told = f"{grown:.1f} MB more than after a tenth, {files} files more"
    return Row("acts in one process, memory and handles", f"{acts:,}", told, good=grown < 30 and files <= 0)


def _held() -> tuple[int, int]:
    """Resident bytes and open files."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize(), len(os.listdir("/proc/self/fd"))
