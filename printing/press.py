"""The press: sheets in, a signed paper out, with the rows it shows inside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from floorapp.operations.papers.office import nothing
from floorapp.operations.sheet import Issue, Sheet
from printing.comparison import compare
from printing.paper import Progress, render
from printing.rows import to_json
from printing.seal import PaperKey, Verdict, check, rows_of, sign
from printing.style import PageSize


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
    laid_out = render(sheets, issue=signed_with, size=size, progress=progress)
    return sign(laid_out, key=key, instant=issue.instant, rows=to_json(sheets, signed_with))


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
