"""Devices by description: text lines, and framed or polled protocols, in TOML instead of a driver in Python."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from time import monotonic
from typing import Any

from floorapp.domain.cards import CARDS
from floorapp.domain.reader_lines import LineReason
from floorapp.domain.readers import (
    SIGNALS,
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
    ReaderIdentity,
    ReaderKind,
    SelfTest,
    Signal,
    Tamper,
    TamperCause,
)
from floorapp.domain.values import dataclass
from floorapp.readers.checks import CHECKS
from floorapp.readers.driver import Conversation, Given, Said

#: A message longer than this is none.
MOST = 512
MOST_DETAIL = 64
USB = "usb"
_PARTS = re.compile(r"""("(?:[^"\\]|\\.)*"|'[^']*')|;""")
#: What a device may say is wrong with it, and what says that it no longer is.
ENDED_BY = {
    "fault": {"cleared fault"},
    "self-test fail": {"cleared fault", "self-test pass"},
    "tamper": {"cleared tamper"},
}
REASONS = {"fault": LineReason.FAULT, "self-test fail": LineReason.SELF_TEST, "tamper": LineReason.TAMPER}
KNOWN = {
    "": {"baud", "identity", "kind", "firmware", "silence", "frame", "poll", "alone", "says"},
    "frame": {"start", "end", "check"},
    "poll": {"send", "every", "good", "bad"},
}
WORDS = {str(each) for each in Signal} | {
    "alive",
    "fault",
    "tamper",
    "cleared fault",
    "cleared tamper",
    "self-test pass",
    "self-test fail",
}


class Unfit(ValueError):
    """A description, or a line's settings, that cannot be used; its words say what is wrong where."""


@dataclass(frozen=True, slots=True)
class Description:
    """How a device speaks, as its file and its line's settings say it."""

    baud: int
    identity: str
    kind: ReaderKind
    firmware: str
    #: Seconds without a message after which there is no signal: None for the station's own, 0 for a device that
    #: speaks only when it is used.
    silence: float | None
    start: bytes
    end: bytes
    check: str
    poll: bytes
    every: float
    good: bytes
    bad: bytes
    alone: Mapping[bytes, str]
    says: tuple[tuple[re.Pattern[str], str], ...]


def described(text: str, settings: str = "") -> Description:
    """A description with a line's settings over it; raises Unfit."""
    try:
        whole = _over(tomllib.loads(text), tomllib.loads(as_toml(settings)))
        return _read(whole)
    except (tomllib.TOMLDecodeError, KeyError, TypeError, AttributeError, re.error) as fault:
        raise Unfit(str(fault)) from fault
    except Unfit:
        raise
    except ValueError as fault:
        raise Unfit(str(fault)) from fault


def as_toml(settings: str) -> str:
    """A line's settings, parts separated by `;`, as TOML; one in quotes separates nothing."""
    return _PARTS.sub(lambda found: found[1] or "\n", settings)


def _over(base: dict[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    made = dict(base)
    for name, value in more.items():
        made[name] = _over(made.get(name, {}), value) if isinstance(value, dict) else value
    return made


def _read(whole: Mapping[str, Any]) -> Description:
    frame, poll = whole.get("frame", {}), whole.get("poll", {})
    for place, part in (("", whole), ("frame", frame), ("poll", poll)):
        if unknown := set(part) - KNOWN[place]:
            raise Unfit(
                f"{place and place + '.'}{min(unknown)} is not known; there are: {', '.join(sorted(KNOWN[place]))}"
            )
    check = frame.get("check", "none")
    if check not in CHECKS:
        raise Unfit(f"frame.check is one of: {', '.join(CHECKS)}")
    end = bytes.fromhex(frame.get("end", "0a"))
    if not end:
        raise Unfit("frame.end is missing")
    silence = None if whole.get("silence") is None else float(whole["silence"])
    if silence is not None and not silence >= 0:
        raise Unfit("silence is a number of seconds, or 0 for a device that speaks only when it is used")
    says, alone = whole.get("says", {}), whole.get("alone", {})
    for word in (*says.values(), *alone.values()):
        if word not in WORDS:
            raise Unfit(f"“{word}” is nothing a reader can say; there are: {', '.join(sorted(WORDS))}")
    return Description(
        baud=int(whole.get("baud", 9600)),
        identity=str(whole.get("identity", "")),
        kind=ReaderKind(whole.get("kind", ReaderKind.BLACKJACK)),
        firmware=str(whole.get("firmware", "text")),
        silence=silence,
        start=bytes.fromhex(frame.get("start", "")),
        end=end,
        check=check,
        poll=bytes.fromhex(poll.get("send", "")),
        every=float(poll.get("every", 0.5)),
        good=bytes.fromhex(poll.get("good", "")),
        bad=bytes.fromhex(poll.get("bad", "")),
        alone={bytes.fromhex(octet): word for octet, word in alone.items()},
        says=tuple((re.compile(pattern), word) for pattern, word in says.items()),
    )


class DescribedTalk:
    """One conversation after a description; the session and the numbers are the host's."""

    def __init__(self, says: Description, given: Given) -> None:
        self._says = says
        self._session = given.session
        self._identity = identity_of(says.identity, says.kind, says.firmware, given)
        self._held = b""
        self._number = 0
        self._born = monotonic()
        self._asked_at = 0.0
        self._due: list[bytes] = []
        #: What is wrong with it, in its words, until it says otherwise.
        self._wrong: set[str] = set()

    def split(self, octets: bytes) -> list[bytes]:
        says, found = self._says, list[bytes]()
        self._held += octets
        while self._held:
            if self._held[:1] in says.alone:
                found.append(self._held[:1])
                self._held = self._held[1:]
                continue
            if says.start and not self._held.startswith(says.start):
                begin = self._next_start()
                if not begin:
                    break  # half of a beginning
                found.append(self._held[:begin])
                self._held = self._held[begin:]
                continue
            end = self._held.find(says.end, len(says.start))
            size = end + len(says.end) + CHECKS[says.check].size
            if end < 0 or len(self._held) < size:
                break
            found.append(self._held[:size])
            self._held = self._held[size:]
        if len(self._held) > MOST:
            found.append(self._held)
            self._held = b""
        return found

    def _next_start(self) -> int:
        """Where noise ends: at the next beginning of a message, also half of one, or at a byte that means something."""
        start = self._says.start
        half = next((size for size in range(len(start) - 1, 0, -1) if self._held.endswith(start[:size])), 0)
        places = [self._held.find(each) for each in (start, *self._says.alone)]
        return min((place for place in places if place >= 0), default=len(self._held) - half)

    def read(self, frame: bytes) -> tuple[Said, ...]:
        says = self._says
        word, detail, up = says.alone.get(frame, ""), "", None
        if not word:
            body = self._body(frame)
            if isinstance(body, Flaw):
                self._answer(says.bad if body is Flaw.CRC else b"")
                return (body,)
            self._answer(says.good)
            text = body.decode("latin-1").strip("\r")
            fits = next(((each, word) for each, word in says.says if each.fullmatch(text)), None)
            if fits is None:
                return (Flaw.FORM,)
            named = fits[0].fullmatch(text)
            assert named is not None
            word, detail, up = fits[1], text[:MOST_DETAIL], named.groupdict().get("up")
        self._wrong = {each for each in self._wrong if word not in ENDED_BY[each]} | ({word} & ENDED_BY.keys())
        event = event_of(word, detail, up)
        if isinstance(event, Heartbeat):
            event = Heartbeat(bool(self._wrong - {"tamper"}), "tamper" in self._wrong)
        if isinstance(event, HoleCardSignal) and event.signal not in SIGNALS[says.kind]:
            return (Flaw.FORM,)
        return self._heard(event)

    def _body(self, frame: bytes) -> bytes | Flaw:
        says, check = self._says, CHECKS[self._says.check]
        inside = frame[len(says.start) : len(frame) - check.size]
        if not frame.startswith(says.start) or not inside.endswith(says.end):
            return Flaw.NOISE if len(frame) <= MOST else Flaw.OVERLONG
        if check.made(inside) != frame[len(frame) - check.size :]:
            return Flaw.CRC
        return inside[: -len(says.end)]

    def _heard(self, event: Event) -> tuple[Said, ...]:
        self._number += 1
        uptime = int((monotonic() - self._born) * 1000)
        heard = Heard(self._number, uptime, event)
        if self._number > 1:
            return (heard,)
        return Heard(0, uptime, Hello(self._identity, self._session)), heard

    def _answer(self, octets: bytes) -> None:
        if octets:
            self._due.append(octets)

    def due(self) -> list[bytes]:
        made, self._due = self._due, []
        if self._says.poll and monotonic() >= self._asked_at + self._says.every:
            self._asked_at = monotonic()
            made.append(self._says.poll)
        return made

    def mark(self) -> Mark | None:
        return None

    def keyed(self) -> bool:
        return False

    def silence(self) -> float | None:
        return self._says.silence

    def lasting(self) -> frozenset[LineReason]:
        words = {*self._says.alone.values(), *(word for _, word in self._says.says)}
        return frozenset(REASONS[word] for word in words & ENDED_BY.keys() if not words & ENDED_BY[word])


def identity_of(said: str, kind: ReaderKind, firmware: str, given: Given) -> ReaderIdentity:
    """By hand, or with the serial number of the USB adapter (`Acme/HC-21/usb`); the line's name if nothing is said."""
    parts = (said or f"Line/{given.line or 'one'}/{USB}").split("/")
    if len(parts) != 3 or not all(parts):
        raise Unfit(f"identity is MAKE/MODEL/SERIAL, not “{said}”")
    make, model, serial = parts
    if serial == USB:
        serial = given.usb_serial or given.line or "one"
    return ReaderIdentity(make, model, serial, firmware, kind)


def event_of(word: str, detail: str = "", up: str | None = None) -> Event:
    """What one of the words means; a card only where it is known."""
    match word:
        case "fault":
            return Fault(FaultCause.OTHER, detail)
        case "tamper":
            return Tamper(TamperCause.OTHER, detail)
        case "cleared fault" | "cleared tamper":
            return Cleared(Ailment(word.removeprefix("cleared ")))
        case "self-test pass" | "self-test fail":
            return SelfTest(word.endswith("pass"), detail)
        case "alive":
            return Heartbeat()
    return HoleCardSignal(Signal(word), CARDS.get(up) if up else None)


@dataclass(frozen=True, slots=True)
class DescribedDriver:
    """A driver made of a description; a line's settings say who the reader is, and may change any of it."""

    name: str
    text: str
    baud: int
    asks: bool

    def converse(self, given: Given) -> Conversation:
        return DescribedTalk(described(self.text, given.settings), given)


def described_driver(name: str, text: str) -> DescribedDriver:
    """A driver of a description; raises Unfit."""
    says = described(text)
    return DescribedDriver(name, text, says.baud, bool(says.poll))
