"""Patron cases (FA-126): every dispute and complaint of a period, its deadline, its evidence and how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from floorapp.domain.disputes import DisputeCase
from floorapp.domain.money import dollars
from floorapp.operations.entry import Entry
from floorapp.operations.facts.disputes import CaseOpened, CaseOpenedFor, ComplaintOpened
from floorapp.operations.facts.registry import Subject
from floorapp.operations.papers.builder import Composing, PaperForm, or_dash, plain_table, tally
from floorapp.operations.papers.record import RecordLine, Replayed, before_void
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
    stand = [case for line, case in found if line.now is not None]
    late = [c for c in stand if not c.closed and c.answer_by is not None and c.answer_by <= desk.then.instant]
    yield tally(
        cases=len(stand),
        disputed_rounds=sum(not case.by_hand for case in stand),
        complaints=sum(case.by_hand for case in stand),
        closed=sum(case.closed for case in stand),
        past_their_deadline=len(late),
        void=len(found) - len(stand),
        corrections=sum(len(line.corrections) for line, _ in found),
    )
    rows = (desk.row(line, CASES, partial(_opened, desk, line, case)) for line, case in found)
    yield plain_table("", CASES, rows, "No case was opened in this period.")
    rows = (Row(_ended(desk, case)) for _, case in found)
    yield plain_table("Evidence and outcome", ENDED, rows, "No case was opened in this period.")


def _stood(desk: Composing, line: RecordLine) -> DisputeCase | None:
    """A case as it stood at the head, or before it was voided: it stays on the list, struck."""
    lines = desk.record.timeline(Subject("case", line.fact.case))
    opened = CaseOpened, ComplaintOpened
    return Replayed(before_void(each, *opened) for each in lines).get(DisputeCase, line.fact.case)


def _opened(desk: Composing, line: RecordLine, stood: DisputeCase, entry: Entry) -> tuple[Cell, ...]:
    """A case with what its opening states, before or after a correction; a claim that was added to is the newest."""
    state = MarkedWord("closed", SheetSign.DONE) if stood.closed else MarkedWord("open", SheetSign.DUE)
    state = MarkedWord("void", SheetSign.SHELVED) if line.now is None else state
    fact: Any = entry.fact
    claim = fact.claim if stood.claim == line.fact.claim else stood.claim
    case = replace(stood, claim=claim, table=fact.table, about=getattr(fact, "about", ""))
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


FORM = PaperForm("cases", "Patron cases", "FA-126", "3", _sections, narrows=frozenset({"pit", "table", "shift"}))
