"""Keeps every table's conduct up to date: what an entry tells of a table is done to the judge's view of it.

Rounds are not entries; of those that come in, the last is known here and stands for all since the entry before. They
may come in late or not at all: a shoe that ended is taken as dealt from, so that the turns of two batches show at once.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import msgspec

from floorapp.domain.conduct import KeptConduct, TableDay, WorkedDay
from floorapp.domain.decks import AT_TABLE, DeckSet, Spot
from floorapp.domain.gaming_day import GamingDay, HouseClock
from floorapp.domain.policy import Policy
from floorapp.domain.property import Property
from floorapp.domain.rounds import LastRound
from floorapp.engine.conduct.cards import AWAY, RACK, SHOE, SHUFFLER, TABLE
from floorapp.engine.conduct.event import Event
from floorapp.engine.conduct.snapshot import plain
from floorapp.engine.conduct.stamp import Stamp
from floorapp.engine.conduct.table import TableConduct
from floorapp.operations.conduct import conduct_in, happen, hear_rounds
from floorapp.operations.entry import Entry
from floorapp.operations.floor_log import events_of, table_of
from floorapp.operations.moment import UNSET_CLOCK
from floorapp.operations.state import Shelves

#: An inspection of an earlier gaming day says nothing any more.
INSPECTIONS_KEPT = timedelta(days=2)
#: The judge's places as the state names them.
SPOTS = {TABLE: Spot.TABLE, SHUFFLER: Spot.SHUFFLER, SHOE: Spot.SHOE, RACK: Spot.RACK}


def keep_conduct(entry: Entry, shelves: Shelves) -> None:
    """Do to a table's conduct what an entry tells."""
    name = table_of(entry.fact)
    if name is None:
        return
    kept = shelves.get(KeptConduct, name)
    conduct, line = (TableConduct(name), 0) if kept is None else (conduct_in(kept), kept.lines)
    house = shelves.get(Property, "house")
    clock = house.clock if house is not None else UNSET_CLOCK
    if kept is not None:
        hear_rounds(conduct, shelves.get(LastRound, name), kept, clock.zone, until=entry.occurred_at)
        _keep_past_days(conduct, clock, kept.at, entry.occurred_at, shelves)
    lay = {cards.name: cards.where for cards in conduct.sets.values()}
    for event in events_of(entry.fact, entry.occurred_at, shelves, conduct):
        if not conduct.refuses(event):
            line += 1
            _keep_day(conduct, event, clock, shelves)
            happen(conduct, event, Stamp(event.at, clock.zone), line)
    _place(conduct, lay, shelves)
    _forget(conduct, entry.occurred_at)
    at = entry.occurred_at if kept is None else max(kept.at, entry.occurred_at)
    shelves.put(KeptConduct(name, line, msgspec.json.encode(plain(conduct)).decode(), at))


def _place(conduct: TableConduct, lay: dict[str, str], shelves: Shelves) -> None:
    """Where cards lie at a table is the judge's to say; the deck sets that moved are put there."""
    for cards in conduct.sets.values():
        if cards.where in SPOTS and lay.get(cards.name, TABLE) != cards.where:
            known = shelves.get(DeckSet, cards.name)
            if known is not None and known.table == conduct.name and known.spot in AT_TABLE:
                shelves.put(replace(known, spot=SPOTS[cards.where]))


def _forget(conduct: TableConduct, now: datetime) -> None:
    """Sets that left do not come back; an inspection of an earlier day says nothing any more."""
    named = (conduct.last_shoe_set, conduct.last_dealt)
    for name, cards in list(conduct.sets.items()):
        if cards.where == AWAY and not any(cards is each for each in named):
            del conduct.sets[name]
    for serial, at in list(conduct.inspected.items()):
        if now - at > INSPECTIONS_KEPT:
            del conduct.inspected[serial]


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
