"""Decks, live: the forecast, the sets, and the act of the selected one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from floorapp.operations.act_table import Acts
from floorapp.screens.acts import OTHER, button
from floorapp.screens.decks import DeckRow, DecksView, decks_of, tab_of, tables_to_deliver
from floorapp.screens.forms import Act
from floorapp.screens.lists import ListRow
from floorapp.screens.offers.by_act import offer_for
from floorapp.screens.offers.offer import Offer
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.lists.model import ROW
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.label_out import LabelOut
from floorapp.ui.live.other_acts import list_other_acts
from floorapp.ui.live.place import ALL_KEYS, ScreenPlace
from floorapp.ui.pages.choose_sheet import ChooseSheet
from floorapp.ui.pages.decks import DecksPage


class DecksPlace(ScreenPlace[DecksView]):
    """All deck sets; F3 changes the decks of the selected table."""

    rail = "decks"

    def __init__(self, around: Surroundings) -> None:
        self.decks = DecksPage(around.look)
        super().__init__("decks", self.decks, around)
        self._tab, self._wanted = "play", ""
        self.labels = LabelOut(around, self.decks)
        chosen = self.decks.ledger.selectionModel()
        assert chosen is not None
        chosen.currentRowChanged.connect(lambda _now, _before: self.acts_changed.emit())
        self.decks.ledger.activated.connect(lambda _index: self.do(self.acts()[0].name))
        self.decks.setFocusProxy(self.decks.ledger)

    def enter(self, subject: str) -> None:
        """About a set, such as one whose label was scanned: it is selected under its tab."""
        if not subject:
            self.refresh()
            return
        self._wanted = subject
        self.writer.ask(lambda snapshot: tab_of(snapshot.moment, subject), self._find)

    def _find(self, tab: str) -> None:
        self._tab = tab or self._tab
        if self.decks.tabs is not None:
            self.decks.tabs.choose(self._tab)
        self.forget_question()
        self.refresh()

    def query(self) -> Callable[[Snapshot], DecksView]:
        tab = self._tab
        return lambda snapshot: decks_of(snapshot, tab)

    def show(self, view: DecksView) -> None:
        first = self.decks.tabs is None
        self.decks.show_decks(view)
        if first and self.decks.tabs is not None:
            self.decks.tabs.chosen.connect(self._choose)
        wanted, self._wanted = self._wanted, ""
        place = next((n for n, row in enumerate(view.rows) if wanted and wanted == row.deck_set), -1)
        if place >= 0:
            self.decks.ledger.selectRow(place)
        elif view.rows and not self.decks.ledger.currentIndex().isValid():
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
    def looking_at(self) -> str:
        return self.row.deck_set if self.row is not None else self._tab

    @property
    def table_here(self) -> str:
        return self.row.table if self.row else ""

    def acts(self) -> tuple[Act, ...]:
        row = self.row
        why = "" if row else "Select a set first."
        first = button(Acts.change_decks, "decks", why)
        if row is not None and row.next is not None:
            first = row.next
        elif self._tab == "store":
            first = button(Acts.change_decks, "decks", why, "Deliver cards…")
        elif self._tab != "play":
            first = button(Acts.change_decks, "decks", "Select a table in play.")
        receive = button(Acts.receive_decks, "decks")
        other = replace(OTHER, refusal=why)
        return (
            first,
            other,
            receive,
            Act("table", "Table", "Alt T", why),
            Act("labels", "Labels…", "Alt P"),
            Act("storage", "Card storage", "Alt S"),
            Act("back", "Back to the floor", "Esc"),
            ALL_KEYS,
        )

    def do(self, act: str) -> None:
        row = self.row
        if act == "back":
            self.go.emit("floor", "")
        elif act == "storage":
            self.go.emit("storage", "")
        elif act == "labels":
            self.labels.ask(row.deck_set if row else "")
        elif row is not None and act == "table":
            self.go.emit("table", row.table)
        elif row is not None and act == OTHER.name:
            list_other_acts(self.writer, self.sheets, "decks", row.deck_set)
        elif row is not None and act == Acts.change_decks.name and row.kept:
            self.writer.ask(lambda snapshot: tables_to_deliver(snapshot.moment), self._choose_table)
        elif row is not None or act == Acts.receive_decks.name:
            id = "" if row is None else row.table if act == Acts.change_decks.name else row.deck_set
            self.writer.ask(lambda snapshot: offer_for(snapshot, act, id), self._take_offer)

    def _choose_table(self, rows: tuple[ListRow, ...]) -> None:
        """Where cards from storage go; then the form of their delivery."""
        sheet = ChooseSheet(self.around.look, "Deliver cards to", "Tables without cards are listed first.")
        sheet.show_rows(rows)
        sheet.chosen.connect(
            lambda table: self.writer.ask(
                lambda snapshot: offer_for(snapshot, Acts.change_decks.name, table), self._take_offer
            )
        )
        self.sheets.show(sheet)

    def _take_offer(self, offer: Offer | None) -> None:
        if offer is not None:
            self.sheets.offer(offer)
