"""Handovers, ended gaming days and issued documents."""

from __future__ import annotations

from datetime import date, datetime

from floorapp.domain.findings import Noted
from floorapp.domain.values import dataclass


@dataclass(frozen=True, slots=True)
class Handover:
    """What one person leaves to the next; it is over when the next one has accepted it."""

    id: str
    given_by: str
    to: str
    shift: str
    says: str
    open_duties: tuple[str, ...]
    given_at: datetime
    accepted_at: datetime | None = None

    @property
    def accepted(self) -> bool:
        return self.accepted_at is not None


@dataclass(frozen=True, slots=True)
class EndedDay:
    """A gaming day that was looked through and ended: what is missing in it, and why."""

    day: str
    by: str
    at: datetime
    tables: tuple[str, ...]
    findings: int
    open_incidents: tuple[str, ...]
    missing: tuple[Noted, ...]
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """How a paper was made, so that the same one can be made again: what was asked, from which head, with what."""

    paper: str
    revision: str
    size: str
    shift: str = ""
    pit: str = ""
    table: str = ""
    about: str = ""
    station: str
    seq: int
    head: str
    key: str
    app_version: str
    rulebooks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PaperCertificate:
    """What a station's signature on papers is checked with, by the fingerprint of its key's certificate."""

    fingerprint: str
    station: str
    certificate: str


@dataclass(frozen=True, slots=True)
class FurtherSignature:
    """One who signed an issued paper: who, as what, and the paper's hash with this signature."""

    person: str
    role: str
    digest: str


@dataclass(frozen=True, slots=True)
class Document:
    """A paper that left the house: by number and hash, with the period it covers and how it was made."""

    number: str
    form: str
    title: str
    first_day: date
    last_day: date
    digest: str
    pages: int
    issued_by: str
    issued_at: datetime
    reprints: int = 0
    made: Made | None = None
    #: The hashes of the copies, the first one first.
    copies: tuple[str, ...] = ()
    #: Who signed it after its issuer, the first one first, and the hash it has with each signature.
    signed: tuple[FurtherSignature, ...] = ()

    @property
    def file(self) -> str:
        """The file in the archive that has every signature."""
        return f"{self.number}-signed-{len(self.signed)}.pdf" if self.signed else f"{self.number}.pdf"
