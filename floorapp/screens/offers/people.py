"""Acts on people: added, renamed, given another role, disabled and enabled, let in again; secrets set anew."""

from __future__ import annotations

from floorapp.domain.people import SIGNING_ONLY, Person, Role
from floorapp.operations.acts import people
from floorapp.operations.desk import Change, Desk
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refused, bad_input
from floorapp.screens.forms import Act, Asked, Form
from floorapp.screens.offers.offer import Offer, Values
from floorapp.screens.phrases import role_of

ROLES = {role_of(role): role for role in Role}

#: Acts that ask for a reason and nothing else: title, button, what it means.
REASONED = {
    "disable_person": ("Disable", "No signing in and no signing; what they did stays."),
    "enable_person": ("Enable", "They can sign in and sign again."),
    "readmit_person": ("Let in again", "Wrong guesses are forgotten."),
}


def people_offer(moment: Moment, act: str, id: str) -> Offer | None:
    """The act of a key in the people's section."""
    if act == "add_person":
        return _add()
    if act == "change_password":
        return _own("change_password", "My password", "Old password", "New password")
    if act == "change_pin":
        return _own("change_pin", "My PIN", "Password", "New PIN")
    known = moment.state.get(Person, id)
    if known is None:
        return None
    if act in REASONED:
        return _reasoned(act, known)
    makers = {
        "rename_person": _rename,
        "change_role": _change_role,
        "reset_password": _reset_password,
        "reset_pin": _reset_pin,
    }
    return makers[act](known) if act in makers else None


def _add() -> Offer:
    form = Form(
        "add_person",
        "house",
        "A new person",
        "The sign-in name is theirs for good and never given again.",
        (),
        (
            Asked("name", "Name"),
            Asked("handle", "Sign-in name", hint="m.ortiz", beside=True),
            Asked("role", "Role", choices=tuple(ROLES)),
            Asked("pin", "First PIN", secret=True),
            Asked("password", "First password; dealers and security have none", secret=True, needed=False),
        ),
        Act("do", "Add", "F9"),
        "They change both when they first sign in.",
    )

    def do(desk: Desk, values: Values) -> Change:
        role = ROLES[values["role"]]
        password = values["password"] or None
        if role in SIGNING_ONLY and not values["password"]:
            password = None
        return people.add_person(
            desk, handle=values["handle"], name=values["name"], role=role, pin=values["pin"], password=password
        )

    return Offer(do, form)


def _own(act: str, title: str, old: str, new: str) -> Offer:
    form = Form(
        act,
        "own",
        title,
        "",
        (),
        (
            Asked("old", old, secret=True),
            Asked("new", new, secret=True),
            Asked("again", "Once more", secret=True, beside=True),
        ),
        Act("do", "Change", "F9"),
    )

    def do(desk: Desk, values: Values) -> Change:
        _same(values)
        if act == "change_pin":
            return people.change_pin(desk, password=values["old"], new=values["new"])
        return people.change_password(desk, old=values["old"], new=values["new"])

    return Offer(do, form)


def _same(values: Values) -> None:
    if values["new"] != values["again"]:
        raise Refused(bad_input("The two are not the same.", "Type both again."))


def _reasoned(act: str, known: Person) -> Offer:
    verb, means = REASONED[act]
    form = Form(act, known.handle, f"{verb}: {known.name}", means, (), (Asked("reason", "Why"),), Act("do", verb, "F9"))
    doing = {
        "disable_person": people.disable_person,
        "enable_person": people.enable_person,
        "readmit_person": people.readmit_person,
    }[act]
    return Offer(lambda desk, v: doing(desk, person=known.handle, reason=v["reason"]), form)


def _rename(known: Person) -> Offer:
    form = Form(
        "rename_person",
        known.handle,
        f"Rename {known.name}",
        "The sign-in name stays.",
        (),
        (Asked("name", "Name", known.name),),
        Act("do", "Rename", "F9"),
    )
    return Offer(lambda desk, v: people.rename_person(desk, person=known.handle, name=v["name"]), form)


def _change_role(known: Person) -> Offer:
    form = Form(
        "change_role",
        known.handle,
        f"Role of {known.name}",
        f"Now: {role_of(known.role).lower()}.",
        (),
        (Asked("role", "New role", role_of(known.role), choices=tuple(ROLES)), Asked("reason", "Why")),
        Act("do", "Change", "F9"),
    )

    def do(desk: Desk, values: Values) -> Change:
        return people.change_role(desk, person=known.handle, role=ROLES[values["role"]], reason=values["reason"])

    return Offer(do, form)


def _reset_password(known: Person) -> Offer:
    form = Form(
        "reset_password",
        known.handle,
        f"New password for {known.name}",
        "",
        (),
        (Asked("new", "New password", secret=True), Asked("again", "Once more", secret=True, beside=True)),
        Act("do", "Set", "F9"),
    )

    def do(desk: Desk, values: Values) -> Change:
        _same(values)
        return people.reset_password(desk, person=known.handle, password=values["new"])

    return Offer(do, form)


def _reset_pin(known: Person) -> Offer:
    form = Form(
        "reset_pin",
        known.handle,
        f"New PIN for {known.name}",
        "",
        (),
        (Asked("new", "New PIN", secret=True), Asked("again", "Once more", secret=True, beside=True)),
        Act("do", "Set", "F9"),
    )

    def do(desk: Desk, values: Values) -> Change:
        _same(values)
        return people.reset_pin(desk, person=known.handle, pin=values["new"])

    return Offer(do, form)
