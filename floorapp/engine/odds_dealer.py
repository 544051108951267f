"""How a dealer's hand ends: Blackjack and every total, for any shoe, up card and hole card range."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from floorapp.domain.cards import VALUES
from floorapp.domain.values import dataclass
from floorapp.engine.odds import DRAWS_OUT, NO_CARD_KNOWN, STANDS_ON_17, Chance, must_be_whole
from floorapp.engine.odds_hands import DealerRule, FinishedHand, as_chance, chance, finished_hands
from floorapp.engine.odds_mix import ShoeMix

TOTALS = range(17, 27)
SOFT_TOTALS = range(17, 23)

#: The hole card's point values behind each light of a Masque reader (685a.3(e)).
LIGHTS = {"small": (2, 3, 4, 5), "medium": (6, 7, 8, 9), "large": (1, 10)}


@dataclass(frozen=True, slots=True)
class LightOdds:
    """One range of the hole card: its chance, and how the dealer's hand ends behind it."""

    name: str
    probability: Fraction
    totals: tuple[Chance, ...]


@dataclass(frozen=True, slots=True)
class DealerOdds:
    """How the dealer's hand ends; `soft` says how much of each total is made with an ace at 11."""

    decks: int | None
    up: str | None
    assumptions: tuple[str, ...]
    totals: tuple[Chance, ...]
    soft: tuple[Chance, ...]
    lights: tuple[LightOdds, ...]

    def probability(self, name: str) -> Fraction:
        """The chance of `blackjack`, of a total such as `22`, or of a soft one such as `soft 22`."""
        return {one.name: one.probability for one in (*self.totals, *self.soft)}[name]

    @property
    def over_21(self) -> Fraction:
        """The chance of a total above 21, 22 among them."""
        return sum((self.probability(str(total)) for total in TOTALS if total > 21), Fraction(0))


def dealer(mix: ShoeMix, *, rule: DealerRule = STANDS_ON_17, up: str | None = None) -> DealerOdds:
    """The exact end of the dealer's hand, from the shoe his first card comes out of.

    With `up`, a rank, it is what follows once that up card, out of this shoe, is seen.
    """
    hands = finished_hands(rule)
    shown = Fraction(1)
    known = NO_CARD_KNOWN
    if up is not None:
        hands = tuple(hand for hand in hands if hand.up == VALUES[up])
        shown = Fraction(mix.values()[VALUES[up] - 1], mix.size or 1)
        known = f"{known} but the dealer's up card"
        if not shown:
            raise ValueError(f"the shoe has no card of the up card's value: {up}")
    totals = _totals(hands, mix, shown)
    must_be_whole(totals)
    return DealerOdds(
        decks=mix.decks,
        up=up,
        assumptions=(mix.words, known, DRAWS_OUT, rule.words),
        totals=totals,
        soft=_soft(hands, mix, shown),
        lights=tuple(_light(name, hands, mix, shown) for name in LIGHTS),
    )


def _totals(hands: Iterable[FinishedHand], mix: ShoeMix, given: Fraction) -> tuple[Chance, ...]:
    """Blackjack and each total, as parts of `given`."""
    shoe = mix.values()
    ways: dict[str, Counter[int]] = {name: Counter() for name in ("blackjack", *map(str, TOTALS))}
    for hand in hands:
        name = "blackjack" if hand.blackjack else str(hand.points.total)
        ways[name][hand.size] += hand.ways(shoe)
    return tuple(Chance(name, as_chance(each, mix.size) / given) for name, each in ways.items())


def _soft(hands: Iterable[FinishedHand], mix: ShoeMix, given: Fraction) -> tuple[Chance, ...]:
    soft = [hand for hand in hands if hand.points.soft and not hand.blackjack]
    chances = {
        total: chance((hand for hand in soft if hand.points.total == total), mix) / given for total in SOFT_TOTALS
    }
    return tuple(Chance(f"soft {total}", chances[total]) for total in SOFT_TOTALS)


def _light(name: str, hands: Iterable[FinishedHand], mix: ShoeMix, given: Fraction) -> LightOdds:
    behind = [hand for hand in hands if hand.hole in LIGHTS[name]]
    probability = chance(behind, mix)
    totals = _totals(behind, mix, probability) if probability else ()
    return LightOdds(name, probability / given, totals)
