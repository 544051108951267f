"""Card storage, live: its places, what is moved between them, and their counts."""

from __future__ import annotations

from collections.abc import Callable

from floorapp.operations.act_table import ACTS, Acts
from floorapp.screens.card_storage import NEW, card_storage_of
from floorapp.screens.forms import Act
from floorapp.screens.offers.by_act import offer_for
from floorapp.screens.offers.offer import Offer
from floorapp.screens.register import RegisterView
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.place import ALL_KEYS, ScreenPlace
from floorapp.ui.pages.register import RegisterPage

NONE = ("cards", "No place", "Add the places in which sealed cards are kept: Alt A.")


class CardStoragePlace(ScreenPlace[RegisterView]):
    """All places of card storage; entered about one."""

    rail = "decks"

    def __init__(self, around: Surroundings) -> None:
        self.storage = RegisterPage(around.look, "Places of card storage", NONE)
        super().__init__("storage", self.storage, around)
        self.chosen = ""
        self._showing = False
        self.storage.list.row_selected.connect(self._choose)
        self.storage.act_chosen.connect(self._press)

    def enter(self, subject: str) -> None:
        self.chosen = subject or self.chosen
        self.storage.list.take_waiting()
        self.refresh()

    def query(self) -> Callable[[Snapshot], RegisterView]:
        chosen = self.chosen
        return lambda snapshot: card_storage_of(snapshot, chosen)

    def show(self, view: RegisterView) -> None:
        self.chosen = view.detail.key.removeprefix("place ") if view.detail is not None else ""
        self._showing = True
        self.storage.show_register(view)
        self._showing = False

    def _choose(self, key: str) -> None:
        place = key.removeprefix("place ")
        if place != self.chosen and not self._showing:
            self.chosen = place
            self.refresh()

    @property
    def looking_at(self) -> str:
        return self.chosen

    def acts(self) -> tuple[Act, ...]:
        offered = self.view.acts if self.view else ()
        of_one = self.view.detail.acts if self.view and self.view.detail else ()
        return (*of_one, *offered, Act("print", "Print", "F8"), Act("back", "Back to the decks", "Esc"), ALL_KEYS)

    def do(self, act: str) -> None:
        if act == "back":
            self.go.emit("decks", "")
        elif act == "print":
            self.go.emit("papers", "card-storage")
        else:
            self._press(act)

    def _press(self, act: str) -> None:
        name, id = (Acts.set_storage_place.name, "") if act == NEW else (act, self.chosen)
        if name in ACTS:
            self.writer.ask(lambda snapshot: offer_for(snapshot, name, id), self._take_offer)

    def _take_offer(self, offer: Offer | None) -> None:
        if offer is not None:
            self.sheets.offer(offer, lambda _change: self._done())

    def _done(self) -> None:
        self.storage.list.take_waiting()
        self.refresh()
