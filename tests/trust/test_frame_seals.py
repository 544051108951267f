"""The raw frames of a shoe: what was altered, dropped or slipped in after it was sealed is found, the shoe named."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from db.frame_seals import FrameFiles
from db.frames import described, spell, unpack
from db.store import open_store
from db.verify import verify
from floorapp.domain.readers import RawFrame
from floorapp.operations.canonical import digest
from floorapp.operations.desk import Acting
from floorapp.operations.facts.registry import Subject
from floorapp.operations.facts.signals import ShoeFramesNoted
from floorapp.operations.frame_seals import EndedShoe, seal_shoe
from floorapp.operations.frames import FrameKeeper, frames_digest
from floorapp.operations.logbook_check import Checked
from floorapp.operations.moment import moment_of
from tests.trust.house import Kept, raw
from tests.trust.test_verify import attack

Frames = tuple[RawFrame, ...]


def heard(kept: Kept, keeper: FrameKeeper) -> EndedShoe:
    """A shoe during which two lines were heard, a bundle a second; it has just ended."""
    began = kept.floor.clock.now()
    for second in range(4):
        at = began + timedelta(seconds=second)
        keeper.keep_frames((RawFrame("L1", at, bytes([second]), False), RawFrame("L2", at, b"beat", False)))
    return EndedShoe("FB-01", "FB-01/7", "L1", began + timedelta(seconds=1), began + timedelta(seconds=2))


def seal(kept: Kept, shoe: EndedShoe) -> None:
    seal_shoe(kept.floor.desk(), kept.floor.store, shoe)


def seal_as_before(kept: Kept, shoe: EndedShoe) -> None:
    """As shoes were sealed before their bundles were named."""
    store, desk = kept.floor.store, kept.floor.desk()
    frames = tuple(
        each
        for bundle in store.frames()
        for each in bundle
        if each.line == shoe.line and shoe.began_at <= each.at <= shoe.ended_at
    )
    noted = ShoeFramesNoted(
        table=shoe.table,
        shoe=shoe.shoe,
        line=shoe.line,
        began_at=shoe.began_at,
        ended_at=shoe.ended_at,
        frames=len(frames),
        digest=frames_digest(frames),
    )
    with store.writing() as writing:
        moment = moment_of(writing.state, desk.clock.now(), None, desk.rulebooks)
        Acting(desk, writing, moment, "seal_shoe", Subject("table", shoe.table)).enter(noted)


either = pytest.mark.parametrize("seals", [seal, seal_as_before])


def rewrite(place: int, change: Callable[[Frames], Frames]) -> Callable[[Any], None]:
    """Another content for a bundle, with the digest that fits it, by somebody who knows how."""

    def do(connection: Any) -> None:
        (packed,) = connection.execute("SELECT packed FROM frame_bundle WHERE place = ?", (place,)).fetchone()
        spelled = spell(change(unpack(packed)))
        values = (zlib.compress(spelled), digest(spelled), *described(spelled), place)
        columns = "packed = ?, digest = ?, first_at = ?, last_at = ?, lines = ?"
        connection.execute(f"UPDATE frame_bundle SET {columns} WHERE place = ?", values)

    return do


def look(kept: Kept, frames: FrameFiles | None = None) -> Checked:
    return verify(kept.path, frames=frames, structure=False)


CHANGES: dict[str, Callable[[Any], None]] = {
    "a byte altered": rewrite(3, lambda frames: (replace(frames[0], octets=b"\x63"), *frames[1:])),
    "taken out": rewrite(2, lambda frames: frames[1:]),
    "put to another line": rewrite(2, lambda frames: (replace(frames[0], line="L3"), *frames[1:])),
    "moved in time": rewrite(
        3, lambda frames: (replace(frames[0], at=frames[0].at - timedelta(milliseconds=1)), *frames[1:])
    ),
    "its bundle spoiled": lambda c: c.execute("UPDATE frame_bundle SET packed = x'00' WHERE place = 2"),
}


@either
@pytest.mark.parametrize("change", CHANGES)
def test_an_altered_frame_is_found_and_its_shoe_named(
    kept: Kept, seals: Callable[[Kept, EndedShoe], None], change: str
) -> None:
    seals(kept, heard(kept, kept.floor.store))
    kept.close()
    assert look(kept).good
    attack(kept, CHANGES[change])
    found = look(kept)
    assert found.first is not None and found.first.code == "frames" and found.first.number
    assert "of line L1 in shoe FB-01/7" in found.first.says


def test_a_frame_slipped_in_and_a_bundle_gone_are_found(kept: Kept) -> None:
    seal(kept, heard(kept, kept.floor.store))
    kept.close()
    attack(kept, rewrite(2, lambda frames: (frames[0], replace(frames[0], octets=b"more"), *frames[1:])))
    assert "not what was kept" in str(look(kept).first)
    attack(kept, lambda c: c.execute("DELETE FROM frame_bundle WHERE place = 3"))
    assert "1 bundles are missing" in str(look(kept).first)


@either
def test_frames_of_other_lines_and_later_ones_under_a_clock_set_back_are_no_flaw(
    kept: Kept, seals: Callable[[Kept, EndedShoe], None]
) -> None:
    shoe = heard(kept, kept.floor.store)
    seals(kept, shoe)
    kept.floor.store.keep_frames((RawFrame("L1", shoe.began_at, b"later", False),))
    kept.close()
    assert look(kept).good


def test_a_shoe_nobody_spoke_in_is_sealed_too(kept: Kept) -> None:
    shoe = replace(heard(kept, kept.floor.store), line="L9")
    seal(kept, shoe)
    kept.close()
    assert look(kept).good


def test_on_a_server_a_stations_frames_lie_in_its_own_file_and_are_looked_at_there(kept: Kept, tmp_path: Path) -> None:
    station, path = kept.floor.store.station, tmp_path / "frames.sqlite"
    own = {station: path}
    aside = open_store(path)
    seal_shoe(kept.floor.desk(), aside, heard(kept, aside))
    aside.close()
    kept.close()
    assert look(kept, own).good and not look(kept, own).elsewhere
    elsewhere = look(kept, {})
    assert elsewhere.good and elsewhere.elsewhere == (station,)
    assert any(f"Raw frames of {station} are kept there and were not checked" in line for line in elsewhere.words())
    connection = raw(path)
    connection.execute("DROP TRIGGER frames_never_changed")
    connection.execute("UPDATE frame_bundle SET packed = x'00' WHERE place = 2")
    connection.close()
    assert "shoe FB-01/7" in str(look(kept, own).first)
    path.unlink()
    assert "cannot be read" in str(look(kept, own).first)
