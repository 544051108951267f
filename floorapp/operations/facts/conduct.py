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
from floorapp.operations.conduct_pages import before_page, gone_on, remember, taken_out, turn_page
from floorapp.operations.conduct_view import Told, forget, replayed, second, shortened
from floorapp.operations.entry import Entry
from floorapp.operations.floor_log import events_of, table_of
from floorapp.operations.moment import UNSET_CLOCK
from floorapp.operations.state import Shelves, TrailShelves

#: The judge's places as the state names them.
SPOTS = {TABLE: Spot.TABLE, SHUFFLER: Spot.SHUFFLER, SHOE: Spot.SHOE, RACK: Spot.RACK}


def keep_conduct(entry: Entry, shelves: TrailShelves) -> None:
    """Do to a table's conduct what an entry tells, in the place of its time."""
    name = table_of(entry.fact)
    if name is None:
        return
    kept, house = shelves.get(KeptConduct, name), shelves.get(Property, "house")
    clock = house.clock if house is not None else UNSET_CLOCK
    view, now = taken_out(kept, name, shelves, clock.zone)
    lay = {cards.name: cards.where for cards in now.sets.values()}
    at, page = second(entry.occurred_at), 0 if kept is None else kept.page
    late = kept is not None and at < view.begins
    if kept is not None and late:
        page, view = before_page(kept, at, shelves)
    place, whole = view.place(at), len(view.tail)
    then = now if place == whole else replayed(replace(view, tail=view.tail[:place]), name, clock.zone)
    if kept is not None:
        _keep_past_days(then, clock, kept.at, entry.occurred_at, shelves)
    told = _told(entry, view.heard + place, then, clock, shelves)
    if place == whole:
        view.tail.extend(told)
    else:
        view = replace(view, tail=[*view.tail[:place], *told, *view.tail[place:]])
        now = replayed(view, name, clock.zone)
    _place(now, lay, shelves)
    kept, short = gone_on(kept, name, told, entry.occurred_at), shortened(view, name, clock.zone)
    if late or short is not view:
        kept = turn_page(kept, page, short, entry.position, shelves)
        forget(now, entry.occurred_at)
    shelves.put(kept)
    remember(kept, short, now)


def _told(entry: Entry, heard: int, conduct: TableConduct, clock: HouseClock, shelves: Shelves) -> list[Told]:
    """The lines of an entry, which happen to the table as they are told."""
    told: list[Told] = []
    at, stamp = second(entry.occurred_at), Stamp(entry.occurred_at.replace(microsecond=0), clock.zone)
    for event in events_of(entry.fact, stamp.at, shelves, conduct):
        told.append((at, event.do, dict(event.said)))
        if not conduct.refuses(event):
            _keep_day(conduct, event, clock, shelves)
            conduct.apply(event, stamp, heard + len(told))
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
    if not conduct.is_open:
        return
    day, today = clock.day_of(since), clock.day_of(to)
    while day < today:
        _keep_view(conduct, day, clock.end_of(day), shelves)
        day = day.next()


def _keep_day(conduct: TableConduct, event: Event, clock: HouseClock, shelves: Shelves) -> None:
    """What stood before a line that closes a table or changes its reader; and that a table was opened today."""
    do = event.do
    if do == "open":
        _work(clock.day_of(event.at), shelves)
    elif conduct.is_open and (do == "close" or (do in ("fit", "remove") and event.said["what"] == "reader")):
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
