"""The made-up papers of the picture, with a page painted as a stand-in for the printed one."""

from __future__ import annotations

from PyQt6.QtCore import QPointF, QRectF
from PyQt6.QtGui import QColor, QImage, QPainter, QPen
from PyQt6.QtWidgets import QWidget

from floorapp.screens.forms import Act
from floorapp.screens.lists import ListRow
from floorapp.screens.papers import PaperOffered
from floorapp.screens.states import State
from floorapp.screens.text_line import Icon, Sign, Words, line
from floorapp.ui.gallery.floor import plan
from floorapp.ui.look import Look
from floorapp.ui.pages.papers import PapersPage, PapersView
from floorapp.ui.paint.signs import paint_sign

HEADS = (
    (0, "Table"),
    (62, "Reader"),
    (160, "Time"),
    (252, "Result"),
    (360, "Proof test"),
    (480, "Found"),
    (720, "Inspected by"),
)


def _text(
    painter: QPainter,
    look: Look,
    x: float,
    y: float,
    text: str,
    size: float,
    weight: int = 400,
    *,
    mono: bool = False,
    right: bool = False,
) -> None:
    painter.setFont(look.font(size / look.scale, weight, mono=mono))
    painter.setPen(QColor(look.tokens.paper_ink))
    width = painter.fontMetrics().horizontalAdvance(text) if right else 0
    painter.drawText(QPointF(x - width, y), text)


def sheet(look: Look) -> QImage:
    """A reader inspection log, painted at 110 dots an inch."""
    page = QImage(1064, 1376, QImage.Format.Format_RGB32)
    page.fill(QColor(look.tokens.paper))
    painter = QPainter(page)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(60, 60)
    _text(painter, look, 0, 4, "Riverbend Casino", 17, 600)
    _text(painter, look, 0, 40, "Reader inspection log", 30, 600)
    for place, text in enumerate(
        (
            "Form FA-101, revision 3",
            "Gaming day Sun 15 Nov 2026, 06:00:00 to 05:59:59",
            "Filters: all pits, all games, all results",
        )
    ):
        _text(painter, look, 944, 2 + place * 20, text, 14, right=True)
    painter.setPen(QPen(QColor(look.tokens.paper_ink), 3))
    painter.drawLine(0, 58, 944, 58)
    _text(painter, look, 0, 86, "36 readers due · 35 okay · 1 not okay, put right the same day · 0 missing", 15)
    for x, head in HEADS:
        _text(painter, look, x + 6, 124, head, 14, 600)
    _text(painter, look, 938, 124, "Record", 14, 600, right=True)
    y = 146.0
    for number, table in enumerate(plan().tables):
        _sheet_row(painter, look, y, number, table.name)
        y += 21
    painter.end()
    return page


def _sheet_row(painter: QPainter, look: Look, y: float, number: int, table: str) -> None:
    painter.setPen(QPen(QColor(look.tokens.paper_line), 1))
    painter.drawLine(QPointF(0, y - 16), QPointF(944, y - 16))
    masque = table.startswith("DU")
    bad = table == "DU-04"
    state = State.WARNING if bad else State.OKAY
    paint_sign(painter, QRectF(258, y - 11, 12, 12), state, QColor(look.tokens.paper_ink))
    _text(painter, look, 6, y, table, 14, 600)
    _text(painter, look, 68, y, f"{'MQ' if masque else 'CR'}-{10418 + number * 8}", 13, mono=True)
    _text(painter, look, 166, y, f"06:{3 + number // 9:02d}:{(number * 7) % 60:02d}", 14)
    _text(painter, look, 276, y, "not okay" if bad else "okay", 14)
    _text(painter, look, 366, y, "3 of 3 lights" if masque else "2 of 2 signals", 14)
    _text(painter, look, 486, y, "lens dirty; cleaned, see next" if bad else "no tampering, works", 14)
    _text(painter, look, 726, y, ("A. Novak", "G. Ferris", "S. Amara", "E. Cho")[number // 9], 14)
    _text(painter, look, 938, y, f"PIT1-00{3290 + number}", 13, mono=True, right=True)


PAPERS = (
    "Reader inspection log|due sign by 06:00",
    "Deck change log|due sign by 06:00",
    "Shuffler and batch log|",
    "Irregularity reports|",
    "Irregularity register|",
    "Outcome verification|",
    "Table opening checklist|",
    "Compliance summary|due after 06:00",
    "Shift handover|signed 18:03",
    "Deck custody history|",
    "Device master list|next 1 Dec",
    "Access review|",
)
ISSUED = (
    "Reader inspection log|Sat 14 Nov · FA-101 r3|9c41 7e02|signed, J. Hale",
    "Deck change log|Sat 14 Nov · FA-102 r2|51d0 a8f3|signed, J. Hale",
    "Compliance summary|Sat 14 Nov · FA-110 r5|e27b 1190|signed, C. Moss",
    "Outcome verification|IR-0398 · FA-105 r2|07af c6d4|reprinted once",
    "Reader inspection log|Fri 13 Nov · FA-101 r3|b830 45ee|signed, C. Moss",
)


def _paper(text: str, *, chosen: bool) -> ListRow:
    name, note = text.split("|")
    right = line(Words(note, 14, 500, "ink2")) if note else None
    if note.startswith("due "):
        right = line(Sign(State.DUE, 13), Words(note[4:], 14, 600, "due"), gap=6)
    words = line(Words(name, 15, 600 if chosen else 400, shrinks=True))
    return ListRow(name, Icon("file-text", 18), (words,), note=right)


def _issue(text: str) -> ListRow:
    name, what, mark, state = text.split("|")
    signed = line(Sign(State.OKAY, 12), Words(state, 14, 400, "ink2"))
    lines = (
        line(Words(name, 15, 600, shrinks=True)),
        line(Words(what, 13, 400, "ink2"), Words(mark, 13, 400, "ink2", mono=True), gap=10),
        signed,
    )
    return ListRow(mark, None, lines)


def papers_page(look: Look) -> QWidget:
    """The papers as in the picture."""
    view = PapersView(
        papers=tuple(_paper(text, chosen=place == 0) for place, text in enumerate(PAPERS)),
        chosen="Reader inspection log",
        pickers=(
            PaperOffered("Gaming day", ("Sun 15 Nov 2026", "Sat 14 Nov 2026")),
            PaperOffered("Pit", ("All pits", "Pit 1", "Pit 2")),
            PaperOffered("Paper size", ("Letter", "A4")),
        ),
        page_words="1 of 1",
        ready="36 readers, 35 okay, 1 not okay and put right. 1 correction is shown struck through. "
        "Nothing is missing.",
        acts=(Act("sign", "Sign and issue", "F9"), Act("print", "Print…", "F8"), Act("save", "Save…", "Ctrl S")),
        issued=tuple(_issue(text) for text in ISSUED),
    )
    page = PapersPage(look)
    page.show_papers(view)
    page.preview.show_page(sheet(look))
    return page
