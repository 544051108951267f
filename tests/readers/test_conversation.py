"""What the protocol makes of bytes, without any line: chunks, gaps, repeats, keyed mode."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from floorapp.domain.cards import CARDS
from floorapp.domain.readers import (
    Event,
    Fault,
    FaultCause,
    Flaw,
    Gap,
    Heard,
    Heartbeat,
    Hello,
    HoleCardSignal,
    Mark,
    ReaderKind,
    Signal,
)
from floorapp.readers.driver import Said
from floorapp.readers.floor_line import FloorLine
from floorapp.readers.frames import MOST_ENCODED, Frame, encode
from floorapp.readers.messages import Type
from floorapp.readers.virtual import VirtualReader, virtual_identity

SECRET = bytes(range(32))


class Nothing:
    """A memory without readers in keyed mode."""

    def __init__(self, secret: bytes | None = None, mark: Mark | None = None) -> None:
        self._secret, self._mark = secret, mark

    def secret(self, reader: str) -> bytes | None:
        return self._secret

    def mark(self, reader: str) -> Mark | None:
        return self._mark


def reader(secret: bytes | None = None, kind: ReaderKind = ReaderKind.BLACKJACK) -> VirtualReader:
    return VirtualReader(virtual_identity(1, kind), random=Random(7), secret=secret)


def line(secret: bytes | None = None, mark: Mark | None = None) -> FloorLine:
    return FloorLine(address=1, memory=Nothing(secret, mark))


def hear(conversation: FloorLine, octets: bytes) -> list[Said]:
    return [said for frame in conversation.split(octets) for said in conversation.read(frame)]


def events(said: list[Said]) -> list[object]:
    return [each.event for each in said if isinstance(each, Heard)]


def test_what_is_said_is_heard() -> None:
    device, host = reader(), line()
    told: list[Event] = [
        HoleCardSignal(Signal.BLACKJACK, CARDS["As"]),
        HoleCardSignal(Signal.NO_BLACKJACK),
        Fault(FaultCause.LIGHT, "lamp 2, dim – ½"),
        Heartbeat(fault=True),
    ]
    octets = device.hello() + b"".join(device.say(each) for each in told)
    assert events(hear(host, octets)) == [Hello(device.identity, device.session), *told]


@given(st.binary(max_size=600), st.integers(0, 2**32), st.lists(st.integers(1, 60), max_size=80))
@settings(max_examples=150)
def test_any_chunking_gives_the_same(noise: bytes, seed: int, cuts: list[int]) -> None:
    random = Random(seed)
    device = reader()
    parts = [device.hello()] + [device.beat() if random.random() < 0.7 else noise for _ in range(12)]
    octets = b"".join(parts)
    whole = line()
    at_once = hear(whole, octets)
    pieces, place = [], 0
    for cut in cuts:
        pieces.append(octets[place : place + cut])
        place += cut
    pieces.append(octets[place:])
    host = line()
    assert [said for piece in pieces for said in hear(host, piece)] == at_once
    one_by_one = line()
    assert [said for place in range(len(octets)) for said in hear(one_by_one, octets[place : place + 1])] == at_once


def test_repeats_are_ignored_and_gaps_told() -> None:
    device, host = reader(), line()
    first = device.beat()
    said = hear(host, device.hello() + first + first)
    assert said[2:] == [Flaw.REPEAT]
    device.skip(3)
    gap, heard = hear(host, device.beat())
    assert gap == Gap(2, 4)
    assert isinstance(heard, Heard) and heard.sequence == 5


def test_a_gap_is_asked_for_and_filled() -> None:
    device, host = reader(), line()
    hear(host, device.hello() + device.beat())
    host.due()
    lost = device.say(HoleCardSignal(Signal.BLACKJACK))
    assert lost
    hear(host, device.beat())
    (asked,) = host.due()
    (again,) = device.answer(asked)
    (late,) = hear(host, again)
    assert isinstance(late, Heard) and late.late and late.event == HoleCardSignal(Signal.BLACKJACK)
    assert hear(host, again) == [Flaw.REPEAT]
    assert device.heard_back == [Type.RESEND]


def test_the_host_only_acknowledges_and_asks() -> None:
    device, host = reader(), line()
    (hello,) = device.answer(b"".join(host.due()))
    assert events(hear(line(), hello)) == [Hello(device.identity, device.session)]
    hear(host, device.hello() + device.say(HoleCardSignal(Signal.BLACKJACK)))
    assert device.answer(b"".join(host.due())) == []
    assert set(device.heard_back) == {Type.RESEND, Type.ACKNOWLEDGE}


def test_nothing_is_believed_before_the_hello() -> None:
    assert hear(line(), reader().beat()) == [Flaw.STRANGER]


def test_a_signal_of_the_other_kind_is_no_signal() -> None:
    device, host = reader(), line()
    hear(host, device.hello())
    assert hear(host, device.say(HoleCardSignal(Signal.SMALL))) == [Flaw.FORM]


def test_a_wild_leap_is_no_gap() -> None:
    device, host = reader(), line()
    hear(host, device.hello() + device.beat())
    assert hear(host, encode(Frame(Type.HEARTBEAT, 2**32 - 1, device.uptime_ms, b"\0"))) == [Flaw.LEAP]
    assert events(hear(host, device.beat())) == [Heartbeat()]


def test_a_new_session_begins_anew_and_an_old_one_goes_on() -> None:
    device, host = reader(), line()
    hear(host, device.hello() + device.beat() + device.beat())
    mark = host.mark()
    device.skip(2)
    later = line(mark=mark)
    assert [type(said) for said in hear(later, device.hello() + device.beat())] == [Heard, Gap, Heard]
    device.restart()
    assert [type(said) for said in hear(later, device.hello() + device.beat())] == [Heard, Heard]


def test_endless_noise_takes_no_memory() -> None:
    host = line()
    for _ in range(200):
        hear(host, b"\x41" * 10_000)
    assert host.held <= MOST_ENCODED + 64
    device = reader()
    assert len(hear(host, device.hello() + device.beat())) == 2


def test_keyed_frames_are_believed_once_proven_fresh() -> None:
    device, host = reader(SECRET), line(SECRET)
    assert hear(host, device.hello()) == []
    assert [type(each) for each in events(hear(host, device.beat()))] == [Hello, Heartbeat]
    assert host.keyed()


def test_keyed_mode_refuses_forged_frames() -> None:
    device, host = reader(SECRET), line(SECRET)
    hear(host, device.hello() + device.beat())
    plain = Frame(Type.HEARTBEAT, 2, device.uptime_ms, b"\0")
    signed_by_another = VirtualReader(device.identity, random=Random(3), secret=bytes(32))
    assert hear(host, encode(plain)) == [Flaw.FORGED]
    assert hear(host, signed_by_another.hello()) == [Flaw.FORGED]
    assert hear(host, signed_by_another.beat()) == [Flaw.FORGED]
    assert hear(line(SECRET), reader().hello()) == [Flaw.FORGED], "a downgrade to plain frames"
    assert hear(line(), device.hello()) == [Flaw.FORGED], "keyed, but nobody knows the secret"


def test_keyed_mode_refuses_what_is_played_again() -> None:
    device, host = reader(SECRET), line(SECRET)
    recorded = device.hello() + b"".join(device.beat() for _ in range(5))
    assert len(events(hear(host, recorded))) == 6
    assert events(hear(host, recorded)) == []
    mark = host.mark()
    assert events(hear(line(SECRET, mark), recorded)) == [], "on another connection of the same session"
    device.restart()
    hear(host, device.hello() + device.beat())
    newer = host.mark()
    assert hear(host, recorded)[0] is Flaw.REPLAYED
    assert Flaw.REPLAYED in hear(line(SECRET, newer), recorded)
    assert events(hear(line(SECRET, newer), recorded)) == []
