"""The press: sheets in, a signed paper out, with the rows it shows inside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from floorapp.operations.sheet import Issue, Sheet
from printing.paper import Progress, render
from printing.rows import to_json
from printing.seal import PaperKey, sign
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
