"""Raw frames: packed, in order, never changed, and what was noted about them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from db import sqlite
from db.store import open_store
from floorapp.domain.readers import Mark, RawFrame
from floorapp.operations.frames import sealed_digest
from tests.acts.floor import Floor

AT = datetime(2026, 11, 16, 17, 0, 0, 123_457, tzinfo=UTC)


def frames(*lines: str) -> tuple[RawFrame, ...]:
    return tuple(
        RawFrame(line, AT + timedelta(milliseconds=n), bytes([n, 0, 255]), sent=n % 2 == 1)
        for n, line in enumerate(lines)
    )


def test_frames_come_back_as_they_were_bundle_by_bundle(empty: Floor) -> None:
    first, second = frames("L1", "L2", "L1"), frames("L3")
    assert (empty.store.keep_frames(first), empty.store.keep_frames(second)) == (1, 2)
    assert list(empty.store.frames()) == [first, second]
    assert list(empty.store.frames(after=1)) == [second]
    one, two = empty.store.bundles()
    assert one.lines == (("L1", 2), ("L2", 1)) and one.frames == 3 and one.first_at == AT
    assert sealed_digest((one, two)) != sealed_digest((two, one))


@pytest.mark.files
def test_no_bundle_is_changed_deleted_or_squeezed_in(empty: Floor) -> None:
    empty.store.keep_frames(frames("L1"))
    empty.store.keep_frames(frames("L2"))
    plain = sqlite.module().connect(empty.path, isolation_level=None)
    for statement in (
        "UPDATE frame_bundle SET digest = 'x'",
        "DELETE FROM frame_bundle",
        "INSERT OR REPLACE INTO frame_bundle SELECT * FROM frame_bundle WHERE place = 1",
        "INSERT INTO frame_bundle SELECT 7, first_at, last_at, lines, digest, packed FROM frame_bundle LIMIT 1",
    ):
        with pytest.raises(sqlite.module().DatabaseError, match="raw frames"):
            plain.execute(statement)
    plain.close()


def test_what_was_entered_and_the_marks_are_noted_beside_them(empty: Floor) -> None:
    mark = Mark("A/B/1", bytes(8), 7, 8)
    assert empty.store.entered() == (0, ())
    empty.store.keep_frames(frames("L1"), entered=0, marks=(mark,))
    empty.store.note_entered(1)
    assert empty.store.entered() == (1, (mark,))


@pytest.mark.files
def test_a_logbook_without_frames_is_brought_up_to_date(empty: Floor) -> None:
    empty.store.close()
    plain = sqlite.module().connect(empty.path, isolation_level=None)
    for younger in ("frame_bundle", "round_block", "attached"):
        plain.execute(f"DROP TABLE {younger}")
    plain.execute("UPDATE alembic_version SET version_num = '0001'")
    plain.close()
    empty.store = open_store(empty.path)
    assert empty.store.keep_frames(frames("L1")) == 1
