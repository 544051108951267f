"""Which rounds an audit is about: of some tables, in some stretches of time."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import numpy as np

from floorapp.domain.gaming_day import GamingDay, HouseClock
from floorapp.domain.property import Pit, Property, Shift
from floorapp.domain.tables import Table
from floorapp.domain.values import dataclass
from floorapp.domain.written_time import Style
from floorapp.engine.block import PackedBlock
from floorapp.engine.packer import EPOCH, MICROSECOND, NO_TIME
from floorapp.engine.record import Round
from floorapp.operations.moment import Moment
from floorapp.operations.quick.columns import Numbers
from floorapp.operations.refusal import Refusal, bad_input

Stretch = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class AuditAsked:
    """What a person asks for: gaming days from one to another, of a table, a pit, a shift."""

    first: date
    last: date
    table: str = ""
    pit: str = ""
    shift: str = ""

    def written(self, style: Style) -> str:
        """It in words, as the entry says it."""
        first, last = style.date(self.first), style.date(self.last)
        days = f"gaming day {first}" if first == last else f"gaming days {first} to {last}"
        where = f"table {self.table}" if self.table else f"pit {self.pit}" if self.pit else "all tables"
        return f"{where}, {days}" + (f", shift {self.shift}" if self.shift else "")


@dataclass(frozen=True, slots=True)
class Selection:
    """The tables (None: all of them) and the stretches of time, in order, none of which touch."""

    tables: frozenset[str] | None
    stretches: tuple[Stretch, ...]

    @property
    def since(self) -> datetime:
        return self.stretches[0][0]

    @property
    def until(self) -> datetime:
        return self.stretches[-1][1]

    def covers(self, table: str, at: datetime | None) -> bool:
        """Whether a round belongs to it; one that says no time never does."""
        if at is None or (self.tables is not None and table not in self.tables):
            return False
        return any(self.within(at, at + MICROSECOND))

    def within(self, since: datetime, until: datetime) -> Iterator[Stretch]:
        """The parts of a time that belong to it."""
        for place in range(bisect_right(self.stretches, since, key=lambda each: each[1]), len(self.stretches)):
            begins, ends = max(self.stretches[place][0], since), min(self.stretches[place][1], until)
            if begins >= ends:
                return
            yield begins, ends

    def covers_round(self, round_: Round) -> bool:
        return self.covers(round_.table, round_.at)

    def usual_of(self, block: PackedBlock) -> Numbers:
        """Which of a block's usual rounds belong to it."""
        at = np.frombuffer(block.columns["at"], "<q")
        edges = np.array([(each - EPOCH) // MICROSECOND for stretch in self.stretches for each in stretch])
        kept: Numbers = np.searchsorted(edges, at, "right") % 2 == 1
        kept &= np.frombuffer(block.columns["offset"], "<h") != NO_TIME
        if self.tables is not None:
            named = [name in self.tables for name in block.dictionary["tables"]]
            kept &= np.array(named or [False])[np.frombuffer(block.columns["table"], "<H")]
        return kept


def select(moment: Moment, asked: AuditAsked) -> Selection | Refusal:
    """What is asked for as tables and time; a refusal where there is no such table, pit, shift or time."""
    if asked.last < asked.first:
        return bad_input("The last day is before the first.", "Enter the earlier day first.")
    tables: frozenset[str] | None = None
    if asked.table:
        if moment.state.get(Table, asked.table) is None:
            return bad_input(f"There is no table {asked.table}.", "Choose a table of this property.")
        tables = frozenset({asked.table})
    elif asked.pit:
        pits = {
            name for pit in moment.state.find(Pit) for name in (pit.id, pit.name) if asked.pit in (pit.id, pit.name)
        }
        tables = frozenset(table.id for table in moment.state.find(Table) if table.pit in pits)
        if not tables:
            return bad_input(f"There are no tables in pit {asked.pit}.", "Choose a pit of this property.")
    house = moment.state.get(Property, "house")
    shift = next((each for each in (house.shifts if house else ()) if each.name == asked.shift), None)
    if asked.shift and shift is None:
        return bad_input(f"There is no shift {asked.shift}.", "Choose a shift of this property.")
    stretches = _joined(_stretches(moment.house, asked, shift))
    return (
        Selection(tables, stretches)
        if stretches
        else bad_input("Nothing is on record for that time.", "Choose another time.")
    )


def _stretches(clock: HouseClock, asked: AuditAsked, shift: Shift | None) -> Iterator[Stretch]:
    """Day by day, the part of the shift where one is named; a shift may run over midnight."""
    for n in range((asked.last - asked.first).days + 1):
        day = GamingDay(asked.first + timedelta(days=n))
        begin, end = clock.start_of(day), clock.end_of(day)
        if shift is None:
            yield begin, end
            continue
        for date_ in (day.date - timedelta(days=1), day.date, day.date + timedelta(days=1)):
            since = datetime.combine(date_, shift.begins, tzinfo=clock.zone).astimezone(UTC)
            over = date_ if shift.begins < shift.ends else date_ + timedelta(days=1)
            until = datetime.combine(over, shift.ends, tzinfo=clock.zone).astimezone(UTC)
            since, until = max(since, begin), min(until, end)
            if since < until:
                yield since, until


def _joined(stretches: Iterator[Stretch]) -> tuple[Stretch, ...]:
    made: list[Stretch] = []
    for since, until in sorted(stretches):
        if made and since <= made[-1][1]:
            made[-1] = (made[-1][0], max(made[-1][1], until))
        else:
            made.append((since, until))
    return tuple(made)
