"""What a fair game looks like at a table: the exact chances that what is seen there is held against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from floorapp.engine.chances import dealer_ends, fresh_shoe, wager_odds
from floorapp.engine.memory_answers import STAND_INS
from floorapp.engine.odds import NotOffered
from floorapp.engine.terms import Terms
from floorapp.engine.wagers.register import SIDES
from floorapp.engine.wagers.side import SideWager

#: What is watched, in the words of the floor.
TWO_CARDS = "dealer's first two cards"
FINAL = "dealer's hand"
LIGHTS = "reader's lights"
ACE_UP = "reader, ace up"
TEN_UP = "reader, ten up"
#: Side wagers by what they are called where they are watched.
WATCHED_SIDES = {side.watched: side for side in SIDES}

LESS = "16 or less"
Chances = Mapping[str, Fraction]


def two_cards(terms: Terms, one: int, other: int) -> str:
    """What the dealer's first two cards are, by their values."""
    if {one, other} == {1, 10}:
        return "Blackjack"
    total = terms.dealer_count((STAND_INS[one], STAND_INS[other])).total
    return str(total) if total >= terms.rulebook.dealer.stands.value else LESS


def pays_words(pays: Fraction) -> str:
    """What an outcome of a wager is called: by what it pays."""
    return "lost" if pays < 0 else "returned" if pays == 0 else f"pays {pays}"


def fair(terms: Terms, family: str) -> Chances | None:
    """The chances of all outcomes of what is watched; None where this game has none."""
    rulebook = terms.rulebook
    key = (rulebook.id, rulebook.version, terms.decks, terms.options.push_22_paytable, terms.options.readings, family)
    if key not in _KNOWN:
        _KNOWN[key] = _chances(terms, family)
    return _KNOWN[key]


_KNOWN: dict[object, Chances | None] = {}


def _chances(terms: Terms, family: str) -> Chances | None:
    try:
        if family in WATCHED_SIDES:
            return _side(terms, WATCHED_SIDES[family])
        if family == TWO_CARDS:
            return _two_cards(terms)
        ends = dealer_ends(terms.rulebook, decks=terms.decks)
    except NotOffered:
        return None
    odds = ends.alternative if ends.reading and ends.alternative and terms.other(ends.reading) else ends.odds
    if family == FINAL:
        return {one.name.capitalize(): one.probability for one in odds.totals}
    if family == LIGHTS:
        return {light.name: light.probability for light in odds.lights}
    held = fresh_shoe(terms.rulebook, terms.decks).values()
    blackjack = Fraction(held[9] if family == ACE_UP else held[0], sum(held) - 1)
    return {"blackjack": blackjack, "no blackjack": 1 - blackjack}


def _two_cards(terms: Terms) -> Chances:
    held = fresh_shoe(terms.rulebook, terms.decks).values()
    size, ways = sum(held), Counter[str]()
    for one in range(1, 11):
        for other in range(1, 11):
            ways[two_cards(terms, one, other)] += held[one - 1] * (held[other - 1] - (one == other))
    return {outcome: Fraction(count, size * (size - 1)) for outcome, count in ways.items()}


def _side(terms: Terms, side: SideWager[Any]) -> Chances:
    found = wager_odds(
        terms.rulebook,
        side.name,
        decks=terms.decks,
        paytable=terms.options.push_22_paytable,
        alternative=terms.other(side.reading),
    )
    chances: dict[str, Fraction] = {}
    for outcome in found.odds.outcomes:
        name = pays_words(outcome.pays or Fraction(0))
        chances[name] = chances.get(name, Fraction(0)) + outcome.probability
    return chances
