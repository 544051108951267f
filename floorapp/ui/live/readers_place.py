"""Readers, live: every line, the selected one whole, and setting them up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from floorapp.domain.reader_lines import LineState
from floorapp.operations.act_table import Acts
from floorapp.screens.acts import button
from floorapp.screens.forms import Act
from floorapp.screens.offers.by_act import offer_for
from floorapp.screens.offers.offer import Offer
from floorapp.screens.offers.reader_lines import PUT_AT_TABLE, put_at_table
from floorapp.screens.readers import LineRow, ReadersView, readers_of
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.lists.model import ROW
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.place import ALL_KEYS, ScreenPlace
from floorapp.ui.pages.readers import ReadersPage

NONE_CHOSEN = "Select a line first."


class ReadersPlace(ScreenPlace[ReadersView]):
    """All lines; entered about a line or a table."""

    rail = "readers"

    def __init__(self, around: Surroundings) -> None:
        self.readers = ReadersPage(around.look)
        super().__init__("readers", self.readers, around)
        self._wanted = ""
        chosen = self.readers.ledger.selectionModel()
        assert chosen is not None
        chosen.currentRowChanged.connect(lambda _now, _before: self._chose())
        self.readers.act_chosen.connect(self.do)
        self.readers.detail.played.connect(self.play)

    def enter(self, subject: str) -> None:
        self._wanted = subject
        self.refresh()

    def query(self) -> Callable[[Snapshot], ReadersView]:
        line = self.row.line if self.row else self._wanted
        return lambda snapshot: readers_of(snapshot, line)

    def show(self, view: ReadersView) -> None:
        self.readers.show_readers(view)
        wanted, self._wanted = self._wanted, ""
        place = next((n for n, row in enumerate(view.rows) if wanted and wanted in (row.line, row.table)), -1)
        if place >= 0:
            self.readers.ledger.selectRow(place)
        elif view.rows and not self.readers.ledger.currentIndex().isValid():
            self.readers.ledger.selectRow(0)

    @property
    def row(self) -> LineRow | None:
        """The selected line."""
        found = self.readers.ledger.currentIndex().data(ROW)
        return found if isinstance(found, LineRow) else None

    def _chose(self) -> None:
        self.acts_changed.emit()
        self.refresh()

    def acts(self) -> tuple[Act, ...]:
        row, view = self.row, self.view
        none = "" if row else NONE_CHOSEN
        switch = "Switch on…" if row is not None and row.heard is LineState.OFF else "Switch off…"
        table = none or ("" if row and row.table else "It is not at a table.")
        known = none or ("" if row and row.stranger else "Its reader is registered, or has not connected.")
        denied = (
            (view.no_knowing, view.no_switching, view.no_removing, view.no_forgetting) if view else ("", "", "", "")
        )
        unplaced = row is not None and not row.table and row.heard is not None
        put = replace(PUT_AT_TABLE, refusal=none or ("" if unplaced else "It is at a table, or has not connected."))
        return (
            *((put,) if unplaced else ()),
            view.add if view else button(Acts.add_line, "readers"),
            view.attach if view else button(Acts.attach_virtual_reader, "readers"),
            button(Acts.know_reader, "readers", denied[0] or known),
            button(Acts.switch_line, "readers", denied[1] or none, switch),
            button(Acts.edit_line, "readers", denied[2] or none),
            button(Acts.remove_line, "readers", denied[2] or none),
            Act("table", "Table", "Alt T", table),
            button(Acts.forget_reader, "readers", denied[3]),
            *(() if unplaced else (put,)),
            Act("back", "Back to the floor", "Esc"),
            ALL_KEYS,
        )

    def do(self, act: str) -> None:
        row = self.row
        if act == "back":
            self.go.emit("floor", "")
        elif act == "table":
            if row is not None:
                self.go.emit("table", row.table)
        elif act == PUT_AT_TABLE.name:
            here = row.line if row else ""
            self.writer.ask(lambda snapshot: put_at_table(snapshot, here), self._take_offer)
        else:
            line = row.line if row else ""
            self.writer.ask(lambda snapshot: offer_for(snapshot, act, line), self._take_offer)

    def _take_offer(self, offer: Offer | None) -> None:
        if offer is not None:
            self.sheets.offer(offer)

    def play(self, words: str) -> None:
        """Have the selected virtual reader do something."""
        row = self.row
        if row is None:
            return
        serial = row.reader

        def tell(snapshot: Snapshot) -> None:
            if snapshot.lines is not None:
                snapshot.lines.play(serial, words)

        self.writer.ask(tell, lambda _none: self.refresh())
