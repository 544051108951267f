"""A Monday on which two tables dealt, and a Tuesday after it: what tests of papers ask of a logbook."""

from __future__ import annotations

import json
from datetime import date, timedelta
from typing import Any

import pytest

from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.tables import Post
from floorapp.operations.acts import assignments, batches, incidents, opening, readers, rounds, shoes
from floorapp.operations.acts.shoes import ShoeCount
from floorapp.operations.papers.builder import Request
from floorapp.operations.papers.catalogue import make_paper, settled
from floorapp.operations.papers.record import Record
from floorapp.operations.sheet import Row, Sheet, SheetTable, SheetTally
from floorapp.operations.signatures import Meaning
from tests.acts.floor import PROVED, Floor
from tests.acts.rulebooks import RULEBOOKS

MONDAY, TUESDAY, WEDNESDAY = date(2026, 11, 16), date(2026, 11, 17), date(2026, 11, 18)


def record(floor: Floor) -> Record:
    return Record(floor.store, upto=floor.store.page(limit=1)[0].position, rulebooks=RULEBOOKS)


def sheets(floor: Floor, paper: str, day: date = MONDAY, **narrowed: str) -> tuple[Sheet, ...]:
    looked, about = record(floor), {"guest": "FB-01/2", "incident": "IR-2026-0001", "item": "FB-01"}.get(paper, "")
    return make_paper(looked, settled(looked, Request(paper, day, day, **({"about": about} | narrowed))))


def rows(sheet: Sheet, title: str) -> list[Row]:
    return [row for each in sheet.sections if isinstance(each, SheetTable) and each.title == title for row in each.rows]


def counted(sheet: Sheet) -> dict[str, str]:
    tally = next(each for each in sheet.sections if isinstance(each, SheetTally))
    return {each.words: each.number for each in tally.figures}


def at(floor: Floor, day: date, hours: float) -> None:
    """So long into a gaming day, which begins at six."""
    with floor.desk().looking() as moment:
        floor.clock.instant = moment.house.start_of(GamingDay(day)) + timedelta(hours=hours)


def deal(floor: Floor, number: int, *, paid: int | None = 1000, table: str = "FB-01", **more: Any) -> None:
    """A round dealt a minute ago, taken in now: twenty beats eighteen and is paid even money, if anything is told."""
    told = {
        "format": "floor-round/1",
        "id": f"{table}/{number}",
        "table": table,
        "rulebook": "pa-590",
        "at": (floor.clock.now() - timedelta(minutes=1)).isoformat(),
        "dealer": {"cards": ["Ts", "8d"], "reader": "no_blackjack"},
        "boxes": [spot(1, paid)],
    }
    rounds.import_rounds(floor.desk("flo"), source="shoe", lines=[json.dumps(told | more).encode()])


def spot(number: int, paid: int | None) -> dict[str, Any]:
    """A spot that stands on twenty."""
    reported = {} if paid is None else {"reported": [{"wager": "main", "hand": 1, "net": paid}]}
    cards = {"box": number, "cards": ["Kh", "Jh"], "wagers": {"main": 1000}}
    return cards | {"play": [{"do": "stand"}]} | reported


@pytest.fixture(name="monday")
def two_tables_dealt(floor: Floor) -> Floor:
    """Two tables that dealt on Monday and were closed: one by hand, one with batches, and an incident."""
    (red,) = floor.open("FB-01", "red")
    shoes.begin_shoe(floor.desk("flo"), table="FB-01", deck_set=red)
    shoes.burn_card(floor.desk("flo"), table="FB-01")
    blue, green = floor.open("FB-02", "blue", "green")
    batches.load_batch(floor.desk("flo"), table="FB-02", deck_set=blue)
    shoes.begin_shoe(floor.desk("flo"), table="FB-02", deck_set=blue)
    batches.load_batch(floor.desk("flo"), table="FB-02", deck_set=green)
    floor.clock.advance(hours=1)
    deal(floor, 1)
    deal(floor, 2, paid=500)
    desk = floor.desk("flo")
    report = incidents.IncidentReport(
        table="FB-01",
        says="a card lay face up",
        title="Card face up",
        happened_at=floor.clock.now(),
        discovered_at=floor.clock.now(),
    )
    incidents.report_irregularity(desk, report=report, signature=floor.sign(desk, "flo", Meaning.REPORTED))
    floor.clock.advance(hours=1)
    for table, cards in (("FB-01", 312), ("FB-02", 312)):
        count = ShoeCount(remaining=cards - 100, discarded=100)
        opening.close_table(floor.desk("flo"), table=table, reason="quiet", count=count)
    at(floor, TUESDAY, 0.5)
    assignments.assign(floor.desk("flo"), table="FB-03", post=Post.FLOORPERSON, person="flo")
    readers.inspect_reader(floor.desk("flo"), table="FB-03", tampering=False, working=True, proofs=PROVED)
    return floor
