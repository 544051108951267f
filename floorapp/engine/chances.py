"""The odds of a rulebook's wagers: its pay tables and its dealer put to the exact enumeration."""

from __future__ import annotations

from typing import Any

from floorapp.domain.values import dataclass
from floorapp.engine.odds import NotOffered, WagerOdds, dealer_rule
from floorapp.engine.odds_dealer import DealerOdds, dealer
from floorapp.engine.odds_hands import DealerRule
from floorapp.engine.odds_mix import ShoeMix
from floorapp.engine.provision import Provision
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.wagers.register import SIDE


@dataclass(frozen=True, slots=True)
class DealerEnds:
    """How a dealer's hand ends under a rulebook, and under the alternative of a reading where there is one."""

    odds: DealerOdds
    cite: str
    alternative: DealerOdds | None = None
    reading: str | None = None


def fresh_shoe(rulebook: Rulebook, decks: int) -> ShoeMix:
    """A full shoe of this game; raises NotOffered where the rulebook does not allow so many decks."""
    allowed = rulebook.cards.decks
    if decks not in allowed.value:
        raise NotOffered(f"{rulebook.id} is dealt from {allowed.value} decks ({allowed.cite}), not {decks}")
    return ShoeMix.fresh(decks, tens=rulebook.cards.tens.value)


def wager_odds(
    rulebook: Rulebook, wager: str, *, decks: int, paytable: str = "A", alternative: bool = False
) -> WagerOdds:
    """Every outcome of a wager, exactly; `alternative`: of the reading it rests on."""
    if wager not in rulebook.table.wagers.value or wager not in SIDE:
        offered = ", ".join(each for each in rulebook.table.wagers.value if each in SIDE)
        raise NotOffered(f"{rulebook.id} has no {wager}; it has: {offered}, dealer")
    mix = fresh_shoe(rulebook, decks)
    return SIDE[wager].odds(rulebook, mix, paytable=paytable, alternative=alternative)


def dealer_ends(rulebook: Rulebook, *, decks: int) -> DealerEnds:
    """How the dealer's hand ends; in Down Under under both readings of his two aces (I-13)."""
    mix = fresh_shoe(rulebook, decks)
    rule: Provision[Any] = rulebook.cards.dealer_ace_limit
    odds = dealer(mix, rule=dealer_rule(rulebook))
    if "I-13" not in rule.readings:
        return DealerEnds(odds, rulebook.dealer.stands.cite)
    other = dealer(mix, rule=DealerRule(ace_limit=rule.value, high_aces=1))
    return DealerEnds(odds, rule.cite, other, "I-13")
