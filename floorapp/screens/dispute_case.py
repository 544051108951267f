"""The forms of a dispute's case: the patron's claim, what was decided, and how it ended."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from floorapp.domain.disputes import Claim, DisputeCase, Receipt
from floorapp.domain.money import dollars, typed
from floorapp.domain.tables import Post
from floorapp.domain.typed_time import TIMES_LIKE
from floorapp.domain.values import dataclass
from floorapp.engine.record import Unreadable
from floorapp.operations.acts.cases import case_id, may_close_case, undecided
from floorapp.operations.dispute.draft import DeskSeat, Draft, NotUnderstood
from floorapp.operations.dispute.sources import DisputeStart, of_case
from floorapp.operations.dispute.word_parser import cents_of
from floorapp.operations.facts.disputes import DisputeSettled
from floorapp.operations.facts.registry import Subject
from floorapp.operations.floor_queries import holder
from floorapp.operations.moment import Moment
from floorapp.operations.papers.guest import signed
from floorapp.operations.refusal import first
from floorapp.screens.forms import Act, Asked, Form
from floorapp.screens.lists import ListRow
from floorapp.screens.phrases import because, name_of
from floorapp.screens.snapshot import Snapshot
from floorapp.screens.text_line import Icon, Words, line
from floorapp.screens.times import instant_at, time_of

#: What the patron does with the answer, as it is chosen.
RECEIPTS = {
    "signs on this screen": Receipt.SIGNED,
    "signed on paper": Receipt.ON_PAPER,
    "refused to sign": Receipt.REFUSED,
}


@dataclass(frozen=True, slots=True)
class CaseAsked:
    """A case as the desk finds it: none yet, open or closed; with its times as this house writes them."""

    id: str
    case: DisputeCase | None
    seen_at: str = ""
    decided_at: str = ""
    answer_by: str = ""
    dealer: str = ""
    decided_by: str = ""
    no_closing: str = ""  # why one may not close it, in a sentence
    desk: DisputeStart | None = None  # its round, as the desk shows it

    @property
    def patron(self) -> str:
        return self.case.claim.patron if self.case else ""


def case_asked(snapshot: Snapshot, id: str, table: str = "") -> CaseAsked:
    """What is on record of a case; where there is none yet, who deals at its table."""
    moment = snapshot.moment
    case = moment.state.get(DisputeCase, id)
    if case is None:
        deals = holder(moment, table, Post.DEALER) if table else None
        return CaseAsked(id, None, dealer=name_of(moment, deals) if deals else "")
    claim = case.claim
    return CaseAsked(
        id,
        case,
        time_of(moment, claim.surveillance_at) if claim.surveillance_at else "",
        time_of(moment, claim.decided_at) if claim.decided_at else "",
        moment.house.stamp(case.answer_by) if case.answer_by else "",
        name_of(moment, claim.dealer) if claim.dealer else "",
        name_of(moment, claim.decided_by) if claim.decided_by else "",
        because(first(may_close_case(moment, case=id), undecided(moment, id))),
        _on_the_desk(snapshot, case),
    )


def _on_the_desk(snapshot: Snapshot, case: DisputeCase) -> DisputeStart | None:
    """The round of a case as it was last told; none where it was never put on record, or cannot be read any more."""
    entries = snapshot.book.page(about=Subject("round", case.round))
    facts = (entry.fact for entry in entries)
    told = next((fact for fact in facts if isinstance(fact, DisputeSettled) and fact.round == case.round), None)
    try:
        return of_case(snapshot.moment, case, told.record) if told else None
    except Unreadable:
        return None


def case_of(draft: Draft) -> tuple[str, DeskSeat]:
    """The case a draft would be: its id and whose claim it is."""
    seat = draft.seat if draft.seat.box else DeskSeat(next((box.number for box in draft.round.boxes), 1))
    return case_id(draft.round.id, seat.box, seat.behind), seat


def claim_form(asked: CaseAsked, seat: DeskSeat) -> Form:
    """What a case needs to know of the claim and of what was done about it."""
    claim = asked.case.claim if asked.case else Claim("", seat.box, 0)
    until = f" Pennsylvania gives 30 days: answer by {asked.answer_by}." if asked.answer_by else ""
    return Form(
        "dispute case",
        asked.id,
        f"Case of {asked.patron}" if asked.case else "Open a case",
        f"{seat.name}. Both figures are saved with it.{until}",
        (),
        (
            Asked("patron", "Patron: name or description", claim.patron),
            Asked("player_number", "Player number", claim.player_number, needed=False),
            Asked("claimed", "Amount claimed, dollars", _amount(claim.claimed), beside=True),
            Asked("dealer", "Dealer", asked.dealer, needed=False),
            Asked("decision", "Decision", claim.decision, needed=False),
            Asked("decided_by", "Decided by", asked.decided_by, needed=False),
            Asked("decided_at", "Time of decision", asked.decided_at, needed=False, beside=True),
            Asked("notified", "Notified (separate with commas)", ", ".join(claim.notified), needed=False),
            Asked("surveillance", "Surveillance reference", claim.surveillance, needed=False),
            Asked("surveillance_at", "Time on the recording", asked.seen_at, needed=False, beside=True),
        ),
        Act("do", "Save the case" if asked.case else "Open the case", "F9"),
    )


def close_form(asked: CaseAsked) -> Form:
    """How a case ends."""
    case = asked.case
    assert case is not None
    return Form(
        "dispute case closed",
        asked.id,
        f"Close the case of {asked.patron}",
        f"Claimed: {dollars(case.claim.claimed)}. {figures_words(case)}",
        (),
        (
            Asked("paid", "Paid to the patron, dollars"),
            Asked("receipt", "The patron", choices=tuple(RECEIPTS), hint="Choose"),
            Asked("outcome", "Outcome"),
        ),
        Act("do", "Close the case", "F9"),
    )


def figures_words(case: DisputeCase) -> str:
    """Both figures in a sentence; where the text leaves a choice, each with whose it is."""
    dealt = f"As dealt {signed(case.as_dealt)}"
    if case.required is None:
        return f"{dealt}; the text requires nothing else."
    if not case.choices:
        return f"{dealt}, as the text requires {signed(case.required)}."
    ways = "; or ".join(f"{signed(each.net)}: {each.words} ({each.whose})" for each in case.choices)
    return f"{dealt}. The text leaves a choice: {ways}."


def held_words(case: DisputeCase) -> str:
    """What a case keeps from being destroyed, in a sentence."""
    cards = f", and the cards {', '.join(case.deck_sets)}" if case.deck_sets else ""
    return f"On hold until it is closed: the round, its reports and files{cards}." if case.held else ""


def signing_words(case: DisputeCase, paid: int) -> str:
    """What the patron signs, to be read before the pen."""
    signs = f"The decision on my claim was explained to me and I received {dollars(paid)}."
    return f"Patron: {case.claim.patron}, spot {case.claim.spot}. {signs}"


def case_rows(asked: CaseAsked) -> tuple[ListRow, ...]:
    """What can be done with a case; a closed one is printed only."""
    assert asked.case is not None
    paper = _row("report", "Outcome verification report", "Both figures, the decision and the signature.", "file-text")
    if asked.case.closed:
        return (paper,)
    return (
        _row("change", "Add to the case", "Decision, who was notified, surveillance.", "pencil"),
        _row("close", "Close the case", asked.no_closing or "What was paid, and whether the patron signed.", "check"),
        paper,
    )


def _row(key: str, what: str, more: str, icon: str) -> ListRow:
    lines = (line(Words(what, 15, 500, shrinks=True)), line(Words(more, 13, 400, "ink2", shrinks=True)))
    return ListRow(key, Icon(icon), lines, None)


def claim_of(values: dict[str, str], asked: CaseAsked, seat: DeskSeat, moment: Moment) -> Claim:
    """The claim as it was typed; raises NotUnderstood. A decision without a time or a name is made now, by oneself."""
    before = asked.case.claim if asked.case else Claim("", seat.box, 0)
    decision = values.get("decision", "").strip()
    typed_at = values.get("decided_at", "").strip()
    decided_at = before.decided_at
    if (decision, typed_at) != (before.decision, asked.decided_at):
        decided_at = _instant(moment, "" if typed_at == asked.decided_at else typed_at) or moment.now
    return replace(
        before,
        patron=values["patron"].strip(),
        player_number=values.get("player_number", "").strip(),
        claimed=cents_of(values["claimed"]),
        dealer=values.get("dealer", "").strip(),
        decision=decision,
        decided_by=(values.get("decided_by", "").strip() or name_of(moment, moment.actor)) if decision else "",
        decided_at=decided_at if decision else None,
        notified=tuple(each.strip() for each in values.get("notified", "").split(",") if each.strip()),
        surveillance=values.get("surveillance", "").strip(),
        surveillance_at=_instant(moment, values.get("surveillance_at", "").strip()),
    )


def _instant(moment: Moment, text: str) -> datetime | None:
    """A typed time; none where nothing was typed; raises NotUnderstood on what is no time."""
    at = instant_at(moment, text) if text else None
    if text and at is None:
        raise NotUnderstood(f"“{text}” is not a time. Type it as {TIMES_LIKE}.")
    return at


def _amount(cents: int) -> str:
    return typed(cents) if cents else ""
