"""A dispute as a case: opened with the patron's claim, added to, and closed with what was paid in the end."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from floorapp.domain.decks import DeckSet, Spot
from floorapp.domain.disputes import Claim, ClaimChoice, DisputeCase, Receipt
from floorapp.domain.drawn_signature import strokes_of
from floorapp.domain.incidents import Incident
from floorapp.engine.answer import Answer
from floorapp.engine.decode import parse_json, read_round
from floorapp.engine.verify import verify_text
from floorapp.operations.canonical import in_utc
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import AHEAD_AT_MOST
from floorapp.operations.facts.disputes import (
    CaseChanged,
    CaseClosed,
    CaseFiled,
    CaseHeld,
    CaseOpened,
    CaseOpenedFor,
    CaseReleased,
    CaseSigned,
    ComplaintOpened,
)
from floorapp.operations.facts.registry import Fact, Subject
from floorapp.operations.floor_queries import books_at, known_table
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, bad_input, first, needs_words, unknown
from floorapp.operations.series import next_number
from floorapp.operations.two_figures import TwoFigures, two_figures

#: Days in which a patron's claim is answered, by state; elsewhere no day is set.
ANSWER_WITHIN = {"Pennsylvania": timedelta(days=30)}


#: How the name of a complaint begins; a dispute's holds its round and spot.
COMPLAINT = "PC-"


def case_id(round_: str, spot: int, behind: int = 0) -> str:
    """The name of a case: its round and its spot, and which bettor behind it."""
    return f"{round_}#{spot}" + (f".{behind}" if behind else "")


def may_open_case(moment: Moment) -> Refusal | None:
    """Anybody on the floor."""
    return moment.guard("open_case")


def open_case(desk: Desk, *, record: str, claim: Claim, incident: str = "", behind: int = 0) -> Change:
    """Take down a patron's claim about a round, with both figures as the engine has them."""
    answer = verify_text(record, desk.rulebooks)
    case = case_id(answer.id or "", claim.spot, behind)
    with desk.acting("open_case", Subject("case", case)) as act:
        known = act.moment.state.get(DisputeCase, case)
        act.ask(
            first(may_open_case(act.moment), _twice(known), _incomplete(claim), _no_such_spot(answer, claim, behind))
        )
        raw = read_round(parse_json(record), desk.rulebooks)
        book = desk.rulebooks[raw.rulebook]
        within = ANSWER_WITHIN.get(book.state)
        both = two_figures(answer, book, claim.spot, behind)
        opened = CaseOpenedFor(
            case=case,
            round=raw.id,
            table=raw.table,
            claim=_timed(claim),
            as_dealt=sum(line.expected for line in answer.lines if (line.box, line.behind) == (claim.spot, behind)),
            required=None if both is None else sum(both.ways[0].nets),
            answer_by=act.moment.now + within if within else None,
            incident=incident,
            behind=behind,
            choices=_choices(both),
        )
        return act.enter(opened, CaseHeld(case=case, round=raw.id, deck_sets=_cards_of(act.moment, raw.table)))


def may_open_complaint(moment: Moment) -> Refusal | None:
    """Anybody on the floor."""
    return moment.guard("open_complaint")


def open_complaint(
    desk: Desk, *, claim: Claim, about: str, happened_at: datetime, table: str = "", incident: str = ""
) -> Change:
    """Take down by hand what a patron complains of, where no round on file settles it."""
    with desk.acting("open_complaint", Subject("case", "complaint")) as act:
        act.ask(
            first(
                may_open_complaint(act.moment),
                _incomplete(claim),
                needs_words(about, "complaint", "about"),
                known_table(act.moment, table) if table else None,
                _no_incident(act.moment, incident),
                _still_to_come(act.moment, happened_at),
            )
        )
        series = f"complaint-{act.moment.day.date.year}"
        number = next_number(act.moment.state, series)
        case = f"{COMPLAINT}{act.moment.day.date.year}-{number:04d}"
        states = [book.state for book in books_at(act.moment, (table,) if table else ())]
        within = ANSWER_WITHIN.get(states[0]) if states else None
        opened = ComplaintOpened(
            case=case,
            series=series,
            number=number,
            table=table,
            claim=_timed(claim),
            about=about.strip(),
            happened_at=in_utc(happened_at),
            answer_by=act.moment.now + within if within else None,
            incident=incident,
        )
        return act.enter(opened, CaseHeld(case=case, round="", deck_sets=_cards_of(act.moment, table)))


def _no_incident(moment: Moment, incident: str) -> Refusal | None:
    return unknown("incident", incident) if incident and moment.state.get(Incident, incident) is None else None


def _still_to_come(moment: Moment, at: datetime) -> Refusal | None:
    if in_utc(at) - moment.now > AHEAD_AT_MOST:
        return bad_input("That time is in the future.", "Enter the time it happened.", "happened_at")
    return None


def may_file_case(moment: Moment, *, case: str) -> Refusal | None:
    """A case that is not closed."""
    return first(moment.guard("file_case"), _not_open(moment, case))


def file_case(
    desk: Desk,
    *,
    case: str,
    form_offered_at: datetime | None,
    board_number: str,
    answer_by: datetime | None,
    evidence: tuple[str, ...],
) -> Change:
    """Enter when the complaint form was offered, the Board's number and deadline, and what evidence is held."""
    with desk.acting("file_case", Subject("case", case)) as act:
        act.ask(may_file_case(act.moment, case=case))
        act.ask(None if form_offered_at is None else _still_to_come(act.moment, form_offered_at))
        found = act.moment.state.get(DisputeCase, case)
        assert found is not None
        filed = CaseFiled(
            case=case,
            round=found.round,
            form_offered_at=None if form_offered_at is None else in_utc(form_offered_at),
            board_number=board_number.strip(),
            answer_by=None if answer_by is None else in_utc(answer_by),
            evidence=tuple(each.strip() for each in evidence if each.strip()),
        )
        return act.enter(filed)


def may_change_case(moment: Moment, *, case: str) -> Refusal | None:
    """A case that is not closed."""
    return first(moment.guard("change_case"), _not_open(moment, case))


def change_case(desk: Desk, *, case: str, claim: Claim) -> Change:
    """Add what was decided, who was notified, or what surveillance found."""
    with desk.acting("change_case", Subject("case", case)) as act:
        act.ask(first(may_change_case(act.moment, case=case), _incomplete(claim)))
        found = act.moment.state.get(DisputeCase, case)
        assert found is not None
        spotted = claim if claim.spot == found.claim.spot else None
        act.ask(None if spotted else bad_input("A case stays with its spot.", "Open another case for another spot."))
        return act.enter(CaseChanged(case=case, round=found.round, claim=_timed(claim)))


def may_close_case(moment: Moment, *, case: str) -> Refusal | None:
    """A case that is open, by somebody who may decide."""
    return first(moment.guard("close_case"), _not_open(moment, case))


def close_case(desk: Desk, *, case: str, paid: int, receipt: Receipt, outcome: str, signature: str = "") -> Change:
    """Close a case with what was paid and what the patron did with the answer; what it held is released."""
    with desk.acting("close_case", Subject("case", case)) as act:
        act.ask(
            first(may_close_case(act.moment, case=case), needs_words(outcome, "outcome"), undecided(act.moment, case))
        )
        act.ask(_unsigned(receipt, signature))
        found = act.moment.state.get(DisputeCase, case)
        assert found is not None
        closed: list[Fact] = [
            CaseClosed(case=case, round=found.round, paid=paid, receipt=receipt, outcome=outcome.strip())
        ]
        if signature:
            closed.append(CaseSigned(case=case, round=found.round, drawn=signature))
        if found.held:
            closed.append(CaseReleased(case=case, round=found.round, deck_sets=found.deck_sets))
        return act.enter(*closed)


def refused_correction(moment: Moment, old: Fact, new: Fact) -> Refusal | None:
    """Why a fact about a case cannot be corrected so: what its act would not have taken either."""
    if isinstance(new, CaseClosed):
        return needs_words(new.outcome, "outcome")
    if isinstance(new, ComplaintOpened):
        return first(
            _incomplete(new.claim),
            needs_words(new.about, "complaint", "about"),
            _still_to_come(moment, new.happened_at),
        )
    if isinstance(new, CaseOpened | CaseChanged) and isinstance(old, CaseOpened | CaseChanged):
        return first(_incomplete(new.claim), _moved(old, new))
    return None


def _moved(old: CaseOpened | CaseChanged, new: CaseOpened | CaseChanged) -> Refusal | None:
    """A disputed round's case is named after its spot."""
    if not old.round or old.claim.spot == new.claim.spot:
        return None
    return bad_input("A case stays with its spot.", "Void this case and open another for the other spot.")


def _cards_of(moment: Moment, table: str) -> tuple[str, ...]:
    """The cards a round was dealt from, as far as they are still there: those at the table, and those taken from it."""
    if not table:
        return ()
    gone = (Spot.STORE, Spot.ISSUED, Spot.DESTROYED)
    return tuple(sorted(each.id for each in moment.state.find(DeckSet, table=table) if each.spot not in gone))


def _unsigned(receipt: Receipt, signature: str) -> Refusal | None:
    """A signature on the screen is one that was drawn there."""
    drawn = False
    try:
        drawn = bool(strokes_of(signature))
    except ValueError:
        return bad_input("The drawing on the pad cannot be read.", "Have the patron sign again.")
    if drawn == (receipt is Receipt.SIGNED):
        return None
    if drawn:
        return bad_input("The patron signed on the pad.", "Choose that the patron signed.")
    return bad_input("Nobody has signed on the pad.", "Have the patron sign, or choose paper or refused.")


def _twice(known: DisputeCase | None) -> Refusal | None:
    if known is None:
        return None
    return bad_input(f"Case {known.id} is already open for this spot.", "Add to that one.")


def _incomplete(claim: Claim) -> Refusal | None:
    if claim.claimed < 0:
        return bad_input("A claim cannot be below zero.", "Enter the amount claimed.")
    return needs_words(claim.patron, "patron's name or description")


def _no_such_spot(answer: Answer, claim: Claim, behind: int) -> Refusal | None:
    if answer.verdict == "unreadable":
        return bad_input(f"The round cannot be settled yet: {answer.error}.", "Enter the rest first.")
    if any((line.box, line.behind) == (claim.spot, behind) for line in answer.lines):
        return None
    who = f"Bettor {behind} was not behind" if behind else "Nobody played"
    return bad_input(f"{who} spot {claim.spot} in this round.", "Enter the patron's spot.")


def _not_open(moment: Moment, case: str) -> Refusal | None:
    found = moment.state.get(DisputeCase, case)
    if found is None:
        return unknown("case", case)
    return bad_input("This case is closed.", "Open another for a new claim.") if found.closed else None


def undecided(moment: Moment, case: str) -> Refusal | None:
    """A case is closed on a decision; said before a patron signs for one that nobody made."""
    found = moment.state.get(DisputeCase, case)
    if found is None or found.claim.decision.strip():
        return None
    return bad_input("Nobody has decided this case yet.", "Enter the decision and who made it.")


def _choices(both: TwoFigures | None) -> tuple[ClaimChoice, ...]:
    """Every way that is somebody's choice."""
    ways = () if both is None else both.ways
    return tuple(ClaimChoice(way.head.rstrip("."), way.whose, sum(way.nets)) for way in ways if way.whose)


def _timed(claim: Claim) -> Claim:
    """The claim with its instants in UTC."""

    def utc(at: datetime | None) -> datetime | None:
        return None if at is None else in_utc(at)

    return replace(claim, decided_at=utc(claim.decided_at), surveillance_at=utc(claim.surveillance_at))
