"""A walk through every write, sync and truncation of the main acts, each refused: what must hold of them."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import apsw
import pytest

from db import sqlite
from db.store import open_store
from db.verify import verify
from floorapp.domain.property import Place
from floorapp.domain.readers import RawFrame
from floorapp.domain.tables import Post
from floorapp.operations.acts import assignments, corrections, custody, incidents, people, readers, rounds, sessions
from floorapp.operations.acts import house as house_acts
from floorapp.operations.desk import Desk
from floorapp.operations.facts.incidents import IncidentReported
from floorapp.operations.faults import LogbookFault
from floorapp.operations.signatures import Meaning
from tests.acts.floor import PASSWORD, PROVED, Floor, refused
from tests.acts.test_incidents import FACE_UP, report
from tests.acts.test_rounds import a_round
from tests.trust import apsw_module
from tests.trust.disks import FailingDisk

ERRORS: dict[str, tuple[type[Exception], str]] = {
    "disk full": (apsw.FullError, "disk is full"),
    "I/O error": (apsw.IOError, "could not be read or written"),
}
#: A point that is never reached ends an act's walk; none of them has more than this.
MOST = 400
#: After every so manieth refusal the same is done again, with room.
GOES_ON = 6
Act = Callable[[], object]


@dataclass
class Floorwork:
    """The main acts, each made ready beforehand so that only the act itself meets the failing disk."""

    floor: Floor
    sam: Desk
    flo: Desk
    ada: Desk
    numbers: Any = field(default_factory=itertools.count)

    def next(self) -> str:
        return str(next(self.numbers))

    def move(self) -> Act:
        return lambda: house_acts.move_pit(self.sam, pit="P1", name=self.next(), place=Place(0, 0))

    def inspect(self) -> Act:
        return lambda: readers.inspect_reader(self.flo, table="FB-01", tampering=False, working=True, proofs=PROVED)

    def deal(self) -> Act:
        lines = [a_round(f"r{self.next()}", self.floor.clock.now()) for _ in range(3)]
        return lambda: rounds.import_rounds(self.flo, source="shoe.jsonl", lines=lines)

    def report(self) -> Act:
        signature, now = self.floor.sign(self.flo, "flo", Meaning.REPORTED), self.floor.clock.now()
        told = incidents.IncidentReport(
            table=FACE_UP.table, says=FACE_UP.says, code=FACE_UP.code, happened_at=now, discovered_at=now
        )
        return lambda: incidents.report_irregularity(self.flo, report=told, signature=signature)

    def correct(self) -> Act:
        report(self.floor, self.flo)
        entry, signature = self.floor.last(), self.floor.sign(self.flo, "flo", Meaning.CORRECTED)
        assert isinstance(entry.fact, IncidentReported)
        fact = replace(entry.fact, says=self.next())
        return lambda: corrections.correct_entry(
            self.flo, entry=entry.id, reason="typed wrong", signature=signature, fact=fact
        )

    def receive(self) -> Act:
        signature, seal = self.floor.sign(self.sam, "sid", Meaning.RECEIVED), f"S-{self.next()}"
        return lambda: custody.receive_decks(
            self.sam, design="Bee", back="red", decks=6, seals=(seal,), security=signature
        )

    def new_password(self) -> Act:
        return lambda: people.reset_password(self.ada, person="dan", password=f"{PASSWORD} {self.next()}")

    def sign_in(self) -> Act:
        self.floor.desk("cora")  # a guess that the disk spoiled is counted: forgotten by a right one
        desk = self.floor.desk()
        return lambda: sessions.sign_in(desk, name="cora", password=PASSWORD)

    def be_refused(self) -> Act:
        return lambda: refused(house_acts.move_pit, self.flo, pit="P1", name="x", place=Place(0, 0))

    def frames(self) -> Act:
        frames = tuple(RawFrame("L1", self.floor.clock.now(), bytes([n]) * 20, False) for n in range(50))
        return lambda: self.floor.store.keep_frames(frames)


ACTS = ("correct", "move", "inspect", "deal", "report", "receive", "new_password", "sign_in", "be_refused", "frames")


def at_work(house: Path, folder: Path) -> Floorwork:
    path = folder / "floor.sqlite"
    shutil.copy(house, path)
    floor = Floor(open_store(path), path)
    flo = floor.desk("flo")
    assignments.assign(flo, table="FB-01", post=Post.FLOORPERSON, person="flo")
    return Floorwork(floor, floor.desk("sam"), flo, floor.desk("ada"))


def kept(floor: Floor) -> tuple[int, int, int]:
    """How many entries, rounds and bundles are there, as another process sees them."""
    tables = ("entry", "round", "frame_bundle")
    with floor.store._looking() as connection:
        counts = [connection.exec_driver_sql(f"SELECT count(*) FROM {name}").scalar_one() for name in tables]
    return counts[0], counts[1], counts[2]


@dataclass
class Walk:
    """What walking through the points of an act found."""

    points: int = 0
    told: int = 0
    entries: int = 0


def walk(work: Floorwork, disk: FailingDisk, act: str, error: str, *, for_good: bool, found: Walk) -> None:
    """Refuse one point after another until the act no longer reaches it."""
    kind, words = ERRORS[error]
    for point in range(1, MOST):
        do = getattr(work, act)()
        before = kept(work.floor)
        disk.arm(point, kind, for_good=for_good)
        try:
            do()
            done = True
        except LogbookFault as fault:
            assert words in fault.happened and fault.means and fault.todo, fault
            done = False
            found.told += 1
        finally:
            disk.disarm()
        after = kept(work.floor)
        assert done or after == before or _whole(act, before, after), f"{act}: half of it, at point {point}"
        assert not done or after > before, f"{act}: acknowledged and not there, at point {point}"
        if not disk.refused:
            return
        found.points += 1
        if point % GOES_ON == 1:  # the disk is well again: the floor goes on
            getattr(work, act)()()
    raise AssertionError(f"{act} never came to an end")


def _whole(act: str, before: tuple[int, int, int], after: tuple[int, int, int]) -> bool:
    """A commit that failed at the last moment may have arrived whole; the person is told to look."""
    grew = tuple(new - old for old, new in zip(before, after, strict=True))
    return grew in {(1, 0, 0), (0, 0, 1), (1, 3, 0)} and (act == "deal") == (grew == (1, 3, 0))


def walk_all(house: Path, folder: Path, journal: str, error: str, *, for_good: bool) -> Walk:
    """Refuse every point of every act; afterwards the state is what the entries give, and the logbook good."""
    disk = FailingDisk(f"failing {folder}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite, "module", lambda: apsw_module)
        patch.setattr(sqlite, "wal_is_safe", lambda _: journal == "WAL")
        patch.setattr(apsw_module, "vfs", disk.name)
        work, found = at_work(house, folder), Walk()
        for act in ACTS:
            walk(work, disk, act, error, for_good=for_good, found=found)
        live = work.floor.store.state_digest()
        work.floor.store.rebuild()
        assert work.floor.store.state_digest() == live
        work.floor.store.close()
    whole = verify(work.floor.path)
    assert whole.good, whole.words()
    found.entries = whole.entries
    return found
