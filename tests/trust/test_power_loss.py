"""The power cut at any moment, what was not synced forgotten: no acknowledged entry is lost, none is half there."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from db import sqlite
from db.store import open_store
from db.verify import verify
from floorapp.domain.property import Place
from floorapp.operations.acts import house as house_acts
from floorapp.operations.acts import rounds
from floorapp.operations.faults import LogbookFault
from tests.acts.floor import Floor
from tests.acts.test_rounds import a_round
from tests.trust import apsw_module
from tests.trust.disks import ForgetfulDisk
from tests.trust.house import raw

CUTS = {"WAL": 50, "DELETE": 50}
#: Of so many writes, syncs and deletions the power is cut before one.
ONE_IN = 67


@pytest.fixture
def on_apsw(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The store on a SQLite over a file system of ours."""
    monkeypatch.setattr(sqlite, "module", lambda: apsw_module)
    return monkeypatch


def cut_while_writing(
    house: Path, folder: Path, patch: pytest.MonkeyPatch, journal: str, cuts: int
) -> tuple[int, int, int]:
    """Cut the power so many times while a floor is written; answers entries acknowledged, lost, and images wrong."""
    chance = random.Random(f"{journal} {cuts}")
    path = folder / "writing" / "floor.sqlite"
    path.parent.mkdir()
    shutil.copy(house, path)
    patch.setattr(sqlite, "wal_is_safe", lambda _: journal == "WAL")
    disk = ForgetfulDisk(f"forgetful {journal} {id(chance)}", path.parent)
    patch.setattr(apsw_module, "vfs", disk.name)
    floor = Floor(open_store(path), path)
    desk, acknowledged = floor.desk("sam"), list[str]()
    images: list[tuple[Path, list[str]]] = []

    def each() -> None:
        if len(images) < cuts and chance.randrange(ONE_IN) == 0:
            image = folder / f"image {len(images)}"
            disk.cut_power(image, chance)
            images.append((image / "floor.sqlite", list(acknowledged)))

    disk.each = each
    while len(images) < cuts:
        change = house_acts.move_pit(desk, pit="P1", name="Written", place=Place(0, 0))
        acknowledged.extend(change.ids)
    disk.each = lambda: None
    floor.store.close()
    patch.setattr(apsw_module, "vfs", "")
    lost = wrong = 0
    for image, said in images:
        open_store(image).close()
        connection = raw(image)
        there = {id for (id,) in connection.execute("SELECT id FROM entry")}
        connection.close()
        lost += len(set(said) - there)
        wrong += not verify(image).good
    return len(acknowledged), lost, wrong


@pytest.mark.parametrize("journal", CUTS)
@pytest.mark.timeout(300)
def test_a_power_cut_loses_no_acknowledged_entry(
    house: Path, tmp_path: Path, on_apsw: pytest.MonkeyPatch, journal: str, counted: Callable[[str], None]
) -> None:
    said, lost, wrong = cut_while_writing(house, tmp_path, on_apsw, journal, CUTS[journal])
    counted(
        f"{CUTS[journal]} power cuts with {journal}, {said} entries acknowledged, {lost} lost, {wrong} logbooks wrong"
    )
    assert lost == 0 and wrong == 0 and said > 0


@pytest.mark.parametrize(("journal", "synchronous"), [("WAL", "OFF"), ("DELETE", "OFF"), ("DELETE", "FULL")])
def test_the_simulation_bites_with_less_syncing_entries_are_lost(
    house: Path, tmp_path: Path, on_apsw: pytest.MonkeyPatch, journal: str, synchronous: str
) -> None:
    """With FULL alone a rollback journal may be back after a power cut, and undo what was acknowledged."""
    on_apsw.setattr(sqlite, "synchronous_for", lambda _: synchronous)
    on_apsw.setattr("tests.trust.test_power_loss.ONE_IN", 5)
    try:
        _, lost, wrong = cut_while_writing(house, tmp_path, on_apsw, journal, 40)
    except LogbookFault:  # a file that cannot even be opened bites too
        lost = wrong = 1
    assert lost or wrong


def test_rounds_and_entries_of_one_act_arrive_together_or_not_at_all(
    house: Path, tmp_path: Path, on_apsw: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "writing" / "floor.sqlite"
    path.parent.mkdir()
    shutil.copy(house, path)
    chance, images = random.Random(4), list[Path]()
    disk = ForgetfulDisk("forgetful rounds", path.parent)
    on_apsw.setattr(apsw_module, "vfs", disk.name)
    floor = Floor(open_store(path), path)
    desk = floor.desk("flo")

    def each() -> None:
        image = tmp_path / f"image {len(images)}"
        disk.cut_power(image, chance)
        images.append(image / "floor.sqlite")

    disk.each = each
    at = floor.clock.now()
    rounds.import_rounds(desk, source="shoe.jsonl", lines=[a_round(f"r{n}", at) for n in range(20)])
    disk.each = lambda: None
    floor.store.close()
    on_apsw.setattr(apsw_module, "vfs", "")
    seen = set()
    for image in images:
        open_store(image).close()
        assert verify(image).good
        seen.add(verify(image).rounds)
    assert seen <= {0, 20} and len(images) >= 3
