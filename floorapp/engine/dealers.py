"""The dealer's hands as a graph: after each card, whether he stops there, asked of the engine once.

Two ways of drawing that come to the same count meet, so that a hundred states hold every hand there is.
"""

from __future__ import annotations

from dataclasses import replace

from floorapp.domain.cards import Card
from floorapp.domain.values import dataclass
from floorapp.engine.dealer_hand import AtStake, DealerHand, dealer_hand, with_insurance, without_lone_push_22
from floorapp.engine.memory_answers import INSURED, STAND_INS, violations
from floorapp.engine.record import Round
from floorapp.engine.round_findings import reader_findings
from floorapp.engine.shape import SIGNAL_NAMES
from floorapp.engine.terms import Terms

BLACKJACK = 0
PLACES = 64  # places are below this: the dealer's total, and HIGH where a surrender looks at the up card
HIGH = 32
#: What can wait for a dealer: nothing, his second card, his third card, his count.
ASKED = (AtStake(), AtStake(second_card=True), AtStake(third_card=True), AtStake(count=True))


@dataclass(frozen=True, slots=True)
class Stop:
    """A dealer's hand so far: whether he draws on, whether he may end here, and the place he then has."""

    values: bytes
    asked: int  # a place in ASKED
    draws_on: bool = True
    may_end: bool = False
    place: int = 0
    soft: bool = False
    advised: bool = False  # an end here is one to advise on


class Dealers:
    """What is known of the dealer's hands under one set of terms."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.hands: dict[int, DealerHand] = {}  # by place: one that stands for all of them
        self._stops: dict[tuple[int, int, int, int], Stop] = {}
        surrender = terms.rulebook.surrender
        self._up_matters = surrender.half.value != surrender.half_high_card.value

    def begin(self, bits: int) -> Stop:
        """The hand before its first card, with what waits for it."""
        at_stake = with_insurance(self.terms, waiting(self.terms, bits), insured=bool(bits & INSURED))
        asked = at_stake.wants(1) + at_stake.wants(2) + at_stake.wants(3)
        key = (0, 0, 0, asked)
        return self._stops.get(key) or self._stops.setdefault(key, Stop(b"", asked))

    def after(self, stop: Stop, value: int) -> Stop | None:
        """The hand with one card more; None where the dealer should have stopped before, or his place is too high."""
        if not stop.draws_on:
            return None
        values = stop.values + bytes((value,))
        key = (min(len(values), 3), sum(values), values.count(1), stop.asked)
        found = self._stops.get(key)
        if found is None:
            found = self._stops[key] = self._learn(values, stop.asked)
        return found if found.place < HIGH else None

    def _learn(self, values: bytes, asked: int) -> Stop:
        if len(values) < 2 and (self.terms.hole_card or ASKED[asked].wants(1)):
            return Stop(values, asked)
        cards = tuple(STAND_INS[value] for value in values)
        hand, findings = dealer_hand(self.terms, cards, ASKED[asked], all_dead=False)
        place = BLACKJACK if hand.blackjack else hand.total
        if place not in self.hands:
            self.hands[place] = replace(hand, cards=(self._up_card(high=False), *cards[1:]))
            self.hands[place + HIGH] = replace(hand, cards=(self._up_card(high=True), *cards[1:]))
        goes_on, wrong = len(values) < 2 or hand.should_hold is None, violations(findings)
        return Stop(values, asked, goes_on, not wrong, place, hand.soft, bool(findings))

    def is_high(self, up: int) -> bool:
        """Whether a surrender is settled otherwise against this up card than against the lower ones."""
        return self._up_matters and STAND_INS[up].rank in self.terms.rulebook.reader.up_cards.value

    def _up_card(self, *, high: bool) -> Card:
        """An up card that is high, or not; any card where there is none such."""
        like = (STAND_INS[up] for up in STAND_INS if self.is_high(up) is high)
        return next(like, STAND_INS[2])

    def reader_fine(self, up: int, hole: int, signal: int) -> bool:
        """Whether the reader was used as it should be, and said what the cards say; `hole` is 0 where there is none."""
        cards = (STAND_INS[up], STAND_INS[hole]) if hole else (STAND_INS[up],)
        alone = Round("", self.terms.rulebook.id, cards, (), SIGNAL_NAMES[signal], self.terms.options)
        return not any(reader_findings(self.terms, alone))


def waiting(terms: Terms, bits: int) -> AtStake:
    """What waited for the dealer, insurance apart."""
    at_stake = AtStake(bool(bits & 1), bool(bits & 2), bool(bits & 4), bool(bits & 8))
    return without_lone_push_22(terms, at_stake)


def stake_bits(at_stake: AtStake, *, insured: bool) -> int:
    """What waits for the dealer, as five bits."""
    bits = at_stake.count | at_stake.twenty_two << 1 | at_stake.third_card << 2 | at_stake.second_card << 3
    return bits | INSURED * insured
