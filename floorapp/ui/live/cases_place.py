"""Patrons' cases, live: every dispute and complaint in one list, entered, decided and closed here."""

from __future__ import annotations

from collections.abc import Callable

from floorapp.operations.act_table import ACTS, Acts
from floorapp.screens.cases import cases_of
from floorapp.screens.offers import cases
from floorapp.screens.offers.by_act import offer_for
from floorapp.screens.offers.offer import Offer
from floorapp.screens.register import RegisterView
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.register_place import RegisterPlace

NONE = ("scale", "No case is open", "A disputed round is opened at the dispute desk (F6), a complaint here with Alt A.")


class CasesPlace(RegisterPlace):
    """All cases; entered about one."""

    rail = "disputes"
    paper = "cases"
    back = ("disputes", "Back to the dispute desk")

    def __init__(self, around: Surroundings) -> None:
        super().__init__(around, "cases", "Patron cases", NONE)

    def query(self) -> Callable[[Snapshot], RegisterView]:
        chosen = self.chosen
        return lambda snapshot: cases_of(snapshot, chosen)

    def do(self, act: str) -> None:
        if act == "dispute":
            self.go.emit("disputes", self.chosen)
        elif act == Acts.close_case.name:
            self._at_desk_or(lambda snapshot, id: cases.close_case(snapshot, id))
        elif act == Acts.change_case.name:
            self._at_desk_or(lambda snapshot, id: offer_for(snapshot, act, id))
        elif act in ACTS:
            id = "" if act == Acts.open_complaint.name else self.chosen
            self.writer.ask(lambda snapshot: offer_for(snapshot, act, id), self.take_offer)
        else:
            super().do(act)

    def _at_desk_or(self, make: Callable[[Snapshot, str], Offer | None]) -> None:
        """A disputed round is decided and signed for at the desk, where its figures are."""
        id = self.chosen
        if "#" in id:
            self.go.emit("disputes", id)
        else:
            self.writer.ask(lambda snapshot: make(snapshot, id), self.take_offer)
