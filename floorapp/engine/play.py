"""The play of a box: what each decision does to the hands, and which decisions the rulebook does not allow."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any, NamedTuple

from floorapp.domain.cards import Card
from floorapp.domain.values import dataclass
from floorapp.engine.finding import VIOLATION, Finding, found
from floorapp.engine.hand import Ended, Hand
from floorapp.engine.mechanics.register import MECHANIC, taken
from floorapp.engine.provision import Provision
from floorapp.engine.record import Decision, Unreadable
from floorapp.engine.terms import Terms

#: The readings that decide what may be done to a hand; beside them, only the rulebook and how often it may be split.
READINGS_OF_PLAY = frozenset({"I-06", "I-11", "I-15", "I-28", "I-30", "I-31", "I-35"})


class PlayEvent(NamedTuple):
    """A decision that moved money: which step, on which hand, numbered as it was right then."""

    step: int
    do: str
    hand: Hand
    place: int
    child: Hand | None = None
    returned: bool = False  # the hand was over: what was laid goes back


@dataclass(frozen=True, slots=True)
class Played:
    """A box after play: its hands from the dealer's left, what moved money, what was not allowed."""

    hands: tuple[Hand, ...]
    ended: tuple[Ended, ...]
    events: tuple[PlayEvent, ...]
    findings: tuple[Finding, ...]


class Seat:
    """Plays one box's decisions in order, as they were made; what is not allowed is played and found.

    `as_required`: a finished hand stays as it stood, and what was added to it goes back.
    `dead`: the hands called dead one by one, whose play may stop anywhere.
    """

    def __init__(
        self,
        terms: Terms,
        up: Card | None,
        cards: tuple[Card, ...],
        *,
        as_required: bool = False,
        dead: Collection[int] = (),
    ) -> None:
        self.terms = terms
        self.as_required = as_required
        self.dead = dead
        self.rulebook = terms.rulebook
        self.up = up
        self.hands = [Hand(list(cards), short=len(cards) < 2)]
        self.last = self.hands[0]
        self.before = ""
        self.events: list[PlayEvent] = []
        self.found: list[tuple[Hand, Finding]] = []

    def play(self, decisions: tuple[Decision, ...]) -> Played:
        """Make every decision in turn."""
        for step, decision in enumerate(decisions):
            try:
                self.decide(step, decision)
            except Unreadable as fault:
                raise fault.under(step) from None
        return self.played()

    def played(self) -> Played:
        """The box as it stands after the decisions made so far."""
        places = {id(hand): place for place, hand in enumerate(self.hands, start=1)}
        findings = tuple(replace(finding, hand=places[id(hand)]) for hand, finding in self.found)
        return Played(tuple(self.hands), tuple(h.ended() for h in self.hands), tuple(self.events), findings)

    def decide(self, step: int, decision: Decision) -> None:
        """Make one decision; to stand on a finished hand is none."""
        if decision.do == "stand" and self.current().complete:
            return
        MECHANIC[decision.do].decide(self, step, decision)
        self.before = decision.do

    @property
    def irregular(self) -> bool:
        """Whether any decision so far was one the rulebook does not allow."""
        return any(finding.severity == VIOLATION for _, finding in self.found)

    def current(self) -> Hand:
        """The first hand that is not complete; where there is none, or it waits, the one last acted on."""
        for hand in self.hands:
            if not hand.complete and not hand.left:
                return self.last if hand.waiting else hand
        return self.last

    def leave_dead(self) -> None:
        """The next hand gets its card: hands called dead before it are left where their play stopped."""
        for number, hand in enumerate(self.hands, start=1):
            if hand.waiting:
                return
            if hand.open and number in self.dead:
                hand.left = True

    def find(self, hand: Hand, code: str, rule: Provision[Any], *, severity: str = VIOLATION, **facts: Any) -> None:
        self.found.append((hand, found(code, rule.cite, severity=severity, **facts)))

    def moved(self, step: int, do: str, hand: Hand, child: Hand | None = None, *, returned: bool = False) -> None:
        place = next(n for n, each in enumerate(self.hands, start=1) if each is hand)
        self.events.append(PlayEvent(step, do, hand, place, child, returned))

    def untouched(self, hand: Hand) -> bool:
        """Whether a finished hand stays as it stood: a Blackjack that was paid at once (673a.7(f)), or as required."""
        return self.as_required or (hand.blackjack and self.rulebook.blackjack.at_once.value)

    def closed(self, hand: Hand) -> bool:
        """Whether what was decided on a hand ended it."""
        return any(mechanic.closes for mechanic in taken(hand))

    def give(self, hand: Hand, decision: Decision) -> None:
        assert decision.card is not None
        hand.cards.append(decision.card)

    def refuse_draw(self, hand: Hand) -> bool:
        """Find what is wrong with a card for a finished hand; False where nothing is."""
        before = len(self.found)
        book, counted = self.rulebook, hand.count
        if any(mechanic.refuse_draw(self, hand) for mechanic in taken(hand)):
            return len(self.found) > before
        if hand.doubled:
            self.find(hand, "draw-after-double", book.double.one_card)
        elif hand.one_card:
            self.find(hand, "draw-on-split-aces", book.split.aces_one_card)
        elif counted.total > 21:
            self.find(hand, "draw-over-21", book.draw.bust or book.draw.under_21, total=counted.total)
        elif counted.total == 21:
            soft_is_open = "I-30" in book.draw.under_21.readings and self.terms.other("I-30")
            if not (soft_is_open and counted.soft and not hand.blackjack):
                rests = " (reading I-30)" * ("I-30" in book.draw.under_21.readings and counted.soft)
                rests *= not hand.blackjack
                self.find(hand, "draw-on-21", book.draw.under_21, shown=hand.ended().said, rests=rests)
                hand.overdrawn = True
        elif hand.stood:
            self.find(hand, "draw-after-stand", book.draw.after_stand or book.draw.under_21)
        return len(self.found) > before
