"""What stands on every page around the body: the head above, the square code and the issue's facts below."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from reportlab.graphics.barcode.qrencoder import QRCode, QRErrorCorrectLevel

from floorapp.operations.sheet import Issue, Sheet
from printing.fonts import bold, mono, regular, semibold
from printing.lettering import Run, run, wrap, wrap_runs
from printing.pen import Pen
from printing.structure import Element
from printing.style import CODE, MARGIN, RULE, Extent

PROPERTY, TITLE, FACT, FOOT = 9.7, 17.0, 8.4, 7.1
FOOT_LEADING = 10.6
BESIDE_CODE = CODE + 12


class PageFrame:
    """The head and foot of a sheet's pages: forms stamped on each, but for the first head and the last foot.

    Those are read as a part of the sheet; on the other pages they only say again what is known.
    """

    def __init__(self, sheet: Sheet, issue: Issue | None, size: Extent, name: str) -> None:
        self.issue, self.size, self.name = issue, size, name
        self.width = size.width - 2 * MARGIN
        self.facts = _facts(sheet)
        aside = max(sum(each.width for each in line) for line in self.facts)
        aside = min(aside, self.width * 0.5)
        self.facts = [part for line in self.facts for part in wrap_runs(line, self.width * 0.5)]
        self.badge = _badge(issue)
        room = self.width - aside - 18 - (self._badge_width() if self.badge else 0)
        self.property = wrap(sheet.head.property, semibold(), PROPERTY, room)
        self.title = wrap(sheet.head.title, semibold(), TITLE, room)
        left = len(self.property) * PROPERTY * 1.25 + len(self.title) * TITLE * 1.17 + 8
        self.head_height = max(left, len(self.facts) * 11.6 + 2)
        self.feet = _feet(sheet, issue, self.width - BESIDE_CODE - 52)
        self.foot_height = max(CODE, len(self.feet) * FOOT_LEADING) + 8

    @property
    def top(self) -> float:
        """Where the body begins."""
        return self.size.height - MARGIN - self.head_height - RULE - 8

    @property
    def bottom(self) -> float:
        """Where the body must end."""
        return MARGIN * 0.6 + self.foot_height + 8

    def _badge_width(self) -> float:
        return bold().width(self.badge, 11) + 24

    def define(self, pen: Pen) -> None:
        """Draw head and foot into forms."""
        with pen.form(f"{self.name}-head"):
            self._draw_head(pen)
        with pen.form(f"{self.name}-foot"):
            self._draw_foot(pen)

    def begin(self, pen: Pen, *, first: bool) -> None:
        """The head of a page."""
        if first:
            self._draw_head(pen)
        else:
            pen.canvas.doForm(f"{self.name}-head")

    def end(self, pen: Pen, numbered: str, *, last: bool) -> None:
        """The foot of a page, with the page's number."""
        if last:
            self._draw_foot(pen)
        else:
            pen.canvas.doForm(f"{self.name}-foot")
        pen.text(self.size.width - MARGIN, self._foot_top() - 15, numbered, semibold(), 8.2, right=True)

    def _draw_head(self, pen: Pen) -> None:
        y = self.size.height - MARGIN
        with pen.tagged(Element("P")):
            for line in self.property:
                pen.text(MARGIN, y - PROPERTY * 0.8, line, semibold(), PROPERTY)
                y -= PROPERTY * 1.25
        with pen.tagged(Element("H1")):
            for line in self.title:
                y -= TITLE * 1.17
                pen.text(MARGIN, y + 2.5, line, semibold(), TITLE)
        right = self.size.width - MARGIN
        for number, fact in enumerate(self.facts):
            with pen.tagged(Element("P")):
                pen.runs(right, self.size.height - MARGIN - 7.4 - number * 11.6, fact, right=True)
        if self.badge:
            wide = self._badge_width() - 10
            x = MARGIN + max(semibold().width(line, TITLE) for line in self.title) + 12
            pen.box(x, y - 1.5, wide, 18, thickness=1.4, radius=3)
            with pen.tagged(Element("P")):
                pen.text(x + 7, y + 3.7, self.badge, bold(), 11)
        pen.rule(MARGIN, self.size.height - MARGIN - self.head_height - RULE / 2, self.width, RULE)

    def _foot_top(self) -> float:
        return MARGIN * 0.6 + self.foot_height

    def _draw_foot(self, pen: Pen) -> None:
        top = self._foot_top()
        pen.rule(MARGIN, top, self.width, 0.6)
        if self.issue is not None:
            with pen.tagged(Element("Figure", alt=f"QR code: {self.issue.code}")):
                _draw_code(pen, self.issue.code, MARGIN, top - 7 - CODE)
        x = MARGIN + (BESIDE_CODE if self.issue is not None else 0)
        with pen.tagged(Element("P")):
            for number, line in enumerate(self.feet):
                pen.runs(x, top - 14 - number * FOOT_LEADING, line)


def _facts(sheet: Sheet) -> list[list[Run]]:
    """The lines at the right of the head: form, period, filters."""
    head = sheet.head
    form = [("Form ", False), (head.form, True), (f", revision {head.revision}", False)]
    if head.audience:
        form.append((f", {head.audience}", False))
    lines = [form, [(f"{head.period_label} ", False), (head.period, True)]]
    if head.hours:
        lines[-1].append((f", {head.hours}", False))
    if head.filters:
        lines.append([(head.filters, False)])
    return [[run(text, bold() if strong else regular(), FACT) for text, strong in line] for line in lines]


def _badge(issue: Issue | None) -> str:
    if issue is None:
        return "Preview"
    return f"COPY {issue.copy}" if issue.copy else ""


def _feet(sheet: Sheet, issue: Issue | None, width: float) -> list[list[Run]]:
    """The lines at the foot: document, printing, versions, and how to read the page."""
    if issue is None:
        said = "Preview: not issued, not signed, not a record."
        return wrap_runs([run(said, regular(), FOOT)], width + BESIDE_CODE)
    spaced = " ".join(issue.logbook_hash[i : i + 4] for i in range(0, min(16, len(issue.logbook_hash)), 4))
    lines = [
        [
            ("Document ", False),
            (issue.document, True),
            (" · logbook head ", False),
            (f"{issue.logbook_record} · {spaced}", True),
        ],
        [
            (f"Printed {issue.printed_at} by {issue.printed_by}, {issue.role}, at station ", False),
            (issue.station, False),
            (f" · {issue.standing}", False),
        ],
        [(_versions(issue), False)],
        [(_reading(sheet, issue), False)],
    ]
    runs = [[run(text, mono() if fixed else regular(), FOOT) for text, fixed in line] for line in lines]
    return [part for line in runs for part in wrap_runs(line, width)]


def _versions(issue: Issue) -> str:
    books = ", ".join(issue.rulebooks) or "none used"
    said = f"floorapp {issue.app_version} · rulebook{'s' * (len(issue.rulebooks) != 1)} {books}"
    return f"{said} · records {issue.records}" if issue.records else said


def _reading(sheet: Sheet, issue: Issue) -> str:
    struck = "Struck rows were corrected; the correction is below each. " if sheet.corrected else ""
    signed = f"Signed digitally, key {issue.key[:4]} {issue.key[4:8]}." if issue.key else "Not signed digitally."
    where = f"at {issue.check_at}" if issue.check_at else "with “floorapp report check” and the certificate"
    return f"{struck}{signed} The QR code says what to check it against; check it {where}."


@lru_cache(maxsize=8)
def _modules(text: str) -> list[list[bool]]:
    """The squares of a code by row; found once for a paper, its copies and its sizes."""
    code = QRCode(None, QRErrorCorrectLevel.M)
    code.addData(text)
    code.make()
    return code.modules  # type: ignore[no-any-return]


def _draw_code(pen: Pen, text: str, x: float, y: float) -> None:
    """The square code, 1.7 cm wide, as one path of dark stretches."""
    rows = _modules(text)
    module = CODE / len(rows)
    path = pen.canvas.beginPath()
    for number, row in enumerate(reversed(rows)):
        column = 0
        for dark, stretch in groupby(row):
            long = len(list(stretch))
            if dark:
                path.rect(x + column * module, y + number * module, long * module, module)
            column += long
    pen.canvas.setFillGray(0)
    pen.canvas.drawPath(path, stroke=0, fill=1)
