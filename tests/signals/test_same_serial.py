"""Two makers may give out one serial number: a table's reader is who was registered for it, not who has its number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from floorapp.domain.reader_lines import LineReason, LineState
from floorapp.domain.readers import ReaderIdentity, ReaderKind
from floorapp.domain.tables import Equipment, Fixture
from floorapp.operations.acts import lines, tables
from floorapp.operations.devices import Device, may_speak
from floorapp.operations.facts.signals import LineAlarmRaised, ReaderSignalled
from floorapp.operations.reader_lines import lines_plan
from floorapp.operations.table_presses import place_reader
from floorapp.readers.outlets import usual_outlet
from floorapp.readers.recorder import Pace
from floorapp.readers.script import cue
from floorapp.readers.simulation import Simulation
from floorapp.readers.station import StationLines
from floorapp.readers.virtual import VirtualReader
from tests.acts.floor import Floor, refused
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


def test_a_reader_that_is_put_at_a_table_is_installed_as_itself_where_another_has_its_number(floor: Floor) -> None:
    """It was installed by the number alone, and the other one was trusted at its table."""
    desk = floor.desk("ada")
    for table in ("FB-01", "FB-03"):
        tables.remove_equipment(desk, table=table, fixture=Fixture.READER, reason="workshop")
    for table, reader, installed in (("FB-01", ACME, "10047"), ("FB-03", OTHER, OTHER.key)):
        place_reader(desk, table=table, reader=reader.key, kind=reader.kind)
        assert floor.get(Equipment, table, Fixture.READER).serial == installed
    with desk.looking() as moment:
        known = {each.key: each for each in lines_plan(moment, "MAIN", {}).known}
        assert [(known[each.key].table, known[each.key].namesake) for each in (ACME, OTHER)] == [
            ("FB-01", False),
            ("FB-03", False),
        ]
        for table, reader in (("FB-01", ACME), ("FB-03", OTHER)):
            assert may_speak(moment, Device(reader.key), table=table) is None


def test_a_number_that_several_readers_have_is_no_name_for_one_of_them(floor: Floor) -> None:
    desk = floor.desk("ada")
    for reader in (ACME, OTHER):
        lines.know_reader(desk, reader=reader.key, kind=reader.kind)
    tables.remove_equipment(desk, table="FB-01", fixture=Fixture.READER, reason="workshop")
    fit = {"table": "FB-01", "fixture": Fixture.READER}
    wrong = refused(tables.fit_equipment, desk, **fit, serial="10047")
    assert ACME.key in wrong.todo and OTHER.key in wrong.todo and wrong.given == "serial"
    tables.fit_equipment(desk, table="FB-01", fixture=Fixture.READER, serial=OTHER.key)
