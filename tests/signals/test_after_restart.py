"""After a restart of the station a gap begins when the reader was last heard, and nobody greets twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from floorapp.domain.readers import Gap, Heard, HoleCardSignal, Missing, ReaderKind, Report, Signal
from floorapp.operations.facts.signals import EvidencePartial, ReaderGreeted, ReaderSignalled
from floorapp.operations.signals import Intake, News
from floorapp.readers import replay
from floorapp.readers.virtual import virtual_identity
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


def test_a_session_used_again_is_read_again_by_the_name_it_has_on_record(
    wired: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A small controller without chance, and a station that was killed: its signals and greeting were entered twice."""
    part = wired.simulation.parts[0]
    session = part.reader.session

    def restart() -> None:
        part.reader.restart()
        part.reader.session = session
        part.greet()

    with wired.listening():
        for count in (1, 2):
            last = part.reader.sequence
            wait_until(lambda last=last: part.reader.sequence > last + 3)  # type: ignore[misc]
            wired.simulation._post(restart)
            wired.until_entered(ReaderGreeted, count + 1)
            wired.do(0, "hand As Kh")
            wired.until_entered(ReaderSignalled, count)
        entered = wired.floor.store.bundles()[-1].place
        wired.simulation._post(part.greet)
        wired.do(0, "hand As Kh")
        signals = wired.until_entered(ReaderSignalled, 3)
    greetings = wired.entries(ReaderGreeted)
    wired.floor.store.note_entered(entered)
    monkeypatch.setattr(replay, "CONTEXT", timedelta(0))
    with wired.listening():
        assert wired.entries(ReaderSignalled) == signals
        assert wired.entries(ReaderGreeted) == greetings
        wired.do(0, "hand As Kh")
        (*_, (_, heard)) = wired.until_entered(ReaderSignalled, 4)
    assert heard.by.session == signals[-1][1].by.session == greetings[-1][1].by.session
    wired.floor.store.note_entered(0)
    with wired.listening():
        assert len(wired.entries(ReaderSignalled)) == 4 and wired.entries(ReaderGreeted) == greetings


def test_a_number_that_another_station_heard_under_this_session_is_another_frame(wired: House) -> None:
    """A device whose sessions all have one name, moved here: its signals were taken for those on record."""
    intake, identity = Intake(wired.floor.desk()), virtual_identity(1, ReaderKind.BLACKJACK)
    heard = Heard(1, 500, HoleCardSignal(Signal.BLACKJACK))
    now = datetime.now(UTC)
    for ago in (timedelta(hours=2), timedelta(hours=1)):
        told = News(Report("L1", "FB-01", identity, now - ago, heard), "01" * 8)
        for news in (told, told, replace(told, again=True)):
            intake.take((news,))
    sources = [fact.by for _, fact in wired.entries(ReaderSignalled)]
    assert [each.session for each in sources] == ["01" * 8, "01" * 8 + "0001"]


def test_a_gap_is_the_sessions_in_which_it_was_found_also_when_it_is_told_in_the_next(wired: House) -> None:
    """It is held for a moment; told under the new session, it spoke of frames that session had not said yet."""
    part = wired.simulation.parts[0]
    before = part.reader.session

    def lose_and_restart() -> None:
        part.reader.skip(2)
        part.send(part.reader.beat())
        part.reader.restart()
        part.greet()

    with wired.listening():
        wired.simulation._post(lose_and_restart)
        wired.until_entered(ReaderGreeted, 2)
        ((_, partial),) = wired.until_entered(EvidencePartial)
    assert partial.by.session == before.hex()
    wired.floor.store.note_entered(0)
    with wired.listening():
        after = [fact for _, fact in wired.entries(EvidencePartial) if fact.before == partial.before]
    assert after == [partial]


def test_a_gap_that_is_smaller_when_it_is_read_again_is_not_told_twice(wired: House) -> None:
    """What came before the reader said who it is is understood at a second reading: the rest is on record already."""
    intake, identity = Intake(wired.floor.desk()), virtual_identity(1, ReaderKind.BLACKJACK)
    now = datetime.now(UTC)

    def missed(first: int, last: int, *, again: bool = True) -> None:
        gap = Missing("L1", "FB-01", identity, now - timedelta(seconds=9), now, Gap(first, last))
        intake.take((News(gap, "01" * 8, again=again),))

    missed(17, 25, again=False)
    for first, last in ((17, 23), (25, 25), (17, 25), (16, 18), (24, 30)):
        missed(first, last)
    told = [(fact.by.sequence, fact.last) for _, fact in wired.entries(EvidencePartial)]
    assert told == [(17, 25), (16, 18), (24, 30)]
