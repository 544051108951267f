"""Whether something happens as often as its exact odds say, asked again after every round.

The evidence against the odds is a wager that a fair game cannot win on average: it is the chance of what was
seen if its true rate were drawn at random, over its chance under the odds. By Ville's inequality a fair game
lifts it to 1,000 at any time, however long it is watched, with a chance of at most 1 in 1,000.
Cards of one shoe draw each other's counts towards the odds, which only makes false alarms rarer.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import exp, inf, lgamma, log, log1p, pi

from floorapp.domain.values import dataclass

#: How many of the fair things watched, each for ever, are called suspicious at most.
FALSE_ALARMS = Fraction(1, 1000)


def log_evidence(seen: int, of: int, chance: float) -> float:
    """The logarithm of the evidence against a chance, where it came so often among so many.

    The rate is drawn as Jeffreys has it, half its weight near never and always.
    """
    if not 0 <= seen <= of:
        raise ValueError("no more can be seen than there was")
    missed = of - seen
    if (seen and chance <= 0) or (missed and chance >= 1):
        return inf
    drawn = lgamma(seen + 0.5) + lgamma(missed + 0.5) - lgamma(of + 1) - log(pi)
    fair = (seen * log(chance) if seen else 0.0) + (missed * log1p(-chance) if missed else 0.0)
    return drawn - fair


@lru_cache(maxsize=4096)
def band(of: int, chance: float, false_alarms: float) -> tuple[int, int]:
    """The fewest and the most times it may come among so many without an alarm."""
    limit, middle = -log(false_alarms), round(of * chance)
    low, high = -1, middle  # low is an alarm, or below everything; high is not
    while high - low > 1:
        half = (low + high) // 2
        low, high = (half, high) if log_evidence(half, of, chance) >= limit else (low, half)
    fewest = high
    low, high = middle, of + 1
    while high - low > 1:
        half = (low + high) // 2
        low, high = (low, half) if log_evidence(half, of, chance) >= limit else (half, high)
    return fewest, low


@dataclass(slots=True)
class OutcomeWatch:
    """One outcome watched: how often it came so far, and the strongest evidence against its odds there ever was."""

    outcome: str
    chance: float
    false_alarms: float = float(FALSE_ALARMS)
    seen: int = 0
    of: int = 0
    strongest: float = 0.0
    noticed_after: int | None = None

    def add(self, seen: int, of: int) -> None:
        """Take in some more rounds."""
        self.seen += seen
        self.of += of
        evidence = log_evidence(self.seen, self.of, self.chance)
        self.strongest = max(self.strongest, evidence)
        if self.noticed_after is None and evidence >= -log(self.false_alarms):
            self.noticed_after = self.of

    @property
    def alarm(self) -> bool:
        return self.noticed_after is not None

    @property
    def times(self) -> float:
        """The evidence as a number a person can hold: so many to 1 against the odds."""
        return exp(min(self.strongest, 700.0))

    @property
    def band(self) -> tuple[int, int]:
        """Between which counts it may lie by now."""
        return band(self.of, self.chance, self.false_alarms)


def watches(chances: dict[str, Fraction], false_alarms: Fraction = FALSE_ALARMS) -> dict[str, OutcomeWatch]:
    """A watch for each outcome; together they call a fair game suspicious as rarely as stated."""
    share = float(false_alarms) / max(len(chances), 1)
    return {outcome: OutcomeWatch(outcome, float(chance), share) for outcome, chance in chances.items()}
