"""How long to wait before a port is tried again: longer each time, never in step with the others."""

from __future__ import annotations

from random import Random

from floorapp.domain.values import dataclass


@dataclass(slots=True)
class Backoff:
    """Doubling waits up to a most, each shortened by chance to between half and all of itself."""

    random: Random
    first: float = 0.5
    most: float = 30.0
    tries: int = 0

    def next(self) -> float:
        """Seconds to wait now."""
        whole = min(self.most, self.first * 2.0 ** min(self.tries, 32))
        self.tries += 1
        return whole * self.random.uniform(0.5, 1.0)

    def reset(self) -> None:
        """It worked: the next wait is short again."""
        self.tries = 0
