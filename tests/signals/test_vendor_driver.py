"""A vendor's device without sessions of its own: every signal is entered once, however often its port is opened."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from floorapp.domain.reader_lines import KnownReader, LineState, ReaderLine
from floorapp.domain.readers import ReaderKind
from floorapp.domain.tables import Fixture
from floorapp.operations.acts import tables
from floorapp.operations.facts.signals import ReaderSignalled
from floorapp.readers.driver import Conversation, Driver, Given
from floorapp.readers.outlets import PtyOutlet
from floorapp.readers.room import ReaderRoom
from tests.acts.floor import Floor
from tests.readers.acme_driver import AcmeDriver
from tests.readers.acme_driver import driver as acme
from tests.readers.floor import CALM
from tests.signals.room import PACE, WallClock
from tests.waiting import wait_until


class Forgetful(AcmeDriver):
    """A driver that knows nothing of sessions and calls each the same."""

    def converse(self, given: Given) -> Conversation:
        return super().converse(replace(given, session=bytes(8)))


def room(floor: Floor, outlet: PtyOutlet, spoken: Driver) -> ReaderRoom:
    return ReaderRoom(
        keeper=floor.store,
        desk=floor.desk(),
        lines=[ReaderLine("L1", outlet.name, driver="acme")],
        known=[KnownReader("Acme/Text/77", ReaderKind.BLACKJACK, "FB-01")],
        patience=CALM,
        pace=PACE,
        random=Random(1),
        spoken={"acme": spoken},
    )


def signals(floor: Floor) -> int:
    return sum(isinstance(each.fact, ReaderSignalled) for each in floor.store.page(limit=500))


@pytest.mark.unix
@pytest.mark.parametrize("spoken", [acme, Forgetful()], ids=["given a session", "its own, always the same"])
def test_80_signals_over_4_openings_are_80_entries_also_when_the_frames_are_read_again(
    floor: Floor, spoken: Driver
) -> None:
    floor.clock = WallClock()
    tables.remove_equipment(floor.desk("ada"), table="FB-01", fixture=Fixture.READER, reason="workshop")
    tables.fit_equipment(floor.desk("ada"), table="FB-01", fixture=Fixture.READER, serial="77")
    outlet = PtyOutlet()
    for opening in range(4):
        with room(floor, outlet, spoken) as at_work:
            wait_until(lambda: at_work.sheets()[0].port is not None)
            outlet.write(b"ID 77\nOK\n" + b"BJ\nNO\n" * 10)
            wait_until(lambda: at_work.sheets()[0].state is LineState.LIVE)
            wait_until(lambda: at_work.sheets()[0].counters.good == 22)
        assert signals(floor) == 20 * (opening + 1)
    floor.store.note_entered(0)
    room(floor, outlet, spoken).supervisor.stop()
    outlet.unplug()
    assert signals(floor) == 80, "a second reading of stored frames is no second signal"
