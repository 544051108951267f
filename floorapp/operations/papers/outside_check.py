"""What an outsider can say of a report with the PDF, the station's certificate and a head, and no logbook."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from floorapp.domain.heads import Head
from floorapp.domain.values import dataclass
from floorapp.domain.written_time import utc_stamp
from floorapp.operations.papers.paper_check import CHANGED, NOT_OURS, UNCHANGED
from floorapp.operations.papers.tools import Loupe

MEANS = {
    UNCHANGED: "Every byte is as it was when the key of this certificate signed it.",
    CHANGED: "It carries this certificate's key, but it was altered after signing. Do not rely on it.",
    NOT_OURS: "The key of this certificate has not signed it.",
}


@dataclass(frozen=True, slots=True)
class SeenOutside:
    """The answer: the verdict, and what else was found, in sentences."""

    verdict: str
    found: tuple[str, ...] = ()
    #: Whether a head vouches for the logbook behind it; unknown where none was given.
    vouched: bool | None = None

    @property
    def good(self) -> bool:
        """Whether nothing speaks against it."""
        return self.verdict == UNCHANGED and self.vouched is not False

    def words(self) -> tuple[str, ...]:
        """The answer in lines for a person."""
        return (f"{self.verdict.capitalize()}. {MEANS[self.verdict]}", *self.found)


def look_from_outside(
    loupe: Loupe, content: bytes, certificates: Sequence[bytes], heads: Sequence[Head]
) -> SeenOutside:
    """Whether the certificate's key signed this very file, what it says it is, and whether a head vouches for it."""
    verdict, rows = loupe.examine(content, certificates)
    if verdict != UNCHANGED or rows is None:
        return SeenOutside(verdict, () if verdict != UNCHANGED else ("It holds no rows.",))
    said = json.loads(rows)
    vouched, told = _vouched(said["issue"], heads)
    return SeenOutside(verdict, (*_named(said), *loupe.signatures(content), told), vouched)


def _named(said: Any) -> tuple[str, ...]:
    issue, head = said["issue"], said["sheets"][0]["head"]
    rows = sum(len(table["rows"]) for sheet in said["sheets"] for table in sheet["tables"])
    which = f"copy {issue['copy']}" if issue["copy"] else "the original"
    return (
        f"It is {which} of {issue['document']}: {head['title']}, form {head['form']}, {head['period']}.",
        f"{head['property']} printed it {issue['printed_at']}, by {issue['printed_by']} ({issue['role']}).",
        f"It has {rows:,} rows, and they are attached to it as data.",
    )


def _vouched(issue: Any, heads: Sequence[Head]) -> tuple[bool | None, str]:
    number, hash_ = str(issue["logbook_record"]), str(issue["logbook_hash"])
    same = [each for each in heads if each.number == number]
    for head in same:
        if head.hash != hash_:
            return False, f"The head {number} has another hash: it does not vouch for the logbook behind this report."
    if same:
        at, key = utc_stamp(same[0].at), same[0].key[:16]
        return True, f"The head {number}, signed {at} with the key {key}, vouches for the logbook behind it."
    if heads:
        others = ", ".join(each.number for each in heads[:3])
        return False, f"No head given is the one it was made from ({number}); these are {others}. Ask for that one."
    return None, f"It was made from the logbook up to {number}. Give that head with --heads to check this too."
