"""Which backups are kept: every one of two weeks, then one a week, then one a month, for years."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

from floorapp.domain.values import dataclass
from floorapp.system import remove

ALL = timedelta(days=14)
WEEKLY = timedelta(weeks=10)
YEAR = timedelta(days=366)

_NAME = re.compile(r".+-(\d{8}T\d{6}Z)\.sqlite")


@dataclass(frozen=True, slots=True)
class Dated:
    """A sound backup, by the instant in its name."""

    path: Path
    at: datetime


def backups_in(folder: Path) -> Iterator[Dated]:
    """The sound backups of a folder, oldest first; whatever else lies there is nobody's to count or remove."""
    for path in sorted(folder.glob("*.sqlite")) if folder.is_dir() else ():
        named = _NAME.fullmatch(path.name)
        if named and path.with_name(path.name + ".json").is_file():
            yield Dated(path, datetime.fromisoformat(named[1]))


def no_longer_kept(backups: Iterable[Dated], now: datetime, years: int) -> list[Dated]:
    """Those to be removed: of a week or a month the newest stays, and the newest of all whatever its age."""
    newest_first = sorted(backups, key=lambda each: each.at, reverse=True)
    held: set[tuple[str, int, int]] = set()
    gone = []
    for place, each in enumerate(newest_first):
        age = now - each.at
        year, week, _ = each.at.isocalendar()
        if age <= ALL or place == 0:
            continue
        span = ("week", year, week) if age <= WEEKLY else ("month", each.at.year, each.at.month)
        if age > years * YEAR or span in held:
            gone.append(each)
        held.add(span)
    return gone


def remove_old(folder: Path, now: datetime, years: int) -> list[Path]:
    """Remove the backups that are no longer kept; answers which."""
    removed = []
    for each in no_longer_kept(backups_in(folder), now, years):
        remove(each.path)
        remove(each.path.with_name(each.path.name + ".json"))
        removed.append(each.path)
    return removed
