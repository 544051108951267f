"""All wagers beside the main one, in the order in which records and answers have them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from floorapp.engine.finding import MESSAGES
from floorapp.engine.provision import Allowed, Provision
from floorapp.engine.rulebook import DutyBook, Rulebook
from floorapp.engine.wagers.bust_it import BustIt
from floorapp.engine.wagers.double_attack import DoubleAttack
from floorapp.engine.wagers.insurance import Insurance
from floorapp.engine.wagers.match_dealer import MatchDealer
from floorapp.engine.wagers.push_22 import Push22
from floorapp.engine.wagers.side import SideWager

SIDES: tuple[SideWager[Any], ...] = (Push22(), MatchDealer(), BustIt(), Insurance())

SIDE = {side.name: side for side in SIDES}
#: The one wager beside the main one that lies on the hand itself; and all that a player can place.
ATTACK = DoubleAttack()
PLACED = {each.name: each for each in (ATTACK, *SIDES)}
WAGERS = ("main", *PLACED)
MESSAGES |= {code: words for each in PLACED.values() for code, words in each.messages.items()}
#: The side wagers with a place in packed blocks, and the amounts of a block in the order of these places.
PACKED_SIDES = sorted((side for side in SIDES if side.packed is not None), key=lambda side: side.packed or 0)
AMOUNTS = ("main", ATTACK.name, *(side.name for side in PACKED_SIDES))


def wrong_decks(
    book: DutyBook, offered: Collection[str], decks: int
) -> Iterator[tuple[SideWager[Any], Provision[Allowed]]]:
    """The side wagers offered with a number of decks that they are not for, and what each is for."""
    if not isinstance(book, Rulebook):
        return
    for side in SIDES:
        rule = side.decks(book) if side.name in offered and side.name in book.sides else None
        if rule is not None and decks not in rule.value:
            yield side, rule
