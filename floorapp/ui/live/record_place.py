"""Any record, live: its history, an entry in full, and "Correct…" with a reason and a signature."""

from __future__ import annotations

from collections.abc import Callable

from floorapp.operations.desk import Change
from floorapp.screens.forms import Act
from floorapp.screens.record import RecordShown, correction_offer, hold_offer, record_of
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.place import ALL_KEYS, ScreenPlace
from floorapp.ui.pages.record import RecordPage


class RecordPlace(ScreenPlace[RecordShown | None]):
    """The record a person asked for by Ctrl+K, or from the entry of a timeline."""

    rail = "floor"

    def __init__(self, around: Surroundings) -> None:
        self.record = RecordPage(around.look)
        super().__init__("record", self.record, around)
        self._wanted = self._selected = ""
        self._pages = 1
        self.record.entry_selected.connect(self._select)
        self.record.act_chosen.connect(self.do)

    def enter(self, subject: str) -> None:
        if subject and subject != self._wanted:
            self._wanted, self._selected, self._pages = subject, "", 1
        self.refresh()

    @property
    def looking_at(self) -> str:
        return self._wanted

    def query(self) -> Callable[[Snapshot], RecordShown | None]:
        wanted, selected, pages = self._wanted, self._selected, self._pages
        return lambda snapshot: record_of(snapshot, wanted, selected, pages)

    def show(self, view: RecordShown | None) -> None:
        if view is not None:
            self.record.show_record(view.page)
            self.record.select(view.selected)

    def _select(self, number: str) -> None:
        if number != self._selected:
            self._selected = number
            self.refresh()

    @property
    def entry(self) -> str:
        """The id of the selected entry."""
        return dict(self.view.ids).get(self.view.selected, "") if self.view else ""

    def acts(self) -> tuple[Act, ...]:
        detail = self.view.page.detail if self.view else None
        own = (self.view.page.hold, self.view.page.more) if self.view else ()
        return (
            *(detail.acts if detail else ()),
            *(each for each in own if each is not None),
            Act("back", f"Back to the {self.back_to or 'floor'}", "Esc"),
            ALL_KEYS,
        )

    def do(self, act: str) -> None:
        if act == "back":
            self.leave("floor")
        elif act == "more":
            self._pages += 1
            self.refresh()
        elif act == "hold" and self.entry and self.view is not None:
            id, subject = self.entry, self.view.subject
            self.writer.ask(
                lambda snapshot: hold_offer(snapshot, subject, id),
                lambda offer: self.sheets.offer(offer, lambda _change: self.refresh()) if offer else None,
            )
        elif self.entry:
            id, withdraw = self.entry, act == "withdraw"
            self.writer.ask(
                lambda snapshot: correction_offer(snapshot, id, withdraw=withdraw),
                lambda offer: self.sheets.offer(offer, self._corrected) if offer else None,
            )

    def _corrected(self, change: Change) -> None:
        self._selected = change.entry
        self.refresh()
