"""Rounds of the sample taken in from shoes: most of them right, a few paid wrong, a few played wrong."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

from floorapp.domain.tables import Shoe
from floorapp.operations.acts import rounds
from floorapp.operations.sample.making import Making
from floorapp.operations.sample.plan import SampleTable
from floorapp.operations.sample.play import COVER_CARD, Record, TableAtPlay
from floorapp.operations.sample.table import TableAtWork

#: Shoes that ended in this time before the present moment give all their rounds, older ones now and then a few.
KEPT_FULLY = timedelta(hours=2)
NOW_AND_THEN = 0.08
A_FEW = 10

#: The last round of a shoe lies so long before its count.
BEFORE_COUNT = timedelta(seconds=100)

#: One round in so many is wrong.
WRONG_EVERY = 34


class Rounds:
    """What the tables' shoes have recorded."""

    def __init__(self, making: Making) -> None:
        self.making = making
        self._played: dict[str, TableAtPlay] = {}
        self._numbers: dict[str, int] = {}
        self._wrong = 0

    def after_shoe(self, work: TableAtWork, began: datetime) -> None:
        """Take in the rounds of a shoe that has just ended, at tables that deal around the clock."""
        making = self.making
        recent = making.present - making.now < KEPT_FULLY
        if not work.planned.hours.always or not (recent or making.chance.random() < NOW_AND_THEN):
            return
        played = self._table(work.planned)
        played.shuffle()
        records: list[Record] = []
        while len(played.shoe) > COVER_CARD and (recent or len(records) < A_FEW):
            records.append(self._perhaps_wrong(played.round(id=work.id)))
        pace = (making.now - began - BEFORE_COUNT) / (len(records) + 1)
        self.take_in(work, records, making.now - BEFORE_COUNT, pace)

    def take_in(self, work: TableAtWork, records: list[Record], last: datetime, pace: timedelta = timedelta()) -> str:
        """Take records in under the table's shoe, the last one dealt at an instant; answers its id."""
        zone = self.making.timeline.house.zone
        with self.making.crew.logbook.reading() as state:
            shoe = state.get(Shoe, work.id)
        lines, name = [], ""
        for place, record in enumerate(records, start=1 - len(records)):
            name = self._next_name(work.id)
            at = (last + place * pace).astimezone(zone)
            named = {"id": name, "table": work.id, "at": at.isoformat(timespec="seconds")}
            if shoe is not None:
                named["shoe"] = shoe.name
            fixed = {"rulebook": work.planned.game.rulebook, "options": options(work.planned)}
            lines.append(json.dumps({"format": "floor-round/1", **record, **named, **fixed}).encode())
        rounds.import_rounds(work.desk(), source=f"shoe of {work.id}", lines=lines)
        return name

    def _next_name(self, table: str) -> str:
        self._numbers[table] = self._numbers.get(table, 1000) + 1
        return f"{table}/{self._numbers[table]}"

    def _table(self, table: SampleTable) -> TableAtPlay:
        if table.id not in self._played:
            book = self.making.rulebook(table)
            self._played[table.id] = TableAtPlay(book, options(table), self.making.chance)
        return self._played[table.id]

    def _perhaps_wrong(self, record: Record) -> Record:
        """Now and then a line paid wrong, or a reader left unused."""
        self._wrong += 1
        if self._wrong % WRONG_EVERY:
            return record
        if self._wrong % (3 * WRONG_EVERY) == 0 and record["dealer"]["reader"] is not None:
            record["dealer"]["reader"] = None
            return record
        line = record["boxes"][-1]["reported"][-1]
        line["net"] = line["net"] // 2 if line["net"] > 0 else line["net"] + 500
        return record


def options(table: SampleTable) -> dict[str, Any]:
    """What the table and its Rules Submission fix, as a record says it."""
    game = table.game
    made: dict[str, Any] = {"decks": game.decks, "positions": game.boxes, "chip_unit": game.limits.chip_unit}
    if game.side_wagers:
        made["side_wagers"] = list(game.side_wagers)
    return made
