"""Which settlement lines a table reports of a box (main, push_22, …, by hand), each combination under a number."""

from __future__ import annotations

import numpy as np

from floorapp.engine.shape import ON_HANDS
from floorapp.operations.quick.columns import Numbers, OpenColumn, run_places
from floorapp.operations.quick.hands import MOST_HANDS

NOTHING = 0  # where nothing was reported, which is not the same as no line
NO_LINES = -1  # the lines of a report that no box can have


class Reports:
    """Reports without their amounts: every line a byte (`shape.LINE_OF`), in their order."""

    def __init__(self) -> None:
        self._numbers: dict[bytes | None, int] = {}
        self._count, self._first, self._lines = OpenColumn(np.int64), OpenColumn(np.int64), OpenColumn(np.int64)
        self._codes = OpenColumn(np.int64)
        self.number(None)

    def __len__(self) -> int:
        return len(self._numbers)

    def number(self, lines: bytes | None) -> int:
        """The number of these lines."""
        if lines not in self._numbers:
            self._first.append(self._codes.extend(list(lines or b"")))
            self._lines.append(_lines_in(lines or b""))
            self._numbers[lines] = self._count.append(len(lines or b""))
        return self._numbers[lines]

    def counts(self, reports: Numbers) -> Numbers:
        """How many lines each of these has."""
        found: Numbers = self._count.values[reports]
        return found

    def lines(self, reports: Numbers) -> Numbers:
        """The lines of each as the word of a box has them (`hands.LINES`)."""
        found: Numbers = self._lines.values[reports]
        return found

    def codes(self, reports: Numbers, counts: Numbers) -> Numbers:
        """All their lines, one after another."""
        found: Numbers = self._codes.values[run_places(self._first.values[reports], counts)]
        return found


def _lines_in(codes: bytes) -> int:
    """Lines as bits; NO_LINES where they are given twice, or on hands where they cannot be."""
    made = 0
    for code in codes:
        hand, wager = code >> 3, code & 7
        if (wager < ON_HANDS) != (hand > 0) or hand > MOST_HANDS:
            return NO_LINES
        bit = 1 << (wager + ON_HANDS * (hand - 1) if hand else wager + ON_HANDS * (MOST_HANDS - 1))
        if made & bit:
            return NO_LINES
        made |= bit
    return made
