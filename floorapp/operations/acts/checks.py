"""Checks a floorperson goes through at a table: shuffle, cut, layout and signs, boxes and rack, each by its section."""

from __future__ import annotations

from datetime import datetime

from floorapp.domain.findings import Noted
from floorapp.operations.desk import Change, Desk
from floorapp.operations.facts.registry import Subject
from floorapp.operations.facts.tables import StepDone, TableChecked
from floorapp.operations.floor_queries import known_table, rulebook_of, the_table
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, bad_input, needs_words
from floorapp.operations.rules import ChecklistStep

#: The checklists that are gone through, and what they are called.
LISTS = {"shuffle": "Shuffle", "cut": "Cut", "layout": "Layout and signs", "equipment": "Boxes and rack"}
#: How a step's choice of the house names a side wager.
SIDE_WAGER = "side-wager:"


def checklists(moment: Moment, *, table: str) -> dict[str, tuple[ChecklistStep, ...]]:
    """The checks of a table by list: those of its game, its way of shuffling and the side wagers it offers."""
    setup, rulebook = the_table(moment, table), rulebook_of(moment, table)
    found = {name: rulebook.checklist(name, method=setup.method.value) for name in LISTS}
    return {name: tuple(each for each in steps if _offered(each, setup.side_wagers)) for name, steps in found.items()}


def _offered(step: ChecklistStep, wagers: tuple[str, ...]) -> bool:
    return not step.choice.startswith(SIDE_WAGER) or step.choice.removeprefix(SIDE_WAGER) in wagers


def may_check_table(moment: Moment, *, table: str) -> Refusal | None:
    """At any table in use, open or closed."""
    return moment.guard("check_table") or known_table(moment, table)


def checked(
    moment: Moment, table: str, good: tuple[str, ...], wrong: tuple[str, ...] = (), says: str = ""
) -> tuple[TableChecked, ...]:
    """The fact that these checks were made; none where nothing was looked at."""
    steps = {step.id: step for steps in checklists(moment, table=table).values() for step in steps}
    right = tuple(_done(each) for name, each in steps.items() if name in good and name not in wrong)
    bad = tuple(each for name, each in steps.items() if name in wrong)
    if not right and not bad:
        return ()
    findings = tuple(Noted("table-check", each.cite, f"Failed check: {each.says}") for each in bad)
    stated = tuple(map(_done, bad))
    return (TableChecked(table=table, steps=right, wrong=stated, says=says.strip(), findings=findings),)


def _done(step: ChecklistStep) -> StepDone:
    return StepDone(step.id, step.who, step.cite)


def check_table(
    desk: Desk,
    *,
    table: str,
    good: tuple[str, ...],
    wrong: tuple[str, ...] = (),
    says: str = "",
    occurred_at: datetime | None = None,
    late: str | None = None,
) -> Change:
    """Record what was looked at and is as it should be, and what is not; what was not looked at is not recorded."""
    with desk.acting("check_table", Subject("table", table)) as act:
        act.ask(may_check_table(act.moment, table=table), needs_words(says, "remark", "says") if wrong else None)
        made = checked(act.moment, table, good, wrong, says)
        if not made:
            act.ask(bad_input("Nothing was checked.", "Check what you looked at, or leave."))
        return act.enter(*made, occurred_at=occurred_at, late=late)
