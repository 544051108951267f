"""Signing in and out, locking and unlocking the screen, and the first administrator."""

from __future__ import annotations

from datetime import timedelta

from floorapp.domain.people import Person, Role, Session
from floorapp.operations.acts.credentials import Proved, prove, signature_of
from floorapp.operations.acts.new_person import bad_handle, bad_password, bad_pin
from floorapp.operations.acts.people import keep_secret
from floorapp.operations.credentials import handle_of, new_secret
from floorapp.operations.desk import Acting, Change, Desk
from floorapp.operations.entry import Proof, Signature
from floorapp.operations.facts.people import PersonAdded, SessionBegan, SessionEnded, SessionLocked, SessionUnlocked
from floorapp.operations.facts.registry import Subject
from floorapp.operations.identity import new_id
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, first, needs_name
from floorapp.operations.signatures import Meaning

#: Nobody works longer than this without signing in anew.
SESSION_LASTS = timedelta(hours=12)


def may_make_first_administrator(moment: Moment) -> Refusal | None:
    """Only while there is nobody at all."""
    if not moment.state.find(Person, limit=1):
        return None
    return Refusal(
        "not-first", "There are already people here.", "Nothing was changed.", "Ask an administrator to add you."
    )


def make_first_administrator(desk: Desk, *, handle: str, name: str, password: str, pin: str) -> Change:
    """Make the administrator of a new logbook; they add everybody else."""
    handle = handle_of(handle)
    secrets = {Proof.PASSWORD: new_secret(desk.hasher, password), Proof.PIN: new_secret(desk.hasher, pin)}
    with desk.acting("make_first_administrator", Subject("person", handle)) as act:
        act.ask(
            may_make_first_administrator(act.moment),
            bad_handle(handle),
            needs_name(name, "name"),
            bad_password(password, handle),
            bad_pin(pin),
        )
        return act.enter(
            PersonAdded(person=handle, name=name.strip(), role=Role.ADMINISTRATOR),
            *(keep_secret(act, handle, proof, new, by_owner=True) for proof, new in secrets.items()),
        )


def sign_in(desk: Desk, *, name: str, password: str) -> Change:
    """Begin a session; whoever was signed in at this desk is signed out."""
    proved = prove(desk, name=name, secret=password, proof=Proof.PASSWORD)
    person = proved.person.handle
    session = new_id(desk.clock.now())
    with desk.acting("sign_in", Subject("session", session)) as act:
        change = begin_session(act, session, proved, password)
        old = act.moment.session
        if old is not None and old.ended_at is None:
            act.enter(SessionEnded(session=old.id, person=old.person), by=person)
    desk.seat(session)
    return change


def begin_session(act: Acting, session: str, proved: Proved, password: str) -> Change:
    """Somebody who was proved is at the screen from now on, for so many hours, and signs for it."""
    person = proved.person.handle
    began = SessionBegan(
        session=session,
        person=person,
        station=act.desk.logbook.station,
        expires_at=act.moment.now + SESSION_LASTS,
        turned_away=proved.turned_away,
    )
    signature = signature_of(proved, act.desk, password, Proof.PASSWORD, Meaning.SIGNED_IN)
    return act.enter(began, by=person, signatures=(signature,))


def may_sign_out(moment: Moment) -> Refusal | None:
    """Anybody who is signed in, also before a locked screen."""
    if moment.session is not None and moment.session.ended_at is None:
        return None
    return moment.present()


def sign_out(desk: Desk) -> Change:
    """End the session."""
    with desk.acting("sign_out", _about(desk)) as act:
        act.ask(may_sign_out(act.moment))
        change = act.enter(SessionEnded(session=_session(act.moment).id, person=_session(act.moment).person))
    desk.seat(None)
    return change


def may_lock_screen(moment: Moment) -> Refusal | None:
    """Anybody who is signed in; twice is once too often."""
    return moment.guard("lock_screen")


def lock_screen(desk: Desk) -> Change:
    """Lock the screen; what was being written stays."""
    with desk.acting("lock_screen", _about(desk)) as act:
        act.ask(may_lock_screen(act.moment))
        session = _session(act.moment)
        return act.enter(SessionLocked(session=session.id, person=session.person))


def may_unlock_screen(moment: Moment) -> Refusal | None:
    """Whether there is a locked session that can go on."""
    refusal = moment.present()
    if refusal is None:
        return Refusal("not-locked", "The screen is not locked.", "Nothing was changed.", "Just continue.")
    return None if refusal.code == "locked" else refusal


def unlock_screen(desk: Desk, *, secret: str, proof: Proof = Proof.PIN) -> Change:
    """Go on with a locked session by PIN, or by password where the PIN is forgotten."""
    with desk.looking() as moment:
        refusal = may_unlock_screen(moment)
        person = moment.person
    signatures: tuple[Signature, ...] = ()
    if refusal is None and person is not None:
        proved = prove(desk, name=person.handle, secret=secret, proof=proof)
        signatures = (signature_of(proved, desk, secret, proof, Meaning.UNLOCKED),)
    with desk.acting("unlock_screen", _about(desk)) as act:
        act.ask(first(refusal, may_unlock_screen(act.moment)))
        session = _session(act.moment)
        unlocked = SessionUnlocked(session=session.id, person=session.person, proof=proof)
        return act.enter(unlocked, signatures=signatures)


def _about(desk: Desk) -> Subject:
    return Subject("session", desk.session) if desk.session else Subject("station", desk.logbook.station)


def _session(moment: Moment) -> Session:
    if moment.session is None:
        raise LookupError("no session; ask may_… first")
    return moment.session
