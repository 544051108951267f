"""A station's chores beside a working floor, and the process that looks through the logbook."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Callable

import pytest

from db.heads import find_heads
from db.retention import backups_in
from db.upkeep import LooksThrough
from db.verify import verify
from floorapp.bootstrap import Places
from floorapp.commands.upkeep import UpkeepThread, compare_state, gently
from floorapp.commands.wiring import chores_of
from floorapp.domain.duties import Urgency
from floorapp.operations.upkeep import Stopping
from tests import waiting
from tests.trust.house import Kept, raw
from tests.trust.test_upkeep import no_waiting_for_everything_else as no_waiting_for_everything_else
from tests.trust.test_upkeep import on, spoil, told


def test_the_thread_does_it_all_beside_a_working_floor(kept: Kept, counted: Callable[[str], None]) -> None:
    places = Places(kept.folder, kept.path, "MAIN", False, second_heads=kept.away)
    heard, enough, moves = list[bool](), threading.Event(), 0

    def tell() -> None:
        heard.append(True)

    thread = UpkeepThread(
        places, kept.floor.clock, lambda log: chores_of(places, log, kept.floor.clock), first_after=0, round_every=0.02
    )
    thread.start(tell)
    try:
        for _ in waiting.looks(90):
            kept.move()
            moves += 1
            if (kept.folder / "looked.json").exists() and list(backups_in(places.backups)):
                break
            enough.wait(0.05)
    finally:
        thread.stop()
    assert any(find_heads(kept.heads)) and any(find_heads(kept.away)) and any(backups_in(places.backups))
    found = verify(kept.path, against=kept.places)
    assert found.good and not heard
    counted(f"{moves} acts while the station signed, looked through and backed up; good: {found.good}")


def test_a_finding_reaches_the_screens(kept: Kept) -> None:
    spoil(kept, "UPDATE entry SET actor = 'eve' WHERE seq = 5")
    places = Places(kept.folder, kept.path, "MAIN", True)
    done = threading.Event()
    thread = UpkeepThread(
        places, kept.floor.clock, lambda log: chores_of(places, log, kept.floor.clock), first_after=0, round_every=0.02
    )
    thread.start(done.set)
    try:
        assert done.wait(60)
    finally:
        thread.stop()
    assert told(kept.floor, "cora")[0].urgency is Urgency.ALARM


@pytest.mark.unix
def test_the_other_process_waits_for_everything_else() -> None:
    said = subprocess.run([*gently(), "nice"], capture_output=True, check=True).stdout
    assert int(said) == min(19, os.nice(0) + 15)


def test_a_role_edited_in_the_state_is_found_by_another_process(kept: Kept) -> None:
    assert compare_state(kept.folder, kept.path, on) == []
    connection = raw(kept.path)
    connection.execute("UPDATE state_person SET body = replace(body, 'dealer', 'administrator') WHERE key = 'dan'")
    connection.close()
    snapshot = LooksThrough(
        kept.path,
        heads=(),
        attachments=kept.folder / "a",
        looked=kept.folder / "looked.json",
        state=lambda pace: compare_state(kept.folder, kept.path, pace),
    )
    found = snapshot.do(kept.floor.clock.now(), on)
    assert found is not None and found.alarm and "state_person" in found.says


def test_another_process_ends_with_the_station(kept: Kept) -> None:
    def stop() -> None:
        raise Stopping

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("floorapp.commands.upkeep.ASKED_EVERY", 0.0)
        with pytest.raises(Stopping):
            compare_state(kept.folder, kept.path, stop)
