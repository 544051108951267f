"""The play of a box as a graph: where every decision leads, asked of the engine's own `Seat` once each.

A place in it is what a hand holds, and what else there is to say of its box (a `PlayPoint`): a card changes only the
one, a decision only the other, but for a split, after which the hand holds one card. So a hit on 16 is asked about
once, whatever cards make the 16 and whatever is drawn; a few thousand answers hold every play there is.

    T 6, lone  -- hit -->  T 6, lone  -- a 4 -->  T 6 4, lone          cards that hold 20 are all alike
    8 8, lone  -- split ->  8, first of two, one waits  -- a 3 -->  8 3, first of two, one waits

The hand that waits is not asked about its card, but for whether it is an ace: until its turn a box of sevens is where
a box of eights is. When it comes (`deal`), the hand holds what all hands of its box began with.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import NamedTuple

from floorapp.domain.cards import Card, count
from floorapp.engine.boxes import PlayedBox
from floorapp.engine.finding import Finding
from floorapp.engine.hand import Hand
from floorapp.engine.memory_answers import HARD_11, STAND_INS, decision_of, play_box
from floorapp.engine.play import READINGS_OF_PLAY, PlayEvent, Seat
from floorapp.engine.record import Unreadable
from floorapp.engine.shape import DO_OF, draws
from floorapp.engine.terms import Terms

Cards = tuple[Card, ...]
SECOND_CHANCE = DO_OF["second_chance"]  # its card is taken off, and stays with no hand
#: Seats ask of the up card only for what `asks_up`: even money, which is for an ace.
ANY_UP, AN_ACE = STAND_INS[2], STAND_INS[1]


class HandState:
    """A hand as it stands, with one box in which it stands so."""

    __slots__ = ("ended", "laid", "place", "seat", "steps")

    def __init__(self, seat: Seat, place: int, laid: object, steps: bytes) -> None:
        self.seat = seat
        self.place = place
        self.ended = seat.hands[place].ended()
        self.laid = laid  # how money came to lie on it, and was added to its box
        self.steps = steps

    def box(self, terms: Terms, mask: int, up: int) -> PlayedBox | None:
        """That box, with these wagers; None where they are irregular."""
        return play_box(terms, self.steps, HARD_11, mask, up, self.seat.played())


class PlayPoint:
    """A state of a box but for the cards of the hand in play, with one way of play that leads there."""

    __slots__ = ("seat", "steps")

    def __init__(self, seat: Seat, steps: bytes) -> None:
        self.seat = seat
        self.steps = steps


class Followed(NamedTuple):
    """Where a decision leads: the point, what the hand in play then holds before its card (nothing: the card it waited
    with, of the value that was split), the hands it leaves behind, and what there is to advise on it."""

    point: PlayPoint
    cards: Cards
    left: tuple[HandState, ...]
    advice: tuple[Finding, ...]


def play_terms(terms: Terms) -> object:
    """What of a table's terms its boxes' play can depend on: tables that agree in it share a graph."""
    readings = terms.options.readings & (READINGS_OF_PLAY | {"I-04"})
    return terms.rulebook.id, readings, terms.most_hands.value


class PlayGraph:
    """All points of boxes whose play goes by the same terms (`play_terms`), against such an up card.

    A hand of a split box that is done with says nothing to what follows: it is left behind on the way, so
    that points grow with the hands there are, not with all that two of them can be together.
    """

    def __init__(self, terms: Terms, up: Card = ANY_UP) -> None:
        self.terms = terms
        self.known: dict[object, PlayPoint] = {}
        self.hands: dict[object, HandState] = {}
        large = terms.rulebook.reader.large
        self._large = large.value if large else ""
        self._always_large = terms.other("I-04")
        self.large_ones_told = self._large, self._always_large and bool(self._large)
        self.start = self._meet(Seat(terms, up, (ANY_UP, ANY_UP)), (), b"")

    def alike(self, cards: Cards) -> object:
        """All that can matter of what a hand in play holds, whether an ace came first and a pair among it."""
        (total, soft), first = count(cards), cards[0].value
        pair = len(cards) == 2 and first == cards[1].value
        return total, soft, min(len(cards), 3), first == 1, pair and first, self._large_ones(cards)

    def follow(self, point: PlayPoint, cards: Cards, step: int, value: int = 0) -> Followed | None:
        """Where a decision on a hand that holds these cards leads; None where it is irregular or not remembered.

        Whether it is regular does not hang on its card, but for a second chance, of which `value` tells it.
        """
        drawn = draws(step)
        decision = decision_of(step, STAND_INS[value or 2] if drawn else None)
        if decision is None:
            return None
        seat = holding(point.seat, cards)
        before, found, place = _done_with(seat), len(seat.found), seat.hands.index(seat.last)
        try:
            seat.decide(len(point.steps), decision)
        except Unreadable:
            return None
        if len(seat.found) > found and seat.irregular:
            return None
        steps, done = point.steps + bytes((step,)), _done_with(seat)
        left = tuple([self._state(seat, n, steps) for n, hand in enumerate(seat.hands) if hand in done - before])
        advice = tuple([replace(finding, hand=seat.hands.index(hand) + 1) for hand, finding in seat.found[found:]])
        held = seat.last.cards[:-1] if drawn and step & 15 != SECOND_CHANCE else seat.last.cards
        waited = seat.hands.index(seat.last) != place
        return Followed(self._meet(seat, done, steps), () if waited else tuple(held), left, advice)

    def rest(self, point: PlayPoint, cards: Cards) -> tuple[HandState, ...]:
        """The hands that are not done with, where the one in play holds these cards."""
        seat = holding(point.seat, cards)
        done = _done_with(seat)
        return tuple(self._state(seat, n, point.steps) for n, hand in enumerate(seat.hands) if hand not in done)

    def _meet(self, seat: Seat, done: Collection[Hand], steps: bytes) -> PlayPoint:
        """The point of this state; the first way that led there stands for it."""
        last = seat.last
        others = tuple(
            [
                None if hand is last or hand in done else self.likeness(seat, n, steps)
                for n, hand in enumerate(seat.hands)
            ]
        )
        place = seat.hands.index(last)
        alone = (_marks(last), last.taken_off, _laid(seat, place, steps), place, seat.before == "double", not steps)
        return self.known.setdefault((others, alone), PlayPoint(seat, steps))

    def _state(self, seat: Seat, place: int, steps: bytes) -> HandState:
        likeness = self.likeness(seat, place, steps)
        if likeness not in self.hands:
            self.hands[likeness] = HandState(seat, place, likeness[1], steps)
        return self.hands[likeness]

    def likeness(self, seat: Seat, place: int, steps: bytes) -> tuple[object, object]:
        """All that a hand's further play and settlement can depend on, and how money came to lie on it."""
        return self._hand(seat.hands[place]), _laid(seat, place, steps)

    def _hand(self, hand: Hand) -> tuple[object, ...]:
        """A hand by what can still matter: a complete one's cards only at 21, or where large ones are paid."""
        (total, soft), cards, complete = hand.count, hand.cards, hand.complete
        total = 0 if hand.waiting else total
        held = min(len(cards), 3) if self._large or not complete or total == 21 else 0
        pair = cards[0].value if not complete and hand.pair else 0
        return (total, soft, held, pair, self._large_ones(cards), *_marks(hand))

    def _large_ones(self, cards: Collection[Card]) -> tuple[bool, ...]:
        """Which of the first two cards are large, where a game pays for it; of more cards, whether both are."""
        if not self._large:
            return ()
        large = tuple(card.rank in self._large for card in tuple(cards)[:2])
        return large if len(cards) < 3 or self._always_large else (all(large),)


def _marks(hand: Hand) -> tuple[object, ...]:
    """What was done to a hand."""
    flags = (hand.split, hand.one_card, hand.lammer, hand.stood, hand.doubled, hand.waiting, hand.overdrawn)
    return (*flags, hand.took)


def _laid(seat: Seat, place: int, steps: bytes) -> object:
    """How money came to lie on a hand: whether on the first, by which steps, and whether any was added to its box."""
    hand = seat.hands[place]
    if not seat.events:
        return place == 0, (), False
    laid = tuple([steps[event.step] for event in seat.events if (event.child or event.hand) is hand])
    return place == 0, laid, any(event.do != "second_chance" for event in seat.events)


def _done_with(seat: Seat) -> set[Hand]:
    """The hands to which nothing can lawfully happen any more: complete, and others have acted since."""
    if len(seat.hands) == 1:
        return set()
    return {hand for hand in seat.hands if hand is not seat.last and hand.complete}


def holding(seat: Seat, cards: Cards) -> Seat:
    """A copy of a seat that can be played on, where the hand in play holds these cards."""
    hands = {hand: _copied_hand(hand) for hand in seat.hands}
    twin = Seat.__new__(Seat)
    twin.__dict__.update(seat.__dict__)
    twin.hands = list(hands.values())
    twin.last = hands[seat.last]
    twin.last.cards = list(cards)
    twin.events = [
        PlayEvent(step, do, hands[hand], place, child and hands[child], returned)
        for step, do, hand, place, child, returned in seat.events
    ]
    twin.found = [(hands[hand], finding) for hand, finding in seat.found]
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
