"""Fuzzed frames against a conversation: flips, splices, cuts, and right CRCs around wrong fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

from cobs import cobs

from floorapp.domain.cards import CARDS
from floorapp.domain.readers import (
    Ailment,
    Cleared,
    Event,
    Fault,
    FaultCause,
    Flaw,
    Heard,
    Heartbeat,
    Hello,
    HoleCardSignal,
    Mark,
    ReaderKind,
    SelfTest,
    Signal,
    Tamper,
    TamperCause,
)
from floorapp.readers.floor_line import MOST_LEAP, FloorLine
from floorapp.readers.frames import HEADER, MOST_ENCODED, MOST_PAYLOAD, RESENT, VERSION, Frame, enclose, encode
from floorapp.readers.messages import Type, write
from floorapp.readers.virtual import VirtualReader, virtual_identity

#: After so many bad frames a good one must be heard.
BETWEEN = 20
ADDRESSES, TYPES, VERSIONS = (0, *range(2, 65536)), (0, *range(8, 256)), (0, *range(2, 256))
MOST_HELD = MOST_ENCODED + 64 + 64


class NoSecrets:
    def secret(self, reader: str) -> bytes | None:
        return None

    def mark(self, reader: str) -> Mark | None:
        return None


@dataclass
class Fuzzed:
    """What came of it."""

    frames: int = 0
    good: int = 0
    most_held: int = 0
    flaws: Counter[Flaw] = field(default_factory=Counter)
    believed: list[bytes] = field(default_factory=list)
    unheard: int = 0


def fuzz(frames: int, seed: int) -> Fuzzed:
    """Send that many fuzzed frames, a good one after every twenty; nothing but the good may be believed."""
    random = Random(seed)
    device = VirtualReader(virtual_identity(1, ReaderKind.BLACKJACK), random=random)
    host = FloorLine(address=1, memory=NoSecrets())
    result = Fuzzed()
    for frame in host.split(device.hello() + device.beat() + device.beat()):
        host.read(frame)
    while result.frames < frames:
        for _ in range(BETWEEN):
            bad = random.choice(WAYS)(device, random)
            result.frames += 1
            for piece in host.split(bad):
                for said in host.read(piece):
                    if isinstance(said, Flaw):
                        result.flaws[said] += 1
                    else:
                        result.believed.append(bad)
            result.most_held = max(result.most_held, host.held)
        good = [said for piece in host.split(device.say(some_event(random))) for said in host.read(piece)]
        result.good += 1
        result.unheard += not (good and isinstance(good[-1], Heard) and good[-1].sequence == device.sequence)
        result.unheard += any(not isinstance(said, Flaw) for said in good[:-1])
        host.due()
    return result


def some_event(random: Random) -> Event:
    return random.choice(EVENTS)


EVENTS: tuple[Event, ...] = (
    Heartbeat(),
    Heartbeat(fault=True, tamper=True),
    HoleCardSignal(Signal.BLACKJACK, CARDS["As"]),
    HoleCardSignal(Signal.NO_BLACKJACK),
    SelfTest(False, "lamp"),
    Tamper(TamperCause.MOVED),
    Fault(FaultCause.OPTICS, "dim"),
    Cleared(Ailment.TAMPER, "by key"),
)


def next_frame(device: VirtualReader, random: Random) -> Frame:
    """The good frame that would come next."""
    kind, payload = write(some_event(random))
    return Frame(kind, device.sequence + 1, device.uptime_ms, payload)


def flipped(device: VirtualReader, random: Random) -> bytes:
    octets = bytearray(encode(next_frame(device, random)))
    bits = random.sample(range(8, 8 * (len(octets) - 1)), random.randint(1, 8))
    for bit in bits:
        octets[bit // 8] ^= 1 << bit % 8
    return bytes(octets)


def spliced(device: VirtualReader, random: Random) -> bytes:
    one = encode(next_frame(device, random))[1:-1]
    other = encode(replace(next_frame(device, random), sequence=device.sequence + 2))[1:-1]
    while (made := one[: random.randint(1, len(one))] + other[random.randrange(len(other)) :]) in (one, other):
        pass
    return b"\0" + made + b"\0"


def cut(device: VirtualReader, random: Random) -> bytes:
    """A frame that ends early, without its closing zero byte."""
    whole = encode(next_frame(device, random))
    return whole[: random.randrange(1, len(whole) - 1)]


def noise(device: VirtualReader, random: Random) -> bytes:
    return random.randbytes(random.randint(1, 400))


def wrong_field(device: VirtualReader, random: Random) -> bytes:
    return random.choice(FIELDS)(next_frame(device, random), device, random)


def _head(version: int, frame: Frame) -> bytes:
    return HEADER.pack(version, frame.flags, frame.address, frame.type, frame.sequence, frame.uptime_ms)


def _version(frame: Frame, device: VirtualReader, random: Random) -> bytes:
    return enclose(_head(random.choice(VERSIONS), frame) + frame.payload)


def _flags(frame: Frame, device: VirtualReader, random: Random) -> bytes:
    return encode(replace(frame, flags=random.randint(4, 255)))


def _resent(frame: Frame, device: VirtualReader, random: Random) -> bytes:
    return encode(replace(frame, flags=RESENT))


def _keyed(frame: Frame, device: VirtualReader, random: Random) -> bytes:
    return encode(replace(frame, flags=1, tag=random.randbytes(16)))


def _address(frame: Frame, device: VirtualReader, random: Random) -> bytes:
    return encode(replace(frame, address=random.choice(ADDRESSES)))


def _type(frame: Frame, device: VirtualReader, random: Random) -> bytes:
    return encode(replace(frame, type=random.choice(TYPES)))


def _sequence(frame: Frame, device: VirtualReader, random: Random) -> bytes:
    wild = random.randint(device.sequence + MOST_LEAP + 1, 2**32 - 1)
    return encode(replace(frame, sequence=random.choice([0, wild, random.randint(0, device.sequence)])))


def _uptime(frame: Frame, device: VirtualReader, random: Random) -> bytes:
    return encode(replace(frame, uptime_ms=random.randint(2**48, 2**64 - 1)))


def _payload(frame: Frame, device: VirtualReader, random: Random) -> bytes:
    wrong = frame.payload + random.randbytes(random.randint(1, MOST_PAYLOAD - len(frame.payload)))
    return encode(replace(frame, payload=random.choice([b"", wrong, frame.payload[:-1] + b"\xff", b"\xff" * 9])))


def _signal(frame: Frame, device: VirtualReader, random: Random) -> bytes:
    wrong = random.choice([b"\x00As", b"\x06As", b"\x01as", b"\x01sA", b"\x01??", b"\x03As", b"\x01", b"\x01As\x00"])
    return encode(replace(frame, type=Type.SIGNAL, payload=wrong))


def _hello(frame: Frame, device: VirtualReader, random: Random) -> bytes:
    identity = device.identity
    _, right = write(Hello(identity, device.session, device.sequence))
    _, other = write(Hello(replace(identity, serial="VR-6666"), device.session))
    _, leap = write(Hello(identity, device.session, device.sequence + MOST_LEAP + 1))
    wrongs = [
        other,
        leap,
        right[:-1],
        right + b"\0",
        right[:12] + b"\x03" + right[13:],
        right[:13] + b"\x02" + right[14:],
        right[:14] + b"\x00" + right[14:],
        right[:14] + b"\x40" + right[15:],
        right[:16] + b"\x07" + right[17:],
        right[:16] + b"\xff" + right[17:],
        right[:16] + b"/" + right[17:],
        right[:9],
    ]
    return encode(replace(frame, type=Type.HELLO, sequence=0, payload=random.choice(wrongs)))


def _numbered_hello(frame: Frame, device: VirtualReader, random: Random) -> bytes:
    kind, payload = write(Hello(device.identity, random.randbytes(8)))
    return encode(replace(frame, type=kind, payload=payload))


def _short(frame: Frame, device: VirtualReader, random: Random) -> bytes:
    """A right CRC around too little, or too much."""
    size = random.choice([0, 1, 5, HEADER.size - 1, 300, 1000])
    return enclose(_head(VERSION, frame)[:size] if size < HEADER.size else frame.head + bytes(size))


def _bare(frame: Frame, device: VirtualReader, random: Random) -> bytes:
    """COBS around nothing that has a CRC."""
    packed: bytes = cobs.encode(frame.head)
    return b"\0" + packed + b"\0"


Way = Callable[[Frame, VirtualReader, Random], bytes]
FIELDS: tuple[Way, ...] = (
    _version,
    _flags,
    _resent,
    _keyed,
    _address,
    _type,
    _sequence,
    _uptime,
    _payload,
    _signal,
    _hello,
    _numbered_hello,
    _short,
    _bare,
)
WAYS = (flipped, flipped, spliced, spliced, cut, noise, wrong_field, wrong_field, wrong_field, wrong_field)
