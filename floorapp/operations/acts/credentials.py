"""Proving who one is: secrets are checked slowly, counted before they are looked at, and never kept."""

from __future__ import annotations

from dataclasses import replace

from floorapp.domain.people import SIGNING_ONLY, Person
from floorapp.domain.values import dataclass
from floorapp.operations.canonical import digest
from floorapp.operations.credentials import Guesses, fits, guess_key, handle_of, setting_of, station_guess_key
from floorapp.operations.desk import Acting, Desk, Writing
from floorapp.operations.entry import Proof, Signature
from floorapp.operations.facts.people import GuessFailed, LockedOut, SecretKeyed
from floorapp.operations.facts.registry import Fact, Subject
from floorapp.operations.faults import LogbookFault
from floorapp.operations.identity import new_id
from floorapp.operations.moment import Moment, moment_of
from floorapp.operations.refusal import Refusal, Refused, first
from floorapp.operations.signatures import Meaning

#: How a secret is called.
_CALLED = {Proof.PIN: "PIN", Proof.PASSWORD: "password"}
SLOWED = Refusal(
    "slowed",
    "Too many failed attempts for this name, or at this station.",
    "Nothing was changed.",
    "Wait a few minutes, then try again; attempts before that are not checked.",
)
LOCKED = Refusal(
    "locked-out",
    "Too many failed attempts: this name is locked.",
    "Nothing was changed.",
    "Ask an administrator to unlock the person.",
)


#: A station is told a hash once its person was right there (`db.postgres_secrets`).
_AWAY = (
    "Try again once. The database does not answer, so only a password or PIN that was used at this station before "
    "counts here. If yours was not, more tries lock your name: go to a station where you have signed in, have somebody "
    "who has signed in here record it, or note it on paper with the time and enter it when the database is back."
)


def wrong(name: str, proof: Proof, person: Person | None = None, *, away: bool = False) -> Refusal:
    """The same for a wrong secret and for a name that nobody has; who is known here is called by name."""
    happened = f"The name “{name}” and the {_CALLED[proof]} do not match."
    if person is not None:
        happened = f"That is not the {_CALLED[proof]} of {person.name}."
    return Refusal("wrong", happened, "Nothing was changed.", _AWAY if away else "Try again.")


@dataclass(frozen=True, slots=True)
class Proved:
    """A person whose secret was right, and how many tries were turned away before."""

    person: Person
    turned_away: int
    #: The hash it was checked against, whose salt gives the key to sign with.
    hashed: str


def prove(desk: Desk, *, name: str, secret: str, proof: Proof) -> Proved:
    """Check a secret, or raise Refused; an unknown name costs and answers the same as a wrong secret.

    The guess is counted before the secret is looked at, so that two stations cannot share one guess;
    the slow check itself holds no lock on the logbook. A guess that is known to be right and could not be forgiven,
    because the logbook failed, is owed: the next try does not count it.
    """
    handle, key = handle_of(name), guess_key(name, proof)
    with desk.logbook.writing("prove") as writing:
        refusal = _count(writing, key, desk)
        asked = _asked(writing, handle, proof)
    if refusal is not None:
        raise Refused(refusal)
    desk.owed.discard(key)
    again = desk.hasher.again(setting_of(asked or desk.hasher.nobody), secret)
    try:
        return _answer(desk, handle, proof, again if asked is not None else None)
    except LogbookFault:
        if asked is not None and fits(asked, again):
            desk.owed.add(key)
        raise


def _answer(desk: Desk, handle: str, proof: Proof, again: str | None) -> Proved:
    """Forgive the counted guess, or record that it was wrong."""
    key = guess_key(handle, proof)
    with desk.logbook.writing("prove") as writing:
        moment = moment_of(writing.state, desk.clock.now(), desk.session, desk.rulebooks)
        person = writing.state.get(Person, handle)
        turned_away = writing.credentials.guesses(key).turned_away
        right = None if again is None else writing.credentials.proved(handle, proof, again)
        if right is not None and person is not None:
            writing.credentials.count(key, Guesses())
            if proof is Proof.PASSWORD:
                writing.credentials.count(guess_key(handle, Proof.PIN), Guesses())
            _count_at_station(writing, desk, -2)  # the one that was counted before it was looked at, and one more
            return Proved(person, turned_away, right)
        act = Acting(desk, writing, moment, "prove", Subject("station", desk.logbook.station))
        guesses = writing.credentials.guesses(key)  # others may have guessed since: what they counted stays counted
        entry = act.enter(*_failed(desk, person, proof, guesses)).entry
        writing.credentials.count(key, replace(guesses, turned_away=0))
    own = moment.person is not None and moment.person.handle == handle
    known = person if own or moment.present() is None else None  # to a stranger no name is confirmed
    raise Refused(LOCKED if guesses.locked else wrong(handle, proof, known, away=bool(desk.logbook.away)), entry)


def _count(writing: Writing, key: str, desk: Desk) -> Refusal | None:
    now = desk.clock.now()
    found = writing.credentials.guesses(key).at(now)
    known = replace(found, failures=max(0, found.failures - (key in desk.owed)))
    at_station = writing.credentials.guesses(station_guess_key(desk.logbook.station)).at(now)
    waits = [wait for wait in (known.wait_until(), at_station.station_waits_until()) if wait is not None]
    if known.locked or any(now < wait for wait in waits):
        # Not an entry each: a flood of tries must not flood the logbook. The next entry carries their number.
        writing.credentials.count(key, replace(found, turned_away=found.turned_away + 1))
        writing.credentials.count(station_guess_key(desk.logbook.station), at_station)
        return LOCKED if known.locked else SLOWED
    writing.credentials.count(key, replace(known, failures=known.failures + 1, last_at=now))
    _count_at_station(writing, desk, 1)
    return None


def _count_at_station(writing: Writing, desk: Desk, more: int) -> None:
    """A wrong guess at any name counts at the station, a right one takes one away: a few at each of many are slowed."""
    key = station_guess_key(desk.logbook.station)
    left = writing.credentials.guesses(key).failures + more
    writing.credentials.count(key, Guesses(left, desk.clock.now()) if left > 0 else Guesses())


def _asked(writing: Writing, handle: str, proof: Proof) -> str | None:
    """What to hash a secret again with, or None where nobody could be proved by this secret."""
    person = writing.state.get(Person, handle)
    if person is None or not person.enabled or (proof is Proof.PASSWORD and person.role in SIGNING_ONLY):
        return None
    return writing.credentials.asked(handle, proof)


def _failed(desk: Desk, person: Person | None, proof: Proof, guesses: Guesses) -> tuple[Fact, ...]:
    handle = person.handle if person else None
    failed = GuessFailed(station=desk.logbook.station, person=handle, proof=proof, turned_away=guesses.turned_away)
    if handle is not None and guesses.locked:
        return failed, LockedOut(person=handle, proof=proof)
    return (failed,)


def may_sign(moment: Moment) -> Refusal | None:
    """Whether signatures can be given at this desk now."""
    return moment.present()


def _may_sign_as(moment: Moment, signer: Person) -> Refusal | None:
    """Whether this person's signature counts: with a secret of their own, and a license the property takes."""
    return first(moment.not_ones_own(signer), moment.expired_license(signer))


def sign(desk: Desk, *, person: str, secret: str, proof: Proof, meaning: Meaning) -> Signature:
    """Ask for a PIN or password again and give a signature with its meaning, to be put under one act."""
    refusal = desk.ask(may_sign)
    if refusal is not None:
        with desk.acting("sign", Subject("person", handle_of(person))) as act:
            act.ask(may_sign(act.moment))
    proved = prove(desk, name=person, secret=secret, proof=proof)
    signer = proved.person
    if desk.ask(lambda moment: _may_sign_as(moment, signer)) is not None:
        with desk.acting("sign", Subject("person", signer.handle)) as act:
            act.ask(_may_sign_as(act.moment, signer))
    return signature_of(proved, desk, secret, proof, meaning)


def signature_of(proved: Proved, desk: Desk, secret: str, proof: Proof, meaning: Meaning) -> Signature:
    """The signature of somebody whose secret was right; its key is made of the secret, and waits for the entry."""
    now, signer = desk.clock.now(), proved.person
    signature = Signature(
        new_id(now),
        signer.handle,
        signer.role,
        meaning,
        now,
        proof,
        name=signer.name,
        title=signer.badge.title,
        license=signer.badge.license,
    )
    desk.signed[signature.id] = signature
    desk.signers[signature.id] = key = desk.hasher.signer(proved.hashed, secret)
    if not (signer.pin_keyed if proof is Proof.PIN else signer.password_keyed):
        _put_key_on_record(desk, proved, proof, key.key)
    return signature


def _put_key_on_record(desk: Desk, proved: Proved, proof: Proof, key: str) -> None:
    """A secret of before there were keys was right: from now on what it signs can be proved."""
    person = proved.person.handle
    keyed = SecretKeyed(person=person, proof=proof, digest=digest(proved.hashed.encode()), key=key)
    with desk.acting("sign", Subject("person", person)) as act:
        act.enter(keyed, by=person)
