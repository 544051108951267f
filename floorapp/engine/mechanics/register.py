"""All decisions there are, in the order in which a pad shows them."""

from __future__ import annotations

from typing import Any

from floorapp.engine.finding import MESSAGES
from floorapp.engine.hand import Ended, Hand
from floorapp.engine.mechanics.double import Double
from floorapp.engine.mechanics.draw import Deal, Hit, Stand
from floorapp.engine.mechanics.even_money import EvenMoney
from floorapp.engine.mechanics.mechanic import Mechanic
from floorapp.engine.mechanics.second_chance import SecondChance
from floorapp.engine.mechanics.split import Split
from floorapp.engine.mechanics.surrender import Surrender
from floorapp.engine.wagers.register import ATTACK

MECHANICS: tuple[Mechanic[Any], ...] = (
    Hit(),
    Stand(),
    Double(),
    Split(),
    Deal(),
    Surrender(),
    SecondChance(),
    EvenMoney(),
)

MECHANIC = {mechanic.do: mechanic for mechanic in MECHANICS}
MESSAGES |= {code: words for mechanic in MECHANICS for code, words in mechanic.messages.items()}
DRAWS = frozenset(mechanic.do for mechanic in MECHANICS if mechanic.draws)
STAKED = frozenset(mechanic.do for mechanic in MECHANICS if mechanic.staked)
#: What a settled line on a hand can be about; and those of them that have a place in packed blocks.
HAND_WAGERS = ("main", ATTACK.name, *(mechanic.do for mechanic in MECHANICS if mechanic.short))
PACKED_HAND_WAGERS = tuple(name for name in HAND_WAGERS if name not in MECHANIC or MECHANIC[name].packed)


def taken(hand: Hand | Ended) -> tuple[Mechanic[Any], ...]:
    """What a hand took that still matters once it is played."""
    return tuple(mechanic for mechanic in MECHANICS if mechanic.do in hand.took) if hand.took else ()
