"""What the acts need of a rulebook: the few provisions, checklists and irregularities that bind a table."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Protocol, TypeVar

V = TypeVar("V", covariant=True)


class Provision(Protocol[V]):
    """A value and the paragraph that sets it; `policy` where the text is silent and the house has set it."""

    @property
    def value(self) -> V: ...
    @property
    def cite(self) -> str: ...
    @property
    def policy(self) -> bool: ...


class Numbers(Protocol):
    """Which whole numbers are allowed, and how a person says so."""

    def __contains__(self, number: int, /) -> bool: ...
    def __str__(self) -> str: ...


class Step(Protocol):
    """One step of a checklist."""

    @property
    def id(self) -> str: ...
    @property
    def who(self) -> str: ...
    @property
    def says(self) -> str: ...
    @property
    def cite(self) -> str: ...


class Option(Protocol):
    """A choice somebody has under an irregularity."""

    @property
    def who(self) -> str: ...
    @property
    def says(self) -> str: ...
    @property
    def effect(self) -> str: ...


class Irregularity(Protocol):
    """An event of the catalogue and what follows from it."""

    @property
    def code(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def cite(self) -> str: ...
    @property
    def remedy(self) -> str: ...
    @property
    def effect(self) -> str: ...
    @property
    def notify(self) -> tuple[str, ...]: ...
    @property
    def options(self) -> tuple[Option, ...]: ...


class TableRules(Protocol):
    @property
    def boxes(self) -> Provision[Numbers]: ...


class CardRules(Protocol):
    @property
    def decks(self) -> Provision[Numbers]: ...
    @property
    def tens(self) -> Provision[bool]: ...
    @property
    def change_hours(self) -> Provision[int]: ...
    @property
    def two_batches(self) -> Provision[bool]: ...


class ReaderRules(Protocol):
    @property
    def required(self) -> Provision[bool]: ...
    @property
    def inspected_daily(self) -> Provision[bool]: ...
    @property
    def failure(self) -> Provision[str]: ...


class Standing(Protocol):
    """Whether a text is in force, and what is known of it."""

    @property
    def note(self) -> str: ...
    def in_force(self, day: date) -> bool: ...


class Rulebook(Protocol):
    """One game's rules as one state has written them."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def standing(self) -> Standing: ...
    @property
    def table(self) -> TableRules: ...
    @property
    def cards(self) -> CardRules: ...
    @property
    def reader(self) -> ReaderRules: ...
    @property
    def wagers(self) -> frozenset[str]: ...
    def checklist(
        self, name: str, *, cards: str | None = None, method: str | None = None
    ) -> tuple[Step, ...]: ...
    def irregularity(self, code: str) -> Irregularity: ...


#: The rulebooks of a house by id.
Rulebooks = Mapping[str, Rulebook]

#: What a reader's failure does under `reader.failure`: Pennsylvania stops the table.
NO_DEALING = "no-dealing"
