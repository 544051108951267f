"""Modbus RTU and TCP: lamps on the digital inputs of an I/O module, which is asked a few times a second."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from struct import Struct
from time import monotonic
from typing import Any

from floorapp.domain.readers import SIGNALS, Flaw, Heard, Heartbeat, Hello, Mark, ReaderIdentity, ReaderKind
from floorapp.domain.values import dataclass
from floorapp.readers.checks import crc16_modbus
from floorapp.readers.described import WORDS, Unfit, as_toml, event_of, identity_of
from floorapp.readers.driver import Conversation, Given, Said

READ_INPUTS = 0x02
REFUSED = 0x80
MOST_INPUTS = 64
KNOWN = {"identity", "kind", "firmware", "unit", "inputs", "inverted", "steady", "every"}
#: transaction, protocol, how many bytes follow; then the unit and what RTU has between unit and CRC.
HEADER = Struct(">HHH")


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a module's inputs mean: which are read, which are lit when off, and how long they must be steady."""

    identity: ReaderIdentity
    unit: int
    meaning: Mapping[int, str]
    inverted: frozenset[int]
    #: So many answers alike before a change counts: lamps flicker, relays bounce.
    steady: int
    every: float

    @property
    def count(self) -> int:
        return max(self.meaning) + 1


def inputs_of(given: Given) -> Inputs:
    """A line's settings; raises Unfit."""
    try:
        return _read(tomllib.loads(as_toml(given.settings)), given)
    except (tomllib.TOMLDecodeError, TypeError, AttributeError, ValueError) as fault:
        raise Unfit(str(fault)) from fault


def _read(whole: Mapping[str, Any], given: Given) -> Inputs:
    if unknown := set(whole) - KNOWN:
        raise Unfit(f"{min(unknown)} is not known; there are: {', '.join(sorted(KNOWN))}")
    meaning = {int(number): word for number, word in whole.get("inputs", {}).items()}
    kind = ReaderKind(whole.get("kind", ReaderKind.BLACKJACK))
    fits = {str(each) for each in SIGNALS[kind]} | (WORDS & {"fault", "tamper"})
    if not meaning or not all(0 <= number < MOST_INPUTS for number in meaning):
        raise Unfit(f"inputs.N says what input N means, from 0 to {MOST_INPUTS - 1}")
    if wrong := set(meaning.values()) - fits:
        raise Unfit(f"“{min(wrong)}” is nothing a lamp of this reader says; there are: {', '.join(sorted(fits))}")
    identity = identity_of(str(whole.get("identity", "")), kind, str(whole.get("firmware", "modbus")), given)
    inverted = frozenset(int(each) for each in whole.get("inverted", ()))
    unit, steady, every = int(whole.get("unit", 1)), int(whole.get("steady", 2)), float(whole.get("every", 0.2))
    if not 0 <= unit <= 255 or not 1 <= steady <= 50 or not 0.02 <= every <= 3:
        raise Unfit("unit is 0 to 255, steady 1 to 50 answers, every 0.02 to 3 seconds")
    return Inputs(identity, unit, meaning, inverted, steady, every)


class ModbusTalk:
    """Asks for the inputs; a lamp that comes on is what it means, each good answer a sign of life."""

    def __init__(self, inputs: Inputs, session: bytes, *, tcp: bool) -> None:
        self._inputs = inputs
        self._session = session
        self._tcp = tcp
        self._held = b""
        self._transaction = 0
        self._number = 0
        self._born = monotonic()
        self._asked_at = 0.0
        #: Which lamps are lit, as it was told; what the last answers said otherwise, and how often in a row.
        self._lit: frozenset[int] | None = None
        self._other: frozenset[int] = frozenset()
        self._times = 0

    def due(self) -> list[bytes]:
        if monotonic() < self._asked_at + self._inputs.every:
            return []
        self._asked_at, self._held = monotonic(), b""
        self._transaction = self._transaction % 0xFFFF + 1
        asked = bytes([self._inputs.unit, READ_INPUTS, 0, 0]) + self._inputs.count.to_bytes(2, "big")
        if self._tcp:
            return [HEADER.pack(self._transaction, 0, len(asked)) + asked]
        return [asked + crc16_modbus(asked)]

    def split(self, octets: bytes) -> list[bytes]:
        self._held += octets
        size = self._size()
        if size is None or len(self._held) < size:
            return []
        # One answer was asked for: what comes behind it is noise, to be told as such and not dropped.
        frames, self._held = [self._held[:size], self._held[size:]], b""
        return [each for each in frames if each]

    def _size(self) -> int | None:
        """How long the answer is that has begun; None while that cannot be known."""
        if self._tcp:
            return HEADER.size + HEADER.unpack_from(self._held)[2] if len(self._held) >= HEADER.size else None
        if len(self._held) < 3:
            return None
        return 5 if self._held[1] & REFUSED else 5 + self._held[2]

    def read(self, frame: bytes) -> tuple[Said, ...]:
        answer = self._checked(frame)
        if isinstance(answer, Flaw):
            return (answer,)
        unit, function, *rest = answer
        if unit != self._inputs.unit:
            return (Flaw.FOREIGN,)
        octets = (self._inputs.count + 7) // 8
        if function != READ_INPUTS or len(rest) != octets + 1 or rest[0] != octets:
            return (Flaw.FORM,)
        bits = int.from_bytes(bytes(rest[1:]), "little")
        lit = frozenset(n for n in self._inputs.meaning if bool(bits >> n & 1) != (n in self._inputs.inverted))
        return self._answered(lit)

    def _checked(self, frame: bytes) -> bytes | Flaw:
        if self._tcp:
            whole = len(frame) > HEADER.size + 1 and HEADER.unpack_from(frame)[1] == 0
            return frame[HEADER.size :] if whole else Flaw.NOISE
        if len(frame) < 5:
            return Flaw.NOISE
        return frame[:-2] if crc16_modbus(frame[:-2]) == frame[-2:] else Flaw.CRC

    def _answered(self, lit: frozenset[int]) -> tuple[Said, ...]:
        before = self._lit
        if before is None:
            # What was lit when the station began to listen was lit for somebody else.
            self._lit = lit
        elif lit == before:
            self._times = 0
        else:
            self._times = self._times + 1 if lit == self._other else 1
            self._other = lit
            if self._times >= self._inputs.steady:
                self._lit, self._times = lit, 0
                came = sorted(lit - before)
                said = tuple(self._heard(event_of(self._inputs.meaning[number], f"input {number}")) for number in came)
                return said or (self._heard(self._beat()),)
        beat = self._heard(self._beat())
        if before is not None:
            return (beat,)
        return Heard(0, beat.uptime_ms, Hello(self._inputs.identity, self._session)), beat

    def _beat(self) -> Heartbeat:
        """A sign of life, with what its lamps still say is wrong."""
        lit = {self._inputs.meaning[number] for number in self._lit or ()}
        return Heartbeat("fault" in lit, "tamper" in lit)

    def _heard(self, event: Any) -> Heard:
        self._number += 1
        return Heard(self._number, int((monotonic() - self._born) * 1000), event)

    def mark(self) -> Mark | None:
        return None

    def keyed(self) -> bool:
        return False

    def silence(self) -> float | None:
        return None


@dataclass(frozen=True, slots=True)
class ModbusDriver:
    """Digital inputs over a serial line (RTU) or TCP; the line must be allowed to answer."""

    name: str
    tcp: bool
    baud: int = 9600
    asks: bool = True

    def converse(self, given: Given) -> Conversation:
        return ModbusTalk(inputs_of(given), given.session, tcp=self.tcp)


rtu = ModbusDriver("modbus-rtu", tcp=False)
tcp = ModbusDriver("modbus-tcp", tcp=True)
