"""The gaps of one line: held for a moment, since what was asked for may still come, then told with their cause."""

from __future__ import annotations

from dataclasses import replace

from floorapp.domain.readers import Gap, Missing


class Absences:
    """Gaps not told yet, and how many frames came since the last good one that could not be used."""

    def __init__(self, late: float) -> None:
        self._late = late
        self._held: list[tuple[float, Missing]] = []
        self.refused = self.dropped = 0

    @property
    def waiting(self) -> bool:
        """Whether a gap is held that may have to be told."""
        return bool(self._held)

    def good(self) -> None:
        """A frame came in its place: whatever was wrong before it belongs to no later gap."""
        self.refused = self.dropped = 0

    def hold(self, missing: Missing, now: float) -> None:
        """A gap opened; what came meanwhile and could not be used is some of it."""
        count = missing.gap.missing
        dropped = min(self.dropped, count)
        refused = min(self.refused, count - dropped)
        self.good()
        self._held.append((now + self._late, replace(missing, refused=refused, dropped=dropped)))

    def came(self, sequence: int) -> None:
        """A frame of a gap came after all."""
        held: list[tuple[float, Missing]] = []
        for due, missing in self._held:
            gap = missing.gap
            if gap.first <= sequence <= gap.last:
                parts = (Gap(gap.first, sequence - 1), Gap(sequence + 1, gap.last))
                held += [(due, _part(missing, part)) for part in parts if part.missing > 0]
            else:
                held.append((due, missing))
        self._held = held

    def due(self, now: float | None = None) -> list[Missing]:
        """What did not come in time, to be told; without a time, all that is held."""
        told = [missing for due, missing in self._held if now is None or due <= now]
        if told:
            self._held = [each for each in self._held if each[1] not in told]
        return told


def _part(missing: Missing, gap: Gap) -> Missing:
    """What is left of a gap; no more of it can have come damaged than there is."""
    dropped = min(missing.dropped, gap.missing)
    return replace(missing, gap=gap, dropped=dropped, refused=min(missing.refused, gap.missing - dropped))
