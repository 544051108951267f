"""Pulling a device server of 32 ports: one alarm on record, one thing due, and every table shows it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from floorapp.domain.property import Place
from floorapp.domain.reader_lines import KnownReader, LineState, ReaderLine
from floorapp.domain.readers import ReaderKind
from floorapp.domain.signals import LineAlarm
from floorapp.domain.tables import Fixture, ShufflingMethod
from floorapp.operations.acts import tables
from floorapp.operations.due import due
from floorapp.operations.facts.signals import LineAlarmOver, LineAlarmRaised
from floorapp.readers.outlets import TcpOutlet
from floorapp.readers.room import ReaderRoom
from floorapp.readers.script import cue
from floorapp.readers.simulation import Simulation, Tempo
from floorapp.readers.virtual import VirtualReader, virtual_identity
from floorapp.screens.glance import glances
from floorapp.screens.states import State
from tests.acts.floor import LIMITS, Floor
from tests.readers.floor import CALM
from tests.signals.room import PACE, WallClock
from tests.waiting import wait_until

PORTS = 32
KIND = ReaderKind.BLACKJACK
#: Slow to call a line silent, so that on a busy machine nothing but the pulled server raises an alarm.
PATIENT = replace(CALM, gather=0.5)


def furnished(floor: Floor) -> list[KnownReader]:
    desk, known = floor.desk("ada"), []
    for number in range(1, PORTS + 1):
        table, identity = f"S-{number:02}", virtual_identity(number, KIND)
        tables.add_table(
            desk,
            table=table,
            pit="P1",
            place=Place(number, 1),
            rulebook="pa-590",
            boxes=6,
            decks=6,
            method=ShufflingMethod.BY_HAND,
            limits=LIMITS,
        )
        tables.fit_equipment(desk, table=table, fixture=Fixture.READER, serial=identity.serial)
        known.append(KnownReader(identity.key, KIND, table, virtual=True))
    return known


def test_one_alarm_for_32_lines_and_one_end(floor: Floor) -> None:
    floor.clock = WallClock()
    known = furnished(floor)
    outlets = [TcpOutlet() for _ in range(PORTS)]
    lines = [ReaderLine(f"L{n:02}", outlet.name) for n, outlet in enumerate(outlets, start=1)]
    random = Random(1)
    cast = [(VirtualReader(virtual_identity(n, KIND), random=random), o) for n, o in enumerate(outlets, start=1)]
    with Simulation(cast, tempo=Tempo(beat=0.5, hello=0.5), random=random) as simulation:
        room = ReaderRoom(
            keeper=floor.store, desk=floor.desk(), lines=lines, known=known, patience=PATIENT, pace=PACE, random=random
        )
        with room:
            wait_until(lambda: all(sheet.state is LineState.LIVE for sheet in room.sheets()))
            for number in range(PORTS):
                simulation.play(number, cue("unplug 6"))
            wait_until(lambda: _unheard(floor) == PORTS)
            raised = [e.fact for e in floor.store.page(limit=200) if isinstance(e.fact, LineAlarmRaised)]
            assert len({fact.alarm for fact in raised}) == 1, "one alarm, restated at most as it spread"
            with floor.desk().looking() as moment:
                standing = moment.state.find(LineAlarm, standing=True)
                duties = [duty for duty in due(moment) if duty.key.startswith("line-alarm/")]
                assert len(standing) == len(duties) == 1 and len(standing[0].lines) == PORTS
                shown = glances(moment)
                assert all(shown[f"S-{n:02}"].reader_state is State.OFFLINE for n in range(1, PORTS + 1))
            wait_until(lambda: _unheard(floor) == 0)
    over = [e.fact for e in floor.store.page(limit=200) if isinstance(e.fact, LineAlarmOver)]
    assert len(over) == 1
    print(f"{PORTS} lines pulled: {len({f.alarm for f in raised})} alarm, {len(over)} end")


def _unheard(floor: Floor) -> int:
    with floor.desk().looking() as moment:
        return sum(len(alarm.tables) for alarm in moment.state.find(LineAlarm, standing=True))
