"""The lines of a station at work: virtual readers in a process of their own, opened as the logbook has them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread, current_thread

import pytest

from floorapp.bootstrap import reader_secrets
from floorapp.domain.devices import ReaderStatus
from floorapp.domain.reader_lines import LineState
from floorapp.domain.readers import ReaderKind
from floorapp.domain.signals import LineAlarm, ReaderSession, SealedShoe
from floorapp.domain.tables import Fixture
from floorapp.operations.acts import lines, shoes, tables
from floorapp.operations.facts.signals import ReaderSignalled, ShoeFramesSealed
from floorapp.operations.proof_tests import begin_at, fill_inspection
from floorapp.operations.reader_lines import LinesPlan, virtual_key
from floorapp.readers.discovery import resolve
from floorapp.readers.outlets import PtyOutlet
from floorapp.readers.recorder import Pace
from floorapp.readers.room import ReaderRoom
from floorapp.readers.station import StationLines
from tests.acts.floor import Floor
from tests.readers.floor import CALM
from tests.signals.room import WallClock
from tests.waiting import wait_until

#: The simulator beats once a second.
FIRST = virtual_key("VR-0001")


@pytest.fixture
def station(floor: Floor) -> Iterator[StationLines]:
    """Virtual readers attached at two tables, and the lines started."""
    floor.clock = WallClock()
    for table in ("FB-01", "NJ-01"):
        attach(floor, table)
    made = StationLines(desk=floor.desk(), keeper=floor.store, patience=CALM, pace=Pace(gather=0.05))
    made.start(lambda: None)
    wait_until(lambda: states(made) == {"FB-01": LineState.LIVE, "NJ-01": LineState.LIVE})
    yield made
    made.stop()


def attach(floor: Floor, table: str) -> None:
    desk = floor.desk("ada")
    tables.remove_equipment(desk, table=table, fixture=Fixture.READER, reason="workshop")
    lines.attach_virtual_reader(desk, table=table)


def states(station: StationLines) -> dict[str | None, LineState]:
    return {each.table: each.state for each in station.standing() if each.virtual}


def session(floor: Floor) -> ReaderSession | None:
    with floor.desk().looking() as moment:
        return moment.state.get(ReaderSession, FIRST)


def failed(floor: Floor) -> bool:
    with floor.desk().looking() as moment:
        status = moment.state.get(ReaderStatus, "FB-01")
    return status is not None and status.failed_at is not None


def signals(floor: Floor) -> list[ReaderSignalled]:
    return [each.fact for each in floor.store.page(limit=80) if isinstance(each.fact, ReaderSignalled)]


def test_attached_readers_are_heard_marked_virtual_and_fail_when_told(floor: Floor, station: StationLines) -> None:
    assert all(sheet.virtual for sheet in station.sheets())
    wait_until(lambda: session(floor) is not None)
    assert (found := session(floor)) is not None and found.virtual and found.table == "FB-01"
    station.play("VR-0001", "fault optics")
    wait_until(lambda: failed(floor))
    with pytest.raises(ValueError, match="not a virtual reader"):
        station.play("RD-1", "fault optics")
    with pytest.raises(ValueError, match="no such word"):
        station.play("VR-0001", "explode")


def test_a_pulled_cable_is_an_alarm_and_back_is_its_end(floor: Floor, station: StationLines) -> None:
    station.play("VR-0001", "unplug 1 renamed")
    wait_until(lambda: states(station)["FB-01"] is LineState.ABSENT)
    wait_until(lambda: states(station)["FB-01"] is LineState.LIVE)

    def alarms() -> list[LineAlarm]:
        with floor.desk().looking() as moment:
            return list(moment.state.find(LineAlarm))

    wait_until(lambda: alarms() and not any(each.standing for each in alarms()))
    assert alarms()[0].tables == ("FB-01",)


def test_a_virtual_reader_that_is_unplugged_has_no_port(floor: Floor, station: StationLines) -> None:
    """Its old name was still listed: by then another program's, whose port its line took and kept."""
    station.play("VR-0001", "unplug 60")
    wait_until(lambda: states(station)["FB-01"] is LineState.ABSENT)
    wait_until(lambda: [each.serial for each in station._apart.ports()] == ["VR-0002"])
    with pytest.raises(OSError, match="nobody plays"):
        resolve("virtual:VR-0001", station._all_ports)


def test_lines_follow_the_logbook(floor: Floor, station: StationLines) -> None:
    desk = floor.desk("ada")
    attach(floor, "FB-02")
    lines.switch_line(desk, line="VR-0001", on=False, reason="maintenance")
    lines.remove_line(desk, line="VR-0002", reason="no longer needed")
    station.follow()
    unheard = {"FB-01": LineState.OFF, "FB-02": LineState.LIVE, "NJ-01": LineState.ABSENT}
    wait_until(lambda: states(station) == unheard)
    tables.remove_equipment(desk, table="NJ-01", fixture=Fixture.READER, reason="workshop")
    station.follow()
    wait_until(lambda: states(station) == {"FB-01": LineState.OFF, "FB-02": LineState.LIVE})
    lines.switch_line(desk, line="VR-0001", on=True, reason="done")
    lines.forget_reader(desk, reader=virtual_key("VR-0003"), reason="a mistake")
    station.follow()
    wait_until(lambda: states(station)["FB-01"] is LineState.LIVE)
    wait_until(lambda: {each.line: each.state for each in station.standing()}["VR-0003"] is not LineState.LIVE)


@pytest.mark.unix
def test_lines_that_are_stopped_before_they_listened_leave_nothing_open(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = StationLines(desk=floor.desk(), keeper=floor.store, patience=CALM)
    rooms: list[ReaderRoom] = []
    begun, closed = ReaderRoom.__init__, Event()

    def stop() -> None:
        made.stop()
        closed.set()

    def begin(room: ReaderRoom, **call: object) -> None:
        begun(room, **call)  # type: ignore[arg-type]
        rooms.append(room)
        Thread(target=stop).start()
        wait_until(lambda: made._stopped)

    monkeypatch.setattr(ReaderRoom, "__init__", begin)
    made.start(lambda: None)
    assert closed.wait(60)
    (room,) = rooms
    assert room.supervisor._loop.ended


def test_a_line_set_up_while_the_lines_are_being_followed_is_not_lost(
    floor: Floor, station: StationLines, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who had read the set-up before it became its lines after it: the new line stayed closed until the next change."""
    outlet, read, followed, plan = PtyOutlet(), Event(), Event(), station._plan

    def slow() -> LinesPlan:
        found = plan()
        if current_thread() is late:
            read.set()
            followed.wait(1.0)  # the other one is done by then, or waits for this one
        return found

    monkeypatch.setattr(station, "_plan", slow)
    late = Thread(target=station.follow)
    late.start()
    read.wait()
    lines.add_line(floor.desk("ada"), line="S1", target=outlet.name, driver="scanner")
    station.follow()
    followed.set()
    late.join()
    wait_until(lambda: {each.line: each.state for each in station.standing()}.get("S1") is LineState.LIVE)
    outlet.unplug()


@pytest.mark.unix
def test_a_driver_that_comes_while_the_app_runs_is_spoken_and_another_text_of_it_once_switched_on(
    floor: Floor, tmp_path: Path
) -> None:
    """It stood in the list of protocols, and a line of it stayed closed until the app was started anew."""
    outlet, described = PtyOutlet(), tmp_path / "shoe-x.toml"
    key, desk = "Acme/X/1", floor.desk("ada")

    def state() -> LineState | None:
        return next((each.state for each in made.standing() if each.line == "L1"), None)

    made = StationLines(desk=floor.desk(), keeper=floor.store, patience=CALM, folders=(tmp_path,))
    made.start(lambda: None)
    try:
        wait_until(lambda: made._room is not None)
        described.write_text(f'identity = "{key}"\nsilence = 0\nsays.OK = "alive"\n')
        assert "shoe-x" in made.drivers()
        lines.know_reader(desk, reader=key, kind=ReaderKind.BLACKJACK)
        lines.add_line(desk, line="L1", target=outlet.name, driver="shoe-x")
        made.follow()
        wait_until(lambda: (outlet.write(b"OK\n"), state() is LineState.LIVE)[1])
        described.write_text(f'identity = "{key}"\nsilence = 0\nsays.YES = "alive"\n')
        for on in (False, True):
            lines.switch_line(desk, line="L1", on=on, reason="another description")
            made.follow()
        wait_until(lambda: (outlet.write(b"YES\n"), state() is LineState.LIVE)[1])
    finally:
        made.stop()
        outlet.unplug()


def test_a_proof_test_takes_the_readers_signals_and_no_round_gets_them(floor: Floor, station: StationLines) -> None:
    floor.open("FB-01")
    with floor.desk().looking() as moment:
        test = begin_at(moment, table="FB-01", reader=FIRST)
    station.begin_test(test)
    for done, step in enumerate(test.steps, start=1):
        station.play("VR-0001", f"hand {step.up} {step.hole}")
        wait_until(lambda done=done: len((station.test_of(FIRST) or test).seen) == done)  # type: ignore[misc]
    over = station.test_of(FIRST)
    assert over is not None and fill_inspection(over).working
    wait_until(lambda: len(signals(floor)) == len(test.steps))
    assert not any(fact.dealing for fact in signals(floor))
    station.end_test(FIRST)
    assert station.test_of(FIRST) is None


def test_the_frames_of_a_shoe_are_sealed_when_it_ends(floor: Floor, station: StationLines) -> None:
    (deck_set,) = floor.open("FB-01", "red")
    shoes.begin_shoe(floor.desk("flo"), table="FB-01", deck_set=deck_set)
    station.play("VR-0001", "hand As Kh")
    wait_until(lambda: len(signals(floor)) == 1)
    shoes.reach_cover_card(floor.desk("flo"), table="FB-01")
    shoes.end_shoe(floor.desk("flo"), table="FB-01", remaining=300, discarded=12)
    for _ in range(3):
        station.follow()  # once is enough, and more than once does no harm
    wait_until(lambda: sealed(floor))
    (seal,) = sealed(floor)
    assert (seal.table, seal.line) == ("FB-01", "VR-0001") and seal.frames >= 1
    assert floor.get(SealedShoe, "FB-01").shoe == seal.shoe and floor.verified().good


def sealed(floor: Floor) -> list[ShoeFramesSealed]:
    return [each.fact for each in floor.store.page(limit=40) if isinstance(each.fact, ShoeFramesSealed)]


def test_virtual_readers_whose_process_died_come_back(station: StationLines) -> None:
    process = station._apart._process
    assert process is not None
    process.kill()
    wait_until(lambda: LineState.ABSENT in states(station).values())
    wait_until(lambda: states(station) == {"FB-01": LineState.LIVE, "NJ-01": LineState.LIVE})


@pytest.mark.unix
def test_secrets_of_readers_are_read_from_a_file_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "keys" / "readers.toml"
    assert reader_secrets(tmp_path) == {}
    file.parent.mkdir()
    file.write_text('"Acme/BJ/77" = "00ff10"\n')
    file.chmod(0o644)
    assert reader_secrets(tmp_path) == {}, "others could read it"
    file.chmod(0o600)
    assert reader_secrets(tmp_path) == {"Acme/BJ/77": b"\x00\xff\x10"}
    for wrong in ('"Acme/BJ/77" = "xyz"', "no toml"):
        file.write_text(wrong)
        assert reader_secrets(tmp_path) == {}
