"""What must not be destroyed: one question, answered by legal holds and by patrons' open cases."""

from __future__ import annotations

from floorapp.domain.days import Document
from floorapp.domain.decks import DeckSet
from floorapp.domain.disputes import DisputeCase
from floorapp.domain.holds import LegalHold
from floorapp.domain.incident_files import IncidentFile
from floorapp.domain.incidents import Incident
from floorapp.domain.retention import RetentionSchedule
from floorapp.operations.facts.registry import Subject
from floorapp.operations.refusal import Refusal
from floorapp.operations.state import StateView


def standing_holds(state: StateView) -> tuple[LegalHold, ...]:
    """The legal holds that are not released, oldest first."""
    return tuple(sorted(state.find(LegalHold, released=False), key=lambda each: each.id))


def holds_on(state: StateView, subject: Subject) -> tuple[str, ...]:
    """What keeps something from being destroyed, in words: legal holds that cover it, and open cases it is part of."""
    legal = [f"legal hold {each.id}" for each in standing_holds(state) if subject in covered(state, each)]
    cases = [each for each in state.find(DisputeCase, closed=False) if each.held]
    return (*legal, *(f"case {each.id}" for each in cases if subject in _of_case(each)))


def backup_years(state: StateView) -> int | None:
    """For how many years backups are kept; None where none is removed: each holds everything, so any hold is on all."""
    if standing_holds(state) or any(each.held for each in state.find(DisputeCase, closed=False)):
        return None
    return (state.get(RetentionSchedule, "house") or RetentionSchedule()).backups


def covered(state: StateView, hold: LegalHold) -> frozenset[Subject]:
    """What a legal hold covers: the thing itself, what a case or an incident rests on, and reports about any of it."""
    found = {Subject(hold.kind, hold.name)}
    if hold.kind == "case" and (case := state.get(DisputeCase, hold.name)) is not None:
        found |= _of_case(case)
    for each in [each.id for each in found if each.kind == "incident"]:
        incident = state.get(Incident, each)
        if incident is not None:
            found |= {Subject("round", name) for name in incident.rounds}
            found |= {Subject("attachment", file.digest) for file in incident.attachments}
            found |= {Subject("deck-set", name) for name in _cards_of(state, incident)}
    named = {each.id for each in found}
    found |= {Subject("document", d.number) for d in state.find(Document) if d.made and d.made.about in named}
    return frozenset(found)


def _cards_of(state: StateView, incident: Incident) -> set[str]:
    """The sets its file names, and those opened before it that are still at its table."""
    file = state.get(IncidentFile, incident.number)
    there = state.find(DeckSet, table=incident.table)
    opened = {each.id for each in there if each.opened_at and each.opened_at <= incident.happened_at}
    return opened | set(file.details.deck_sets if file is not None else ())


def _of_case(case: DisputeCase) -> frozenset[Subject]:
    """What a patron's case rests on."""
    found = {Subject("case", case.id)} | ({Subject("round", case.round)} if case.round else set())
    found |= {Subject("incident", case.incident)} if case.incident else set()
    return frozenset(found | {Subject("deck-set", each) for each in case.deck_sets})


def refuse_held(state: StateView, subject: Subject, words: str) -> Refusal | None:
    """The refusal of destroying something that is held; `words` name it at the head of a sentence."""
    found = holds_on(state, subject)
    if not found:
        return None
    todo = "Close the case at the dispute desk first." if found[0].startswith("case") else "Have the hold released."
    code = "case-open" if found[0].startswith("case") else "legal-hold"
    return Refusal(code, f"{words} is held: {', '.join(found)}.", "It was not destroyed.", todo)
