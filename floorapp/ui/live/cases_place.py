"""Patrons' cases, live: every dispute and complaint in one list, entered, decided and closed here."""

from __future__ import annotations

from collections.abc import Callable

from floorapp.operations.act_table import ACTS, Acts
from floorapp.screens.cases import cases_of
from floorapp.screens.forms import Act
from floorapp.screens.offers import cases
from floorapp.screens.offers.by_act import offer_for
from floorapp.screens.offers.offer import Offer
from floorapp.screens.register import RegisterView
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.place import ALL_KEYS, ScreenPlace
from floorapp.ui.pages.register import RegisterPage

NONE = ("scale", "No case is open", "A disputed round is opened at the dispute desk (F6), a complaint here with Alt A.")


class CasesPlace(ScreenPlace[RegisterView]):
    """All cases; entered about one."""

    rail = "disputes"

    def __init__(self, around: Surroundings) -> None:
        self.cases = RegisterPage(around.look, "Patron cases", NONE)
        super().__init__("cases", self.cases, around)
        self.chosen = ""
        self._showing = False
        self.cases.list.row_selected.connect(self._choose)
        self.cases.act_chosen.connect(self.do)

    def enter(self, subject: str) -> None:
        self.chosen = subject or self.chosen
        self.cases.list.take_waiting()
        self.refresh()

    def query(self) -> Callable[[Snapshot], RegisterView]:
        chosen = self.chosen
        return lambda snapshot: cases_of(snapshot, chosen)

    def show(self, view: RegisterView) -> None:
        self.chosen = view.detail.key if view.detail is not None else ""
        self._showing = True
        self.cases.show_register(view)
        self._showing = False

    def _choose(self, key: str) -> None:
        if key != self.chosen and not self._showing:
            self.chosen = key
            self.refresh()

    @property
    def looking_at(self) -> str:
        return self.chosen

    def acts(self) -> tuple[Act, ...]:
        offered = self.view.acts if self.view else ()
        of_one = self.view.detail.acts if self.view and self.view.detail else ()
        return (
            *of_one,
            *offered,
            Act("print", "Print", "F8"),
            Act("back", "Back to the dispute desk", "Esc"),
            ALL_KEYS,
        )

    def do(self, act: str) -> None:
        if act == "back":
            self.go.emit("disputes", "")
        elif act == "print":
            self.go.emit("papers", "cases")
        elif act == "dispute":
            self.go.emit("disputes", self.chosen)
        elif act == Acts.close_case.name:
            self._at_desk_or(lambda snapshot, id: cases.close_case(snapshot, id))
        elif act == Acts.change_case.name:
            self._at_desk_or(lambda snapshot, id: offer_for(snapshot, act, id))
        elif act in ACTS:
            id = "" if act == Acts.open_complaint.name else self.chosen
            self.writer.ask(lambda snapshot: offer_for(snapshot, act, id), self._take_offer)

    def _at_desk_or(self, make: Callable[[Snapshot, str], Offer | None]) -> None:
        """A disputed round is decided and signed for at the desk, where its figures are."""
        id = self.chosen
        if "#" in id:
            self.go.emit("disputes", id)
        else:
            self.writer.ask(lambda snapshot: make(snapshot, id), self._take_offer)

    def _take_offer(self, offer: Offer | None) -> None:
        if offer is not None:
            self.sheets.offer(offer, lambda _change: self._done())

    def _done(self) -> None:
        self.cases.list.take_waiting()
        self.refresh()
