"""Tables are watched, not only lines: a table whose installed reader no line hears is an alarm."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from floorapp.domain.reader_lines import AlarmKind, LineState, ReaderLine
from floorapp.readers.outlets import Outlet
from tests.readers.floor import Floor, floor, known
from tests.waiting import wait_until


def standing(house: Floor, table: str) -> list[AlarmKind]:
    """The alarms that stand for a table."""
    last = {(each.kind, each.group): each for each in house.memory.alarms}
    return [each.kind for each in last.values() if each.standing and table in each.tables]


@pytest.mark.unix
def test_a_table_whose_readers_port_another_took_is_an_alarm_until_it_is_heard_again(tmp_path: Path) -> None:
    socket, second = tmp_path / "first", tmp_path / "second"

    def lines(outlets: list[Outlet]) -> list[ReaderLine]:
        socket.symlink_to(outlets[0].name)
        second.symlink_to(outlets[1].name)
        return [ReaderLine("L1", str(socket)), ReaderLine("L2", str(second))]

    with floor(readers=2, lines=lines) as house:
        house.until_state("L1", LineState.LIVE)
        house.until_state("L2", LineState.LIVE)
        was = house.outlets[1].name
        for link in (socket, second):
            link.unlink()
        house.do(0, "unplug")
        house.do(1, "unplug 0.1 renamed")
        house.until_state("L1", LineState.ABSENT)
        wait_until(lambda: house.outlets[1].descriptors() and house.outlets[1].name != was)
        socket.symlink_to(house.outlets[1].name)
        house.until_state("L1", LineState.LIVE)
        assert house.sheet("L1").table == "T2"
        house.memory.until(
            lambda: any("no signal from its reader VR-0001" in each.trouble.what for each in house.memory.alarms)
        )
        assert standing(house, "T1") == [AlarmKind.UNREACHABLE]
        assert "T1" in {each.table for each in house.supervisor.standing() if each.state is LineState.ABSENT}
        assert standing(house, "T2") == []
        over = [each for each in house.memory.alarms if not each.standing]
        assert not any("trusted again" in each.ended for each in over if each.tables == ("T1",))
        house.do(0, "unplug 0")
        wait_until(lambda: house.outlets[0].descriptors())
        second.symlink_to(house.outlets[0].name)
        house.until_state("L2", LineState.LIVE)
        house.memory.until(lambda: standing(house, "T1") == [])
    assert {each.table for each in house.memory.changes if each.line == "L2"} == {"T2", "T1", None}


def test_a_line_that_was_removed_leaves_its_table_unheard() -> None:
    with floor(readers=2) as house:
        house.until_state("L1", LineState.LIVE)
        house.until_state("L2", LineState.LIVE)
        del house.lines["L1"]
        house.know(known(1), known(2))
        house.memory.until(lambda: standing(house, "T1") == [AlarmKind.UNREACHABLE])
        house.know(known(2))
        house.memory.until(lambda: standing(house, "T1") == [])


def test_a_reader_that_was_heard_before_the_station_began_to_listen_is_missed_too() -> None:
    """Its line was removed, or given to another port, while the app was closed."""
    here, elsewhere = replace(known(2), last_line="L9"), replace(known(3), elsewhere=True)
    with floor(known_readers=[known(1), here, elsewhere, known(4)]) as house:
        house.memory.until(lambda: standing(house, "T2") == [AlarmKind.UNREACHABLE])
        house.until_state("L1", LineState.LIVE)
        assert [standing(house, table) for table in ("T1", "T3", "T4")] == [[], [], []]
