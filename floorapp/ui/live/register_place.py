"""A list of what is on record with one of it open, live: what the places of such a list share."""

from __future__ import annotations

from floorapp.screens.forms import Act
from floorapp.screens.offers.offer import Offer
from floorapp.screens.register import RegisterView
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.place import ALL_KEYS, ScreenPlace
from floorapp.ui.pages.register import RegisterPage


class RegisterPlace(ScreenPlace[RegisterView]):
    """Entered about one; a place says what it asks and what its acts do."""

    #: How the keys of its rows begin before the id.
    prefix = ""
    #: The report of the list.
    paper: str
    #: Where Esc goes, and its words.
    back: tuple[str, str]

    def __init__(self, around: Surroundings, name: str, title: str, none: tuple[str, str, str]) -> None:
        self.register = RegisterPage(around.look, title, none)
        super().__init__(name, self.register, around)
        self.chosen = ""
        self._showing = False
        self.register.list.row_selected.connect(self._choose)
        self.register.act_chosen.connect(self.do)

    def enter(self, subject: str) -> None:
        self.chosen = subject or self.chosen
        self._asked_anew()

    def show(self, view: RegisterView) -> None:
        self.chosen = view.detail.key.removeprefix(self.prefix) if view.detail is not None else ""
        self._showing = True
        self.register.show_register(view)
        self._showing = False

    @property
    def looking_at(self) -> str:
        return self.chosen

    def acts(self) -> tuple[Act, ...]:
        offered = self.view.acts if self.view else ()
        of_one = self.view.detail.acts if self.view and self.view.detail else ()
        return (*of_one, *offered, Act("print", "Print", "F8"), Act("back", self.back[1], "Esc"), ALL_KEYS)

    def do(self, act: str) -> None:
        if act == "back":
            self.go.emit(self.back[0], "")
        elif act == "print":
            self.go.emit("papers", self.paper)

    def take_offer(self, offer: Offer | None) -> None:
        """Show the form of an act; once it is done the list is asked anew."""
        if offer is not None:
            self.sheets.offer(offer, lambda _change: self._asked_anew())

    def _choose(self, key: str) -> None:
        chosen = key.removeprefix(self.prefix)
        if chosen != self.chosen and not self._showing:
            self.chosen = chosen
            self.refresh()

    def _asked_anew(self) -> None:
        self.register.list.take_waiting()
        self.refresh()
