"""Reader inspection at the beginning of the gaming day; failure, repair and replacement."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from floorapp.domain.devices import ProofTest, ProvedCard, ReaderStatus, SeenBy
from floorapp.domain.findings import Noted
from floorapp.domain.proof_test import seen_by_eye
from floorapp.domain.readers import ReaderKind
from floorapp.domain.tables import Equipment, Fixture, Phase
from floorapp.operations.acts.tables import needed_kind
from floorapp.operations.canonical import in_utc
from floorapp.operations.conduct import conduct_then, duty_at, found_then
from floorapp.operations.desk import Change, Desk
from floorapp.operations.facts.devices import ReaderExchanged, ReaderFailed, ReaderInspectedBy
from floorapp.operations.facts.registry import Fact, Subject
from floorapp.operations.facts.tables import TableSuspended
from floorapp.operations.floor_queries import known_table, phase_of, rulebook_of
from floorapp.operations.moment import Moment
from floorapp.operations.reader_lines import shared_number
from floorapp.operations.refusal import Refusal, bad_input, needs_words

#: What an inspection says of signals that were seen and not heard.
BY_EYE = "Its signals were checked visually, not over a line."
UNPROVED = bad_input("No function test was done.", "Insert a card and note the reader's signal.")


def _with_reader(moment: Moment, act: str, table: str) -> Refusal | None:
    refusal = moment.guard(act) or known_table(moment, table)
    piece = moment.state.get(Equipment, table, Fixture.READER)
    if refusal is None and (piece is None or not piece.fitted):
        return bad_input(f"Table {table} has no reader on record.", "Install the reader with its serial number first.")
    return refusal


def may_inspect_reader(moment: Moment, *, table: str) -> Refusal | None:
    """A floorperson or shift manager, at a table with a working reader."""
    refusal = _with_reader(moment, "inspect_reader", table)
    status = moment.state.get(ReaderStatus, table)
    if refusal is None and status is not None and status.failed_at is not None:
        return Refusal(
            "reader-failed",
            f"The reader at table {table} is out of order.",
            "An inspection does not return it to service.",
            "Record its repair or replacement first.",
            rulebook_of(moment, table).reader.failure.cite,
        )
    return refusal


def inspect_reader(
    desk: Desk,
    *,
    table: str,
    tampering: bool,
    working: bool,
    proofs: tuple[ProofTest, ...] | None = None,
    says: str = "",
    instead_of: str = "",
    occurred_at: datetime | None = None,
    late: str | None = None,
) -> Change:
    """Inspect a reader; one that fails stops the table where the rulebook says so.

    Without `proofs` it was inspected by eye: one that works was shown the test cards, and it is said that nothing was
    heard over a line; of one that does not, no proof is stated. The assigned floorperson inspects; another person
    says why (`instead_of`), and it is a finding.
    """
    with desk.acting("inspect_reader", Subject("table", table)) as act:
        moment = act.moment
        act.ask(may_inspect_reader(moment, table=table))
        if proofs is None:
            proofs, says = (_by_eye(moment, table), f"{says.strip()} {BY_EYE}") if working else ((), says)
        good = working and not tampering and all(proof.passed for proof in proofs)
        at = moment.now if occurred_at is None or occurred_at.tzinfo is None else in_utc(occurred_at)
        assigned = conduct_then(moment, table, at).floorperson
        own = assigned == moment.actor
        act.ask(
            None if good else needs_words(says, "description of what is wrong"),
            UNPROVED if good and not proofs else None,
            None if own else _not_assigned(moment, table, assigned, instead_of),
        )
        inspected = ReaderInspectedBy(
            table=table,
            gaming_day=str(moment.house.day_of(at)),
            by=moment.actor,
            tampering=tampering,
            working=working,
            proofs=tuple(map(_known_how, proofs)),
            says=says.strip(),
            instead_of="" if own else instead_of.strip(),
            findings=_by_another(moment, table, assigned, at),
        )
        facts: tuple[Fact, ...] = (inspected,) if good else (inspected, *stopped(moment, table))
        return act.enter(*facts, occurred_at=occurred_at, late=late)


def _known_how(proof: ProofTest) -> ProvedCard:
    """A signal that was only told of was seen by whoever tells of it."""
    if isinstance(proof, ProvedCard):
        return proof
    return ProvedCard(proof.card, proof.expected, proof.seen, SeenBy.EYE)


def _by_eye(moment: Moment, table: str) -> tuple[ProvedCard, ...]:
    return seen_by_eye(needed_kind(moment, table))


def _not_assigned(moment: Moment, table: str, assigned: str | None, instead_of: str) -> Refusal | None:
    if instead_of.strip():
        return None
    who = f"{moment.called(assigned)} has" if assigned else "Nobody has"
    asked = duty_at(moment, table, "inspected-by-another")
    return Refusal(
        "not-assigned",
        f"{who} table {table}.",
        "The assigned floorperson does the inspection.",
        "Enter the reason for a substitute; it will be a finding.",
        asked.cite if asked is not None else "",
    )


def _by_another(moment: Moment, table: str, assigned: str | None, at: datetime) -> tuple[Noted, ...]:
    other = moment.called(assigned) or "an assigned floorperson"
    says = f"The reader at table {table} was inspected by {moment.called(moment.actor)}, not by {other}."
    found = found_then(moment, table, at, "inspect_reader", by=moment.actor)
    return tuple(replace(each, says=says) for each in found)


def stopped(moment: Moment, table: str) -> tuple[Fact, ...]:
    """The table stops where a failed reader forbids dealing, if it deals at all."""
    duty = duty_at(moment, table, "reader-failed")
    if duty is None or phase_of(moment, table) is not Phase.OPEN:
        return ()
    return (TableSuspended(table=table, reason="The reader is out of order.", stopped_by=duty.cite),)


def may_report_reader_failure(moment: Moment, *, table: str) -> Refusal | None:
    """At a table with a reader that is not out of order already."""
    refusal = _with_reader(moment, "report_reader_failure", table)
    status = moment.state.get(ReaderStatus, table)
    if refusal is None and status is not None and status.failed_at is not None:
        return bad_input(f"The reader at table {table} is already out of order.", "Record its repair.")
    return refusal


def report_reader_failure(
    desk: Desk, *, table: str, says: str, occurred_at: datetime | None = None, late: str | None = None
) -> Change:
    """A reader failed: in Pennsylvania the table stops, in New Jersey it deals on without the reader."""
    with desk.acting("report_reader_failure", Subject("table", table)) as act:
        act.ask(may_report_reader_failure(act.moment, table=table), needs_words(says, "description"))
        failure = rulebook_of(act.moment, table).reader.failure
        failed = ReaderFailed(table=table, says=says.strip(), cite=failure.cite)
        return act.enter(failed, *stopped(act.moment, table), occurred_at=occurred_at, late=late)


def may_mend_reader(moment: Moment, *, table: str) -> Refusal | None:
    """At a table whose reader is out of order."""
    refusal = _with_reader(moment, "mend_reader", table)
    status = moment.state.get(ReaderStatus, table)
    if refusal is None and (status is None or status.failed_at is None):
        return bad_input(f"The reader at table {table} is not out of order.", "Nothing to repair.")
    return refusal


def mend_reader(
    desk: Desk,
    *,
    table: str,
    says: str,
    proofs: tuple[ProofTest, ...] | None = None,
    serial: str = "",
    kind: ReaderKind | None = None,
    occurred_at: datetime | None = None,
    late: str | None = None,
) -> Change:
    """A reader was repaired or, with a new serial number, replaced; another reader has to be inspected itself.

    Without `proofs` somebody saw it signal every test card rightly.
    """
    with desk.acting("mend_reader", Subject("table", table)) as act:
        act.ask(may_mend_reader(act.moment, table=table), needs_words(says, "description"))
        proofs = _by_eye(act.moment, table) if proofs is None else proofs
        if not proofs or not all(proof.passed for proof in proofs):
            act.ask(bad_input("The reader did not pass a function test.", "Insert a card; it must signal correctly."))
        piece = act.moment.state.get(Equipment, table, Fixture.READER)
        new = serial.strip()
        elsewhere = [e for e in act.moment.state.find(Equipment, serial=new, fitted=True) if e.table != table]
        if new and elsewhere:
            act.ask(bad_input(f"Reader {new} is at table {elsewhere[0].table}.", "Check the serial number.", "serial"))
        act.ask(shared_number(act.moment, new))
        same = piece.reader_kind if piece is not None and not new else None
        mended = ReaderExchanged(
            table=table,
            serial=new or (piece.serial if piece else ""),
            replaced=bool(new),
            proofs=tuple(ProofTest(each.card, each.expected, each.seen) for each in proofs),
            says=says.strip(),
            reader_kind=kind or same or needed_kind(act.moment, table),
        )
        return act.enter(mended, occurred_at=occurred_at, late=late)
