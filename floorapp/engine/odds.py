"""What each side wager returns, exactly: every outcome with its chance and its pay, in fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import perm, prod

from floorapp.domain.cards import RANKS, RED_SUITS, SUITS, count
from floorapp.domain.values import dataclass
from floorapp.engine.odds_hands import FACES, DealerRule, chance, finished_hands
from floorapp.engine.odds_mix import ShoeMix

LOST = Fraction(-1)
STANDS_ON_17 = DealerRule()
COLOURS = tuple("".join(s for s in SUITS if (s in RED_SUITS) is red) for red in (True, False))

#: The third cards that can take a dealer over 21, by their names in a bust wager's pay table.
BUST_CARDS = {6: "6", 7: "7", 8: "8", 9: "9", 10: "ten"}

#: How two cards can match the up card, by the names the outcomes get.
MATCHES = {
    ("suited", "suited"): "two suited",
    ("suited", "unsuited"): "suited and unsuited",
    ("suited",): "suited",
    ("unsuited", "unsuited"): "two unsuited",
    ("unsuited",): "unsuited",
    (): "lost",
}

NO_CARD_KNOWN = "no card out of this shoe is known"
DRAWS_OUT = "the dealer always draws until he must stop"


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


def push_22(mix: ShoeMix, pays: Mapping[str, Fraction], *, rule: DealerRule = STANDS_ON_17) -> Odds:
    """Push 22: the dealer ends with 22; pays `suit`, `colour` or `other` by all of his cards."""
    hands = finished_hands(rule)
    hits = [hand for hand in hands if hand.points.total == 22]
    misses = [hand for hand in hands if hand.points.total != 22]
    suit = sum((chance(hits, mix, one) for one in SUITS), Fraction(0))
    colour = sum((chance(hits, mix, two) for two in COLOURS), Fraction(0))
    outcomes = (
        Chance("suit", suit, pays["suit"]),
        Chance("colour", colour - suit, pays["colour"]),
        Chance("other", chance(hits, mix) - colour, pays["other"]),
        Chance("lost", chance(misses, mix), LOST),
    )
    assumptions = (mix.words, NO_CARD_KNOWN, DRAWS_OUT, rule.words)
    return Odds("push_22", mix.decks, assumptions, outcomes)


def match_dealer(mix: ShoeMix, pays: Mapping[str, Fraction], *, both: bool = True) -> Odds:
    """Match-the-Dealer: a box's first two cards against the up card; `suited`, `unsuited` pay.

    Where both cards match, each is paid, or only the better one (reading I-05).
    """
    ways: Counter[tuple[str, ...]] = Counter()
    for row in mix.counts:
        for copies in row:
            rest = {"suited": copies - 1, "unsuited": sum(row) - copies, "": mix.size - sum(row)}
            for two in product(rest, repeat=2):
                left = rest[two[1]] - (two[0] == two[1])
                ways[tuple(sorted(filter(None, two)))] += copies * rest[two[0]] * left
    outcomes = tuple(
        Chance(name, _part(ways[matches], mix.size, 3), _match_pays(matches, pays, both))
        for matches, name in MATCHES.items()
    )
    reading = "each of two matching cards is paid" if both else "only the better match is paid"
    assumptions = (mix.words, NO_CARD_KNOWN, f"{reading} (I-05)")
    return Odds("match_dealer", mix.decks, assumptions, outcomes)


def _match_pays(matches: tuple[str, ...], pays: Mapping[str, Fraction], both: bool) -> Fraction:
    paid = [pays[match] for match in matches]
    if not paid:
        return LOST
    return sum(paid, Fraction(0)) if both else max(paid)


def bust_it(mix: ShoeMix, pays: Mapping[str, Fraction]) -> Odds:
    """Bust It and New Jersey's bonus: the dealer goes over 21 with exactly three cards.

    Pays by the third card, `6` `7` `8` `9` `ten`, or `eights_suit`, `eights_colour` instead.
    """
    held = mix.values()
    ways: Counter[str] = Counter()
    for places in product(range(10), repeat=3):
        copies = Counter(places)
        ways[_third_card(places)] += prod(perm(held[place], n) for place, n in copies.items())
    eights = mix.counts[RANKS.index("8")]
    one_suit = sum(perm(copies, 3) for copies in eights)
    one_colour = sum(perm(sum(eights[SUITS.index(s)] for s in two), 3) for two in COLOURS)
    ways["8"] -= one_colour
    ways.update(eights_suit=one_suit, eights_colour=one_colour - one_suit)
    names = ("eights_suit", "eights_colour", *BUST_CARDS.values())
    outcomes = tuple(Chance(name, _part(ways[name], mix.size, 3), pays[name]) for name in names)
    lost = Chance("lost", _part(ways["lost"], mix.size, 3), LOST)
    assumptions = (mix.words, NO_CARD_KNOWN, "the dealer draws a third card to any 16 or less")
    return Odds("bust_it", mix.decks, assumptions, (*outcomes, lost))


def _third_card(places: tuple[int, ...]) -> str:
    """The pay table's name for a dealer's first three cards, the eights not yet told apart."""
    cards = [FACES[place] for place in places]
    if count(cards[:2]).total >= 17 or count(cards).total <= 21:
        return "lost"
    return BUST_CARDS[cards[2].value]


def insurance(mix: ShoeMix, pays: Fraction) -> Odds:
    """Insurance: the dealer shows an ace out of this shoe; wins if the hole card makes a Blackjack."""
    held = mix.values()
    if not held[0]:
        raise ValueError("the shoe has no ace for the dealer to show")
    others = held[0] - 1 + sum(held[1:9])
    outcomes = (
        Chance("blackjack", _part(held[9], mix.size - 1, 1), pays),
        Chance("lost", _part(others, mix.size - 1, 1), LOST),
    )
    shown = "no card out of this shoe is known but the dealer's ace"
    return Odds("insurance", mix.decks, (mix.words, shown), outcomes)


def _part(ways: int, size: int, cards: int) -> Fraction:
    """So many of the orders in which cards can leave a shoe of this size, as a chance."""
    orders = perm(size, cards)
    return Fraction(ways, orders) if orders else Fraction(0)
