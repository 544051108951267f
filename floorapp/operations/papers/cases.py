"""Patron cases (FA-126): every dispute and complaint of a period, its deadline, its evidence and how it ended."""

from __future__ import annotations

from collections.abc import Iterator

from floorapp.domain.disputes import DisputeCase
from floorapp.domain.money import dollars
from floorapp.operations.facts.disputes import CaseOpened, CaseOpenedFor, ComplaintOpened
from floorapp.operations.facts.registry import Subject
from floorapp.operations.papers.builder import Composing, PaperForm, or_dash, plain_table, tally
from floorapp.operations.papers.record import RecordLine, Replayed
from floorapp.operations.sheet import Cell, Dash, Kind, MarkedWord, Row, Section, SheetColumn, SheetSign

CASES = (
    SheetColumn("Case", Kind.ID, 1.6),
    SheetColumn("Opened", Kind.TIME, 1.5),
    SheetColumn("Patron", Kind.TEXT, 1.8),
    SheetColumn("Table", Kind.NAME, 0.9),
    SheetColumn("Patron’s statement", Kind.TEXT, 3.0),
    SheetColumn("Claimed", Kind.MONEY, 1.1),
    SheetColumn("Form offered", Kind.TIME, 1.4),
    SheetColumn("Board’s number", Kind.ID, 1.2),
    SheetColumn("Answer by", Kind.TIME, 1.3),
    SheetColumn("Status", Kind.STATE, 1.0),
)
ENDED = (
    SheetColumn("Case", Kind.ID, 1.6),
    SheetColumn("Incident", Kind.ID, 1.4),
    SheetColumn("Evidence held", Kind.TEXT, 2.6),
    SheetColumn("Notified", Kind.TEXT, 2.0),
    SheetColumn("Decision", Kind.TEXT, 2.4),
    SheetColumn("Paid", Kind.MONEY, 1.0),
    SheetColumn("The patron", Kind.TEXT, 1.4),
    SheetColumn("Outcome", Kind.TEXT, 2.4),
)


def _sections(desk: Composing) -> Iterator[Section]:
    lines = desk.lines(CaseOpened, CaseOpenedFor, ComplaintOpened)
    found = [(line, case) for line in lines if (case := _stood(desk, line)) is not None]
    late = [c for _, c in found if not c.closed and c.answer_by is not None and c.answer_by <= desk.then.instant]
    yield tally(
        cases=len(found),
        disputed_rounds=sum(not case.by_hand for _, case in found),
        complaints=sum(case.by_hand for _, case in found),
        closed=sum(case.closed for _, case in found),
        past_their_deadline=len(late),
    )
    rows = (Row(_opened(desk, case), line.entry.number) for line, case in found)
    yield plain_table("", CASES, rows, "No case was opened in this period.")
    rows = (Row(_ended(desk, case)) for _, case in found)
    yield plain_table("Evidence and outcome", ENDED, rows, "No case was opened in this period.")


def _stood(desk: Composing, line: RecordLine) -> DisputeCase | None:
    """A case as it stood at the head."""
    if line.now is None:
        return None
    return Replayed(desk.record.timeline(Subject("case", line.fact.case))).get(DisputeCase, line.fact.case)


def _opened(desk: Composing, case: DisputeCase) -> tuple[Cell, ...]:
    state = MarkedWord("closed", SheetSign.DONE) if case.closed else MarkedWord("open", SheetSign.DUE)
    return (
        case.id,
        desk.minute(case.opened_at),
        case.claim.patron,
        or_dash(case.table, "no table"),
        case.about or f"disputes round {case.round}",
        dollars(case.claim.claimed),
        desk.minute(case.form_offered_at) if case.form_offered_at else Dash("not offered"),
        or_dash(case.board_number, "none"),
        desk.minute(case.answer_by) if case.answer_by else Dash("no deadline"),
        state,
    )


def _ended(desk: Composing, case: DisputeCase) -> tuple[Cell, ...]:
    claim = case.claim
    held = ", ".join(filter(None, (*case.evidence, claim.surveillance, *case.deck_sets)))
    return (
        case.id,
        or_dash(case.incident, "none"),
        or_dash(held, "none on record"),
        or_dash(", ".join(claim.notified), "nobody on record"),
        or_dash(claim.decision, "not decided yet"),
        Dash("not closed yet") if case.paid is None else dollars(case.paid),
        or_dash(case.receipt, "not closed yet"),
        or_dash(case.outcome, "not closed yet"),
    )


FORM = PaperForm("cases", "Patron cases", "FA-126", "2", _sections, narrows=frozenset({"pit", "table", "shift"}))
