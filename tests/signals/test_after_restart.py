"""After a restart of the station a gap begins when the reader was last heard, and nobody greets twice."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from floorapp.operations.facts.signals import EvidencePartial, ReaderGreeted, ReaderSignalled
from tests.acts.floor import Floor
from tests.signals.room import House, house_with
from tests.waiting import wait_until


@pytest.fixture
def wired(floor: Floor) -> Iterator[House]:
    with house_with(floor, "FB-01") as made:
        yield made


def test_a_gap_over_a_restart_begins_when_the_reader_was_last_heard(wired: House) -> None:
    with wired.listening():
        wired.do(0, "hand As Kh")
        wait_until(lambda: wired.changes)
    closed = datetime.now(UTC)
    sent = wired.simulation.parts[0].sent
    wait_until(lambda: wired.simulation.parts[0].sent > sent + 5)
    opened = datetime.now(UTC)
    with wired.listening():
        ((_, partial),) = wired.until_entered(EvidencePartial)
    assert partial.after <= closed < opened <= partial.before


def test_a_greeting_read_again_from_stored_frames_is_not_entered_twice(wired: House) -> None:
    with wired.listening():
        for count in (2, 3):
            wired.do(0, "restart")
            wired.until_entered(ReaderGreeted, count)
    wired.floor.store.note_entered(0)
    with wired.listening():
        wired.do(0, "hand As Kh")
        wait_until(lambda: len(wired.changes) > 3)
    assert len(wired.entries(ReaderGreeted)) == 3


def test_what_was_heard_while_the_lines_were_being_closed_is_not_missing_at_the_next_start(wired: House) -> None:
    with wired.listening() as room:
        closes = room.supervisor.stop

        def stop() -> None:
            wired.do(0, "hand As Kh")
            wired.until_entered(ReaderSignalled)
            closes()

        room.supervisor.stop = stop  # type: ignore[method-assign]
    ((_, heard),) = wired.entries(ReaderSignalled)
    sent = wired.simulation.parts[0].sent
    wait_until(lambda: wired.simulation.parts[0].sent > sent + 5)
    with wired.listening():
        ((_, partial),) = wired.until_entered(EvidencePartial)
    assert partial.by.sequence > heard.by.sequence
