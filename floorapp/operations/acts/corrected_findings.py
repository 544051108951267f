"""What was noted of a count, a seal or a shoe as it was entered, once it is corrected: nobody types that."""

from __future__ import annotations

from dataclasses import replace

from floorapp.domain.decks import DeckSet
from floorapp.domain.findings import Noted
from floorapp.operations.conduct import COUNTS, conduct_seen
from floorapp.operations.facts.decks import DecksCounted, DecksOpened
from floorapp.operations.facts.registry import Fact
from floorapp.operations.facts.shoes import ShoeBegunAs, ShoeEnded
from floorapp.operations.floor_queries import rulebook_of
from floorapp.operations.moment import Moment

Counted = ShoeEnded | DecksCounted | DecksOpened
#: What the act finds of a seal that was not whole.
SEAL = "seal-broken"


def broken_seal(decks: DeckSet) -> Noted:
    """What is found where a set was opened whose seal was not whole."""
    return Noted(SEAL, "603a.16(a)", f"The seal {decks.seal} of deck set {decks.id} was broken.")


def with_findings(moment: Moment, old: Fact, fact: Fact | None) -> Fact | None:
    """A corrected fact with what its act would have noted of it; any other fact as it is."""
    if isinstance(fact, ShoeBegunAs):
        return replace(fact, findings=tuple(each for each in fact.findings if not _made_up(fact, each)))
    if not isinstance(old, Counted) or not isinstance(fact, Counted):
        return fact
    found = _miscounted(moment, old, fact)
    if isinstance(fact, DecksOpened):
        decks = moment.state.get(DeckSet, fact.deck_set)
        seal = (broken_seal(decks),) if decks is not None and not fact.seal_intact else ()
        return replace(fact, findings=found + seal)
    return replace(fact, complete=not found, findings=found)


def _made_up(fact: ShoeBegunAs, noted: Noted) -> bool:
    """Whether a shoe was made ready after all in the way that was noted to be missing."""
    ready = fact.prepared
    return (noted.code == "not-cut" and ready.cut) or (noted.code == "not-shuffled" and ready.shuffled is not None)


def _cards(fact: Counted) -> int:
    return fact.remaining + fact.discarded if isinstance(fact, ShoeEnded) else fact.counted


def _full(moment: Moment, old: Counted) -> int:
    """How many cards the set had to have: as many as were counted, where nothing was found of it."""
    if not any(each.code in COUNTS.values() for each in old.findings):
        return _cards(old)
    known = conduct_seen(moment, old.table).sets.get(old.deck_set)
    if known is None:
        return _cards(old)
    return known.size_as_brought if isinstance(old, DecksOpened) else known.size


def _miscounted(moment: Moment, old: Counted, fact: Counted) -> tuple[Noted, ...]:
    """The finding of a count that is not full, under the section the first one cited, else that of the table's game."""
    cards, full = _cards(fact), _full(moment, old)
    if cards == full:
        return ()
    duty = "card-missing" if cards < full else "card-extra"
    asked = rulebook_of(moment, fact.table).duty_named.get((duty, ""))
    cites = {each.code: each.cite for each in old.findings}
    cite = cites.get(COUNTS[duty], asked.cite if asked is not None else "")
    return (Noted(COUNTS[duty], cite, f"Deck set {fact.deck_set} counts {cards} cards instead of {full}."),)
