"""Incidents: an irregularity on record, its review, and how long the game was exposed to it."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from floorapp.domain.values import dataclass


class IncidentPhase(StrEnum):
    """How far an incident's review has come."""

    REPORTED = "reported"
    RETURNED = "returned"
    APPROVED = "approved"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file kept by its hash."""

    digest: str
    name: str
    size: int


@dataclass(frozen=True, slots=True)
class Exposure:
    """What was dealt between the last known good count and the discovery: what regulators fine by.

    `minutes` is None where no good count is known; rounds, hands and boxes are None until somebody or
    something has counted them.
    """

    good_at: datetime | None
    good_entry: str
    minutes: int | None
    rounds: int | None = None
    hands: int | None = None
    boxes: int | None = None


@dataclass(frozen=True, slots=True)
class Incident:
    """One irregularity and where its review stands; `version` counts what was done to it."""

    number: str
    table: str
    code: str
    title: str
    cite: str
    says: str
    happened_at: datetime
    discovered_at: datetime
    recorded_at: datetime
    reporter: str
    effect: str
    remedy: str
    chosen: str
    chosen_by: str
    told: tuple[str, ...]
    exposure: Exposure
    phase: IncidentPhase = IncidentPhase.REPORTED
    version: int = 1
    reviewer: str = ""
    #: Who responded to a reviewer in the reporter's place.
    answered_by: tuple[str, ...] = ()
    rounds: tuple[str, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    last_by: str = ""
    last_at: datetime | None = None
