"""The faces a paper is set in, what letters they hold, and how wide each is."""

from __future__ import annotations

import unicodedata
from dataclasses import field
from functools import cache
from pathlib import Path

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from floorapp.domain.values import dataclass

FONTS = Path(__file__).parent.parent / "resources" / "fonts"

# Streams as bytes, not as text made of them: smaller, and quicker to write.
rl_config.useA85 = 0


@dataclass(frozen=True, slots=True)
class Face:
    """One font file: its name in the PDF and the width of each letter it holds, for a size of 1."""

    name: str
    widths: dict[str, float] = field(repr=False, hash=False, compare=False)

    def width(self, text: str, size: float) -> float:
        """How wide a text is; KeyError if the face lacks a letter of it."""
        return sum(map(self.widths.__getitem__, text)) * size

    def holds(self, text: str) -> bool:
        """Whether the face has every letter of a text."""
        return all(letter in self.widths for letter in text)

    def printable(self, text: str) -> str:
        """The text in letters of this face; a letter it lacks stands as its number, never as nothing."""
        if self.holds(text):
            return text
        whole = unicodedata.normalize("NFC", text)
        return "".join(letter if letter in self.widths else _stand_in(letter) for letter in whole)


def _stand_in(letter: str) -> str:
    if letter.isspace():
        return " "
    return f"[U+{ord(letter):04X}]"


@cache
def face(name: str) -> Face:
    """A face by its file name, loaded and registered once."""
    font = TTFont(name, str(FONTS / f"{name}.ttf"), asciiReadable=True)
    pdfmetrics.registerFont(font)
    widths = {
        chr(code): font.stringWidth(chr(code), 1)
        for code in font.face.charToGlyph
        # Marks that join the letter before, and signs nobody sees, are written out or folded in.
        if code == 0x20 or not unicodedata.category(chr(code)).startswith(("M", "C", "Z"))
    }
    return Face(name, widths)


def regular() -> Face:
    return face("IBMPlexSans-Regular")


def semibold() -> Face:
    return face("IBMPlexSans-SemiBold")


def bold() -> Face:
    return face("IBMPlexSans-Bold")


def mono() -> Face:
    return face("IBMPlexMono-Regular")


def able(wanted: Face, text: str) -> Face:
    """The wanted face, or the plain one where only that has every letter of the text (mono lacks Greek)."""
    if not wanted.holds(text) and regular().holds(unicodedata.normalize("NFC", text)):
        return regular()
    return wanted
