"""Card storage, live: its places, what is moved between them, and their counts."""

from __future__ import annotations

from collections.abc import Callable

from floorapp.operations.act_table import ACTS, Acts
from floorapp.screens.card_storage import NEW, card_storage_of
from floorapp.screens.offers.by_act import offer_for
from floorapp.screens.register import RegisterView
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.register_place import RegisterPlace

NONE = ("cards", "No place", "Add the places in which sealed cards are kept: Alt A.")


class CardStoragePlace(RegisterPlace):
    """All places of card storage; entered about one."""

    rail = "decks"
    prefix = "place "
    paper = "card-storage"
    back = ("decks", "Back to the decks")

    def __init__(self, around: Surroundings) -> None:
        super().__init__(around, "storage", "Places of card storage", NONE)

    def query(self) -> Callable[[Snapshot], RegisterView]:
        chosen = self.chosen
        return lambda snapshot: card_storage_of(snapshot, chosen)

    def do(self, act: str) -> None:
        name, id = (Acts.set_storage_place.name, "") if act == NEW else (act, self.chosen)
        if name in ACTS:
            self.writer.ask(lambda snapshot: offer_for(snapshot, name, id), self.take_offer)
        else:
            super().do(act)
