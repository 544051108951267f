"""Facts about handovers, ended gaming days and issued documents."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from floorapp.domain.days import Document, EndedDay, Handover
from floorapp.domain.findings import Noted
from floorapp.operations.entry import Entry
from floorapp.operations.facts.registry import Fact, Subject, fact
from floorapp.operations.series import count_to
from floorapp.operations.state import Shelves, applies


@fact("handover.given")
class HandoverGiven(Fact):
    """A person wrote down what the next one has to know."""

    handover: str
    to: str
    shift: str
    says: str
    open_duties: tuple[str, ...]

    @property
    def subject(self) -> Subject:
        return Subject("handover", self.handover)

    @property
    def mentions(self) -> tuple[Subject, ...]:
        return (Subject("person", self.to),)


@applies(HandoverGiven)
def _given(entry: Entry, fact: HandoverGiven, shelves: Shelves) -> None:
    shelves.put(
        Handover(
            id=fact.handover,
            given_by=entry.actor,
            to=fact.to,
            shift=fact.shift,
            says=fact.says,
            open_duties=fact.open_duties,
            given_at=entry.occurred_at,
        )
    )


@fact("handover.accepted")
class HandoverAccepted(Fact):
    """The incoming person took over."""

    handover: str
    says: str

    @property
    def subject(self) -> Subject:
        return Subject("handover", self.handover)


@applies(HandoverAccepted)
def _accepted(entry: Entry, fact: HandoverAccepted, shelves: Shelves) -> None:
    handover = shelves.get(Handover, fact.handover)
    if handover is not None:
        shelves.put(replace(handover, accepted_at=entry.occurred_at))


@fact("gaming-day.ended")
class GamingDayEnded(Fact):
    """A gaming day was looked through and ended, with what is missing in it."""

    day: str
    tables: tuple[str, ...]
    findings: int
    open_incidents: tuple[str, ...]
    missing: tuple[Noted, ...]
    says: str

    @property
    def subject(self) -> Subject:
        return Subject("gaming-day", self.day)


@applies(GamingDayEnded)
def _day_ended(entry: Entry, fact: GamingDayEnded, shelves: Shelves) -> None:
    shelves.put(
        EndedDay(
            day=fact.day,
            by=entry.actor,
            at=entry.recorded_at,
            tables=fact.tables,
            findings=fact.findings,
            open_incidents=fact.open_incidents,
            missing=fact.missing,
            says=fact.says,
        )
    )


@fact("document.issued")
class DocumentIssued(Fact):
    """A paper was printed or saved; its content is known by its hash."""

    document: str
    series: str
    number: int
    form: str
    title: str
    first_day: date
    last_day: date
    digest: str
    pages: int

    @property
    def subject(self) -> Subject:
        return Subject("document", self.document)


@applies(DocumentIssued)
def _issued(entry: Entry, fact: DocumentIssued, shelves: Shelves) -> None:
    count_to(fact.series, fact.number, shelves)
    shelves.put(
        Document(
            number=fact.document,
            form=fact.form,
            title=fact.title,
            first_day=fact.first_day,
            last_day=fact.last_day,
            digest=fact.digest,
            pages=fact.pages,
            issued_by=entry.actor,
            issued_at=entry.recorded_at,
        )
    )


@fact("document.reprinted")
class DocumentReprinted(Fact):
    """An issued paper was printed again, and says so."""

    document: str
    reason: str

    @property
    def subject(self) -> Subject:
        return Subject("document", self.document)


@applies(DocumentReprinted)
def _reprinted(_: Entry, fact: DocumentReprinted, shelves: Shelves) -> None:
    document = shelves.get(Document, fact.document)
    if document is not None:
        shelves.put(replace(document, reprints=document.reprints + 1))
