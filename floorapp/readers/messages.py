"""The messages of the open line protocol: what a payload says, and how it is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum, StrEnum
from struct import Struct

from floorapp.domain.cards import CARDS, Card
from floorapp.domain.readers import (
    SIGNALS,
    Ailment,
    Cleared,
    Event,
    Fault,
    FaultCause,
    Heartbeat,
    Hello,
    HoleCardSignal,
    ReaderIdentity,
    ReaderKind,
    SelfTest,
    Signal,
    Tamper,
    TamperCause,
)

SESSION_SIZE = 8
MOST_NAME = 32
MOST_DETAIL = 64
UNKNOWN_CARD = b"--"
RANGE = Struct("<II")
NUMBER = Struct("<I")
#: session, number of the last frame sent, kind, marks; four texts follow.
HELLO = Struct("<8sIBB")


class Type(IntEnum):
    """The types of message; those of the host have the high bit."""

    HELLO = 0x01
    HEARTBEAT = 0x02
    SIGNAL = 0x03
    SELF_TEST = 0x04
    TAMPER = 0x05
    FAULT = 0x06
    CLEARED = 0x07
    ACKNOWLEDGE = 0x81
    RESEND = 0x82


KINDS = {1: ReaderKind.BLACKJACK, 2: ReaderKind.MASQUE}
SIGNAL_CODES = dict(enumerate(Signal, start=1))
TAMPER_CODES = dict(enumerate(TamperCause, start=1))
FAULT_CODES = dict(enumerate(FaultCause, start=1))
AILMENT_CODES = dict(enumerate(Ailment, start=1))

#: The payloads of heartbeats and signals are few: each is read once and remembered.
_BEATS = {bytes([bits]): Heartbeat(bool(bits & 1), bool(bits & 2)) for bits in range(4)}
#: The heartbeat of a reader that is well.
QUIET = _BEATS[b"\0"]


class Malformed(ValueError):
    """A payload that says nothing the protocol knows."""


def read(kind: int, payload: bytes) -> Event:
    """What a reader's message says; raises Malformed."""
    reading = _READINGS.get(kind)
    if reading is None:
        raise Malformed(f"type {kind:#04x}")
    return reading(payload)


def _heartbeat(payload: bytes) -> Event:
    beat = _BEATS.get(payload)
    if beat is None:
        raise Malformed("heartbeat")
    return beat


def _hello(payload: bytes) -> Event:
    if len(payload) < HELLO.size:
        raise Malformed("hello")
    session, last, code, marks = HELLO.unpack_from(payload)
    kind = KINDS.get(code)
    if kind is None or marks > 1:
        raise Malformed("hello")
    make, rest = _text(payload[HELLO.size :], MOST_NAME)
    model, rest = _text(rest, MOST_NAME)
    serial, rest = _text(rest, MOST_NAME)
    firmware, rest = _text(rest, MOST_NAME)
    if rest or not all((make, model, serial, firmware)) or "/" in make + model + serial:
        raise Malformed("hello")
    identity = ReaderIdentity(make, model, serial, firmware, kind, bool(marks))
    return Hello(identity, session, last)


def _signal(payload: bytes) -> Event:
    event = _SIGNALS.get(payload)
    if event is None:
        raise Malformed("signal")
    return event


def _self_test(payload: bytes) -> Event:
    code, detail = _coded(payload)
    if code > 1:
        raise Malformed("self-test")
    return SelfTest(code == 0, detail)


def _tamper(payload: bytes) -> Event:
    code, detail = _coded(payload)
    if code not in TAMPER_CODES:
        raise Malformed("tamper")
    return Tamper(TAMPER_CODES[code], detail)


def _fault(payload: bytes) -> Event:
    code, detail = _coded(payload)
    if code not in FAULT_CODES:
        raise Malformed("fault")
    return Fault(FAULT_CODES[code], detail)


def _cleared(payload: bytes) -> Event:
    code, detail = _coded(payload)
    if code not in AILMENT_CODES:
        raise Malformed("cleared")
    return Cleared(AILMENT_CODES[code], detail)


def _coded(payload: bytes) -> tuple[int, str]:
    """A code and a text that fills the rest."""
    if not payload:
        raise Malformed("empty")
    detail, rest = _text(payload[1:], MOST_DETAIL)
    if rest:
        raise Malformed("too much")
    return payload[0], detail


def _text(octets: bytes, most: int) -> tuple[str, bytes]:
    """A text behind its length, and what follows it."""
    if not octets or octets[0] > most or len(octets) <= octets[0]:
        raise Malformed("text")
    end = 1 + octets[0]
    try:
        text = octets[1:end].decode("utf-8")
    except UnicodeDecodeError as fault:
        raise Malformed("text") from fault
    if not text.isprintable() or text != text.strip():
        raise Malformed("text")
    return text, octets[end:]


def _signal_payload(signal: Signal, up_card: Card | None) -> bytes:
    return bytes([_code(SIGNAL_CODES, signal)]) + (UNKNOWN_CARD if up_card is None else str(up_card).encode())


_READINGS: dict[int, Callable[[bytes], Event]] = {
    Type.HELLO: _hello,
    Type.HEARTBEAT: _heartbeat,
    Type.SIGNAL: _signal,
    Type.SELF_TEST: _self_test,
    Type.TAMPER: _tamper,
    Type.FAULT: _fault,
    Type.CLEARED: _cleared,
}


def write(event: Event) -> tuple[Type, bytes]:
    """An event as type and payload, as a reader sends it."""
    match event:
        case Hello():
            return Type.HELLO, _written_hello(event)
        case Heartbeat(fault, tamper):
            return Type.HEARTBEAT, bytes([fault | tamper << 1])
        case HoleCardSignal(signal, up_card):
            return Type.SIGNAL, _signal_payload(signal, up_card)
        case SelfTest(passed, detail):
            return Type.SELF_TEST, bytes([not passed]) + _written(detail, MOST_DETAIL)
        case Tamper(tampered, detail):
            return Type.TAMPER, bytes([_code(TAMPER_CODES, tampered)]) + _written(detail, MOST_DETAIL)
        case Fault(broken, detail):
            return Type.FAULT, bytes([_code(FAULT_CODES, broken)]) + _written(detail, MOST_DETAIL)
        case Cleared(what, detail):
            return Type.CLEARED, bytes([_code(AILMENT_CODES, what)]) + _written(detail, MOST_DETAIL)


def _written_hello(hello: Hello) -> bytes:
    identity = hello.identity
    if len(hello.session) != SESSION_SIZE:
        raise ValueError(f"a session is named by {SESSION_SIZE} bytes")
    names = (identity.make, identity.model, identity.serial, identity.firmware)
    head = HELLO.pack(hello.session, hello.last, _code(KINDS, identity.kind), identity.virtual)
    return head + b"".join(_written(name, MOST_NAME) for name in names)


def _code(codes: Mapping[int, StrEnum], wanted: StrEnum) -> int:
    return next(code for code, each in codes.items() if each is wanted)


def _written(text: str, most: int) -> bytes:
    octets = text.encode("utf-8")
    if len(octets) > most:
        raise ValueError(f"longer than {most} bytes: {text!r}")
    return bytes([len(octets)]) + octets


def signal_fits(event: HoleCardSignal, kind: ReaderKind) -> bool:
    """Whether a reader of this kind can say this."""
    return event.signal in SIGNALS[kind]


def acknowledge(sequence: int) -> tuple[Type, bytes]:
    """The host has this frame."""
    return Type.ACKNOWLEDGE, NUMBER.pack(sequence)


def ask_to_resend(first: int, last: int) -> tuple[Type, bytes]:
    """The host wants these frames once more; 0 to 0 is the hello."""
    return Type.RESEND, RANGE.pack(first, last)


_SIGNALS = {
    _signal_payload(signal, up_card): HoleCardSignal(signal, up_card)
    for signal in Signal
    for up_card in (None, *CARDS.values())
}

#: Every message that is sent often, ready made: type and payload to what it says.
OFTEN: dict[tuple[int, bytes], Event] = {(Type.HEARTBEAT.value, payload): beat for payload, beat in _BEATS.items()}
OFTEN |= {(Type.SIGNAL.value, payload): signal for payload, signal in _SIGNALS.items()}
