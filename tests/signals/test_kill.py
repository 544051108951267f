"""Nothing is lost unnoticed when the writer dies at an entry, and nothing is entered twice."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from db.store import open_store
from floorapp.domain.reader_lines import KnownReader, LineReason, LineState, ReaderLine
from floorapp.domain.readers import Fault, FaultCause, Heartbeat, HoleCardSignal, RawFrame, ReaderKind, Report, Signal
from floorapp.domain.signals import ReaderSession
from floorapp.operations.facts.devices import ReaderFailed
from floorapp.operations.facts.registry import Fact
from floorapp.operations.facts.signals import EvidencePartial, ReaderGreeted, ReaderSignalled
from floorapp.operations.faults import LogbookFault
from floorapp.operations.signals import Intake, News
from floorapp.readers.frames import Splitter
from floorapp.readers.replay import reread
from floorapp.readers.virtual import VirtualReader, virtual_identity
from tests.acts.floor import Floor
from tests.signals.room import PACE, House, house_with
from tests.waiting import wait_until

LINES = [ReaderLine("L1", "nowhere")]
KNOWN = [KnownReader(virtual_identity(1, ReaderKind.BLACKJACK).key, ReaderKind.BLACKJACK, "FB-01", True)]


def count(floor: Floor, kind: type[Fact]) -> int:
    return len([each for each in floor.store.page(limit=500) if isinstance(each.fact, kind)])


@pytest.mark.unix
@pytest.mark.files
@pytest.mark.parametrize("dies", ["at-entry", "after-entry"])
def test_a_writer_killed_at_an_entry_loses_nothing_unnoticed_and_doubles_nothing(floor: Floor, dies: str) -> None:
    """The process that listens is killed for good; the readers and the file stay. A frame lasts with its entry."""
    with house_with(floor, "FB-01") as wired:
        floor.open("FB-01")
        floor.store.close()
        with killed_later(floor, wired.outlets[0].name, dies) as process:
            assert process.stdout is not None and process.stdout.readline() == "live\n"
            wired.do(0, "signal no_blackjack Ks")
            assert process.wait(60) == -signal.SIGKILL
        floor.store = open_store(floor.path)
        signals = 0 if dies == "at-entry" else 1
        for _ in range(2):
            with wired.listening():
                wait_until(
                    lambda: signals or count(floor, EvidencePartial) == 1, "what was lost is on record as missing"
                )
                assert (count(floor, ReaderGreeted), count(floor, ReaderSignalled)) == (1, signals)


def killed_later(floor: Floor, port: str, dies: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    call = [sys.executable, "-m", "tests.signals.killed", str(floor.path), port, dies]
    return subprocess.Popen(call, stdout=subprocess.PIPE, text=True, env=environment)


def stored_frames(floor: Floor) -> None:
    """Frames of one reader as a killed writer leaves them: stored, and nothing entered."""
    reader = VirtualReader(virtual_identity(1, ReaderKind.BLACKJACK), random=Random(1))
    said = [reader.say(Heartbeat()), reader.hello(), reader.say(HoleCardSignal(Signal.BLACKJACK))]
    said += [reader.say(Fault(FaultCause.LIGHT)), reader.beat(), reader.say(HoleCardSignal(Signal.NO_BLACKJACK))]
    split, at = Splitter(), datetime.now(UTC)
    for octets in said:
        floor.store.keep_frames(tuple(RawFrame("L1", at, each) for each in split.split(octets)))


def test_reading_again_is_idempotent_however_often(floor: Floor) -> None:
    with house_with(floor, "FB-01"):
        stored_frames(floor)
        for _ in range(3):
            again = reread(floor.store, lines=LINES, known=KNOWN)
            assert [mark.sequence for mark in again.marks] == [5]
            Intake(floor.desk()).take(again.news)
        assert (count(floor, ReaderSignalled), count(floor, ReaderFailed)) == (2, 1)
        floor.store.note_entered(floor.store.bundles()[-1].place, again.marks)
        assert reread(floor.store, lines=LINES, known=KNOWN).news == ()


def test_frames_are_read_again_though_another_station_has_greeted_their_reader_since(floor: Floor) -> None:
    """This one was killed, and its lines were set up at another: what it had stored is still to be entered."""
    with house_with(floor, "FB-01"):
        stored_frames(floor)
        alone = reread(floor.store, lines=LINES, known=KNOWN)
        session = alone.news[0].session
        for name in (session, session + "0001"):
            there = ReaderSession(KNOWN[0].key, "FB-01", "L9", name, "1", datetime.now(UTC) + timedelta(hours=1))
            again = reread(floor.store, lines=LINES, known=KNOWN, greeted=[there])
            assert [each.told for each in again.news] == [each.told for each in alone.news]


def test_frames_of_strangers_and_of_lines_that_are_gone_are_put_to_no_table(floor: Floor) -> None:
    with house_with(floor, "FB-01"):
        stored_frames(floor)
        assert reread(floor.store, lines=LINES, known=()).news == ()
        assert reread(floor.store, lines=(), known=KNOWN).news == ()


def test_frames_are_there_though_reading_them_fails(
    floor: Floor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL, logger="floorapp.readers.recorder")
    with house_with(floor, "FB-01") as wired, wired.listening() as room:
        monkeypatch.setattr("floorapp.operations.signals.ailment", _bug)
        wired.do(0, "signal blackjack As")
        wait_until(lambda: room.recorder.failed == 1)
        monkeypatch.undo()
        wired.do(0, "signal no_blackjack As")
        ((_, fact),) = wired.until_entered(ReaderSignalled)
    assert fact.signal == "no_blackjack"
    events = [news.told.heard.event for news in reread_all(wired) if isinstance(news.told, Report)]
    assert [each.signal for each in events if isinstance(each, HoleCardSignal)] == ["blackjack", "no_blackjack"]


def _bug(report: object) -> str:
    raise ZeroDivisionError("a bug in reading")


def reread_all(wired: House) -> list[News]:
    wired.floor.store.note_entered(0)
    return list(reread(wired.floor.store, lines=wired.lines, known=wired.known).news)


def test_what_came_while_nobody_listened_is_known_to_be_missing(floor: Floor) -> None:
    with house_with(floor, "FB-01") as wired:
        with wired.listening():
            wired.do(0, "hand As Kh")
            wired.until_entered(ReaderSignalled)
        wired.do(0, "hand Ks Ah")
        with wired.listening():
            wired.until_entered(EvidencePartial)


def test_a_file_that_cannot_be_written_holds_frames_back_until_it_can(
    floor: Floor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL, logger="floorapp.readers.recorder")
    with house_with(floor, "FB-01") as wired, wired.listening():
        monkeypatch.setattr(floor.store, "keep_frames", _busy)
        wired.do(0, "signal blackjack As")
        wired.do(0, "signal no_blackjack Ks")
        time.sleep(0.3)
        assert wired.entries(ReaderSignalled) == [], "no entry without its frame"
        monkeypatch.undo()
        wired.until_entered(ReaderSignalled, 2)
    assert any(frame.octets for frames in floor.store.frames() for frame in frames)


def _busy(*_: object, **__: object) -> int:
    raise LogbookFault("The logbook is busy.", "Nothing was recorded.", "Wait.")


def test_too_much_waiting_is_said_to_the_line_and_not_kept_in_memory(
    floor: Floor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL, logger="floorapp.readers.recorder")
    with house_with(floor, "FB-01") as wired, wired.listening(replace(PACE, most_waiting=3, retry=1.5)) as room:
        monkeypatch.setattr(floor.store, "keep_frames", _busy)
        wait_until(lambda: room.sheets()[0].reason is LineReason.UNRECORDED)
        monkeypatch.undo()
        wait_until(lambda: room.sheets()[0].state is LineState.LIVE)
