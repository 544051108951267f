"""The table that a campaign writes: what was done, how often, what was lost, and how long it took to be back."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One trial."""

    what: str
    often: str
    lost: str
    back: str = "–"
    good: bool = True

    def __str__(self) -> str:
        return f"| {self.what} | {self.often} | {self.lost} | {self.back} | {'holds' if self.good else '**FAILED**'} |"


HEADINGS = "| what | how often | what was lost | back after | |\n|---|---|---|---|---|"


def back_after(seconds: Sequence[float]) -> str:
    """The usual and the longest time to be back."""
    if not seconds:
        return "–"
    return f"{1000 * statistics.median(seconds):.0f} ms, at most {1000 * max(seconds):.0f} ms"
