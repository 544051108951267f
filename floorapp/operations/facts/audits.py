"""Facts of auditing: rounds were packed and sealed, and rounds were verified again."""

from __future__ import annotations

from datetime import datetime

from floorapp.operations.facts.registry import Fact, Subject, fact
from floorapp.operations.facts.rounds import Verdicts
from floorapp.operations.state import leaves_state


@leaves_state
@fact("rounds.packed")
class RoundsPacked(Fact):
    """Kept rounds were packed: blocks `first` to `last`, with one digest over theirs; `upto` is the last round."""

    first: int
    last: int
    upto: int
    rounds: int
    digest: str

    @property
    def subject(self) -> Subject:
        return Subject("rounds", "packed")


@leaves_state
@fact("audit.made")
class AuditMade(Fact):
    """Rounds were verified again: which ones, under which rulebooks, and what was found."""

    what: str
    source: str
    since: datetime | None
    until: datetime | None
    tables: tuple[str, ...]
    rounds: int
    verdicts: Verdicts
    rulebooks: tuple[str, ...]
    digest: str
    wrong: tuple[str, ...]
    suspicious: tuple[str, ...]

    @property
    def subject(self) -> Subject:
        return Subject("audit", self.source)

    @property
    def mentions(self) -> tuple[Subject, ...]:
        return tuple(Subject("table", table) for table in self.tables)
