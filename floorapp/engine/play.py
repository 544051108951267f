"""The play of a box: what each decision does to the hands, and which decisions the rulebook does not allow."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from floorapp.domain.cards import VALUES, Card
from floorapp.domain.values import dataclass
from floorapp.engine.finding import ADVISORY, VIOLATION, Finding, found
from floorapp.engine.hand import Ended, Hand
from floorapp.engine.provision import Provision
from floorapp.engine.record import Decision, Unreadable
from floorapp.engine.terms import Terms

#: The readings that decide what may be done to a hand; beside them, only the rulebook and how often it may be split.
READINGS_OF_PLAY = frozenset({"I-06", "I-11", "I-15", "I-28", "I-30", "I-31", "I-35"})


class Event(NamedTuple):
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
    events: tuple[Event, ...]
    findings: tuple[Finding, ...]


class Seat:
    """Plays one box's decisions in order, as they were made; what is not allowed is played and found.

    `as_required`: a finished hand stays as it stood, and what was added to it goes back.
    """

    def __init__(self, terms: Terms, up: Card | None, cards: tuple[Card, ...], *, as_required: bool = False) -> None:
        self.terms = terms
        self.as_required = as_required
        self.rulebook = terms.rulebook
        self.up = up
        self.hands = [Hand(list(cards), short=len(cards) < 2)]
        self.last = self.hands[0]
        self.before = ""
        self.events: list[Event] = []
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
        if decision.do == "stand" and self._current().complete:
            return
        getattr(self, f"_{decision.do}")(step, decision)
        self.before = decision.do

    @property
    def irregular(self) -> bool:
        """Whether any decision so far was one the rulebook does not allow."""
        return any(finding.severity == VIOLATION for _, finding in self.found)

    def _current(self) -> Hand:
        """The first hand that is not complete; where there is none, or it waits, the one last acted on."""
        for hand in self.hands:
            if not hand.complete:
                return self.last if hand.waiting else hand
        return self.last

    def _find(self, hand: Hand, code: str, rule: Provision[Any], *, severity: str = VIOLATION, **facts: Any) -> None:
        self.found.append((hand, found(code, rule.cite, severity=severity, **facts)))

    def _moved(self, step: int, do: str, hand: Hand, child: Hand | None = None, *, returned: bool = False) -> None:
        place = next(n for n, each in enumerate(self.hands, start=1) if each is hand)
        self.events.append(Event(step, do, hand, place, child, returned))

    def _untouched(self, hand: Hand) -> bool:
        """Whether a finished hand stays as it stood: a Blackjack that was paid at once (673a.7(f)), or as required."""
        return self.as_required or (hand.blackjack and self.rulebook.blackjack.at_once.value)

    # Drawing and standing

    def _hit(self, step: int, decision: Decision) -> None:
        hand = self.last = self._current()
        if hand.open or not (self._refuse_draw(hand) and self._untouched(hand)):
            self._give(hand, decision)

    def _give(self, hand: Hand, decision: Decision) -> None:
        assert decision.card is not None
        hand.cards.append(decision.card)

    def _refuse_draw(self, hand: Hand) -> bool:
        """Find what is wrong with a card for a finished hand; False where nothing is."""
        before = len(self.found)
        book, counted = self.rulebook, hand.count
        chance = book.second_chance
        if hand.surrendered:
            self._find(hand, "draw-after-surrender", book.surrender.when)
        elif hand.taken_off and chance:
            if not (self.terms.other("I-28") and counted.total < 21):
                self._find(hand, "draw-after-second-chance", chance.no_more_cards)
        elif hand.doubled:
            self._find(hand, "draw-after-double", book.double.one_card)
        elif hand.one_card:
            self._find(hand, "draw-on-split-aces", book.split.aces_one_card)
        elif counted.total > 21:
            self._find(hand, "draw-over-21", book.draw.under_21, total=counted.total)
        elif counted.total == 21:
            soft_is_open = "I-30" in book.draw.under_21.readings and self.terms.other("I-30")
            if not (soft_is_open and counted.soft and not hand.blackjack):
                self._find(hand, "draw-on-21", book.draw.under_21, shown=hand.ended().said)
                hand.overdrawn = True
        elif hand.stood:
            self._find(hand, "draw-after-stand", book.draw.under_21)
        return len(self.found) > before

    def _stand(self, step: int, decision: Decision) -> None:
        hand = self.last = self._current()
        hand.stood = True

    # Doubling

    def _double(self, step: int, decision: Decision) -> None:
        hand = self.last = self._current()
        over = self._check_double(hand)
        self._check_lammer_double(hand, decision)
        if over and self._untouched(hand):
            self._moved(step, "double", hand, returned=True)
            return
        hand.doubled = True
        self._give(hand, decision)
        self._moved(step, "double", hand)

    def _check_double(self, hand: Hand) -> bool:
        """Find what is wrong with a double; True where the hand was over."""
        before = len(self.found)
        book, counted = self.rulebook, hand.count
        rule = book.double.cards
        if hand.doubled:
            self._find(hand, "double-twice", book.double.one_card)
        elif hand.surrendered or hand.taken_off:
            self._find(hand, "double-on-complete-hand", rule)
        elif hand.blackjack:
            self._find(hand, "double-on-blackjack", rule)
        elif hand.one_card:
            self._find(hand, "double-on-split-aces", book.split.aces_one_card)
        elif counted.total > 21 or (counted.total == 21 and not self.terms.other("I-30")):
            self._find(hand, "double-on-21", rule, total=counted.total)
        elif hand.stood:
            self._find(hand, "double-after-stand", rule)
        over = len(self.found) > before
        if rule.value == "first-two" and len(hand.cards) != 2 and not hand.doubled:
            self._find(hand, "double-on-three-cards", rule, cards=len(hand.cards))
        return over

    def _check_lammer_double(self, hand: Hand, decision: Decision) -> None:
        free, counted = self.rulebook.double.free_totals, hand.count
        if free is None:
            if decision.lammer:
                self._find(hand, "lammer-not-in-game", self.rulebook.double.limit, what="double")
            return
        is_free = len(hand.cards) == 2 and not counted.soft and counted.total in free.value
        if decision.lammer and not is_free:
            self._find(hand, "free-double-not-allowed", free, shown=counted)
        elif is_free and not decision.lammer:
            severity = VIOLATION if self.terms.other("I-06") else ADVISORY
            self._find(hand, "paid-double-where-free", free, total=counted.total, severity=severity)

    # Splitting

    def _split(self, step: int, decision: Decision) -> None:
        hand = self.last = self._current()
        if len(hand.cards) < 2:
            raise Unreadable("there are no two cards to split")
        self._check_split(hand, decision)
        if hand.complete and self._untouched(hand):
            child = Hand([hand.cards[1]], split=True, waiting=True, returned=True, lammer=decision.lammer)
            self.hands.insert(self.hands.index(hand) + 1, child)
            self._moved(step, "split", hand, child, returned=True)
            return
        first, second, *rest = hand.cards
        one_card = self.rulebook.split.aces_one_card.value
        child = Hand(
            [second], split=True, waiting=True, one_card=one_card and second.rank == "A", lammer=decision.lammer
        )
        hand.cards = [first, *rest]
        hand.split, hand.stood, hand.one_card = True, False, one_card and first.rank == "A"
        self._give(hand, decision)
        self.hands.insert(self.hands.index(hand) + 1, child)
        self._moved(step, "split", hand, child)

    def _check_split(self, hand: Hand, decision: Decision) -> None:
        split, most = self.rulebook.split, self.terms.most_hands
        if hand.stood or hand.doubled or hand.surrendered or hand.taken_off:
            self._find(hand, "split-on-complete-hand", split.pair)
        if not hand.pair:
            shown = " and ".join(card.name for card in hand.cards).capitalize()
            self._find(hand, "split-unequal", split.pair, shown=shown)
        if len(self.hands) >= most.value:
            self._find(hand, "split-too-many", most, hands=len(self.hands) + 1, most=most.value)
        elif hand.split and hand.pair and hand.cards[0].rank == "A" and not split.aces_again.value:
            self._find(hand, "aces-split-again", split.aces_again)
        self._check_lammer_split(hand, decision)

    def _check_lammer_split(self, hand: Hand, decision: Decision) -> None:
        free = self.rulebook.split.free
        tens = hand.pair and VALUES[hand.cards[0].rank] == 10
        if free is None:
            if decision.lammer:
                self._find(hand, "lammer-not-in-game", self.rulebook.split.wager, what="split")
        elif decision.lammer and tens:
            self._find(hand, "free-split-of-tens", self.rulebook.split.wager)
        elif decision.lammer and hand.lammer and self.terms.other("I-15"):
            self._find(hand, "free-split-of-lammer-hand", free)
        elif hand.pair and not tens and not decision.lammer:
            if hand.lammer and self.terms.other("I-15"):
                return
            severity = VIOLATION if self.terms.other("I-06") else ADVISORY
            self._find(hand, "paid-split-where-free", free, severity=severity)

    def _deal(self, step: int, decision: Decision) -> None:
        turn = self.rulebook.split.turn
        for hand in self.hands:
            if hand.waiting:
                if any(each.open for each in self.hands):
                    self._find(hand, "deal-out-of-turn", turn)
                hand.waiting = False
                self.last = hand
                self._give(hand, decision)
                return
        hand = self.last = self._current()
        self._find(hand, "deal-without-split", turn)
        if not (hand.complete and self._untouched(hand)):
            self._give(hand, decision)

    # Ending a hand otherwise

    def _surrender(self, step: int, decision: Decision) -> None:
        hand = self.last = self.last if self.before == "double" else self._current()
        if not (self._check_surrender(step, hand) and hand.complete and self._untouched(hand)):
            hand.surrendered = True

    def _check_surrender(self, step: int, hand: Hand) -> bool:
        """Find what is wrong with a surrender; False where nothing is."""
        before = len(self.found)
        rule, total = self.rulebook.surrender.when, hand.count.total
        at_21 = "I-35" in rule.readings and self.terms.other("I-35")
        if rule.value == "never":
            self._find(hand, "surrender-not-in-game", rule)
        elif hand.surrendered:
            self._find(hand, "surrender-twice", rule)
        elif hand.blackjack:
            self._find(hand, "surrender-on-blackjack", self.rulebook.blackjack.at_once)
        elif rule.value == "first-two":
            if step > 0 or len(hand.cards) != 2:
                self._find(hand, "surrender-too-late", rule)
        elif hand.stood:
            self._find(hand, "surrender-after-stand", rule)
        elif total > 21 or (total == 21 and not at_21):
            self._find(hand, "surrender-at-21", self.rulebook.surrender.under_21 or rule, total=total)
        elif hand.one_card and self.terms.other("I-31"):
            self._find(hand, "surrender-on-split-aces", rule)
        return len(self.found) > before

    def _second_chance(self, step: int, decision: Decision) -> None:
        hand = self.last = self.last if self.last.count.total > 21 else self._current()
        chance = self.rulebook.second_chance
        if decision.declined:
            hand.declined = True
            if chance is None:
                self._find(
                    hand, "second-chance-not-in-game", self.rulebook.table.wagers, then="offered; this game has none"
                )
            return
        finished = hand.complete and (hand.taken_off > 0 or hand.count.total <= 21)
        returned = finished and self._untouched(hand)
        self._moved(step, "second_chance", hand, returned=returned)
        if chance is None:
            taken = "taken; this game has none. It is returned, its card does not count"
            self._find(hand, "second-chance-not-in-game", self.rulebook.table.wagers, then=taken)
            return
        if hand.taken_off:
            self._find(hand, "second-chance-twice", chance.offered)
        elif hand.count.total <= 21:
            self._find(hand, "second-chance-not-over-21", chance.offered, total=hand.count.total)
        assert decision.card is not None
        hand.taken_off += 0 if returned else decision.card.value

    def _even_money(self, step: int, decision: Decision) -> None:
        hand = self.last = self._current()
        rule = self.rulebook.blackjack.even_money
        offered = rule is not None and not self.terms.other("I-11")
        if not (offered and hand.blackjack and (self.up is None or self.up.rank == "A")):
            reading = " (reading I-11)" if rule else ""
            self._find(hand, "even-money-not-offered", rule or self.rulebook.blackjack.pays, reading=reading)
            if hand.blackjack and self.as_required:
                return
        if hand.blackjack:
            hand.even_money = True
        else:
            hand.stood = True  # there is no Blackjack to pay: the hand stays as it is
