"""Facts about shoes and batches: begun, cover card, ended and counted, recut, idle, burned, swapped."""

from __future__ import annotations

from dataclasses import replace

from floorapp.domain.decks import DeckSet, Spot
from floorapp.domain.findings import Noted
from floorapp.domain.tables import KnownCount, Preparation, RecutBy, Shoe, ShoePhase
from floorapp.operations.entry import Entry
from floorapp.operations.facts.findings import put_findings
from floorapp.operations.facts.house import AboutTable
from floorapp.operations.facts.registry import Subject, fact
from floorapp.operations.series import count_to
from floorapp.operations.state import Shelves, applies, change, leaves_state


@fact("shoe.begun", correctable=True)
class ShoeBegun(AboutTable):
    """A shoe of complete cards began; its first card is to be burned."""

    table: str
    shoe: str
    series: str
    number: int
    deck_set: str
    cards: int
    findings: tuple[Noted, ...] = ()

    @property
    def mentions(self) -> tuple[Subject, ...]:
        return Subject("shoe", self.shoe), Subject("deck-set", self.deck_set)


@fact("shoe.begun", version=2, correctable=True)
class ShoeBegunAs(ShoeBegun):
    """The same, with how its cards were shuffled and cut; nothing where nobody stated it."""

    prepared: Preparation


@applies(ShoeBegunAs)
@applies(ShoeBegun)
def _begun(entry: Entry, fact: ShoeBegun, shelves: Shelves) -> None:
    count_to(fact.series, fact.number, shelves)
    decks = shelves.get(DeckSet, fact.deck_set)
    if decks is not None:
        since = decks.in_play_at or entry.occurred_at
        shelves.put(replace(decks, spot=Spot.SHOE, in_play_at=since))
    shelves.put(
        Shoe(
            table=fact.table,
            name=fact.shoe,
            phase=ShoePhase.DEALING,
            began_at=entry.occurred_at,
            cards=fact.cards,
            deck_set=fact.deck_set,
            burn_due=True,
        )
    )
    put_findings(entry, fact.table, fact.findings, shelves)


@fact("shoe.cover-card-reached", correctable=True)
class CoverCardReached(AboutTable):
    """The cover card came out: the round is finished and the cards are shuffled."""

    table: str
    shoe: str


@applies(CoverCardReached)
def _cover_card(_: Entry, fact: CoverCardReached, shelves: Shelves) -> None:
    change(shelves, Shoe, fact.table, phase=ShoePhase.COVER_CARD)


@fact("shoe.ended", correctable=True)
class ShoeEnded(AboutTable):
    """A shoe ended; the cards left in it and those in the rack were counted."""

    table: str
    shoe: str
    deck_set: str
    remaining: int
    discarded: int
    complete: bool
    findings: tuple[Noted, ...] = ()

    @property
    def mentions(self) -> tuple[Subject, ...]:
        return Subject("shoe", self.shoe), Subject("deck-set", self.deck_set)


@applies(ShoeEnded)
def _ended(entry: Entry, fact: ShoeEnded, shelves: Shelves) -> None:
    counted = fact.remaining + fact.discarded
    _end(entry, fact.table, fact.deck_set, shelves, counted=counted)
    put_findings(entry, fact.table, fact.findings, shelves)
    if fact.complete:
        shelves.put(KnownCount(fact.table, entry.occurred_at, counted, "counted at the shoe's end", entry.id))


def _end(entry: Entry, table: str, deck_set: str, shelves: Shelves, counted: int | None = None) -> None:
    change(shelves, Shoe, table, phase=ShoePhase.ENDED, ended_at=entry.occurred_at, burn_due=False)
    decks = shelves.get(DeckSet, deck_set)
    if decks is not None and decks.spot is Spot.SHOE:  # a correction may have taken it elsewhere meanwhile
        shelves.put(replace(decks, spot=Spot.RACK, counted=decks.counted if counted is None else counted))


@fact("shoe.recut", correctable=True)
class ShoeRecut(AboutTable):
    """The stack was cut again."""

    table: str
    shoe: str
    reason: str


@fact("shoe.recut", version=2, correctable=True)
class RecutOrdered(ShoeRecut):
    """The same, with who ordered it and what was found against it."""

    by_post: RecutBy
    findings: tuple[Noted, ...] = ()


@applies(RecutOrdered)
def _recut_ordered(entry: Entry, fact: RecutOrdered, shelves: Shelves) -> None:
    put_findings(entry, fact.table, fact.findings, shelves)


@applies(ShoeRecut)
def _recut(_: Entry, fact: ShoeRecut, shelves: Shelves) -> None:
    change(shelves, Shoe, fact.table, phase=ShoePhase.DEALING)


@fact("shoe.reshuffled", correctable=True)
class ShoeReshuffled(AboutTable):
    """The floorperson had the cards shuffled before the cover card; the first card is burned again."""

    table: str
    shoe: str
    reason: str


@fact("shoe.reshuffled", version=2, correctable=True)
class ReshuffleOrdered(ShoeReshuffled):
    """A reshuffle was ordered: this shoe ends here, uncounted, and the next one is told by itself."""

    deck_set: str

    @property
    def mentions(self) -> tuple[Subject, ...]:
        return Subject("shoe", self.shoe), Subject("deck-set", self.deck_set)


@applies(ReshuffleOrdered)
def _reshuffle_ordered(entry: Entry, fact: ReshuffleOrdered, shelves: Shelves) -> None:
    _end(entry, fact.table, fact.deck_set, shelves)


@applies(ShoeReshuffled)
def _reshuffled(_: Entry, fact: ShoeReshuffled, shelves: Shelves) -> None:
    change(shelves, Shoe, fact.table, phase=ShoePhase.DEALING, burn_due=True)


@fact("shoe.idle", correctable=True)
class ShoeIdle(AboutTable):
    """Nobody plays: the cards lie spread, or wait."""

    table: str
    shoe: str


@applies(ShoeIdle)
def _idle(_: Entry, fact: ShoeIdle, shelves: Shelves) -> None:
    change(shelves, Shoe, fact.table, phase=ShoePhase.IDLE)


@fact("shoe.resumed", correctable=True)
class ShoeResumed(AboutTable):
    """Somebody plays again, after the steps the rulebook asks for."""

    table: str
    shoe: str
    steps: tuple[str, ...]


@fact("shoe.resumed", version=2, correctable=True)
class PlayerArrived(ShoeResumed):
    """A player ended a dead game: its shoe ends, what was done with the cards, and the next shoe is told by itself.

    `other` is the batch that is dealt next where batches take turns; `asked` if a player had it spread and reshuffled.
    """

    deck_set: str
    other: str
    asked: bool
    findings: tuple[Noted, ...] = ()

    @property
    def mentions(self) -> tuple[Subject, ...]:
        return Subject("shoe", self.shoe), Subject("deck-set", self.deck_set)


@applies(PlayerArrived)
def _player_arrived(entry: Entry, fact: PlayerArrived, shelves: Shelves) -> None:
    _end(entry, fact.table, fact.deck_set, shelves)
    put_findings(entry, fact.table, fact.findings, shelves)


@applies(ShoeResumed)
def _resumed(_: Entry, fact: ShoeResumed, shelves: Shelves) -> None:
    change(shelves, Shoe, fact.table, phase=ShoePhase.DEALING, burn_due=True)


@fact("card.burned", correctable=True)
class CardBurned(AboutTable):
    """The first card went to the discard rack: of a full shoe, or of a new dealer."""

    table: str
    shoe: str
    cite: str


@applies(CardBurned)
def _burned(_: Entry, fact: CardBurned, shelves: Shelves) -> None:
    change(shelves, Shoe, fact.table, burn_due=False)


@fact("batch.loaded", correctable=True)
class BatchLoaded(AboutTable):
    """A batch went into the shuffler."""

    table: str
    deck_set: str
    findings: tuple[Noted, ...] = ()

    @property
    def mentions(self) -> tuple[Subject, ...]:
        return (Subject("deck-set", self.deck_set),)


@applies(BatchLoaded)
def _loaded(entry: Entry, fact: BatchLoaded, shelves: Shelves) -> None:
    change(shelves, DeckSet, fact.deck_set, spot=Spot.SHUFFLER)
    put_findings(entry, fact.table, fact.findings, shelves)


@fact("rack.cleared", correctable=True)
class RackCleared(AboutTable):
    """The cards of the discard rack were put to the side, to be shuffled."""

    table: str


leaves_state(RackCleared)  # the judge's view of the table says where its cards lie
