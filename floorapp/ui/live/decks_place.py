"""Decks, live: the forecast, the sets, and the act of the selected one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from floorapp.screens.decks import DeckRow, DecksView, decks_of
from floorapp.screens.forms import Act
from floorapp.screens.keys import OTHER
from floorapp.screens.offers.cards import receive_decks
from floorapp.screens.offers.offer import Offer
from floorapp.screens.offers.tables import offer_for
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.lists.model import ROW
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.other_acts import list_of_set
from floorapp.ui.live.place import ALL_KEYS, Place
from floorapp.ui.pages.decks import DecksPage


class DecksPlace(Place[DecksView]):
    """All deck sets; F3 changes the decks of the selected table."""

    rail = "decks"

    def __init__(self, around: Surroundings) -> None:
        self.decks = DecksPage(around.look)
        super().__init__("decks", self.decks, around)
        self._tab = "play"
        chosen = self.decks.ledger.selectionModel()
        assert chosen is not None
        chosen.currentRowChanged.connect(lambda _now, _before: self.acts_changed.emit())
        self.decks.ledger.activated.connect(lambda _index: self.do(self.acts()[0].name))
        self.decks.setFocusProxy(self.decks.ledger)

    def query(self) -> Callable[[Snapshot], DecksView]:
        tab = self._tab
        return lambda snapshot: decks_of(snapshot, tab)

    def show(self, view: DecksView) -> None:
        first = self.decks.tabs is None
        self.decks.show_decks(view)
        if first and self.decks.tabs is not None:
            self.decks.tabs.chosen.connect(self._choose)
        if view.rows and not self.decks.ledger.currentIndex().isValid():
            self.decks.ledger.selectRow(0)

    def _choose(self, tab: str) -> None:
        self._tab = tab
        self.refresh()

    @property
    def row(self) -> DeckRow | None:
        """The selected row."""
        found = self.decks.ledger.currentIndex().data(ROW)
        return found if isinstance(found, DeckRow) else None

    @property
    def table_here(self) -> str:
        return self.row.table if self.row else ""

    def acts(self) -> tuple[Act, ...]:
        row = self.row
        why = "" if row else "Select a set first."
        first = Act("change_decks", "Change decks", "F3", why)
        if row is not None and row.next is not None:
            first = row.next
        elif self._tab != "play":
            first = Act("change_decks", "Change decks", "F3", "Select a table in play.")
        receive = Act("receive_decks", "Receive cards…", "Alt R")
        other = replace(OTHER, refusal=why)
        return (
            first,
            other,
            receive,
            Act("table", "Table", "Alt T", why),
            Act("back", "Back to the floor", "Esc"),
            ALL_KEYS,
        )

    def do(self, act: str) -> None:
        row = self.row
        if act == "back":
            self.go.emit("floor", "")
        elif act == "receive_decks":
            self.writer.ask(lambda snapshot: receive_decks(snapshot.moment), self._take_offer)
        elif row is not None and act == "table":
            self.go.emit("table", row.table)
        elif row is not None and act == OTHER.name:
            list_of_set(self.writer, self.sheets, row.deck_set)
        elif row is not None:
            id = row.table if act == "change_decks" else row.deck_set
            self.writer.ask(lambda snapshot: offer_for(snapshot.moment, act, id), self._take_offer)

    def _take_offer(self, offer: Offer | None) -> None:
        if offer is not None:
            self.sheets.offer(offer)
