"""Keeps by gaming day which tables were open and how the judge saw their readers last: what the end of a day asks."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import msgspec

from floorapp.domain.conduct import TableDay, WorkedDay
from floorapp.domain.gaming_day import GamingDay, HouseClock
from floorapp.domain.policy import Policy
from floorapp.engine.conduct.event import Event
from floorapp.engine.conduct.snapshot import plain
from floorapp.engine.conduct.table import TableConduct
from floorapp.operations.state import Shelves


def keep_past_days(conduct: TableConduct, clock: HouseClock, since: datetime, to: datetime, shelves: Shelves) -> None:
    """The days that ended between two entries of a table that was open through their ends."""
    day, today = clock.day_of(since), clock.day_of(to)
    while conduct.is_open and day < today:
        _keep(conduct, day, clock.end_of(day), shelves)
        day = day.next()


def keep_day(conduct: TableConduct, event: Event, clock: HouseClock, shelves: Shelves) -> None:
    """What stood before a line that closes a table or changes its reader; and that a table was opened today."""
    if event.do == "open":
        _work(clock.day_of(event.at), shelves)
    changes = event.do == "close" or (event.do in ("fit", "remove") and event.said["what"] == "reader")
    if conduct.is_open and changes:
        _keep(conduct, clock.day_of(event.at), event.at, shelves)


def _keep(conduct: TableConduct, day: GamingDay, at: datetime, shelves: Shelves) -> None:
    policy = shelves.get(Policy, "house") or Policy()
    reader = conduct.reader.serial if conduct.reader is not None else ""
    bare = replace(conduct, sets={}, shoe=None, last_shoe_set=None, last_dealt=None, dead_game=None)
    view = msgspec.json.encode(plain(bare)).decode()
    minutes, inspection = policy.inspection_minutes, policy.nj_inspection
    shelves.put(TableDay(conduct.name, str(day), reader, at, view, minutes, inspection))
    _work(day, shelves)


def _work(day: GamingDay, shelves: Shelves) -> None:
    if shelves.get(WorkedDay, str(day)) is None:
        shelves.put(WorkedDay(str(day)))
