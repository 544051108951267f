"""Facts of card storage: its places, what moves between them, what is canceled, and what was counted."""

from __future__ import annotations

from floorapp.domain.card_storage import StorageCount, StorageKind, StoragePlace
from floorapp.domain.decks import DeckSet, Spot
from floorapp.operations.entry import Entry
from floorapp.operations.facts.decks import AboutDecks
from floorapp.operations.facts.registry import Fact, Subject, fact
from floorapp.operations.state import Shelves, applies, change


class AboutPlace(Fact):
    """A fact about a place of card storage."""

    __slots__ = ()
    place: str

    @property
    def subject(self) -> Subject:
        return Subject("storage", self.place)


@fact("storage.place-set")
class StoragePlaceSet(AboutPlace):
    """A place of card storage was named, or changed: its kind and how many sets should be there."""

    place: str
    name: str
    kind: StorageKind
    par: int
    in_use: bool


@applies(StoragePlaceSet)
def _place_set(_: Entry, fact: StoragePlaceSet, shelves: Shelves) -> None:
    shelves.put(StoragePlace(fact.place, fact.name, fact.kind, fact.par, fact.in_use))


@fact("decks.transferred", correctable=True)
class DecksTransferred(AboutDecks):
    """A sealed set was moved from one place of card storage to another."""

    deck_set: str
    from_place: str
    to_place: str

    @property
    def mentions(self) -> tuple[Subject, ...]:
        return (Subject("storage", self.from_place), Subject("storage", self.to_place))


@applies(DecksTransferred)
def _transferred(_: Entry, fact: DecksTransferred, shelves: Shelves) -> None:
    change(shelves, DeckSet, fact.deck_set, place=fact.to_place)


@fact("decks.returned", correctable=True)
class DecksReturned(AboutDecks):
    """A set that was delivered and never opened went back into card storage, its seal intact."""

    deck_set: str
    table: str
    place: str

    @property
    def mentions(self) -> tuple[Subject, ...]:
        table = (Subject("table", self.table),) if self.table else ()
        return (*table, Subject("storage", self.place))


@applies(DecksReturned)
def _returned(_: Entry, fact: DecksReturned, shelves: Shelves) -> None:
    change(shelves, DeckSet, fact.deck_set, spot=Spot.STORE, table=None, place=fact.place)


@fact("decks.canceled", correctable=True)
class DecksCanceled(AboutDecks):
    """A set was canceled (drilled or cut), so that it cannot be played again; it is not destroyed by that."""

    deck_set: str
    how: str


@applies(DecksCanceled)
def _canceled(_: Entry, fact: DecksCanceled, shelves: Shelves) -> None:
    change(shelves, DeckSet, fact.deck_set, spot=Spot.CANCELED, reason=fact.how)


@fact("storage.counted", correctable=True)
class StorageCounted(AboutPlace):
    """Two people counted a place: the sets found, those that should have been there and were not, and others."""

    place: str
    found: tuple[str, ...]
    missing: tuple[str, ...]
    extra: tuple[str, ...]
    says: str

    @property
    def mentions(self) -> tuple[Subject, ...]:
        return tuple(Subject("deck-set", name) for name in (*self.missing, *self.extra))


@applies(StorageCounted)
def _counted(entry: Entry, fact: StorageCounted, shelves: Shelves) -> None:
    shelves.put(
        StorageCount(
            fact.place, entry.occurred_at, entry.actor, entry.id, fact.found, fact.missing, fact.extra, fact.says
        )
    )
