"""Splitting a pair, with a wager or for a Free Bet lammer (590)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from floorapp.domain.cards import VALUES
from floorapp.domain.money import dollars
from floorapp.engine.finding import ADVISORY, VIOLATION
from floorapp.engine.hand import Hand
from floorapp.engine.mechanics.mechanic import Mechanic
from floorapp.engine.record import Decision, Unreadable
from floorapp.engine.rulebook import Rulebook

if TYPE_CHECKING:
    from floorapp.engine.play import PlayEvent, Seat
    from floorapp.engine.stakes import Bettor, Purse


class Split(Mechanic[None]):
    do = "split"
    draws = staked = True
    typed = ("sp", "split")
    typed_free = ("fs", "freesplit")
    after_free = ("split", "sp", "s")
    messages = {
        "split-wager-not-equal": "The wager of {stake} on a split is not the {limit} it takes.",
        "split-on-complete-hand": "A hand was split after it was finished; only an open hand may be split.",
        "split-unequal": "{shown} were split; only two cards of equal value are a pair.",
        "split-too-many": "A split made {hands} hands; at most {most} are allowed here.",
        "aces-split-again": "Split aces were split again; aces are split only once.",
        "free-split-of-tens": "A split of ten-values was free; it takes a wager equal to the original one.",
        "free-split-of-lammer-hand": (
            "A hand standing on a lammer was split for another lammer (reading I-15, alternative)."
        ),
        "paid-split-where-free": "A split was paid for, although it is free (reading I-06).",
    }
    packed = 4

    def known(self, book: Rulebook, *, free: bool = False) -> bool:
        return not free or book.split.free is not None

    def decide(self, seat: Seat, step: int, decision: Decision) -> None:
        hand = seat.last = seat.current()
        if len(hand.cards) < 2:
            raise Unreadable("there are no two cards to split")
        self._check(seat, hand, decision)
        if hand.complete and seat.untouched(hand):
            child = Hand([hand.cards[1]], split=True, waiting=True, returned=True, lammer=decision.lammer)
            seat.hands.insert(seat.hands.index(hand) + 1, child)
            seat.moved(step, self.do, hand, child, returned=True)
            return
        first, second, *rest = hand.cards
        one_card = seat.rulebook.split.aces_one_card.value
        child = Hand(
            [second], split=True, waiting=True, one_card=one_card and second.rank == "A", lammer=decision.lammer
        )
        hand.cards = [first, *rest]
        hand.split, hand.stood, hand.one_card = True, False, one_card and first.rank == "A"
        seat.give(hand, decision)
        seat.hands.insert(seat.hands.index(hand) + 1, child)
        seat.moved(step, self.do, hand, child)

    def _check(self, seat: Seat, hand: Hand, decision: Decision) -> None:
        split, most = seat.rulebook.split, seat.terms.most_hands
        if hand.stood or hand.doubled or seat.closed(hand):
            seat.find(hand, "split-on-complete-hand", split.pair)
        if not hand.pair:
            shown = " and ".join(card.name for card in hand.cards).capitalize()
            seat.find(hand, "split-unequal", split.pair, shown=shown)
        if len(seat.hands) >= most.value:
            seat.find(hand, "split-too-many", most, hands=len(seat.hands) + 1, most=most.value)
        elif hand.split and hand.pair and hand.cards[0].rank == "A" and not split.aces_again.value:
            seat.find(hand, "aces-split-again", split.aces_again)
        self._check_lammer(seat, hand, decision)

    def _check_lammer(self, seat: Seat, hand: Hand, decision: Decision) -> None:
        free = seat.rulebook.split.free
        tens = hand.pair and VALUES[hand.cards[0].rank] == 10
        if free is None:
            if decision.lammer:
                seat.find(hand, "lammer-not-in-game", seat.rulebook.split.wager, what="split")
        elif decision.lammer and tens:
            seat.find(hand, "free-split-of-tens", seat.rulebook.split.wager)
        elif decision.lammer and hand.lammer and seat.terms.other("I-15"):
            seat.find(hand, "free-split-of-lammer-hand", free)
        elif hand.pair and not tens and not decision.lammer:
            if hand.lammer and seat.terms.other("I-15"):
                return
            severity = VIOLATION if seat.terms.other("I-06") else ADVISORY
            seat.find(hand, "paid-split-where-free", free, severity=severity)

    def lay(self, purse: Purse, bettor: Bettor, event: PlayEvent) -> None:
        assert event.child is not None
        decision = purse.box.play[event.step]
        if bettor.behind == 0:
            if decision.lammer:
                purse.begin(bettor, event.child, bettor.wagers["main"], lammer=True)
            else:
                self._cover(purse, bettor, event, decision.wager)
            return
        follow = purse.followed(bettor, event)
        if not bettor.on(event.hand):
            if follow:
                raise purse.fault(bettor, follow, "this bettor has no wager on that hand")
        elif follow is None:
            place = ("behind", bettor.behind - 1, "follows")
            raise Unreadable(f"the split at play[{event.step}] is neither covered nor named", *place)
        elif follow.wager:
            self._cover(purse, bettor, event, follow.wager)
        elif follow.hand == event.place + 1 and not event.returned:
            bettor.hands[id(event.child)] = bettor.hands.pop(id(event.hand))
        elif follow.hand not in (event.place, event.place + 1):
            raise purse.fault(bettor, follow, f"hand {follow.hand} is not one of the two that the split made")

    def _cover(self, purse: Purse, bettor: Bettor, event: PlayEvent, wager: int) -> None:
        """Lay a wager on the new hand: the main wager first, what is over is the double attack."""
        assert event.child is not None
        wanted = bettor.unit if purse.attacks else bettor.wagers["main"]
        if wager != wanted:
            rule = purse.terms.rulebook.split.wager
            purse.find(event, "split-wager-not-equal", rule.cite, stake=dollars(wager), limit=dollars(wanted))
        main = min(wager, bettor.wagers["main"]) if purse.attacks else wager
        purse.begin(bettor, event.child, main, attack=wager - main)
