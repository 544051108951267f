"""Facts about a station's chores: something was found wrong, and is over."""

from __future__ import annotations

from dataclasses import replace

from floorapp.domain.upkeep import StationTrouble
from floorapp.operations.entry import Entry
from floorapp.operations.facts.registry import Fact, Subject, fact
from floorapp.operations.state import Shelves, applies


class AboutStation(Fact):
    """A fact about one station."""

    __slots__ = ()
    station: str

    @property
    def subject(self) -> Subject:
        return Subject("station", self.station)


@fact("station.trouble-found")
class TroubleFound(AboutStation):
    """A station found something wrong while it looked after its logbook."""

    station: str
    chore: str
    code: str
    says: str
    todo: str
    alarm: bool


@applies(TroubleFound)
def _found(entry: Entry, fact: TroubleFound, shelves: Shelves) -> None:
    shelves.put(
        StationTrouble(fact.station, fact.chore, fact.code, fact.says, fact.todo, fact.alarm, entry.occurred_at)
    )


@fact("station.trouble-over")
class TroubleOver(AboutStation):
    """A station looked again and found it in order."""

    station: str
    chore: str


@applies(TroubleOver)
def _over(_: Entry, fact: TroubleOver, shelves: Shelves) -> None:
    known = shelves.get(StationTrouble, fact.station, fact.chore)
    if known is not None:
        shelves.put(replace(known, standing=False))
