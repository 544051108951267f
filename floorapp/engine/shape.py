"""A round taken apart for remembering and packing: shapes, cards and amounts, each in one run of bytes.

Two boxes with the same shape and cards of the same values are played and settled the same way, whatever
their suits and amounts; that is what the memory (`memory.py`) and the packed form (`packer.py`) live by.
"""

from __future__ import annotations

from floorapp.domain.cards import RANKS, SUITS, VALUES
from floorapp.engine.mechanics.register import MECHANICS, PACKED_HAND_WAGERS
from floorapp.engine.record import SIGNALS
from floorapp.engine.wagers.register import AMOUNTS, PACKED_SIDES

#: One byte a card, rank by rank, suit by suit: "Ac" is 0, "Ad" 1 … "Ks" 51.
CODE_OF = {rank + suit: 4 * r + s for r, rank in enumerate(RANKS) for s, suit in enumerate(SUITS)}
CARD_OF = {code: card for card, code in CODE_OF.items()}
#: From a card's code to its value, for a whole run of cards at once.
VALUE_OF = bytes(VALUES[RANKS[code // 4]] if code < 52 else 0 for code in range(256))
TENS = frozenset(CODE_OF["T" + suit] for suit in SUITS)

#: How a decision's wager is given: none, a lammer, one of three usual amounts, or in full.
NO_WAGER, LAMMER, AS_MAIN, AS_UNIT, TWICE_MAIN, IN_FULL = range(6)
PACKED = tuple(mechanic for mechanic in MECHANICS if mechanic.packed)
DO_OF = {mechanic.do: mechanic.packed or 0 for mechanic in PACKED}
DECISION_OF = {code: do for do, code in DO_OF.items()}
#: Or that it is declined: then nothing is laid or drawn.
DECLINED = IN_FULL + 1
#: What the memory makes of a wager: money of one's own, whatever its amount.
PAID = AS_MAIN
DRAWING = frozenset(DO_OF[mechanic.do] for mechanic in PACKED if mechanic.draws)
STAKED = frozenset(DO_OF[mechanic.do] for mechanic in PACKED if mechanic.staked)
ASKING_UP = frozenset(DO_OF[each.do] for each in PACKED if each.asks_up)
DECLINABLE = frozenset(DO_OF[each.do] for each in PACKED if each.declinable)
CAN_BE_FREE = frozenset(DO_OF[mechanic.do] for mechanic in PACKED if mechanic.typed_free)

#: Which side wagers a box carries.
MASK_OF = {wager: 1 << bit for bit, wager in enumerate(AMOUNTS[1:])}
SIGNAL_OF = {signal: code for code, signal in enumerate(("unknown", "unused", *SIGNALS))}
SIGNAL_NAMES = {code: signal for signal, code in SIGNAL_OF.items()}
#: A reported line in one byte: the wager in the low three bits, then the hand (up to 31, 0 for none).
LINE_WAGERS = (*PACKED_HAND_WAGERS, *(side.name for side in PACKED_SIDES))
LINE_OF = {wager: code for code, wager in enumerate(LINE_WAGERS)}
ON_HANDS = len(PACKED_HAND_WAGERS)  # the lines below this lie on hands


class Unusual(ValueError):
    """A round that does not come apart this way: bettors behind, dead or void calls, odd sizes."""


def is_step(step: int) -> bool:
    """Whether a byte is a decision there is, given in a way there is."""
    do, how = step & 15, step >> 4
    return do in DECISION_OF and (how <= IN_FULL or (how == DECLINED and do in DECLINABLE))


def draws(step: int) -> bool:
    """Whether a card comes with a step."""
    return step & 15 in DRAWING and step >> 4 != DECLINED


def wagers_in(mask: int) -> list[str]:
    """The side wagers a mask names, in their order."""
    return [wager for wager, bit in MASK_OF.items() if mask & bit]


def how_given(wager: int, lammer: bool, main: int, attack: int) -> int:
    """How a decision's wager is written in a shape."""
    if lammer:
        return LAMMER
    if wager == main:
        return AS_MAIN
    if attack and wager == main + attack:
        return AS_UNIT
    return TWICE_MAIN if wager == 2 * main else IN_FULL
