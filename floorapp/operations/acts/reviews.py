"""Reviewing incidents: never one's own, and never over what somebody else did meanwhile."""

from __future__ import annotations

from floorapp.domain.disputes import DisputeCase
from floorapp.domain.incident_files import IncidentFile
from floorapp.domain.incidents import Incident, IncidentPhase
from floorapp.domain.people import Role
from floorapp.operations.acts.incidents import the_incident
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Signature
from floorapp.operations.facts.incidents import (
    IncidentAnswered,
    IncidentApproved,
    IncidentClosed,
    IncidentReopened,
    IncidentReturned,
)
from floorapp.operations.facts.registry import Subject
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, needs_words, unknown
from floorapp.operations.signatures import Meaning, needs_signature


def _in_review(moment: Moment, act: str, incident: str, *phases: IncidentPhase) -> Refusal | None:
    refusal = moment.guard(act)
    if refusal is not None:
        return refusal
    found = moment.state.get(Incident, incident)
    if found is None:
        return unknown("incident", incident)
    if found.phase not in phases:
        return Refusal(
            "incident-phase",
            f"Incident {incident} is {found.phase}.",
            "Nothing was changed.",
            f"The incident must be {' or '.join(phases)} for this.",
        )
    return None


def _not_the_reporter(moment: Moment, incident: str) -> Refusal | None:
    found = the_incident(moment, incident)
    if moment.actor != found.reporter and moment.actor not in found.answered_by:
        return None
    did = "reported incident" if moment.actor == found.reporter else "responded for the reporter of incident"
    return Refusal(
        "own-incident",
        f"You {did} {incident} yourself.",
        "Nobody reviews their own report.",
        "Ask another shift manager or a compliance officer.",
    )


def _moved_on(moment: Moment, incident: str, seen: int) -> Refusal | None:
    """The second of two people is told; nothing is overwritten."""
    found = the_incident(moment, incident)
    if found.version == seen:
        return None
    return Refusal(
        "moved-on",
        f"{found.last_by} changed incident {incident} after you opened it; it is now {found.phase}.",
        "Your decision was not recorded.",
        "Review it again, then decide.",
    )


def may_return_incident(moment: Moment, *, incident: str) -> Refusal | None:
    """A reported incident, not one's own."""
    phases = (IncidentPhase.REPORTED, IncidentPhase.APPROVED)
    refusal = _in_review(moment, "return_incident", incident, *phases)
    return refusal or _not_the_reporter(moment, incident)


def return_incident(desk: Desk, *, incident: str, reason: str, seen: int) -> Change:
    """Send an incident back to its reporter with a reason."""
    with desk.acting("return_incident", Subject("incident", incident)) as act:
        act.ask(may_return_incident(act.moment, incident=incident))
        act.ask(_moved_on(act.moment, incident, seen), needs_words(reason, "reason"))
        return act.enter(IncidentReturned(incident=incident, reason=reason.strip()))


def may_answer_incident(moment: Moment, *, incident: str) -> Refusal | None:
    """A returned incident, by its reporter or a shift manager for them."""
    refusal = _in_review(moment, "answer_incident", incident, IncidentPhase.RETURNED)
    if refusal is not None:
        return refusal
    by_floor = moment.person is not None and moment.person.role is Role.FLOORPERSON
    if by_floor and the_incident(moment, incident).reporter != moment.actor:
        return Refusal(
            "not-reporter",
            f"Incident {incident} was reported by {moment.called(the_incident(moment, incident).reporter)}.",
            "Nothing was changed.",
            "They respond, or a shift manager does.",
        )
    return None


def answer_incident(desk: Desk, *, incident: str, says: str, seen: int) -> Change:
    """Answer what a reviewer asked; the incident is up for review again."""
    with desk.acting("answer_incident", Subject("incident", incident)) as act:
        act.ask(may_answer_incident(act.moment, incident=incident))
        act.ask(_moved_on(act.moment, incident, seen), needs_words(says, "answer"))
        return act.enter(IncidentAnswered(incident=incident, says=says.strip()))


def may_approve_incident(moment: Moment, *, incident: str) -> Refusal | None:
    """A reported incident, not one's own."""
    refusal = _in_review(moment, "approve_incident", incident, IncidentPhase.REPORTED)
    return refusal or _not_the_reporter(moment, incident)


def approve_incident(desk: Desk, *, incident: str, seen: int, signature: Signature, says: str = "") -> Change:
    """Agree, by signature, with what was reported and done."""
    with desk.acting("approve_incident", Subject("incident", incident)) as act:
        act.ask(may_approve_incident(act.moment, incident=incident))
        act.ask(
            _moved_on(act.moment, incident, seen), needs_signature((signature,), Meaning.REVIEWED, by=act.moment.person)
        )
        return act.enter(IncidentApproved(incident=incident, says=says.strip()), signatures=(signature,))


def may_close_incident(moment: Moment, *, incident: str) -> Refusal | None:
    """An approved incident, not one's own."""
    refusal = _in_review(moment, "close_incident", incident, IncidentPhase.APPROVED)
    return refusal or _not_the_reporter(moment, incident) or _case_open(moment, incident) or _waits(moment, incident)


def _case_open(moment: Moment, incident: str) -> Refusal | None:
    """What a patron's case rests on is held until the case is closed."""
    case = next((each for each in moment.state.find(DisputeCase, closed=False) if each.incident == incident), None)
    if case is None:
        return None
    happened = f"Case {case.called} of {case.claim.patron} is still open."
    return Refusal("case-open", happened, "The incident stays open.", "Close the case at the dispute desk first.")


def _waits(moment: Moment, incident: str) -> Refusal | None:
    """Surveillance has answered and the regulator is notified before the file is closed."""
    file = moment.state.get(IncidentFile, incident)
    if file is not None and file.review_pending:
        happened, todo = "Surveillance has not answered the review.", "Enter what the review found first."
    elif file is not None and file.notice_pending:
        happened, todo = f"{file.notify} is not on record as notified.", "Notify them and enter it first."
    else:
        return None
    return Refusal("file-open", happened, "The incident stays open.", todo)


def close_incident(desk: Desk, *, incident: str, outcome: str, seen: int) -> Change:
    """Close an approved incident with its outcome."""
    with desk.acting("close_incident", Subject("incident", incident)) as act:
        act.ask(may_close_incident(act.moment, incident=incident))
        act.ask(_moved_on(act.moment, incident, seen), needs_words(outcome, "outcome"))
        return act.enter(IncidentClosed(incident=incident, outcome=outcome.strip()))


def may_reopen_incident(moment: Moment, *, incident: str) -> Refusal | None:
    """A closed incident."""
    return _in_review(moment, "reopen_incident", incident, IncidentPhase.CLOSED)


def reopen_incident(desk: Desk, *, incident: str, reason: str) -> Change:
    """Take a closed incident up again."""
    with desk.acting("reopen_incident", Subject("incident", incident)) as act:
        act.ask(may_reopen_incident(act.moment, incident=incident), needs_words(reason, "reason"))
        return act.enter(IncidentReopened(incident=incident, reason=reason.strip()))
