"""What a table owes now, as duties with their action: what the judge of conduct says, and nothing of its own."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from floorapp.domain.devices import ReaderStatus
from floorapp.domain.duties import Duty, Urgency
from floorapp.domain.tables import Phase, TableStatus
from floorapp.engine.conduct.conditions import POLICY, Condition, TableLook
from floorapp.engine.conduct.duty_words import says
from floorapp.operations.act_table import Acts
from floorapp.operations.conduct import look_at
from floorapp.operations.deck_hours import deck_hours
from floorapp.operations.floor_queries import phase_of
from floorapp.operations.moment import Moment
from floorapp.operations.reader_duties import own_alarm

#: What does away with each condition.
ACTS = {
    "no-decks": Acts.change_decks.name,
    "decks-over-hours": Acts.change_decks.name,
    "reader-not-inspected": Acts.inspect_reader.name,
    "reader-missing": Acts.fit_equipment.name,
    "reader-kind": Acts.fit_equipment.name,
    "reader-failed": Acts.mend_reader.name,
    "decks-number": Acts.change_decks.name,
    "tens-in-shoe": Acts.change_decks.name,
    "tens-missing": Acts.change_decks.name,
    "batches-two": Acts.change_decks.name,
    "batches-equal": Acts.change_decks.name,
    "batches-design": Acts.change_decks.name,
    "batches-color": Acts.change_decks.name,
    "batch-outside": Acts.load_batch.name,
    "batch-not-alternated": Acts.end_shoe.name,
    "rack-mixed": Acts.load_batch.name,
    "step-missing": Acts.end_shoe.name,
    "not-shuffled": Acts.end_shoe.name,
    "faulted-shuffle": Acts.reshuffle_after_fault.name,
    "not-cut": Acts.end_shoe.name,
    "shuffler-standing": Acts.take_shuffler_out.name,
    "not-burned": Acts.burn_card.name,
    "dealer-not-burned": Acts.burn_card.name,
    "cover-card-passed": Acts.begin_shoe.name,
    "idle-not-done": Acts.end_shoe.name,
    "no-floorperson": Acts.assign.name,
    "rack-missing": Acts.fit_equipment.name,
    "rack-height": Acts.fit_equipment.name,
    "drop-box-missing": Acts.fit_equipment.name,
    "tip-box-missing": Acts.fit_equipment.name,
    "layout-missing": Acts.fit_equipment.name,
    "card-missing-at-count": Acts.count_decks.name,
    "extra-card-at-count": Acts.count_decks.name,
}
#: Part of every shoe: due, and no alarm.
ROUTINE = frozenset({"not-burned", "dealer-not-burned", "cover-card-passed"})
#: Told with their hour, below.
WITH_AN_HOUR = frozenset({"reader-not-inspected", "decks-over-hours"})


def table_duties(moment: Moment, table: str) -> Iterator[Duty]:
    """Everything a table owes: its inspection, its deck changes, and what stands against dealing."""
    look = look_at(moment, table)
    if look is None:
        return
    yield from _stopped(moment, table)
    yield from _reader_out(moment, table, look)
    yield from _inspection(moment, table, look)
    yield from _decks(moment, table)
    if phase_of(moment, table) is not Phase.CLOSED:
        for found in look.conditions():
            if found.duty not in WITH_AN_HOUR and found.duty != "reader-failed":
                yield _standing(moment, table, look, found)


def _at(
    table: str,
    code: str,
    urgency: Urgency,
    words: str,
    act: str,
    *,
    cite: str = "",
    by: datetime | None = None,
    occasion: str = "",
) -> Duty:
    return Duty(f"{code}/{table}/{occasion}", urgency, "table", table, words, act, cite, by)


def _standing(moment: Moment, table: str, look: TableLook, found: Condition) -> Duty:
    shoe = look.table.shoe
    dealing = phase_of(moment, table) is Phase.OPEN and shoe is not None
    urgency = Urgency.ALARM if dealing and found.basis != POLICY else Urgency.WARNING
    if found.duty in ROUTINE:
        urgency = Urgency.DUE
    occasion = f"{found.subject or ''}/{shoe.number if shoe is not None else ''}"
    words = says(found.duty, found.subject)
    return _at(table, found.duty, urgency, words, ACTS[found.duty], cite=found.cite, occasion=occasion)


def _stopped(moment: Moment, table: str) -> Iterator[Duty]:
    """A stopped table is always due, with its reason, until it deals again or is closed."""
    status = moment.state.get(TableStatus, table)
    if status is not None and status.phase is Phase.SUSPENDED:
        words = f"Dealing is stopped: {status.reason}" if status.reason else "Dealing is stopped."
        occasion = status.since.isoformat()
        yield _at(
            table,
            "stopped",
            Urgency.WARNING,
            words,
            Acts.resume_table.name,
            cite=status.stopped_by,
            by=status.since,
            occasion=occasion,
        )


def _reader_out(moment: Moment, table: str, look: TableLook) -> Iterator[Duty]:
    """A failed reader, at a closed table too; where the text then forbids dealing, an open table is stopped."""
    reader, status = look.table.reader, moment.state.get(ReaderStatus, table)
    if reader is None or not reader.failed:
        return
    duty, failed_at = look.duty("reader-failed"), status.failed_at if status is not None else None
    dealing = duty is not None and phase_of(moment, table) is Phase.OPEN
    cite = look.book.reader.failure.cite if duty is None else duty.cite
    words = says("reader-failed", reader.serial)
    yield _at(
        table,
        "reader-failed",
        Urgency.ALARM if dealing else Urgency.WARNING,
        f"{words} The table is dealing." if dealing else words,
        Acts.suspend_table.name if dealing else Acts.mend_reader.name,
        cite=cite,
        by=failed_at,
        occasion=failed_at.isoformat() if failed_at is not None else reader.serial,
    )
    if status is not None:
        yield from own_alarm(moment, table, status)


def _inspection(moment: Moment, table: str, look: TableLook) -> Iterator[Duty]:
    owed, reader = look.inspection(), look.table.reader
    if owed is None or reader is None:
        return
    basis, _, by = owed
    is_open = phase_of(moment, table) is not Phase.CLOSED
    late = is_open and look.late(by)
    code = "reader-not-inspected" if late else "inspect-reader"
    cite = look.book.duty_named["reader-not-inspected", ""].cite
    urgency = Urgency.ALARM if late and basis != POLICY else Urgency.WARNING if late else Urgency.DUE
    since = by or (look.table.open_since if late else None)
    yield _at(
        table,
        "inspect-reader",
        urgency,
        says(code, reader.serial),
        Acts.inspect_reader.name,
        cite=cite,
        by=since if is_open else None,
        occasion=str(moment.day),
    )


def _decks(moment: Moment, table: str) -> Iterator[Duty]:
    for name, hours in deck_hours(moment, table).items():
        if moment.now < hours.by - moment.policy.decks_announced:
            continue
        over, cite = hours.over(moment.now), hours.duty.cite
        words = says("decks-over-hours" if over else "change-decks", name)
        urgency = Urgency.ALARM if over and not hours.duty.policy else Urgency.WARNING
        occasion = f"{name}/{'over' if over else 'near'}"
        yield _at(
            table, "change-decks", urgency, words, Acts.change_decks.name, cite=cite, by=hours.by, occasion=occasion
        )
