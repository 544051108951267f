"""The counts, delays and last frames of one line."""

from __future__ import annotations

from collections import Counter, deque
from statistics import median

from floorapp.domain.reader_lines import Counters, HexFrame, Latency
from floorapp.domain.readers import Flaw, Gap, Heard, RawFrame
from floorapp.readers.driver import Said

KEPT_FRAMES = 32
KEPT_DELAYS = 128


class Tally:
    """Counts what a line sees, in bounded memory."""

    __slots__ = ("octets", "frames", "good", "gaps", "missing", "unrecorded", "dropped", "sent", "openings",
                 "flaws", "last", "_delays", "_quickest")  # fmt: skip

    def __init__(self) -> None:
        self.octets = self.frames = self.good = self.gaps = self.missing = 0
        self.unrecorded = self.dropped = self.sent = self.openings = 0
        self.flaws: Counter[Flaw] = Counter()
        self.last: deque[tuple[RawFrame, tuple[Said, ...]]] = deque(maxlen=KEPT_FRAMES)
        self._delays: deque[float] = deque(maxlen=KEPT_DELAYS)
        self._quickest: float | None = None

    def new_session(self) -> None:
        """A reader's clock began anew: delays are measured afresh."""
        self._quickest = None
        self._delays.clear()

    def delayed(self, now: float, uptime_ms: int) -> None:
        """A frame came; the quickest of its session is the measure for the others."""
        offset = now * 1000.0 - uptime_ms
        if self._quickest is None or offset < self._quickest:
            self._quickest = offset
        self._delays.append(offset)

    @property
    def latency(self) -> Latency:
        if not self._delays or self._quickest is None:
            return Latency()
        quickest = self._quickest
        delays = [max(0.0, delay - quickest) for delay in self._delays]
        return Latency(delays[-1], median(delays), max(delays))

    @property
    def counters(self) -> Counters:
        flaws = tuple(sorted((str(flaw), count) for flaw, count in self.flaws.items()))
        return Counters(
            self.octets, self.frames, self.good, flaws, self.gaps, self.missing, self.unrecorded, self.dropped,
            self.sent, self.openings,
        )  # fmt: skip

    @property
    def hex_frames(self) -> tuple[HexFrame, ...]:
        """The last frames both ways, for a screen."""
        return tuple(
            HexFrame(raw.at, raw.sent, raw.octets.hex(" "), "sent" if raw.sent else _said(said))
            for raw, said in self.last
        )


def _said(said: tuple[Said, ...]) -> str:
    return ", ".join(_word(each) for each in said) or "known already"


def _word(said: Said) -> str:
    match said:
        case Heard(sequence, _, event, late):
            return f"{type(event).__name__} {sequence}" + (" sent again" if late else "")
        case Gap(first, last):
            return f"gap {first} to {last}"
        case Flaw():
            return f"not believed: {said}"
