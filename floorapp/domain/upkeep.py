"""What a station finds wrong by itself while it looks after its logbook."""

from __future__ import annotations

from datetime import datetime

from floorapp.domain.values import dataclass


@dataclass(frozen=True, slots=True)
class StationTrouble:
    """Something wrong with a chore of a station: with which one, in words, since when, and whether it still is.

    An `alarm` is about what the logbook says; the rest is about a place or a key.
    """

    station: str
    chore: str
    code: str
    says: str
    todo: str
    alarm: bool
    at: datetime
    standing: bool = True
