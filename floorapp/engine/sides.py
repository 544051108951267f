"""Wagers beside the main one: whether they could be made, and whether they keep to their limits."""

from __future__ import annotations

from collections.abc import Iterator

from floorapp.domain.cards import Card
from floorapp.domain.money import dollars
from floorapp.engine.finding import Finding, found
from floorapp.engine.result import Result, returned
from floorapp.engine.stakes import Bettor
from floorapp.engine.terms import Terms
from floorapp.engine.wagers.register import PLACED


def unplaceable(terms: Terms, wager: str, up: Card | None) -> Iterator[Finding]:
    """Why a wager could not be made at this table in this round; such a wager is returned."""
    book = terms.rulebook
    name = wager_name(terms, wager)
    if wager not in book.table.wagers.value:
        yield found("wager-of-another-game", book.table.wagers.cite, wager=name)
    elif wager in PLACED:
        if not terms.offers(wager):
            yield found("side-wager-not-offered", PLACED[wager].offered(book), wager=name)
        yield from PLACED[wager].unplaceable(terms, up, name)


def amount_findings(terms: Terms, bettor: Bettor, wager: str) -> Iterator[Finding]:
    """Whether a wager that could be made keeps to its limits."""
    if wager in PLACED and wager in terms.rulebook.table.wagers.value:
        stake, main = bettor.wagers[wager], bettor.wagers["main"]
        facts = {"wager": wager_name(terms, wager), "stake": dollars(stake)}
        yield from PLACED[wager].amount_findings(terms, stake, main, facts)


def give_back(terms: Terms, finding: Finding, wager: str) -> Result:
    """A wager that could not be made goes back."""
    return returned(finding.cite, f"The {wager_name(terms, wager)} could not be made and is returned.")


def wager_name(terms: Terms, wager: str) -> str:
    """A wager in the rulebook's own name for it."""
    return terms.rulebook.wager_names.get(wager) or wager.replace("_", " ")
