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

RULE = 1.5
BOX = 1.8


class PageSize(Enum):
    """The papers of the two worlds, width and height."""

    LETTER = (612.0, 792.0)
    A4 = (595.276, 841.89)

    @property
    def width(self) -> float:
        return self.value[0]

    @property
    def height(self) -> float:
        return self.value[1]


@dataclass(frozen=True, slots=True)
class PrintStyle:
    """The lettering of a sheet's body: cells, their pitch, headings, small print."""

    body: float = 8.0
    leading: float = 9.8
    row: float = 11.7
    small: float = 7.3
    heading: float = 10.5
    headline: float = 12.0
    figure: float = 18.0
    card: float = 30.0

    def scaled(self, factor: float) -> PrintStyle:
        """The same in another size."""
        return PrintStyle(
            self.body * factor,
            self.leading * factor,
            self.row * factor,
            self.small * factor,
            self.heading * factor,
            self.headline * factor,
            self.figure * factor,
            self.card * factor,
        )


REGULAR = PrintStyle()
#: For a guest: read at arm's length, by anyone.
LARGE = PrintStyle(body=10.5, leading=14.5, row=15.0, small=8.6, heading=11.5, headline=15.0, figure=24.0, card=37.0)
