"""Heads: what a station swears its chain has come to, and what is known of a station."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from floorapp.domain.values import dataclass


class Reason(StrEnum):
    """Why a head was signed."""

    INTERVAL = "interval"
    END_OF_DAY = "end-of-day"
    PAPER = "paper"
    REQUEST = "request"
    #: The app is closed, or a command has acted: nothing is left that no head vouches for.
    CLOSING = "closing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The head of a station's chain: up to this entry, with this hash, at this time, under this key.

    `secrets` is a digest over the hashes of passwords and PINs, which stand beside the logbook.
    """

    format: str
    station: str
    seq: int
    hash: str
    secrets: str
    at: datetime
    reason: Reason
    key: str
    signature: str

    @property
    def number(self) -> str:
        """The entry it reaches, as a person is told."""
        return f"{self.station}-{self.seq}"


@dataclass(frozen=True, slots=True)
class SeenHead:
    """How far a station has countersigned another one's heads."""

    station: str
    seq: int


@dataclass(frozen=True, slots=True)
class Station:
    """A station by the key it signs with, the last head it signed, and what it countersigned of others."""

    id: str
    key: str
    head: Head | None = None
    seen: tuple[SeenHead, ...] = ()
    #: The newest of its heads that vouches for more than what it countersigned …
    news: int = 0
    #: … and its last countersignature that followed a head at once: a head over that only answers.
    answered: int = 0
