"""Keeping what the dispute desk found: the round as it was told, in the logbook, and added to an incident."""

from __future__ import annotations

from typing import Any

from floorapp.engine.answer import Answer
from floorapp.engine.verify import verify_json
from floorapp.operations.acts.incidents import may_add_to_incident
from floorapp.operations.canonical import canonical
from floorapp.operations.desk import Change, Desk
from floorapp.operations.facts.disputes import DisputeSettled, told
from floorapp.operations.facts.incidents import IncidentAddedTo
from floorapp.operations.facts.registry import Fact, Subject
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, bad_input, first
from floorapp.operations.two_figures import paid_as_required


def may_keep_dispute(moment: Moment, *, incident: str = "") -> Refusal | None:
    """Anybody on the floor; for an incident, whoever may add to it."""
    refusal = moment.guard("keep_dispute")
    return refusal or (may_add_to_incident(moment, incident=incident) if incident else None)


def keep_dispute(desk: Desk, *, record: dict[str, Any], of: str = "", incident: str = "") -> Change:
    """Keep a round as it was told at the desk with the engine's verdict, as evidence of an incident if named."""
    answer = verify_json(record, desk.rulebooks)
    with desk.acting("keep_dispute", Subject("round", of or answer.id or "dispute")) as act:
        act.ask(first(may_keep_dispute(act.moment, incident=incident), _unusable(answer)))
        settled = _settled(desk, record, answer, of, incident)
        facts: list[Fact] = [settled]
        if incident:
            rounds = tuple(dict.fromkeys((of or settled.round, settled.round)))
            facts.append(IncidentAddedTo(incident=incident, says=told(settled), rounds=rounds))
        return act.enter(*facts)


def _unusable(answer: Answer) -> Refusal | None:
    if answer.verdict != "unreadable":
        return None
    return bad_input(f"The round cannot be settled yet: {answer.error}.", "Enter the rest first.")


def _settled(desk: Desk, record: dict[str, Any], answer: Answer, of: str, incident: str) -> DisputeSettled:
    book = desk.rulebooks[record["rulebook"]]
    wrong = [line for line in answer.lines if line.wrong]
    return DisputeSettled(
        round=answer.id or "",
        of=of,
        table=record.get("table", ""),
        rulebook=f"{book.id}/{book.version}",
        record=canonical(record).decode(),
        verdict=answer.verdict,
        lines=len(answer.lines),
        wrong=len(wrong),
        owed=0 if paid_as_required(answer) else sum(line.expected - (line.reported or 0) for line in wrong),
        incident=incident,
    )
