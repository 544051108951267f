"""The play of a box as a graph of moments: from each one, where every decision leads.

Two ways of playing that leave a box in the same state meet in one moment, so that a few thousand moments
hold every play there is. The steps between them are made by the engine's own `Seat`, once each.
"""

from __future__ import annotations

from copy import copy

from floorapp.engine.hand import Hand
from floorapp.engine.learning import STAND_INS, BoxMemory, decision_of, learn_box
from floorapp.engine.play import Event, Seat
from floorapp.engine.record import Unreadable
from floorapp.engine.shape import DRAWING
from floorapp.engine.terms import Terms

Step = tuple[int, int]  # a step's byte, and the value of its card (0: none)


class Moment:
    """A state of a box, with one way of play that leads there standing for all of them."""

    __slots__ = ("memories", "next", "seat", "steps", "values")

    def __init__(self, seat: Seat, steps: bytes, values: bytes) -> None:
        self.seat = seat
        self.steps = steps
        self.values = values
        self.next: dict[Step, Moment | None] = {}
        self.memories: dict[tuple[int, bytes | None], BoxMemory | None] = {}


class Moments:
    """All moments of boxes dealt under the same terms against the same kind of up card."""

    def __init__(self, terms: Terms, up_value: int) -> None:
        self.terms = terms
        self.up_value = up_value
        self.first: dict[bytes, Moment] = {}
        self.known: dict[object, Moment] = {}

    def after(self, values: bytes, steps: bytes) -> Moment | None:
        """The moment after these decisions; `values` are the first two cards' and then each drawn card's."""
        start = values[:2]
        moment = self.first.get(start) or self._begin(start)
        at = 2
        for step in steps:
            value = 0
            if step & 15 in DRAWING:
                value = values[at]
                at += 1
            key = (step, value)
            following = moment.next[key] if key in moment.next else self._go(moment, key)
            if following is None:
                return None
            moment = following
        return moment

    def memory(self, values: bytes, steps: bytes, mask: int, reported: bytes | None) -> BoxMemory | None:
        """What is remembered of a box that was played so, with these wagers and reported lines."""
        moment = self.after(values, steps)
        if moment is None:
            return None
        key = (mask, reported)
        if key not in moment.memories:
            learnt = learn_box(self.terms, moment.steps, moment.values, mask, reported, self.up_value)
            moment.memories[key] = learnt
        return moment.memories[key]

    def _begin(self, values: bytes) -> Moment:
        seat = Seat(self.terms, STAND_INS[self.up_value], tuple(STAND_INS[value] for value in values))
        self.first[values] = self._meet(seat, b"", values)
        return self.first[values]

    def _go(self, moment: Moment, key: Step) -> Moment | None:
        """Make one decision, as the engine makes it; None where it is irregular or cannot be remembered."""
        step, value = key
        decision = decision_of(step, STAND_INS.get(value))
        seat = _copied(moment.seat)
        following = None
        if decision is not None:
            try:
                seat.decide(len(moment.steps), decision)
            except Unreadable:
                decision = None
        if decision is not None and not seat.irregular:
            drawn = bytes((value,)) if value else b""
            following = self._meet(seat, moment.steps + bytes((step,)), moment.values + drawn)
        moment.next[key] = following
        return following

    def _meet(self, seat: Seat, steps: bytes, values: bytes) -> Moment:
        """The moment of this state; the first way that led there stands for it."""
        return self.known.setdefault(self._state(seat, steps), Moment(seat, steps, values))

    def _state(self, seat: Seat, steps: bytes) -> object:
        """All that further play and settlement can depend on."""
        laid: dict[int, list[int]] = {}
        for event in seat.events:
            laid.setdefault(id(event.child or event.hand), []).append(steps[event.step])
        hands = tuple((*self._hand(hand), tuple(laid.get(id(hand), ()))) for hand in seat.hands)
        return hands, next(n for n, hand in enumerate(seat.hands) if hand is seat.last), seat.before == "double", not steps

    def _hand(self, hand: Hand) -> tuple[object, ...]:
        counted, cards = hand.count, hand.cards
        shown = tuple(card.value for card in cards[:2]) if len(cards) <= 2 or self.terms.other("I-04") else ()
        flags = (hand.split, hand.one_card, hand.lammer, hand.stood, hand.doubled, hand.surrendered)
        ended = (hand.even_money, hand.taken_off > 0, hand.waiting)
        return (counted.total, counted.soft, min(len(cards), 3), shown, *flags, *ended)


def _copied(seat: Seat) -> Seat:
    """A seat that can be played on without touching the first one."""
    hands = {id(hand): copy(hand) for hand in seat.hands}
    for hand in hands.values():
        hand.cards = list(hand.cards)
    twin = copy(seat)
    twin.hands = [hands[id(hand)] for hand in seat.hands]
    twin.last = hands[id(seat.last)]
    twin.events = [
        Event(e.step, e.do, hands[id(e.hand)], e.place, e.child and hands[id(e.child)]) for e in seat.events
    ]
    twin.found = [(hands[id(hand)], finding) for hand, finding in seat.found]
    return twin
