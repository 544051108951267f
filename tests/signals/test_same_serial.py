"""Two makers may give out one serial number: a table's reader is who was registered for it, not who has its number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from floorapp.domain.reader_lines import LineReason, LineState
from floorapp.domain.readers import ReaderIdentity, ReaderKind
from floorapp.domain.tables import Fixture
from floorapp.operations.acts import lines, tables
from floorapp.operations.devices import Device, may_speak
from floorapp.operations.facts.signals import LineAlarmRaised, ReaderSignalled
from floorapp.readers.outlets import usual_outlet
from floorapp.readers.recorder import Pace
from floorapp.readers.script import cue
from floorapp.readers.simulation import Simulation
from floorapp.readers.station import StationLines
from floorapp.readers.virtual import VirtualReader
from tests.acts.floor import Floor
from tests.readers.floor import CALM, TEMPO
from tests.signals.room import WallClock
from tests.waiting import wait_until

ACME = ReaderIdentity("Acme", "HC-21", "10047", "1", ReaderKind.BLACKJACK)
OTHER = replace(ACME, make="Other")


@pytest.fixture
def simulation(floor: Floor) -> Iterator[Simulation]:
    floor.clock = WallClock()
    desk = floor.desk("ada")
    tables.remove_equipment(desk, table="FB-01", fixture=Fixture.READER, reason="workshop")
    tables.fit_equipment(desk, table="FB-01", fixture=Fixture.READER, serial="10047")
    outlets = [usual_outlet(), usual_outlet()]
    for name, reader, outlet in zip(("L1", "L2"), (ACME, OTHER), outlets, strict=True):
        lines.know_reader(desk, reader=reader.key, kind=reader.kind)
        lines.add_line(desk, line=name, target=outlet.name)
    cast = [
        (VirtualReader(each, random=Random(1)), outlet) for each, outlet in zip((ACME, OTHER), outlets, strict=True)
    ]
    with Simulation(cast, tempo=TEMPO, random=Random(1)) as made:
        yield made


def test_two_readers_with_the_serial_number_of_one_table_are_an_alarm(floor: Floor, simulation: Simulation) -> None:
    station = StationLines(desk=floor.desk(), keeper=floor.store, patience=CALM, pace=Pace(gather=0.05))
    station.start(lambda: None)
    try:
        wait_until(lambda: [each.state for each in station.standing()] == [LineState.LIVE, LineState.FAULTY])
        second = station.sheets()[1]
        assert second.reason is LineReason.NAMESAKE and second.trouble and "make, model and serial" in second.trouble.do
        for number in (0, 1):
            simulation.play(number, cue("hand As Kh"))
        wait_until(lambda: any(isinstance(each.fact, LineAlarmRaised) for each in floor.store.page(limit=50)))
        wait_until(lambda: any(isinstance(each.fact, ReaderSignalled) for each in floor.store.page(limit=50)))
        tables.fit_equipment(floor.desk("ada"), table="FB-01", fixture=Fixture.READER, serial=OTHER.key)
        station.follow()
        wait_until(lambda: station.standing()[1].table == "FB-01" and station.standing()[1].state is LineState.LIVE)
        assert station.standing()[0].table is None
    finally:
        station.stop()
    said = [each.fact.by.reader for each in floor.store.page(limit=80) if isinstance(each.fact, ReaderSignalled)]
    assert said == [ACME.key]


def test_only_the_registered_one_may_speak(floor: Floor, simulation: Simulation) -> None:
    with floor.desk().looking() as moment:
        assert may_speak(moment, Device(ACME.key), table="FB-01") is None
        assert may_speak(moment, Device(OTHER.key), table="FB-01") is not None
