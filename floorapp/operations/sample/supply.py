"""The sample's cards: received into the store, brought to tables, taken away, inspected and destroyed."""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import field

from floorapp.domain.people import Role
from floorapp.domain.tables import Cards
from floorapp.domain.values import dataclass
from floorapp.operations.acts import custody, decks
from floorapp.operations.conduct import disposal_asked
from floorapp.operations.desk import Desk
from floorapp.operations.entry import Signature
from floorapp.operations.sample.crew import Crew, Rota
from floorapp.operations.sample.plan import Plan, SampleTable
from floorapp.operations.sample.timeline import Doing, DrivenClock, Script
from floorapp.operations.signatures import Meaning

#: One kind of card in the store: back colour, decks in a set, condition.
Kind = tuple[str, int, Cards]

#: The desk of whoever is on duty, asked anew after each wait: shifts change meanwhile.
Where = Callable[[], Desk]


@dataclass(slots=True)
class Supply:
    """The store and what has left it."""

    plan: Plan
    crew: Crew
    rota: Rota
    clock: DrivenClock
    chance: random.Random
    _stock: dict[Kind, deque[str]] = field(default_factory=dict)
    _seals: int = 40_100
    _bags: int = 7_300
    sealed: list[str] = field(default_factory=list)
    collected: list[str] = field(default_factory=list)

    def manager(self) -> Desk:
        """The desk of the shift manager on duty."""
        return self.crew.desk(self.rota.manager(self.clock.now()))

    def kinds(self, table: SampleTable) -> tuple[Kind, ...]:
        """The kinds of deck set a table plays with."""
        return tuple((back, table.game.decks, table.game.cards) for back in table.backs)

    def receive(self, wanted: Counter[Kind]) -> Script:
        """Fill the store up, a delivery a kind, seen by the shift manager and security."""
        for kind, number in sorted(wanted.items()):
            desk = self.manager()
            short = number - len(self._stock.setdefault(kind, deque()))
            if short <= 0:
                continue
            back, count, condition = kind
            change = custody.receive_decks(
                desk,
                design=self.plan.design,
                back=back,
                decks=count,
                seals=tuple(self._next_seal() for _ in range(short)),
                security=self.crew.sign(desk, self._somebody(Role.SECURITY), Meaning.RECEIVED),
                condition=condition,
            )
            self._stock[kind].extend(s.id for s in change.subjects if s.kind == "deck-set")
            yield 180

    def issue(self, table: SampleTable, at: Where, kinds: Iterable[Kind] = ()) -> Doing[tuple[str, ...]]:
        """Bring the deck sets a table needs from the store."""
        names = []
        for kind in kinds or self.kinds(table):
            desk = at()
            name = self._stock[kind].popleft()
            witness = self.crew.sign(desk, self._somebody(Role.SECURITY), Meaning.ISSUED)
            custody.issue_decks(desk, deck_set=name, table=table.id, witness=witness)
            names.append(name)
            yield 20
        return tuple(names)

    def open(self, table: SampleTable, holder: Callable[[], str], names: Iterable[str], *, tens: bool) -> Script:
        """Break the seals: the dealer inspects and counts, whoever has the table verifies; tens are removed."""
        count = table.game.decks
        for name in names:
            dealer = self._somebody(Role.DEALER)
            desk, inspected, verified = self._two(dealer, holder())
            decks.open_decks(desk, deck_set=name, counted=52 * count, dealer=inspected, floorperson=verified)
            yield 50
            if not tens:
                desk, inspected, verified = self._two(dealer, holder())
                disposed = disposal_asked(desk.rulebooks[table.game.rulebook])
                assert disposed is not None, "the text says what becomes of its tens"
                decks.remove_tens(
                    desk, deck_set=name, removed=4 * count, disposed=disposed, dealer=inspected, floorperson=verified
                )
                yield 40

    def _two(self, dealer: str, floorperson: str) -> tuple[Desk, Signature, Signature]:
        """The floorperson's desk, and the signatures of the dealer who looked and of whoever verified it."""
        desk = self.crew.desk(floorperson)
        inspected = self.crew.sign(desk, dealer, Meaning.INSPECTED)
        return desk, inspected, self.crew.sign(desk, floorperson, Meaning.VERIFIED)

    def seal(self, at: Where, names: Iterable[str]) -> Script:
        """Put withdrawn sets into sealed bags."""
        for name in names:
            self._bags += 1
            custody.seal_decks(at(), deck_set=name, seal=f"BAG-{self._bags:06d}")
            self.sealed.append(name)
            yield 15

    def make_the_round(self) -> Script:
        """Security collects what is sealed; what was collected on the last round is inspected and destroyed."""
        before, self.collected = self.collected, []
        for name in before:
            self.destroy(self.manager(), name)
            yield 15
        yield from self.collect(tuple(self.sealed))

    def collect(self, names: Iterable[str]) -> Script:
        """Hand sealed sets to security."""
        for name in names:
            desk = self.manager()
            security = self.crew.sign(desk, self._somebody(Role.SECURITY), Meaning.COLLECTED)
            custody.collect_decks(desk, deck_set=name, security=security)
            self.sealed.remove(name)
            self.collected.append(name)
            yield 10

    def destroy(self, desk: Desk, name: str) -> None:
        """Look a set through and shred it before a witness."""
        custody.inspect_decks(desk, deck_set=name, good=True)
        witness = self.crew.sign(desk, self._somebody(Role.SECURITY), Meaning.DESTROYED)
        custody.destroy_decks(desk, deck_set=name, how="shredded", witness=witness)

    def _next_seal(self) -> str:
        self._seals += 1
        return f"HB-{self._seals:06d}"

    def _somebody(self, role: Role) -> str:
        return self.chance.choice(self.plan.staff(role)).handle
