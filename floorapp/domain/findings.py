"""Findings: what was not as the rulebook or the house has it."""

from __future__ import annotations

from datetime import datetime

from floorapp.domain.values import dataclass


@dataclass(frozen=True, slots=True)
class Noted:
    """One thing that was not as it should be, as an act saw it."""

    code: str
    cite: str
    says: str


@dataclass(frozen=True, slots=True)
class RecordedFinding:
    """A noted thing on record: by which entry, at which table, when."""

    entry: str
    place: str
    table: str
    code: str
    cite: str
    says: str
    at: datetime
    gaming_day: str
