"""Keeps every table's conduct up to date: what an entry tells of a table is done to the judge's view of it.

Rounds are not entries and are not heard here: whoever looks at a table hears them (`operations/conduct_view.py`).
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import msgspec

from floorapp.domain.conduct import KeptConduct, TableDay, WorkedDay
from floorapp.domain.decks import AT_TABLE, DeckSet, Spot
from floorapp.domain.gaming_day import GamingDay, HouseClock
from floorapp.domain.policy import Policy
from floorapp.domain.property import Property
from floorapp.engine.conduct.cards import RACK, SHOE, SHUFFLER, TABLE
from floorapp.engine.conduct.event import Event
from floorapp.engine.conduct.snapshot import plain
from floorapp.engine.conduct.stamp import Stamp
from floorapp.engine.conduct.table import TableConduct
from floorapp.operations.conduct_view import (
    Told,
    ToldSince,
    forget,
    read_view,
    replayed,
    second,
    shortened,
    written_view,
)
from floorapp.operations.entry import Entry
from floorapp.operations.floor_log import events_of, table_of
from floorapp.operations.moment import UNSET_CLOCK
from floorapp.operations.state import Shelves

#: The judge's places as the state names them.
SPOTS = {TABLE: Spot.TABLE, SHUFFLER: Spot.SHUFFLER, SHOE: Spot.SHOE, RACK: Spot.RACK}
#: The table as the last entry left it, which the next one mostly goes on from; whoever takes it out owns it.
_LEFT: dict[str, tuple[KeptConduct, TableConduct, ToldSince]] = {}


def keep_conduct(entry: Entry, shelves: Shelves) -> None:
    """Do to a table's conduct what an entry tells, in the place of its time."""
    name = table_of(entry.fact)
    if name is None:
        return
    kept, house = shelves.get(KeptConduct, name), shelves.get(Property, "house")
    clock = house.clock if house is not None else UNSET_CLOCK
    left = _LEFT.pop(name, None)
    known = left is not None and left[0] == kept
    view = left[2] if left is not None and known else read_view(kept)
    now = left[1] if left is not None and known else replayed(view, name, clock.zone)
    at = second(entry.occurred_at)
    place, whole = view.place(at), len(view.tail)
    lay = {cards.name: cards.where for cards in now.sets.values()}
    then = now if place == whole else replayed(replace(view, tail=view.tail[:place]), name, clock.zone)
    if kept is not None:
        _keep_past_days(then, clock, kept.at, entry.occurred_at, shelves)
    view.tail[place:place] = _told(entry, view.heard + place, then, clock, shelves)
    if place != whole:
        now = replayed(view, name, clock.zone)
    _place(now, lay, shelves)
    short = shortened(view, name, clock.zone)
    happened = entry.occurred_at if kept is None else max(kept.at, entry.occurred_at)
    kept = KeptConduct(name, short.heard + len(short.tail), written_view(short), happened)
    shelves.put(kept)
    if short is not view:
        forget(now, entry.occurred_at)
    _LEFT[name] = (kept, now, short)


def _told(entry: Entry, heard: int, conduct: TableConduct, clock: HouseClock, shelves: Shelves) -> list[Told]:
    """The lines of an entry, which happen to the table as they are told."""
    told: list[Told] = []
    for event in events_of(entry.fact, entry.occurred_at, shelves, conduct):
        told.append((second(event.at), event.do, dict(event.said)))
        if not conduct.refuses(event):
            _keep_day(conduct, event, clock, shelves)
            conduct.apply(event, Stamp(event.at, clock.zone), heard + len(told))
    return told


def _place(conduct: TableConduct, lay: dict[str, str], shelves: Shelves) -> None:
    """Where cards lie at a table is the judge's to say; the deck sets that moved are put there."""
    for cards in conduct.sets.values():
        if cards.where in SPOTS and lay.get(cards.name, TABLE) != cards.where:
            known = shelves.get(DeckSet, cards.name)
            if known is not None and known.table == conduct.name and known.spot in AT_TABLE:
                shelves.put(replace(known, spot=SPOTS[cards.where]))


# What the end of a gaming day asks: which tables were open, and how the judge saw their readers last.


def _keep_past_days(conduct: TableConduct, clock: HouseClock, since: datetime, to: datetime, shelves: Shelves) -> None:
    """The days that ended between two entries of a table that was open through their ends."""
    day, today = clock.day_of(since), clock.day_of(to)
    while conduct.is_open and day < today:
        _keep_view(conduct, day, clock.end_of(day), shelves)
        day = day.next()


def _keep_day(conduct: TableConduct, event: Event, clock: HouseClock, shelves: Shelves) -> None:
    """What stood before a line that closes a table or changes its reader; and that a table was opened today."""
    if event.do == "open":
        _work(clock.day_of(event.at), shelves)
    changes = event.do == "close" or (event.do in ("fit", "remove") and event.said["what"] == "reader")
    if conduct.is_open and changes:
        _keep_view(conduct, clock.day_of(event.at), event.at, shelves)


def _keep_view(conduct: TableConduct, day: GamingDay, at: datetime, shelves: Shelves) -> None:
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
