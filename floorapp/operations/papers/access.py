"""Access review (FA-111): who works here in which role, since when, last seen; what changed; who may do what."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from floorapp.domain.people import SIGNING_ONLY, Badge, Person, Role
from floorapp.domain.written_time import Style
from floorapp.operations.entry import Entry
from floorapp.operations.facts import people
from floorapp.operations.facts.looks import RecordLookedAt
from floorapp.operations.facts.registry import Fact
from floorapp.operations.house_sentences import badge_words
from floorapp.operations.moment import role_words
from floorapp.operations.papers.builder import Composing, PaperForm, or_dash, plain_table, tally
from floorapp.operations.permissions import AT_SCREEN, MATRIX, WORDS
from floorapp.operations.sheet import Cell, Dash, Kind, MarkedWord, Row, Section, SheetColumn, SheetSign, table

COLUMNS = (
    SheetColumn("Name", Kind.NAME, 2.2),
    SheetColumn("Sign-in name", Kind.ID, 1.4),
    SheetColumn("Role", Kind.TEXT, 1.8),
    SheetColumn("Since", Kind.TIME, 1.8),
    SheetColumn("Last signed in", Kind.TIME, 1.8),
    SheetColumn("Co-signs exceptions", Kind.STATE, 1.2),
    SheetColumn("Status", Kind.STATE, 1.4),
)
LICENSES = (
    SheetColumn("Name", Kind.NAME, 2.2),
    SheetColumn("Title", Kind.TEXT, 2.4),
    SheetColumn("Department", Kind.TEXT, 2.0),
    SheetColumn("License", Kind.ID, 1.4),
    SheetColumn("Expires", Kind.STATE, 2.4),
)
CHANGES = (
    SheetColumn("Time", Kind.TIME, 1.8),
    SheetColumn("Person", Kind.NAME, 2.0),
    SheetColumn("What changed", Kind.TEXT, 5.0),
    SheetColumn("By", Kind.PERSON, 1.8),
)
CHANGED: tuple[type[Fact], ...] = (
    people.PersonAdded,
    people.RoleChanged,
    people.BadgeSet,
    people.PersonRenamed,
    people.PersonDisabled,
    people.PersonEnabled,
    people.PasswordNoted,
    people.PasswordSet,
    people.PinNoted,
    people.PinSet,
    people.LockedOut,
    people.Readmitted,
)
LOOKS = (
    SheetColumn("Time", Kind.TIME, 1.8),
    SheetColumn("Who", Kind.PERSON, 2.0),
    SheetColumn("Role", Kind.TEXT, 1.4),
    SheetColumn("Screen", Kind.TEXT, 1.6),
    SheetColumn("About", Kind.TEXT, 3.0),
)
SIGNS = ", ".join(sorted(role_words(role) for role in SIGNING_ONLY))


def _sections(desk: Composing) -> Iterator[Section]:
    everyone = desk.then.all(Person)
    changes = desk.lines(*CHANGED)
    last = _last_seen(desk)
    yield tally(
        people=len(everyone),
        enabled=sum(each.enabled for each in everyone),
        disabled=sum(not each.enabled for each in everyone),
        licenses_expired=sum(each.enabled and each.badge.expired(desk.request.last) for each in everyone),
        changes_in_this_period=len(changes),
    )
    added = {line.fact.person: line.entry.number for line in desk.record.lines(people.PersonAdded)}
    rows_of = (_person(desk, each, last, added) for each in everyone)
    yield plain_table("People", COLUMNS, rows_of, "Nobody works here yet.")
    given = (line for line in desk.record.lines(people.BadgeSet) if line.at <= desk.then.instant)
    badges = {line.fact.person: line.entry.number for line in given}
    here = sorted((each for each in everyone if each.enabled), key=lambda each: each.badge.expires or date.max)
    licensed = (_licensed(desk, each, badges) for each in here)
    yield plain_table("Titles and licenses, by expiry", LICENSES, licensed, "Nobody works here yet.")
    rows = (desk.row(line, CHANGES, lambda e: _change(desk, e)) for line in changes)
    yield plain_table("What changed in this period", CHANGES, rows, "Nothing changed in this period.")
    looks = (desk.row(line, LOOKS, lambda e: _look(desk, e)) for line in desk.lines(RecordLookedAt))
    none = "No auditor or regulator looked at the record in this period."
    yield plain_table("What auditors and regulators looked at", LOOKS, looks, none)
    roles = [role for role in Role if role in AT_SCREEN]
    yield table(
        SheetColumn("Action", Kind.TEXT, 4.0),
        *(SheetColumn(role_words(role).capitalize(), Kind.STATE, 1.1) for role in roles),
        rows=tuple(_act(act, roles) for act in MATRIX),
        title="Permissions",
        notes=(f"The roles {SIGNS} sign by PIN where two people sign, and do not work at a screen.",),
    )


def _look(desk: Composing, entry: Entry) -> tuple[Cell, ...]:
    fact: Any = entry.fact
    person = desk.then.known(Person, fact.person)
    role = role_words(person.role) if person is not None else "not on record"
    return (desk.time(entry.occurred_at), desk.name(fact.person), role, fact.screen, or_dash(fact.about, "the list"))


def _last_seen(desk: Composing) -> dict[str, str]:
    seen: dict[str, str] = {}
    for line in desk.record.lines(people.SessionBegan, last=desk.last):
        if line.at <= desk.then.instant:
            seen[line.fact.person] = desk.dated(line.at)
    return seen


def _person(desk: Composing, each: Person, last: dict[str, str], added: dict[str, str]) -> Row:
    if each.role in SIGNING_ONLY:
        seen: Cell = Dash("signs by PIN only")
    else:
        seen = last.get(each.handle) or Dash("never signed in")
    override = each.role is Role.SHIFT_MANAGER
    return Row(
        (
            each.name,
            each.handle,
            role_words(each.role),
            desk.style.date(desk.wall(each.added_at)),
            seen,
            MarkedWord("yes", SheetSign.DONE) if override else MarkedWord("no", SheetSign.OPEN),
            _status(desk, each),
        ),
        added.get(each.handle, "not on record"),
    )


def _status(desk: Composing, each: Person) -> MarkedWord:
    if not each.enabled:
        return MarkedWord("disabled", SheetSign.SHELVED)
    sample = desk.record.house is not None and desk.record.house.sample  # where nobody has a secret
    if (each.given_pin or each.given_password) and not sample:
        return MarkedWord(
            "active, not own PIN" if each.role in SIGNING_ONLY else "active, first sign-in due", SheetSign.DUE
        )
    return MarkedWord("active", SheetSign.OKAY)


def _licensed(desk: Composing, each: Person, said: dict[str, str]) -> Row:
    badge, none = each.badge, Dash("none entered")
    cells = (each.name, badge.title or none, badge.department or none, badge.license or none, _expiry(desk, badge))
    return Row(cells, said.get(each.handle, "not on record"))


def _expiry(desk: Composing, badge: Badge) -> Cell:
    if badge.expires is None:
        return Dash("none entered")
    words = desk.style.date(badge.expires)
    return (
        MarkedWord(f"{words} expired", SheetSign.WARNING)
        if badge.expired(desk.request.last)
        else MarkedWord(words, SheetSign.OKAY)
    )


def _change(desk: Composing, entry: Entry) -> tuple[Cell, ...]:
    fact = entry.fact
    return desk.time(entry.recorded_at), desk.name(fact.subject.id), _words(fact, desk.style), desk.name(entry.actor)


def _words(fact: Fact, style: Style) -> str:
    match fact:
        case people.PersonAdded():
            return f"added as {role_words(fact.role)}"
        case people.RoleChanged():
            return f"role is now {role_words(fact.role)}: {fact.reason}"
        case people.BadgeSet():
            return f"title and license: {badge_words(fact.badge, style)}"
        case people.PersonRenamed():
            return f"renamed {fact.name}"
        case people.PersonDisabled():
            return f"disabled: {fact.reason}"
        case people.PersonEnabled():
            return f"enabled again: {fact.reason}"
        case people.PasswordNoted() | people.PasswordSet():
            return "password set by its owner" if fact.by_owner else "password set by an administrator"
        case people.PinNoted() | people.PinSet():
            return "PIN set by its owner" if fact.by_owner else "PIN set by an administrator"
        case people.LockedOut():
            return f"locked out after failed attempts ({fact.proof})"
        case people.Readmitted():
            return f"unlocked: {fact.reason}"
    return fact.KIND


def _act(act: str, roles: list[Role]) -> Row:
    yes, no = MarkedWord("yes", SheetSign.DONE), MarkedWord("no", SheetSign.OPEN)
    return Row((WORDS[act], *(yes if role in MATRIX[act] else no for role in roles)))


FORM = PaperForm(
    "access",
    "Access review",
    "FA-111",
    "7",
    _sections,
    as_of=True,
    signers=(("Administrator", "I have reviewed these permissions."), ("Compliance officer", "Received and filed.")),
)
