"""Acts on an incident: what each asks, with the words already written, and the version that was seen."""

from __future__ import annotations

from floorapp.operations.acts import incidents, reviews
from floorapp.operations.acts.proving import sign
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Proof
from floorapp.operations.signatures import Meaning
from floorapp.screens.forms import Act, Asked, Form
from floorapp.screens.offers.offer import Doing, Values

TITLES = {
    "approve_incident": ("Approve", "Approve and sign", "Ruling"),
    "return_incident": ("Return", "Return to the reporter", "What is missing or unclear"),
    "answer_incident": ("Answer", "Answer", "Answer"),
    "close_incident": ("Close", "Close", "Outcome"),
    "reopen_incident": ("Reopen", "Reopen", "Why it is taken up again"),
    "add_to_incident": ("Add to", "Add", "What is added"),
}


def incident_form(act: str, number: str, title: str, words: str) -> Form:
    """What an act on an incident asks."""
    head, button, label = TITLES[act]
    signs = act == "approve_incident"
    asks: tuple[Asked, ...] = (Asked("says", label, words, needed=not signs),)
    if signs:
        asks += (Asked("pin", "Your PIN", secret=True),)
    note = f"You sign: “{Meaning.REVIEWED}”" if signs else "It becomes an entry under your name."
    return Form(act, number, f"{head} {number}", title, (), asks, Act("do", button, "F9"), note)


def incident_doing(act: str, number: str, seen: int, me: str) -> Doing:
    """How it is done at the desk, on the version that was seen."""

    def approve(desk: Desk, values: Values) -> Change:
        signed = sign(desk, person=me, secret=values["pin"], proof=Proof.PIN, meaning=Meaning.REVIEWED)
        return reviews.approve_incident(desk, incident=number, seen=seen, signature=signed, says=values["says"])

    ways: dict[str, Doing] = {
        "approve_incident": approve,
        "return_incident": lambda desk, v: reviews.return_incident(desk, incident=number, reason=v["says"], seen=seen),
        "answer_incident": lambda desk, v: reviews.answer_incident(desk, incident=number, says=v["says"], seen=seen),
        "close_incident": lambda desk, v: reviews.close_incident(desk, incident=number, outcome=v["says"], seen=seen),
        "reopen_incident": lambda desk, v: reviews.reopen_incident(desk, incident=number, reason=v["says"]),
        "add_to_incident": lambda desk, v: incidents.add_to_incident(desk, incident=number, says=v["says"]),
    }
    return ways[act]
