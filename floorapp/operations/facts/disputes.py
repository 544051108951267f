"""Facts of disputes: a round settled at the desk as it was told, and the case of the patron who claims."""

from __future__ import annotations

from datetime import datetime

from floorapp.domain.disputes import Claim, ClaimChoice, DisputeCase, Receipt
from floorapp.operations.entry import Entry
from floorapp.operations.facts.registry import Fact, Subject, fact
from floorapp.operations.series import count_to
from floorapp.operations.state import Shelves, applies, change, leaves_state


@leaves_state
@fact("dispute.settled")
class DisputeSettled(Fact):
    """A round as somebody told it, whole, with the verdict; `of` is the round on file it is about.

    It stands beside the rounds that were dealt and is not counted among them.
    """

    round: str
    of: str
    table: str
    rulebook: str
    record: str
    verdict: str
    lines: int
    wrong: int
    owed: int
    incident: str = ""

    @property
    def subject(self) -> Subject:
        return Subject("round", self.of or self.round)

    @property
    def mentions(self) -> tuple[Subject, ...]:
        named = [Subject("round", self.round)] if self.of else []
        named += [Subject("table", self.table)] if self.table else []
        return (*named, Subject("incident", self.incident)) if self.incident else tuple(named)


def told(settled: DisputeSettled) -> str:
    """What was found, in a sentence for the incident and the timeline."""
    name = settled.of or settled.round
    if settled.verdict == "mismatch":
        said = f"Round {name} settled at the dispute desk: payout errors in {settled.wrong} of {settled.lines} lines"
        return f"{said}." if settled.owed else f"{said} as dealt; in all nothing is owed."
    if settled.verdict == "violation":
        return f"Round {name} settled at the dispute desk: not dealt by the rules, no payout error."
    return f"Round {name} settled at the dispute desk: nothing is wrong."


class AboutCase(Fact):
    """A fact about a dispute's case."""

    __slots__ = ()
    case: str
    round: str

    @property
    def subject(self) -> Subject:
        return Subject("case", self.case)

    @property
    def mentions(self) -> tuple[Subject, ...]:
        return (Subject("round", self.round),) if self.round else ()


@fact("dispute.case-opened", correctable=True)
class CaseOpened(AboutCase):
    """A patron's claim was taken down; `answer_by` where the state gives so many days."""

    case: str
    round: str
    table: str
    claim: Claim
    as_dealt: int
    required: int | None
    answer_by: datetime | None
    incident: str = ""

    @property
    def mentions(self) -> tuple[Subject, ...]:
        named = [Subject("round", self.round)]
        named += [Subject("table", self.table)] if self.table else []
        return (*named, Subject("incident", self.incident)) if self.incident else tuple(named)


@fact("dispute.case-opened", version=2, correctable=True)
class CaseOpenedFor(CaseOpened):
    """The same with which bettor of the spot claims, and every choice that the text leaves."""

    behind: int
    choices: tuple[ClaimChoice, ...]


@applies(CaseOpenedFor)
@applies(CaseOpened)
def _opened(entry: Entry, fact: CaseOpened, shelves: Shelves) -> None:
    shelves.put(
        DisputeCase(
            id=fact.case,
            round=fact.round,
            table=fact.table,
            claim=fact.claim,
            opened_by=entry.actor,
            opened_at=entry.recorded_at,
            as_dealt=fact.as_dealt,
            required=fact.required,
            answer_by=fact.answer_by,
            incident=fact.incident,
            behind=fact.behind if isinstance(fact, CaseOpenedFor) else 0,
            choices=fact.choices if isinstance(fact, CaseOpenedFor) else (),
        )
    )


class AboutHold(AboutCase):
    """A fact about what a case holds."""

    __slots__ = ()
    deck_sets: tuple[str, ...]

    @property
    def mentions(self) -> tuple[Subject, ...]:
        round = (Subject("round", self.round),) if self.round else ()
        return (*round, *(Subject("deck-set", each) for each in self.deck_sets))


@fact("dispute.case-held")
class CaseHeld(AboutHold):
    """What a case rests on is held until it is closed: the round, its reports and files, and these deck sets."""

    case: str
    round: str
    deck_sets: tuple[str, ...]


@applies(CaseHeld)
def _held(entry: Entry, fact: CaseHeld, shelves: Shelves) -> None:
    change(shelves, DisputeCase, fact.case, held=True, deck_sets=fact.deck_sets)


@fact("dispute.case-changed", correctable=True)
class CaseChanged(AboutCase):
    """What was decided, who was notified or what surveillance found was added to a case."""

    case: str
    round: str
    claim: Claim


@applies(CaseChanged)
def _changed(entry: Entry, fact: CaseChanged, shelves: Shelves) -> None:
    change(shelves, DisputeCase, fact.case, claim=fact.claim)


@fact("dispute.case-closed", correctable=True)
class CaseClosed(AboutCase):
    """A claim was answered: what was paid in the end, and what the patron did with the answer."""

    case: str
    round: str
    paid: int
    receipt: Receipt
    outcome: str


@applies(CaseClosed)
def _closed(entry: Entry, fact: CaseClosed, shelves: Shelves) -> None:
    change(
        shelves,
        DisputeCase,
        fact.case,
        paid=fact.paid,
        receipt=fact.receipt,
        outcome=fact.outcome,
        closed=True,
        closed_by=entry.actor,
        closed_at=entry.recorded_at,
    )


def _is_closed(fact: AboutCase, shelves: Shelves) -> bool:
    """Whether a case's closing stands: what was entered with one that was voided counts no more than it."""
    found = shelves.get(DisputeCase, fact.case)
    return found is not None and found.closed


@fact("dispute.case-signed")
class CaseSigned(AboutCase):
    """The patron signed the answer on the pad; the drawing is kept with the entry."""

    case: str
    round: str
    drawn: str


@applies(CaseSigned)
def _signed(entry: Entry, fact: CaseSigned, shelves: Shelves) -> None:
    if _is_closed(fact, shelves):
        change(shelves, DisputeCase, fact.case, signature=fact.drawn)


@fact("dispute.case-released")
class CaseReleased(AboutHold):
    """A case was closed: what it rested on is released."""

    case: str
    round: str
    deck_sets: tuple[str, ...]


@applies(CaseReleased)
def _released(entry: Entry, fact: CaseReleased, shelves: Shelves) -> None:
    if _is_closed(fact, shelves):
        change(shelves, DisputeCase, fact.case, held=False)


@fact("dispute.complaint-opened", correctable=True)
class ComplaintOpened(AboutCase):
    """A patron's complaint was taken down by hand, numbered without gaps; no round on file settles it."""

    case: str
    series: str
    number: int
    table: str
    claim: Claim
    about: str
    happened_at: datetime
    answer_by: datetime | None
    incident: str
    round: str = ""

    @property
    def mentions(self) -> tuple[Subject, ...]:
        named = (Subject("table", self.table),) if self.table else ()
        return (*named, Subject("incident", self.incident)) if self.incident else named


@applies(ComplaintOpened)
def _complained(entry: Entry, fact: ComplaintOpened, shelves: Shelves) -> None:
    count_to(fact.series, fact.number, shelves)
    shelves.put(
        DisputeCase(
            id=fact.case,
            round="",
            table=fact.table,
            claim=fact.claim,
            opened_by=entry.actor,
            opened_at=entry.recorded_at,
            as_dealt=0,
            required=None,
            answer_by=fact.answer_by,
            incident=fact.incident,
            about=fact.about,
            happened_at=fact.happened_at,
        )
    )


@fact("dispute.case-filed", correctable=True)
class CaseFiled(AboutCase):
    """When the complaint form was offered, the Board's number and deadline, and what evidence is held."""

    case: str
    round: str
    form_offered_at: datetime | None
    board_number: str
    answer_by: datetime | None
    evidence: tuple[str, ...]


@applies(CaseFiled)
def _filed(entry: Entry, fact: CaseFiled, shelves: Shelves) -> None:
    change(
        shelves,
        DisputeCase,
        fact.case,
        form_offered_at=fact.form_offered_at,
        board_number=fact.board_number,
        answer_by=fact.answer_by,
        evidence=fact.evidence,
    )
