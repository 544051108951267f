"""Acts on people: added, renamed, given another role, disabled and enabled, let in again; secrets set anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from floorapp.domain.people import NO_BADGE, SIGNING_ONLY, Badge, Person, Role
from floorapp.domain.typed_time import DATES_LIKE, read_date
from floorapp.operations.act_row import ActRow
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import people
from floorapp.operations.desk import Change, Desk
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refused, bad_input
from floorapp.screens.forms import Act, Asked, Form
from floorapp.screens.offers.offer import Doing, Maker, Offer, Values
from floorapp.screens.phrases import role_of
from floorapp.screens.snapshot import Snapshot

#: One that another begins with comes first: typing *security* chooses it.
ROLES = {role_of(role): role for role in sorted(Role, key=lambda role: role is Role.STORAGE)}


def _about(make: Callable[[Person], Offer]) -> Maker:
    """A form about somebody who is on record."""

    def offered(snapshot: Snapshot, handle: str) -> Offer | None:
        known = snapshot.moment.state.get(Person, handle)
        return make(known) if known is not None else None

    return offered


def _badge_asked(known: Badge, moment: Moment) -> tuple[Asked, ...]:
    """What a badge says, as it is asked for."""
    expires = "" if known.expires is None else moment.house.style.date(known.expires)
    return (
        Asked("title", "Title", known.title, hint="Floor supervisor", needed=False),
        Asked("department", "Department", known.department, hint="Table games", needed=False, beside=True),
        Asked("license", "License (credential) number", known.license, needed=False),
        Asked("expires", "License expires", expires, hint=DATES_LIKE, needed=False, beside=True),
    )


def _badge(values: Values, moment: Moment) -> Badge:
    typed = values["expires"].strip()
    expires = read_date(typed, moment.today) if typed else None
    if typed and expires is None:
        raise Refused(bad_input(f"“{typed}” is not a date.", f"Type it like {DATES_LIKE}."))
    return Badge(values["title"].strip(), values["department"].strip(), values["license"].strip(), expires)


def add_person(snapshot: Snapshot, _id: str) -> Offer:
    """Somebody new, with a first PIN and password."""
    form = Form(
        Acts.add_person.name,
        "house",
        "New person",
        "The sign-in name is permanent and never reused.",
        (),
        (
            Asked("name", "Name"),
            Asked("handle", "Sign-in name", hint="m.ortiz", beside=True),
            Asked("role", "Role", choices=tuple(ROLES)),
            *_badge_asked(NO_BADGE, snapshot.moment),
            Asked("pin", "First PIN", secret=True),
            Asked("password", "First password; dealers and security have none", secret=True, needed=False),
        ),
        Act("do", "Add", "F9"),
        "They choose their own when they first sign in; dealers and security do at the sign-in screen.",
    )

    def do(desk: Desk, values: Values) -> Change:
        role = ROLES[values["role"]]
        password = values["password"] or None
        if role in SIGNING_ONLY and not values["password"]:
            password = None
        return people.add_person(
            desk,
            handle=values["handle"],
            name=values["name"],
            role=role,
            pin=values["pin"],
            password=password,
            badge=_badge(values, snapshot.moment),
        )

    return Offer(do, form)


def _own(row: ActRow, title: str, old: str, new: str, done: Doing) -> Maker:
    """One's own secret, typed twice after another one was proved."""
    form = Form(
        row.name,
        "own",
        title,
        "",
        (),
        (
            Asked("old", old, secret=True),
            Asked("new", new, secret=True),
            Asked("again", f"{new} again", secret=True, beside=True),
        ),
        Act("do", "Change", "F9"),
    )

    def do(desk: Desk, values: Values) -> Change:
        _same(values)
        return done(desk, values)

    return lambda _snapshot, _id: Offer(do, form)


change_password = _own(
    Acts.change_password,
    "My password",
    "Old password",
    "New password",
    lambda desk, v: people.change_password(desk, old=v["old"], new=v["new"]),
)
change_pin = _own(
    Acts.change_pin,
    "My PIN",
    "Password",
    "New PIN",
    lambda desk, v: people.change_pin(desk, password=v["old"], new=v["new"]),
)


def _same(values: Values) -> None:
    if values["new"] != values["again"]:
        raise Refused(bad_input("The two do not match.", "Type both again."))


class _WithReason(Protocol):
    """An act about a person that asks for nothing but a reason."""

    def __call__(self, desk: Desk, /, *, person: str, reason: str) -> Change: ...


def _reasoned(row: ActRow, done: _WithReason, verb: str, means: str) -> Maker:
    def make(known: Person) -> Offer:
        asks = (Asked("reason", "Reason"),)
        form = Form(row.name, known.handle, f"{verb}: {known.name}", means, (), asks, Act("do", verb, "F9"))
        return Offer(lambda desk, v: done(desk, person=known.handle, reason=v["reason"]), form)

    return _about(make)


disable_person = _reasoned(
    Acts.disable_person, people.disable_person, "Disable", "They cannot sign in or sign; their entries stay on record."
)
enable_person = _reasoned(Acts.enable_person, people.enable_person, "Enable", "They can sign in and sign again.")
readmit_person = _reasoned(Acts.readmit_person, people.readmit_person, "Unlock", "Clears the failed attempts.")


@_about
def rename_person(known: Person) -> Offer:
    form = Form(
        Acts.rename_person.name,
        known.handle,
        f"Rename {known.name}",
        "The sign-in name stays.",
        (),
        (Asked("name", "Name", known.name),),
        Act("do", "Rename", "F9"),
    )
    return Offer(lambda desk, v: people.rename_person(desk, person=known.handle, name=v["name"]), form)


@_about
def change_role(known: Person) -> Offer:
    form = Form(
        Acts.change_role.name,
        known.handle,
        f"Role of {known.name}",
        f"Now: {role_of(known.role).lower()}.",
        (),
        (
            Asked("role", "New role", choices=tuple(each for each in ROLES if ROLES[each] is not known.role)),
            Asked("reason", "Reason"),
        ),
        Act("do", "Change", "F9"),
    )

    def do(desk: Desk, values: Values) -> Change:
        return people.change_role(desk, person=known.handle, role=ROLES[values["role"]], reason=values["reason"])

    return Offer(do, form)


def set_badge(snapshot: Snapshot, handle: str) -> Offer | None:
    """Title, department and license of somebody who is on record."""
    moment = snapshot.moment
    known = moment.state.get(Person, handle)
    if known is None:
        return None
    form = Form(
        Acts.set_badge.name,
        handle,
        f"Title and license of {known.name}",
        "Reports and signatures show them from now on; what was signed before stays as it was.",
        (),
        _badge_asked(known.badge, moment),
        Act("do", "Save", "F9"),
    )
    return Offer(lambda desk, v: people.set_badge(desk, person=handle, badge=_badge(v, moment)), form)


@_about
def reset_password(known: Person) -> Offer:
    form = Form(
        Acts.reset_password.name,
        known.handle,
        f"New password for {known.name}",
        "",
        (),
        (Asked("new", "New password", secret=True), Asked("again", "New password again", secret=True, beside=True)),
        Act("do", "Set", "F9"),
    )

    def do(desk: Desk, values: Values) -> Change:
        _same(values)
        return people.reset_password(desk, person=known.handle, password=values["new"])

    return Offer(do, form)


@_about
def reset_pin(known: Person) -> Offer:
    form = Form(
        Acts.reset_pin.name,
        known.handle,
        f"New PIN for {known.name}",
        "",
        (),
        (Asked("new", "New PIN", secret=True), Asked("again", "New PIN again", secret=True, beside=True)),
        Act("do", "Set", "F9"),
    )

    def do(desk: Desk, values: Values) -> Change:
        _same(values)
        return people.reset_pin(desk, person=known.handle, pin=values["new"])

    return Offer(do, form)
