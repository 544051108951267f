"""What the judge answers: a finding, and what is owed."""

from __future__ import annotations

from typing import Any

from floorapp.domain.values import dataclass
from floorapp.engine.conduct.conditions import POLICY
from floorapp.engine.conduct.duty_words import says
from floorapp.engine.conduct.stamp import Stamp, Tally

VIOLATION, ADVISORY = "violation", "advisory"


@dataclass(frozen=True, slots=True)
class ConductFinding:
    """A duty that was not kept at a table: since when, until when, and the rounds dealt meanwhile."""

    table: str
    duty: str
    subject: str | None
    since: Stamp
    until: Stamp | None
    dealt: Tally
    cite: str
    basis: str
    readings: tuple[str, ...]
    severity: str

    @property
    def says(self) -> str:
        return says(self.duty, self.subject)

    @property
    def order(self) -> tuple[object, ...]:
        """By since, table, duty, subject (none first), until (none last)."""
        ended = (self.until is None, self.since.at if self.until is None else self.until.at)
        return (self.since.at, self.table, self.duty, self.subject is not None, self.subject or "", *ended)

    def as_json(self) -> dict[str, Any]:
        return {
            "table": self.table,
            "duty": self.duty,
            "subject": self.subject,
            "since": str(self.since),
            "until": _written(self.until),
            "first": _written(self.dealt.first),
            "last": _written(self.dealt.last),
            "rounds": self.dealt.rounds,
            "hands": self.dealt.hands,
            "minutes": self.dealt.minutes,
            "citation": self.cite,
            "basis": self.basis,
            "readings": list(self.readings),
            "severity": self.severity,
            "says": self.says,
        }


@dataclass(frozen=True, slots=True)
class Owed:
    """What a table owes at a moment; at once where no time stands."""

    table: str
    duty: str
    subject: str | None
    by: Stamp | None
    cite: str
    basis: str

    @property
    def order(self) -> tuple[object, ...]:
        return (self.table, self.duty, self.subject is not None, self.subject or "")

    def as_json(self) -> dict[str, Any]:
        return {
            "table": self.table,
            "duty": self.duty,
            "subject": self.subject,
            "by": _written(self.by),
            "citation": self.cite,
            "basis": self.basis,
            "says": says(self.duty, self.subject),
        }


def severity_of(basis: str) -> str:
    return ADVISORY if basis == POLICY else VIOLATION


def _written(stamp: Stamp | None) -> str | None:
    return None if stamp is None else str(stamp)
