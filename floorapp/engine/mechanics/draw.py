"""Drawing and standing: a hit, a stand, and the second card of a split hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from floorapp.engine.mechanics.mechanic import Mechanic
from floorapp.engine.record import Decision

if TYPE_CHECKING:
    from floorapp.engine.play import Seat


class Hit(Mechanic[None]):
    do = "hit"
    draws = True
    typed = ("h", "hit", "card")
    packed = 1

    def decide(self, seat: Seat, step: int, decision: Decision) -> None:
        hand = seat.last = seat.current()
        if hand.open or not (seat.refuse_draw(hand) and seat.untouched(hand)):
            seat.give(hand, decision)


class Stand(Mechanic[None]):
    do = "stand"
    typed = ("s", "st", "stand")
    packed = 2

    def decide(self, seat: Seat, step: int, decision: Decision) -> None:
        hand = seat.last = seat.current()
        hand.stood = True


class Deal(Mechanic[None]):
    do = "deal"
    draws = True
    typed = ("deal",)
    on_pad = False  # it is implied where a split hand waits
    messages = {
        "deal-out-of-turn": "A split hand got its card before the hand on its left was finished.",
        "deal-without-split": "A card was dealt as a split hand's second, but no hand waited for one.",
    }
    packed = 5

    def decide(self, seat: Seat, step: int, decision: Decision) -> None:
        turn = seat.rulebook.split.turn
        seat.leave_dead()
        for hand in seat.hands:
            if hand.waiting:
                if any(each.open for each in seat.hands):
                    seat.find(hand, "deal-out-of-turn", turn)
                hand.waiting = False
                seat.last = hand
                seat.give(hand, decision)
                return
        hand = seat.last = seat.current()
        seat.find(hand, "deal-without-split", turn)
        if not (hand.complete and seat.untouched(hand)):
            seat.give(hand, decision)
