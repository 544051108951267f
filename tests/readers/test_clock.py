"""A reader's clock may be wrong: its frames are believed by their number, and the clock is said to be wrong."""

from __future__ import annotations

from floorapp.domain.reader_lines import LineState
from floorapp.domain.readers import Flaw, Heard, Heartbeat, HoleCardSignal
from floorapp.readers.frames import RESENT, Frame, encode
from floorapp.readers.messages import Type
from tests.readers.floor import floor
from tests.readers.test_conversation import events, hear, line, reader

YEAR = 365 * 24 * 3600 * 1000


def beat(number: int, uptime_ms: int) -> bytes:
    return encode(Frame(Type.HEARTBEAT, number, uptime_ms, b"\0"))


def test_one_frame_dated_a_year_ahead_silences_nobody() -> None:
    device, host = reader(), line()
    hear(host, device.hello() + beat(1, 1000))
    assert events(hear(host, beat(2, YEAR))) == [Heartbeat()]
    assert hear(host, beat(3, 3000)) == [Flaw.CLOCK, Heard(3, 3000, Heartbeat())]
    assert hear(host, beat(4, 4000)) == [Heard(4, 4000, Heartbeat())]
    assert hear(host, beat(5, 2**60)) == [Flaw.FORM], "no reader runs for longer than ten years"


def test_a_32_bit_clock_that_wraps_runs_on() -> None:
    device, host = reader(), line()
    hear(host, device.hello() + beat(1, 2**32 - 500))
    assert hear(host, beat(2, 500)) == [Heard(2, 2**32 + 500, Heartbeat())]
    assert hear(host, beat(3, 1500)) == [Heard(3, 2**32 + 1500, Heartbeat())]


def test_a_frame_sent_again_is_dated_by_a_clock_that_wrapped_meanwhile() -> None:
    device, host = reader(), line()
    hear(host, device.hello() + beat(1, 2**32 - 2500))
    made = {2: 2**32 - 500, 4: 1500}
    hear(host, beat(3, 500) + beat(5, 2500))
    for number, uptime_ms in made.items():
        again = Frame(Type.HEARTBEAT, number, uptime_ms, b"\0", flags=RESENT)
        (late,) = hear(host, encode(again))
        assert isinstance(late, Heard) and late.late
        assert late.uptime_ms == (uptime_ms if number == 2 else 2**32 + uptime_ms)


def test_a_reader_whose_clock_leaps_stays_live_on_its_line_and_misses_nothing() -> None:
    with floor() as house:
        house.until_state("L1", LineState.LIVE)
        device = house.simulation.parts[0].reader
        born = device._born
        device._born = born - YEAR / 1000
        house.do(0, "heartbeat")
        house.do(0, "hand As Kh")
        house.memory.until(lambda: house.memory.events(HoleCardSignal))
        device._born = born
        house.do(0, "hand As Kd")
        house.memory.until(lambda: len(house.memory.events(HoleCardSignal)) == 2)
        sheet = house.sheet("L1")
    assert sheet.state is LineState.LIVE and house.memory.gaps == []
    assert dict(sheet.counters.flaws)["clock"] == 1
