"""Opening, suspending, resuming and closing tables, through the gate and the rulebook's checklist."""

from __future__ import annotations

from datetime import datetime

from floorapp.domain.findings import Noted
from floorapp.domain.people import Role
from floorapp.domain.tables import Cards, Phase, Post, Shoe, ShoePhase
from floorapp.operations.acts.checks import checked
from floorapp.operations.acts.shoes import ShoeCount, end_counted
from floorapp.operations.desk import Acting, Change, Desk
from floorapp.operations.entry import Signature
from floorapp.operations.facts.registry import Subject
from floorapp.operations.facts.tables import StepDone, TableClosed, TableOpened, TableResumed, TableSuspended
from floorapp.operations.floor_queries import (
    decks_at,
    holder,
    in_phase,
    known_table,
    refusal_of,
    rulebook_of,
    the_table,
)
from floorapp.operations.gate import barred, gate
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, needs_words
from floorapp.operations.rules import ChecklistStep, must_do
from floorapp.operations.signatures import Meaning, needs_signature

OPENING = "opening"


def opening_steps(moment: Moment, *, table: str, cards: Cards) -> tuple[ChecklistStep, ...]:
    """The rulebook's opening checklist for these cards and this table's way of shuffling."""
    method = the_table(moment, table).method
    return rulebook_of(moment, table).checklist(OPENING, cards=cards.value, method=method.value)


def may_open_table(moment: Moment, *, table: str, cards: Cards | None = None) -> Refusal | None:
    """A closed table whose reader, cards and floorperson let it pass the gate; of cards as they were received."""
    refusal = _may_begin(moment, table=table) or _at_the_gate(moment, table)
    return refusal or (None if cards is None else not_received_so(moment, table, cards))


def _may_begin(moment: Moment, *, table: str) -> Refusal | None:
    """What no exception helps against."""
    return _may_be_opened(moment, table) or _barred(moment, table)


def _may_be_opened(moment: Moment, table: str) -> Refusal | None:
    return moment.guard("open_table") or known_table(moment, table) or in_phase(moment, table, Phase.CLOSED)


def not_received_so(moment: Moment, table: str, cards: Cards) -> Refusal | None:
    """Cards are inspected or shuffled beforehand only if they were received so."""
    spared = list(Cards).index(cards)
    less = [each for each in decks_at(moment, table) if list(Cards).index(each.condition) < spared]
    if not less:
        return None
    return Refusal(
        "not-received-so",
        f"Deck set {less[0].id} was received {less[0].condition}, not {cards}.",
        f"Table {table} does not deal.",
        f"Do the opening steps of {less[0].condition} cards.",
    )


def _barred(moment: Moment, table: str) -> Refusal | None:
    todo = "Fix that first: deliver cards, or have the reader repaired or replaced. A co-signature cannot override it."
    return refusal_of(barred(moment, table), f"Table {table} does not deal.", todo)


def _at_the_gate(moment: Moment, table: str) -> Refusal | None:
    todo = "Do what is missing, or have a shift manager co-sign an exception with a reason."
    return refusal_of(gate(moment, table), f"Table {table} does not deal.", todo)


def open_table(
    desk: Desk,
    *,
    table: str,
    cards: Cards,
    done: tuple[str, ...],
    checks: tuple[str, ...] = (),
    exception: Signature | None = None,
    reason: str = "",
    happened: bool = False,
    occurred_at: datetime | None = None,
    late: str | None = None,
) -> Change:
    """Open a table: every step of the checklist done, and the gate passed or a co-signed exception given.

    `checks` are those of shuffle, cut, layout and equipment that were made on the way.
    That a table was opened against all that (`happened`) can be recorded; all of it is then found.
    """
    with desk.acting("open_table", Subject("table", table)) as act:
        moment = act.moment
        act.ask(_may_be_opened(moment, table))
        steps = opening_steps(moment, table=table, cards=cards)
        if happened:
            findings: tuple[Noted, ...] = (*barred(moment, table), *gate(moment, table))
            signatures: tuple[Signature, ...] = ()
        else:
            act.ask(_barred(moment, table), not_received_so(moment, table, cards), _undone(steps, done))
            findings, signatures = _pass_gate(act, table, exception, reason)
        sets = decks_at(act.moment, table)
        opened = TableOpened(
            table=table,
            cards=cards,
            steps=tuple(StepDone(step.id, step.who, step.cite) for step in steps if step.id in done),
            floorperson=holder(act.moment, table, Post.FLOORPERSON) or "",
            deck_sets=tuple(each.id for each in sets),
            counted=sum(each.counted or 0 for each in sets),
            exception=reason.strip() if findings else "",
            findings=findings,
        )
        made = checked(act.moment, table, checks)
        return act.enter(*made, opened, occurred_at=occurred_at, late=late, signatures=signatures)


def _undone(steps: tuple[ChecklistStep, ...], done: tuple[str, ...]) -> Refusal | None:
    needed = must_do(steps)
    missing = [step for step in needed if step.id not in done]
    if not missing:
        return None
    return Refusal(
        "steps-missing",
        f"{len(missing)} of {len(needed)} opening steps are not done; the first: {missing[0].says}",
        "The table does not deal.",
        "Do the steps and check them off.",
        missing[0].cite,
    )


def _pass_gate(
    act: Acting, table: str, exception: Signature | None, reason: str
) -> tuple[tuple[Noted, ...], tuple[Signature, ...]]:
    """What the gate noted and the signatures that let it pass; refuses without them."""
    noted = gate(act.moment, table)
    if not noted:
        return (), ()
    if exception is None:
        act.ask(_at_the_gate(act.moment, table))
    signatures = (exception,) if exception else ()
    act.ask(
        needs_words(reason, "reason for the exception", "reason"),
        needs_signature(
            signatures, Meaning.OVERRIDE, roles=(Role.SHIFT_MANAGER,), other_than=(act.moment.actor,), given="manager"
        ),
    )
    return noted, signatures


def may_suspend_table(moment: Moment, *, table: str) -> Refusal | None:
    """A table that is open."""
    return moment.guard("suspend_table") or known_table(moment, table) or in_phase(moment, table, Phase.OPEN)


def suspend_table(
    desk: Desk, *, table: str, reason: str, occurred_at: datetime | None = None, late: str | None = None
) -> Change:
    """Stop dealing for a while."""
    with desk.acting("suspend_table", Subject("table", table)) as act:
        act.ask(may_suspend_table(act.moment, table=table), needs_words(reason, "reason"))
        suspended = TableSuspended(table=table, reason=reason.strip())
        return act.enter(suspended, occurred_at=occurred_at, late=late)


def may_resume_table(moment: Moment, *, table: str) -> Refusal | None:
    """A suspended table that passes the gate again."""
    return _may_go_on(moment, table) or _at_the_gate(moment, table)


def _may_go_on(moment: Moment, table: str) -> Refusal | None:
    return _may_be_resumed(moment, table) or _barred(moment, table)


def _may_be_resumed(moment: Moment, table: str) -> Refusal | None:
    return moment.guard("resume_table") or known_table(moment, table) or in_phase(moment, table, Phase.SUSPENDED)


def resume_table(
    desk: Desk,
    *,
    table: str,
    exception: Signature | None = None,
    reason: str = "",
    happened: bool = False,
    occurred_at: datetime | None = None,
    late: str | None = None,
) -> Change:
    """Go on dealing, through the same gate as at opening; that a table went on against it (`happened`) is found."""
    with desk.acting("resume_table", Subject("table", table)) as act:
        act.ask(_may_be_resumed(act.moment, table))
        if happened:
            findings: tuple[Noted, ...] = (*barred(act.moment, table), *gate(act.moment, table))
            signatures: tuple[Signature, ...] = ()
        else:
            act.ask(_barred(act.moment, table))
            findings, signatures = _pass_gate(act, table, exception, reason)
        resumed = TableResumed(table=table, exception=reason.strip() if findings else "", findings=findings)
        return act.enter(resumed, occurred_at=occurred_at, late=late, signatures=signatures)


def may_close_table(moment: Moment, *, table: str) -> Refusal | None:
    """A table that is open or suspended, its last shoe ended and counted."""
    refusal = (
        moment.guard("close_table")
        or known_table(moment, table)
        or in_phase(moment, table, Phase.OPEN, Phase.SUSPENDED)
    )
    shoe = moment.state.get(Shoe, table)
    if refusal is None and shoe is not None and shoe.phase is not ShoePhase.ENDED:
        return Refusal(
            "shoe-not-ended",
            f"Shoe {shoe.name} has not ended.",
            f"Table {table} stays as it is.",
            "End the shoe and count its cards, then close the table.",
        )
    return refusal


def close_table(
    desk: Desk,
    *,
    table: str,
    reason: str = "",
    count: ShoeCount | None = None,
    occurred_at: datetime | None = None,
    late: str | None = None,
) -> Change:
    """Close a table, with its count the last shoe before; its cards stay where they are, and their age runs on."""
    with desk.acting("close_table", Subject("table", table)) as act:
        end_counted(act, table, count)
        act.ask(may_close_table(act.moment, table=table))
        return act.enter(TableClosed(table=table, reason=reason.strip()), occurred_at=occurred_at, late=late)
