"""Every released logbook, opened by this version: upgraded, with a backup kept, still good against its head."""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest

from db.store import open_store
from db.verify import verify
from floorapp.domain.incidents import Incident
from floorapp.domain.people import Person, Role
from floorapp.domain.tables import Phase, Table, TableStatus
from tests.acts.floor import Floor

ARCHIVE = Path(__file__).parent
RELEASES = sorted(each.parent.name for each in ARCHIVE.glob("*/floor.sqlite.xz"))


def unpack(release: str, into: Path) -> Path:
    """A released logbook as a file to open."""
    path = into / "floor.sqlite"
    path.write_bytes(lzma.decompress((ARCHIVE / release / "floor.sqlite.xz").read_bytes()))
    return path


@pytest.mark.parametrize("release", RELEASES)
def test_a_released_logbook_opens_and_is_still_good(
    release: str, tmp_path: Path, counted: Callable[[str], None]
) -> None:
    path, head = unpack(release, tmp_path), ARCHIVE / release / "head.json"
    expected = json.loads((ARCHIVE / release / "expected.json").read_text())
    assert verify(path, against=[head]).good, "before it is upgraded"
    floor = Floor(open_store(path), path)
    try:
        assert floor.get(Person, "flo").role is Role.SHIFT_MANAGER
        assert floor.get(Table, "FB-01").rulebook == "pa-590"
        assert floor.get(TableStatus, "FB-01").phase is Phase.OPEN
        assert floor.get(Incident, "IR-2026-0001").says == "a king face up"
        assert floor.last().hash == expected["last"]
        assert [len(floor.store.rounds(id)) for id in ("r1", "r2", "r3")] == [1, 1, 1]
        assert sum(len(frames) for frames in floor.store.frames()) == 9
        assert floor.store.search("king face up")
    finally:
        floor.store.close()
    found = verify(path, against=[head], state=True)
    assert found.good, found.words()
    assert (found.entries, found.rounds) == (expected["entries"], expected["rounds"])
    counted(f"{found.entries} entries of release {release} upgraded, good against the head that left")


def test_there_is_a_release_to_open() -> None:
    assert "0.1.0-r0002" in RELEASES
