"""Rounds on record: what was kept of each, and what was dealt at a table in a time."""

from __future__ import annotations

from datetime import datetime

from floorapp.domain.values import dataclass


@dataclass(frozen=True, slots=True)
class KeptRound:
    """One round's record as it came, with what the engine said of it; the digest is its name."""

    digest: str
    id: str
    table: str
    shoe: str
    at: datetime | None
    rulebook: str
    verdict: str
    findings: int
    hands: int
    boxes: int
    record: bytes


@dataclass(frozen=True, slots=True)
class RoundBlock:
    """Many rounds packed together, by table and time: of all rounds kept up to a place, after the block before."""

    place: int
    upto: int
    rounds: int
    first_at: datetime
    last_at: datetime
    tables: tuple[str, ...]
    digest: str
    packed: bytes


@dataclass(frozen=True, slots=True)
class Dealt:
    """What was dealt in a time: rounds, hands and boxes, and when the first and the last round was."""

    rounds: int
    hands: int
    boxes: int
    first: datetime | None = None
    last: datetime | None = None


@dataclass(frozen=True, slots=True)
class LastRound:
    """The newest round on record at a table."""

    table: str
    at: datetime
    gaming_day: str
    #: Another after every import, of late rounds too.
    came: str
