"""Wagers beside the main one: whether they could be made, and whether they keep to their limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from floorapp.domain.cards import Card
from floorapp.domain.money import dollars
from floorapp.engine.finding import Finding, found
from floorapp.engine.result import Result, returned
from floorapp.engine.stakes import Bettor
from floorapp.engine.terms import Terms
from floorapp.engine.wagers.register import SIDE


def unplaceable(terms: Terms, wager: str, up: Card | None) -> Iterator[Finding]:
    """Why a wager could not be made at this table in this round; such a wager is returned."""
    book = terms.rulebook
    name = wager_name(terms, wager)
    if wager not in book.table.wagers.value:
        yield found("wager-of-another-game", book.table.wagers.cite, wager=name)
    elif wager in SIDE:
        if not terms.offers(wager):
            yield found("side-wager-not-offered", SIDE[wager].offered(book), wager=name)
        yield from SIDE[wager].unplaceable(terms, up, name)


def amount_findings(terms: Terms, bettor: Bettor, wager: str) -> Iterator[Finding]:
    """Whether a wager that could be made keeps to its limits."""
    book, stake, main = terms.rulebook, bettor.wagers[wager], bettor.wagers["main"]
    facts: dict[str, Any] = {"wager": wager_name(terms, wager), "stake": dollars(stake)}
    if wager in SIDE and wager in book.table.wagers.value:
        yield from SIDE[wager].amount_findings(terms, stake, main, facts)
    elif wager == "double_attack" and book.double_attack:
        rule = book.double_attack.limit
        if stake > main:
            yield found("double-attack-above-limit", rule.cite, **facts, limit=dollars(main))
        elif stake < main and terms.other("I-07") and "I-07" in rule.readings:
            equal = book.double_attack.equal or rule
            yield found("double-attack-not-equal", equal.cite, **facts, limit=dollars(main))


def give_back(terms: Terms, finding: Finding, wager: str) -> Result:
    """A wager that could not be made goes back."""
    return returned(finding.cite, f"The {wager_name(terms, wager)} could not be made and is returned.")


def wager_name(terms: Terms, wager: str) -> str:
    """A wager in the rulebook's own name for it."""
    return terms.rulebook.wager_names.get(wager) or wager.replace("_", " ")
