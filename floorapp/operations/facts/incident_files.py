"""Facts of an incident's file: who and how much, surveillance, the regulator, corrective action, the notice table."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime

from floorapp.domain.incident_files import (
    CorrectiveAction,
    IncidentDetails,
    IncidentFile,
    NoticeTable,
    RegulatorNotice,
    SurveillanceCall,
)
from floorapp.domain.incidents import Incident
from floorapp.operations.entry import Entry
from floorapp.operations.facts.incidents import AboutIncident, moved
from floorapp.operations.facts.registry import Fact, Subject, fact
from floorapp.operations.state import Shelves, applies


def _file(incident: str, shelves: Shelves) -> IncidentFile:
    return shelves.get(IncidentFile, incident) or IncidentFile(incident)


def _put(entry: Entry, incident: str, shelves: Shelves, **changes: object) -> None:
    """The file with these changes; whoever decides on the incident sees that it moved."""
    shelves.put(_file(incident, shelves).changed(**changes))
    moved(entry, incident, shelves)


@fact("incident.detailed", correctable=True)
class IncidentDetailed(AboutIncident):
    """Who dealt and who played, whose error it was, what was paid over or under and given back, with which cards."""

    incident: str
    details: IncidentDetails

    @property
    def mentions(self) -> tuple[Subject, ...]:
        rounds = (Subject("round", name) for name in self.details.rounds)
        return (*rounds, *(Subject("deck-set", name) for name in self.details.deck_sets))


@applies(IncidentDetailed)
def _detailed(entry: Entry, fact: IncidentDetailed, shelves: Shelves) -> None:
    _put(entry, fact.incident, shelves, details=fact.details)
    known = shelves.get(Incident, fact.incident)
    if known is not None:
        shelves.put(replace(known, rounds=tuple(dict.fromkeys((*known.rounds, *fact.details.rounds)))))


@fact("incident.surveillance-called", correctable=True)
class SurveillanceCalled(AboutIncident):
    """Surveillance was called: who took the call, the reference, the camera, what was asked of them."""

    incident: str
    call: int
    at: datetime
    taken_by: str
    reference: str
    camera: str
    review: bool
    hold: bool


@applies(SurveillanceCalled)
def _called(entry: Entry, fact: SurveillanceCalled, shelves: Shelves) -> None:
    call = SurveillanceCall(
        fact.call, fact.at, entry.actor, fact.taken_by, fact.reference, fact.camera, fact.review, fact.hold
    )
    known = [each for each in _file(fact.incident, shelves).calls if each.number != fact.call]
    _put(entry, fact.incident, shelves, calls=(*known, call))


@fact("incident.surveillance-answered", correctable=True)
class SurveillanceAnswered(AboutIncident):
    """A review of the recording was answered, or a reference added to the call."""

    incident: str
    call: int
    says: str
    reference: str
    camera: str
    held: bool


@applies(SurveillanceAnswered)
def _answered(entry: Entry, fact: SurveillanceAnswered, shelves: Shelves) -> None:
    def answer(call: SurveillanceCall) -> SurveillanceCall:
        return replace(
            call,
            says=fact.says,
            reference=fact.reference or call.reference,
            camera=fact.camera or call.camera,
            held=fact.held,
            answered_by=entry.actor,
            answered_at=entry.occurred_at,
        )

    calls = _file(fact.incident, shelves).calls
    _put(entry, fact.incident, shelves, calls=tuple(answer(c) if c.number == fact.call else c for c in calls))


@fact("incident.notice-required")
class NoticeRequired(AboutIncident):
    """The property's table asks that the regulator be notified of it: whom, why, and by when."""

    incident: str
    whom: str
    why: str
    by: datetime


@applies(NoticeRequired)
def _required(entry: Entry, fact: NoticeRequired, shelves: Shelves) -> None:
    _put(entry, fact.incident, shelves, notify=fact.whom, notify_why=fact.why, notify_by=fact.by)


@fact("incident.regulator-notified", correctable=True)
class RegulatorNotified(AboutIncident):
    """A regulator's people were notified: whom, when, under which reference."""

    incident: str
    whom: str
    at: datetime
    reference: str


@applies(RegulatorNotified)
def _notified(entry: Entry, fact: RegulatorNotified, shelves: Shelves) -> None:
    notice = RegulatorNotice(fact.whom, fact.at, entry.actor, fact.reference)
    _put(entry, fact.incident, shelves, notices=(*_file(fact.incident, shelves).notices, notice))


@fact("incident.action-set", correctable=True)
class CorrectiveActionSet(AboutIncident):
    """Somebody is to do something about it by a day."""

    incident: str
    action: int
    says: str
    owner: str
    due_on: date


@applies(CorrectiveActionSet)
def _action_set(entry: Entry, fact: CorrectiveActionSet, shelves: Shelves) -> None:
    known = [each for each in _file(fact.incident, shelves).actions if each.number != fact.action]
    action = CorrectiveAction(fact.action, fact.says, fact.owner, fact.due_on)
    _put(entry, fact.incident, shelves, actions=(*known, action))


@fact("incident.action-done", correctable=True)
class CorrectiveActionDone(AboutIncident):
    """It was done."""

    incident: str
    action: int
    says: str


@applies(CorrectiveActionDone)
def _action_done(entry: Entry, fact: CorrectiveActionDone, shelves: Shelves) -> None:
    def done(action: CorrectiveAction) -> CorrectiveAction:
        return replace(action, done=fact.says, done_by=entry.actor, done_at=entry.occurred_at)

    actions = _file(fact.incident, shelves).actions
    _put(entry, fact.incident, shelves, actions=tuple(done(a) if a.number == fact.action else a for a in actions))


@fact("notices.set")
class NoticesSet(Fact):
    """The property's table of which incidents the regulator is notified of."""

    table: NoticeTable

    @property
    def subject(self) -> Subject:
        return Subject("property", "house")


@applies(NoticesSet)
def _notices(entry: Entry, fact: NoticesSet, shelves: Shelves) -> None:
    shelves.put(fact.table)
