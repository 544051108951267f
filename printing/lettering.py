"""Breaking texts into lines that fit a width, and mixing weights in one line."""

from __future__ import annotations

import re
from collections.abc import Iterable

from floorapp.domain.values import dataclass
from printing.fonts import Face

#: A section stays with its sign, and a paragraph.
BREAKS = re.compile(r"(?<!§)\s+")


def words_of(text: str) -> list[str]:
    """The words of a text, between which a line may be broken."""
    return [word for word in BREAKS.split(text) if word] if "§" in text else text.split()


def wrap(text: str, face: Face, size: float, width: float) -> list[str]:
    """The lines of a text: broken at spaces, within a word only where the word alone is too wide."""
    lines: list[str] = []
    for paragraph in text.splitlines() or [""]:
        lines += _wrap_paragraph(face.printable(paragraph), face, size, width)
    return lines


def _wrap_paragraph(text: str, face: Face, size: float, width: float) -> list[str]:
    lines: list[str] = []
    line: list[str] = []
    used, space = 0.0, face.width(" ", size)
    words = words_of(text)
    if any(" " in word and face.width(word, size) > width for word in words):
        words = text.split()
    for word in words:
        wide = face.width(word, size)
        if line and used + space + wide > width:
            lines.append(" ".join(line))
            line, used = [], 0.0
        if wide > width:
            *whole, word = _pieces(word, face, size, width)
            lines += whole
            wide = face.width(word, size)
        used += wide + (space if line else 0.0)
        line.append(word)
    return [*lines, " ".join(line)]


def _pieces(word: str, face: Face, size: float, width: float) -> list[str]:
    """A word cut where it no longer fits, after a hyphen or a slash if one is near."""
    pieces = []
    while face.width(word, size) > width and len(word) > 1:
        fits = 1
        while face.width(word[: fits + 1], size) <= width:
            fits += 1
        natural = max(word.rfind("-", 0, fits), word.rfind("/", 0, fits)) + 1
        fits = natural if natural > fits // 3 else fits
        pieces.append(word[:fits])
        word = word[fits:]
    return [*pieces, word]


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text in one face and size."""

    text: str
    face: Face
    size: float

    @property
    def width(self) -> float:
        return self.face.width(self.text, self.size)


def run(text: str, face: Face, size: float) -> Run:
    """A stretch of text, with the letters that the face has."""
    return Run(face.printable(text), face, size)


def wrap_runs(runs: Iterable[Run], width: float) -> list[list[Run]]:
    """Lines of mixed stretches, broken between words."""
    lines: list[list[Run]] = [[]]
    used = 0.0
    for each in runs:
        for word in _words(each, width):
            part = Run(word, each.face, each.size)
            if lines[-1] and used + each.face.width(word.rstrip(), each.size) > width:
                lines.append([])
                used = 0.0
                part = Run(word.lstrip(), each.face, each.size)
            lines[-1].append(part)
            used += part.width
    return [_joined(line) for line in lines if line]


def _words(each: Run, width: float) -> list[str]:
    """The words of a stretch, each with the spaces that follow it; one too wide for a line in pieces."""
    words: list[str] = []
    for word in each.text.split(" "):
        if words:
            words[-1] += " "
        words += _pieces(word, each.face, each.size, width)
    return [word for word in words if word]


def _joined(line: list[Run]) -> list[Run]:
    joined: list[Run] = []
    line = [*line[:-1], Run(line[-1].text.rstrip(), line[-1].face, line[-1].size)]
    for each in line:
        if joined and joined[-1].face is each.face and joined[-1].size == each.size:
            joined[-1] = Run(joined[-1].text + each.text, each.face, each.size)
        else:
            joined.append(each)
    return joined
