"""The forms of a dispute's case: the patron's claim, what was decided, and how it ended."""

from __future__ import annotations

from dataclasses import replace

from floorapp.domain.disputes import Claim, DisputeCase, Receipt
from floorapp.domain.money import dollars, typed
from floorapp.domain.values import dataclass
from floorapp.operations.acts.cases import case_id
from floorapp.operations.dispute.draft import Draft, NotUnderstood
from floorapp.operations.dispute.word_parser import cents_of
from floorapp.operations.moment import Moment
from floorapp.screens.forms import Act, Asked, Form
from floorapp.screens.lists import ListRow
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
    answer_by: str = ""


def case_asked(moment: Moment, id: str) -> CaseAsked:
    """What is on record of a case."""
    case = moment.state.get(DisputeCase, id)
    if case is None:
        return CaseAsked(id, None)
    seen = case.claim.surveillance_at
    until = moment.house.stamp(case.answer_by) if case.answer_by else ""
    return CaseAsked(id, case, time_of(moment, seen) if seen else "", until)


def case_of(draft: Draft) -> tuple[str, int]:
    """The case a draft would be: its id and its spot."""
    spot = draft.seat.box or next((box.number for box in draft.round.boxes), 1)
    return case_id(draft.round.id, spot), spot


def claim_form(asked: CaseAsked, spot: int) -> Form:
    """What a case needs to know of the claim and of what was done about it."""
    claim = asked.case.claim if asked.case else Claim("", spot, 0)
    until = f" Pennsylvania gives 30 days: answer by {asked.answer_by}." if asked.answer_by else ""
    return Form(
        "dispute case",
        asked.id,
        f"Case {asked.id}" if asked.case else "Open a case",
        f"Spot {claim.spot}. Both figures go on record with it.{until}",
        (),
        (
            Asked("patron", "Patron: name or description", claim.patron),
            Asked("player_number", "Player number", claim.player_number, needed=False),
            Asked("claimed", "Amount claimed, dollars", _amount(claim.claimed), beside=True),
            Asked("dealer", "Dealer", claim.dealer, needed=False),
            Asked("decision", "Decision", claim.decision, needed=False),
            Asked("decided_by", "Decided by", claim.decided_by, needed=False, beside=True),
            Asked("notified", "Notified, apart by commas", ", ".join(claim.notified), needed=False),
            Asked("surveillance", "Surveillance reference", claim.surveillance, needed=False),
            Asked("surveillance_at", "Time on the recording", asked.seen_at, needed=False, beside=True),
        ),
        Act("do", "Save the case" if asked.case else "Open the case", "F9"),
    )


def close_form(asked: CaseAsked) -> Form:
    """How a case ends."""
    case = asked.case
    assert case is not None
    required = f", {dollars(case.required)} as the text requires" if case.required is not None else ""
    return Form(
        "dispute case closed",
        asked.id,
        f"Close case {asked.id}",
        f"{case.claim.patron} claimed {dollars(case.claim.claimed)}; {dollars(case.as_dealt)} as dealt{required}.",
        (),
        (
            Asked("paid", "Paid in the end, dollars"),
            Asked("receipt", "The patron", choices=tuple(RECEIPTS), hint="Choose"),
            Asked("outcome", "Outcome"),
        ),
        Act("do", "Close the case", "F9"),
    )


def held_words(case: DisputeCase) -> str:
    """What a case keeps from being destroyed, in a sentence."""
    cards = f", and the cards {', '.join(case.deck_sets)}" if case.deck_sets else ""
    return f"On hold until it is closed: round {case.round}, its reports and files{cards}." if case.held else ""


def signing_words(case: DisputeCase, paid: int) -> str:
    """What the patron signs, to be read before the pen."""
    told = f"I was told the answer to my claim and received {dollars(paid)}."
    return f"Patron: {case.claim.patron}, spot {case.claim.spot}. {told}"


def case_rows(asked: CaseAsked) -> tuple[ListRow, ...]:
    """What can be done with a case that is open."""
    return (
        _row("change", f"Add to case {asked.id}", "Decision, who was notified, surveillance.", "pencil"),
        _row("close", "Close the case", "What was paid in the end, and whether the patron signed.", "check"),
    )


def _row(key: str, what: str, more: str, icon: str) -> ListRow:
    lines = (line(Words(what, 15, 500, shrinks=True)), line(Words(more, 13, 400, "ink2", shrinks=True)))
    return ListRow(key, Icon(icon), lines, None)


def claim_of(values: dict[str, str], asked: CaseAsked, spot: int, moment: Moment) -> Claim:
    """The claim as it was typed; raises NotUnderstood. Who decides now decides at this hour."""
    before = asked.case.claim if asked.case else Claim("", spot, 0)
    decision = values.get("decision", "").strip()
    seen = values.get("surveillance_at", "").strip()
    at = instant_at(moment, seen) if seen else None
    if seen and at is None:
        raise NotUnderstood(f"“{seen}” is no time. Type it as 9:04 PM, or 21:04.")
    decided_at = before.decided_at
    if decision != before.decision:
        decided_at = moment.now if decision else None
    return replace(
        before,
        patron=values["patron"].strip(),
        player_number=values.get("player_number", "").strip(),
        claimed=cents_of(values["claimed"]),
        dealer=values.get("dealer", "").strip(),
        decision=decision,
        decided_by=(values.get("decided_by", "").strip() or moment.actor) if decision else "",
        decided_at=decided_at,
        notified=tuple(each.strip() for each in values.get("notified", "").split(",") if each.strip()),
        surveillance=values.get("surveillance", "").strip(),
        surveillance_at=at,
    )


def _amount(cents: int) -> str:
    return typed(cents) if cents else ""
