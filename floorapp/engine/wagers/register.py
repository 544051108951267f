"""All side wagers there are, in the order in which records and answers have them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from floorapp.engine.finding import MESSAGES
from floorapp.engine.provision import Allowed, Provision
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.wagers.bust_it import BustIt
from floorapp.engine.wagers.insurance import Insurance
from floorapp.engine.wagers.match_dealer import MatchDealer
from floorapp.engine.wagers.push_22 import Push22
from floorapp.engine.wagers.side import SideWager

SIDES: tuple[SideWager[Any], ...] = (Push22(), MatchDealer(), BustIt(), Insurance())

SIDE = {side.name: side for side in SIDES}
MESSAGES |= {code: words for side in SIDES for code, words in side.messages.items()}
#: What a box can be given before the cards.
WAGERS = ("main", "double_attack", *SIDE)
#: The side wagers with a place in packed blocks, and the amounts of a block in the order of these places.
PACKED_SIDES = sorted((side for side in SIDES if side.packed is not None), key=lambda side: side.packed or 0)
AMOUNTS = ("main", "double_attack", *(side.name for side in PACKED_SIDES))


def wrong_decks(
    book: Rulebook, offered: Collection[str], decks: int
) -> Iterator[tuple[SideWager[Any], Provision[Allowed]]]:
    """The side wagers offered with a number of decks that they are not for, and what each is for."""
    for side in SIDES:
        rule = side.decks(book) if side.name in offered and side.name in book.sides else None
        if rule is not None and decks not in rule.value:
            yield side, rule
