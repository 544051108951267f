"""The press: sheets in, a signed paper out, with the rows it shows inside it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from floorapp.domain.values import dataclass
from floorapp.operations.papers.office import nothing
from floorapp.operations.sheet import Issue, Sheet
from printing.paper import Progress, render
from printing.rows import to_json
from printing.seal import Countersignature, PaperKey, Verdict, check, countersign, rows_of, sign
from printing.signing_place import SigningPlace
from printing.style import PageSize


@dataclass(frozen=True, slots=True)
class Difference:
    """One row that is not the same on the paper and in the logbook; an absent side is empty."""

    title: str
    record: str
    paper: tuple[str, ...]
    logbook: tuple[str, ...]

    def __str__(self) -> str:
        where = f"{self.title}: {self.record or 'a row without a record number'}"
        if not self.logbook:
            return f"{where} is on the report, not in the logbook"
        if not self.paper:
            return f"{where} is in the logbook, not on the report"
        return f"{where} differs: the report says {', '.join(self.paper)}; the logbook {', '.join(self.logbook)}"


def compare(rows: bytes, sheets: Sheet | Sequence[Sheet]) -> list[Difference]:
    """Every row attached to a paper that the sheets of today show otherwise, and the reverse."""
    printed, present = _keyed(json.loads(rows)), _keyed(json.loads(to_json(sheets)))
    return [
        Difference(key[0], key[2], printed.get(key, ()), present.get(key, ()))
        for key in dict.fromkeys((*printed, *present))
        if printed.get(key) != present.get(key)
    ]


def _keyed(said: Any) -> dict[tuple[str, str, str, int], tuple[str, ...]]:
    """Each row under its sheet, table and record number, and its place among rows without one."""
    found: dict[tuple[str, str, str, int], tuple[str, ...]] = {}
    for sheet in said["sheets"]:
        for number, table in enumerate(sheet["tables"]):
            for row in table["rows"]:
                key = (sheet["head"]["title"], f"{number} {table['title']}", row[-3])
                place = 0
                while (*key, place) in found:
                    place += 1
                found[*key, place] = tuple(row)
    return found


def issue_paper(
    sheets: Sheet | Sequence[Sheet],
    *,
    issue: Issue,
    key: PaperKey,
    size: PageSize = PageSize.LETTER,
    progress: Progress | None = None,
) -> bytes:
    """An issued paper: laid out, named after its key, signed, its rows attached."""
    signed_with = replace(issue, key=key.fingerprint)
    # A copy is not signed anew: its original is.
    places = None if issue.copy else list[SigningPlace]()
    laid_out = render(sheets, issue=signed_with, size=size, progress=progress, places=places)
    return sign(laid_out, key=key, instant=issue.instant, rows=to_json(sheets, signed_with), places=places or ())


class StationPress:
    """The press of a station, with its key for papers."""

    def __init__(self, key: PaperKey) -> None:
        self._key = key

    @property
    def fingerprint(self) -> str:
        return self._key.fingerprint

    @property
    def certificate(self) -> bytes:
        return self._key.certificate

    def preview(self, sheets: Sequence[Sheet], *, size: str, far: Progress = nothing) -> bytes:
        """A paper that is not issued, and says so."""
        return render(sheets, issue=None, size=size_of(size), progress=far)

    def issue(self, sheets: Sequence[Sheet], *, issue: Issue, size: str, far: Progress = nothing) -> tuple[bytes, int]:
        """A signed paper with its rows inside, and how many pages it has."""
        pages = 0

        def count(done: int, whole: int) -> None:
            nonlocal pages
            pages = whole
            far(done, whole)

        return issue_paper(sheets, issue=issue, key=self._key, size=size_of(size), progress=count), pages

    def countersign(self, content: bytes, *, instant: datetime, role: str, name: str, meaning: str, said: str) -> bytes:
        """A signed paper, signed once more at the place of a role; raises LookupError where none is open."""
        return countersign(content, key=self._key, instant=instant, by=Countersignature(role, name, meaning, said))


def size_of(name: str) -> PageSize:
    """A page size by its name."""
    return PageSize[name.upper()]


class PaperLoupe:
    """Looks at a paper that comes back; needs no key of its own."""

    def examine(self, content: bytes, certificates: Iterable[bytes]) -> tuple[str, bytes | None]:
        """What can be said of a file, and the rows inside it where it is ours and unchanged."""
        verdict = check(content, certificates=certificates)
        return verdict.value, rows_of(content) if verdict is Verdict.UNCHANGED else None

    def differences(self, rows: bytes, sheets: Sequence[Sheet]) -> tuple[str, ...]:
        """Every row that is not the same on the paper and in the sheets, in words."""
        return tuple(str(each) for each in compare(rows, sheets))
