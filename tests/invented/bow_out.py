"""Bowing out, which no state knows: the first two cards are given up for a quarter of the bet."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from floorapp.domain.values import dataclass
from floorapp.engine.dealer_hand import DealerHand
from floorapp.engine.hand import Ended, Hand
from floorapp.engine.mechanics.mechanic import Mechanic
from floorapp.engine.provision import Provision
from floorapp.engine.record import Decision
from floorapp.engine.result import Result, half
from floorapp.engine.terms import Terms

if TYPE_CHECKING:
    from floorapp.engine.play import Seat
    from floorapp.engine.stakes import Stake


@dataclass(frozen=True, slots=True)
class BowOutRules:
    offered: Provision[str]
    quarter: Provision[Fraction]


class BowOut(Mechanic[BowOutRules]):
    do = "bow_out"
    typed = ("bow", "bo")
    group = BowOutRules
    words = {"offered": ("first-two",)}
    messages = {
        "bow-out-not-in-game": "A hand bowed out; this game does not let it.",
        "bow-out-too-late": "A hand bowed out with {cards} cards; it may on the first two only.",
        "draw-after-bow-out": "A card was drawn after the hand bowed out; such a hand is finished.",
    }
    waits_for_second_card = True

    def decide(self, seat: Seat, step: int, decision: Decision) -> None:
        hand = seat.last = seat.current()
        rules = self.rules(seat.rulebook)
        if rules is None:
            seat.find(hand, "bow-out-not-in-game", seat.rulebook.surrender.when)
            hand.stood = True
            return
        if len(hand.cards) != 2:
            seat.find(hand, "bow-out-too-late", rules.offered, cards=len(hand.cards))
        hand.take(self.do)

    def refuse_draw(self, seat: Seat, hand: Hand) -> bool:
        rules = self.rules(seat.rulebook)
        assert rules is not None
        seat.find(hand, "draw-after-bow-out", rules.offered)
        return True

    def settled_early(self, hand: Ended) -> bool:
        return True

    def given_up(self, terms: Terms, hand: Ended, dealer: DealerHand, stake: Stake) -> Result:
        rules = self.rules(terms.rulebook)
        assert rules is not None
        return half(rules.quarter, "The hand bowed out: you lose a quarter of the bet.")
