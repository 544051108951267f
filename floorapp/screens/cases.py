"""Every patron's case in one list: disputes from the desk and complaints by hand, open ones by their deadline."""

from __future__ import annotations

from datetime import timedelta

from floorapp.domain.disputes import DisputeCase
from floorapp.domain.money import dollars
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import cases
from floorapp.operations.due import CLAIM_PRESSES
from floorapp.operations.moment import Moment
from floorapp.screens.acts import button
from floorapp.screens.dispute_case import figures_words, held_words
from floorapp.screens.forms import Act
from floorapp.screens.lists import ListRow
from floorapp.screens.phrases import clock, name_of, plural
from floorapp.screens.register import RegisterDetail, RegisterView
from floorapp.screens.snapshot import Snapshot
from floorapp.screens.states import State
from floorapp.screens.text_line import Sign, Words, line

#: Closed ones are many; the list shows this many.
MOST = 200


def cases_of(snapshot: Snapshot, chosen: str) -> RegisterView:
    """Ask all of them, and the chosen one; the first where none is chosen."""
    moment = snapshot.moment
    found = moment.state.find(DisputeCase)
    waiting = sorted((each for each in found if not each.closed), key=lambda each: (each.answer_by is None, _by(each)))
    ended = sorted((each for each in found if each.closed), key=lambda each: each.opened_at, reverse=True)
    listed = (*waiting, *ended)[:MOST]
    one = next((each for each in found if each.id == chosen), listed[0] if listed else None)
    note = f"{plural(len(waiting), 'case')} open, {len(ended)} closed"
    add = button(Acts.open_complaint, "cases", cases.may_open_complaint(moment))
    detail = _detail(moment, one) if one is not None else None
    return RegisterView("Patron cases", note, tuple(_row(moment, each) for each in listed), detail, (add,))


def _by(case: DisputeCase) -> object:
    return case.answer_by or case.opened_at


def state_of_case(moment: Moment, case: DisputeCase) -> State:
    """By how much of its time is left."""
    if case.closed:
        return State.OKAY
    left = None if case.answer_by is None else case.answer_by - moment.now
    if left is None or left > CLAIM_PRESSES:
        return State.DUE
    return State.ALARM if left <= timedelta(0) else State.WARNING


def _row(moment: Moment, case: DisputeCase) -> ListRow:
    head = line(Words(case.claim.patron, 15, 600, shrinks=True))
    says = f"{case.table or 'no table'} · complaint · {case.id}" if case.by_hand else f"disputed round · {case.called}"
    second = line(Words(says, 13, 400, "ink2", shrinks=True))
    note = line(Words(_word(moment, case), 13, 400, "ink2"))
    return ListRow(case.id, Sign(state_of_case(moment, case), 17), (head, second), note=note)


def _word(moment: Moment, case: DisputeCase) -> str:
    if case.closed:
        return "closed"
    return f"by {moment.house.style.date(moment.house.wall(case.answer_by))}" if case.answer_by else "open"


def _detail(moment: Moment, case: DisputeCase) -> RegisterDetail:
    claim = case.claim
    stamp = moment.house.stamp
    opened = f"{stamp(case.opened_at)} by {name_of(moment, case.opened_by)}"
    decision = f"{claim.decision} ({name_of(moment, claim.decided_by)})" if claim.decision else "not decided yet"
    offered = stamp(case.form_offered_at) if case.form_offered_at else "not offered yet"
    facts = (
        ("Patron’s statement", case.about) if case.by_hand else ("Round", f"{case.round}. {figures_words(case)}"),
        ("Opened", opened),
        ("Table and spot", " · ".join(filter(None, (case.table, f"spot {claim.spot}" if claim.spot else "")))),
        ("Time of event", clock(moment, case.happened_at) if case.happened_at else ""),
        ("Claimed", dollars(claim.claimed)),
        ("Player number", claim.player_number),
        ("Dealer", name_of(moment, claim.dealer) if claim.dealer else ""),
        ("Complaint form", offered),
        ("Board’s case number", case.board_number),
        ("Answer by", stamp(case.answer_by) if case.answer_by else "no deadline"),
        ("Evidence held", ", ".join(filter(None, (*case.evidence, claim.surveillance, *case.deck_sets)))),
        ("On hold", held_words(case) if case.held and not case.by_hand else ""),
        ("Incident", case.incident),
        ("Notified", ", ".join(claim.notified)),
        ("Decision", decision),
        ("Outcome", f"{dollars(case.paid)} paid. {case.outcome}" if case.paid is not None else ""),
    )
    known = tuple((label, words) for label, words in facts if words)
    title = claim.patron
    return RegisterDetail(case.id, state_of_case(moment, case), _word(moment, case), title, known, _acts(moment, case))


def _acts(moment: Moment, case: DisputeCase) -> tuple[Act, ...]:
    change = button(Acts.change_case, "cases", cases.may_change_case(moment, case=case.id))
    close = button(Acts.close_case, "cases", cases.may_close_case(moment, case=case.id))
    file = button(Acts.file_case, "cases", cases.may_file_case(moment, case=case.id))
    desk = Act("dispute", "Dispute desk", "F6", "No round is on file with it." if case.by_hand else "")
    return change, file, close, desk
