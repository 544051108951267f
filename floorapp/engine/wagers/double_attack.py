"""Double Attack (665a and New Jersey): a second wager on the hand itself, made after the dealer's up card is seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from floorapp.domain.money import dollars
from floorapp.domain.values import dataclass
from floorapp.engine.finding import Finding, found
from floorapp.engine.hand import Ended
from floorapp.engine.provision import Provision
from floorapp.engine.result import Result, lose, push
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.terms import Terms
from floorapp.engine.wagers.side import SideWager


@dataclass(frozen=True, slots=True)
class DoubleAttackRules:
    limit: Provision[str]
    dealer_blackjack: Provision[str]
    equal: Provision[str] | None = None


class DoubleAttack(SideWager[DoubleAttackRules]):
    """It lies on a hand and is settled with it (`settle.py`); here is what it has of its own."""

    name = "double_attack"
    title = "Double Attack"
    short = "attack"
    typed = ("attack", "a", "da")
    group = DoubleAttackRules
    words = {"limit": ("main",), "dealer_blackjack": ("push",), "equal": ("main",)}
    messages = {
        "double-attack-above-limit": "The {wager} of {stake} is more than the main bet of {limit}.",
        "double-attack-not-equal": (
            "The {wager} of {stake} is not the {limit} of the main bet (reading I-07, alternative)."
        ),
        "behind-attacks-alone": "{who} made a double attack, the caller of the spot none (reading I-43).",
    }
    packed = 1

    def amount_findings(self, terms: Terms, stake: int, main: int, facts: Mapping[str, Any]) -> Iterator[Finding]:
        rules = self.rules(terms.rulebook)
        if stake > main:
            yield found("double-attack-above-limit", rules.limit.cite, **facts, limit=dollars(main))
        elif stake < main and terms.other("I-07") and "I-07" in rules.limit.readings:
            yield found("double-attack-not-equal", (rules.equal or rules.limit).cite, **facts, limit=dollars(main))

    def against_blackjack(self, terms: Terms, hand: Ended, *, added: bool) -> Result:
        """What a dealer's Blackjack does to it; `added`: its bettor has doubled or split on this box."""
        rule = self.rules(terms.rulebook).dealer_blackjack
        reading = "I-08" if hand.surrendered else "I-16" if added else ""
        readings = (reading,) if reading in rule.readings else ()
        if readings and terms.other(reading):
            taken_by = self._taken_by(terms.rulebook, hand)
            return lose(taken_by, "The dealer has a Blackjack, which takes the double attack too.", *readings)
        if hand.surrendered and not readings:
            rule = terms.rulebook.surrender.dealer_blackjack  # 665a.9(b)(2)(i) speaks of the double attack too
        return push(rule, "The dealer has a Blackjack: the double attack is returned.", *readings)

    @staticmethod
    def _taken_by(book: Rulebook, hand: Ended) -> Provision[str]:
        """By which paragraph the alternatives of I-08 and I-16 take it: 26.5(b), against which they are, returns it."""
        if hand.surrendered:
            return book.surrender.dealer_blackjack
        return book.blackjack.late_split if hand.split else book.blackjack.late_double
