"""Readers and shufflers: whether they work, when they were inspected, and what was seen."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from floorapp.domain.values import dataclass


@dataclass(frozen=True, slots=True)
class ProofTest:
    """A reader shown a known card: which one, what it should have signalled, what was seen."""

    card: str
    expected: str
    seen: str

    @property
    def passed(self) -> bool:
        return self.expected == self.seen


@dataclass(frozen=True, slots=True)
class Inspection:
    """One inspection of a table's reader."""

    entry: str
    table: str
    gaming_day: str
    at: datetime
    by: str
    tampering: bool
    working: bool
    proofs: tuple[ProofTest, ...]
    says: str = ""

    @property
    def passed(self) -> bool:
        return self.working and not self.tampering and all(proof.passed for proof in self.proofs)


@dataclass(frozen=True, slots=True)
class ReaderStatus:
    """How a table's reader stands: its last inspection, since when it has failed, and whether it said so itself."""

    table: str
    inspected_at: datetime | None = None
    inspected_day: str = ""
    inspected_by: str = ""
    failed_at: datetime | None = None
    says: str = ""
    by_itself: bool = False


class ShufflerCondition(StrEnum):
    """What a shuffler is doing."""

    WORKING = "working"
    JAMMED = "jammed"
    STOPPED = "stopped"
    FAILED = "failed-cycle"
    OUT_OF_ORDER = "out-of-order"


class OutOfOrder(StrEnum):
    """How a shuffler was taken out of use."""

    COVERED = "covered"
    SIGNED = "signed"
    REMOVED = "removed"
    NOTHING = "nothing"

    @property
    def words(self) -> str:
        """As people say it."""
        return "Neither covered nor signed" if self is OutOfOrder.NOTHING else self.value.capitalize()


@dataclass(frozen=True, slots=True)
class Shuffler:
    """How a table's shuffler stands."""

    table: str
    condition: ShufflerCondition
    since: datetime
    acknowledged_at: datetime | None = None
    reshuffle_due: bool = False
    taken_out: OutOfOrder | None = None
