"""How a station stands with the database: in step, away since when, how many acts wait, whose clock is off."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Protocol

from floorapp.domain.incidents import Attachment
from floorapp.domain.values import dataclass
from floorapp.operations.facts.registry import Subject

#: Clocks further apart than this are told of.
SKEW_AT_MOST = timedelta(seconds=5)


@dataclass(frozen=True, slots=True)
class SendingTrouble:
    """Why a station sends nothing though the database answers: it is older, newer, or another one."""

    happened: str
    means: str
    todo: str


@dataclass(frozen=True, slots=True)
class DatabaseStanding:
    """What the header says of the database."""

    #: Since when it does not answer; None while it does.
    away_since: datetime | None = None
    #: When the floor that is shown was last in step.
    as_of: datetime | None = None
    #: How many acts are kept on this station and wait to be sent.
    waiting: int = 0
    #: How far the server's clock is ahead of this one.
    skew: timedelta = timedelta(0)
    trouble: SendingTrouble | None = None

    @property
    def in_step(self) -> bool:
        return self.away_since is None and not self.waiting and self.trouble is None

    @property
    def clock_is_off(self) -> bool:
        return abs(self.skew) > SKEW_AT_MOST


@dataclass(frozen=True, slots=True)
class Onlooker:
    """Somebody who looks at the same thing at another station."""

    person: str
    station: str


class Stationed(Protocol):
    """A logbook that is on a server: how it stands, and who else looks at what."""

    def standing(self) -> DatabaseStanding:
        """How this station stands with the database; asks nobody and never waits."""
        ...

    def offer(self, file: Attachment) -> None:
        """Put a kept file on the server before its act; where that cannot be, it goes with the act."""
        ...

    def bring(self, file: Attachment) -> None:
        """Bring a file that another station attached, where it is not here yet and the server answers."""
        ...

    def look_at(self, about: Subject | None, person: str) -> None:
        """Say what somebody looks at here; nothing when they leave it."""
        ...

    def onlookers(self, about: Subject) -> tuple[Onlooker, ...]:
        """Who looks at it at other stations now."""
        ...
