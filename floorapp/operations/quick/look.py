"""What the judge looked up of many rounds, in columns: the input of whoever counts outcomes or side wagers."""

from __future__ import annotations

from dataclasses import field

import numpy as np

from floorapp.domain.values import dataclass
from floorapp.operations.quick.columns import Numbers
from floorapp.operations.quick.plays import Advice


@dataclass(frozen=True, slots=True)
class Nets:
    """What every line of many boxes comes to, in whole cents: a row for each of LINE_WAGERS, in it the hands or, of a
    side wager, the boxes. Where there is no such line, 0."""

    cents: Numbers
    rounded: Numbers  # whether the exact amount is none of whole cents
    sides: dict[str, tuple[Numbers, Numbers]]  # by side wager, the boxes that have it, and `SidePays` numbers

    def places(self, first: Numbers, box: Numbers, code: Numbers) -> Numbers:
        """Where the lines of these boxes lie in it; `first`: each box's first hand, `code`: `shape.LINE_OF`."""
        on_hand = code >> 3
        made: Numbers = (code & 7) * self.cents.shape[1] + np.where(on_hand > 0, first[box] + on_hand - 1, box)
        return made

    def of(self, look: MemoryLook, box: Numbers, code: Numbers) -> tuple[Numbers, Numbers]:
        """What lines of boxes come to, and whether that was rounded."""
        at = self.places(look.first, box, code)
        return self.cents.ravel()[at], self.rounded.ravel()[at]


@dataclass()
class MemoryLook:
    """What the memory knows of many rounds: of their tables, of every box and hand, and of their dealers."""

    # one a round
    table: Numbers
    bits: Numbers  # what waits for the dealer
    stops: Numbers  # of the dealers
    places: Numbers  # of the dealers; below zero where one did wrong
    # one a box
    box_of: Numbers  # its round
    word: Numbers  # `hands.BITS` and its neighbours
    acted: Numbers  # whether anything was decided
    first: Numbers  # the place of its first hand
    # one a hand
    hands: Numbers
    box_of_hand: Numbers
    stakes: Numbers  # what lies on it, in the order of HAND_WAGERS
    # of some boxes
    advice: Advice
    # of every line
    nets: Nets = field(default_factory=lambda: Nets(np.zeros((0, 0)), np.zeros((0, 0)), {}))
