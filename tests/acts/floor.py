"""A small house to act in: a driven clock, a cheap hasher, one person of each role, pits and tables."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any, TypeVar

import pytest

from db import shelf_tables
from db.keys import StationKey, key_of
from db.server_check import verify_server
from db.store import Store, open_store
from db.verify import verify
from floorapp.domain.devices import ProofTest
from floorapp.domain.findings import RecordedFinding
from floorapp.domain.people import SIGNING_ONLY, Person, Role
from floorapp.domain.property import Place, Shift
from floorapp.domain.tables import Cards, Fixture, KnownCount, Limits, Post, ShufflingMethod, Table
from floorapp.operations import presses
from floorapp.operations.acts import (
    assignments,
    credentials,
    custody,
    house,
    opening,
    people,
    readers,
    sessions,
    tables,
)
from floorapp.operations.acts import decks as decks_acts
from floorapp.operations.conduct import disposal_asked
from floorapp.operations.desk import Desk
from floorapp.operations.entry import Entry, Proof, Signature
from floorapp.operations.floor_queries import last_known_count
from floorapp.operations.logbook_check import Checked
from floorapp.operations.refusal import Refusal, Refused
from floorapp.operations.signatures import Meaning
from tests.acts.rulebooks import RULEBOOKS
from tests.stations.databases import APP, OWNER

NOON = datetime(2026, 11, 16, 17, 0, tzinfo=UTC)  # noon in Philadelphia
PASSWORD = "correct horse battery"
PIN = "258036"
#: What an administrator gives a new person, until they choose their own.
GIVEN, GIVEN_PIN = "given by the office", "913748"
PROVED = (ProofTest("Kh", "blackjack", "blackjack"),)
T = TypeVar("T")

#: One person a role, by handle.
STAFF = {
    Role.ADMINISTRATOR: "ada",
    Role.SHIFT_MANAGER: "sam",
    Role.FLOORPERSON: "flo",
    Role.COMPLIANCE_OFFICER: "cora",
    Role.DEALER: "dan",
    Role.SECURITY: "sid",
}


#: The other roles that work at a screen, for tests that need one: see `hire`.
OTHERS = {
    Role.PIT_MANAGER: "pat",
    Role.STORAGE: "stan",
    Role.SURVEILLANCE: "val",
    Role.AUDITOR: "audrey",
    Role.REGULATOR: "reg",
}


@dataclass
class DrivenClock:
    """A clock that stands still until it is told to go on."""

    instant: datetime = NOON

    def now(self) -> datetime:
        return self.instant

    def advance(self, **by: float) -> None:
        self.instant += timedelta(**by)


@dataclass
class CheapHasher:
    """A hasher whose cost is counted instead of paid."""

    verified: int = 0

    @property
    def nobody(self) -> str:
        return "cheap$nobody"

    def hash(self, secret: str) -> str:
        return "cheap$" + hashlib.sha256(secret.encode()).hexdigest()

    def signer(self, hashed: str, secret: str) -> StationKey:
        return key_of(hashlib.sha256(f"{hashed} {secret}".encode()).digest())

    def again(self, setting: str, secret: str) -> str:
        self.verified += 1
        return self.hash(secret)


@dataclass
class Floor:
    """A store, a clock, and desks on it."""

    store: Store
    where: Path | str
    clock: DrivenClock = field(default_factory=DrivenClock)
    hasher: CheapHasher = field(default_factory=CheapHasher)

    @property
    def path(self) -> Path:
        """The file; a house on a server has none."""
        assert isinstance(self.where, Path), "this test is about a file"
        return self.where

    def verified(self) -> Checked:
        """What a look through the whole logbook finds, in a file or on a server."""
        if isinstance(self.where, Path):
            return verify(self.where, structure=False)
        return verify_server(self.where)

    def desk(self, handle: str | None = None) -> Desk:
        """A desk, with somebody signed in."""
        desk = Desk(logbook=self.store, clock=self.clock, hasher=self.hasher, rulebooks=RULEBOOKS)
        if handle is not None:
            sessions.sign_in(desk, name=handle, password=PASSWORD)
        return desk

    def sign(self, desk: Desk, handle: str, meaning: Meaning) -> Signature:
        """Somebody's signature at a desk, by PIN."""
        return credentials.sign(desk, person=handle, secret=PIN, proof=Proof.PIN, meaning=meaning)

    def stock(self, table: str, *backs: str, counted: int | None = None) -> tuple[str, ...]:
        """Deck sets received, issued to a table, opened and verified; one a back colour."""
        desk = self.desk("sam")
        decks = self.get(Table, table).decks
        names = []
        for back in backs:
            security = self.sign(desk, "sid", Meaning.RECEIVED)
            seal = f"S-{self.last().seq}-{back}"
            received = custody.receive_decks(
                desk, design="Bee", back=back, decks=decks, seals=(seal,), security=security
            )
            name = received.subjects[0].id
            custody.issue_decks(desk, deck_set=name, table=table, witness=self.sign(desk, "sid", Meaning.ISSUED))
            full = 52 * decks if counted is None else counted
            decks_acts.open_decks(desk, deck_set=name, counted=full, **self.two(desk))
            if not RULEBOOKS[self.get(Table, table).rulebook].cards.tens.value:
                disposed = disposal_asked(RULEBOOKS[self.get(Table, table).rulebook])
                assert disposed is not None
                decks_acts.remove_tens(desk, deck_set=name, removed=4 * decks, disposed=disposed, **self.two(desk))
            names.append(name)
        return tuple(names)

    def two(self, desk: Desk) -> dict[str, Any]:
        """The signatures of a dealer who inspected and a floorperson who verified."""
        return {
            "dealer": self.sign(desk, "dan", Meaning.INSPECTED),
            "floorperson": self.sign(desk, "flo", Meaning.VERIFIED),
        }

    def ready(self, table: str, *backs: str) -> tuple[str, ...]:
        """A table with a floorperson, an inspected reader and cards: ready to open."""
        desk = self.desk("flo")
        assignments.assign(desk, table=table, post=Post.FLOORPERSON, person="flo")
        readers.inspect_reader(desk, table=table, tampering=False, working=True, proofs=PROVED)
        return self.stock(table, *(backs or ("red",)))

    def open(self, table: str, *backs: str) -> tuple[str, ...]:
        """An open table."""
        names = self.ready(table, *backs)
        desk = self.desk("flo")
        opening.open_table(desk, table=table, cards=Cards.NEW, done=self.steps(table))
        return names

    def steps(self, table: str, cards: Cards = Cards.NEW) -> tuple[str, ...]:
        """The ids of the opening steps of a table."""
        with self.desk().looking() as moment:
            return tuple(step.id for step in opening.opening_steps(moment, table=table, cards=cards))

    def get(self, kind: type[T], *key: str) -> T:
        """A thing of the state, which must be there."""
        with self.store.reading() as state:
            found = state.get(kind, *key)
        assert found is not None, f"no {kind.__name__} {key}"
        return found

    def good_count(self, table: str) -> KnownCount:
        """The last known good count of a table."""
        with self.desk().looking() as moment:
            found = last_known_count(moment, table, self.clock.now())
        assert found is not None
        return found

    def findings(self, table: str) -> list[tuple[str, str]]:
        """The code and citation of every finding at a table, by time."""
        with self.store.reading() as state:
            found = sorted(state.find(RecordedFinding, table=table), key=lambda each: (each.entry, each.place))
        return [(each.code, each.cite) for each in found]

    def last(self) -> Entry:
        """The newest entry."""
        return self.store.page(limit=1)[0]

    def check(self) -> None:
        """What must hold after anything: the state is what the logbook says."""
        live = self._state()
        self.rebuild()
        differing = [name for name, rows in self._state().items() if rows != live[name]]
        assert not differing, f"not what the logbook says: {differing}"

    def rebuild(self, progress: Callable[[int, int], None] = lambda done, of: None) -> int:
        """Replay the logbook; on a server only its owner may."""
        with self.owned() as store:
            return store.rebuild(progress)

    @contextmanager
    def owned(self) -> Iterator[Store]:
        """The store as somebody has it who may write past the guards: whoever has the file, or owns the server's."""
        if isinstance(self.where, Path):
            yield self.store
            return
        store = open_store(self.where.replace(f"{APP}@", f"{OWNER}@"))
        try:
            yield store
        finally:
            store.close()

    def _state(self) -> dict[str, list[tuple[object, ...]]]:
        """Every row of every table of the state."""
        found = {}
        with self.store._looking() as connection, closing(connection.connection.cursor()) as cursor:
            for table in shelf_tables.layout().sorted_tables:  # after most tests: the driver alone takes a quarter
                order = ", ".join(column.name for column in table.primary_key.columns)
                cursor.execute(f"SELECT * FROM {table.name} ORDER BY {order}")
                found[table.name] = [tuple(row) for row in cursor.fetchall()]
        return found


def refused(call: object, *args: object, **named: object) -> Refusal:
    """The refusal of a call that must be refused; it is on record."""
    assert callable(call)
    with pytest.raises(Refused) as caught:
        call(*args, **named)
    assert caught.value.entry, "the refusal is not an entry"
    refusal = caught.value.refusal
    assert refusal.happened and refusal.means and refusal.todo
    return refusal


SHIFTS = (Shift("Day", time(6), time(14)), Shift("Swing", time(14), time(22)), Shift("Grave", time(22), time(6)))
LIMITS = Limits(least=1_500, most=100_000, chip_unit=250)


def choose(floor: Floor, handle: str) -> None:
    """Somebody who was added signs in and chooses the secrets of this house."""
    own = floor.desk()
    if floor.get(Person, handle).role in SIGNING_ONLY:
        people.choose_pin(own, person=handle, old=GIVEN_PIN, new=PIN)
        return
    sessions.sign_in(own, name=handle, password=GIVEN)
    presses.choose_secrets(own, old=GIVEN, password=PASSWORD, pin=PIN)
    sessions.sign_out(own)


def hire(floor: Floor, role: Role) -> str:
    """Somebody of a role, who is added where the house has nobody of it yet; answers the handle."""
    handle = STAFF.get(role) or OTHERS[role]
    with floor.store.reading() as state:
        known = state.get(Person, handle)
    if known is None:
        ada = floor.desk("ada")
        people.add_person(ada, handle=handle, name=handle.title(), role=role, pin=GIVEN_PIN, password=GIVEN)
        choose(floor, handle)
    return handle


def equip(desk: Desk, table: str, method: ShufflingMethod = ShufflingMethod.BY_HAND, decks: int = 6) -> None:
    """What every table has: a reader, a rack, two boxes and a layout; a shuffler where one shuffles."""
    pieces = [Fixture.READER, Fixture.DISCARD_RACK, Fixture.DROP_BOX, Fixture.TIP_BOX, Fixture.LAYOUT]
    for fixture in pieces + [Fixture.SHUFFLER] * (method is not ShufflingMethod.BY_HAND):
        serial = f"RD-{table}" if fixture is Fixture.READER else f"{fixture.value}-{table}"
        marked = decks if fixture is Fixture.DISCARD_RACK else None
        tables.fit_equipment(desk, table=table, fixture=fixture, serial=serial, decks=marked)


def furnish(path: Path | str) -> None:
    """Make the house once; tests work on copies of the file."""
    floor = Floor(open_store(path), path)
    desk = floor.desk()
    sessions.make_first_administrator(desk, handle="ada", name="Ada Admin", password=PASSWORD, pin=PIN)
    sessions.sign_in(desk, name="ada", password=PASSWORD)
    house.set_property(desk, name="Riverbend", zone="America/New_York", shifts=SHIFTS)
    for role, handle in STAFF.items():
        if handle != "ada":
            password = None if role in SIGNING_ONLY else GIVEN
            people.add_person(desk, handle=handle, name=handle.title(), role=role, pin=GIVEN_PIN, password=password)
            choose(floor, handle)
    house.add_pit(desk, pit="P1", name="Main pit", place=Place(0, 0))
    for name, rulebook, boxes, method in (
        ("FB-01", "pa-590", 6, ShufflingMethod.BY_HAND),
        ("FB-02", "pa-590", 6, ShufflingMethod.BATCH_SHUFFLER),
        ("FB-03", "pa-590", 6, ShufflingMethod.BY_HAND),
        ("NJ-01", "nj-19-47-26", 7, ShufflingMethod.BY_HAND),
        ("NJ-02", "nj-19-47-26", 7, ShufflingMethod.CONTINUOUS_SHUFFLER),
    ):
        tables.add_table(
            desk,
            table=name,
            pit="P1",
            place=Place(1, 1),
            rulebook=rulebook,
            boxes=boxes,
            decks=6,
            method=method,
            limits=LIMITS,
        )
        equip(desk, name, method)
    sessions.sign_out(desk)
    floor.store.close()
