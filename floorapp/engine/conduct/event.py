"""What happened at a table: one line of a floor log, read and complete, with every default in its place."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from floorapp.domain.gaming_day import HouseClock
from floorapp.domain.values import dataclass


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, at a whole second of UTC; `said` holds the fields of its kind."""

    at: datetime
    do: str
    table: str
    said: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class House:
    """The property's clock and its own policy, as they stand from one moment on."""

    clock: HouseClock = HouseClock(ZoneInfo("America/New_York"))
    inspection_minutes: int = 60
    nj_change_hours: int | None = 24
    nj_inspection: bool = True


@dataclass(frozen=True, slots=True)
class Setup:
    """How a table is set up: its game, its cards, its way of shuffling, the readings chosen otherwise."""

    rulebook: str
    decks: int
    boxes: int
    method: str
    side_wagers: tuple[str, ...]
    readings: frozenset[str]
