"""Doubling, with a wager or for a Free Bet lammer (590): one card more, and the hand is complete."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from floorapp.domain.money import dollars
from floorapp.engine.finding import ADVISORY, VIOLATION
from floorapp.engine.hand import Hand
from floorapp.engine.mechanics.mechanic import Mechanic
from floorapp.engine.provision import Provision
from floorapp.engine.record import Decision
from floorapp.engine.rulebook import Rulebook

if TYPE_CHECKING:
    from floorapp.engine.play import PlayEvent, Seat
    from floorapp.engine.stakes import Bettor, Purse


class Double(Mechanic[None]):
    do = short = "double"
    draws = staked = True
    typed = ("d", "double", "dd")
    typed_free = ("fd", "freedouble")
    after_free = ("double", "d")
    messages = {
        "double-above-limit": "The double of {stake} is above its limit of {limit}.",
        "double-twice": "The hand was doubled a second time; a doubled hand is finished.",
        "double-on-complete-hand": "The hand was doubled after it was finished; only an open hand may be doubled.",
        "double-on-blackjack": "A Blackjack was doubled; a Blackjack is paid, not doubled.",
        "double-on-split-aces": "A split ace was doubled; each split ace gets one card only (reading I-31).",
        "double-on-21": "A hand of {total} was doubled; only a hand under 21 may be{rests}.",
        "double-after-stand": "The hand was doubled after standing; a hand that stands is finished.",
        "double-on-three-cards": "A hand of {cards} cards was doubled; only the first two cards may be doubled.",
        "free-double-not-allowed": "A double on {shown} was free; only a hard 9, 10 or 11 of two cards is.",
        "paid-double-where-free": "A double on a hard {total} was paid for, although it is free (reading I-06).",
    }
    packed = 3

    def known(self, book: Rulebook, *, free: bool = False) -> bool:
        return not free or book.double.free_totals is not None

    def decide(self, seat: Seat, step: int, decision: Decision) -> None:
        hand = seat.last = seat.current()
        over = self._check(seat, hand)
        self._check_lammer(seat, hand, decision)
        if over and seat.untouched(hand):
            seat.moved(step, self.do, hand, returned=True)
            return
        hand.doubled = True
        seat.give(hand, decision)
        seat.moved(step, self.do, hand)

    def _check(self, seat: Seat, hand: Hand) -> bool:
        """Find what is wrong with a double; True where the hand was over."""
        before = len(seat.found)
        book, counted = seat.rulebook, hand.count
        rule = book.double.cards
        if hand.doubled:
            seat.find(hand, "double-twice", book.double.one_card)
        elif seat.closed(hand):
            seat.find(hand, "double-on-complete-hand", rule)
        elif hand.blackjack:
            seat.find(hand, "double-on-blackjack", rule)
        elif hand.one_card:
            seat.find(hand, "double-on-split-aces", book.split.aces_one_card)
        elif counted.total > 21 or (counted.total == 21 and not seat.terms.other("I-30")):
            rests = " (reading I-30)" * (counted.total == 21)
            seat.find(hand, "double-on-21", rule, total=counted.total, rests=rests)
        elif hand.stood:
            seat.find(hand, "double-after-stand", rule)
        over = len(seat.found) > before
        if rule.value == "first-two" and len(hand.cards) != 2 and not hand.doubled:
            seat.find(hand, "double-on-three-cards", rule, cards=len(hand.cards))
        return over

    def _check_lammer(self, seat: Seat, hand: Hand, decision: Decision) -> None:
        free, counted = seat.rulebook.double.free_totals, hand.count
        if free is None:
            if decision.lammer:
                seat.find(hand, "lammer-not-in-game", seat.rulebook.double.limit, what="double")
            return
        is_free = len(hand.cards) == 2 and not counted.soft and counted.total in free.value
        if decision.lammer and not is_free:
            seat.find(hand, "free-double-not-allowed", free, shown=counted)
        elif is_free and not decision.lammer:
            severity = VIOLATION if seat.terms.other("I-06") else ADVISORY
            seat.find(hand, "paid-double-where-free", free, total=counted.total, severity=severity)

    def lay(self, purse: Purse, bettor: Bettor, event: PlayEvent) -> None:
        decision = purse.box.play[event.step]
        lammer, wager = decision.lammer, decision.wager
        if bettor.behind:
            follow = purse.followed(bettor, event)
            if follow is None:
                return
            if not bettor.on(event.hand):
                raise purse.fault(bettor, follow, "this bettor has no wager on that hand")
            if not follow.wager:
                raise purse.fault(bettor, follow, "a double is followed with a wager, not by naming a hand")
            lammer, wager = False, follow.wager
        rule = purse.terms.rulebook.double.limit
        limit = bettor.unit if rule.value == "main-and-double-attack" else bettor.wagers["main"]
        if wager > limit:
            purse.find(event, "double-above-limit", rule.cite, stake=dollars(wager), limit=dollars(limit))
        amount = bettor.wagers["main"] if lammer else wager
        purse.add(bettor, event, self.do, amount, lammer=lammer)

    def late(self, book: Rulebook) -> tuple[Provision[Any], str]:
        return book.blackjack.late_double, "the double"
