"""The signature at the end of a route: which entries it covers, each by its number and hash."""

from __future__ import annotations

from floorapp.domain.values import dataclass
from floorapp.operations.facts.registry import Fact, Subject, fact
from floorapp.operations.state import leaves_state


@dataclass(frozen=True, slots=True)
class CoveredEntry:
    """An entry under a signature."""

    number: str
    hash: str


@leaves_state
@fact("entries.signed")
class EntriesSigned(Fact):
    """Somebody signed, at once, what they had entered before: inspections, openings, deck changes, counts."""

    person: str
    covers: tuple[CoveredEntry, ...]

    @property
    def subject(self) -> Subject:
        return Subject("person", self.person)

    @property
    def mentions(self) -> tuple[Subject, ...]:
        return tuple(Subject("entry", each.number) for each in self.covers)
