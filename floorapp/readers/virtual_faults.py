"""A virtual reader's part on its outlet: what it sends, and everything that can be wrong with that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from time import monotonic

from floorapp.domain.cards import CARDS, Card
from floorapp.domain.readers import (
    Ailment,
    Cleared,
    Event,
    Fault,
    FaultCause,
    HoleCardSignal,
    SelfTest,
    Signal,
    Tamper,
    TamperCause,
)
from floorapp.readers.frames import HEADER, VERSION, enclose
from floorapp.readers.outlets import Outlet
from floorapp.readers.script import Cue
from floorapp.readers.virtual import VirtualReader


class Part:
    """One reader, one outlet, and the faults it is told to have."""

    def __init__(self, reader: VirtualReader, outlet: Outlet, random: Random) -> None:
        self.reader = reader
        self.outlet = outlet
        self.lost = 0
        self.sent = 0
        self._random = random
        self._silent_until = 0.0
        self._last = b""

    def send(self, octets: bytes) -> None:
        """Put bytes on the line, unless the reader is silent."""
        if monotonic() < self._silent_until:
            return
        self._last = octets
        self.sent += 1
        self.lost += not self.outlet.write(octets)

    def say(self, event: Event) -> None:
        self.send(self.reader.say(event))

    def beat(self) -> None:
        self.send(self.reader.beat())

    def greet(self) -> None:
        self.send(self.reader.hello())

    def show(self, up: Card, hole: Card) -> None:
        self.say(self.reader.show(up, hole))

    def host_said(self, octets: bytes) -> None:
        """Answer the host as far as the protocol lets it ask."""
        if octets:
            for frame in self.reader.answer(octets):
                self.send(frame)

    def do(self, cue: Cue) -> None:
        """Do what a script says."""
        said = self._event(cue)
        if said is not None:
            self.say(said)
        else:
            self._mischief[cue.word](self, cue.rest)

    def _event(self, cue: Cue) -> Event | None:
        first, detail = cue.rest[0] if cue.rest else "", " ".join(cue.rest[1:])
        match cue.word:
            case "signal":
                return HoleCardSignal(Signal(first), CARDS[detail] if detail else None)
            case "hand":
                return self.reader.show(CARDS[first], CARDS[detail])
            case "self-test":
                return SelfTest(first == "pass", detail)
            case "tamper":
                return Tamper(TamperCause(first), detail)
            case "fault":
                return Fault(FaultCause(first), detail)
            case "cleared":
                return Cleared(Ailment(first), detail)
        return None

    def _noise(self, rest: tuple[str, ...]) -> None:
        self.send(self._random.randbytes(int(rest[0]) if rest else 40))

    def _cut(self, rest: tuple[str, ...]) -> None:
        whole = self.reader.beat()
        self.send(whole[: self._random.randrange(2, len(whole) - 1)])

    def _crc(self, rest: tuple[str, ...]) -> None:
        whole = bytearray(self.reader.beat())
        place = self._random.randrange(2, len(whole) - 2)
        whole[place] = whole[place] % 255 + 1
        self.send(bytes(whole))

    def _form(self, rest: tuple[str, ...]) -> None:
        """A right CRC around a type that does not exist."""
        head = HEADER.pack(VERSION, 0, 1, 0x7F, self.reader.sequence + 1, self.reader.uptime_ms)
        self.send(enclose(head + b"nonsense"))

    def _forge(self, rest: tuple[str, ...]) -> None:
        """A good heartbeat in everything but its tag."""
        head = HEADER.pack(VERSION, 1, 1, 0x02, self.reader.sequence + 1, self.reader.uptime_ms)
        self.send(enclose(head + b"\0" + self._random.randbytes(16)))

    def _repeat(self, rest: tuple[str, ...]) -> None:
        for _ in range(int(rest[0]) if rest else 1):
            self.send(self._last)

    def _gap(self, rest: tuple[str, ...]) -> None:
        self.reader.skip(int(rest[0]) if rest else 1)
        self.beat()

    def _silence(self, rest: tuple[str, ...]) -> None:
        self._silent_until = monotonic() + float(rest[0])

    def _chatter(self, rest: tuple[str, ...]) -> None:
        for _ in range(int(rest[0])):
            self.beat()

    def _wrong_light(self, rest: tuple[str, ...]) -> None:
        self.reader.wrong_light = not rest or rest[0] == "on"

    def _identity(self, rest: tuple[str, ...]) -> None:
        """Suddenly another device: it starts anew under another serial number."""
        self.reader.identity = replace(self.reader.identity, serial=rest[0])
        self._restart(())

    def _restart(self, rest: tuple[str, ...]) -> None:
        self.reader.restart()
        self.greet()

    def _heartbeat(self, rest: tuple[str, ...]) -> None:
        self.beat()

    _mischief: dict[str, Callable[[Part, tuple[str, ...]], None]] = {
        "noise": _noise,
        "cut": _cut,
        "crc": _crc,
        "form": _form,
        "forge": _forge,
        "repeat": _repeat,
        "gap": _gap,
        "silence": _silence,
        "chatter": _chatter,
        "wrong-light": _wrong_light,
        "identity": _identity,
        "restart": _restart,
        "heartbeat": _heartbeat,
    }
