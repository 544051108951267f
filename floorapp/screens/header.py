"""The header from the floor as it stands: who, where, which gaming day, and how everything is."""

from __future__ import annotations

from collections.abc import Mapping

from floorapp.domain.property import Property
from floorapp.domain.reader_lines import LineState, ReaderLine
from floorapp.domain.signals import ReaderSession
from floorapp.operations.alarms import Alarms
from floorapp.operations.moment import Moment
from floorapp.operations.reader_lines import LineStanding
from floorapp.operations.station_status import DatabaseStanding
from floorapp.screens.glance import STATES, Glance
from floorapp.screens.phrases import local
from floorapp.screens.shell import Cell, HeaderView, Health
from floorapp.screens.states import State

#: A line in one of these vouches for nothing.
NOT_HEARD = (LineState.ABSENT, LineState.SILENT, LineState.FAULTY)


def header_of(
    moment: Moment,
    station: str,
    ringing: Alarms,
    tables: Mapping[str, Glance],
    lines: tuple[LineStanding, ...] = (),
    standing: DatabaseStanding | None = None,
) -> HeaderView:
    """Everything the header shows."""
    house = moment.state.get(Property, "house")
    wall = local(moment, moment.now)
    shift = next((s.name for s in (house.shifts if house else ()) if s.covers(wall.time())), "")
    day = f"Gaming day {moment.house.style.long_date(moment.day.date)}" + (f" · {shift} shift" if shift else "")
    person, session = moment.person, moment.session
    here = person is not None and session is not None and session.ended_at is None
    return HeaderView(
        house.name if house else "New property",
        day,
        moment.house.style.time(wall),
        person.name if here and person else "Nobody signed in",
        f"{person.title} · {station}" if here and person else station,
        (
            _database(moment, standing or DatabaseStanding()),
            _readers(tables, lines, _connected(moment, lines)),
            _waiting(standing or DatabaseStanding()),
            _alarms(ringing),
        ),
        sample=house is not None and house.sample,
    )


def _database(moment: Moment, standing: DatabaseStanding) -> Health:
    """Whether the floor is as it is now, or as it was when the database last answered."""
    if standing.trouble is not None or standing.away_since is not None:
        word = "not recognized" if standing.trouble is not None else "no answer"
        as_of = standing.as_of
        return Health(Cell.DATABASE, State.ALARM, word if as_of is None else f"as of {moment.house.time(as_of)}")
    if standing.clock_is_off:
        return Health(Cell.DATABASE, State.WARNING, f"clock {abs(standing.skew).total_seconds():.0f} s off")
    return Health(Cell.DATABASE, State.OKAY, "synced")


def _waiting(standing: DatabaseStanding) -> Health:
    """How many acts are kept here until the database answers."""
    if not standing.waiting:
        return Health(Cell.WAITING, State.OKAY, "0")
    return Health(Cell.WAITING, State.WARNING, f"{standing.waiting} unsent", instead="Saved on this station")


def _connected(moment: Moment, lines: tuple[LineStanding, ...]) -> set[str] | None:
    """The tables whose reader has a line, here or at another station; none where there is no line but scanners'."""
    plans = {each.id: each for each in moment.state.find(ReaderLine, removed=False)}
    scanners = {each.id for each in plans.values() if each.scans}
    if len(plans) == len(scanners) and all(each.line in scanners for each in lines):
        return None
    elsewhere = {each.table for each in moment.state.find(ReaderSession) if each.line in plans}
    return elsewhere | {each.table for each in lines if each.table is not None}


def _readers(tables: Mapping[str, Glance], lines: tuple[LineStanding, ...], connected: set[str] | None) -> Health:
    """How many readers work of those that have a line, and of those that are known to be out of order."""
    fitted = [each for each in tables.values() if each.reader_state is not None]
    if connected is None:  # nobody hears any of them: none is called working
        out = sum(each.reader_state is State.ALARM for each in fitted)
        return (
            Health(Cell.READERS, State.WARNING, f"{out} out") if out else Health(Cell.READERS, State.OKAY, "no lines")
        )
    fitted = [each for each in fitted if each.table.id in connected or each.reader_state is State.ALARM]
    if not fitted:
        return Health(Cell.READERS, State.OKAY, "none yet")
    silent = {each.table for each in lines if each.state in NOT_HEARD}
    working = sum(each.reader_state is not State.ALARM and each.table.id not in silent for each in fitted)
    state = State.OKAY if working == len(fitted) else State.WARNING
    return Health(Cell.READERS, state, f"{working} of {len(fitted)}")


def _alarms(ringing: Alarms) -> Health:
    """How many stand, in the state of the highest; the sign beats while nobody has seen one."""
    count = len(ringing.groups)
    highest = max((group.priority for group in ringing.groups), default=None)
    state = State.OKAY if highest is None else STATES[highest]
    return Health(Cell.ALARMS, state, f"{count} open", bool(ringing.unanswered))
