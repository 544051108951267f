"""What a station keeps its logbook in, as settings show it: the file or server, and its backups."""

from __future__ import annotations

from datetime import datetime

from floorapp.domain.values import dataclass


@dataclass(frozen=True, slots=True)
class KeptBackup:
    """A backup that is there."""

    name: str
    at: datetime
    size: int


@dataclass(frozen=True, slots=True)
class Stored:
    """Where the logbook is and what stands beside it."""

    where: str
    size: int
    backups_in: str
    backups: tuple[KeptBackup, ...]
    #: On a server, which is backed up as a whole by whoever runs it; `size` is then of this station's copy.
    server: bool = False
