"""A reader that starts anew: what it said unheard is missing, and whatever its session is called nothing is lost."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from floorapp.domain.reader_lines import LineReason, LineState
from floorapp.domain.readers import Flaw, Gap, Heard, Heartbeat, Hello, HoleCardSignal, Signal
from floorapp.operations.signals import missing_says
from floorapp.readers.frames import Frame, encode
from floorapp.readers.messages import Type
from floorapp.readers.script import cue
from tests.readers.floor import CALM, floor
from tests.readers.test_conversation import SECRET, Nothing, events, hear, line, reader
from tests.waiting import wait_until


def test_a_reader_that_restarted_unheard_misses_what_it_said_meanwhile() -> None:
    with floor(may_answer=True) as house:
        house.until_state("L1", LineState.LIVE)
        house.do(0, "chatter 100")
        house.do(0, "silence 0.3")
        house.do(0, "restart")
        for _ in range(5):
            house.do(0, "signal blackjack As")
        house.memory.until(lambda: len(house.memory.events(HoleCardSignal)) == 5)
    assert all(each.heard.late for each in house.memory.events(HoleCardSignal)), "they came because they were asked for"


def test_a_restart_unheard_is_a_gap_and_is_asked_for() -> None:
    device, host = reader(), line()
    hear(host, device.hello() + device.beat())
    mark = host.mark()
    device.restart()
    device.skip(5)
    for conversation in (host, line(mark=mark)):
        conversation.due()
        assert hear(conversation, device.hello())[1:] == [Gap(1, 5)]
        assert len(device.answer(b"".join(conversation.due()))) == 5
    unknown = line()
    assert len(hear(unknown, device.hello())) == 1, "what came before we knew it is nobody's gap"


def test_a_reader_that_ran_unheard_for_days_is_heard_at_once() -> None:
    device, host = reader(), line()
    hear(host, device.hello() + device.beat())
    mark = host.mark()
    device.sequence = 300_000
    later = line(mark=mark)
    assert hear(later, device.hello())[1:] == [Gap(2, 300_000)]
    assert len(hear(later, device.beat())) == 1
    keyed, host = reader(SECRET), line(SECRET)
    hear(host, keyed.hello() + keyed.beat())
    mark = host.mark()
    keyed.sequence = 300_000
    assert Gap(2, 300_000) in hear(line(SECRET, mark), keyed.hello() + keyed.beat())


def test_a_session_used_again_is_called_so_and_what_follows_is_heard() -> None:
    """A small controller without chance: every start is called the same."""
    device, host = reader(), line()
    hear(host, device.hello() + b"".join(device.beat() for _ in range(9)))
    first, mark = device.session, host.mark()
    device.restart()
    device.session = first
    hear(host, device.hello() + device.beat() + device.beat())
    said = hear(host, device.hello())
    assert said[0] is Flaw.SESSION and said[2] == Gap(1, 2)
    fresh = host.mark()
    assert fresh is not None and fresh.session != first and fresh.session.startswith(first)
    assert events(hear(host, device.hello() + device.beat())) == [Heartbeat()]
    later = line(mark=mark)
    assert hear(later, device.hello())[0] is Flaw.SESSION, "also over a restart of the station"
    again = line(mark=fresh)
    assert Flaw.SESSION not in hear(again, device.hello()), "and a session that goes on is not"
    assert again.mark() is not None and again.mark().session == fresh.session  # type: ignore[union-attr]


def test_a_session_used_again_soon_after_the_last_start_loses_no_signal() -> None:
    """Two signals and three heartbeats later its numbers had passed the old ones, and it was taken to go on."""
    device, host = reader(), line()
    device._born -= 60
    hear(host, device.hello() + b"".join(device.beat() for _ in range(4)))
    session = device.session
    device.restart()
    device.session = session
    shown = HoleCardSignal(Signal.BLACKJACK)
    said = hear(host, device.hello() + device.say(shown) + device.say(shown))
    assert said[0] is Flaw.SESSION and events(said)[1:] == [shown, shown]


def test_a_session_used_again_is_known_by_its_clock_where_it_has_said_more_than_before() -> None:
    """It restarted unheard and had passed its old numbers: the first of the new ones were lost without a word."""
    device, host = reader(), line()
    device._born -= 60
    hear(host, device.hello() + b"".join(device.beat() for _ in range(4)))
    host._heard_at -= 30
    session, mark = device.session, host.mark()
    assert mark is not None
    device.restart()
    device.session = session
    device.skip(6)
    later = line(mark=replace(mark, at=datetime.now(UTC) - timedelta(seconds=30)))
    for conversation in (host, later):
        said = hear(conversation, device.hello())
        assert said[0] is Flaw.SESSION and said[2] == Gap(1, 6)


@pytest.mark.parametrize("uptime_ms", [2**32 - 500, 20_000])
def test_a_session_that_goes_on_is_not_taken_for_one_used_again(uptime_ms: int) -> None:
    """Its clock of 32 bits wrapped, or was wrong for a moment; a restart counts no more than the time since."""
    device, host = reader(), line()
    hear(host, device.hello() + encode(Frame(Type.HEARTBEAT, 1, uptime_ms, b"\0")))
    host._heard_at -= 3
    device.sequence, device._born = 3, device._born - 10 * (uptime_ms == 20_000)
    assert hear(host, device.hello()) == [Gap(2, 3)]


def test_a_session_used_again_keeps_its_other_name_when_the_identity_comes_back() -> None:
    """Under the first name its numbers would be those of signals that are entered already."""
    device, host = reader(), line()
    device._born -= 60
    hear(host, device.hello() + b"".join(device.beat() for _ in range(4)))
    session, identity = device.session, device.identity
    device.restart()
    device.session = session
    hear(host, device.hello() + device.beat())
    device.identity = replace(identity, serial="VR-0666")
    assert hear(host, device.hello()) == [Flaw.IDENTITY]
    device.identity = identity
    (again,) = hear(host, device.hello())
    mark = host.mark()
    assert mark is not None and mark.session != session
    assert isinstance(again, Heard) and isinstance(again.event, Hello) and again.event.session == mark.session


def test_an_identity_that_changes_within_a_session_is_called_so() -> None:
    with floor() as house:
        house.until_state("L1", LineState.LIVE)
        device = house.simulation.parts[0].reader
        right, device.identity = device.identity, replace(device.identity, serial="VR-0666")
        house.memory.until(lambda: house.last_reason("L1") is LineReason.CHANGED)
        sheet = house.sheet("L1")
        assert sheet.trouble is not None and "another identity" in sheet.trouble.what
        house.do(0, "signal blackjack As")
        before = sheet.counters.good
        wait_until(lambda: house.sheet("L1").counters.good > before + 2)
        assert house.memory.events(HoleCardSignal) == [], "the sheet says that nothing is assigned to a table"
        device.identity = right
        house.until_state("L1", LineState.LIVE)
        house.do(0, "signal no_blackjack As")
        house.memory.until(lambda: house.memory.events(HoleCardSignal))
        (gap,) = house.memory.gaps
    assert "while the reader was not trusted" in missing_says(gap)
    assert {each.reader.serial for each in house.memory.reports} == {"VR-0001"}


def test_a_keyed_reader_goes_on_whatever_an_unsigned_greeting_says() -> None:
    device, host = reader(SECRET), line(SECRET)
    hear(host, device.hello() + device.beat())
    stranger = reader()
    stranger.session = device.session
    stranger.identity = replace(device.identity, serial="VR-0666")
    host._memory = Nothing()  # of the stranger no secret is known
    assert hear(host, stranger.hello()) == [Flaw.FORGED]
    assert events(hear(host, device.beat())) == [Heartbeat()]


def test_a_signal_that_was_sent_again_is_dated_when_it_was_made() -> None:
    with floor(may_answer=True, patience=replace(CALM, late=5.0)) as house:
        house.until_state("L1", LineState.LIVE)
        part, made = house.simulation.parts[0], datetime.now(UTC)

        def both() -> None:
            for words in ("silence 1.5", "hand As Kh"):
                part.do(cue(words))

        house.simulation._post(both)
        house.memory.until(lambda: house.memory.events(HoleCardSignal))
        arrived = datetime.now(UTC)
        (signal,) = house.memory.events(HoleCardSignal)
    assert signal.heard.late and made - timedelta(milliseconds=5) <= signal.at
    assert arrived - signal.at > timedelta(seconds=1), "by the reader's own clock, not by when it came"
