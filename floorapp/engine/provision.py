"""A provision: one value of a rulebook, its citation, and what it says in our words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from typing import Generic, TypeVar

from floorapp.domain.values import dataclass

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Provision(Generic[T]):
    """A value that can change a payout or a duty, with the paragraph that sets it."""

    value: T
    cite: str
    says: str
    readings: tuple[str, ...] = ()
    policy: bool = False  # house policy: the text is silent, the citation is where it would stand


@dataclass(frozen=True, slots=True)
class Allowed:
    """Which whole numbers a rulebook allows: a list of them, or from and to."""

    one_of: tuple[int, ...] = ()
    at_least: int = 1
    at_most: int | None = None

    def __contains__(self, number: int) -> bool:
        if self.one_of:
            return number in self.one_of
        return number >= self.at_least and (self.at_most is None or number <= self.at_most)

    def __str__(self) -> str:
        if self.one_of:
            *first, last = [str(number) for number in self.one_of]
            return f"{', '.join(first)} or {last}" if first else last
        if self.at_most is None:
            return f"{self.at_least} or more"
        return f"up to {self.at_most}" if self.at_least == 1 else f"{self.at_least} to {self.at_most}"


@dataclass(frozen=True, slots=True)
class PayTable:
    """What a side wager pays, to 1, by the name of what was hit."""

    pays: Mapping[str, Fraction] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Fraction:
        return self.pays[name]
