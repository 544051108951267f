"""The counts, delays and last frames of one line."""

from __future__ import annotations

from collections import Counter, deque
from statistics import median

from floorapp.domain.reader_lines import Counters, HexFrame, Latency
from floorapp.domain.readers import Flaw, Gap, Heard, RawFrame
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
    return ", ".join(said_in_words(each) for each in said) or "known already"


def said_in_words(said: Said) -> str:
    """What a frame said, in a few words."""
    match said:
        case Heard(sequence, _, event, late):
            return f"{type(event).__name__} {sequence}" + (" sent again" if late else "")
        case Gap(first, last):
            return f"gap {first} to {last}"
        case Scanned(code):
            return f"scanned {code}"
        case Flaw():
            return f"not trusted: {said}"
