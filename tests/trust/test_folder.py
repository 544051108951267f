"""What lies in the data folder, changed or put back by somebody who has all of it: each is found, or it is said."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from db.heads import find_heads
from db.keys import key_of, station_key
from db.store import open_store
from db.verify import verify
from floorapp.domain.heads import Reason
from floorapp.operations.facts.heads import HeadsCountersigned
from floorapp.operations.heads import Sealing, sworn
from tests.acts.floor import DrivenClock, Floor
from tests.trust.house import Kept, drop_guards, keep_house, raw
from tests.trust.test_attacks import append


@pytest.fixture
def worked(house: Path, tmp_path: Path) -> Iterator[Kept]:
    kept = keep_house(house, tmp_path / "kept")
    kept.move(3)
    kept.sealing.sign(Reason.REQUEST)
    yield kept
    kept.close()


def test_a_folder_put_back_whole_is_found_by_any_head_that_left_since(worked: Kept, tmp_path: Path) -> None:
    """The file, its heads and the key of that day, all as they were: nothing inside can tell."""
    worked.close()
    shutil.copytree(worked.folder, tmp_path / "before", ignore=shutil.ignore_patterns("away"))
    again = Kept(worked.folder, Floor(open_store(worked.path), worked.path, DrivenClock(worked.floor.clock.now())))
    again.move(2, "Later")
    again.sealing.sign(Reason.REQUEST)
    again.close()
    left = again.away
    for name in ("floor.sqlite", "heads", "keys"):
        shutil.rmtree(worked.folder / name) if (worked.folder / name).is_dir() else (worked.folder / name).unlink()
        old = tmp_path / "before" / name
        (shutil.copytree if old.is_dir() else shutil.copy)(old, worked.folder / name)
    alone = verify(worked.path, own=[worked.heads])
    assert alone.good and "no head of MAIN from outside" in " ".join(alone.words())
    assert [flaw.code for flaw in verify(worked.path, own=[worked.heads], against=[left]).flaws] == ["cut"]


def test_an_old_head_under_a_newer_name_vouches_for_what_it_says_only(worked: Kept) -> None:
    old = next(find_heads(worked.away)).path
    worked.move(2, "Later")
    worked.sealing.sign(Reason.REQUEST)
    worked.close()
    newest = max(find_heads(worked.away), key=lambda each: each.path.name).path
    newest.write_bytes(old.read_bytes())
    connection = raw(worked.path)
    drop_guards(connection)
    connection.execute("DELETE FROM entry WHERE seq > (SELECT max(seq) - 2 FROM entry)")
    connection.close()
    found = verify(worked.path, against=[worked.away], structure=False)
    assert "Intact:" not in " ".join(found.words())


LAID = {
    "a trigger": "CREATE TRIGGER mine AFTER INSERT ON entry BEGIN UPDATE state_person SET role = 'administrator'; END",
    "a trigger on the state": "CREATE TRIGGER mine AFTER UPDATE ON state_person BEGIN SELECT 1; END",
    "a view": "CREATE VIEW mine AS SELECT * FROM credential",
    "an index": "CREATE INDEX mine ON entry (actor)",
    "a table": "CREATE TABLE mine (a TEXT)",
}


@pytest.mark.parametrize("what", LAID)
def test_what_is_laid_out_beside_the_logbook_is_named(worked: Kept, what: str) -> None:
    worked.close()
    connection = raw(worked.path)
    connection.execute(LAID[what])
    connection.close()
    assert [flaw.says for flaw in verify(worked.path).flaws if "mine is not part of a logbook" in flaw.says]


def test_a_table_that_is_only_a_view_of_itself_is_named(worked: Kept) -> None:
    worked.close()
    connection = raw(worked.path)
    connection.execute("ALTER TABLE round RENAME TO rounds_before")
    connection.execute("CREATE VIEW round AS SELECT * FROM rounds_before")
    connection.close()
    assert {"the table round is gone."} <= {flaw.says for flaw in verify(worked.path).flaws}


@pytest.mark.parametrize(
    ("column", "value"), [("subject_id", "P9"), ("station", "POD-2"), ("gaming_day", "2026-11-15")]
)
def test_an_entry_moved_to_another_subject_station_or_day_is_found(worked: Kept, column: str, value: str) -> None:
    worked.close()
    connection = raw(worked.path)
    drop_guards(connection)
    change = (
        f"UPDATE entry SET {column} = ? WHERE position = (SELECT max(position) FROM entry WHERE kind = 'pit.placed')"
    )
    connection.execute(change, (value,))
    connection.close()
    assert "changed" in {flaw.code for flaw in verify(worked.path, against=[worked.away], structure=False).flaws}


def test_two_stations_whose_chains_are_exchanged_are_found(worked: Kept) -> None:
    other = open_store(worked.path, station="POD-2")
    Sealing(other, worked.floor.clock, station_key(worked.folder / "pod", "POD-2"), keep=lambda head: None).sign(
        Reason.REQUEST
    )
    other.close()
    worked.close()
    connection = raw(worked.path)
    drop_guards(connection)
    for old, new in (("MAIN", "-"), ("POD-2", "MAIN"), ("-", "POD-2")):
        connection.execute("UPDATE entry SET station = ? WHERE station = ?", (new, old))
    connection.close()
    found = verify(worked.path, against=[worked.away], structure=False)
    assert {"changed"} <= {flaw.code for flaw in found.flaws}


def test_a_countersignature_of_a_head_that_never_was_is_found(worked: Kept) -> None:
    """Put in by hand in the name of a station, over a head that somebody signed with a key of their own."""
    mine = key_of(b"mine" * 8)
    (true,) = [each.head for each in find_heads(worked.away) if each.head is not None]
    false = replace(true, hash="ab" * 32, key=mine.key, signature="")
    false = replace(false, signature=mine.sign(sworn(false)))
    said = HeadsCountersigned(station="POD-2", heads=(false,), after=0, order="ab" * 32)
    where = {"station": "POD-2", "seq": 1, "previous": "0" * 64, "version": 2, "actor": "station/POD-2"}
    append(worked, HeadsCountersigned.KIND, msgspec.to_builtins(said), **where)
    worked.close()
    assert "countersigned" in {flaw.code for flaw in verify(worked.path, against=[worked.away], structure=False).flaws}
