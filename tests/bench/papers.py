"""How fast papers are: a sheet's rows against reportlab's bare text objects for the same cells."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Iterator
from io import BytesIO

from reportlab.pdfgen.canvas import Canvas

from floorapp.operations.sheet import Sheet, SheetTable
from printing.fonts import regular
from printing.paper import render
from tests.bench.measure import Figure
from tests.papers.samples import ISSUE, long_log

ROWS_A_PAGE = 52


def bare(sheet: Sheet) -> bytes:
    """The same cells as text objects, a column each, with nothing else on the page."""
    found = next(section for section in sheet.sections if isinstance(section, SheetTable))
    rows = [[*map(str, row.cells), row.record] for row in found.rows]
    out = BytesIO()
    canvas = Canvas(out, pagesize=(612, 792), pageCompression=1)
    for start in range(0, len(rows), ROWS_A_PAGE):
        page = rows[start : start + ROWS_A_PAGE]
        for column in range(len(rows[0])):
            letters = canvas.beginText(34 + column * 68, 700)
            letters.setFont(regular().name, 8, 11.7)
            for row in page:
                letters.textLine(row[column])
            canvas.drawText(letters)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def paper(sheet: Sheet) -> bytes:
    return render(sheet, issue=ISSUE)


def best(make: Callable[[Sheet], bytes], sheet: Sheet, times: int) -> float:
    """Seconds of work of the quickest of several tries, whatever else the machine does."""
    taken = []
    for _ in range(times):
        start = time.process_time()
        make(sheet)
        taken.append(time.process_time() - start)
    return min(taken)


def figures(rows: int = 10_000) -> Iterator[Figure]:
    """Many rows, five times as many, and the memory they take."""
    some, many = long_log(rows), long_log(5 * rows)
    render(some, issue=ISSUE)
    plain, ours = best(bare, some, 3), best(paper, some, 3)
    large = best(paper, many, 2)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yield Figure(
        f"a paper of {rows:,} rows",
        f"{ours:.2f} s",
        f"bare text objects {plain:.2f} s",
        ours / plain,
        "at most 1.5",
        ours / plain <= 1.5,
    )
    yield Figure(
        f"a paper of {5 * rows:,} rows",
        f"{large:.2f} s",
        f"{rows:,} rows {ours:.2f} s",
        large / ours,
        "at most 6",
        large / ours <= 6,
    )
    yield Figure("its memory", f"{memory:.0f} MB", "", None, "under 300 MB", memory < 300, "peak of this process")
