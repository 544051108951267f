"""The people of the sample at their desks: who is on duty, signed in when they act, and their signatures."""

from __future__ import annotations

from dataclasses import field
from datetime import datetime, timedelta

from floorapp.domain.gaming_day import GamingDay, HouseClock
from floorapp.domain.people import Role
from floorapp.domain.property import Shift
from floorapp.domain.values import dataclass
from floorapp.operations.acts import credentials, routes, sessions
from floorapp.operations.credentials import Hasher, Signer
from floorapp.operations.desk import Clock, Desk
from floorapp.operations.entry import Proof, Signature
from floorapp.operations.rules import Rulebooks
from floorapp.operations.sample.one_transaction import OneTransaction
from floorapp.operations.sample.plan import Plan, PlannedPerson
from floorapp.operations.signatures import Meaning

#: Somebody whose session has run this long signs in again before it expires.
SESSION_RUNS = timedelta(hours=11)


@dataclass(slots=True)
class RememberingHasher:
    """The house's hasher, asked once a secret: everybody here has the same two, and they are no secrets."""

    hasher: Hasher
    _hashes: dict[str, str] = field(default_factory=dict)
    _again: dict[tuple[str, str], str] = field(default_factory=dict)
    _signers: dict[str, Signer] = field(default_factory=dict)

    @property
    def nobody(self) -> str:
        """A hash that belongs to nobody."""
        return self.hasher.nobody

    def hash(self, secret: str) -> str:
        """The real hash of a secret."""
        if secret not in self._hashes:
            self._hashes[secret] = self.hasher.hash(secret)
        return self._hashes[secret]

    def signer(self, hashed: str, secret: str) -> Signer:
        """The real key of a secret."""
        if hashed not in self._signers:
            self._signers[hashed] = self.hasher.signer(hashed, secret)
        return self._signers[hashed]

    def again(self, setting: str, secret: str) -> str:
        """The hash of a secret once more."""
        if (setting, secret) not in self._again:
            self._again[setting, secret] = self.hasher.again(setting, secret)
        return self._again[setting, secret]


@dataclass(slots=True)
class Crew:
    """The sample's people, each with a desk at which they act."""

    plan: Plan
    logbook: OneTransaction
    clock: Clock
    hasher: Hasher
    rulebooks: Rulebooks
    _desks: dict[str, tuple[Desk, datetime]] = field(default_factory=dict)

    def empty_desk(self) -> Desk:
        """A desk at which nobody has signed in."""
        return Desk(logbook=self.logbook, clock=self.clock, hasher=self.hasher, rulebooks=self.rulebooks)

    def desk(self, handle: str) -> Desk:
        """The desk of somebody, who signs in where that is needed."""
        desk, since = self._desks.get(handle, (self.empty_desk(), None))
        if since is None or self.clock.now() - since > SESSION_RUNS:
            sessions.sign_in(desk, name=handle, password=self.plan.password)
            self._desks[handle] = desk, self.clock.now()
        return desk

    def sign(self, desk: Desk, handle: str, meaning: Meaning) -> Signature:
        """Somebody's signature at a desk, by PIN."""
        return credentials.sign(desk, person=handle, secret=self.plan.pin, proof=Proof.PIN, meaning=meaning)

    def sign_off(self, *kept: str) -> None:
        """Everybody but these signs what they entered, all at once, and signs out: the end of their shift."""
        for handle in (each for each in tuple(self._desks) if each not in kept):
            entries = self.logbook.unsigned(handle)
            if entries:
                desk = self.desk(handle)
                routes.sign_entries(desk, entries=entries, signature=self.sign(desk, handle, Meaning.ROUTE))
        self.sign_out_all_but(*kept)

    def sign_out(self, *handles: str) -> None:
        """End the sessions of these people, where they have one."""
        for handle in handles:
            if handle in self._desks:
                desk, _ = self._desks.pop(handle)
                sessions.sign_out(desk)

    def sign_out_all_but(self, *handles: str) -> None:
        """End every session but those of these people."""
        self.sign_out(*(handle for handle in tuple(self._desks) if handle not in handles))


@dataclass(slots=True)
class Rota:
    """Who works when: regular people on their posts, relief on the days these are off."""

    plan: Plan
    house: HouseClock
    today: GamingDay

    def shift_at(self, instant: datetime) -> Shift:
        """The shift an instant lies in."""
        wall = instant.astimezone(self.house.zone).time()
        return next(shift for shift in self.plan.shifts if shift.covers(wall))

    def on_posts(self, role: Role, shift: str, day: GamingDay) -> tuple[PlannedPerson, ...]:
        """Who holds the posts of a role in a shift, first post first; nobody is off today."""
        regular = list(self.plan.staff(role, shift))
        relief = self.plan.staff(role, shift, relief=True)
        if relief:
            turns = -(-len(regular) // len(relief)) + 1
            turn = (self.today.date - day.date).days % turns
            for place, person in enumerate(relief, start=(turn - 1) * len(relief)):
                if 0 <= place < len(regular):
                    regular[place] = person
        return tuple(regular)

    def manager(self, instant: datetime) -> str:
        """The shift manager on duty; the relief takes over on days off."""
        shift, day = self.shift_at(instant), self.house.day_of(instant)
        relief = self.plan.staff(Role.SHIFT_MANAGER, relief=True)
        turn = (self.today.date - day.date).days + self.plan.shifts.index(shift)
        if relief and turn % 5 == 3:
            return relief[0].handle
        return self.plan.staff(Role.SHIFT_MANAGER, shift.name)[0].handle

    def compliance(self, instant: datetime) -> str:
        """The compliance officer to ask."""
        officers = self.plan.staff(Role.COMPLIANCE_OFFICER)
        return officers[instant.astimezone(self.house.zone).hour >= 14].handle
