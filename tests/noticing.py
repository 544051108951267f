"""What theory says of how soon a watch or a count notices: the measure for tests that wait for it."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, comb, log

from floorapp.domain.cards import Card
from floorapp.engine.fairness import FALSE_ALARMS, log_evidence
from floorapp.engine.odds_mix import ShoeMix
from floorapp.engine.shoe import USUAL_PRIOR, USUAL_THRESHOLD, Prior, likelihood_ratio

MOST_ROUNDS = 1 << 24  # beyond which a difference is not worth waiting for


def rounds_to_notice(chance: float, actual: float, false_alarms: float = float(FALSE_ALARMS)) -> int | None:
    """After how many rounds a thing that truly comes at another rate is noticed; None where hardly ever.

    For a thing that never or always comes this is exact, otherwise about the middle of what it takes.
    """
    if actual == chance:
        return None
    limit, of = -log(false_alarms), 1
    while log_evidence(round(of * actual), of, chance) < limit:
        of *= 2
        if of > MOST_ROUNDS:
            return None
    low, high = of // 2, of
    while high - low > 1:
        half = (low + high) // 2
        low, high = (low, half) if log_evidence(round(half * actual), half, chance) >= limit else (half, high)
    return high


def shoes_to_notice(
    mix: ShoeMix, card: Card, cards: int, *, prior: Prior = USUAL_PRIOR, threshold: Fraction = USUAL_THRESHOLD
) -> int:
    """About how many shoes, `cards` seen of each, it takes until a missing card rings the alarm."""
    held, size = mix.copies(card), mix.size
    learned = 0.0
    for seen in range(max(0, cards - size + held), min(held - 1, cards) + 1):
        ways = comb(held - 1, seen) * comb(size - held, cards - seen)
        ratio = likelihood_ratio("missing", held=held, seen=seen, size=size, cards=cards)
        learned += ways / comb(size - 1, cards) * log(ratio) if ways else 0.0
    needed = log(threshold / (1 - threshold)) - log(prior.missing * held / size)
    return ceil(needed / learned)
