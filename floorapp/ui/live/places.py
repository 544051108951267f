"""Every place of the app by its name; those that are still to come say so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from floorapp.ui.live.decks_place import DecksPlace
from floorapp.ui.live.drafts import Drafts
from floorapp.ui.live.floor_place import FloorPlace
from floorapp.ui.live.incident_place import IncidentPlace
from floorapp.ui.live.opening_place import OpeningPlace
from floorapp.ui.live.place import ALL_KEYS, Place
from floorapp.ui.live.round_place import RoundPlace
from floorapp.ui.live.sheets import Sheets
from floorapp.ui.live.table_place import TablePlace
from floorapp.ui.live.writer import Looking, Writer
from floorapp.ui.look import Look
from floorapp.ui.shell.values import RAIL
from floorapp.ui.widgets.button import Act
from floorapp.ui.widgets.empty import Empty
from floorapp.ui.widgets.surface import Ground, column


class ComingPlace(Place[None]):
    """A place whose screen is not built yet; it says so instead of pretending."""

    def __init__(self, look: Look, writer: Writer, sheets: Sheets, name: str, words: str, icon: str) -> None:
        page = Ground(look, "base")
        back = Act("back", "Back to the floor", "Esc")
        self._empty = Empty(
            look, icon, f"{words} has no screen yet", "What happens there is on record already.", back
        )
        column(look, 24, parent=page).addWidget(self._empty)
        super().__init__(name, page, writer, sheets)
        self.rail = name
        assert self._empty.button is not None
        self._empty.button.clicked.connect(lambda: self.do("back"))
        page.setFocusProxy(self._empty.button)

    def refresh(self) -> None:
        return

    def query(self) -> Callable[[Looking], None]:
        return lambda _looking: None

    def acts(self) -> tuple[Act, ...]:
        return Act("back", "Back to the floor", "Esc"), ALL_KEYS

    def do(self, act: str) -> None:
        self.go.emit("floor", "")


def make_places(look: Look, writer: Writer, sheets: Sheets, drafts: Drafts) -> dict[str, Place[Any]]:
    """All of them."""
    built: list[Place[Any]] = [
        FloorPlace(look, writer, sheets),
        TablePlace(look, writer, sheets),
        OpeningPlace(look, writer, sheets, drafts),
        RoundPlace(look, writer, sheets),
        DecksPlace(look, writer, sheets),
        IncidentPlace(look, writer, sheets, drafts),
    ]
    names = {place.name for place in built}
    coming = [
        ComingPlace(look, writer, sheets, entry.name, entry.words, entry.icon)
        for entry in RAIL
        if entry.name not in names
    ]
    return {place.name: place for place in (*built, *coming)}
