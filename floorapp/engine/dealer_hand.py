"""The dealer's hand: where he should have stopped, what counts, and how it stands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from floorapp.domain.cards import Card, Count, is_blackjack
from floorapp.domain.values import dataclass
from floorapp.engine.finding import ADVISORY, VIOLATION, Finding, found
from floorapp.engine.record import Unreadable
from floorapp.engine.terms import Terms


@dataclass(frozen=True, slots=True)
class AtStake:
    """What the dealer's further cards can still change."""

    count: bool = False  # some hand is compared with his count
    twenty_two: bool = False  # some Push 22 wager waits for a 22
    third_card: bool = False  # some wager waits for his third card
    second_card: bool = False  # something waits for his second card alone

    def __or__(self, other: AtStake) -> AtStake:
        return AtStake(
            self.count or other.count,
            self.twenty_two or other.twenty_two,
            self.third_card or other.third_card,
            self.second_card or other.second_card,
        )

    def wants(self, held: int) -> bool:
        """Whether a dealer holding this many cards, under 17, has to take one more."""
        if held < 2:
            return self.count or self.twenty_two or self.third_card or self.second_card
        return self.count or self.twenty_two or (self.third_card and held == 2)


@dataclass(frozen=True, slots=True)
class DealerHand:
    """The dealer's hand as it counts: all that a settlement can depend on."""

    cards: tuple[Card, ...]
    total: int
    soft: bool
    blackjack: bool
    should_hold: int | None
    told: bool = False  # the reader told of the Blackjack before anybody acted
    drew_above: bool = False  # he drew on more than he stands on: whether those cards count rests on I-22

    @property
    def up(self) -> Card | None:
        return self.cards[0] if self.cards else None

    @property
    def over(self) -> bool:
        return self.total > 21

    @property
    def said(self) -> str:
        return "a Blackjack" if self.blackjack else str(Count(self.total, self.soft))

    def as_json(self) -> dict[str, Any]:
        made: dict[str, Any] = {"total": self.total, "soft": self.soft}
        return made | {"blackjack": self.blackjack, "should_hold": self.should_hold}


def without_lone_push_22(terms: Terms, at_stake: AtStake) -> AtStake:
    """Where only Push 22 wagers are live, the alternative of I-19 lets them lose without a draw."""
    if terms.other("I-19") and not at_stake.count:
        return replace(at_stake, twenty_two=False)
    return at_stake


def with_insurance(terms: Terms, at_stake: AtStake, *, insured: bool) -> AtStake:
    """Live insurance waits for the second card, unless I-36 is taken otherwise and nothing else does."""
    waits = insured and not (terms.other("I-36") and not at_stake.wants(1))
    return at_stake | AtStake(second_card=waits)


def as_it_lies(terms: Terms, cards: tuple[Card, ...]) -> DealerHand:
    """The hand without a question of where the dealer should have stopped."""
    counted = terms.dealer_count(cards)
    return DealerHand(cards, counted.total, counted.soft, is_blackjack(cards), None)


def dealer_hand(
    terms: Terms, cards: tuple[Card, ...], at_stake: AtStake, *, all_dead: bool
) -> tuple[DealerHand, list[Finding]]:
    """What of the dealer's cards counts, and whether he drew as the rulebook has it."""
    held = _should_hold(terms, cards, at_stake)
    findings, drew_above = [], False
    if held is None:
        counted, should_hold = len(cards), None
        if not all_dead and len(cards) >= 2:
            findings.append(_stopped_short(terms, cards, at_stake))
    else:
        counted = should_hold = held
        if len(cards) > held:
            drew_above = _drew_above(terms, cards[:held])
            findings.append(_drew_on(terms, cards[:held]))
            counted = _counted(terms, cards, held)
    hand = terms.dealer_count(cards[:counted])
    dealt = DealerHand(cards[:counted], hand.total, hand.soft, is_blackjack(cards[:counted]), should_hold)
    return replace(dealt, drew_above=drew_above), findings


def refuse_short(cards: tuple[Card, ...], at_stake: AtStake) -> None:
    """A dealer's hand without a second card settles nothing that depends on it."""
    if len(cards) < 2 and at_stake.wants(1):
        raise Unreadable("the second card is missing, and something depends on it", "dealer", "cards")


def _should_hold(terms: Terms, cards: tuple[Card, ...], at_stake: AtStake) -> int | None:
    """How many cards the dealer should hold; None where he stopped before."""
    if len(cards) < 2:
        return None if terms.hole_card or not cards else 1
    stands = terms.rulebook.dealer.stands.value
    always_draws = terms.rulebook.dealer.needless_draw.value == "no-rule"
    held = 2
    while terms.dealer_count(cards[:held]).total < stands:
        if not (always_draws or at_stake.wants(held)):
            return held
        held += 1
        if held > len(cards):
            return None
    return held


def _counted(terms: Terms, cards: tuple[Card, ...], held: int) -> int:
    """How many cards count: the dealer's cards past his stop do not, unless I-22 is taken otherwise."""
    if not (_drew_above(terms, cards[:held]) and terms.other("I-22")):
        return held
    stands = terms.rulebook.dealer.stands.value
    total = terms.dealer_count(cards[:held]).total
    while held < len(cards) and total != stands:
        held += 1
        total = terms.dealer_count(cards[:held]).total
    return held


def _drew_above(terms: Terms, cards: tuple[Card, ...]) -> bool:
    """Whether it rests on I-22 if a card drawn on these counts: the text names 17, and this is more."""
    rules = terms.rulebook.dealer
    above = terms.dealer_count(cards).total > rules.stands.value and not is_blackjack(cards)
    return above and "I-22" in rules.beyond.readings


def _drew_on(terms: Terms, cards: tuple[Card, ...]) -> Finding:
    """The finding about a dealer who took a card too many."""
    rules, hand = terms.rulebook.dealer, terms.dealer_count(cards)
    shown = "a Blackjack" if is_blackjack(cards) else hand
    if hand.total < rules.stands.value:
        return found("dealer-drew-needlessly", rules.needless_draw.cite, shown=shown)
    rests = _drew_above(terms, cards)
    then = "The card does not count"
    if rests:
        then = "The card counts (reading I-22, alternative)" if terms.other("I-22") else f"{then} (reading I-22)"
    return found("dealer-drew-past-stop", rules.beyond.cite, shown=shown, then=then)


def _stopped_short(terms: Terms, cards: tuple[Card, ...], at_stake: AtStake) -> Finding:
    rules, shown = terms.rulebook.dealer, terms.dealer_count(cards)
    if at_stake.wants(len(cards)):
        rule = rules.third_card if rules.third_card and len(cards) == 2 else rules.stands
        return found("dealer-stopped-short", rule.cite, shown=shown)
    severity = VIOLATION if terms.other("I-10") else ADVISORY
    rule = rules.third_card if rules.third_card and len(cards) == 2 else rules.needless_draw
    return found("dealer-stopped-short-idle", rule.cite, severity=severity, shown=shown)
