"""Facts about people and their sessions; secrets and their hashes are never among them."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from floorapp.domain.findings import Noted
from floorapp.domain.people import Badge, Person, Role, Session
from floorapp.operations.entry import Entry
from floorapp.operations.facts.findings import put_findings
from floorapp.operations.facts.registry import Fact, Subject, fact
from floorapp.operations.state import Shelves, applies, change, leaves_state


class AboutPerson(Fact):
    """A fact about one person."""

    __slots__ = ()
    person: str

    @property
    def subject(self) -> Subject:
        return Subject("person", self.person)


@fact("person.added")
class PersonAdded(AboutPerson):
    """Somebody was given a handle, a name and a role."""

    person: str
    name: str
    role: Role


@applies(PersonAdded)
def _added(entry: Entry, fact: PersonAdded, shelves: Shelves) -> None:
    shelves.put(Person(handle=fact.person, name=fact.name, role=fact.role, added_at=entry.recorded_at))


@fact("person.role-changed")
class RoleChanged(AboutPerson):
    """A person's role is another one from now on."""

    person: str
    role: Role
    reason: str


@applies(RoleChanged)
def _role_changed(_: Entry, fact: RoleChanged, shelves: Shelves) -> None:
    change(shelves, Person, fact.person, role=fact.role)


@fact("person.renamed")
class PersonRenamed(AboutPerson):
    """A person's name is written differently from now on."""

    person: str
    name: str


@applies(PersonRenamed)
def _renamed(_: Entry, fact: PersonRenamed, shelves: Shelves) -> None:
    change(shelves, Person, fact.person, name=fact.name)


@fact("person.badge-set")
class BadgeSet(AboutPerson):
    """A person's title, department and license are these from now on."""

    person: str
    badge: Badge


@applies(BadgeSet)
def _badge_set(_: Entry, fact: BadgeSet, shelves: Shelves) -> None:
    change(shelves, Person, fact.person, badge=fact.badge)


@fact("person.disabled")
class PersonDisabled(AboutPerson):
    """A person can no longer sign in or sign."""

    person: str
    reason: str


@applies(PersonDisabled)
def _disabled(_: Entry, fact: PersonDisabled, shelves: Shelves) -> None:
    change(shelves, Person, fact.person, enabled=False)


@fact("person.enabled")
class PersonEnabled(AboutPerson):
    """A disabled person works here again."""

    person: str
    reason: str


@applies(PersonEnabled)
def _enabled(_: Entry, fact: PersonEnabled, shelves: Shelves) -> None:
    change(shelves, Person, fact.person, enabled=True)


@fact("person.password-set")
class PasswordNoted(AboutPerson):
    """A password was set, as it was put on record before its hash was sealed and signed with."""

    person: str
    by_owner: bool


@fact("person.password-set", version=2)
class PasswordSet(AboutPerson):
    """A password was set, by its owner or anew by an administrator; which one is nowhere written.

    `digest` is of its salted hash, which stands beside the logbook; `key` is the public half of the key it signs with.
    """

    person: str
    by_owner: bool
    digest: str
    key: str


def _given(entry: Entry, fact: PasswordNoted | PasswordSet | PinNoted | PinSet, shelves: Shelves) -> None:
    """Somebody else chose a secret: its owner is told who and when."""
    known = shelves.get(Person, fact.person)
    if known is not None and not fact.by_owner:
        told = {"given_by": entry.actor, "given_at": entry.recorded_at, "given_times": known.given_times + 1}
        change(shelves, Person, fact.person, **told)


def _password_set(entry: Entry, fact: PasswordNoted | PasswordSet, shelves: Shelves) -> None:
    keyed = isinstance(fact, PasswordSet)
    _given(entry, fact, shelves)
    change(shelves, Person, fact.person, has_password=True, given_password=not fact.by_owner, password_keyed=keyed)


applies(PasswordNoted)(_password_set)
applies(PasswordSet)(_password_set)


@fact("person.pin-set")
class PinNoted(AboutPerson):
    """A PIN was set, as it was put on record before its hash was sealed and signed with."""

    person: str
    by_owner: bool


@fact("person.pin-set", version=2)
class PinSet(AboutPerson):
    """A PIN was set; digest and key as with a password."""

    person: str
    by_owner: bool
    digest: str
    key: str


def _pin_set(entry: Entry, fact: PinNoted | PinSet, shelves: Shelves) -> None:
    keyed = isinstance(fact, PinSet)
    _given(entry, fact, shelves)
    change(shelves, Person, fact.person, has_pin=True, given_pin=not fact.by_owner, pin_keyed=keyed)


applies(PinNoted)(_pin_set)
applies(PinSet)(_pin_set)


@fact("person.secret-keyed")
class SecretKeyed(AboutPerson):
    """A password or PIN that was set before hashes and keys were on record was right, and now they are."""

    person: str
    proof: str
    digest: str
    key: str


@applies(SecretKeyed)
def _secret_keyed(_: Entry, fact: SecretKeyed, shelves: Shelves) -> None:
    change(shelves, Person, fact.person, **{f"{fact.proof}_keyed": True})


@fact("person.locked-out")
class LockedOut(AboutPerson):
    """Too many wrong guesses: this password or PIN is not looked at until the person is let in again."""

    person: str
    proof: str


@applies(LockedOut)
def _locked_out(_: Entry, fact: LockedOut, shelves: Shelves) -> None:
    change(shelves, Person, fact.person, locked_out=True)


@fact("person.readmitted")
class Readmitted(AboutPerson):
    """A person locked out by wrong guesses may try again."""

    person: str
    reason: str


@applies(Readmitted)
def _readmitted(_: Entry, fact: Readmitted, shelves: Shelves) -> None:
    change(shelves, Person, fact.person, locked_out=False)


@fact("person.rescued")
class AdministratorRescued(AboutPerson):
    """An administrator was let in again from the machine itself, by whoever owns it."""

    person: str
    reason: str
    findings: tuple[Noted, ...]


@applies(AdministratorRescued)
def _rescued(entry: Entry, fact: AdministratorRescued, shelves: Shelves) -> None:
    change(shelves, Person, fact.person, locked_out=False)
    put_findings(entry, "", fact.findings, shelves)


@leaves_state
@fact("guess.failed")
class GuessFailed(Fact):
    """A password or PIN was wrong; an unknown name is not repeated, it may be a secret typed too early."""

    station: str
    person: str | None
    proof: str
    turned_away: int

    @property
    def subject(self) -> Subject:
        return Subject("station", self.station) if self.person is None else Subject("person", self.person)


class AboutSession(Fact):
    """A fact about a session, shown with its person."""

    __slots__ = ()
    session: str
    person: str

    @property
    def subject(self) -> Subject:
        return Subject("session", self.session)

    @property
    def mentions(self) -> tuple[Subject, ...]:
        return (Subject("person", self.person),)


@fact("session.began")
class SessionBegan(AboutSession):
    """A person signed in."""

    session: str
    person: str
    station: str
    expires_at: datetime
    turned_away: int = 0


@applies(SessionBegan)
def _session_began(entry: Entry, fact: SessionBegan, shelves: Shelves) -> None:
    change(shelves, Person, fact.person, locked_out=False)  # only a right password gets here, and it frees the PIN
    shelves.put(
        Session(
            id=fact.session,
            person=fact.person,
            station=fact.station,
            began_at=entry.recorded_at,
            expires_at=fact.expires_at,
        )
    )


@fact("session.ended")
class SessionEnded(AboutSession):
    """A person signed out."""

    session: str
    person: str


@applies(SessionEnded)
def _session_ended(entry: Entry, fact: SessionEnded, shelves: Shelves) -> None:
    session = shelves.get(Session, fact.session)
    if session is not None:
        shelves.put(replace(session, ended_at=entry.recorded_at))


@fact("session.locked")
class SessionLocked(AboutSession):
    """The screen was locked; the draft on it stays."""

    session: str
    person: str


@applies(SessionLocked)
def _session_locked(_: Entry, fact: SessionLocked, shelves: Shelves) -> None:
    session = shelves.get(Session, fact.session)
    if session is not None:
        shelves.put(replace(session, locked=True))


@fact("session.unlocked")
class SessionUnlocked(AboutSession):
    """The person came back and proved it."""

    session: str
    person: str
    proof: str


@applies(SessionUnlocked)
def _session_unlocked(_: Entry, fact: SessionUnlocked, shelves: Shelves) -> None:
    session = shelves.get(Session, fact.session)
    if session is not None:
        shelves.put(replace(session, locked=False))
