"""The play of a box as a graph of moments: from each one, where every decision leads.

Two ways of playing that leave a box in the same state meet in one moment, so that a few thousand moments
hold every play there is. The steps between them are made by the engine's own `Seat`, once each.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from floorapp.domain.cards import Card
from floorapp.engine.boxes import PlayedBox
from floorapp.engine.hand import Hand
from floorapp.engine.memory_answers import STAND_INS, decision_of, play_box
from floorapp.engine.play import READINGS_OF_PLAY, Seat
from floorapp.engine.record import Unreadable
from floorapp.engine.shape import DO_OF, NO_WAGER, draws
from floorapp.engine.terms import Terms

Step = tuple[int, int]  # a step's byte, and the value of its card (0: none)
Tried = tuple[Seat, set[Hand]]
SECOND_CHANCE = DO_OF["second_chance"]  # its card is taken off, and stays with no hand
HIT = DO_OF["hit"] | NO_WAGER << 4
NOTHING_LAID: tuple[object, ...] = ((), False)
#: Seats ask of the up card only where even money is taken, which is never remembered.
ANY_UP = STAND_INS[2]


class Followed(NamedTuple):
    """Where a decision leads, the hands it leaves behind, and whether it is one to advise on."""

    point: PlayPoint
    left: tuple[HandState, ...] = ()
    advised: bool = False


class HandState:
    """A hand as it stands, with one box in which it stands so."""

    __slots__ = ("laid", "place", "seat", "steps", "values")

    def __init__(self, seat: Seat, place: int, laid: object, steps: bytes, values: bytes) -> None:
        self.seat = seat
        self.place = place
        self.laid = laid  # how money came to lie on it, and was added to its box
        self.steps = steps
        self.values = values

    def box(self, terms: Terms, mask: int, up: int) -> PlayedBox | None:
        """That box, with these wagers; None where they are irregular."""
        return play_box(terms, self.seat.played(), self.steps, self.values, mask, up)


class PlayPoint:
    """A state of a box, with one way of play that leads there standing for all of them."""

    __slots__ = ("draws", "hands", "next", "seat", "steps", "tried", "values")

    def __init__(self, seat: Seat, steps: bytes, values: bytes, hands: tuple[HandState, ...]) -> None:
        self.seat = seat
        self.steps = steps
        self.values = values
        self.hands = hands  # those that are not done with
        self.draws = False  # whether its lone hand has lawfully drawn a card
        self.next: dict[Step, Followed | None] = {}
        self.tried: dict[int, Tried | None] = {}

    def box(self, terms: Terms, mask: int, up: int) -> PlayedBox | None:
        """The box as played to here, with these wagers; None where they are irregular."""
        return play_box(terms, self.seat.played(), self.steps, self.values, mask, up)


def play_terms(terms: Terms) -> object:
    """What of a table's terms its boxes' play can depend on: tables that agree in it share a graph."""
    readings = terms.options.readings & (READINGS_OF_PLAY | {"I-04"})
    return terms.rulebook.id, readings, terms.most_hands.value


class PlayGraph:
    """All moments of boxes whose play goes by the same terms (`play_terms`).

    A hand of a split box that is done with says nothing to what follows: it is left behind on the way, so
    that moments grow with the hands there are, not with all that two of them can be together.
    """

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.first: dict[bytes, PlayPoint] = {}
        self.known: dict[object, PlayPoint] = {}
        self.hands: dict[object, HandState] = {}
        large = terms.rulebook.reader.large
        self._large = large.value if large else ""
        self._always_large = terms.other("I-04")

    def begin(self, start: bytes) -> PlayPoint:
        """The moment after the first two cards."""
        if start not in self.first:
            seat = Seat(self.terms, ANY_UP, tuple(STAND_INS[value] for value in start))
            self.first[start] = self._meet(seat, (), b"", start)
        return self.first[start]

    def after(self, start: bytes, steps: bytes, drawn: bytes) -> tuple[PlayPoint, list[HandState]] | None:
        """The moment after these decisions, and the hands left behind; `drawn`: values of drawn cards."""
        moment, left, values = self.begin(start), list[HandState](), iter(drawn)
        for step in steps:
            following = self.follow(moment, (step, next(values) if draws(step) else 0))
            if following is None:
                return None
            moment = following.point
            left += following.left
        return moment, left

    def follow(self, moment: PlayPoint, key: Step) -> Followed | None:
        """Where a decision leads; None where it is irregular or not remembered."""
        return moment.next[key] if key in moment.next else self._go(moment, key)

    def _go(self, moment: PlayPoint, key: Step) -> Followed | None:
        """Make one decision, as the engine makes it; None where it is irregular or cannot be remembered."""
        step, value = key
        moment.next[key] = None
        drawn = self._drawn(moment, value) if moment.draws and step == HIT else None
        if drawn is not None:
            moment.next[key] = Followed(drawn)
            return moment.next[key]
        tried = self._tried(moment, key)
        if tried is None:
            return None
        seat, before = tried
        steps = moment.steps + bytes((step,))
        values = moment.values + bytes((value,)) if value else moment.values
        done = _done_with(seat)
        new = [n for n, hand in enumerate(seat.hands) if hand in done and hand not in before] if done else ()
        left = tuple(self._hand_state(seat, n, self._likeness(seat, n, steps), steps, values) for n in new)
        advised = len(seat.found) > len(moment.seat.found)
        moment.draws |= step == HIT and len(seat.hands) == 1 and not seat.events and not advised
        following = moment.next[key] = Followed(self._meet(seat, done, steps, values), left, advised)
        return following

    def _tried(self, moment: PlayPoint, key: Step) -> Tried | None:
        """The box after a decision, and its hands that were done with before; None where it is irregular.

        Whether a decision is regular does not hang on its card: it is made once, and then the card is changed.
        """
        step, value = key
        if step & 15 == SECOND_CHANCE or not value:
            return self._decide(moment, key)
        if step not in moment.tried:
            moment.tried[step] = self._decide(moment, key)
        tried = moment.tried[step]
        if tried is None or tried[0].last.cards[-1] is STAND_INS[value]:
            return tried
        return _with_card(tried[0], STAND_INS[value]), tried[1]

    def _decide(self, moment: PlayPoint, key: Step) -> Tried | None:
        step, value = key
        decision = decision_of(step, STAND_INS.get(value))
        if decision is None:
            return None
        seat = _copied(moment.seat)
        before = _done_with(seat)
        try:
            seat.decide(len(moment.steps), decision)
        except Unreadable:
            return None
        return None if seat.found and seat.irregular else (seat, before)

    def _drawn(self, moment: PlayPoint, value: int) -> PlayPoint | None:
        """The moment after a card to a lone hand, where it is known: that it may draw does not hang on the card."""
        hand = _copied_hand(moment.seat.last)
        hand.cards.append(STAND_INS[value])
        return self.known.get((((self._hand(hand), (True, *NOTHING_LAID)),), 0, False, False))

    def _meet(self, seat: Seat, done: Collection[Hand], steps: bytes, values: bytes) -> PlayPoint:
        """The moment of this state; the first way that led there stands for it."""
        hands = [None if hand in done else self._likeness(seat, n, steps) for n, hand in enumerate(seat.hands)]
        state = (tuple(hands), seat.hands.index(seat.last), seat.before == "double", not steps)
        moment = self.known.get(state)
        if moment is None:
            open_ = [(n, hand) for n, hand in enumerate(hands) if hand is not None]
            rest = tuple(self._hand_state(seat, n, hand, steps, values) for n, hand in open_)
            moment = self.known[state] = PlayPoint(seat, steps, values, rest)
        return moment

    def _hand_state(
        self, seat: Seat, place: int, likeness: tuple[object, object], steps: bytes, values: bytes
    ) -> HandState:
        if likeness not in self.hands:
            self.hands[likeness] = HandState(seat, place, likeness[1], steps, values)
        return self.hands[likeness]

    def _likeness(self, seat: Seat, place: int, steps: bytes) -> tuple[object, object]:
        """All that a hand's further play and settlement can depend on, and whether money was added to its box."""
        hand = seat.hands[place]
        if not seat.events:
            return self._hand(hand), (place == 0, *NOTHING_LAID)
        laid = tuple(steps[event.step] for event in seat.events if (event.child or event.hand) is hand)
        added = any(event.do != "second_chance" for event in seat.events)
        return self._hand(hand), (place == 0, laid, added)

    def _hand(self, hand: Hand) -> tuple[object, ...]:
        """A hand by what can still matter: a complete one's cards only at 21, or where large ones are paid."""
        (total, soft), cards, complete = hand.count, hand.cards, hand.complete
        held = min(len(cards), 3) if self._large or not complete or total == 21 else 0
        pair = cards[0].value if not complete and hand.pair else 0
        large: tuple[bool, ...] = ()
        if self._large:
            large = tuple(card.rank in self._large for card in cards[:2])
            if len(cards) > 2 and not self._always_large:
                large = (all(large),)
        flags = (hand.split, hand.one_card, hand.lammer, hand.stood, hand.doubled, hand.waiting, hand.overdrawn)
        return (total, soft, held, pair, large, *flags, hand.took)


def _done_with(seat: Seat) -> set[Hand]:
    """The hands to which nothing can lawfully happen any more: complete, and others have acted since."""
    if len(seat.hands) == 1:
        return set()
    return {hand for hand in seat.hands if hand is not seat.last and hand.complete}


def _copied(seat: Seat) -> Seat:
    """A seat that can be played on without touching the first one."""
    return _replaced(seat, {hand: _copied_hand(hand) for hand in seat.hands})


def _with_card(seat: Seat, card: Card) -> Seat:
    """The same seat where the last card drawn was another."""
    hand = _copied_hand(seat.last)
    hand.cards[-1] = card
    return _replaced(seat, {seat.last: hand})


def _replaced(seat: Seat, hands: dict[Hand, Hand]) -> Seat:
    """A seat with these hands in the places of those."""
    twin = Seat.__new__(Seat)
    twin.__dict__.update(seat.__dict__)
    twin.hands = [hands.get(hand, hand) for hand in seat.hands]
    twin.last = hands[seat.last]
    twin.events = [
        event._replace(
            hand=hands.get(event.hand, event.hand), child=event.child and hands.get(event.child, event.child)
        )
        for event in seat.events
    ]
    twin.found = [(hands.get(hand, hand), finding) for hand, finding in seat.found]
    return twin


def _copied_hand(hand: Hand) -> Hand:
    return Hand(
        list(hand.cards),
        hand.split,
        hand.one_card,
        hand.lammer,
        hand.stood,
        hand.doubled,
        hand.took,
        hand.taken_off,
        hand.waiting,
        hand.short,
        hand.overdrawn,
        hand.declined,
        hand.returned,
    )
