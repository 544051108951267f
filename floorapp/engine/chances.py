"""The odds of a rulebook's wagers: its pay tables and its dealer put to the exact enumeration."""

from __future__ import annotations

from typing import Any

from floorapp.domain.values import dataclass
from floorapp.engine.odds import Odds, bust_it, insurance, match_dealer, push_22
from floorapp.engine.odds_dealer import DealerOdds, dealer
from floorapp.engine.odds_hands import DealerRule
from floorapp.engine.odds_mix import ShoeMix
from floorapp.engine.provision import PayTable, Provision
from floorapp.engine.rulebook import Rulebook

WAGERS = ("push_22", "match_dealer", "bust_it", "insurance")


class NotOffered(ValueError):
    """Odds asked for what the rulebook does not offer."""


@dataclass(frozen=True, slots=True)
class WagerOdds:
    """A wager's odds under a rulebook, with the paragraph its pay stands in."""

    odds: Odds
    cite: str
    paytable: str | None = None
    reading: str | None = None  # whose alternative these odds take


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
    """Every outcome of a wager, exactly; `alternative`: of the reading it rests on (I-05)."""
    if wager not in rulebook.table.wagers.value or wager not in WAGERS:
        offered = ", ".join(each for each in rulebook.table.wagers.value if each in WAGERS)
        raise NotOffered(f"{rulebook.id} has no {wager}; it has: {offered}, dealer")
    mix = fresh_shoe(rulebook, decks)
    if wager == "insurance":
        pays = rulebook.insurance.pays
        return WagerOdds(insurance(mix, pays.value), pays.cite)
    if wager == "bust_it" and rulebook.bust_it:
        table = rulebook.bust_it.pays
        return WagerOdds(bust_it(mix, table.value.pays), table.cite)
    if wager == "match_dealer" and rulebook.match_dealer:
        return _match(rulebook, mix, decks, alternative)
    push = rulebook.push_22
    assert push is not None
    table = push.paytable_b if paytable == "B" else push.paytable_a
    return WagerOdds(push_22(mix, table.value.pays, rule=_rule(rulebook)), table.cite, paytable)


def _match(rulebook: Rulebook, mix: ShoeMix, decks: int, alternative: bool) -> WagerOdds:
    match = rulebook.match_dealer
    assert match is not None
    if decks not in match.offered.value:
        raise NotOffered(f"Match-the-Dealer is offered with {match.offered.value} decks only ({match.offered.cite})")
    table: Provision[PayTable] = match.eight_decks if decks == 8 else match.six_decks
    odds = match_dealer(mix, table.value.pays, both=not alternative)
    return WagerOdds(odds, table.cite, reading="I-05" if alternative else None)


def dealer_ends(rulebook: Rulebook, *, decks: int) -> DealerEnds:
    """How the dealer's hand ends; in Down Under under both readings of his two aces (I-13)."""
    mix = fresh_shoe(rulebook, decks)
    rule: Provision[Any] = rulebook.cards.dealer_ace_limit
    odds = dealer(mix, rule=_rule(rulebook))
    if "I-13" not in rule.readings:
        return DealerEnds(odds, rulebook.dealer.stands.cite)
    other = dealer(mix, rule=DealerRule(ace_limit=rule.value, high_aces=1))
    return DealerEnds(odds, rule.cite, other, "I-13")


def _rule(rulebook: Rulebook) -> DealerRule:
    return DealerRule(ace_limit=rulebook.cards.dealer_ace_limit.value)
