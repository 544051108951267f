"""One table, live: its acts by their keys, its timeline by filter."""

from __future__ import annotations

from collections.abc import Callable

from floorapp.operations.act_table import Acts
from floorapp.screens.acts import OTHER, WALKS, button
from floorapp.screens.forms import Act
from floorapp.screens.offers.by_act import offer_for
from floorapp.screens.offers.offer import Offer
from floorapp.screens.snapshot import Snapshot
from floorapp.screens.table import TableView, table_of
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.other_acts import list_other_acts
from floorapp.ui.live.place import ALL_KEYS, ScreenPlace
from floorapp.ui.pages.table import TablePage

#: Who has the table, and stopping it; the guards answer when they are asked.
POSTS = tuple(button(row, "table") for row in (Acts.assign, Acts.relieve, Acts.suspend_table, Acts.check_table))


class TablePlace(ScreenPlace[TableView | None]):
    """One table with its facts, acts and history; entered about it."""

    rail = "floor"

    def __init__(self, around: Surroundings) -> None:
        self.table_page = TablePage(around.look)
        super().__init__("table", self.table_page, around)
        self.table, self._only = "", "all"
        self.table_page.act_chosen.connect(self.do)
        self.table_page.filter_chosen.connect(self._filter)
        self.table_page.timeline.entry_opened.connect(lambda id: self.go.emit("record", f"entry/{id}"))
        chosen = self.table_page.timeline.selectionModel()
        assert chosen is not None
        chosen.currentChanged.connect(lambda _now, _before: self.acts_changed.emit())

    def enter(self, subject: str) -> None:
        if subject and subject != self.table:
            self.table, self._only = subject, "all"
            if self.table_page.filters is not None:
                self.table_page.filters.choose("all")
        self.refresh()

    def _filter(self, name: str) -> None:
        self._only = name
        self.refresh()

    @property
    def looking_at(self) -> str:
        return self.table

    def query(self) -> Callable[[Snapshot], TableView | None]:
        table, only = self.table, self._only
        return lambda snapshot: table_of(snapshot, table, only)

    def show(self, view: TableView | None) -> None:
        if view is not None:
            first = not self.table_page.buttons
            self.table_page.show_table(view)
            if first and self.table_page.isVisible() and self.sheets.sheet is None:
                self.table_page.setFocus()

    def acts(self) -> tuple[Act, ...]:
        offered = tuple(act for act in self.view.acts if act != OTHER) if self.view else ()
        report = button(Acts.report_irregularity, "table")
        dispute = Act("dispute", "Dispute", "F6")
        order = sorted((*offered, report, dispute), key=lambda act: (len(act.key) > 2, act.key))
        why = "" if self.table_page.timeline.entry else "Select an entry of the timeline first."
        entry = Act("entry", "Correct entry…", "Alt C", why)
        back = Act("back", "Back to the floor", "Esc")
        keys = {act.key for act in order}
        posts = tuple(act for act in POSTS if act.key not in keys)
        relief = Act("relief", "Relief", "Alt R")
        return (*order, *posts[:1], relief, OTHER, entry, back, *posts[1:], ALL_KEYS)

    def do(self, act: str) -> None:
        if act == "back":
            self.go.emit("floor", self.table)
        elif act == "entry":
            self.go.emit("record", f"entry/{self.table_page.timeline.entry}")
        elif act == OTHER.name:
            list_other_acts(self.writer, self.sheets, "table", self.table)
        elif act in WALKS:
            self.go.emit(WALKS[act], self.table)
        else:
            table = self.table
            self.writer.ask(lambda snapshot: offer_for(snapshot, act, table), self._take_offer)

    def _take_offer(self, offer: Offer | None) -> None:
        if offer is not None:
            self.sheets.offer(offer)
