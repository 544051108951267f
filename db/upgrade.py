"""Upgrading a logbook of an older version: a verified backup first, the entries compared, and put back if it fails."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sa

from db.backup import Backup, backup, restore
from db.chain import COLUMNS, Chain
from db.schema import REVISION
from db.structure import check_structure
from db.verify import verify
from floorapp.domain.values import dataclass
from floorapp.domain.written_time import file_stamp
from floorapp.operations.faults import LogbookFault

Progress = Callable[[int, int], None]
_EVERY = f"SELECT {', '.join(COLUMNS)} FROM entry ORDER BY position"

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Upgrade:
    """An upgrade under way: the file, and its backup from before."""

    path: Path
    before: Backup

    def compare(self, connection: sa.Connection) -> None:
        """Nothing may be lost or changed on the way: looked at before it becomes durable."""
        chain = Chain(())
        for row in connection.exec_driver_sql(_EVERY):
            chain.take(tuple(row))
        reached = [(link.station, link.seq, link.hash) for link in chain.links.values()]
        known = [(each.station, each.seq, each.hash) for each in self.before.checked.stations]
        if reached != known or chain.entries != self.before.checked.entries:
            raise ValueError("the entries are not those of before")
        flaws = check_structure(connection.connection.driver_connection)
        if flaws and self.before.checked.good:
            raise ValueError(flaws[0].says)

    def undo(self, error: Exception) -> LogbookFault:
        """Make sure that what was there is there again, and say what happened."""
        log.error("the logbook could not be upgraded", exc_info=error)
        if not self._is_as_before():
            restore(self.before.path, onto=self.path, now=datetime.now(UTC), force=True)
        why = error.happened if isinstance(error, LogbookFault) else "Something did not come out right."
        return LogbookFault(
            f"The logbook could not be updated for this version. {why}",
            f"It is as it was before; a backup of it is {self.before.path}.",
            "Keep using the version you had, and send the diagnostics to whoever supports the app.",
        )

    def _is_as_before(self) -> bool:
        try:
            found = verify(self.path)
        except LogbookFault:
            return False
        return found.stations == self.before.checked.stations and found.wrong == self.before.checked.wrong


def begin_upgrade(path: Path, found: str, progress: Progress) -> Upgrade:
    """Back an older logbook up and look through the copy."""
    now = datetime.now(UTC)
    name = f"{path.stem}-{file_stamp(now, parts=True)}-before-{REVISION}.sqlite"
    made = backup(path, path.parent / "backups" / name, now=now, progress=progress)
    log.info("the logbook is upgraded from %s to %s; backup: %s", found, REVISION, made.path)
    return Upgrade(path, made)
