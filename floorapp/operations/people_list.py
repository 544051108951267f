"""People from a list: one line a person, read whole, every fault named with its line before anything is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from floorapp.domain.people import Badge, Person, Role
from floorapp.domain.typed_time import DATES_LIKE, read_date
from floorapp.domain.values import dataclass
from floorapp.operations.act_table import Acts
from floorapp.operations.acts.new_person import NewPerson, bad_person
from floorapp.operations.acts.people import add_person
from floorapp.operations.credentials import Hasher, NewSecret, handle_of
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Proof
from floorapp.operations.facts.registry import Subject
from floorapp.operations.listed import ListFault, read_list
from floorapp.operations.moment import Moment, role_words

#: What a list names a column, in any case; a property's own list rarely says it exactly so.
COLUMNS = {
    "sign-in name": "sign-in name",
    "sign-in": "sign-in name",
    "sign in": "sign-in name",
    "login": "sign-in name",
    "user": "sign-in name",
    "username": "sign-in name",
    "name": "name",
    "full name": "name",
    "role": "role",
    "title": "title",
    "job title": "title",
    "department": "department",
    "dept": "department",
    "license": "license",
    "license number": "license",
    "credential": "license",
    "credential number": "license",
    "badge": "license",
    "expires": "expires",
    "expiry": "expires",
    "expiration": "expires",
    "expiration date": "expires",
    "license expires": "expires",
    "pin": "PIN",
    "first pin": "PIN",
    "password": "password",
    "first password": "password",
}
Hashes = Mapping[Proof, NewSecret]
NEEDED = ("sign-in name", "name", "role", "PIN")


@dataclass(frozen=True, slots=True)
class PeopleList:
    """What a list says: its people, and all its faults; it is written down only without any."""

    people: tuple[NewPerson, ...]
    faults: tuple[ListFault, ...]


def read_people(moment: Moment, text: str) -> PeopleList:
    """Read a list of people; never raises, whatever the text is."""
    lines, wrong = read_list(text, COLUMNS, NEEDED, "person")
    faults = list(wrong)
    found: dict[str, NewPerson] = {}
    for line in lines:
        faults += [ListFault(line.number, says) for says in _faults(moment, line.cells, found)]
        read = _person(moment, line.cells)
        if read is not None:
            found[read.handle] = read
    return PeopleList(tuple(found.values()), tuple(faults))


def _role(said: str) -> Role | None:
    plain = "-".join(said.casefold().replace("-", " ").split())
    return next((role for role in Role if role.value == plain), None)


def _person(moment: Moment, cells: Mapping[str, str]) -> NewPerson | None:
    role = _role(cells.get("role", ""))
    if role is None:
        return None
    badge = Badge(
        cells.get("title", ""),
        cells.get("department", ""),
        cells.get("license", ""),
        read_date(cells.get("expires", ""), moment.today),
    )
    handle = handle_of(cells.get("sign-in name", ""))
    return NewPerson(
        handle, cells.get("name", ""), role, cells.get("PIN", ""), cells.get("password", "") or None, badge
    )


def _faults(moment: Moment, cells: Mapping[str, str], before: Mapping[str, NewPerson]) -> Iterator[str]:
    """Everything that stands against a line."""
    missing = [name for name in NEEDED if not cells.get(name)]
    yield from (f"The {name} is missing." for name in missing)
    handle, expires = handle_of(cells.get("sign-in name", "")), cells.get("expires", "")
    if handle and handle in before:
        yield f"The sign-in name {handle} is in this list twice."
    if moment.state.get(Person, handle) is not None:
        yield f"The sign-in name {handle} is already taken; names are never reused."
    if expires and read_date(expires, moment.today) is None:
        yield f"“{expires}” is not a date. Write it like {DATES_LIKE}."
    if cells.get("role") and _role(cells["role"]) is None:
        yield f"“{cells['role']}” is not a role. Choose from {', '.join(map(role_words, Role))}."
    read = _person(moment, cells)
    if read is not None and not missing:
        refusal = bad_person(read)
        if refusal is not None:
            yield f"{refusal.happened} {refusal.todo}"


def add_people(desk: Desk, people: Sequence[NewPerson], hashes: Sequence[Hashes]) -> Change:
    """Add everybody of a list as one act, with the hashes made before."""
    with desk.acting(Acts.add_person.name, Subject("person", people[0].handle)):
        for new, made in zip(people, hashes, strict=True):
            change = add_person(
                desk,
                handle=new.handle,
                name=new.name,
                role=new.role,
                pin=new.pin,
                password=new.password,
                badge=new.badge,
                hashes=made,
            )
        return change


def hash_people(hasher: Hasher, people: Sequence[NewPerson], far: Callable[[int, int], None]) -> tuple[Hashes, ...]:
    """The hashes of everybody's first secrets; they take long, and are made while no one waits for the logbook."""
    made = []
    for done, each in enumerate(people):
        far(done, len(people))
        made.append(each.hashed(hasher))
    return tuple(made)
