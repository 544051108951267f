"""What the readers' lines left on record: events heard, alarms standing, and incidents the house should look at."""

from __future__ import annotations

from datetime import UTC, datetime

from floorapp.domain.values import dataclass


@dataclass(frozen=True, slots=True)
class Source:
    """The frame an event came in: whose, in which session, which number; `late` if it was sent again."""

    reader: str
    session: str
    sequence: int
    uptime_ms: int = 0
    late: bool = False
    virtual: bool = False

    @property
    def id(self) -> str:
        """What the frame is known by: a second reading of it is no second event."""
        return f"{self.reader}/{self.session}/{self.sequence}"

    @property
    def serial(self) -> str:
        return self.reader.rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class ReaderEvent:
    """One event of a reader at a table; `dealing` if the table was open, so that it can belong to a round."""

    id: str
    table: str
    at: datetime
    said: str
    slot: str
    signal: str = ""
    up_card: str = ""
    dealing: bool = False
    virtual: bool = False


def slot_of(table: str, at: datetime) -> str:
    """The table and the hour under which an event is looked for."""
    return f"{table} {at.astimezone(UTC).isoformat()[:13]}"


@dataclass(frozen=True, slots=True)
class ReaderSession:
    """A reader as it last said who it is: at which table, over which line, in which session."""

    reader: str
    table: str
    line: str
    session: str
    firmware: str
    since: datetime
    virtual: bool = False


@dataclass(frozen=True, slots=True)
class PartialEvidence:
    """Frames of a reader that never came: what it said between two instants is not all known."""

    id: str
    table: str
    after: datetime
    before: datetime
    frames: int


@dataclass(frozen=True, slots=True)
class LineAlarm:
    """An alarm over one line or many; over once it no longer stands."""

    id: str
    kind: str
    lines: tuple[str, ...]
    tables: tuple[str, ...]
    raised_at: datetime
    says: str
    todo: str
    standing: bool = True


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An incident that a reader's signal suggests; `incident` once somebody has reported it."""

    id: str
    table: str
    round: str
    code: str
    title: str
    cite: str
    effect: str
    remedy: str
    says: str
    at: datetime
    device_reveals: bool | None = None
    incident: str = ""


def suggestion_id(table: str, round: str, code: str) -> str:
    """One suggestion a table, round and irregularity."""
    return f"{table}/{round}/{code}"


@dataclass(frozen=True, slots=True)
class SealedShoe:
    """The last shoe of a table whose raw frames are sealed by themselves."""

    table: str
    shoe: str
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class SealedFrames:
    """Up to which bundle a station's raw frames are sealed into its chain."""

    station: str
    last: int
