"""Who is trusted, what is an alarm, and what a line does when it is ill, on real ptys and real TCP."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from floorapp.domain.reader_lines import AlarmKind, LineReason, LineState, ReaderLine
from floorapp.domain.readers import Hello, HoleCardSignal, RawFrame, ReaderKind
from floorapp.readers.listener import NotRecorded
from floorapp.readers.outlets import Outlet, PtyOutlet
from floorapp.readers.simulation import Tempo
from floorapp.readers.supervisor import Stopped, Supervisor
from floorapp.readers.virtual import virtual_identity
from tests.readers.floor import CALM, QUICK, Memory, floor, known
from tests.waiting import wait_until

SECRET = bytes(range(16, 48))


def reasons(house_memory: Memory, line: str) -> list[LineReason]:
    return [change.reason for change in house_memory.changes if change.line == line]


def test_a_stranger_is_not_trusted_until_the_house_knows_it() -> None:
    with floor(known_readers=[]) as house:
        house.until_state("L1", LineState.FAULTY)
        house.do(0, "signal blackjack As")
        sheet = house.sheet("L1")
        assert sheet.reason is LineReason.STRANGER and sheet.reader is not None and sheet.virtual
        house.memory.until(lambda: house.memory.raised())
        assert house.memory.raised()[0].kind is AlarmKind.IDENTITY
        time.sleep(0.1)
        assert house.memory.reports == [] and house.memory.raws
        house.know(known(1))
        house.until_state("L1", LineState.LIVE)
        house.memory.until(lambda: house.memory.gaps)
    assert house.memory.changes[-1].table == "T1"


@pytest.mark.parametrize("transport", ["pty", "tcp"])
def test_another_reader_on_a_line_that_expects_one(transport: str) -> None:
    with floor(transport) as house:
        house.until_state("L1", LineState.LIVE)
        house.do(0, "identity VR-0666")
        house.until_state("L1", LineState.FAULTY)
        house.do(0, "identity VR-0001")
        house.until_state("L1", LineState.LIVE)
    assert reasons(house.memory, "L1")[1] is LineReason.STRANGER


def test_a_real_reader_cannot_pass_for_a_virtual_one_nor_a_masque_for_a_blackjack() -> None:
    wrong = [replace(known(1), virtual=False), replace(known(2), kind=ReaderKind.MASQUE)]
    with floor(readers=2, known_readers=wrong) as house:
        house.until_state("L1", LineState.FAULTY)
        house.until_state("L2", LineState.FAULTY)
    assert {change.reason for change in house.memory.changes} == {LineReason.WRONG_IDENTITY}


def test_a_line_can_expect_one_reader_only() -> None:
    def lines(outlets: list[Outlet]) -> list[ReaderLine]:
        return [ReaderLine("L1", outlets[0].name, expects="Floorapp/Virtual/VR-0002")]

    with floor(known_readers=[known(1), known(2)], lines=lines) as house:
        house.until_state("L1", LineState.FAULTY)
    assert reasons(house.memory, "L1") == [LineReason.WRONG_IDENTITY]


@pytest.mark.parametrize("transport", ["pty", "tcp"])
def test_a_cloned_identity_is_one_alarm_and_neither_is_believed(transport: str) -> None:
    with floor(transport, readers=2, numbers=[1, 1], known_readers=[known(1)]) as house:
        house.until_state("L1", LineState.FAULTY)
        house.until_state("L2", LineState.FAULTY)
        house.memory.until(lambda: house.memory.raised())
        told = len(house.memory.reports)
        house.do(0, "hand As Ks")
        house.do(1, "hand As Ks")
        time.sleep(0.3)
        assert len(house.memory.reports) == told
        (alarm,) = house.memory.raised()
        assert alarm.kind is AlarmKind.IDENTITY and sorted(alarm.lines) == ["L1", "L2"]
        house.switch("L2", on=False)
        house.until_state("L1", LineState.LIVE)
    assert LineReason.CLONED in reasons(house.memory, "L1") and LineReason.CLONED in reasons(house.memory, "L2")


@pytest.mark.unix
def test_a_reader_that_moves_to_another_line_takes_its_table_along(tmp_path: Path) -> None:
    adapter = tmp_path / "adapter"  # its own name: the pseudo-terminal's may be another's once it is unplugged

    def lines(outlets: list[Outlet]) -> list[ReaderLine]:
        adapter.symlink_to(outlets[0].name)
        return [ReaderLine("L1", str(adapter))]

    with floor(lines=lines) as house:
        house.until_state("L1", LineState.LIVE)
        was = house.outlets[0].name
        adapter.unlink()
        house.do(0, "unplug 0.1 renamed")
        house.until_state("L1", LineState.ABSENT)
        wait_until(lambda: house.outlets[0].descriptors() and house.outlets[0].name != was)
        house.add(ReaderLine("L2", house.outlets[0].name))
        house.until_state("L2", LineState.LIVE)
        assert house.sheet("L2").table == "T1" and house.sheet("L1").table is None
        house.memory.until(lambda: not house.memory.alarms or not house.memory.alarms[-1].standing)
    assert LineReason.CLONED not in reasons(house.memory, "L2")
    assert house.memory.gaps and house.memory.gaps[-1].line == "L2", "what was said while unplugged is missing"


@pytest.mark.unix
def test_a_port_is_there_only_under_its_own_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between unplugging and plugging in, the old name may be somebody else's: nobody is to be sent there."""
    import tty  # Windows has none

    outlet = PtyOutlet()
    before, seen, close, raw = outlet.name, list[tuple[bool, str]](), os.close, tty.setraw

    def look(then: Callable[[int], object], descriptor: int) -> None:
        seen.append((bool(outlet.descriptors()), outlet.name))
        then(descriptor)

    monkeypatch.setattr(os, "close", partial(look, close))
    monkeypatch.setattr(tty, "setraw", partial(look, raw))
    outlet.unplug()
    outlet.rename()
    outlet.plug()
    monkeypatch.undo()
    assert outlet.name != before and outlet.descriptors() and seen
    assert not any(there for there, _ in seen), seen
    outlet.unplug()


def test_pulling_a_server_of_32_ports_raises_one_alarm() -> None:
    with floor("tcp", readers=32) as house:
        house.memory.until(lambda: len([c for c in house.memory.changes if c.now is LineState.LIVE]) == 32)
        for number in range(32):
            house.do(number, "unplug 1.0")
        house.memory.until(lambda: len([c for c in house.memory.changes if c.now is LineState.ABSENT]) == 32)
        house.memory.until(lambda: house.memory.alarms)
        time.sleep(0.4)
        (alarm,) = house.memory.raised()
        assert len(alarm.lines) == 32 or len(house.memory.alarms[-1].lines) == 32
        assert alarm.kind is AlarmKind.UNREACHABLE and "device server 127.0.0.1" in alarm.trouble.what
        house.memory.until(lambda: len([c for c in house.memory.changes if c.now is LineState.LIVE]) == 64)
        house.memory.until(lambda: not house.memory.alarms[-1].standing)
    assert len(house.memory.raised()) == 1


def test_a_server_that_falls_silent_without_a_word_raises_one_alarm_too() -> None:
    with floor("tcp", readers=32, patience=replace(CALM, silence=3.0)) as house:
        house.memory.until(lambda: len([c for c in house.memory.changes if c.now is LineState.LIVE]) == 32)
        for number in range(32):
            house.do(number, "silence 60")
        silent = LineState.SILENT
        house.memory.until(lambda: {c.line for c in house.memory.changes if c.now is silent} == house.lines.keys())
        time.sleep(0.4)
    assert len(house.memory.raised()) == 1 and len(house.memory.alarms[-1].lines) == 32


@pytest.mark.parametrize("words", ["noise 300", "cut", "crc", "form", "repeat 5"])
def test_bad_frames_change_nothing_but_the_counts(words: str) -> None:
    with floor() as house:
        house.until_state("L1", LineState.LIVE)
        for _ in range(5):
            house.do(0, "heartbeat")
            house.do(0, words)
        house.do(0, "hand As Ks")
        house.memory.until(lambda: house.memory.events(HoleCardSignal))
        sheet = house.sheet("L1")
    assert sheet.state is LineState.LIVE and sum(count for _, count in sheet.counters.flaws) >= 1
    assert any("not trusted" in frame.said for frame in sheet.frames)


def test_a_gap_marks_evidence_as_partial_from_when_to_when() -> None:
    with floor() as house:
        house.until_state("L1", LineState.LIVE)
        house.do(0, "gap 4")
        house.memory.until(lambda: house.memory.gaps)
        missing = house.memory.gaps[0]
        assert missing.gap.missing == 4 and missing.table == "T1" and missing.after <= missing.before
        assert house.sheet("L1").counters.missing == 4


def test_a_line_that_may_answer_gets_the_missing_frames() -> None:
    with floor(may_answer=True) as house:
        house.until_state("L1", LineState.LIVE)
        house.do(0, "gap 3")
        wait_until(lambda: house.sheet("L1").counters.sent >= 2)
        house.do(0, "hand As Ks")
        house.memory.until(lambda: house.memory.events(HoleCardSignal))
        sheet = house.sheet("L1")
    assert any(frame.sent for frame in sheet.frames) and any(frame.sent for frame in house.memory.raws)
    assert any("sent again" in frame.said for frame in sheet.frames)


def test_chatter_is_a_fault_that_calms_down() -> None:
    with floor(patience=replace(CALM, most_frames_a_second=100)) as house:
        house.until_state("L1", LineState.LIVE)
        house.do(0, "chatter 400")
        house.until_state("L1", LineState.FAULTY)
        assert house.sheet("L1").counters.dropped > 0
        house.until_state("L1", LineState.LIVE)
    assert reasons(house.memory, "L1")[1] is LineReason.CHATTER


def test_a_wrong_light_is_passed_on_as_seen() -> None:
    with floor(kind=ReaderKind.MASQUE) as house:
        house.until_state("L1", LineState.LIVE)
        house.do(0, "wrong-light on")
        house.do(0, "hand 7s 2h")
        house.memory.until(lambda: house.memory.events(HoleCardSignal))
        event = house.memory.events(HoleCardSignal)[0].heard.event
    assert isinstance(event, HoleCardSignal) and event.signal in ("medium", "large")


def test_a_fault_whose_clearing_was_lost_is_healed_by_the_heartbeat() -> None:
    with floor() as house:
        house.until_state("L1", LineState.LIVE)
        house.do(0, "fault optics")
        house.until_state("L1", LineState.FAULTY)
        house.simulation.parts[0].reader.fault = False
        house.until_state("L1", LineState.LIVE)


def test_a_failed_self_test_is_a_fault_until_it_is_passed() -> None:
    with floor() as house:
        house.until_state("L1", LineState.LIVE)
        house.do(0, "self-test fail lamp 2")
        house.until_state("L1", LineState.FAULTY)
        house.do(0, "self-test pass")
        house.until_state("L1", LineState.LIVE)


def test_a_reader_that_never_says_who_it_is() -> None:
    with floor(tempo=Tempo(beat=0.1, hello=None), patience=QUICK) as house:
        house.until_state("L1", LineState.FAULTY)
        assert house.sheet("L1").reason is LineReason.NO_IDENTITY
        house.do(0, "restart")
        house.until_state("L1", LineState.LIVE)


@pytest.mark.parametrize("transport", ["pty", "tcp"])
def test_keyed_mode_on_a_line(transport: str) -> None:
    with floor(transport, secret=SECRET) as house:
        house.until_state("L1", LineState.LIVE)
        assert house.sheet("L1").keyed
        house.do(0, "forge")
        house.until_state("L1", LineState.FAULTY)
        house.until_state("L1", LineState.LIVE)
        (mark,) = house.supervisor.marks()
    assert reasons(house.memory, "L1")[1] is LineReason.FORGED
    assert mark.reader == virtual_identity(1, ReaderKind.BLACKJACK).key and mark.sequence > 0


def test_what_cannot_be_stored_is_not_interpreted() -> None:
    class FullDisk(Memory):
        full = False

        def raw(self, frame: RawFrame) -> None:
            if self.full:
                raise NotRecorded
            super().raw(frame)

    memory = FullDisk()
    with floor() as house:
        house.until_state("L1", LineState.LIVE)
        port = house.outlets[0].name
        house.switch("L1", on=False)
        line = ReaderLine("disk", port)
        with Supervisor(listener=memory, lines=[line], known=[known(1)], patience=CALM) as second:
            memory.until(memory.is_("disk", LineState.LIVE))
            memory.full = True
            memory.until(memory.is_("disk", LineState.FAULTY))
            house.do(0, "hand As Ks")
            wait_until(lambda: second.sheets()[0].counters.unrecorded > 2)
            memory.full = False
            memory.until(memory.is_("disk", LineState.LIVE))
            memory.until(lambda: memory.gaps)
    assert memory.events(HoleCardSignal) == [] and len(memory.events(Hello)) == 1


def test_lines_are_asked_about_only_while_supervised_and_one_without_a_driver_is_left_out() -> None:
    memory = Memory()
    supervisor = Supervisor(listener=memory, patience=CALM)
    with pytest.raises(Stopped):
        supervisor.sheets()
    with supervisor:
        supervisor.follow([ReaderLine("L1", "/dev/no-such-port"), ReaderLine("L2", "/dev/other", driver="acme")], ())
        memory.until(memory.is_("L1", LineState.ABSENT))
        assert [sheet.line for sheet in supervisor.sheets()] == ["L1"]
        supervisor.follow((), ())
        assert supervisor.sheets() == ()
    with pytest.raises(Stopped):
        supervisor.sheets()
