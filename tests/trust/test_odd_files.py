"""Files that are no logbook, or cannot be used: a clear message, and the original untouched."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from db import sqlite
from db.store import open_store
from db.verify import verify
from floorapp.domain.property import Place
from floorapp.operations.acts import house
from floorapp.operations.faults import LogbookFault
from tests.trust.house import Kept, raw

ODD: dict[str, tuple[Callable[[Path], object], str]] = {
    "zero bytes": (lambda path: path.write_bytes(b""), "zero bytes"),
    "not a database": (lambda path: path.write_bytes(b"a shopping list" * 99), "not a logbook"),
    "shorter than a header": (lambda path: path.write_bytes(b"SQL"), "not a logbook"),
    "a folder": (lambda path: path.mkdir(), "not a file"),
    "a header and nothing else": (lambda path: path.write_bytes(b"SQLite format 3\x00"), "could not be read|damaged"),
}


@pytest.mark.parametrize("odd", ODD)
def test_what_is_no_logbook_gets_a_sentence_and_stays_as_it_is(tmp_path: Path, odd: str) -> None:
    make, says = ODD[odd]
    path = tmp_path / "floor.sqlite"
    make(path)
    content = path.read_bytes() if path.is_file() else None
    for use in (open_store, verify):
        with pytest.raises(LogbookFault, match=says) as caught:
            use(path)
        assert caught.value.happened and caught.value.means and caught.value.todo
    assert content is None or path.read_bytes() == content
    assert [each.name for each in tmp_path.iterdir()] == ["floor.sqlite"], "nothing was left beside it"


def test_a_missing_folder_is_named_and_not_made(tmp_path: Path) -> None:
    path = tmp_path / "drive" / "floor.sqlite"
    for use in (open_store, verify):
        with pytest.raises(LogbookFault, match="folder .*drive is not there"):
            use(path)
    assert not path.parent.exists()


def test_looking_makes_no_new_logbook(tmp_path: Path) -> None:
    with pytest.raises(LogbookFault, match="no logbook"):
        verify(tmp_path / "floor.sqlite")
    assert not list(tmp_path.iterdir())


def test_a_database_of_something_else_is_not_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "floor.sqlite"
    connection = raw(path)
    connection.execute("CREATE TABLE recipe (name TEXT)")
    connection.close()
    content = path.read_bytes()
    with pytest.raises(LogbookFault, match="no logbook in it"):
        verify(path)
    assert path.read_bytes() == content


def test_a_newer_logbook_is_refused_kindly(kept: Kept) -> None:
    connection = raw(kept.path)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    kept.close()
    content = kept.path.read_bytes()
    for use in (open_store, verify):
        with pytest.raises(LogbookFault, match="newer version"):
            use(kept.path)
    assert kept.path.read_bytes() == content


def test_a_logbook_locked_by_another_opens_and_says_so_to_who_writes(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.close()
    other = raw(kept.path)
    other.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr(sqlite, "PATIENCE", 0.2)
    store = open_store(kept.path)
    assert store.page(limit=1)
    with pytest.raises(LogbookFault, match="busy with another writer"), store.writing():
        pass
    other.execute("ROLLBACK")
    other.close()
    with store.writing():
        pass
    store.close()


READ_ONLY = """
import os, sys
from pathlib import Path
from db.store import open_store
from db.verify import verify
from floorapp.operations.faults import LogbookFault
path = Path(sys.argv[1])
try:
    open_store(path)
except LogbookFault as fault:
    print(fault.happened)
print(verify(path).good)
"""


@pytest.mark.unix
@pytest.mark.skipif(os.name != "posix", reason="rights are Unix's here")
def test_a_read_only_file_is_refused_for_writing_and_can_be_looked_at(kept: Kept) -> None:
    kept.close()
    content = kept.path.read_bytes()
    kept.path.chmod(0o444)
    kept.folder.chmod(0o555)
    call = [sys.executable, "-c", READ_ONLY, str(kept.path)]
    if os.geteuid() == 0:  # for root no file is read-only: give up the right to pass over rights
        call = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all", *call]
    try:
        root = Path(__file__).parents[2]
        done = subprocess.run(call, cwd=root, capture_output=True, text=True, check=True, timeout=60)
    finally:
        kept.folder.chmod(0o755)
        kept.path.chmod(0o644)
    assert "is read-only" in done.stdout and done.stdout.endswith("True\n"), done.stdout
    assert kept.path.read_bytes() == content


def test_a_file_that_becomes_read_only_underneath_says_so(kept: Kept) -> None:
    desk = kept.floor.desk("sam")
    with kept.floor.store._engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA query_only = ON")
    with pytest.raises(LogbookFault, match="read-only"):
        house.move_pit(desk, pit="P1", name="Nowhere", place=Place(0, 0))
