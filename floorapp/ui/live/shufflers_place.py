"""Shufflers, live: which batch must be where, and what is done about a fault."""

from __future__ import annotations

from collections.abc import Callable

from floorapp.operations.act_table import Acts
from floorapp.screens.acts import button
from floorapp.screens.forms import Act
from floorapp.screens.offers.by_act import offer_for
from floorapp.screens.offers.offer import Offer
from floorapp.screens.shufflers import ShufflerRow, ShufflersView, shufflers_of
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.lists.model import ROW
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.place import ALL_KEYS, ScreenPlace
from floorapp.ui.pages.shufflers import ShufflersPage

#: What is on offer whatever the shuffler does.
ALWAYS = (Acts.begin_shoe, Acts.report_shuffler_fault, Acts.take_shuffler_out)


class ShufflersPlace(ScreenPlace[ShufflersView]):
    """All shufflers; entered about a table."""

    rail = "shufflers"

    def __init__(self, around: Surroundings) -> None:
        self.shufflers = ShufflersPage(around.look)
        super().__init__("shufflers", self.shufflers, around)
        self._wanted = ""
        chosen = self.shufflers.ledger.selectionModel()
        assert chosen is not None
        chosen.currentRowChanged.connect(lambda _now, _before: self._chose())
        self.shufflers.act_chosen.connect(self.do)

    def enter(self, subject: str) -> None:
        self._wanted = subject
        self.refresh()

    def query(self) -> Callable[[Snapshot], ShufflersView]:
        table = self._wanted or self.table
        return lambda snapshot: shufflers_of(snapshot, table)

    def show(self, view: ShufflersView) -> None:
        self.shufflers.show_shufflers(view)
        wanted, self._wanted = self._wanted or self.table, ""
        place = next((n for n, row in enumerate(view.rows) if row.table == wanted), 0)
        if view.rows and self.shufflers.ledger.currentIndex().row() != place:
            self.shufflers.ledger.selectRow(place)

    @property
    def table(self) -> str:
        """The table whose shuffler is selected."""
        found = self.shufflers.ledger.currentIndex().data(ROW)
        return found.table if isinstance(found, ShufflerRow) else ""

    def _chose(self) -> None:
        self.acts_changed.emit()
        self.refresh()

    @property
    def table_here(self) -> str:
        return self.table

    def acts(self) -> tuple[Act, ...]:
        none = "" if self.table else "Select a shuffler first."
        detail = self.view.detail if self.view else None
        due = (detail.act,) if detail is not None and detail.act.key != "F4" else ()
        return (
            *due,
            *(button(row, "shufflers", none) for row in ALWAYS),
            Act("table", "Table", "Alt T", none),
            Act("back", "Back to the floor", "Esc"),
            ALL_KEYS,
        )

    def do(self, act: str) -> None:
        table = self.table
        if act == "back":
            self.go.emit("floor", "")
        elif act == "table":
            self.go.emit("table", table)
        elif table:
            self.writer.ask(lambda snapshot: offer_for(snapshot, act, table), self._take_offer)

    def _take_offer(self, offer: Offer | None) -> None:
        if offer is not None:
            self.sheets.offer(offer)
