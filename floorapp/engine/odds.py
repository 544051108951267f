"""What a wager returns, exactly: every outcome with its chance and its pay, in fractions."""

from __future__ import annotations

from fractions import Fraction
from math import perm

from floorapp.domain.cards import RED_SUITS, SUITS
from floorapp.domain.values import dataclass
from floorapp.engine.odds_hands import DealerRule
from floorapp.engine.rulebook import Rulebook

LOST = Fraction(-1)
STANDS_ON_17 = DealerRule()
COLOURS = tuple("".join(s for s in SUITS if (s in RED_SUITS) is red) for red in (True, False))

NO_CARD_KNOWN = "no card out of this shoe is known"
DRAWS_OUT = "the dealer always draws until the rules stop it"


@dataclass(frozen=True, slots=True)
class Chance:
    """One outcome: its chance, and what it pays to 1 (-1 a lost wager, None nothing is wagered)."""

    name: str
    probability: Fraction
    pays: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Odds:
    """A wager's outcomes, which are all there are, and what the odds assume."""

    wager: str
    decks: int | None
    assumptions: tuple[str, ...]
    outcomes: tuple[Chance, ...]

    def __post_init__(self) -> None:
        """Refuse outcomes that leave something out."""
        must_be_whole(self.outcomes)

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of each unit wagered, on average."""
        return -sum((one.probability * (one.pays or 0) for one in self.outcomes), Fraction(0))


def must_be_whole(outcomes: tuple[Chance, ...]) -> None:
    """Raise ValueError unless the chances are exactly one together: a shoe can be too small."""
    if sum(one.probability for one in outcomes) != 1:
        raise ValueError("the shoe has too few cards: it can run out before the outcome is known")


def decimal_string(number: Fraction, digits: int = 10) -> str:
    """A fraction as a decimal number with so many digits after the point, half rounded to even."""
    scaled = round(number * 10**digits)
    sign = "-" if scaled < 0 else ""
    before, after = divmod(abs(scaled), 10**digits)
    return f"{sign}{before}.{after:0{digits}d}" if digits else f"{sign}{before}"


@dataclass(frozen=True, slots=True)
class WagerOdds:
    """A wager's odds under a rulebook, with the paragraph its pay stands in."""

    odds: Odds
    cite: str
    paytable: str | None = None
    reading: str | None = None  # whose alternative these odds take


class NotOffered(ValueError):
    """Odds asked for what the rulebook does not offer."""


def dealer_rule(rulebook: Rulebook) -> DealerRule:
    """When the dealer of a game stops."""
    return DealerRule(ace_limit=rulebook.cards.dealer_ace_limit.value)


def part(ways: int, size: int, cards: int) -> Fraction:
    """So many of the orders in which cards can leave a shoe of this size, as a chance."""
    orders = perm(size, cards)
    return Fraction(ways, orders) if orders else Fraction(0)
