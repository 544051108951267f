"""How fast papers are: a sheet's rows against reportlab's bare text objects for the same cells."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from io import BytesIO

from reportlab.pdfgen.canvas import Canvas

from floorapp.operations.sheet import Sheet, Table
from printing.fonts import regular
from printing.paper import render
from tests.papers.samples import ISSUE, long_log

ROWS_A_PAGE = 52


def bare(sheet: Sheet) -> bytes:
    """The same cells as text objects, a column each, with nothing else on the page."""
    found = next(section for section in sheet.sections if isinstance(section, Table))
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


def measure() -> bool:
    """Print the figures; whether all of them hold."""
    some, many = long_log(10_000), long_log(50_000)
    render(some, issue=ISSUE)
    plain, ours = best(bare, some, 3), best(paper, some, 3)
    large = best(paper, many, 2)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    figures = (
        ("10,000 rows, times reportlab's bare text objects", ours / plain, 1.5),
        ("50,000 rows, times 10,000 rows", large / ours, 6.0),
        ("memory in MB, 50,000 rows", memory, 300.0),
    )
    print(f"papers: 10,000 rows in {ours:.2f} s (bare {plain:.2f} s), 50,000 rows in {large:.2f} s")
    for what, value, limit in figures:
        print(f"papers: {what}: {value:.2f} (at most {limit:g}) {'good' if value <= limit else 'TOO MUCH'}")
    return all(value <= limit for _, value, limit in figures)


if __name__ == "__main__":
    raise SystemExit(0 if measure() else 1)
