"""What the office works with: the press, the loupe, the archive; and the keys it puts on record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Protocol

from floorapp.domain.days import PaperCertificate
from floorapp.operations.act_table import Acts
from floorapp.operations.canonical import digest
from floorapp.operations.desk import Desk
from floorapp.operations.facts.papers import PaperKeyIntroduced
from floorapp.operations.facts.registry import Subject
from floorapp.operations.papers.catalogue import Far
from floorapp.operations.sheet import Issue, Sheet

SIZES = ("Letter", "A4")


def nothing(_done: int, _whole: int) -> None:
    """For who does not want to know how far it is."""


class Press(Protocol):
    """What turns sheets into a paper signed by the station's second key."""

    @property
    def fingerprint(self) -> str: ...
    @property
    def certificate(self) -> bytes: ...
    def sealing(self) -> bytes | None:
        """The certificate of the property's own that signs beside the station's; none where it has none."""
        ...

    def preview(self, sheets: Sequence[Sheet], *, size: str, far: Far = nothing) -> bytes:
        """A paper that is not issued, and says so."""
        ...

    def issue(self, sheets: Sequence[Sheet], *, issue: Issue, size: str, far: Far = nothing) -> tuple[bytes, int]:
        """A signed paper with its rows inside, and how many pages it has."""
        ...

    def countersign(self, content: bytes, *, instant: datetime, role: str, name: str, meaning: str, said: str) -> bytes:
        """A signed paper, signed once more at the place of a role; raises LookupError where none is open."""
        ...


class Loupe(Protocol):
    """What looks at a paper that comes back."""

    def examine(self, content: bytes, certificates: Iterable[bytes]) -> tuple[str, bytes | None]:
        """What can be said of a file, and the rows inside it where it is ours and unchanged."""
        ...

    def spreadsheet(self, sheets: Sequence[Sheet]) -> bytes:
        """Every table of a paper for a spreadsheet."""
        ...

    def signatures(self, content: bytes) -> tuple[str, ...]:
        """What the further signatures in an authentic paper say, the property's own last, and who has not signed."""
        ...

    def differences(self, rows: bytes, sheets: Sequence[Sheet]) -> tuple[str, ...]:
        """Every row that is not the same on the paper and in the sheets, in words."""
        ...


class Archive(Protocol):
    """Where issued papers are kept for good, by name."""

    def keep(self, name: str, content: bytes) -> None:
        """Put a paper there, durably; raises OSError where it cannot be."""
        ...

    def fetch(self, name: str) -> bytes | None:
        """A paper that is kept; nothing where it is not there."""
        ...


def introduce_paper_keys(desk: Desk, press: Press) -> None:
    """Put the keys that sign papers on record where they are not yet, so that papers can be checked for good."""
    seal = press.sealing()
    introduce_paper_key(desk, fingerprint=press.fingerprint, certificate=press.certificate)
    if seal is not None:
        introduce_paper_key(desk, fingerprint=digest(seal), certificate=seal)


def introduce_paper_key(desk: Desk, *, fingerprint: str, certificate: bytes) -> None:
    """Put the station's key for papers on record where it is not yet, so that papers can be checked for good."""
    with desk.logbook.reading() as state:
        if state.get(PaperCertificate, fingerprint) is not None:
            return
    station = desk.logbook.station
    with desk.acting(Acts.issue_document.name, Subject("station", station)) as act:
        stated = PaperKeyIntroduced(station=station, fingerprint=fingerprint, certificate=certificate.hex())
        act.enter(stated, by=f"station/{station}")
