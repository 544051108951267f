"""Faults of shufflers with how long they took: until somebody saw to it, until the reshuffle, until it worked."""

from __future__ import annotations

from datetime import datetime, timedelta

from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.values import dataclass
from floorapp.operations.facts import devices
from floorapp.operations.papers.record import Record, RecordLine

KINDS = (
    devices.ShufflerFaulted,
    devices.ShufflerAcknowledged,
    devices.FaultReshuffled,
    devices.ShufflerTakenOut,
    devices.ShufflerReturned,
)


@dataclass(frozen=True, slots=True)
class ShufflerFault:
    """One fault; a time is nothing where that has not happened yet, or not before the next fault."""

    entry: str
    table: str
    condition: str
    says: str
    since: datetime
    seen_at: datetime | None = None
    reshuffled_at: datetime | None = None
    back_at: datetime | None = None

    @property
    def until_seen(self) -> timedelta | None:
        return None if self.seen_at is None else self.seen_at - self.since

    @property
    def until_reshuffled(self) -> timedelta | None:
        return None if self.reshuffled_at is None else self.reshuffled_at - self.since

    @property
    def until_back(self) -> timedelta | None:
        return None if self.back_at is None else self.back_at - self.since


def shuffler_faults(record: Record, first: GamingDay, last: GamingDay) -> tuple[ShufflerFault, ...]:
    """The faults of some gaming days as corrections have them, oldest first."""
    by_table: dict[str, list[RecordLine]] = {}
    for line in record.lines(*KINDS, first=first, last=last):
        if line.now is not None:
            by_table.setdefault(line.fact.table, []).append(line)
    found = [_fault(line, lines[place + 1 :]) for lines in by_table.values() for place, line in _starts(lines)]
    return tuple(sorted(found, key=lambda fault: fault.since))


def _starts(lines: list[RecordLine]) -> list[tuple[int, RecordLine]]:
    return [(n, line) for n, line in enumerate(lines) if isinstance(line.fact, devices.ShufflerFaulted)]


def _fault(line: RecordLine, later: list[RecordLine]) -> ShufflerFault:
    fact = line.fact
    rest: list[RecordLine] = []
    for each in later:
        if isinstance(each.fact, devices.ShufflerFaulted):
            break
        rest.append(each)

    def at(*kinds: type) -> datetime | None:
        return next((each.at for each in rest if isinstance(each.fact, kinds)), None)

    return ShufflerFault(
        line.entry.number,
        fact.table,
        fact.condition.value,
        fact.says,
        line.at,
        at(devices.ShufflerAcknowledged, devices.ShufflerTakenOut),
        at(devices.FaultReshuffled),
        at(devices.ShufflerReturned),
    )
