"""Measures of a paper, in points: the sheet's sizes, the two greys, the lettering."""

from __future__ import annotations

from enum import Enum

from floorapp.domain.values import dataclass

CENTIMETRE = 72 / 2.54
MARGIN = 1.2 * CENTIMETRE
CODE = 1.7 * CENTIMETRE

#: 0 is black: behind a correction, and for hairlines. There is no other grey.
BAND = 0xEF / 255
HAIR = 0x9A / 255

#: No body is set smaller, and no small print.
BODY, SMALL = 9.0, 7.3

RULE = 1.5
BOX = 1.8


@dataclass(frozen=True, slots=True)
class Extent:
    """How wide and how high a page is."""

    width: float
    height: float


class PageSize(Enum):
    """The papers of the two worlds, width and height."""

    LETTER = (612.0, 792.0)
    A4 = (595.276, 841.89)

    def extent(self, *, landscape: bool = False) -> Extent:
        """Its width and height, upright or on its side."""
        width, height = self.value
        return Extent(height, width) if landscape else Extent(width, height)


@dataclass(frozen=True, slots=True)
class PrintStyle:
    """The lettering of a sheet's body: cells, their pitch, headings, small print."""

    body: float = BODY
    leading: float = 10.8
    row: float = 12.8
    small: float = 8.0
    heading: float = 11.0
    headline: float = 12.5
    figure: float = 18.0
    card: float = 30.0

    def scaled(self, factor: float) -> PrintStyle:
        """The same in another size; what is read is never smaller than a body may be."""
        body = max(BODY, self.body * factor)
        return PrintStyle(
            body,
            max(body * 1.2, self.leading * factor),
            max(body * 1.35, self.row * factor),
            max(SMALL, self.small * factor),
            self.heading * factor,
            self.headline * factor,
            self.figure * factor,
            self.card * factor,
        )


REGULAR = PrintStyle()
#: For a guest: read at arm's length, by anyone.
LARGE = PrintStyle(body=10.5, leading=14.5, row=15.0, small=8.6, heading=11.5, headline=15.0, figure=24.0, card=37.0)
