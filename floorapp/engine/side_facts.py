"""The facts that the pay of a side wager can hang on, each a small number, and what stands in for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from floorapp.domain.cards import CARDS, Card
from floorapp.domain.values import dataclass
from floorapp.engine.dealer_hand import AtStake, as_it_lies
from floorapp.engine.dealers import Dealers, waiting
from floorapp.engine.memory_answers import HARD_11, STAND_INS, SUITED
from floorapp.engine.terms import Terms
from floorapp.engine.wagers.side import LaidWager

#: The up card of a stand-in, after a card of another rank, one of its rank, and its twin.
LIKE = (CARDS["3c"], CARDS["2d"], CARDS["2c"])


@dataclass(frozen=True, slots=True)
class SideFact:
    """A fact as a number of so many bits, and how a wager is laid where it has this number."""

    bits: int
    lay: Callable[[LaidWager, Dealers, int], LaidWager]


def stand_in(terms: Terms, dealers: Dealers, facts: Mapping[str, int]) -> LaidWager:
    """A wager laid where these facts hold: it pays what every wager pays where they do."""
    laid = LaidWager(terms, as_it_lies(terms, LIKE[2:]))
    for name in sorted(facts, key=list(FACTS).index):
        laid = FACTS[name].lay(laid, dealers, facts[name])
    return laid


def draws_alone(terms: Terms, values: bytes, bits: int) -> bool:
    """Whether a dealer of these first two values would draw for side wagers alone."""
    two = as_it_lies(terms, tuple(STAND_INS[value] for value in values))
    return LaidWager(terms, two, at_stake=waiting(terms, bits)).draws_alone


def _suits(laid: LaidWager, _: Dealers, kind: int) -> LaidWager:
    return replace(laid, dealer=replace(laid.dealer, cards=_suited(HARD_11 + HARD_11, kind)))


def _three_cards(laid: LaidWager, _: Dealers, asked: int) -> LaidWager:
    values = bytes(value for value in (asked >> 10, asked >> 6 & 15, asked >> 2 & 15) if value)
    return replace(laid, dealer=as_it_lies(laid.terms, _suited(values, asked & 3)))


def _suited(values: bytes, kind: int) -> tuple[Card, ...]:
    """Up to three cards of these values whose suits are of a kind."""
    return tuple(CARDS[STAND_INS[value].rank + suit] for value, suit in zip(values, SUITED[kind], strict=False))


#: In the order in which they are laid: the dealer's place (`dealers.py`), the kind of all his suits, whether he drew
#: for side wagers alone, what waits for him (`dealers.stake_bits`); of the box whether it was surrendered, has a
#: Blackjack, how its two cards are like the up card; and the dealer's first three cards with the kind of their suits.
FACTS: Mapping[str, SideFact] = {
    "place": SideFact(6, lambda laid, dealers, place: replace(laid, dealer=dealers.hands[place])),
    "suits": SideFact(2, _suits),
    "alone": SideFact(1, lambda laid, _, alone: replace(laid, at_stake=AtStake(count=not alone))),
    "waits": SideFact(5, lambda laid, _, bits: replace(laid, at_stake=waiting(laid.terms, bits))),
    "surrendered": SideFact(1, lambda laid, _, so: replace(laid, surrendered=bool(so))),
    "blackjack": SideFact(1, lambda laid, _, so: replace(laid, blackjack=bool(so))),
    "likeness": SideFact(8, lambda laid, _, like: replace(laid, cards=(LIKE[like >> 4], LIKE[like & 15]))),
    "three_cards": SideFact(14, _three_cards),
}
