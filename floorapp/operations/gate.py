"""Requirements to open: what would stand against the first round, as the judge of conduct has it, with its section."""

from __future__ import annotations

from floorapp.domain.decks import DeckSet
from floorapp.domain.findings import Noted
from floorapp.operations.conduct import COUNTS, StandingDuty, at_the_gate, duty_at
from floorapp.operations.floor_queries import decks_at, rulebook_of
from floorapp.operations.moment import Moment

#: What no signature can overrule: without it nothing can be dealt as the text has it.
BARS = frozenset(
    {
        "reader-missing",
        "reader-kind",
        "reader-failed",
        "tens-in-shoe",
        "tens-missing",
        "faulted-shuffle",
        "batches-two",
        "batches-equal",
        "batches-design",
        "batches-color",
        "shuffler-standing",
    }
)
#: What the opening itself does: its checklist asks for it, and no shoe has begun.
OPENING_DOES = frozenset({"step-missing", "batch-outside", "batch-not-alternated", "rack-mixed", "idle-not-done"})
OPENING_DOES |= {"not-burned", "dealer-not-burned", "cover-card-passed"}


def barred(moment: Moment, table: str) -> tuple[Noted, ...]:
    """What stands against dealing and cannot be signed away."""
    if not decks_at(moment, table):
        cite = rulebook_of(moment, table).cards.decks.cite
        return (Noted("no-decks", cite, f"No cards are at table {table}."),)
    return tuple(each.noted for each in _standing(moment, table) if each.duty in BARS)


def gate(moment: Moment, table: str) -> tuple[Noted, ...]:
    """What else is missing before a table may deal; a co-signed exception can pass these, and is printed."""
    counts = [each for decks in decks_at(moment, table) for each in _count(moment, decks)]
    return (*(each.noted for each in _standing(moment, table) if each.duty not in BARS), *counts)


def _standing(moment: Moment, table: str) -> tuple[StandingDuty, ...]:
    return tuple(each for each in at_the_gate(moment, table) if each.duty not in OPENING_DOES)


def _count(moment: Moment, decks: DeckSet) -> tuple[Noted, ...]:
    """A set that is not counted and verified as full."""
    if decks.verified and decks.complete:
        return ()
    duty = duty_at(moment, decks.table or "", "card-extra" if (decks.counted or 0) > decks.cards else "card-missing")
    says = f"Deck set {decks.id} has no verified full count."
    return () if duty is None else (Noted(COUNTS[duty.name], duty.cite, says),)
