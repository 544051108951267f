"""The floor, live: map, list, what is due, drawer; digits do the act of a row."""

from __future__ import annotations

from collections.abc import Callable

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtGui import QKeySequence, QShortcut

from floorapp.operations.acts import duties
from floorapp.ui.live.due_view import DueRow
from floorapp.ui.live.floor_view import Shown, floor_of
from floorapp.ui.live.offers import Offer
from floorapp.ui.live.place import ALL_KEYS, Place
from floorapp.ui.live.setting import Surroundings
from floorapp.ui.live.table_offers import offer_for
from floorapp.ui.live.writer import Looking
from floorapp.ui.pages.floor import FloorPage
from floorapp.ui.widgets.button import Act

#: Acts that are a walk to another place.
WALKS = {"inspect_reader": "inspect", "inspection_round": "inspect", "incidents": "incidents",
         "custody": "decks", "dispute": "disputes",
         "approve_incident": "incidents", "answer_incident": "incidents", "close_incident": "incidents",
         "report_irregularity": "report", "handover": "handover",
         "accept_handover": "handover", "end_gaming_day": "handover", "open_table": "opening", "table": "table"}  # fmt: skip


class FloorPlace(Place[Shown]):
    """The first screen; its view also feeds the header."""

    rail = "floor"
    shown = pyqtSignal(object)

    def __init__(self, around: Surroundings) -> None:
        self.floor = FloorPage(around.look)
        super().__init__("floor", self.floor, around)
        self.selected = ""
        self.floor.table_selected.connect(self.select)
        self.floor.table_opened.connect(lambda table: self.go.emit("table", table))
        self.floor.due_act.connect(self.do_row)
        self.floor.drawer.act_chosen.connect(self.do)
        for digit in range(1, 10):
            key = QShortcut(QKeySequence(str(digit)), self.floor)
            key.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            key.activated.connect(lambda place=digit: self.do_digit(place))

    def query(self) -> Callable[[Looking], Shown]:
        selected = self.selected
        return lambda looking: floor_of(looking, selected)

    def show(self, view: Shown) -> None:
        self.floor.show_floor(view.floor)
        self.shown.emit(view)

    def select(self, table: str) -> None:
        """Look at a table; the drawer follows."""
        if table != self.selected:
            self.selected = table
            self.refresh()

    def acts(self) -> tuple[Act, ...]:
        drawer = self.view.floor.drawer if self.view else None
        offered = {act.key: act for act in drawer.acts} if drawer else {}
        chosen = "" if drawer else "Select a table first."
        return (
            Act("inspection_round", "Inspect round", "F2"),
            offered.get("F3", Act("change_decks", "Change decks", "F3", chosen)),
            offered.get("F4", Act("swap_batches", "Next shoe", "F4", chosen)),
            Act("report_irregularity", "Report", "F5"),
            Act("dispute", "Dispute", "F6"),
            offered.get("F7", Act("open_table", "Open table", "F7", chosen)),
            Act("handover", "Hand over", "Alt H"),
            ALL_KEYS,
        )

    def do(self, act: str) -> None:
        self.do_at(act, self.selected)

    def do_digit(self, place: int) -> None:
        """The act of a row in *Due now*."""
        rows = self.floor.due.list.rows_model.rows
        if place <= len(rows):
            self.do_row(rows[place - 1].key)

    def do_row(self, key: str) -> None:
        row = next((row for row in (self.view.rows if self.view else ()) if row.key == key), None)
        if row is not None:
            self._do_duty(row)

    def _do_duty(self, row: DueRow) -> None:
        if row.table:
            self.floor.map.select(row.table)
        if row.act == "acknowledge_duty":
            key = row.key.partition("|")[2]
            self.writer.act(lambda desk: duties.acknowledge_duty(desk, key=key))
        else:
            self.do_at(row.act, row.id)

    def do_at(self, act: str, id: str) -> None:
        """Do an act about a table, a deck set, a handover or a day; or walk where it is done."""
        if act in WALKS:
            self.go.emit(WALKS[act], id)
            return
        self.writer.ask(lambda looking: offer_for(looking.moment, act, id), self._take_offer)

    def _take_offer(self, offer: Offer | None) -> None:
        if offer is not None:
            self.sheets.offer(offer)
