"""Rulebooks of the property's own: read from the text in the logbook, and joined with the shipped ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from typing import NamedTuple

from floorapp.engine.dated import DatedRulebooks
from floorapp.engine.loader import book_of, toml_of
from floorapp.operations.rules import DutyBook, DutyBooks, Rulebooks

#: What was read, by the hash of its text: a text is parsed once.
_READ: dict[str, DutyBook] = {}


class Installed(NamedTuple):
    """A version that was installed: the day it holds from, its hash, and where its text is."""

    since: date
    digest: str
    text: Callable[[], str]


def read_book(text: str, name: str = "rulebook") -> DutyBook:
    """The rulebook of a text; raises RulebookFault with all its errors."""
    return book_of(toml_of(text, name), name)


def dated_books(shipped: Rulebooks, installed: Iterable[Installed]) -> DutyBooks:
    """All rulebooks by day, in the order they were installed; the shipped ones as they are where none was."""
    own = tuple((each.since, _read(each)) for each in installed)
    return DatedRulebooks(shipped, own) if own else shipped


def _read(version: Installed) -> DutyBook:
    if version.digest not in _READ:
        _READ[version.digest] = read_book(version.text())
    return _READ[version.digest]
