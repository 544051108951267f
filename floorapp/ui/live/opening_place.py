"""Opening a table, live: ticks are a draft, the gate is asked again each second, F9 opens."""

from __future__ import annotations

from collections.abc import Callable

from floorapp.domain.tables import Cards
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import opening
from floorapp.operations.desk import Change, Desk
from floorapp.screens.acts import WALKS, button
from floorapp.screens.forms import Act
from floorapp.screens.offers.by_act import offer_for
from floorapp.screens.offers.offer import Offer, Values
from floorapp.screens.offers.tables import co_sign, exception_form
from floorapp.screens.opening import OpeningView, opening_of
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.place import ALL_KEYS, ScreenPlace
from floorapp.ui.pages.opening import OpeningPage


class OpeningPlace(ScreenPlace[OpeningView | None]):
    """Opening one table: its checklist and what still keeps it closed; entered about it."""

    rail = "floor"

    def __init__(self, around: Surroundings) -> None:
        self.opening = OpeningPage(around.look)
        super().__init__("opening", self.opening, around)
        self.table, self._cards = "", ""
        self._drafts = around.drafts
        self.opening.ticked.connect(self._tick)
        self.opening.cards_chosen.connect(self._choose)
        self.opening.open_asked.connect(self._open)
        self.opening.exception_asked.connect(self._exception)

    @property
    def _draft(self) -> str:
        return f"opening/{self.table}"

    @property
    def done(self) -> frozenset[str]:
        """The ticked steps."""
        return frozenset(self._drafts.get(self._draft))

    def enter(self, subject: str) -> None:
        if subject:
            self.table, self._cards = subject, ""
        self.refresh()

    def query(self) -> Callable[[Snapshot], OpeningView | None]:
        table, cards, done = self.table, self._cards, self.done
        return lambda snapshot: opening_of(snapshot, table, cards, done)

    def show(self, view: OpeningView | None) -> None:
        if view is not None:
            self.opening.show_opening(view)

    def _tick(self, step: str) -> None:
        ticked = self._drafts.get(self._draft)
        if ticked.pop(step, None) is None:
            ticked[step] = "done"
        self._drafts.keep(self._draft, ticked)
        self.refresh()

    def _choose(self, cards: str) -> None:
        self._cards = cards
        self.refresh()

    @property
    def table_here(self) -> str:
        return self.table

    def acts(self) -> tuple[Act, ...]:
        acts: list[Act] = [self.view.act] if self.view else []
        if self.view and self.view.exception:
            acts.append(self.view.exception)
        return (
            *acts,
            *(button(row, "opening") for row in (Acts.inspect_reader, Acts.change_decks, Acts.assign)),
            Act("back", "Leave; checks are saved", "Esc"),
            ALL_KEYS,
        )

    def do(self, act: str) -> None:
        if act == "open":
            self._open()
        elif act == "exception":
            self._exception()
        elif act in WALKS:
            self.go.emit(WALKS[act], self.table)
        elif act == "back":
            self.go.emit("table", self.table)
        else:
            table = self.table
            self.writer.ask(lambda snapshot: offer_for(snapshot, act, table), self._take_offer)

    def _take_offer(self, offer: Offer | None) -> None:
        if offer is not None:
            self.sheets.offer(offer)

    def _open(self) -> None:
        view = self.view
        if view is None or view.act.refusal:
            return
        table, cards, done = self.table, Cards(view.cards), tuple(self.done)
        self.writer.act(lambda desk: opening.open_table(desk, table=table, cards=cards, done=done), self._opened)

    def _opened(self, _change: Change) -> None:
        self._drafts.drop(self._draft)
        self.go.emit("table", self.table)

    def _exception(self) -> None:
        view, table, done = self.view, self.table, tuple(self.done)
        if view is None:
            return
        cards, reasons = Cards(view.cards), " ".join(each.says for each in view.gate)

        def do(desk: Desk, values: Values) -> Change:
            return opening.open_table(desk, table=table, cards=cards, done=done, **co_sign(desk, values))

        self.writer.ask(
            lambda snapshot: exception_form(snapshot.moment, table, "open", reasons),
            lambda form: self.sheets.ask(form, do, self._opened),
        )
