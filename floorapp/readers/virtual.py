"""A virtual reader without a line: it makes the frames a real one would send, and always says that it is virtual."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from random import Random
from time import monotonic

from floorapp.domain.cards import Card, is_blackjack
from floorapp.domain.readers import (
    SIGNALS,
    Ailment,
    Cleared,
    Event,
    Fault,
    Flaw,
    Heartbeat,
    Hello,
    HoleCardSignal,
    ReaderIdentity,
    ReaderKind,
    SelfTest,
    Signal,
    Tamper,
)
from floorapp.readers.frames import RESENT, Frame, Splitter, decode, encode
from floorapp.readers.keyed import STARTS, is_signed, sign
from floorapp.readers.messages import RANGE, Type, write

KEPT = 256
#: What the lights of a Masque reader stand for (685a.3(e)).
RANGES = {Signal.SMALL: "2345", Signal.MEDIUM: "6789", Signal.LARGE: "TJQKA"}


def virtual_reader(serial: str, kind: ReaderKind) -> ReaderIdentity:
    """The identity of a virtual reader by its serial number."""
    return ReaderIdentity("Floorapp", "Virtual", serial, "1.0", kind, virtual=True)


def virtual_identity(number: int, kind: ReaderKind) -> ReaderIdentity:
    """The identity of a virtual reader by its number."""
    return virtual_reader(f"VR-{number:04}", kind)


class VirtualReader:
    """Speaks the open line protocol as a device does."""

    def __init__(
        self, identity: ReaderIdentity, *, random: Random, address: int = 1, secret: bytes | None = None
    ) -> None:
        self.identity = identity
        self.wrong_light = False
        self.fault = self.tamper = False
        self.heard_back: list[Type] = []
        self._random = random
        self._address = address
        self._secret = secret
        self._starts = 0
        self._splitter = Splitter()
        self.restart()

    def restart(self) -> None:
        """Switched off and on: a new session, numbers and time from the beginning."""
        self._starts += 1
        self.session = STARTS.pack(self._starts) + self._random.randbytes(4)
        self.sequence = 0
        self._born = monotonic()
        self._kept: OrderedDict[int, Frame] = OrderedDict()

    @property
    def uptime_ms(self) -> int:
        return int((monotonic() - self._born) * 1000)

    def hello(self) -> bytes:
        """Who it is; always number 0."""
        return self._sent(Frame(*self._numbered(Hello(self.identity, self.session, self.sequence), 0), self._address))

    def _numbered(self, event: Event, sequence: int) -> tuple[int, int, int, bytes]:
        kind, payload = write(event)
        return kind, sequence, self.uptime_ms, payload

    def say(self, event: Event) -> bytes:
        """The next frame, saying this."""
        match event:
            case Fault() | SelfTest(False):
                self.fault = True
            case Tamper():
                self.tamper = True
            case Cleared(Ailment.FAULT) | SelfTest(True):
                self.fault = False
            case Cleared(Ailment.TAMPER):
                self.tamper = False
        self.sequence += 1
        frame = Frame(*self._numbered(event, self.sequence), self._address)
        self._kept[self.sequence] = frame
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return self._sent(frame)

    def beat(self) -> bytes:
        """A heartbeat with what ails it."""
        return self.say(Heartbeat(self.fault, self.tamper))

    def _sent(self, frame: Frame) -> bytes:
        return encode(frame if self._secret is None else sign(frame, self._secret, self.session))

    def show(self, up: Card, hole: Card) -> HoleCardSignal:
        """What it says of a dealer's two cards; the wrong thing if its light is wrong."""
        if self.identity.kind is ReaderKind.BLACKJACK:
            true = Signal.BLACKJACK if is_blackjack((up, hole)) else Signal.NO_BLACKJACK
        else:
            true = next(signal for signal, ranks in RANGES.items() if hole.rank in ranks)
        if self.wrong_light:
            true = self._random.choice([each for each in SIGNALS[self.identity.kind] if each is not true])
        return HoleCardSignal(true, up)

    def skip(self, frames: int) -> None:
        """Lose the next frames: they are made, and never sent."""
        for _ in range(frames):
            self.beat()

    def answer(self, octets: bytes) -> list[bytes]:
        """What the host's bytes make it send: frames asked for again, nothing else."""
        made: list[bytes] = []
        for piece in self._splitter.split(octets):
            frame = decode(piece)
            if isinstance(frame, Flaw) or frame.address != self._address or not self._believes(frame):
                continue
            if frame.type in (Type.ACKNOWLEDGE, Type.RESEND):
                self.heard_back.append(Type(frame.type))
                del self.heard_back[:-KEPT]
            if frame.type == Type.RESEND and len(frame.payload) == RANGE.size:
                made += self._again(*RANGE.unpack(frame.payload))
        return made

    def _believes(self, frame: Frame) -> bool:
        """In keyed mode only a signed question is answered; anybody may ask who it is."""
        if self._secret is None or (frame.type == Type.RESEND and frame.payload == bytes(RANGE.size)):
            return True
        return is_signed(frame, self._secret, self.session)

    def _again(self, first: int, last: int) -> list[bytes]:
        if (first, last) == (0, 0):
            return [self.hello()]
        wanted = [frame for number, frame in self._kept.items() if first <= number <= last]
        return [self._sent(replace(frame, flags=frame.flags | RESENT)) for frame in wanted]
