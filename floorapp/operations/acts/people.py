"""Adding people, changing what they are, disabling them, and their passwords and PINs."""

from __future__ import annotations

from collections.abc import Mapping

from floorapp.domain.findings import Noted
from floorapp.domain.people import NO_BADGE, SIGNING_ONLY, Badge, Person, Role
from floorapp.operations.acts.credentials import prove, signature_of
from floorapp.operations.acts.new_person import NewPerson, bad_badge, bad_handle, bad_password, bad_person, bad_pin
from floorapp.operations.credentials import Guesses, NewSecret, guess_key, handle_of, new_secret, setting_of
from floorapp.operations.desk import Acting, Change, Desk
from floorapp.operations.entry import Proof
from floorapp.operations.facts.people import (
    AdministratorRescued,
    BadgeSet,
    PasswordSet,
    PersonAdded,
    PersonDisabled,
    PersonEnabled,
    PersonRenamed,
    PinSet,
    Readmitted,
    RoleChanged,
)
from floorapp.operations.facts.registry import Fact, Subject
from floorapp.operations.lookalikes import drawn
from floorapp.operations.moment import Moment, a_role
from floorapp.operations.refusal import Refusal, Refused, bad_input, first, needs_name, needs_words, unknown
from floorapp.operations.signatures import Meaning


def may_add_person(moment: Moment, *, handle: str) -> Refusal | None:
    """An administrator, and a handle nobody has ever had."""
    refusal = first(moment.guard("add_person"), bad_handle(handle_of(handle)))
    if refusal is None and moment.state.get(Person, handle_of(handle)) is not None:
        return Refusal(
            "taken",
            f"The sign-in name {handle_of(handle)} is already taken.",
            "Nobody was added.",
            "Choose another name; names are never reused.",
        )
    return refusal


def add_person(
    desk: Desk,
    *,
    handle: str,
    name: str,
    role: Role,
    pin: str,
    password: str | None = None,
    badge: Badge = NO_BADGE,
    hashes: Mapping[Proof, NewSecret] | None = None,
) -> Change:
    """Add a person; those who work at a screen get a password, everybody a PIN to sign with.

    The hashes of these take long to make; who adds many has made them before.
    """
    new = NewPerson(handle_of(handle), name, role, pin, password, badge)
    kept = new.hashed(desk.hasher) if hashes is None else hashes
    with desk.acting("add_person", Subject("person", new.handle)) as act:
        act.ask(
            may_add_person(act.moment, handle=new.handle), bad_person(new), _looks_like_another(act.moment, new.name)
        )
        facts: list[Fact] = [PersonAdded(person=new.handle, name=name.strip(), role=role)]
        if badge != NO_BADGE:
            facts.append(BadgeSet(person=new.handle, badge=badge))
        facts += [keep_secret(act, new.handle, proof, each, by_owner=False) for proof, each in kept.items()]
        return act.enter(*facts)


def _known(moment: Moment, act: str, person: str) -> Refusal | None:
    refusal = moment.guard(act)
    if refusal is None and moment.state.get(Person, person) is None:
        return unknown("person", person)
    return refusal


def _last_administrator(moment: Moment, person: str) -> Refusal | None:
    """Somebody must be left who can let people in."""
    admins = moment.state.find(Person, role=Role.ADMINISTRATOR, enabled=True)
    if [admin.handle for admin in admins] == [person]:
        return Refusal(
            "last-administrator",
            "This is the only administrator.",
            "Nothing was changed; without one nobody could be added or unlocked.",
            "Make somebody else an administrator first.",
        )
    return None


def _looks_like_another(moment: Moment, name: str, person: str = "") -> Refusal | None:
    """Two people may have one name; none is named in other letters that look like somebody else's."""
    for other in moment.state.find(Person):
        if other.handle != person and other.name != name.strip() and drawn(other.name) == drawn(name):
            happened = f"“{name.strip()}” looks like {other.name} ({other.handle}) and is spelled in other letters."
            return bad_input(happened, "Type the name on the keyboard; do not paste it.", "name")
    return None


def _not_oneself(moment: Moment, person: str) -> Refusal | None:
    if moment.person is not None and moment.person.handle == person:
        return Refusal("oneself", "That is you.", "Nothing was changed.", "Another administrator has to do this.")
    return None


def may_rename_person(moment: Moment, *, person: str) -> Refusal | None:
    """An administrator, for somebody who exists."""
    return _known(moment, "rename_person", person)


def rename_person(desk: Desk, *, person: str, name: str) -> Change:
    """Write a person's name differently; the handle stays."""
    with desk.acting("rename_person", Subject("person", person)) as act:
        act.ask(
            may_rename_person(act.moment, person=person),
            needs_name(name, "name"),
            _looks_like_another(act.moment, name, person),
        )
        return act.enter(PersonRenamed(person=person, name=name.strip()))


def may_set_badge(moment: Moment, *, person: str) -> Refusal | None:
    """An administrator, for somebody who exists."""
    return _known(moment, "set_badge", person)


def set_badge(desk: Desk, *, person: str, badge: Badge) -> Change:
    """Set a person's title, department, license number and its expiry, from now on."""
    with desk.acting("set_badge", Subject("person", person)) as act:
        act.ask(may_set_badge(act.moment, person=person), bad_badge(badge))
        return act.enter(BadgeSet(person=person, badge=badge))


def may_change_role(moment: Moment, *, person: str, role: Role) -> Refusal | None:
    """An administrator, not for oneself, and never the last administrator away."""
    refusal = first(_known(moment, "change_role", person), _not_oneself(moment, person))
    known = moment.state.get(Person, person)
    if refusal is not None or known is None:
        return refusal
    if known.role is role:
        return bad_input(f"{known.name} is already {a_role(role)}.", "Choose another role.")
    if known.role is Role.ADMINISTRATOR:
        return _last_administrator(moment, person)
    if known.role in SIGNING_ONLY and role not in SIGNING_ONLY and not known.has_password:
        return Refusal(
            "no-password",
            f"{known.name} has no password yet.",
            f"{a_role(role).capitalize()} signs in with one; the role was not changed.",
            "Give the person a password first.",
        )
    return None


def change_role(desk: Desk, *, person: str, role: Role, reason: str) -> Change:
    """Give a person another role, from now on."""
    with desk.acting("change_role", Subject("person", person)) as act:
        act.ask(may_change_role(act.moment, person=person, role=role), needs_words(reason, "reason"))
        return act.enter(RoleChanged(person=person, role=role, reason=reason.strip()))


def may_disable_person(moment: Moment, *, person: str) -> Refusal | None:
    """An administrator, not oneself, not the last administrator, not twice."""
    refusal = first(_known(moment, "disable_person", person), _not_oneself(moment, person))
    known = moment.state.get(Person, person)
    if refusal is None and known is not None and not known.enabled:
        return bad_input(f"{known.name} is already disabled.", "Nothing to do.")
    return refusal or _last_administrator(moment, person)


def disable_person(desk: Desk, *, person: str, reason: str) -> Change:
    """Disable a person: no signing in, no signing; what they did stays."""
    with desk.acting("disable_person", Subject("person", person)) as act:
        act.ask(may_disable_person(act.moment, person=person), needs_words(reason, "reason"))
        return act.enter(PersonDisabled(person=person, reason=reason.strip()))


def may_enable_person(moment: Moment, *, person: str) -> Refusal | None:
    """An administrator, for somebody who is disabled."""
    refusal = _known(moment, "enable_person", person)
    known = moment.state.get(Person, person)
    if refusal is None and known is not None and known.enabled:
        return bad_input(f"{known.name} is not disabled.", "Nothing to do.")
    return refusal


def enable_person(desk: Desk, *, person: str, reason: str) -> Change:
    """Let a disabled person work again."""
    with desk.acting("enable_person", Subject("person", person)) as act:
        act.ask(may_enable_person(act.moment, person=person), needs_words(reason, "reason"))
        return act.enter(PersonEnabled(person=person, reason=reason.strip()))


def may_readmit_person(moment: Moment, *, person: str) -> Refusal | None:
    """An administrator, for somebody locked out by wrong guesses."""
    refusal = _known(moment, "readmit_person", person)
    known = moment.state.get(Person, person)
    if refusal is None and known is not None and not known.locked_out:
        return bad_input(f"{known.name} is not locked out.", "Nothing to do.")
    return refusal


def readmit_person(desk: Desk, *, person: str, reason: str) -> Change:
    """Let a locked-out person try again."""
    with desk.acting("readmit_person", Subject("person", person)) as act:
        act.ask(may_readmit_person(act.moment, person=person), needs_words(reason, "reason"))
        for proof in Proof:
            act.writing.credentials.count(guess_key(person, proof), Guesses())
        return act.enter(Readmitted(person=person, reason=reason.strip()))


def may_reset_password(moment: Moment, *, person: str) -> Refusal | None:
    """An administrator, for somebody who exists."""
    return _known(moment, "reset_password", person)


def reset_password(desk: Desk, *, person: str, password: str) -> Change:
    """Give a person a new password."""
    new = new_secret(desk.hasher, password)
    with desk.acting("reset_password", Subject("person", person)) as act:
        act.ask(may_reset_password(act.moment, person=person), bad_password(password, person))
        return act.enter(keep_secret(act, person, Proof.PASSWORD, new, by_owner=False))


def may_rescue_administrator(moment: Moment, *, person: str) -> Refusal | None:
    """Whoever owns the machine, before any sign-in: for an administrator who works here."""
    known = moment.state.get(Person, person)
    if known is None:
        return unknown("person", person)
    if known.role is not Role.ADMINISTRATOR or not known.enabled:
        return Refusal(
            "no-administrator",
            f"{known.name} is not an active administrator.",
            "Nothing was changed.",
            "Name an administrator; they can help everybody else.",
        )
    return None


def rescue_administrator(desk: Desk, *, person: str, password: str, reason: str) -> Change:
    """Let an administrator in again when nobody else can, by whoever has the machine; it is a finding."""
    person, new = handle_of(person), new_secret(desk.hasher, password)
    with desk.acting("rescue_administrator", Subject("person", person)) as act:
        act.ask(
            may_rescue_administrator(act.moment, person=person),
            needs_words(reason, "reason"),
            bad_password(password, person),
        )
        for proof in Proof:
            act.writing.credentials.count(guess_key(person, proof), Guesses())
        says = f"The password of {act.moment.called(person)} was set from this computer, without a sign-in."
        rescued = AdministratorRescued(
            person=person, reason=reason.strip(), findings=(Noted("administrator-rescued", "", says),)
        )
        return act.enter(rescued, keep_secret(act, person, Proof.PASSWORD, new, by_owner=False))


def may_reset_pin(moment: Moment, *, person: str) -> Refusal | None:
    """An administrator, for somebody who exists."""
    return _known(moment, "reset_pin", person)


def reset_pin(desk: Desk, *, person: str, pin: str) -> Change:
    """Give a person a new PIN."""
    new = new_secret(desk.hasher, pin)
    with desk.acting("reset_pin", Subject("person", person)) as act:
        act.ask(may_reset_pin(act.moment, person=person), bad_pin(pin))
        return act.enter(keep_secret(act, person, Proof.PIN, new, by_owner=False))


def may_change_password(moment: Moment) -> Refusal | None:
    """Anybody at a screen, their own."""
    return moment.guard("change_password")


def change_password(desk: Desk, *, old: str, new: str) -> Change:
    """Change one's own password; the old one is asked for."""
    return _change_own(desk, "change_password", old, new, Proof.PASSWORD)


def may_change_pin(moment: Moment) -> Refusal | None:
    """Anybody at a screen, their own."""
    return moment.guard("change_pin")


def change_pin(desk: Desk, *, password: str, new: str) -> Change:
    """Change one's own PIN; the password is asked for."""
    return _change_own(desk, "change_pin", password, new, Proof.PIN)


def may_choose_pin(person: Person) -> Refusal | None:
    """Those who only sign; who works at a screen signs in first."""
    if person.role in SIGNING_ONLY:
        return None
    return bad_input(f"{person.name} signs in with a password.", "Sign in, and change the PIN under Settings, People.")


def choose_pin(desk: Desk, *, person: str, old: str, new: str) -> Change:
    """Choose a PIN of one's own in place of the one an administrator gave: for those who never sign in."""
    proved = prove(desk, name=person, secret=old, proof=Proof.PIN)
    handle, secret = proved.person.handle, new_secret(desk.hasher, new)
    with desk.acting("choose_pin", Subject("person", handle)) as act:
        act.ask(may_choose_pin(proved.person), bad_pin(new), _the_same(act, handle, Proof.PIN, new))
        signature = signature_of(proved, desk, old, Proof.PIN, Meaning.CHOSE_PIN)
        chosen = keep_secret(act, handle, Proof.PIN, secret, by_owner=True)
        return act.enter(chosen, by=handle, signatures=(signature,))


def _change_own(desk: Desk, name: str, password: str, new: str, proof: Proof) -> Change:
    return change_own({proof: new}, desk=desk, name=name, password=password)


def change_own(chosen: Mapping[Proof, str], *, desk: Desk, name: str, password: str) -> Change:
    """Put secrets of one's own in place of those one has, all in one act; none may stay the same."""
    person = None
    with desk.looking() as moment:
        if moment.guard(name) is None:
            person = moment.actor
    about = Subject("person", person) if person else Subject("station", desk.logbook.station)
    if person is not None:
        prove(desk, name=person, secret=password, proof=Proof.PASSWORD)
    secrets = {proof: new_secret(desk.hasher, new) for proof, new in chosen.items()}
    with desk.acting(name, about) as act:
        act.ask(act.moment.guard(name))
        if person is None or person != act.moment.actor:
            raise Refused(bad_input("Someone else signed in in the meantime.", "Try again."))
        for proof, new in chosen.items():
            act.ask(
                bad_pin(new) if proof is Proof.PIN else bad_password(new, person), _the_same(act, person, proof, new)
            )
        return act.enter(*(keep_secret(act, person, proof, new, by_owner=True) for proof, new in secrets.items()))


def _the_same(act: Acting, person: str, proof: Proof, new: str) -> Refusal | None:
    """A secret that others may know is not chosen again."""
    secrets = act.writing.credentials
    known = secrets.asked(person, proof)
    if known is None or secrets.proved(person, proof, act.desk.hasher.again(setting_of(known), new)) is None:
        return None
    what = "PIN" if proof is Proof.PIN else "password"
    return bad_input(f"That is the {what} you have.", f"Choose another {what}.", what.lower())


def keep_secret(act: Acting, person: str, proof: Proof, new: NewSecret, *, by_owner: bool) -> Fact:
    """Keep the hash of a secret; answers the fact that says so."""
    act.writing.credentials.keep(person, proof, new.hashed)
    kind = PinSet if proof is Proof.PIN else PasswordSet
    return kind(person=person, by_owner=by_owner, digest=new.digest, key=new.key)
