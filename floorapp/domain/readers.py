"""Hole-card readers: who they are, what they can say, and what was heard of them."""

from __future__ import annotations

from dataclasses import field
from datetime import datetime
from enum import StrEnum

from floorapp.domain.cards import Card
from floorapp.domain.values import dataclass


class ReaderKind(StrEnum):
    """What a reader can tell of the hole card."""

    BLACKJACK = "blackjack"
    MASQUE = "masque"


class Signal(StrEnum):
    """What a reader says of the hole card; the words of a round's record."""

    BLACKJACK = "blackjack"
    NO_BLACKJACK = "no_blackjack"
    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"


SIGNALS = {
    ReaderKind.BLACKJACK: (Signal.BLACKJACK, Signal.NO_BLACKJACK),
    ReaderKind.MASQUE: (Signal.SMALL, Signal.MEDIUM, Signal.LARGE),
}


@dataclass(frozen=True, slots=True)
class ReaderIdentity:
    """Who a reader says it is; its port does not matter."""

    make: str
    model: str
    serial: str
    firmware: str
    kind: ReaderKind
    virtual: bool = False

    @property
    def key(self) -> str:
        """What stays the same for the device's life: firmware may change."""
        return f"{self.make}/{self.model}/{self.serial}"

    @property
    def name(self) -> str:
        mark = " (virtual)" if self.virtual else ""
        return f"{self.make} {self.model} {self.serial}{mark}"


class TamperCause(StrEnum):
    """How a reader was tampered with."""

    COVER = "cover"
    MOVED = "moved"
    BLOCKED = "blocked"
    OTHER = "other"


class FaultCause(StrEnum):
    """What is out of order in a reader."""

    OPTICS = "optics"
    LIGHT = "light"
    POWER = "power"
    MEMORY = "memory"
    OTHER = "other"


class Ailment(StrEnum):
    """What can be cleared: a fault or a tamper."""

    FAULT = "fault"
    TAMPER = "tamper"


@dataclass(frozen=True, slots=True)
class Hello:
    """A reader says who it is, in which session (from start to start) it speaks, and how far it has come."""

    identity: ReaderIdentity
    session: bytes
    last: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """A reader is there; what still ails it stays in here until it is cleared."""

    fault: bool = False
    tamper: bool = False


@dataclass(frozen=True, slots=True)
class HoleCardSignal:
    """A reader was used: what it showed, with the up card if it knows it."""

    signal: Signal
    up_card: Card | None = None


@dataclass(frozen=True, slots=True)
class SelfTest:
    """A reader tested itself."""

    passed: bool
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Tamper:
    """Somebody tampered with a reader."""

    cause: TamperCause
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """A reader is out of order."""

    cause: FaultCause
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Cleared:
    """A fault or a tamper is over, says the reader."""

    what: Ailment
    detail: str = ""


Event = Hello | Heartbeat | HoleCardSignal | SelfTest | Tamper | Fault | Cleared


@dataclass(frozen=True, slots=True)
class Heard:
    """One good frame: the event, its place in the session, and whether it was sent again on request."""

    sequence: int
    uptime_ms: int
    event: Event
    late: bool = False


@dataclass(frozen=True, slots=True)
class Gap:
    """Frames that never came, by their first and last sequence number."""

    first: int
    last: int

    @property
    def missing(self) -> int:
        return self.last - self.first + 1


class Flaw(StrEnum):
    """Why a frame was not believed."""

    NOISE = "noise"
    OVERLONG = "overlong"
    CRC = "crc"
    FORM = "form"
    FOREIGN = "foreign"
    REPEAT = "repeat"
    TURN = "out-of-turn"
    LEAP = "leap"
    CLOCK = "clock"
    SESSION = "session"
    IDENTITY = "identity"
    STRANGER = "stranger"
    FORGED = "forged"
    REPLAYED = "replayed"


@dataclass(frozen=True, slots=True)
class RawFrame:
    """Bytes as they stood on a line, before anyone interpreted them; `sent` if they were ours."""

    line: str
    at: datetime
    octets: bytes
    sent: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """What a trusted reader said, for the table it stands at."""

    line: str
    table: str | None
    reader: ReaderIdentity
    at: datetime
    heard: Heard
    #: Whether session and number are the device's own, and so the same at a second reading.
    numbered: bool = True


class Unused(StrEnum):
    """Why a frame that came is not at its table."""

    DAMAGED = "damaged"
    DROPPED = "dropped"
    UNNAMED = "unnamed"
    TURN = "out-of-turn"
    UNTRUSTED = "untrusted"


@dataclass(frozen=True, slots=True)
class Missing:
    """Evidence of a reader between two instants is partial: frames are missing."""

    line: str
    table: str | None
    reader: ReaderIdentity
    after: datetime
    before: datetime
    gap: Gap
    #: How many of them came and could not be used, by why; the others never came.
    came: tuple[tuple[Unused, int], ...] = ()
    #: Of the reader, when they were missed; it may have begun another one since.
    session: bytes = b""

    @property
    def never(self) -> int:
        return self.gap.missing - sum(count for _, count in self.came)


@dataclass(frozen=True, slots=True)
class Mark:
    """How far a reader had come in its session, and when; nothing up to here is believed a second time."""

    reader: str
    session: bytes
    sequence: int
    uptime_ms: int
    at: datetime | None = None
