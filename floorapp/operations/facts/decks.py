"""Facts about deck sets, from receipt to destruction."""

from __future__ import annotations

from dataclasses import replace

from floorapp.domain.decks import DeckSet, Spot, TensDisposal, UsedSeal
from floorapp.domain.findings import Noted
from floorapp.domain.tables import Cards, KnownCount
from floorapp.operations.entry import Entry
from floorapp.operations.facts.findings import put_findings
from floorapp.operations.facts.registry import Fact, Subject, fact
from floorapp.operations.series import count_to
from floorapp.operations.state import Shelves, applies, change, leaves_state


class AboutDecks(Fact):
    """A fact about one deck set, shown at its table where it has one."""

    __slots__ = ()
    deck_set: str

    @property
    def subject(self) -> Subject:
        return Subject("deck-set", self.deck_set)


class AboutDecksAtTable(AboutDecks):
    """A fact about one deck set at a table."""

    __slots__ = ()
    table: str

    @property
    def mentions(self) -> tuple[Subject, ...]:
        return (Subject("table", self.table),)


@fact("decks.received", correctable=True)
class DecksReceived(AboutDecks):
    """A sealed deck set came into the house and into the store."""

    deck_set: str
    series: str
    number: int
    design: str
    back: str
    decks: int
    condition: Cards
    seal: str


@fact("decks.received", version=2, correctable=True)
class DecksDescribed(DecksReceived):
    """The same, with whether its decks came with their tens."""

    tens: bool


@applies(DecksDescribed)
def _described(entry: Entry, fact: DecksDescribed, shelves: Shelves) -> None:
    _received(entry, fact, shelves)
    change(shelves, DeckSet, fact.deck_set, tens=fact.tens)


@applies(DecksReceived)
def _received(entry: Entry, fact: DecksReceived, shelves: Shelves) -> None:
    count_to(fact.series, fact.number, shelves)
    shelves.put(UsedSeal(fact.seal, fact.deck_set))
    shelves.put(
        DeckSet(
            id=fact.deck_set,
            design=fact.design,
            back=fact.back,
            decks=fact.decks,
            condition=fact.condition,
            seal=fact.seal,
            spot=Spot.STORE,
            received_at=entry.occurred_at,
        )
    )


@fact("decks.issued", correctable=True)
class DecksIssued(AboutDecksAtTable):
    """A deck set left the store for a table."""

    deck_set: str
    table: str


@applies(DecksIssued)
def _issued(_: Entry, fact: DecksIssued, shelves: Shelves) -> None:
    change(shelves, DeckSet, fact.deck_set, spot=Spot.ISSUED, table=fact.table)


@fact("decks.opened", correctable=True)
class DecksOpened(AboutDecksAtTable):
    """The seal was broken; the dealer inspected and counted the cards, the floorperson verified it."""

    deck_set: str
    table: str
    counted: int
    seal_intact: bool
    findings: tuple[Noted, ...] = ()


@applies(DecksOpened)
def _opened(entry: Entry, fact: DecksOpened, shelves: Shelves) -> None:
    change(
        shelves,
        DeckSet,
        fact.deck_set,
        spot=Spot.TABLE,
        table=fact.table,
        opened_at=entry.occurred_at,
        counted=fact.counted,
        verified=True,
    )
    put_findings(entry, fact.table, fact.findings, shelves)


@fact("decks.tens-removed", correctable=True)
class TensRemoved(AboutDecksAtTable):
    """The tens were taken out and destroyed."""

    deck_set: str
    table: str
    removed: int


@fact("decks.tens-removed", version=2, correctable=True)
class TensDisposed(TensRemoved):
    """The same, with what became of them."""

    disposed: TensDisposal


@applies(TensDisposed)
@applies(TensRemoved)
def _tens_removed(_: Entry, fact: TensRemoved, shelves: Shelves) -> None:
    decks = shelves.get(DeckSet, fact.deck_set)
    if decks is not None and decks.has_tens:
        left = (decks.counted or 0) - fact.removed
        shelves.put(replace(decks, tens_removed=True, counted=left))


@fact("decks.counted", correctable=True)
class DecksCounted(AboutDecksAtTable):
    """A deck set was counted again."""

    deck_set: str
    table: str
    counted: int
    complete: bool
    findings: tuple[Noted, ...] = ()


@applies(DecksCounted)
def _counted(entry: Entry, fact: DecksCounted, shelves: Shelves) -> None:
    change(shelves, DeckSet, fact.deck_set, counted=fact.counted)
    put_findings(entry, fact.table, fact.findings, shelves)
    if fact.complete:
        shelves.put(KnownCount(fact.table, entry.occurred_at, fact.counted, "counted", entry.id))


@fact("decks.card-replaced", correctable=True)
class CardReplaced(AboutDecksAtTable):
    """One card was replaced by the same card of a spare deck."""

    deck_set: str
    table: str
    card: str
    back: str
    reason: str


@applies(CardReplaced)
def _card_replaced(_: Entry, fact: CardReplaced, shelves: Shelves) -> None:
    decks = shelves.get(DeckSet, fact.deck_set)
    if decks is not None:
        shelves.put(replace(decks, replaced=decks.replaced + 1))


@fact("decks.changed", correctable=True)
class DecksChanged(Fact):
    """Deck sets at a table were changed for others."""

    table: str
    out: tuple[str, ...]
    into: tuple[str, ...]
    findings: tuple[Noted, ...] = ()

    @property
    def subject(self) -> Subject:
        return Subject("table", self.table)

    @property
    def mentions(self) -> tuple[Subject, ...]:
        return tuple(Subject("deck-set", name) for name in (*self.out, *self.into))


@applies(DecksChanged)
def _changed(entry: Entry, fact: DecksChanged, shelves: Shelves) -> None:
    for name in fact.out:
        change(shelves, DeckSet, name, spot=Spot.WITHDRAWN, reason="changed")
    counted = 0
    for name in fact.into:
        put = change(shelves, DeckSet, name, spot=Spot.TABLE, table=fact.table)
        counted += (put.counted or 0) if put else 0
    if fact.into:
        shelves.put(KnownCount(fact.table, entry.occurred_at, counted, "changed decks", entry.id))
    put_findings(entry, fact.table, fact.findings, shelves)


@fact("decks.prepared", correctable=True)
class DecksPrepared(Fact):
    """The steps of the rulebook's opening that were done with new cards at a table that stays open."""

    table: str
    deck_sets: tuple[str, ...]
    steps: tuple[str, ...]

    @property
    def subject(self) -> Subject:
        return Subject("table", self.table)

    @property
    def mentions(self) -> tuple[Subject, ...]:
        return tuple(Subject("deck-set", name) for name in self.deck_sets)


leaves_state(DecksPrepared)


@fact("decks.withdrawn", correctable=True)
class DecksWithdrawn(AboutDecksAtTable):
    """A deck set was taken out of play."""

    deck_set: str
    table: str
    reason: str
    findings: tuple[Noted, ...] = ()


@applies(DecksWithdrawn)
def _withdrawn(entry: Entry, fact: DecksWithdrawn, shelves: Shelves) -> None:
    change(shelves, DeckSet, fact.deck_set, spot=Spot.WITHDRAWN, reason=fact.reason)
    put_findings(entry, fact.table, fact.findings, shelves)


@fact("decks.sealed", correctable=True)
class DecksSealed(AboutDecks):
    """A withdrawn deck set was sealed in its container."""

    deck_set: str
    seal: str


@applies(DecksSealed)
def _sealed(_: Entry, fact: DecksSealed, shelves: Shelves) -> None:
    change(shelves, DeckSet, fact.deck_set, spot=Spot.SEALED, seal=fact.seal)
    shelves.put(UsedSeal(fact.seal, fact.deck_set))


@fact("decks.collected", correctable=True)
class DecksCollected(AboutDecks):
    """Security took a sealed deck set from the pit."""

    deck_set: str


@applies(DecksCollected)
def _collected(_: Entry, fact: DecksCollected, shelves: Shelves) -> None:
    change(shelves, DeckSet, fact.deck_set, spot=Spot.COLLECTED, table=None)


@fact("decks.inspected", correctable=True)
class DecksInspected(AboutDecks):
    """A collected deck set was inspected for marks, crimps and missing cards."""

    deck_set: str
    good: bool
    says: str


@applies(DecksInspected)
def _inspected(_: Entry, fact: DecksInspected, shelves: Shelves) -> None:
    change(shelves, DeckSet, fact.deck_set, found="good" if fact.good else "not good")


@fact("decks.held", correctable=True)
class DecksHeld(AboutDecks):
    """A deck set is kept for an investigation."""

    deck_set: str
    reason: str


@applies(DecksHeld)
def _held(_: Entry, fact: DecksHeld, shelves: Shelves) -> None:
    change(shelves, DeckSet, fact.deck_set, spot=Spot.HELD, reason=fact.reason)


@fact("decks.destroyed", correctable=True)
class DecksDestroyed(AboutDecks):
    """A deck set was destroyed."""

    deck_set: str
    how: str


@applies(DecksDestroyed)
def _destroyed(_: Entry, fact: DecksDestroyed, shelves: Shelves) -> None:
    change(shelves, DeckSet, fact.deck_set, spot=Spot.DESTROYED, table=None)
