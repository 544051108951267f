"""Upgrades: a verified backup first, nothing lost, killed at any step the old or the new logbook, never half."""

from __future__ import annotations

import shutil
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from db import migrate, upgrade
from db.schema import REVISION
from db.store import open_store
from db.verify import verify
from floorapp.operations.faults import LogbookFault
from tests.archive.test_archive import unpack
from tests.trust.damage import content_of
from tests.trust.house import raw
from tests.trust.killed_upgrade import as_kills_leave_them, opened_until

#: At every so manieth step it is really killed, and the upgrade done to its end; `make campaign` does so at each.
TO_THE_END = 24
FIRST = "0.1.0-r0002"


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A logbook as the first release left it."""
    return unpack(FIRST, tmp_path_factory.mktemp("old"))


@pytest.fixture
def path(old: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(old, tmp_path / "floor.sqlite"))


def revision(path: Path) -> str:
    connection = raw(path)
    (found,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    connection.close()
    return str(found)


def test_an_older_logbook_is_backed_up_verified_and_upgraded(path: Path) -> None:
    before = path.read_bytes()
    entries = verify(path).stations
    open_store(path).close()
    assert revision(path) == REVISION
    (kept,) = (path.parent / "backups").glob("*.sqlite")
    assert f"before-{REVISION}" in kept.name and revision(kept) == "0002" and verify(kept).good
    found = verify(path, state=True)
    assert found.good and found.stations == entries
    open_store(path).close()
    assert len(list((path.parent / "backups").glob("*.sqlite"))) == 1, "once"
    assert path.read_bytes() != before


def test_an_upgrade_that_loses_an_entry_is_undone(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stations = verify(path).stations
    real = migrate.bring_up_to_date

    def lossy(connection: sa.Connection) -> None:
        connection.exec_driver_sql("DROP TRIGGER entry_never_deleted")
        connection.exec_driver_sql("DELETE FROM entry WHERE position = (SELECT max(position) FROM entry)")
        real(connection)

    monkeypatch.setattr(migrate, "bring_up_to_date", lossy)
    with pytest.raises(LogbookFault, match="could not be updated for this version") as caught:
        open_store(path)
    assert "as it was before" in caught.value.means
    assert revision(path) == "0002" and verify(path).stations == stations and verify(path).good


def test_an_upgrade_that_ruins_the_file_puts_the_backup_back(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stations = verify(path).stations

    def ruin(self: Any, connection: sa.Connection) -> None:
        connection.rollback()
        path.write_bytes(b"SQLite format 3\x00" + b"ruin" * 999)
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(upgrade.Upgrade, "compare", ruin)
    with pytest.raises(LogbookFault, match="could not be updated for this version"):
        open_store(path)
    assert revision(path) == "0002" and verify(path).stations == stations and verify(path).good


def test_a_place_for_the_backup_that_fails_stops_the_upgrade(path: Path) -> None:
    (path.parent / "backups").write_text("no folder")
    before = path.read_bytes()
    with pytest.raises(LogbookFault, match="backup .* could not be written"):
        open_store(path)
    assert revision(path) == "0002" and verify(path).good and len(path.read_bytes()) == len(before)


def test_a_database_of_something_else_is_not_made_a_logbook(tmp_path: Path) -> None:
    path = tmp_path / "recipes.sqlite"
    connection = raw(path)
    connection.execute("CREATE TABLE recipe (name TEXT)")
    connection.close()
    with pytest.raises(LogbookFault, match="no logbook in it"):
        open_store(path)
    connection = raw(path)
    assert [name for (name,) in connection.execute("SELECT name FROM sqlite_master")] == ["recipe"]
    connection.close()


@pytest.mark.unix
@pytest.mark.timeout(300)
def test_an_upgrade_killed_at_any_step_leaves_the_old_logbook_or_the_new(
    old: Path, tmp_path: Path, counted: Callable[[str], None]
) -> None:
    """At each statement its files are set aside as a kill would leave them; at some it is killed."""
    path = Path(shutil.copy(old, tmp_path / "floor.sqlite"))
    stations, left = verify(old).stations, as_kills_leave_them(path, tmp_path / "left")
    for step, file in enumerate(left):
        found = verify(file, structure=False)
        assert found.good and found.stations == stations, f"left at step {step}"
        if step % TO_THE_END == 0:
            killed = Path(shutil.copy(old, file.parent / "killed.sqlite"))
            assert opened_until(killed, step) == -signal.SIGKILL
            assert content_of(killed) == content_of(file) is not None, f"a kill at step {step} leaves other files"
            open_store(killed).close()
            assert verify(killed).good and verify(killed).stations == stations and revision(killed) == REVISION
    assert len(left) > 100 and revision(left[0]) == "0002"
    counted(f"an upgrade left off at each of its {len(left)} statements, the logbook whole, no entry lost")


def test_two_threads_may_lay_out_a_logbook_at_once(tmp_path: Path) -> None:
    failed: list[BaseException] = []

    def make(number: int) -> None:
        try:
            open_store(tmp_path / f"{number}.sqlite").close()
        except Exception as error:  # noqa: BLE001 - told by the test
            failed.append(error)

    threads = [threading.Thread(target=make, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
