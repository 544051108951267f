"""A gaming day that is over, as the judge of conduct saw it: which tables were open, whose reader nobody inspected."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import msgspec

from floorapp.domain.conduct import KeptConduct, TableDay, WorkedDay
from floorapp.domain.findings import Noted
from floorapp.domain.gaming_day import GamingDay
from floorapp.engine.conduct.conditions import Hour, TableLook
from floorapp.engine.conduct.event import House
from floorapp.engine.conduct.snapshot import restored
from floorapp.engine.conduct.table import TableConduct
from floorapp.engine.dated import book_on
from floorapp.operations.conduct import conduct_in, house_of
from floorapp.operations.floor_queries import submission_on
from floorapp.operations.moment import Moment


def open_on(moment: Moment, day: GamingDay) -> tuple[str, ...]:
    """The tables that were open in a gaming day."""
    return tuple(sorted({conduct.name for conduct, _, _ in _seen(moment, day)}))


def days_to_end(moment: Moment) -> tuple[GamingDay, ...]:
    """The gaming days that are over, in which a table was open and which nobody has ended; oldest first."""
    over = sorted(each.day for each in moment.state.find(WorkedDay, ended=False) if each.day < str(moment.day))
    return tuple(GamingDay(date.fromisoformat(each)) for each in over)


def uninspected_on(moment: Moment, day: GamingDay) -> tuple[Noted, ...]:
    """The readers of open tables that nobody inspected in a gaming day, under the rulebook and policy of then."""
    found, on = [], moment.house.style.date(day.date)
    for conduct, house, hour in _seen(moment, day):
        look = _look(moment, conduct, house, hour)
        for stood in look.conditions() if look is not None else ():
            if stood.duty == "reader-not-inspected":
                says = f"Table {conduct.name} was open on {on} and its reader {stood.subject} was not inspected."
                found.append(Noted(stood.duty, stood.cite, says))
    return tuple(sorted(found, key=lambda noted: noted.says))


def _seen(moment: Moment, day: GamingDay) -> Iterator[tuple[TableConduct, House, Hour]]:
    """Each open table, with each of its readers, as it last stood in a day."""
    clock = moment.house
    begins, ends = clock.start_of(day), clock.end_of(day)
    known = set()
    for each in moment.state.find(TableDay, day=str(day)):
        known.add(each.table)
        now = house_of(moment)
        house = replace(now, inspection_minutes=each.inspection_minutes, nj_inspection=each.nj_inspection)
        yield restored(msgspec.json.decode(each.view)), house, Hour(each.at, False, day, begins, ends)
    for kept in moment.state.find(KeptConduct):
        if kept.table in known or kept.at >= ends:
            continue
        conduct = conduct_in(kept, moment.state)
        if conduct.is_open and moment.now > begins:
            yield conduct, house_of(moment), Hour(min(moment.now, ends), False, day, begins, ends)


def _look(moment: Moment, conduct: TableConduct, house: House, hour: Hour) -> TableLook | None:
    setup = conduct.setup
    if setup is None or setup.rulebook not in moment.dated:
        return None
    held = submission_on(moment, setup.rulebook, hour.day)
    readings = frozenset(held.readings) if held is not None else frozenset[str]()
    return TableLook(
        conduct, replace(setup, readings=readings), book_on(moment.dated, setup.rulebook, hour.day.date), house, hour
    )
