"""Sentences for an incident's file: who and how much, surveillance, the regulator, corrective action."""

from __future__ import annotations

import re
from collections.abc import Iterator

from floorapp.domain.incident_files import EFFECT_WORDS, IncidentDetails, IncidentPatron
from floorapp.domain.money import dollars
from floorapp.domain.written_time import Style
from floorapp.operations.facts.incident_files import (
    CorrectiveActionDone,
    CorrectiveActionSet,
    IncidentDetailed,
    NoticeRequired,
    NoticesSet,
    RegulatorNotified,
    SurveillanceAnswered,
    SurveillanceCalled,
)
from floorapp.operations.facts.registry import Fact
from floorapp.operations.house_sentences import Sayer


def patron_words(patron: IncidentPatron) -> str:
    """`man in a red cap, spot 3, player 4471`."""
    spot = f"spot {patron.spot}" if patron.spot else ""
    number = f"player {patron.player_number}" if patron.player_number else ""
    return ", ".join(filter(None, (patron.who, spot, number)))


def read_patron(text: str) -> IncidentPatron:
    """A patron as people write one: `woman in blue, spot 4, player 88`."""
    who, spot, player = list[str](), None, ""
    for part in filter(None, map(str.strip, text.split(","))):
        if found := re.fullmatch(r"spot (\d{1,2})", part, re.IGNORECASE):
            spot = int(found[1])
        elif found := re.fullmatch(r"(?:player|#) ?#?(\S+)", part, re.IGNORECASE):
            player = found[1]
        else:
            who.append(part)
    return IncidentPatron(", ".join(who), spot, player)


def amount_words(details: IncidentDetails) -> str:
    """`overpaid $50.00, reimbursed $50.00`; empty where no amount was entered."""
    amounts = {"overpaid": details.overpaid, "underpaid": details.underpaid, "reimbursed": details.reimbursed}
    return ", ".join(f"{word} {dollars(cents)}" for word, cents in amounts.items() if cents is not None)


def _details(fact: IncidentDetailed) -> Iterator[str]:
    details = fact.details
    yield f"dealer {' and '.join(details.dealers)}" if details.dealers else ""
    yield f"patron {'; '.join(patron_words(each) for each in details.patrons)}" if details.patrons else ""
    yield f"error by: {details.error}" if details.error is not None else ""
    yield amount_words(details)
    yield f"cards {' and '.join(details.deck_sets)}" if details.deck_sets else ""
    yield f"rounds {', '.join(details.rounds)}" if details.rounds else ""


def _detailed(fact: IncidentDetailed) -> str:
    return f"{fact.incident} details: {'; '.join(filter(None, _details(fact))) or 'none'}"


def _called(fact: SurveillanceCalled) -> str:
    at = ", ".join(
        filter(
            None,
            (
                f"reference {fact.reference}" if fact.reference else "",
                f"camera {fact.camera}" if fact.camera else "",
                "review requested" if fact.review else "",
                "recording to be held" if fact.hold else "",
            ),
        )
    )
    return f"{fact.incident}: surveillance called, {fact.taken_by} took it" + (f"; {at}" if at else "")


def _answered(fact: SurveillanceAnswered) -> str:
    held = "recording held" if fact.held else "recording not held"
    reference = f", reference {fact.reference}" if fact.reference else ""
    return f"{fact.incident}: surveillance review: {fact.says.rstrip('.')}{reference}, {held}"


def _notified(fact: RegulatorNotified) -> str:
    reference = f", reference {fact.reference}" if fact.reference else ""
    return f"{fact.incident}: {fact.whom} notified{reference}"


def _action(fact: CorrectiveActionSet, style: Style) -> str:
    return f"{fact.incident} corrective action by {style.date(fact.due_on)}, {fact.owner}: {fact.says}"


def _notices(fact: NoticesSet) -> str:
    table = fact.table
    asked = [EFFECT_WORDS[each] for each in table.effects]
    asked += [f"payout errors from {dollars(table.from_cents)}"] if table.from_cents is not None else []
    return f"Regulator notices set: {table.whom} of {', '.join(asked)}" if asked else "Regulator notices set: none"


INCIDENT_FILES: dict[type[Fact], tuple[str, Sayer]] = {
    IncidentDetailed: ("incident", _detailed),
    SurveillanceCalled: ("incident", _called),
    SurveillanceAnswered: ("incident", _answered),
    NoticeRequired: ("incident", lambda f: f"{f.incident}: {f.whom} must be notified, {f.why}"),
    RegulatorNotified: ("incident", _notified),
    CorrectiveActionSet: ("incident", _action),
    CorrectiveActionDone: ("incident", lambda f: f"{f.incident} corrective action completed: {f.says}"),
    NoticesSet: ("house", _notices),
}

#: Those that write a date.
DATED: frozenset[Sayer] = frozenset({_action})
