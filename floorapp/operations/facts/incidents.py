"""Facts about incidents: reported, added to, returned, answered, approved, closed, reopened."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from floorapp.domain.incidents import Attachment, Exposure, Incident, IncidentPhase
from floorapp.domain.signals import Suggestion, suggestion_id
from floorapp.operations.entry import Entry
from floorapp.operations.facts.registry import Fact, Subject, fact
from floorapp.operations.series import count_to
from floorapp.operations.state import Shelves, applies


class AboutIncident(Fact):
    """A fact about one incident."""

    __slots__ = ()
    incident: str

    @property
    def subject(self) -> Subject:
        return Subject("incident", self.incident)


@fact("incident.reported", correctable=True)
class IncidentReported(AboutIncident):
    """An irregularity was reported: what, when, what was decided by whom, who was told."""

    incident: str
    series: str
    number: int
    table: str
    code: str
    title: str
    cite: str
    says: str
    happened_at: datetime
    effect: str
    remedy: str
    chosen: str
    chosen_by: str
    told: tuple[str, ...]
    exposure: Exposure
    rounds: tuple[str, ...] = ()
    attachments: tuple[Attachment, ...] = ()

    @property
    def mentions(self) -> tuple[Subject, ...]:
        return (Subject("table", self.table), *(Subject("round", name) for name in self.rounds))


@applies(IncidentReported)
def _reported(entry: Entry, fact: IncidentReported, shelves: Shelves) -> None:
    count_to(fact.series, fact.number, shelves)
    shelves.put(
        Incident(
            number=fact.incident,
            table=fact.table,
            code=fact.code,
            title=fact.title,
            cite=fact.cite,
            says=fact.says,
            happened_at=fact.happened_at,
            discovered_at=entry.occurred_at,
            recorded_at=entry.recorded_at,
            reporter=entry.actor,
            effect=fact.effect,
            remedy=fact.remedy,
            chosen=fact.chosen,
            chosen_by=fact.chosen_by,
            told=fact.told,
            exposure=fact.exposure,
            rounds=fact.rounds,
            attachments=fact.attachments,
            last_by=entry.actor,
            last_at=entry.recorded_at,
        )
    )
    for name in fact.rounds:
        suggested = shelves.get(Suggestion, suggestion_id(fact.table, name, fact.code))
        if suggested is not None:
            shelves.put(replace(suggested, incident=fact.incident))


def moved(entry: Entry, number: str, shelves: Shelves, **changes: object) -> None:
    old = shelves.get(Incident, number)
    if old is not None:
        who = {"version": old.version + 1, "last_by": entry.actor, "last_at": entry.recorded_at}
        shelves.put(replace(old, **who, **changes))  # type: ignore[arg-type]


@fact("incident.added-to", correctable=True)
class IncidentAddedTo(AboutIncident):
    """Something was added to an incident: words, people told, files, rounds, or counted exposure."""

    incident: str
    says: str
    told: tuple[str, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    rounds: tuple[str, ...] = ()
    exposure: Exposure | None = None

    @property
    def mentions(self) -> tuple[Subject, ...]:
        return tuple(Subject("round", name) for name in self.rounds)


@applies(IncidentAddedTo)
def _added_to(entry: Entry, fact: IncidentAddedTo, shelves: Shelves) -> None:
    old = shelves.get(Incident, fact.incident)
    if old is not None:
        moved(
            entry,
            fact.incident,
            shelves,
            told=tuple(dict.fromkeys((*old.told, *fact.told))),
            attachments=tuple(dict.fromkeys((*old.attachments, *fact.attachments))),
            rounds=tuple(dict.fromkeys((*old.rounds, *fact.rounds))),
            exposure=fact.exposure or old.exposure,
        )


@fact("incident.returned")
class IncidentReturned(AboutIncident):
    """A reviewer sent an incident back with a reason."""

    incident: str
    reason: str


@applies(IncidentReturned)
def _returned(entry: Entry, fact: IncidentReturned, shelves: Shelves) -> None:
    moved(entry, fact.incident, shelves, phase=IncidentPhase.RETURNED, reviewer=entry.actor)


@fact("incident.answered")
class IncidentAnswered(AboutIncident):
    """The reporter answered what a reviewer asked."""

    incident: str
    says: str


@applies(IncidentAnswered)
def _answered(entry: Entry, fact: IncidentAnswered, shelves: Shelves) -> None:
    known = shelves.get(Incident, fact.incident)
    by = () if known is None else tuple(dict.fromkeys((*known.answered_by, entry.actor)))
    moved(entry, fact.incident, shelves, phase=IncidentPhase.REPORTED, answered_by=by)


@fact("incident.approved")
class IncidentApproved(AboutIncident):
    """A reviewer agreed with what was reported and done."""

    incident: str
    says: str


@applies(IncidentApproved)
def _approved(entry: Entry, fact: IncidentApproved, shelves: Shelves) -> None:
    moved(entry, fact.incident, shelves, phase=IncidentPhase.APPROVED, reviewer=entry.actor)


@fact("incident.closed")
class IncidentClosed(AboutIncident):
    """An approved incident was closed with its outcome."""

    incident: str
    outcome: str


@applies(IncidentClosed)
def _closed(entry: Entry, fact: IncidentClosed, shelves: Shelves) -> None:
    moved(entry, fact.incident, shelves, phase=IncidentPhase.CLOSED)


@fact("incident.reopened")
class IncidentReopened(AboutIncident):
    """A closed incident was taken up again, with a reason."""

    incident: str
    reason: str


@applies(IncidentReopened)
def _reopened(entry: Entry, fact: IncidentReopened, shelves: Shelves) -> None:
    moved(entry, fact.incident, shelves, phase=IncidentPhase.REPORTED, reviewer="")
