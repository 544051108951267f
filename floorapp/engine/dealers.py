"""The dealer's hands as a graph: after each card, whether he stops there, asked of the engine once.

Two ways of drawing that come to the same count meet, so that a hundred states hold every hand there is.
"""

from __future__ import annotations

from dataclasses import replace

from floorapp.domain.values import dataclass
from floorapp.engine.conduct import reader_findings
from floorapp.engine.dealing import AtStake, DealerHand, dealer_hand, with_insurance, without_lone_push_22
from floorapp.engine.learning import INSURED, STAND_INS, violations
from floorapp.engine.record import Round
from floorapp.engine.shape import SIGNAL_NAMES
from floorapp.engine.terms import Terms

IRREGULAR = -1
BLACKJACK = 0
PLACES = 64  # places are below this: the dealer's total, and HIGH where a surrender looks at the up card
HIGH = 32


@dataclass(frozen=True, slots=True)
class Stop:
    """A dealer's hand so far: whether he draws on, and whether he may end here."""

    draws_on: bool
    may_end: bool
    hand: DealerHand


class Dealers:
    """What is known of the dealer's hands under one set of terms."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.hands: dict[int, DealerHand] = {}  # by place: one that stands for all of them
        self._stops: dict[tuple[int, int, int, int], Stop] = {}
        self._readers: dict[tuple[int, int, int], bool] = {}
        surrender = terms.rulebook.surrender
        self._up_matters = surrender.half.value != surrender.half_high_card.value

    def place(self, values: bytes, signal: int, bits: int) -> int:
        """Hands that settle every box alike share a place; IRREGULAR where dealer or reader did wrong."""
        if not self._reader_fine(values[0], values[1], signal):
            return IRREGULAR
        total, aces, stop = values[0], int(values[0] == 1), None
        for held, value in enumerate(values[1:], start=2):
            if stop is not None and not stop.draws_on:
                return IRREGULAR
            total += value
            aces += value == 1
            key = (min(held, 3), total, aces, bits)
            stop = self._stops.get(key) or self._learn(key, values[:held])
        return self._placed(stop.hand, values) if stop is not None and stop.may_end else IRREGULAR

    def _placed(self, hand: DealerHand, values: bytes) -> int:
        place = BLACKJACK if hand.blackjack else hand.total
        if place >= HIGH:
            return IRREGULAR
        up = STAND_INS[values[0]]
        if self._up_matters and up.rank in self.terms.rulebook.reader.up_cards.value:
            place += HIGH
        if place not in self.hands:
            self.hands[place] = replace(hand, cards=tuple(STAND_INS[value] for value in values))
        return place

    def _learn(self, key: tuple[int, int, int, int], values: bytes) -> Stop:
        cards = tuple(STAND_INS[value] for value in values)
        bits = key[3]
        asked = with_insurance(self.terms, waiting(self.terms, bits), insured=bool(bits & INSURED))
        hand, findings = dealer_hand(self.terms, cards, asked, all_dead=False)
        stop = self._stops[key] = Stop(hand.should_hold is None, not violations(findings), hand)
        return stop

    def _reader_fine(self, up: int, hole: int, signal: int) -> bool:
        key = (up, hole, signal)
        if key not in self._readers:
            cards = (STAND_INS[up], STAND_INS[hole])
            alone = Round("", self.terms.rulebook.id, cards, (), SIGNAL_NAMES[signal], self.terms.options)
            self._readers[key] = not violations(reader_findings(self.terms, alone))
        return self._readers[key]


def waiting(terms: Terms, bits: int) -> AtStake:
    """What waited for the dealer, insurance apart."""
    at_stake = AtStake(bool(bits & 1), bool(bits & 2), bool(bits & 4), bool(bits & 8))
    return without_lone_push_22(terms, at_stake)


def stake_bits(at_stake: AtStake, *, insured: bool) -> int:
    """What waits for the dealer, as five bits."""
    waits = (at_stake.count, at_stake.twenty_two, at_stake.third_card, at_stake.second_card, insured)
    return sum(1 << bit for bit, wait in enumerate(waits) if wait)
