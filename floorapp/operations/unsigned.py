"""Which entries wait for their maker's signature: those a regulator wants signed, of the last two gaming days."""

from __future__ import annotations

from floorapp.domain.gaming_day import GamingDay
from floorapp.operations.entry import Entry
from floorapp.operations.facts.decks import DecksChanged, DecksCounted, DecksOpened
from floorapp.operations.facts.devices import ReaderInspected
from floorapp.operations.facts.routes import EntriesSigned
from floorapp.operations.facts.shoes import ShoeEnded
from floorapp.operations.facts.tables import TableOpened
from floorapp.operations.papers.pages import Pages

#: What is signed by whoever did it: inspections, openings, deck changes and counts.
SIGNED_KINDS = frozenset(
    kind.KIND for kind in (ReaderInspected, TableOpened, DecksChanged, DecksOpened, DecksCounted, ShoeEnded)
)


def signed_by_maker(entry: Entry) -> bool:
    """Whether whoever made an entry signed it then and there."""
    return any(each.person == entry.actor for each in entry.signatures)


def unsigned_entries(pages: Pages, person: str, today: GamingDay) -> tuple[Entry, ...]:
    """What a person entered today or yesterday and has not signed, oldest first."""
    newest = pages.page(limit=1)
    upto = newest[0].position if newest else 0
    kinds = (*sorted(SIGNED_KINDS), EntriesSigned.KIND)
    days = {"first_day": str(today.previous()), "last_day": str(today)}
    mine = [entry for entry in pages.entries(kinds=kinds, upto=upto, **days) if entry.actor == person]
    covered = {each.number for entry in mine if isinstance(entry.fact, EntriesSigned) for each in entry.fact.covers}
    return tuple(
        entry
        for entry in mine
        if entry.fact.KIND in SIGNED_KINDS and entry.number not in covered and not signed_by_maker(entry)
    )
