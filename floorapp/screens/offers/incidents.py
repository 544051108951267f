"""Acts on an incident: what each asks, with the words already written, and the version that was seen."""

from __future__ import annotations

from floorapp.domain.incidents import Incident, IncidentPhase
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import incidents, reviews
from floorapp.operations.acts.credentials import sign
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Proof
from floorapp.operations.moment import Moment
from floorapp.operations.signatures import Meaning
from floorapp.screens.acts import OTHER, button
from floorapp.screens.forms import Act, Asked, Form
from floorapp.screens.offers.offer import Doing, Values

TITLES = {
    Acts.approve_incident.name: ("Approve", "Approve and sign", "Ruling"),
    Acts.return_incident.name: ("Return", "Return to the reporter", "What is missing or unclear"),
    Acts.answer_incident.name: ("Respond", "Respond", "Respond"),
    Acts.close_incident.name: ("Close", "Close", "Outcome"),
    Acts.reopen_incident.name: ("Reopen", "Reopen", "Reason for reopening"),
    Acts.add_to_incident.name: ("Add to", "Add", "What is added"),
}


def incident_form(act: str, number: str, title: str, words: str) -> Form:
    """What an act on an incident asks."""
    head, button, label = TITLES[act]
    signs = act == Acts.approve_incident.name
    asks: tuple[Asked, ...] = (Asked("says", label, words, needed=not signs),)
    if signs:
        asks += (Asked("pin", "Your PIN", secret=True),)
    note = f"You sign: “{Meaning.REVIEWED}”" if signs else "It goes on record under your name."
    return Form(act, number, f"{head} {number}", title, (), asks, Act("do", button, "F9"), note)


def incident_doing(act: str, number: str, seen: int, me: str) -> Doing:
    """How it is done at the desk, on the version that was seen."""

    def approve(desk: Desk, values: Values) -> Change:
        signed = sign(desk, person=me, secret=values["pin"], proof=Proof.PIN, meaning=Meaning.REVIEWED)
        return reviews.approve_incident(desk, incident=number, seen=seen, signature=signed, says=values["says"])

    ways: dict[str, Doing] = {
        Acts.approve_incident.name: approve,
        Acts.return_incident.name: lambda desk, v: reviews.return_incident(
            desk, incident=number, reason=v["says"], seen=seen
        ),
        Acts.answer_incident.name: lambda desk, v: reviews.answer_incident(
            desk, incident=number, says=v["says"], seen=seen
        ),
        Acts.close_incident.name: lambda desk, v: reviews.close_incident(
            desk, incident=number, outcome=v["says"], seen=seen
        ),
        Acts.reopen_incident.name: lambda desk, v: reviews.reopen_incident(desk, incident=number, reason=v["says"]),
        Acts.add_to_incident.name: lambda desk, v: incidents.add_to_incident(desk, incident=number, says=v["says"]),
    }
    return ways[act]


#: What is decided in each phase, and what the words are for.
_DECIDED = {
    IncidentPhase.REPORTED: (Acts.approve_incident, reviews.may_approve_incident, "Ruling"),
    IncidentPhase.RETURNED: (Acts.answer_incident, reviews.may_answer_incident, "Response"),
    IncidentPhase.APPROVED: (Acts.close_incident, reviews.may_close_incident, "Outcome"),
    IncidentPhase.CLOSED: (Acts.reopen_incident, reviews.may_reopen_incident, "Reason for reopening"),
}


def incident_acts(moment: Moment, incident: Incident) -> tuple[tuple[Act, ...], str]:
    """What can be done in this phase, and what the words are for."""
    phase, number = incident.phase, incident.number
    row, may, words = _DECIDED[phase]
    send = button(Acts.return_incident, "incidents", reviews.may_return_incident(moment, incident=number))
    add = button(Acts.add_to_incident, "incidents", incidents.may_add_to_incident(moment, incident=number))
    also = {IncidentPhase.RETURNED: (add,), IncidentPhase.CLOSED: ()}.get(phase, (send, add))
    return (button(row, "incidents", may(moment, incident=number)), *also, OTHER), words
