"""Facts about papers: the key that signs them, papers issued and printed again."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from floorapp.domain.days import Document, FurtherSignature, Made, PaperCertificate
from floorapp.operations.entry import Entry
from floorapp.operations.facts.registry import Fact, Subject, fact
from floorapp.operations.series import count_to
from floorapp.operations.state import Shelves, applies


@fact("station.paper-key-introduced")
class PaperKeyIntroduced(Fact):
    """From here on a station signs papers with this key; its certificate, in hexadecimal, checks them for good."""

    station: str
    fingerprint: str
    certificate: str

    @property
    def subject(self) -> Subject:
        return Subject("station", self.station)


@applies(PaperKeyIntroduced)
def _introduced(_: Entry, fact: PaperKeyIntroduced, shelves: Shelves) -> None:
    shelves.put(PaperCertificate(fact.fingerprint, fact.station, fact.certificate))


class AboutDocument(Fact):
    """A fact about one document."""

    __slots__ = ()
    document: str

    @property
    def subject(self) -> Subject:
        return Subject("document", self.document)


@fact("document.issued")
class DocumentNoted(AboutDocument):
    """A paper was printed or saved, known by the hash of its content; from before papers were made here."""

    document: str
    series: str
    number: int
    form: str
    title: str
    first_day: date
    last_day: date
    digest: str
    pages: int


@fact("document.issued", version=2)
class DocumentIssued(AboutDocument):
    """A paper was issued: its number and hash, its period, and how it was made."""

    document: str
    series: str
    number: int
    form: str
    title: str
    first_day: date
    last_day: date
    digest: str
    pages: int
    made: Made

    @property
    def mentions(self) -> tuple[Subject, ...]:
        about = (Subject("incident", self.made.about),) if self.made.paper == "incident" else ()
        return (Subject("form", self.form), *about)


def _issued(entry: Entry, fact: DocumentNoted | DocumentIssued, shelves: Shelves) -> None:
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
            made=fact.made if isinstance(fact, DocumentIssued) else None,
        )
    )


applies(DocumentNoted)(_issued)
applies(DocumentIssued)(_issued)


@fact("document.reprinted")
class DocumentNotedAgain(AboutDocument):
    """An issued paper was printed again, and says so."""

    document: str
    reason: str


@fact("document.reprinted", version=2)
class DocumentReprinted(AboutDocument):
    """An issued paper was printed again from the same head: which copy, why, and its own hash."""

    document: str
    copy: int
    reason: str
    digest: str
    key: str
    app_version: str


def _reprinted(_: Entry, fact: DocumentNotedAgain | DocumentReprinted, shelves: Shelves) -> None:
    document = shelves.get(Document, fact.document)
    if document is not None:
        copies = (*document.copies, fact.digest) if isinstance(fact, DocumentReprinted) else document.copies
        shelves.put(replace(document, reprints=document.reprints + 1, copies=copies))


applies(DocumentNotedAgain)(_reprinted)
applies(DocumentReprinted)(_reprinted)


@fact("document.signed")
class DocumentSigned(AboutDocument):
    """An issued paper was signed further, at the place that waited for this role; its hash since."""

    document: str
    role: str
    meaning: str
    digest: str
    key: str


@applies(DocumentSigned)
def _signed(entry: Entry, fact: DocumentSigned, shelves: Shelves) -> None:
    document = shelves.get(Document, fact.document)
    if document is not None:
        further = FurtherSignature(entry.actor, fact.role, fact.digest)
        shelves.put(replace(document, signed=(*document.signed, further)))
