"""A moment as an answer writes it, and a tally of the rounds of a stretch."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from floorapp.domain.values import dataclass

MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Stamp:
    """An instant, and the zone the house had then."""

    at: datetime
    zone: ZoneInfo

    def __str__(self) -> str:
        return self.at.astimezone(self.zone).isoformat(timespec="seconds")


@dataclass()
class Tally:
    """Rounds and hands, and the times of the first and the last."""

    first: Stamp | None = None
    last: Stamp | None = None
    rounds: int = 0
    hands: int = 0

    def add(self, at: Stamp, rounds: int, hands: int) -> None:
        if self.first is None:
            self.first = at
        self.last = at
        self.rounds += rounds
        self.hands += hands

    @property
    def minutes(self) -> int:
        """Begun minutes from the first round to the last, at least one; none without rounds."""
        if self.first is None or self.last is None:
            return 0
        return max(1, -((self.first.at - self.last.at) // MINUTE))
