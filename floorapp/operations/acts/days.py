"""Handing over, and ending the gaming day."""

from __future__ import annotations

from floorapp.domain.days import EndedDay, Handover
from floorapp.domain.duties import Duty
from floorapp.domain.findings import RecordedFinding
from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.incidents import Incident, IncidentPhase
from floorapp.domain.people import SIGNING_ONLY, Person
from floorapp.operations.day_conduct import open_on, uninspected_on
from floorapp.operations.desk import Change, Desk
from floorapp.operations.due import due
from floorapp.operations.entry import Signature
from floorapp.operations.facts.days import GamingDayEnded, HandoverAccepted, HandoverGiven
from floorapp.operations.facts.registry import Subject
from floorapp.operations.identity import new_id
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, bad_input, needs_words, unknown
from floorapp.operations.signatures import Meaning, needs_signature


def may_give_handover(moment: Moment, *, to: str) -> Refusal | None:
    """To somebody else who works at a screen."""
    refusal = moment.guard("give_handover")
    if refusal is not None:
        return refusal
    person = moment.state.get(Person, to)
    if person is None:
        return unknown("person", to)
    if not person.enabled or person.role in SIGNING_ONLY or to == moment.actor:
        return bad_input(f"{person.name} cannot accept your shift change.", "Choose a coworker who works at a screen.")
    return None


def give_handover(desk: Desk, *, to: str, shift: str, says: str, signature: Signature) -> Change:
    """Write down what the next person has to know; what is due now goes with it by itself."""
    with desk.acting("give_handover", Subject("person", to)) as act:
        act.ask(
            may_give_handover(act.moment, to=to),
            needs_words(shift, "shift"),
            needs_signature((signature,), Meaning.HANDED_OVER, by=act.moment.person),
        )
        given = HandoverGiven(
            handover=new_id(act.moment.now),
            to=to,
            shift=shift.strip(),
            says=says.strip(),
            open_duties=tuple(_in_words(duty) for duty in due(act.moment)),
        )
        return act.enter(given, signatures=(signature,))


def may_accept_handover(moment: Moment, *, handover: str) -> Refusal | None:
    """By the person it was given to, once."""
    refusal = moment.guard("accept_handover")
    if refusal is not None:
        return refusal
    found = moment.state.get(Handover, handover)
    if found is None:
        return unknown("handover", handover)
    if found.accepted:
        return bad_input("This shift change was already accepted.", "Nothing to do.")
    if found.to != moment.actor:
        return Refusal(
            "not-yours",
            f"This shift change is for {moment.called(found.to)}.",
            "It is still open.",
            f"{moment.called(found.to)} signs in and accepts it.",
        )
    return None


def accept_handover(desk: Desk, *, handover: str, signature: Signature, says: str = "") -> Change:
    """Take over, by signature."""
    with desk.acting("accept_handover", Subject("handover", handover)) as act:
        act.ask(
            may_accept_handover(act.moment, handover=handover),
            needs_signature((signature,), Meaning.TOOK_OVER, by=act.moment.person),
        )
        return act.enter(HandoverAccepted(handover=handover, says=says.strip()), signatures=(signature,))


def _in_words(duty: Duty) -> str:
    about = "Gaming day" if duty.kind == "gaming-day" else duty.id
    return f"{about}: {duty.says}"


def may_end_gaming_day(moment: Moment, *, day: GamingDay) -> Refusal | None:
    """A day that is over and was not ended yet."""
    refusal = moment.guard("end_gaming_day")
    if refusal is not None:
        return refusal
    on = moment.house.style.date(day.date)
    if moment.now < moment.house.end_of(day):
        return bad_input(f"Gaming day {on} is not over.", "End it when the next one has begun.")
    if moment.state.get(EndedDay, str(day)) is not None:
        return bad_input(f"Gaming day {on} was already ended.", "Nothing to do.")
    return None


def end_gaming_day(desk: Desk, *, day: GamingDay, signature: Signature, says: str = "") -> Change:
    """Look through a gaming day and end it; what is missing in it is named and explained."""
    with desk.acting("end_gaming_day", Subject("gaming-day", str(day))) as act:
        act.ask(
            may_end_gaming_day(act.moment, day=day),
            needs_signature((signature,), Meaning.DAY_ENDED, by=act.moment.person),
        )
        missing = uninspected_on(act.moment, day)
        act.ask(needs_words(says, "reason items are missing") if missing else None)
        waiting = [i.number for i in act.moment.state.find(Incident) if i.phase is not IncidentPhase.CLOSED]
        ended = GamingDayEnded(
            day=str(day),
            tables=open_on(act.moment, day),
            findings=len(act.moment.state.find(RecordedFinding, gaming_day=str(day))),
            open_incidents=tuple(waiting),
            missing=missing,
            says=says.strip(),
        )
        return act.enter(ended, signatures=(signature,))
