"""Surrender, on the first two cards or at any time, also as the rescue of a doubled hand: half of the bet is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from floorapp.engine.dealer_hand import DealerHand
from floorapp.engine.hand import Ended, Hand
from floorapp.engine.mechanics.mechanic import Mechanic
from floorapp.engine.record import Decision
from floorapp.engine.result import Result, half, push
from floorapp.engine.terms import Terms

if TYPE_CHECKING:
    from floorapp.engine.play import Seat
    from floorapp.engine.stakes import Stake


class Surrender(Mechanic[None]):
    do = "surrender"
    typed = ("sur", "surrender")
    messages = {
        "draw-after-surrender": "A card was drawn after the hand was surrendered; a surrendered hand is finished.",
        "surrender-not-in-game": "A hand was surrendered; this game has no surrender.",
        "surrender-twice": "A hand was surrendered twice.",
        "surrender-on-blackjack": "A Blackjack was surrendered; a Blackjack is settled as such.",
        "surrender-too-late": "A hand was surrendered after another decision; surrender comes first, on two cards.",
        "surrender-after-stand": "A hand was surrendered after standing; surrender ends where a hand stands.",
        "surrender-at-21": "A hand of {total} was surrendered; only a hand under 21 may be.",
        "surrender-on-split-aces": "A split ace was surrendered (reading I-31, alternative).",
    }
    packed = 6
    waits_for_second_card = True

    def decide(self, seat: Seat, step: int, decision: Decision) -> None:
        hand = seat.last = seat.last if seat.before == "double" else seat.current()
        if not (self._check(seat, step, hand) and hand.complete and seat.untouched(hand)):
            hand.take(self.do)

    def _check(self, seat: Seat, step: int, hand: Hand) -> bool:
        """Find what is wrong with a surrender; False where nothing is."""
        before = len(seat.found)
        rules, total = seat.rulebook.surrender, hand.count.total
        rule = rules.when
        at_21 = "I-35" in rule.readings and seat.terms.other("I-35")
        if rule.value == "never":
            seat.find(hand, "surrender-not-in-game", rule)
        elif hand.surrendered:
            seat.find(hand, "surrender-twice", rule)
        elif hand.blackjack:
            seat.find(hand, "surrender-on-blackjack", seat.rulebook.blackjack.at_once)
        elif rule.value == "first-two":
            if step > 0 or len(hand.cards) != 2:
                seat.find(hand, "surrender-too-late", rule)
        elif hand.stood:
            seat.find(hand, "surrender-after-stand", rule)
        elif total > 21 or (total == 21 and not at_21):
            seat.find(hand, "surrender-at-21", rules.under_21 or rule, total=total)
        elif hand.one_card and seat.terms.other("I-31"):
            seat.find(hand, "surrender-on-split-aces", rule)
        return len(seat.found) > before

    def refuse_draw(self, seat: Seat, hand: Hand) -> bool:
        seat.find(hand, "draw-after-surrender", seat.rulebook.surrender.when)
        return True

    def settled_early(self, hand: Ended) -> bool:
        return True  # the dealer's count is nothing to it

    def given_up(self, terms: Terms, hand: Ended, dealer: DealerHand, stake: Stake) -> Result:
        rules, aces = terms.rulebook.surrender, terms.rulebook.split.aces_one_card.value
        ace = [card.rank for card in hand.cards[:1]] == ["A"]
        readings: tuple[str, ...] = ("I-31",) if aces and hand.split and ace else ()
        if hand.total == 21 and "I-35" in rules.when.readings and terms.other("I-35"):
            readings += ("I-35",)
        high = dealer.up is not None and dealer.up.rank in terms.rulebook.reader.up_cards.value
        rule = rules.half_high_card if high else rules.half
        if stake.lammer:
            return half(rule, "The hand was surrendered: the lammer is collected and costs you nothing.", *readings)
        if stake.wager == "double" and "I-03" in rule.readings:
            if terms.other("I-03"):
                return push(rule, "The hand was surrendered: the double is returned whole.", *readings, "I-03")
            return half(rule, "The hand was surrendered: you lose half of the double and keep half.", *readings, "I-03")
        return half(rule, "The hand was surrendered: you lose half of the bet and keep half.", *readings)
