"""`floorapp people`: who works here, who may do what, adding and changing people, and the owner's door."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from collections.abc import Callable
from pathlib import Path

from floorapp.commands.at_desk import Works, ask_secret, at_desk, open_floor, person_argument, recorded, sign_head, work
from floorapp.domain.people import SIGNING_ONLY, Badge, Person, Role
from floorapp.domain.typed_time import DATES_LIKE, read_date
from floorapp.domain.written_time import PLAIN
from floorapp.operations.acts import people
from floorapp.operations.canonical import instant_text
from floorapp.operations.desk import Change, Desk
from floorapp.operations.listed import read_text
from floorapp.operations.moment import role_words
from floorapp.operations.people_list import add_people, hash_people, read_people
from floorapp.operations.permissions import AT_SCREEN, MATRIX, WORDS
from floorapp.operations.refusal import Refused, bad_input


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Manages the people of a property. Nobody is ever deleted."
    works = parser.add_subparsers(title="what to do", metavar="WHAT", dest="what", required=True)
    lists = work(works, "list", "who works here", _list)
    lists.add_argument("--json", action="store_true", help="one JSON object a line")
    work(works, "matrix", "permissions", _matrix)
    adds = _act(works, "add", "add a person; PIN and password are asked for", _add)
    adds.add_argument("--name", required=True, help="the person's full name")
    adds.add_argument("--role", required=True, type=Role, choices=list(Role), help="the person's role")
    _badge_arguments(adds)
    _badge_arguments(_act(works, "badge", "set a person's title, department and license", _badge))
    imports = work(works, "import", "add people from a list (CSV): all of them, or none", _import)
    imports.epilog = (
        "The first line names the columns: sign-in name, name, role, PIN; password for those who work at a screen; "
        "title, department, license and expires where they are known. Every error is named with its line."
    )
    imports.add_argument("file", metavar="FILE", type=Path, help="the list, in UTF-8")
    person_argument(imports)
    renames = _act(works, "rename", "rename a person", _rename)
    renames.add_argument("name", help="the new name")
    roles = _act(works, "role", "give a person another role", _role)
    roles.add_argument("role", type=Role, choices=list(Role))
    for name, help_, act in (
        ("disable", "stop a person from signing in and signing", people.disable_person),
        ("enable", "let a disabled person work again", people.enable_person),
        ("readmit", "unlock a person after too many failed attempts", people.readmit_person),
    ):
        _reason(_act(works, name, help_, _reasoned(act)))
    _reason(roles)
    _act(works, "password", "give a person a new password", _password)
    _act(works, "pin", "give a person a new PIN", _pin)
    rescues = work(works, "rescue", "the owner's door: a new password for an administrator, on record", _rescue)
    rescues.add_argument("handle", metavar="WHO", help="the administrator's sign-in name")
    _reason(rescues)


def _act(
    works: Works, name: str, help_: str, act: Callable[[Desk, argparse.Namespace], Change]
) -> argparse.ArgumentParser:
    """A work that somebody signs in for."""

    def does(call: argparse.Namespace) -> int:
        with at_desk(call) as desk:
            return recorded(act(desk, call))

    parser = work(works, name, help_, does)
    parser.add_argument("handle", metavar="WHO", help="the person's sign-in name")
    person_argument(parser)
    return parser


def _badge_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--title", default="", help="such as “Floor supervisor”")
    parser.add_argument("--department", default="", help="such as “Table games”")
    parser.add_argument("--license", default="", metavar="NUMBER", help="license (credential) number")
    parser.add_argument("--expires", metavar="DATE", help="the license's last day, such as 11/15/2027 or 2027-11-15")


def _badge_of(desk: Desk, call: argparse.Namespace) -> Badge:
    with desk.looking() as moment:
        today = moment.today
    expires = read_date(call.expires, today) if call.expires else None
    if call.expires and expires is None:
        raise Refused(bad_input(f"“{call.expires}” is not a date.", f"Write it like {DATES_LIKE}."))
    return Badge(call.title, call.department, call.license, expires)


def _reason(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--reason", required=True, help="reason; it is on record")


def run(call: argparse.Namespace) -> int:
    return int(call.does(call))


def _list(call: argparse.Namespace) -> int:
    store, _ = open_floor(call)
    try:
        with store.reading() as state:
            found = state.find(Person)
    finally:
        store.close()
    for person in found:
        print(_as_json(person) if call.json else _in_words(person))
    return 0


def _as_json(person: Person) -> str:
    told = dataclasses.asdict(person) | {"added_at": instant_text(person.added_at)}
    told["given_at"] = None if person.given_at is None else instant_text(person.given_at)
    expires = person.badge.expires
    badge = told.pop("badge") | {"expires": expires.isoformat() if expires else None}
    return json.dumps(told | badge, ensure_ascii=False)


def _in_words(person: Person) -> str:
    notes = [] if person.enabled else ["disabled"]
    notes += ["locked out"] if person.locked_out else []
    if person.badge.license:
        expires = person.badge.expires
        until = f", expires {PLAIN.date(expires)}" if expires else ""
        notes.append(f"license {person.badge.license}{until}")
    told = f"{person.handle:20} {person.title:36} {person.name}"
    return f"{told} ({', '.join(notes)})" if notes else told


def _matrix(_call: argparse.Namespace) -> int:
    roles = [role for role in Role if role in AT_SCREEN]
    wide = max(map(len, WORDS.values())) + 2
    print(" " * wide + "  ".join(f"{role_words(role):18}" for role in roles).rstrip())
    for act, words in WORDS.items():
        may = "  ".join(f"{'yes' if role in MATRIX[act] else '–':18}" for role in roles)
        print(f"{words:{wide}}{may}".rstrip())
    return 0


def _add(desk: Desk, call: argparse.Namespace) -> Change:
    pin = ask_secret(f"PIN for {call.handle}")
    password = None if call.role in SIGNING_ONLY else ask_secret(f"First password for {call.handle}")
    return people.add_person(
        desk,
        handle=call.handle,
        name=call.name,
        role=call.role,
        pin=pin,
        password=password,
        badge=_badge_of(desk, call),
    )


def _badge(desk: Desk, call: argparse.Namespace) -> Change:
    return people.set_badge(desk, person=call.handle, badge=_badge_of(desk, call))


def _import(call: argparse.Namespace) -> int:
    text = read_text(call.file)
    with at_desk(call) as desk:
        with desk.looking() as moment:
            read = read_people(moment, text)
        for fault in read.faults:
            print(f"line {fault.line}: {fault.says}", file=sys.stderr)
        if read.faults:
            print("Nobody was added. Fix the errors, then import the file again.", file=sys.stderr)
            return 1
        hashes = hash_people(desk.hasher, read.people, lambda _done, _whole: None)
        change = add_people(desk, read.people, hashes)
        print(f"{len(read.people)} added.")
        return recorded(change)


def _rename(desk: Desk, call: argparse.Namespace) -> Change:
    return people.rename_person(desk, person=call.handle, name=call.name)


def _role(desk: Desk, call: argparse.Namespace) -> Change:
    return people.change_role(desk, person=call.handle, role=call.role, reason=call.reason)


def _reasoned(act: Callable[..., Change]) -> Callable[[Desk, argparse.Namespace], Change]:
    return lambda desk, call: act(desk, person=call.handle, reason=call.reason)


def _password(desk: Desk, call: argparse.Namespace) -> Change:
    return people.reset_password(desk, person=call.handle, password=ask_secret(f"New password for {call.handle}"))


def _pin(desk: Desk, call: argparse.Namespace) -> Change:
    return people.reset_pin(desk, person=call.handle, pin=ask_secret(f"New PIN for {call.handle}"))


def _rescue(call: argparse.Namespace) -> int:
    store, desk = open_floor(call)
    try:
        password = ask_secret(f"New password for {call.handle}")
        change = people.rescue_administrator(desk, person=call.handle, password=password, reason=call.reason)
        sign_head(call, desk)
        return recorded(change)
    finally:
        store.close()
