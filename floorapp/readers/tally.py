"""The counts, delays and last frames of one line."""

from __future__ import annotations

from collections import Counter, deque
from statistics import median

from floorapp.domain.reader_lines import Counters, HexFrame, Latency
from floorapp.domain.readers import (
    Ailment,
    Cleared,
    Event,
    Fault,
    Flaw,
    Gap,
    Heard,
    Heartbeat,
    Hello,
    HoleCardSignal,
    RawFrame,
    SelfTest,
    Tamper,
)
from floorapp.readers.driver import Said, Scanned

KEPT_FRAMES = 16
KEPT_OFFSETS = 64


class LineTally:
    """Counts what a line sees, in bounded memory."""

    __slots__ = (
        "octets",
        "frames",
        "good",
        "gaps",
        "missing",
        "unrecorded",
        "dropped",
        "sent",
        "openings",
        "flaws",
        "last",
        "offsets",
    )

    def __init__(self) -> None:
        self.octets = self.frames = self.good = self.gaps = self.missing = 0
        self.unrecorded = self.dropped = self.sent = self.openings = 0
        self.flaws: Counter[Flaw] = Counter()
        self.last: deque[tuple[RawFrame, tuple[Said, ...]]] = deque(maxlen=KEPT_FRAMES)
        #: Our clock less the reader's, in milliseconds, for the last frames of a session.
        self.offsets: deque[float] = deque(maxlen=KEPT_OFFSETS)

    @property
    def latency(self) -> Latency:
        """Each delay beyond the quickest of the last frames: the two clocks share no beginning."""
        if not self.offsets:
            return Latency()
        quickest = min(self.offsets)
        delays = [offset - quickest for offset in self.offsets]
        return Latency(delays[-1], median(delays), max(delays))

    @property
    def counters(self) -> Counters:
        flaws = tuple(sorted((str(flaw), count) for flaw, count in self.flaws.items()))
        return Counters(
            self.octets,
            self.frames,
            self.good,
            flaws,
            self.gaps,
            self.missing,
            self.unrecorded,
            self.dropped,
            self.sent,
            self.openings,
        )

    @property
    def hex_frames(self) -> tuple[HexFrame, ...]:
        """The last frames both ways, for a screen."""
        return tuple(
            HexFrame(raw.at, raw.sent, raw.octets.hex(" "), "sent" if raw.sent else _said(said))
            for raw, said in self.last
        )


def _said(said: tuple[Said, ...]) -> str:
    return ", ".join(said_in_words(each) for each in said) or "nothing new"


def said_in_words(said: Said) -> str:
    """What a frame said, in a few words."""
    match said:
        case Heard(sequence, _, event, late):
            name, means = _event_in_words(event)
            return f"{name} {sequence}" + (" sent again" if late else "") + (f": {means}" if means else "")
        case Gap(first, last):
            return f"gap {first} to {last}"
        case Scanned(code):
            return f"scanned {code}"
        case Flaw():
            return f"not trusted: {said}"


def _event_in_words(event: Event) -> tuple[str, str]:
    """What kind of message it is, and what it means."""
    match event:
        case Hello(identity):
            return "Hello", f"{identity.name}, {identity.kind} reader, firmware {identity.firmware}"
        case Heartbeat(fault, tamper):
            stands = [str(each) for each, is_so in ((Ailment.FAULT, fault), (Ailment.TAMPER, tamper)) if is_so]
            return "Heartbeat", f"not cleared: {' and '.join(stands)}" if stands else ""
        case HoleCardSignal(signal, up):
            return "Signal", signal.replace("_", " ") + (f", {up} up" if up else "")
        case SelfTest(passed, detail):
            return "Self-test", _with_detail("passed" if passed else "failed", detail)
        case Tamper(cause, detail):
            return "Tamper", _with_detail(cause, detail)
        case Fault(cause, detail):
            return "Fault", _with_detail(cause, detail)
        case Cleared(what, detail):
            return "Cleared", _with_detail(what, detail)


def _with_detail(says: str, detail: str) -> str:
    return f"{says}, {detail}" if detail else says
