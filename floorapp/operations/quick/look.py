"""What the judge looked up of many rounds, in columns: the input of whoever counts outcomes or side wagers."""

from __future__ import annotations

from floorapp.domain.values import dataclass
from floorapp.operations.quick.columns import Numbers
from floorapp.operations.quick.plays import Advice


@dataclass(frozen=True, slots=True)
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
    stakes: Numbers  # what lies on it, in the order of HAND_WAGERS
    # of some boxes
    advice: Advice
