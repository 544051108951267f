"""The file of an incident: who and how much, surveillance, the regulator's notice, corrective action."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta

from floorapp.domain.decks import DeckSet
from floorapp.domain.incident_files import (
    EFFECT_WORDS,
    CorrectiveAction,
    IncidentDetails,
    IncidentFile,
    NoticeTable,
    SurveillanceCall,
)
from floorapp.domain.incidents import Incident, IncidentPhase
from floorapp.domain.people import Person
from floorapp.operations.act_row import ActRow
from floorapp.operations.act_table import Acts
from floorapp.operations.canonical import in_utc
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import AHEAD_AT_MOST
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
from floorapp.operations.facts.registry import Fact, Subject
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, bad_input, first, needs_words, unknown


def file_of(moment: Moment, incident: str) -> IncidentFile:
    """The file of an incident; an empty one where nothing was entered yet."""
    return moment.state.get(IncidentFile, incident) or IncidentFile(incident)


def notice_table(moment: Moment) -> NoticeTable:
    """The property's table of what the regulator is notified of; an empty one until it is set."""
    return moment.state.get(NoticeTable, "house") or NoticeTable()


def notice_for(
    moment: Moment, incident: str, effect: str, details: IncidentDetails, since: datetime
) -> tuple[Fact, ...]:
    """That the regulator is to be notified, where the property's table says so and nothing says it yet."""
    table = notice_table(moment)
    why = table.asks(effect, details)
    if not why or file_of(moment, incident).notify_by is not None:
        return ()
    by = in_utc(since) + timedelta(minutes=table.within_minutes)
    return (NoticeRequired(incident=incident, whom=table.whom, why=why, by=by),)


def _known(moment: Moment, row: ActRow, incident: str, *, closed: bool = False) -> Refusal | None:
    """An incident there is; closed ones only where nothing of their decision is touched."""
    refusal = moment.guard(row.name)
    found = moment.state.get(Incident, incident)
    if refusal is not None or found is None:
        return refusal or unknown("incident", incident)
    if found.phase is IncidentPhase.CLOSED and not closed:
        return Refusal(
            "incident-closed", f"Incident {incident} is closed.", "Nothing was added.", "Have it reopened first."
        )
    return None


def _not_ahead(moment: Moment, at: datetime) -> Refusal | None:
    if in_utc(at) - moment.now > AHEAD_AT_MOST:
        return bad_input("That time is in the future.", "Enter the time it happened.", "at")
    return None


def may_describe_incident(moment: Moment, *, incident: str) -> Refusal | None:
    """Anybody on the floor, while it is not closed."""
    return _known(moment, Acts.describe_incident, incident)


def describe_incident(desk: Desk, *, incident: str, details: IncidentDetails) -> Change:
    """Say who dealt and played, whose error it was, and what was paid over or under and given back."""
    with desk.acting("describe_incident", Subject("incident", incident)) as act:
        act.ask(first(may_describe_incident(act.moment, incident=incident), _odd_details(act.moment, details)))
        known = act.moment.state.get(Incident, incident)
        assert known is not None
        asked = notice_for(act.moment, incident, known.effect, details, act.moment.now)
        return act.enter(IncidentDetailed(incident=incident, details=details), *asked)


def _odd_details(moment: Moment, details: IncidentDetails) -> Refusal | None:
    amounts = (details.overpaid, details.underpaid, details.reimbursed)
    if any(each is not None and each < 0 for each in amounts):
        return bad_input("An amount cannot be below zero.", "Enter it without a minus sign.")
    if details.overpaid and details.underpaid:
        return bad_input("One payout is not both over- and underpaid.", "Enter one of the two, or the net of several.")
    if any(not each.who.strip() for each in details.patrons):
        return bad_input(
            "One patron has neither a name nor a description.", "Enter a name, or what they looked like.", "who"
        )
    missing = next((each for each in details.deck_sets if moment.state.get(DeckSet, each) is None), None)
    return None if missing is None else unknown("deck set", missing)


def may_call_surveillance(moment: Moment, *, incident: str) -> Refusal | None:
    """Anybody on the floor and surveillance itself, while it is not closed."""
    return _known(moment, Acts.call_surveillance, incident)


def call_surveillance(
    desk: Desk,
    *,
    incident: str,
    at: datetime,
    taken_by: str,
    reference: str = "",
    camera: str = "",
    review: bool = False,
    hold: bool = False,
) -> Change:
    """Put a call to surveillance on record, and what was asked of them."""
    with desk.acting("call_surveillance", Subject("incident", incident)) as act:
        act.ask(
            first(
                may_call_surveillance(act.moment, incident=incident),
                needs_words(taken_by, "name of who took the call", "taken_by"),
                _not_ahead(act.moment, at),
            )
        )
        called = SurveillanceCalled(
            incident=incident,
            call=len(file_of(act.moment, incident).calls) + 1,
            at=in_utc(at),
            taken_by=taken_by.strip(),
            reference=reference.strip(),
            camera=camera.strip(),
            review=review,
            hold=hold,
        )
        return act.enter(called)


def open_call(moment: Moment, incident: str) -> SurveillanceCall | None:
    """The call whose review is not answered, oldest first; where none waits, the last one."""
    calls = file_of(moment, incident).calls
    return next((each for each in calls if each.pending), calls[-1] if calls else None)


def may_answer_review(moment: Moment, *, incident: str) -> Refusal | None:
    """Surveillance, or who reviews incidents, where surveillance was called."""
    refusal = _known(moment, Acts.answer_review, incident)
    if refusal is None and open_call(moment, incident) is None:
        return bad_input(f"No call to surveillance is on record with {incident}.", "Enter the call first.")
    return refusal


def answer_review(desk: Desk, *, incident: str, says: str, held: bool, reference: str = "", camera: str = "") -> Change:
    """Enter what surveillance saw, its reference, and whether the recording is held."""
    with desk.acting("answer_review", Subject("incident", incident)) as act:
        act.ask(
            first(may_answer_review(act.moment, incident=incident), needs_words(says, "finding of the review", "says"))
        )
        call = open_call(act.moment, incident)
        assert call is not None
        answered = SurveillanceAnswered(
            incident=incident,
            call=call.number,
            says=says.strip(),
            reference=reference.strip(),
            camera=camera.strip(),
            held=held,
        )
        return act.enter(answered)


def may_notify_regulator(moment: Moment, *, incident: str) -> Refusal | None:
    """Anybody on the floor, while it is not closed."""
    return _known(moment, Acts.notify_regulator, incident)


def notify_regulator(desk: Desk, *, incident: str, whom: str, at: datetime, reference: str = "") -> Change:
    """Put it on record that the regulator was notified."""
    with desk.acting("notify_regulator", Subject("incident", incident)) as act:
        act.ask(
            first(
                may_notify_regulator(act.moment, incident=incident),
                needs_words(whom, "name of who was notified", "whom"),
                _not_ahead(act.moment, at),
            )
        )
        notified = RegulatorNotified(incident=incident, whom=whom.strip(), at=in_utc(at), reference=reference.strip())
        return act.enter(notified)


def may_set_action(moment: Moment, *, incident: str) -> Refusal | None:
    """Who reviews incidents; also after one was closed."""
    return _known(moment, Acts.set_action, incident, closed=True)


def set_action(desk: Desk, *, incident: str, says: str, owner: str, due_on: date) -> Change:
    """Name what is done about it, who does it, and by which day."""
    with desk.acting("set_action", Subject("incident", incident)) as act:
        act.ask(
            first(
                may_set_action(act.moment, incident=incident),
                needs_words(says, "corrective action", "says"),
                _no_owner(act.moment, owner),
                _past(act.moment, due_on),
            )
        )
        number = len(file_of(act.moment, incident).actions) + 1
        stated = CorrectiveActionSet(incident=incident, action=number, says=says.strip(), owner=owner, due_on=due_on)
        return act.enter(stated)


def _no_owner(moment: Moment, owner: str) -> Refusal | None:
    person = moment.state.get(Person, owner)
    if person is None:
        return replace(unknown("person", owner), given="owner")
    return None if person.enabled else bad_input(f"{person.name} is disabled.", "Choose another owner.", "owner")


def _past(moment: Moment, due_on: date) -> Refusal | None:
    if due_on >= moment.day.date:
        return None
    return bad_input("That day is in the past.", "Enter today or a later day.", "due_on")


def open_action(moment: Moment, incident: str) -> CorrectiveAction | None:
    """The corrective action that is due first and not done."""
    waiting = [each for each in file_of(moment, incident).actions if each.done_at is None]
    return min(waiting, key=lambda each: (each.due_on, each.number), default=None)


def may_finish_action(moment: Moment, *, incident: str) -> Refusal | None:
    """Its owner, or who reviews incidents."""
    refusal = _known(moment, Acts.finish_action, incident, closed=True)
    if refusal is not None:
        return refusal
    found = open_action(moment, incident)
    if found is None:
        return bad_input(f"No corrective action of {incident} is open.", "Nothing to do.")
    person = moment.person
    if person is None or person.handle == found.owner or person.role in Acts.set_action.roles:
        return None
    owner = moment.called(found.owner)
    return Refusal("not-yours", f"This is {owner}’s to do.", "It is still open.", f"{owner} or a manager completes it.")


def finish_action(desk: Desk, *, incident: str, says: str) -> Change:
    """Say that the corrective action was done, and how."""
    with desk.acting("finish_action", Subject("incident", incident)) as act:
        act.ask(first(may_finish_action(act.moment, incident=incident), needs_words(says, "what was done", "says")))
        found = open_action(act.moment, incident)
        assert found is not None
        return act.enter(CorrectiveActionDone(incident=incident, action=found.number, says=says.strip()))


def may_set_notices(moment: Moment) -> Refusal | None:
    """Whoever sets the property's policy."""
    return moment.guard("set_notices")


def set_notices(desk: Desk, *, table: NoticeTable) -> Change:
    """Set which incidents the regulator is notified of, whom, and within how long."""
    with desk.acting("set_notices", Subject("property", "house")) as act:
        asks = bool(table.effects) or table.from_cents is not None
        act.ask(
            first(
                may_set_notices(act.moment),
                needs_words(table.whom, "name of who is notified", "whom") if asks else None,
                _odd_table(table),
            )
        )
        return act.enter(NoticesSet(table=replace(table, whom=table.whom.strip(), id="house")))


def _odd_table(table: NoticeTable) -> Refusal | None:
    if any(each not in EFFECT_WORDS for each in table.effects):
        return bad_input("No incident ends that way.", f"Choose of: {', '.join(EFFECT_WORDS.values())}.")
    if table.from_cents is not None and table.from_cents <= 0:
        return bad_input("The amount is zero.", "Enter an amount, or leave it empty.", "from")
    if not 1 <= table.within_minutes <= 10_080:
        return bad_input(
            "The time to notify must be between one minute and one week.", "Enter it in minutes.", "within"
        )
    return None


def refused_correction(moment: Moment, old: Fact, new: Fact) -> Refusal | None:
    """Why an entry of the file cannot be corrected so: what its act would not have taken either."""
    if isinstance(new, IncidentDetailed):
        return _odd_details(moment, new.details)
    if isinstance(new, SurveillanceCalled | RegulatorNotified):
        return _not_ahead(moment, new.at)
    if isinstance(new, CorrectiveActionSet) and isinstance(old, CorrectiveActionSet):
        return _no_owner(moment, new.owner) if new.owner != old.owner else None
    return None
