"""Facts about a station's chores and its logbook: what was found wrong and is over, a rebuild, a restore."""

from __future__ import annotations

from dataclasses import replace

from floorapp.domain.findings import Noted
from floorapp.domain.upkeep import StationTrouble
from floorapp.domain.values import dataclass
from floorapp.operations.entry import Entry
from floorapp.operations.facts.findings import put_findings
from floorapp.operations.facts.registry import Fact, Subject, fact
from floorapp.operations.state import Shelves, applies, leaves_state


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


@fact("logbook.rebuilt")
class StateRebuilt(AboutStation):
    """Somebody had the state made anew from the entries; `same` says whether it was what they give."""

    station: str
    entries: int
    same: bool


leaves_state(StateRebuilt)


@dataclass(frozen=True, slots=True)
class LeftEnd:
    """Where a station's chain ended in the logbook that was put aside."""

    station: str
    seq: int
    hash: str


@fact("logbook.restored")
class BackupRestored(AboutStation):
    """A backup took the place of a logbook that went further; stated in the backup, before it was put there."""

    station: str
    digest: str
    left: tuple[LeftEnd, ...]
    reason: str
    findings: tuple[Noted, ...]


@applies(BackupRestored)
def _restored(entry: Entry, fact: BackupRestored, shelves: Shelves) -> None:
    put_findings(entry, "", fact.findings, shelves)
