"""Facts about handovers and ended gaming days."""

from __future__ import annotations

from dataclasses import replace

from floorapp.domain.conduct import WorkedDay
from floorapp.domain.days import EndedDay, Handover
from floorapp.domain.findings import Noted
from floorapp.operations.entry import Entry
from floorapp.operations.facts.registry import Fact, Subject, fact
from floorapp.operations.state import Shelves, applies


@fact("handover.given")
class HandoverGiven(Fact):
    """A person wrote down what the next one has to know."""

    handover: str
    to: str
    shift: str
    says: str
    open_duties: tuple[str, ...]

    @property
    def subject(self) -> Subject:
        return Subject("handover", self.handover)

    @property
    def mentions(self) -> tuple[Subject, ...]:
        return (Subject("person", self.to),)


@applies(HandoverGiven)
def _given(entry: Entry, fact: HandoverGiven, shelves: Shelves) -> None:
    shelves.put(
        Handover(
            id=fact.handover,
            given_by=entry.actor,
            to=fact.to,
            shift=fact.shift,
            says=fact.says,
            open_duties=fact.open_duties,
            given_at=entry.occurred_at,
        )
    )


@fact("handover.accepted")
class HandoverAccepted(Fact):
    """The incoming person took over."""

    handover: str
    says: str

    @property
    def subject(self) -> Subject:
        return Subject("handover", self.handover)


@applies(HandoverAccepted)
def _accepted(entry: Entry, fact: HandoverAccepted, shelves: Shelves) -> None:
    handover = shelves.get(Handover, fact.handover)
    if handover is not None:
        shelves.put(replace(handover, accepted_at=entry.occurred_at))


@fact("gaming-day.ended")
class GamingDayEnded(Fact):
    """A gaming day was looked through and ended, with what is missing in it."""

    day: str
    tables: tuple[str, ...]
    findings: int
    open_incidents: tuple[str, ...]
    missing: tuple[Noted, ...]
    says: str

    @property
    def subject(self) -> Subject:
        return Subject("gaming-day", self.day)


@applies(GamingDayEnded)
def _day_ended(entry: Entry, fact: GamingDayEnded, shelves: Shelves) -> None:
    shelves.put(
        EndedDay(
            day=fact.day,
            by=entry.actor,
            at=entry.recorded_at,
            tables=fact.tables,
            findings=fact.findings,
            open_incidents=fact.open_incidents,
            missing=fact.missing,
            says=fact.says,
        )
    )
    shelves.put(WorkedDay(fact.day, ended=True))
