"""The forms of a patron's complaint: opened by hand, filed with the Board, decided, closed."""

from __future__ import annotations

from datetime import datetime

from floorapp.domain.disputes import Claim, DisputeCase, Receipt
from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.money import typed
from floorapp.domain.tables import Post, Table
from floorapp.domain.typed_time import DATES_LIKE, TIMES_LIKE, read_date
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import cases
from floorapp.operations.desk import Change, Desk
from floorapp.operations.dispute.draft import DeskSeat, NotUnderstood
from floorapp.operations.floor_queries import holder
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refused, bad_input
from floorapp.screens.dispute_case import CaseAsked, claim_of, figures_words
from floorapp.screens.forms import Act, Asked, Form
from floorapp.screens.offers.offer import Offer, Values, number, of_moment, words_of
from floorapp.screens.offers.settings import cents
from floorapp.screens.phrases import because, name_of
from floorapp.screens.times import instant_at, time_of

#: What the patron did with the answer; the pad is at the dispute desk.
RECEIPTS = {"signed on paper": Receipt.ON_PAPER, "refused to sign": Receipt.REFUSED}


@of_moment
def open_complaint(moment: Moment, id: str) -> Offer:
    """A complaint from the floor or the counter; about a table where there is one."""
    tables = tuple(sorted(each.id for each in moment.state.find(Table, retired=False)))
    asks = (
        Asked("patron", "Patron: name or description"),
        Asked("player_number", "Player number", needed=False),
        Asked("table", "Table", id, choices=tables, hint="Choose", needed=False, beside=True),
        Asked("spot", "Spot", needed=False, digits=True),
        Asked("at", "Time of event", time_of(moment, moment.now), beside=True),
        Asked("about", "Patron’s statement"),
        Asked("claimed", "Amount claimed, dollars", needed=False),
        Asked("incident", "Incident", needed=False, beside=True),
    )
    may = because(cases.may_open_complaint(moment))
    sentence = "A disputed round is opened at the dispute desk; this is for any other complaint."
    form = Form(
        Acts.open_complaint.name, id, "Patron complaint", sentence, (), asks, Act("do", "Open the case", "F9", may)
    )

    def do(desk: Desk, values: Values) -> Change:
        table, spot = values.get("table", ""), values.get("spot", "").strip()
        dealer = holder(moment, table, Post.DEALER) if table else None
        claim = Claim(
            patron=values["patron"].strip(),
            spot=number(values, "spot", "the spot") if spot else 0,
            claimed=_cents(values, "claimed"),
            player_number=values.get("player_number", "").strip(),
            dealer=name_of(moment, dealer) if dealer else "",
        )
        at = _time(moment, values, "at")
        assert at is not None, "the field is needed"
        return cases.open_complaint(
            desk,
            claim=claim,
            about=values["about"],
            happened_at=at,
            table=table,
            incident=values.get("incident", "").strip(),
        )

    return Offer(do, form)


def _cents(values: Values, name: str) -> int:
    return cents(values, name, "the amount") if values.get(name, "").strip() else 0


def _time(moment: Moment, values: Values, name: str) -> datetime | None:
    text = values.get(name, "").strip()
    found = instant_at(moment, text) if text else None
    if text and found is None:
        raise Refused(bad_input(f"“{text}” is not a time.", f"Type it as {TIMES_LIKE}.", name))
    return found


@of_moment
def file_case(moment: Moment, id: str) -> Offer | None:
    """The regulator's form, its number and deadline, and what is held."""
    case = moment.state.get(DisputeCase, id)
    if case is None:
        return None
    offered = time_of(moment, case.form_offered_at) if case.form_offered_at else ""
    until = moment.house.style.date(moment.house.wall(case.answer_by)) if case.answer_by else ""
    asks = (
        Asked("form", "Complaint form offered at", offered, hint=TIMES_LIKE, needed=False),
        Asked("board", "Board’s case number", case.board_number, needed=False),
        Asked("by", "Answer by", until, hint=DATES_LIKE, needed=False, beside=True),
        Asked("evidence", "Evidence held (separate with commas)", ", ".join(case.evidence), needed=False),
    )
    may = because(cases.may_file_case(moment, case=id))
    form = Form(Acts.file_case.name, id, f"Case {id}", case.claim.patron, (), asks, Act("do", "Save", "F9", may))

    def do(desk: Desk, values: Values) -> Change:
        answer_by = case.answer_by
        typed_by = values.get("by", "").strip()
        if typed_by != until:
            answer_by = _end_of(moment, typed_by) if typed_by else None
        return cases.file_case(
            desk,
            case=id,
            form_offered_at=_time(moment, values, "form"),
            board_number=values.get("board", ""),
            answer_by=answer_by,
            evidence=words_of(values.get("evidence", "")),
        )

    return Offer(do, form)


def _end_of(moment: Moment, text: str) -> datetime:
    """The end of the gaming day of a typed date."""
    day = read_date(text, moment.day.date)
    if day is None:
        raise Refused(bad_input(f"“{text}” is not a date.", f"Type it as {DATES_LIKE}.", "by"))
    return moment.house.end_of(GamingDay(day))


@of_moment
def change_case(moment: Moment, id: str) -> Offer | None:
    """What was decided about a complaint, who was notified, what surveillance has."""
    case = moment.state.get(DisputeCase, id)
    if case is None:
        return None
    claim = case.claim
    seen = time_of(moment, claim.surveillance_at) if claim.surveillance_at else ""
    asks = (
        Asked("patron", "Patron: name or description", claim.patron),
        Asked("player_number", "Player number", claim.player_number, needed=False),
        Asked("claimed", "Amount claimed, dollars", typed(claim.claimed), beside=True),
        Asked("dealer", "Dealer", claim.dealer, needed=False),
        Asked("decision", "Decision", claim.decision, needed=False),
        Asked("decided_by", "Decided by", claim.decided_by, needed=False, beside=True),
        Asked("notified", "Notified (separate with commas)", ", ".join(claim.notified), needed=False),
        Asked("surveillance", "Surveillance reference", claim.surveillance, needed=False),
        Asked("surveillance_at", "Time on the recording", seen, needed=False, beside=True),
    )
    may = because(cases.may_change_case(moment, case=id))
    form = Form(Acts.change_case.name, id, f"Case {id}", case.about, (), asks, Act("do", "Save", "F9", may))

    def do(desk: Desk, values: Values) -> Change:
        try:
            claim = claim_of(values, CaseAsked(id, case), DeskSeat(case.claim.spot), moment)
        except NotUnderstood as fault:
            raise Refused(bad_input(str(fault), "Type it again.")) from None
        return cases.change_case(desk, case=id, claim=claim)

    return Offer(do, form)


@of_moment
def close_case(moment: Moment, id: str) -> Offer | None:
    """How a complaint ends."""
    case = moment.state.get(DisputeCase, id)
    if case is None:
        return None
    asks = (
        Asked("paid", "Paid to the patron, dollars"),
        Asked("receipt", "The patron", choices=tuple(RECEIPTS), hint="Choose"),
        Asked("outcome", "Outcome"),
    )
    may = because(cases.may_close_case(moment, case=id))
    says = case.about if case.by_hand else figures_words(case)
    form = Form(Acts.close_case.name, id, f"Close case {id}", says, (), asks, Act("do", "Close the case", "F9", may))

    def do(desk: Desk, values: Values) -> Change:
        paid, receipt = cents(values, "paid", "the amount"), RECEIPTS[values["receipt"]]
        return cases.close_case(desk, case=id, paid=paid, receipt=receipt, outcome=values["outcome"])

    return Offer(do, form)
