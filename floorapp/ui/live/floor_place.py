"""The floor, live: map, list, what is due, drawer; digits do the act of a row."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtGui import QKeySequence, QShortcut

from floorapp.domain.property import Place
from floorapp.operations.act_table import Acts
from floorapp.operations.desk import Change, Desk
from floorapp.operations.refusal import Refusal
from floorapp.screens.acts import OTHER, WALKS, button
from floorapp.screens.due import DueRow, digits_of, list_rows, urgent_rows
from floorapp.screens.floor import FloorShown, floor_of
from floorapp.screens.forms import Act
from floorapp.screens.phrases import plural
from floorapp.screens.plan import MapSpot as MapPlace
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.live.arrangement import Arranging
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.place import ALL_KEYS, ScreenPlace
from floorapp.ui.pages.floor import FloorPage

if TYPE_CHECKING:
    from floorapp.screens.offers.offer import Offer


#: A digit whose row is gone does nothing for so many seconds.
REST = 3.0


class FloorPlace(ScreenPlace[FloorShown]):
    """The first screen; its view also feeds the header."""

    rail = "floor"
    shown = pyqtSignal(object)

    def __init__(self, around: Surroundings) -> None:
        self.floor = FloorPage(around.look)
        super().__init__("floor", self.floor, around)
        self.selected = ""
        #: The digit of each row of *Due now*, and until when the digit of one that went does nothing.
        self._digits: dict[str, int] = {}
        self._resting: dict[int, float] = {}
        self.floor.table_selected.connect(self.select)
        self.floor.table_opened.connect(lambda table: self.go.emit("table", table))
        self.floor.due_act.connect(self.do_row)
        self.floor.step_chosen.connect(self.do_step)
        self.floor.drawer.act_chosen.connect(self.do)
        self.arranging = Arranging(around.drafts)
        self.floor.map.places_changed.connect(self._take_places)
        self.floor.done.clicked.connect(self._write_places)
        if self.floor.nothing.button is not None:
            self.floor.nothing.button.clicked.connect(lambda: self.do("setup"))
        for digit in range(1, 10):
            key = QShortcut(QKeySequence(str(digit)), self.floor)
            key.setAutoRepeat(False)
            key.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            key.activated.connect(lambda place=digit: self.do_digit(place))

    def query(self) -> Callable[[Snapshot], FloorShown]:
        selected = self.selected
        return lambda snapshot: floor_of(snapshot, selected)

    def show(self, view: FloorShown) -> None:
        if self.arranging.on and not view.may_arrange:
            self.arrange(False)  # another person came to the station
        self._give_digits(view.rows)
        due = list_rows(view.rows, self._digits)
        self.floor.show_floor(replace(view.floor, plan=self.arranging.shown(view.floor.plan), due=due))
        self.shown.emit(view)

    def _give_digits(self, rows: tuple[DueRow, ...]) -> None:
        """A row keeps its digit while it stands; the digit of one that went rests, whoever presses it twice."""
        now, standing = monotonic(), [row.standing for row in rows]
        self._resting |= {digit: now + REST for row, digit in self._digits.items() if row not in standing}
        self._resting = {digit: until for digit, until in self._resting.items() if until > now}
        self._digits = digits_of(self._digits, standing, urgent_rows(rows), frozenset(self._resting))

    def select(self, table: str) -> None:
        """Look at a table; the drawer follows."""
        if table != self.selected:
            self.selected = table
            self.refresh()

    # --- arranging ---

    def arrange(self, on: bool) -> None:
        """Begin or leave arranging; what was moved and not written stays as a draft."""
        if on != self.arranging.on:
            self.arranging.on = on
            self.floor.arrange(on)
            self._show_again()

    def _show_again(self) -> None:
        if self.view is not None:
            self.show(self.view)
        self.acts_changed.emit()

    def _take_places(self, places: tuple[MapPlace, ...]) -> None:
        if self.view is not None:
            self.arranging.take(places, self.arranging.shown(self.view.floor.plan))
            self._show_again()

    def _turn(self) -> None:
        plan = self.arranging.shown(self.view.floor.plan) if self.view else None
        table = next((each for each in plan.tables if each.name == self.selected), None) if plan else None
        if table is not None:
            self.arranging.turn(table)
            self._show_again()

    def _put_back(self) -> None:
        self.arranging.put_back()
        self._show_again()

    def _write_places(self) -> None:
        moved = self.arranging.moved
        if moved:
            self.writer.act(lambda desk: _move(desk, moved), self._places_written)
        else:
            self.arrange(False)

    def _places_written(self, _change: Change) -> None:
        self.arranging.put_back()
        self.arrange(False)
        self.refresh()

    def _arranging_acts(self) -> tuple[Act, ...]:
        moved = len(self.arranging.moved)
        none = "" if moved else "Nothing was moved."
        chosen = "" if self.selected else "Select a table first."
        return (
            Act("write places", f"Save {plural(moved, 'move')}", "F9", none),
            Act("turn", "Turn the table", "Alt T", chosen),
            Act("put back", "Undo all moves", "Alt U", none),
            Act("done", "Leave; moves are saved", "Esc"),
            ALL_KEYS,
        )

    # --- acts ---

    def acts(self) -> tuple[Act, ...]:
        if self.arranging.on:
            return self._arranging_acts()
        drawer = self.view.floor.drawer if self.view else None
        offered = {act.key: act for act in drawer.acts} if drawer else {}
        chosen = "" if drawer else "Select a table first."
        return (
            Act("inspection_round", "Inspect readers", "F2"),
            offered.get("F3", button(Acts.change_decks, "floor", chosen)),
            offered.get("F4", button(Acts.begin_shoe, "floor", chosen)),
            button(Acts.report_irregularity, "floor"),
            Act("dispute", "Dispute", "F6"),
            offered.get("F7", button(Acts.open_table, "floor", chosen, "Open table")),
            *((Act("next step", "Next step", "Alt N"),) if self.view and self.view.steps else ()),
            *(act for act in offered.values() if act.key.startswith("Alt")),
            Act("relief", "Relief", "Alt R"),
            Act("handover", "Shift change", "Alt H"),
            *self._managers_acts(),
            replace(OTHER, refusal=chosen),
            ALL_KEYS,
        )

    def _managers_acts(self) -> tuple[Act, ...]:
        """What only those see who may: the others have enough to press."""
        view = self.view
        arrange = (Act("arrange", "Arrange", "Alt A"),) if view and view.may_arrange and view.floor.plan.tables else ()
        return (*arrange, *((Act("setup", "Add tables", "Alt S"),) if view and view.may_set_up else ()))

    def do(self, act: str) -> None:
        own: dict[str, Callable[[], None]] = {
            "arrange": lambda: self.arrange(True),
            "done": lambda: self.arrange(False),
            "turn": self._turn,
            "write places": self._write_places,
            "put back": self._put_back,
            OTHER.name: self._list_other_acts,
            "next step": self.do_step,
        }
        if act in own:
            own[act]()
        else:
            self.do_at(act, self.selected)

    def _list_other_acts(self) -> None:
        from floorapp.ui.live.other_acts import list_other_acts  # not at start

        list_other_acts(self.writer, self.sheets, "floor", self.selected)

    def do_step(self, name: str = "") -> None:
        """Go where a step of *Next steps* is done; the first that is not, where none is named."""
        steps = self.view.steps if self.view else ()
        left = [each for each in steps if not each.done]
        step = next((each for each in left if each.name == name), None) if name else next(iter(left), None)
        if step is not None and step.refusal:
            self.writer.refused.emit(Refusal("step", f"“{step.words}” is for someone else.", "", step.refusal))
        elif step is not None:
            self.go.emit(step.place, step.subject)

    def do_digit(self, place: int) -> None:
        """The act of a row in *Due now*."""
        rows = self.view.rows if self.view else ()
        found = next((row for row in rows if self._digits.get(row.standing) == place), None)
        if found is not None:
            self._do_duty(found)

    def do_row(self, key: str) -> None:
        row = next((row for row in (self.view.rows if self.view else ()) if row.key == key), None)
        if row is not None:
            self._do_duty(row)

    def _do_duty(self, row: DueRow) -> None:
        if row.table:
            self.floor.map.select(row.table)
        if row.refusal is not None:
            self.writer.refused.emit(row.refusal)
        elif row.act == Acts.acknowledge_duty.name:
            key = row.key.partition("|")[2]
            self.writer.act(lambda desk: _acknowledge(desk, key))
        else:
            self.do_at(row.act, row.id)

    def do_at(self, act: str, id: str) -> None:
        """Do an act about a table, a deck set, a handover or a day; or walk where it is done."""
        if act in WALKS:
            self.go.emit(WALKS[act], id)
            return
        self.writer.ask(lambda snapshot: _offer(snapshot, act, id), self._take_offer)

    def _take_offer(self, offer: Offer | None) -> None:
        if offer is not None:
            self.sheets.offer(offer)


def _move(desk: Desk, moved: dict[str, Place]) -> Change:
    from floorapp.operations import presses  # not at start

    return presses.move_tables(desk, places=moved)


def _acknowledge(desk: Desk, key: str) -> Change:
    from floorapp.operations.acts import duties  # not at start

    return duties.acknowledge_duty(desk, key=key)


def _offer(snapshot: Snapshot, act: str, id: str) -> Offer | None:
    from floorapp.screens.offers.by_act import offer_for  # forms and acts are not for a start

    return offer_for(snapshot, act, id)
