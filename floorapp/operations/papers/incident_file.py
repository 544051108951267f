"""An incident's file on paper: what surveillance was asked and saw, notices to the regulator, corrective action."""

from __future__ import annotations

from collections.abc import Iterator

from floorapp.domain.incident_files import CorrectiveAction, IncidentFile, SurveillanceCall
from floorapp.operations.papers.builder import Composing, or_dash, plain_table
from floorapp.operations.sheet import Cell, Dash, Kind, MarkedWord, Row, Section, SheetColumn, SheetSign

CALLS = (
    SheetColumn("Called", Kind.TIME, 1.6),
    SheetColumn("By", Kind.PERSON, 1.4),
    SheetColumn("Taken by", Kind.PERSON, 1.4),
    SheetColumn("Reference", Kind.TEXT, 1.4),
    SheetColumn("Camera", Kind.TEXT, 1.0),
    SheetColumn("Review", Kind.STATE, 1.2),
    SheetColumn("What the recording shows", Kind.TEXT, 3.4),
    SheetColumn("Recording", Kind.STATE, 1.2),
)
NOTICES = (
    SheetColumn("Regulator notified", Kind.TEXT, 3.0),
    SheetColumn("At", Kind.TIME, 1.6),
    SheetColumn("By", Kind.PERSON, 1.6),
    SheetColumn("Reference", Kind.TEXT, 2.0),
)
ACTIONS = (
    SheetColumn("Corrective action", Kind.TEXT, 3.6),
    SheetColumn("Owner", Kind.PERSON, 1.5),
    SheetColumn("Due on", Kind.TIME, 1.1),
    SheetColumn("Status", Kind.STATE, 1.1),
    SheetColumn("What was done", Kind.TEXT, 3.0),
    SheetColumn("Completed", Kind.TIME, 1.6),
)


def sections_of(desk: Composing, file: IncidentFile) -> Iterator[Section]:
    """Who was called, who was told, and what is done about it."""
    calls = (Row(_call(desk, each)) for each in file.calls)
    yield plain_table("Surveillance", CALLS, calls, "No call to surveillance is on record.")
    notices = (
        Row((each.whom, desk.minute(each.at), desk.name(each.by), or_dash(each.reference, "none given")))
        for each in file.notices
    )
    yield plain_table("Regulator", NOTICES, notices, "No notice to the regulator is on record.")
    actions = (Row(_action(desk, each)) for each in file.actions)
    yield plain_table("Corrective action", ACTIONS, actions, "No corrective action was set.")


def _call(desk: Composing, call: SurveillanceCall) -> tuple[Cell, ...]:
    review: Cell = Dash("not requested")
    if call.pending:
        review = MarkedWord("pending", SheetSign.DUE)
    elif call.answered_at is not None:
        review = MarkedWord("answered", SheetSign.DONE)
    held: Cell = MarkedWord("to be held", SheetSign.DUE) if call.hold else Dash("not asked for")
    if call.held is not None:
        held = MarkedWord("held", SheetSign.DONE) if call.held else MarkedWord("not held", SheetSign.OPEN)
    answer = f"{call.says} ({desk.name(call.answered_by)})" if call.says else ""
    return (
        desk.minute(call.at),
        desk.name(call.by),
        call.taken_by,
        or_dash(call.reference, "none given"),
        or_dash(call.camera, "none given"),
        review,
        or_dash(answer, "nothing entered yet"),
        held,
    )


def _action(desk: Composing, action: CorrectiveAction) -> tuple[Cell, ...]:
    done = action.done_at is not None
    return (
        action.says,
        desk.name(action.owner),
        desk.style.date(action.due_on),
        MarkedWord("completed", SheetSign.DONE) if done else MarkedWord("open", SheetSign.DUE),
        or_dash(action.done, "not completed yet"),
        Dash("not completed yet") if action.done_at is None else desk.minute(action.done_at),
    )
