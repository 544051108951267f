"""Reading papers back with poppler's tools, as a stranger would."""

from __future__ import annotations

import re
import subprocess
from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass
from html import unescape
from pathlib import Path

from floorapp.operations.sheet import UPRIGHT, Dash, SheetTable
from printing.style import MARGIN, REGULAR, PageSize
from printing.table import Grid

PAGE = re.compile(r'<page width="([\d.]+)" height="([\d.]+)">(.*?)</page>', re.S)
WORD = re.compile(r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)</word>')


@dataclass(frozen=True, slots=True)
class Word:
    """A word and its place, from the page's top left corner."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


def poppler(tool: str, paper: bytes, folder: Path, *options: str) -> str:
    """What one of poppler's tools says of a paper."""
    file = folder / "paper.pdf"
    file.write_bytes(paper)
    to_stdout = ["-"] if tool == "pdftotext" else []
    ran = subprocess.run([tool, *options, str(file), *to_stdout], capture_output=True, timeout=100)
    return ran.stdout.decode()


def texts(paper: bytes, folder: Path) -> list[str]:
    """The text of each page."""
    return poppler("pdftotext", paper, folder, "-layout").split("\f")[:-1]


def words(paper: bytes, folder: Path) -> list[list[Word]]:
    """The words of each page with their places."""
    said = poppler("pdftotext", paper, folder, "-bbox")
    return [
        [Word(unescape(text), *map(float, place)) for *place, text in WORD.findall(body)]
        for _, _, body in PAGE.findall(said)
    ]


def page_widths(paper: bytes, folder: Path) -> list[float]:
    """How wide each page is."""
    return [float(width) for width, _, _ in PAGE.findall(poppler("pdftotext", paper, folder, "-bbox"))]


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def rows_read(paper: bytes, folder: Path, table: SheetTable, size: PageSize) -> dict[str, list[tuple[int, list[str]]]]:
    """For each record number: the pages it stands on, and the letters in each column of its row."""
    width = size.extent(landscape=len(table.columns) > UPRIGHT).width
    tracks = Grid(table, width - 2 * MARGIN, REGULAR).lanes.tracks
    ends = [MARGIN + track.left - 3 for track in tracks[1:]] + [width]
    found: dict[str, list[tuple[int, list[str]]]] = defaultdict(list)
    for number, page in enumerate(words(paper, folder)):
        last = MARGIN + tracks[-1].left - 2
        records = sorted((w for w in page if w.left >= last and re.fullmatch(r"[A-Z0-9]+-\d{3,}", w.text)), key=_top)
        ordered = sorted(page, key=lambda word: (round(word.top), word.left))
        tops = [round(word.top) for word in ordered]
        for index, record in enumerate(records):
            below = records[index + 1].top - 1 if index + 1 < len(records) else record.top + 200
            near = ordered[bisect_left(tops, record.top - 3) : bisect_left(tops, below + 2)]
            lines = _until_gap([word for word in near if record.top - 2 <= word.top < below])
            cells = [""] * len(tracks)
            for word in lines:
                cells[next(place for place, end in enumerate(ends) if word.left < end)] += word.text
            found[record.text].append((number, cells))
    return found


def _top(word: Word) -> float:
    return word.top


def _until_gap(inside: list[Word]) -> list[Word]:
    """The words of a row: its lines follow each other closely, what stands further below is no part of it."""
    kept: list[Word] = []
    for word in inside:
        if kept and word.top - kept[-1].top > REGULAR.leading + 0.7:
            break
        kept.append(word)
    return kept


def expected(table: SheetTable, *, dash: str = "–") -> dict[str, list[str]]:
    """The letters each record's row ought to show."""
    return {
        row.record: [squeezed(dash if isinstance(cell, Dash) else str(cell)) for cell in row.cells] + [row.record]
        for row in table.rows
    }
