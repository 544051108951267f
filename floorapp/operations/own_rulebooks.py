"""Rulebooks of the property's own: read from the text in the logbook, and joined with the shipped ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from datetime import date
from typing import NamedTuple

from floorapp.engine.dated import DatedRulebooks
from floorapp.engine.loader import book_of, toml_of
from floorapp.engine.rulebook import HOUSE_POLICY
from floorapp.engine.toml_values import RulebookFault
from floorapp.operations.rules import DutyBook, DutyBooks, Rulebooks

#: What was read, by the hash of its text: a text is parsed once.
_READ: dict[str, DutyBook] = {}


#: What is said of a version whose text is on record and cannot be read by this release.
UNREADABLE = "cannot be read"


class Installed(NamedTuple):
    """A version that was installed: which, the day it holds from, its hash, and where its text is."""

    rulebook: str
    name: str
    since: date
    digest: str
    text: Callable[[], str]


def read_book(text: str, name: str = "rulebook") -> DutyBook:
    """The rulebook of a text; raises RulebookFault with all its errors."""
    return book_of(toml_of(text, name), name)


def dated_books(shipped: Rulebooks, installed: Iterable[Installed]) -> DutyBooks:
    """All rulebooks by day, in the order they were installed; the shipped ones as they are where none was."""
    own: list[tuple[date, DutyBook]] = []
    for each in sorted(installed, key=lambda one: one.since):
        before = next((book for _, book in reversed(own) if book.id == each.rulebook), None)
        own.append((each.since, _read(each) or _stand_in(each, before, shipped)))
    return DatedRulebooks(shipped, own) if own else shipped


def unread(book: DutyBook) -> bool:
    """Whether a rulebook only stands in for one that cannot be read."""
    return book.standing.status.startswith(UNREADABLE)


def _read(version: Installed) -> DutyBook | None:
    if version.digest not in _READ:
        try:
            _READ[version.digest] = read_book(version.text())
        except (RulebookFault, LookupError):
            return None
    return _READ[version.digest]


def _stand_in(version: Installed, before: DutyBook | None, shipped: Rulebooks) -> DutyBook:
    """The floor goes on: by the version before this one, or by a rulebook that asks nothing; either says so."""
    known = before or shipped.get(version.rulebook) or _bare(version, next(iter(shipped.values())))
    by = f"Tables go by version {known.version}." if known.duties else "Nothing is asked of its tables."
    note = f"The text of {version.name} on record cannot be read by this release. {by} Install it again, corrected."
    return replace(known, standing=replace(known.standing, status=UNREADABLE, since=date.max, until=None, note=note))


def _bare(version: Installed, like: DutyBook) -> DutyBook:
    """No duties, no checklists, no irregularities: how many cards and spots there may be is as in a shipped one."""
    parts = {each.name: getattr(like, each.name) for each in fields(DutyBook)}
    named = {"id": version.rulebook, "name": version.name, "short": version.name, "state": HOUSE_POLICY, "version": "–"}
    return DutyBook(**{**parts, **named, "reference": "{}", "steps": (), "irregularities": (), "duties": ()})
