"""Keeping what the dispute desk found: the round as it was told, sealed into the logbook, and to an incident."""

from __future__ import annotations

from floorapp.engine.answer import Answer
from floorapp.engine.verify import verify_text
from floorapp.operations.acts.incidents import may_add_to_incident
from floorapp.operations.acts.rounds import kept_round, may_import_rounds, sealed
from floorapp.operations.canonical import canonical
from floorapp.operations.desk import Change, Desk
from floorapp.operations.facts.incidents import IncidentAddedTo
from floorapp.operations.facts.registry import Fact, Subject
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, first, needs_words

#: Where rounds come from that a person told at the desk.
SOURCE = "dispute desk"


def may_keep_dispute(moment: Moment, *, incident: str = "") -> Refusal | None:
    """Whoever may take in rounds; for an incident, whoever may add to it."""
    return first(
        may_import_rounds(moment), may_add_to_incident(moment, incident=incident) if incident else None
    )


def keep_dispute(desk: Desk, *, record: dict[str, object], incident: str = "", says: str = "") -> Change:
    """Keep a round as it was told at the desk with the engine's verdict, as evidence of an incident if named."""
    line = canonical(record)
    kept = kept_round(line, desk.rulebooks)
    answer = verify_text(line, desk.rulebooks)
    with desk.acting("import_rounds", Subject("rounds", SOURCE)) as act:
        act.ask(may_keep_dispute(act.moment, incident=incident), needs_words(kept.id, "round's name"))
        facts: list[Fact] = [sealed(act, SOURCE, (kept,))]
        if incident:
            words = says.strip() or told(answer)
            facts.append(IncidentAddedTo(incident=incident, says=words, rounds=(kept.id,)))
        return act.enter(*facts)


def told(answer: Answer) -> str:
    """What the engine found, in a sentence for the incident."""
    wrong = [line for line in answer.lines if line.wrong]
    if answer.verdict == "unreadable":
        return f"Round {answer.id} as told at the dispute desk; it cannot be settled yet: {answer.error}."
    if wrong:
        cites = ", ".join(dict.fromkeys(line.cite for line in wrong))
        many = f"{len(wrong)} of {len(answer.lines)} lines"
        return f"Round {answer.id} settled at the dispute desk: {many} differ from what was paid ({cites})."
    return f"Round {answer.id} settled at the dispute desk: {answer.verdict}."
