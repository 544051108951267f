"""The forms of an incident's file: details, surveillance, the regulator, corrective action, the notice table."""

from __future__ import annotations

from datetime import datetime

from floorapp.domain.incident_files import (
    EFFECT_WORDS,
    NO_DETAILS,
    ErrorBy,
    IncidentDetails,
    IncidentPatron,
    NoticeTable,
)
from floorapp.domain.incidents import Incident
from floorapp.domain.money import typed
from floorapp.domain.people import SIGNING_ONLY, Person
from floorapp.domain.tables import Post, Shoe
from floorapp.domain.typed_time import DATES_LIKE, TIMES_LIKE, read_date
from floorapp.operations.act_row import ActRow
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import incident_files
from floorapp.operations.desk import Change, Desk
from floorapp.operations.floor_queries import books_at, holder
from floorapp.operations.incident_sentences import patron_words, read_patron
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, Refused, bad_input
from floorapp.screens.forms import NO, YES, Act, Asked, Form
from floorapp.screens.offers.offer import Offer, Values, number, of_moment, words_of
from floorapp.screens.offers.settings import cents
from floorapp.screens.phrases import because, name_of
from floorapp.screens.times import instant_at, time_of

#: Whose error it was, as it is chosen.
ERRORS = {
    "dealer error": ErrorBy.DEALER,
    "patron error": ErrorBy.PATRON,
    "equipment": ErrorBy.EQUIPMENT,
    "no error": ErrorBy.NONE,
}
#: Who is notified in each state.
REGULATOR = {"Pennsylvania": "casino compliance representative", "New Jersey": "DGE agent"}


def _form(
    row: ActRow, id: str, title: str, sentence: str, asks: tuple[Asked, ...], may: Refusal | None, note: str = ""
) -> Form:
    return Form(row.name, id, title, sentence, (), asks, Act("do", "Record", "F9", because(may)), note)


@of_moment
def describe_incident(moment: Moment, id: str) -> Offer | None:
    """Who and how much; the dealer and the cards of the table stand there to begin with."""
    incident = moment.state.get(Incident, id)
    if incident is None:
        return None
    known = incident_files.file_of(moment, id).details
    first = known.patrons[0] if known.patrons else IncidentPatron("")
    more = "; ".join(patron_words(each) for each in known.patrons[1:])
    chosen = next((words for words, error in ERRORS.items() if error is known.error), "")
    asks = (
        Asked("dealers", "Dealer(s), separate with commas", _dealers(moment, incident, known), needed=False),
        Asked("who", "Patron: name or description", first.who, needed=False),
        Asked("spot", "Spot", str(first.spot or ""), needed=False, digits=True),
        Asked("player", "Player number", first.player_number, needed=False, beside=True),
        Asked("more", "Other patrons", more, hint="woman in blue, spot 4, player 88; …", needed=False),
        Asked("error", "Error by", chosen, choices=tuple(ERRORS), hint="Choose", needed=False),
        Asked("overpaid", "Overpaid, dollars", _money(known.overpaid), needed=False),
        Asked("underpaid", "Underpaid, dollars", _money(known.underpaid), needed=False, beside=True),
        Asked("reimbursed", "Reimbursed, dollars", _money(known.reimbursed), needed=False),
        Asked("sets", "Deck set(s)", _sets(moment, incident, known), needed=False),
        Asked("rounds", "Rounds", ", ".join(known.rounds or incident.rounds), needed=False, beside=True),
    )
    may = incident_files.may_describe_incident(moment, incident=id)
    form = _form(Acts.describe_incident, id, f"Details of {id}", incident.title, asks, may)
    return Offer(lambda desk, v: incident_files.describe_incident(desk, incident=id, details=_details(v)), form)


def _dealers(moment: Moment, incident: Incident, known: IncidentDetails) -> str:
    if known.dealers or known != NO_DETAILS:
        return ", ".join(known.dealers)
    deals = holder(moment, incident.table, Post.DEALER)
    return name_of(moment, deals) if deals else ""


def _sets(moment: Moment, incident: Incident, known: IncidentDetails) -> str:
    if known.deck_sets or known != NO_DETAILS:
        return ", ".join(known.deck_sets)
    shoe = moment.state.get(Shoe, incident.table)
    return (shoe.deck_set or "") if shoe is not None else ""


def _money(cents: int | None) -> str:
    return "" if cents is None else typed(cents)


def _cents(values: Values, name: str, label: str) -> int | None:
    return cents(values, name, label) if values.get(name, "").strip() else None


def _details(values: Values) -> IncidentDetails:
    spot = number(values, "spot", "the spot") if values.get("spot", "").strip() else None
    first = IncidentPatron(values.get("who", "").strip(), spot, values.get("player", "").strip())
    more = [read_patron(part) for part in values.get("more", "").split(";") if part.strip()]
    return IncidentDetails(
        dealers=words_of(values.get("dealers", "")),
        patrons=tuple(each for each in (first, *more) if each != IncidentPatron("")),
        error=ERRORS.get(values.get("error", "")),
        overpaid=_cents(values, "overpaid", "what was overpaid"),
        underpaid=_cents(values, "underpaid", "what was underpaid"),
        reimbursed=_cents(values, "reimbursed", "what was reimbursed"),
        deck_sets=words_of(values.get("sets", "")),
        rounds=words_of(values.get("rounds", "")),
    )


def _when(desk: Desk, values: Values) -> datetime:
    with desk.looking() as moment:
        at = instant_at(moment, values["at"])
    if at is None:
        raise Refused(bad_input(f"“{values['at']}” is not a time.", f"Type it as {TIMES_LIKE}.", "at"))
    return at


@of_moment
def call_surveillance(moment: Moment, id: str) -> Offer:
    asks = (
        Asked("at", "Called at", time_of(moment, moment.now)),
        Asked("taken_by", "Who took the call", beside=True),
        Asked("reference", "Surveillance reference", needed=False),
        Asked("camera", "Camera", needed=False, beside=True),
        Asked("review", "Review requested", choices=(YES, NO), hint="Choose"),
        Asked("hold", "Recording to be held", choices=(YES, NO), hint="Choose", beside=True),
    )
    may = incident_files.may_call_surveillance(moment, incident=id)
    sentence = "A requested review stays in Due now until it is answered."
    form = _form(Acts.call_surveillance, id, f"Surveillance called for {id}", sentence, asks, may)

    def do(desk: Desk, values: Values) -> Change:
        return incident_files.call_surveillance(
            desk,
            incident=id,
            at=_when(desk, values),
            taken_by=values["taken_by"],
            reference=values.get("reference", ""),
            camera=values.get("camera", ""),
            review=values["review"] == YES,
            hold=values["hold"] == YES,
        )

    return Offer(do, form)


@of_moment
def answer_review(moment: Moment, id: str) -> Offer:
    call = incident_files.open_call(moment, id)
    asks = (
        Asked("says", "What the recording shows", call.says if call else ""),
        Asked("reference", "Surveillance reference", call.reference if call else "", needed=False),
        Asked("camera", "Camera", call.camera if call else "", needed=False, beside=True),
        Asked("held", "Recording is held", choices=(YES, NO), hint="Choose"),
    )
    may = incident_files.may_answer_review(moment, incident=id)
    asked = "" if call is None else f"Called {moment.house.stamp(call.at)}, {call.taken_by} took the call."
    form = _form(Acts.answer_review, id, f"Surveillance review for {id}", asked, asks, may)

    def do(desk: Desk, values: Values) -> Change:
        return incident_files.answer_review(
            desk,
            incident=id,
            says=values["says"],
            held=values["held"] == YES,
            reference=values.get("reference", ""),
            camera=values.get("camera", ""),
        )

    return Offer(do, form)


@of_moment
def notify_regulator(moment: Moment, id: str) -> Offer:
    incident = moment.state.get(Incident, id)
    known = incident_files.file_of(moment, id)
    states = (book.state for book in books_at(moment, (incident.table,) if incident is not None else ()))
    asks = (
        Asked("whom", "Notified", known.notify or REGULATOR.get(next(states, ""), "")),
        Asked("at", "At", time_of(moment, moment.now)),
        Asked("reference", "Reference", needed=False, beside=True),
    )
    may = incident_files.may_notify_regulator(moment, incident=id)
    sentence = "The property’s table asks for no notice of this incident."
    if known.notify_by is not None:
        sentence = (
            f"The property’s table: {known.notify}, by {moment.house.stamp(known.notify_by)} ({known.notify_why})."
        )
    form = _form(Acts.notify_regulator, id, f"Regulator notified of {id}", sentence, asks, may)

    def do(desk: Desk, values: Values) -> Change:
        return incident_files.notify_regulator(
            desk, incident=id, whom=values["whom"], at=_when(desk, values), reference=values.get("reference", "")
        )

    return Offer(do, form)


@of_moment
def set_action(moment: Moment, id: str) -> Offer:
    people = sorted(p.handle for p in moment.state.find(Person, enabled=True) if p.role not in SIGNING_ONLY)
    asks = (
        Asked("says", "Corrective action", hint="Retrain the dealer on pushes"),
        Asked("owner", "Owner", choices=tuple(people), hint="Choose"),
        Asked("due_on", "Due on", hint=DATES_LIKE, beside=True),
    )
    may = incident_files.may_set_action(moment, incident=id)
    sentence = "It stays in Due now until it is completed."
    form = _form(Acts.set_action, id, f"Corrective action for {id}", sentence, asks, may)

    def do(desk: Desk, values: Values) -> Change:
        due_on = read_date(values["due_on"], moment.day.date)
        if due_on is None:
            raise Refused(bad_input(f"“{values['due_on']}” is not a date.", f"Type it as {DATES_LIKE}.", "due_on"))
        return incident_files.set_action(desk, incident=id, says=values["says"], owner=values["owner"], due_on=due_on)

    return Offer(do, form)


@of_moment
def finish_action(moment: Moment, id: str) -> Offer:
    found = incident_files.open_action(moment, id)
    may = incident_files.may_finish_action(moment, incident=id)
    sentence = "" if found is None else f"{name_of(moment, found.owner)}: {found.says}"
    asks = (Asked("says", "What was done"),)
    form = _form(Acts.finish_action, id, f"Corrective action of {id} completed", sentence, asks, may)
    return Offer(lambda desk, v: incident_files.finish_action(desk, incident=id, says=v["says"]), form)


#: What is asked in the form of the notice table: each thing an incident leads to, as a field.
_EFFECTS = {f"effect {effect}": effect for effect in EFFECT_WORDS}


@of_moment
def set_notices(moment: Moment, _id: str) -> Offer:
    known = incident_files.notice_table(moment)
    asks = (
        Asked("whom", "Who is notified", known.whom, hint=" or ".join(REGULATOR.values()), needed=False),
        *(
            Asked(name, EFFECT_WORDS[effect].capitalize(), YES if effect in known.effects else NO, choices=(YES, NO))
            for name, effect in _EFFECTS.items()
        ),
        Asked("from", "Paid in error, from dollars", _money(known.from_cents), needed=False),
        Asked("within", "Minutes to notify", str(known.within_minutes), digits=True, beside=True),
    )
    may = incident_files.may_set_notices(moment)
    sentence = "Incidents that end like this are to be notified; each then stands in Due now."
    form = _form(Acts.set_notices, "house", "Regulator notices", sentence, asks, may)

    def do(desk: Desk, values: Values) -> Change:
        table = NoticeTable(
            effects=tuple(effect for name, effect in _EFFECTS.items() if values[name] == YES),
            from_cents=_cents(values, "from", "the amount"),
            whom=values.get("whom", ""),
            within_minutes=number(values, "within", "the minutes"),
        )
        return incident_files.set_notices(desk, table=table)

    return Offer(do, form)
