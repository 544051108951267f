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


class SeenBy(StrEnum):
    """How a signal came to be known: heard from the reader over its line, seen by a person, or not at all."""

    READER = "reader"
    EYE = "eye"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class ProvedCard(ProofTest):
    """The same, with how the signal came to be known; a step that was taken again stays, and counts no more."""

    by: SeenBy
    again: bool = False

    @property
    def passed(self) -> bool:
        return self.again or self.expected == self.seen


_SOURCES = {SeenBy.READER: "by the reader", SeenBy.EYE: "by eye", SeenBy.NOBODY: "not seen"}


def proofs_said(proofs: tuple[ProofTest, ...]) -> str:
    """A function test in a few words: `2 of 2 by eye`, `14 of 15 by the reader, 1 not seen, 1 step repeated`."""
    counted = [proof for proof in proofs if not (isinstance(proof, ProvedCard) and proof.again)]
    right = f"{sum(proof.passed for proof in counted)} of {len(counted)}"
    ways = [proof.by for proof in counted if isinstance(proof, ProvedCard)]
    sources = [(ways.count(way), _SOURCES[way]) for way in SeenBy if way in ways]
    if len(sources) == 1:
        right = f"{right} {sources[0][1]}"
    elif sources:
        right = f"{right}: {', '.join(f'{count} {words}' for count, words in sources)}"
    repeated = len(proofs) - len(counted)
    return f"{right}, {repeated} {'step' if repeated == 1 else 'steps'} repeated" if repeated else right


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

    @property
    def words(self) -> str:
        """As people say it."""
        return self.value.replace("-", " ")

    @property
    def clause(self) -> str:
        """What is to be said of a shuffler."""
        return "did not finish its cycle" if self is ShufflerCondition.FAILED else f"is {self.words}"


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


class RedLight(StrEnum):
    """What the red light was for."""

    CARD_STUCK = "card-stuck"
    WRONG_COUNT = "wrong-count"
    CARD_NOT_READ = "card-not-read"
    DOOR_OPEN = "door-open"
    NO_POWER = "no-power"
    DEVICE = "device"
    UNKNOWN = "unknown"

    @property
    def words(self) -> str:
        """As people say it."""
        return "device error" if self is RedLight.DEVICE else self.value.replace("-", " ")


@dataclass(frozen=True, slots=True)
class Shuffler:
    """How a table's shuffler stands."""

    table: str
    condition: ShufflerCondition
    since: datetime
    acknowledged_at: datetime | None = None
    reshuffle_due: bool = False
    taken_out: OutOfOrder | None = None
    #: What the fault was for, where somebody said so.
    cause: RedLight | None = None
    #: Whether it was emptied when it was taken out, and how many cards were inside; None where nobody said.
    emptied: bool | None = None
    cards_inside: int | None = None
