"""Facts about readers and shufflers: inspected, failed, mended, taken out of use."""

from __future__ import annotations

from dataclasses import replace

from floorapp.domain.devices import (
    Inspection,
    OutOfOrder,
    ProofTest,
    ProvedCard,
    ReaderStatus,
    RedLight,
    Shuffler,
    ShufflerCondition,
)
from floorapp.domain.findings import Noted
from floorapp.domain.readers import ReaderKind
from floorapp.domain.tables import Equipment, Fixture
from floorapp.operations.entry import Entry, is_device
from floorapp.operations.facts.findings import put_findings
from floorapp.operations.facts.house import AboutTable
from floorapp.operations.facts.registry import fact
from floorapp.operations.state import Shelves, applies, change


@fact("reader.inspected", correctable=True)
class ReaderInspected(AboutTable):
    """A floorperson inspected a reader for tampering and working order, with what proof."""

    table: str
    gaming_day: str
    by: str
    tampering: bool
    working: bool
    proofs: tuple[ProofTest, ...]
    says: str
    instead_of: str = ""
    findings: tuple[Noted, ...] = ()


@fact("reader.inspected", version=2, correctable=True)
class ReaderInspectedBy(ReaderInspected):
    """The same, with how each signal came to be known: by the reader, by eye, or not at all."""

    proofs: tuple[ProvedCard, ...]


@applies(ReaderInspectedBy)
@applies(ReaderInspected)
def _inspected(entry: Entry, fact: ReaderInspected, shelves: Shelves) -> None:
    inspection = Inspection(
        entry=entry.id,
        table=fact.table,
        gaming_day=fact.gaming_day,
        at=entry.occurred_at,
        by=fact.by,
        tampering=fact.tampering,
        working=fact.working,
        proofs=tuple(ProofTest(each.card, each.expected, each.seen) for each in fact.proofs if not _repeated(each)),
        says=fact.says,
    )
    shelves.put(inspection)
    status = shelves.get(ReaderStatus, fact.table) or ReaderStatus(fact.table)
    if inspection.passed:
        status = replace(status, inspected_at=entry.occurred_at, inspected_day=fact.gaming_day, inspected_by=fact.by)
    else:
        status = replace(status, failed_at=status.failed_at or entry.occurred_at, says=fact.says)
    shelves.put(status)
    put_findings(entry, fact.table, fact.findings, shelves)


def _repeated(proof: ProofTest) -> bool:
    return isinstance(proof, ProvedCard) and proof.again


@fact("reader.failed", correctable=True)
class ReaderFailed(AboutTable):
    """A reader does not work or cannot be trusted."""

    table: str
    says: str
    cite: str


@applies(ReaderFailed)
def _failed(entry: Entry, fact: ReaderFailed, shelves: Shelves) -> None:
    status = shelves.get(ReaderStatus, fact.table) or ReaderStatus(fact.table)
    itself = is_device(entry.actor) if status.failed_at is None else status.by_itself
    failed_at = status.failed_at or entry.occurred_at
    shelves.put(replace(status, failed_at=failed_at, says=fact.says, by_itself=itself))


@fact("reader.mended", correctable=True)
class ReaderMended(AboutTable):
    """A reader was repaired, or replaced by another one, and proved."""

    table: str
    serial: str
    replaced: bool
    proofs: tuple[ProofTest, ...]
    says: str


@fact("reader.mended", version=2, correctable=True)
class ReaderExchanged(ReaderMended):
    """The same, with the kind of the reader that stands there now."""

    reader_kind: ReaderKind


@applies(ReaderExchanged)
def _exchanged(entry: Entry, fact: ReaderExchanged, shelves: Shelves) -> None:
    _mended(entry, fact, shelves)
    change(shelves, Equipment, fact.table, Fixture.READER, reader_kind=fact.reader_kind)


@applies(ReaderMended)
def _mended(entry: Entry, fact: ReaderMended, shelves: Shelves) -> None:
    status = shelves.get(ReaderStatus, fact.table) or ReaderStatus(fact.table)
    if fact.replaced:
        status = ReaderStatus(fact.table)  # what was inspected before was another reader
    shelves.put(replace(status, failed_at=None, says=fact.says, by_itself=False))
    piece = shelves.get(Equipment, fact.table, Fixture.READER)
    if fact.replaced:
        place = piece.place if piece else ""
        shelves.put(Equipment(fact.table, Fixture.READER, fact.serial, place, entry.occurred_at))


@fact("shuffler.faulted", correctable=True)
class ShufflerFaulted(AboutTable):
    """A shuffler jammed, stopped or did not finish: the cards are reshuffled."""

    table: str
    condition: ShufflerCondition
    says: str
    cite: str


@applies(ShufflerFaulted)
def _faulted(entry: Entry, fact: ShufflerFaulted, shelves: Shelves) -> None:
    shelves.put(Shuffler(table=fact.table, condition=fact.condition, since=entry.occurred_at, reshuffle_due=True))


@fact("shuffler.faulted", version=2, correctable=True)
class ShufflerFaultedBy(ShufflerFaulted):
    """The same, with what the red light was for."""

    cause: RedLight


@applies(ShufflerFaultedBy)
def _faulted_by(entry: Entry, fact: ShufflerFaultedBy, shelves: Shelves) -> None:
    _faulted(entry, fact, shelves)
    change(shelves, Shuffler, fact.table, cause=fact.cause)


@fact("shuffler.acknowledged", correctable=True)
class ShufflerAcknowledged(AboutTable):
    """Somebody saw the shuffler's fault."""

    table: str


@applies(ShufflerAcknowledged)
def _acknowledged(entry: Entry, fact: ShufflerAcknowledged, shelves: Shelves) -> None:
    change(shelves, Shuffler, fact.table, acknowledged_at=entry.occurred_at)


@fact("shuffler.reshuffled", correctable=True)
class FaultReshuffled(AboutTable):
    """The cards of a faulted shuffle were reshuffled."""

    table: str
    how: str


@applies(FaultReshuffled)
def _reshuffled(_: Entry, fact: FaultReshuffled, shelves: Shelves) -> None:
    change(shelves, Shuffler, fact.table, reshuffle_due=False)


@fact("shuffler.taken-out", correctable=True)
class ShufflerTakenOut(AboutTable):
    """A shuffler was covered, signed out of order, or removed."""

    table: str
    how: OutOfOrder
    reason: str
    cite: str


@applies(ShufflerTakenOut)
def _taken_out(entry: Entry, fact: ShufflerTakenOut, shelves: Shelves) -> None:
    old = shelves.get(Shuffler, fact.table)
    shelves.put(
        Shuffler(
            table=fact.table,
            condition=ShufflerCondition.OUT_OF_ORDER,
            since=entry.occurred_at,
            acknowledged_at=entry.occurred_at,
            reshuffle_due=old.reshuffle_due if old else False,
            taken_out=fact.how,
        )
    )


@fact("shuffler.taken-out", version=2, correctable=True)
class ShufflerEmptied(ShufflerTakenOut):
    """The same, with whether it was emptied, and how many cards were found inside."""

    emptied: bool
    cards_inside: int | None


@applies(ShufflerEmptied)
def _emptied(entry: Entry, fact: ShufflerEmptied, shelves: Shelves) -> None:
    _taken_out(entry, fact, shelves)
    change(shelves, Shuffler, fact.table, emptied=fact.emptied, cards_inside=fact.cards_inside)


@fact("shuffler.returned", correctable=True)
class ShufflerReturned(AboutTable):
    """A shuffler is back in service."""

    table: str
    says: str


@applies(ShufflerReturned)
def _returned(entry: Entry, fact: ShufflerReturned, shelves: Shelves) -> None:
    old = shelves.get(Shuffler, fact.table)
    due = old.reshuffle_due if old else False
    shelves.put(Shuffler(fact.table, ShufflerCondition.WORKING, entry.occurred_at, reshuffle_due=due))
