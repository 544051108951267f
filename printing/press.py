"""The press: sheets in, a signed paper out, with the rows it shows inside it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any

from floorapp.domain.values import dataclass
from floorapp.domain.written_time import utc_stamp
from floorapp.operations.faults import LogbookFault
from floorapp.operations.papers.tools import nothing
from floorapp.operations.sheet import Issue, Sheet
from printing.paper import Progress, render
from printing.property_seal import FIELD as PROPERTY_FIELD
from printing.property_seal import PropertySeal, seals_of
from printing.rows import to_csv, to_json
from printing.seal import (
    Countersignature,
    PaperKey,
    Verdict,
    check,
    countersign,
    fingerprint,
    further_signatures,
    open_places,
    rows_of,
    sign,
)
from printing.signing_place import SigningPlace
from printing.style import PageSize
from printing.typed_rows import json_files


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
    seal: PropertySeal | None = None,
) -> bytes:
    """An issued paper: laid out, named after its key, signed, its rows attached; under the property's seal if given."""
    signed_with = replace(issue, key=key.fingerprint)
    # A copy is not signed anew: its original is.
    places = None if issue.copy else list[SigningPlace]()
    laid_out = render(sheets, issue=signed_with, size=size, progress=progress, places=places)
    rows = to_json(sheets, signed_with)
    waits = PROPERTY_FIELD if seal is not None else ""
    tables = json_files(sheets, issue.document)
    paper = sign(laid_out, key=key, instant=issue.instant, rows=rows, tables=tables, places=places or (), waits=waits)
    return paper if seal is None else seal.endorse(paper)


class StationPress:
    """The press of a station, with its key for papers."""

    def __init__(self, key: PaperKey, seal: PropertySeal | None = None) -> None:
        self._key, self._seal = key, seal

    @property
    def fingerprint(self) -> str:
        return self._key.fingerprint

    @property
    def certificate(self) -> bytes:
        return self._key.certificate

    def sealing(self) -> bytes | None:
        """The certificate of the property's own, where it has one; raises LogbookFault where it cannot be used."""
        if self._seal is None:
            return None
        with _usable():
            return self._seal.certificate()

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

        with _usable():
            made = issue_paper(sheets, issue=issue, key=self._key, size=size_of(size), progress=count, seal=self._seal)
        return made, pages

    def countersign(self, content: bytes, *, instant: datetime, role: str, name: str, meaning: str, said: str) -> bytes:
        """A signed paper, signed once more at the place of a role; raises LookupError where none is open."""
        return countersign(content, key=self._key, instant=instant, by=Countersignature(role, name, meaning, said))


@contextmanager
def _usable() -> Iterator[None]:
    """What keeps the property's certificate from signing, in words; nothing is issued then."""
    from pkcs11.exceptions import PKCS11Error
    from pyhanko.sign.general import SigningError
    from pyhanko.sign.timestamps import TimestampRequestError
    from pyhanko_certvalidator.errors import PathValidationError

    try:
        yield
    except PKCS11Error as error:  # most of them say what is wrong by their name alone
        raise _unsealed(f"the token says {str(error) or type(error).__name__}") from error
    except (TimestampRequestError, SigningError, PathValidationError) as error:
        raise _unsealed(str(error) or type(error).__name__) from error
    except (OSError, ValueError) as error:
        raise _unsealed(str(error)) from error


def _unsealed(why: str) -> LogbookFault:
    return LogbookFault(
        f"The property's certificate could not sign: {why.rstrip('.')}.",
        "No report was issued; the logbook works without.",
        "Check keys/property.toml, the token and the time-stamping service, then issue it again.",
    )


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

    def signatures(self, content: bytes) -> tuple[str, ...]:
        """What the further signatures in an authentic paper say, the property's own last, and who has not signed."""
        persons = tuple(
            f"Signed as {each.role.lower()} by {each.name}, {utc_stamp(each.at)}: {each.meaning}"
            for each in further_signatures(content)
        )
        waits = tuple(f"Not signed yet as {role.lower()}." for role in open_places(content))
        return (*persons, *waits, *self._sealed(content))

    def _sealed(self, content: bytes) -> Iterator[str]:
        return (
            f"Sealed by {each.signer} ({each.level}"
            + (f", time-stamped {utc_stamp(datetime.fromisoformat(each.stamped))}" if each.stamped else "")
            + f"), certificate SHA-256 {fingerprint(each.certificate)[:16]}…."
            for each in seals_of(content)
        )

    def spreadsheet(self, sheets: Sequence[Sheet]) -> bytes:
        """Every table of a paper for a spreadsheet."""
        return to_csv(sheets)
