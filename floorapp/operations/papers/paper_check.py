"""Checking a paper that comes back: whose it is, whether a byte changed, and every row against the logbook."""

from __future__ import annotations

import json
from datetime import datetime

from floorapp.domain.days import Document
from floorapp.domain.values import dataclass
from floorapp.operations.canonical import digest
from floorapp.operations.facts.papers import PaperKeyIntroduced
from floorapp.operations.facts.registry import Subject
from floorapp.operations.papers.catalogue import FORMS
from floorapp.operations.papers.office import Office, request_of
from floorapp.operations.papers.record import Record, Replayed

UNCHANGED, CHANGED, NOT_OURS = "authentic", "altered", "not recognized"

MEANS = {
    UNCHANGED: "Every byte is as it was when a station of this logbook signed it.",
    CHANGED: ("It carries this logbook's key, but it was altered after signing. Do not rely on it: print a copy."),
    NOT_OURS: "No key of this logbook has signed it.",
}

#: How many rows that differ are named.
NAMED = 20


@dataclass(frozen=True, slots=True)
class CheckedPaper:
    """The answer about one paper."""

    verdict: str
    document: str = ""
    #: What was found beyond the verdict, in sentences.
    found: tuple[str, ...] = ()
    #: Rows that are not what the logbook says up to the paper's head.
    differing: tuple[str, ...] = ()
    #: Rows that the logbook says otherwise today: corrections and entries that came later.
    since: tuple[str, ...] = ()
    rows: int = 0

    @property
    def good(self) -> bool:
        """Whether it is an issued paper of this logbook, and every row of it is what the logbook says."""
        return self.verdict == UNCHANGED and not self.differing and not self.wrong

    @property
    def wrong(self) -> bool:
        return self.verdict == UNCHANGED and (not self.document or self.rows == 0)

    def words(self) -> tuple[str, ...]:
        """The answer in lines for a person."""
        name = f"{self.document}: " if self.document else ""
        said = f"{name}{self.verdict}. {MEANS[self.verdict]}"
        lines = [said[0].upper() + said[1:], *self.found]
        for rows, says in ((self.differing, "differ from the logbook"), (self.since, "read differently today")):
            if rows:
                lines.append(f"{len(rows)} rows {says}:")
                lines.extend(f"  {row}" for row in rows[:NAMED])
        return tuple(lines)


def check_paper(office: Office, content: bytes) -> CheckedPaper:
    """Whose a paper is, whether it changed, and whether every row of it is what the logbook says."""
    record = office.record()
    known = (line.fact for line in record.lines(PaperKeyIntroduced))
    verdict, rows = office.loupe.examine(content, [bytes.fromhex(fact.certificate) for fact in known])
    if verdict != UNCHANGED:
        return CheckedPaper(verdict)
    if rows is None:
        return CheckedPaper(verdict, found=("It holds no rows to compare.",))
    return _compared(office, record, content, rows)


def _compared(office: Office, record: Record, content: bytes, rows: bytes) -> CheckedPaper:
    issue = json.loads(rows)["issue"]
    number, copy = str(issue["document"]), int(issue["copy"])
    document = Replayed(record.timeline(Subject("document", number))).get(Document, number)
    if document is None or document.made is None:
        told = f"It calls itself {number}, but no such document is on record as issued."
        return CheckedPaper(UNCHANGED, found=(told,))
    found = [_which(document, _local(record, document.issued_at), copy, digest(content))]
    upto = office.place_of(document.made.station, document.made.seq)
    if upto is None:
        return CheckedPaper(UNCHANGED, found=(*found, "The head it was made from is not in this logbook."))
    form = FORMS.get(document.made.paper)
    if form is None or form.revision != document.made.revision:
        found.append(f"It was made with revision {document.made.revision} of its form; this app makes another one.")
    request = request_of(document)
    differing = office.loupe.differences(rows, office.sheets(request, upto=upto))
    since = office.loupe.differences(rows, office.sheets(request))
    count = sum(len(table["rows"]) for sheet in json.loads(rows)["sheets"] for table in sheet["tables"])
    if not differing:
        found.append(f"All {count:,} rows are what the logbook says up to {document.made.station}-{document.made.seq}.")
    return CheckedPaper(
        UNCHANGED, number, tuple(found), differing, tuple(s for s in since if s not in differing), count
    )


def _local(record: Record, at: datetime) -> str:
    """An instant as the report itself prints it: by the property's clock, with its zone."""
    wall = at.astimezone(record.clock.zone)
    return f"{record.clock.style.stamp(wall)} {wall.tzname()}"


def _which(document: Document, at: str, copy: int, hashed: str) -> str:
    """Which of the papers on record a file is."""
    if not copy and hashed == document.digest:
        return f"It is the original of {document.title}, issued {at}."
    if copy and document.copies[copy - 1 : copy] == (hashed,):
        return f"It is copy {copy} of {document.title}, first issued {at}."
    for number, each in enumerate(document.signed, 1):
        if not copy and hashed == each.digest:
            who = " and ".join(signer.role.lower() for signer in document.signed[:number])
            return f"It is the original of {document.title}, issued {at}, also signed by {who}."
    return f"It carries the number of {document.title}, issued {at}, but this very file is not on record as issued."
