"""Shufflers: faults, acknowledged and reshuffled; out of order as the state asks; back in service."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from floorapp.domain.devices import OutOfOrder, RedLight, Shuffler, ShufflerCondition
from floorapp.domain.tables import ShufflingMethod
from floorapp.operations.conduct import duty_at
from floorapp.operations.desk import Change, Desk
from floorapp.operations.facts.devices import (
    FaultReshuffled,
    ShufflerAcknowledged,
    ShufflerEmptied,
    ShufflerFaulted,
    ShufflerFaultedBy,
    ShufflerReturned,
    ShufflerTakenOut,
)
from floorapp.operations.facts.registry import Subject
from floorapp.operations.floor_queries import known_table, note_of, rulebook_of, the_table
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, bad_input, needs_words

FAULTS = frozenset({ShufflerCondition.JAMMED, ShufflerCondition.STOPPED, ShufflerCondition.FAILED})


def condition_of(moment: Moment, table: str) -> ShufflerCondition:
    """What a table's shuffler is doing; one nobody complained of works."""
    shuffler = moment.state.get(Shuffler, table)
    return ShufflerCondition.WORKING if shuffler is None else shuffler.condition


def _with_shuffler(moment: Moment, act: str, table: str, *conditions: ShufflerCondition) -> Refusal | None:
    refusal = moment.guard(act) or known_table(moment, table)
    if refusal is not None:
        return refusal
    if the_table(moment, table).method is ShufflingMethod.BY_HAND:
        return bad_input(f"Table {table} has no shuffler.", "Choose a table that has one.")
    now = condition_of(moment, table)
    if now not in conditions:
        return Refusal(
            "shuffler-condition",
            f"The shuffler at table {table} is {now}.",
            "Nothing was changed.",
            f"The shuffler must be {' or '.join(conditions)} for this.",
        )
    return None


def may_report_shuffler_fault(moment: Moment, *, table: str) -> Refusal | None:
    """At a table whose shuffler is in use."""
    return _with_shuffler(moment, "report_shuffler_fault", table, ShufflerCondition.WORKING)


def report_shuffler_fault(
    desk: Desk,
    *,
    table: str,
    condition: ShufflerCondition,
    says: str,
    cause: RedLight | None = None,
    occurred_at: datetime | None = None,
    late: str | None = None,
) -> Change:
    """A shuffler jammed, stopped or did not finish: its cards are to be reshuffled."""
    with desk.acting("report_shuffler_fault", Subject("table", table)) as act:
        act.ask(
            may_report_shuffler_fault(act.moment, table=table),
            needs_words(says, "description"),
            None if condition in FAULTS else bad_input(f"“{condition}” is not a fault.", "Say what happened."),
        )
        cite = note_of(rulebook_of(act.moment, table), "shuffler-jam", "").cite
        plain: dict[str, Any] = {"table": table, "condition": condition, "says": says.strip(), "cite": cite}
        faulted = ShufflerFaulted(**plain) if cause is None else ShufflerFaultedBy(**plain, cause=cause)
        return act.enter(faulted, occurred_at=occurred_at, late=late)


def may_acknowledge_shuffler_fault(moment: Moment, *, table: str) -> Refusal | None:
    """At a table whose shuffler has a fault nobody has seen yet."""
    refusal = _with_shuffler(moment, "acknowledge_shuffler_fault", table, *sorted(FAULTS))
    shuffler = moment.state.get(Shuffler, table)
    if refusal is None and shuffler is not None and shuffler.acknowledged_at is not None:
        return bad_input("It is already acknowledged.", "Nothing to do.")
    return refusal


def acknowledge_shuffler_fault(desk: Desk, *, table: str) -> Change:
    """Say that the fault is seen."""
    with desk.acting("acknowledge_shuffler_fault", Subject("table", table)) as act:
        act.ask(may_acknowledge_shuffler_fault(act.moment, table=table))
        return act.enter(ShufflerAcknowledged(table=table))


def may_reshuffle_after_fault(moment: Moment, *, table: str) -> Refusal | None:
    """At a table where the cards of a faulted shuffle wait."""
    refusal = _with_shuffler(moment, "reshuffle_after_fault", table, *sorted(ShufflerCondition))
    shuffler = moment.state.get(Shuffler, table)
    if refusal is None and (shuffler is None or not shuffler.reshuffle_due):
        return bad_input(f"No cards are waiting for a reshuffle at table {table}.", "Nothing to do.")
    return refusal


def reshuffle_after_fault(desk: Desk, *, table: str, how: str) -> Change:
    """The cards of a faulted shuffle were reshuffled; by another way only once the shuffler is out of order."""
    with desk.acting("reshuffle_after_fault", Subject("table", table)) as act:
        act.ask(may_reshuffle_after_fault(act.moment, table=table), needs_words(how, "way of reshuffling"))
        return act.enter(FaultReshuffled(table=table, how=how.strip()))


def must_be_removed(moment: Moment, table: str) -> str:
    """The paragraph that asks for removal of a shuffler that cannot be used; empty where covering will do."""
    duty = duty_at(moment, table, "shuffler-standing")
    return duty.cite if duty is not None and duty.value == "removed" else ""


def may_take_shuffler_out(moment: Moment, *, table: str, how: OutOfOrder) -> Refusal | None:
    """Covered or signed in Pennsylvania, removed in New Jersey."""
    refusal = _may_be_out(moment, table, how)
    if refusal is not None:
        return refusal
    cite = must_be_removed(moment, table)
    if cite and how is not OutOfOrder.REMOVED:
        return Refusal(
            "shuffler-standing",
            "In this game a shuffler that is not in use must be removed from the table.",
            "A cover or a sign is not enough before the cards are shuffled another way.",
            "Remove it, then record that.",
            cite,
        )
    if how is OutOfOrder.NOTHING:
        return Refusal(
            "shuffler-standing",
            "It is neither covered nor marked with a sign.",
            "The cards cannot be shuffled another way next to it.",
            "Cover it or put a sign on it, then record that.",
            note_of(rulebook_of(moment, table), "shuffler-unusable", "").cite,
        )
    return None


def _may_be_out(moment: Moment, table: str, how: OutOfOrder) -> Refusal | None:
    """A shuffler that is not out of order in this very way."""
    shuffler = moment.state.get(Shuffler, table)
    known = shuffler is not None and shuffler.taken_out is how and shuffler.emptied is not False
    others = set(ShufflerCondition) - ({ShufflerCondition.OUT_OF_ORDER} if known else set())
    return _with_shuffler(moment, "take_shuffler_out", table, *sorted(others))


def _cards_left(how: OutOfOrder, emptied: bool | None, cards_inside: int | None) -> Refusal | None:
    """Cards were once left inside a shuffler that was carried away: it is emptied and they are counted."""
    if emptied is False and how is OutOfOrder.REMOVED:
        return Refusal(
            "shuffler-not-emptied",
            "The shuffler was not emptied.",
            "Cards may be inside; it cannot be taken away like that.",
            "Empty it, count the cards that were inside, and enter the count.",
            given="emptied",
        )
    if emptied and (cards_inside is None or cards_inside < 0):
        return bad_input("The cards that were inside are not counted.", "Enter the count, 0 for none.", "cards_inside")
    return None


def take_shuffler_out(
    desk: Desk,
    *,
    table: str,
    how: OutOfOrder,
    reason: str,
    emptied: bool | None = None,
    cards_inside: int | None = None,
    happened: bool = False,
) -> Change:
    """Put a shuffler out of order, before any other method is used; how it really stood can be recorded."""
    with desk.acting("take_shuffler_out", Subject("table", table)) as act:
        act.ask(_may_be_out(act.moment, table, how), needs_words(reason, "reason"))
        act.ask(_cards_left(how, emptied, cards_inside))
        act.ask(None if happened else may_take_shuffler_out(act.moment, table=table, how=how))
        cite = (
            must_be_removed(act.moment, table) or note_of(rulebook_of(act.moment, table), "shuffler-unusable", "").cite
        )
        plain: dict[str, Any] = {"table": table, "how": how, "reason": reason.strip(), "cite": cite}
        if emptied is None:
            return act.enter(ShufflerTakenOut(**plain))
        return act.enter(ShufflerEmptied(**plain, emptied=emptied, cards_inside=cards_inside))


def may_return_shuffler(moment: Moment, *, table: str) -> Refusal | None:
    """A shuffler that had a fault or was out of order."""
    broken = (ShufflerCondition.OUT_OF_ORDER, *sorted(FAULTS))
    return _with_shuffler(moment, "return_shuffler", table, *broken)


def return_shuffler(desk: Desk, *, table: str, says: str) -> Change:
    """A shuffler works again; say what was done."""
    with desk.acting("return_shuffler", Subject("table", table)) as act:
        act.ask(may_return_shuffler(act.moment, table=table), needs_words(says, "description"))
        return act.enter(ShufflerReturned(table=table, says=says.strip()))
