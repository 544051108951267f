"""The gaps of one line: held for a moment, since what was asked for may still come, then told with their cause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from floorapp.domain.readers import Gap, Hello, Missing, Unused


class Absences:
    """Gaps not told yet, and how many frames came since the last good one that could not be used."""

    def __init__(self, late: float) -> None:
        self._late = late
        self._held: list[tuple[float, Missing]] = []
        self._unused: Counter[Unused] = Counter()
        self._named = 0

    @property
    def waiting(self) -> bool:
        """Whether a gap is held that may have to be told."""
        return bool(self._held)

    def good(self) -> None:
        """A frame came in its place: whatever was wrong before it belongs to no later gap."""
        if self._unused:
            self._unused.clear()

    def unused(self, why: Unused) -> None:
        """A frame came and could not be used."""
        self._unused[why] += 1

    def named(self, last: int) -> None:
        """Somebody said who it is, with the number of its last frame: what came unnamed lies before that."""
        self._named = last

    def hold(self, missing: Missing, now: float, untrusted: int = 0) -> None:
        """A gap opened; what came meanwhile and could not be used is some of it."""
        if missing.gap.first > self._named:
            del self._unused[Unused.UNNAMED]
        self._held.append((now + self._late, _with(missing, {Unused.UNTRUSTED: untrusted, **self._unused})))
        self.good()

    def out_of_turn(self) -> None:
        """A frame came too late for its place, and was not sent again: the last gap that lacks one is told so."""
        for place, (due, missing) in reversed(list(enumerate(self._held))):
            if missing.never:
                self._held[place] = due, _with(missing, {**dict(missing.came), Unused.TURN: _turns(missing) + 1})
                return

    def came(self, sequence: int) -> None:
        """A frame of a gap came after all."""
        held: list[tuple[float, Missing]] = []
        for due, missing in self._held:
            gap = missing.gap
            if gap.first <= sequence <= gap.last:
                parts = (Gap(gap.first, sequence - 1), Gap(sequence + 1, gap.last))
                held += [
                    (due, _with(replace(missing, gap=part), dict(missing.came))) for part in parts if part.missing > 0
                ]
            else:
                held.append((due, missing))
        self._held = held

    def due(self, now: float | None = None) -> list[Missing]:
        """What did not come in time, to be told; without a time, all that is held."""
        told = [missing for due, missing in self._held if now is None or due <= now]
        if told:
            self._held = [each for each in self._held if each[1] not in told]
        return told


class Unheeded:
    """What registered readers said in conversations that ended while they were not trusted; it did come."""

    def __init__(self) -> None:
        self._heard: dict[str, tuple[bytes, Gap]] = {}

    def keep(self, hello: Hello, heard: Gap) -> None:
        """The last frames that a reader said so."""
        self._heard[hello.identity.key] = hello.session, heard

    def within(self, hello: Hello, gap: Gap) -> int:
        """How many frames of a gap are among them."""
        session, heard = self._heard.get(hello.identity.key, (b"", gap))
        if session != hello.session:
            return 0
        return max(0, min(gap.last, heard.last) - max(gap.first, heard.first) + 1)


def _turns(missing: Missing) -> int:
    return dict(missing.came).get(Unused.TURN, 0)


def _with(missing: Missing, unused: Mapping[Unused, int]) -> Missing:
    """With what came of the gap and could not be used: no more of it can have come than there is."""
    left, came = missing.gap.missing, []
    for why in Unused:
        count = min(unused.get(why, 0), left)
        left -= count
        if count:
            came.append((why, count))
    return replace(missing, came=tuple(came))
