"""The floor: the map and its list twin, what is due now, and the drawer of the selected table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QBoxLayout, QGridLayout, QStackedWidget, QWidget

from floorapp.screens.floor import FloorView
from floorapp.screens.forms import Act
from floorapp.screens.plan import FloorPlan, MapTable
from floorapp.screens.states import Back, State
from floorapp.screens.text_line import BODY, SECOND, Chip, Icon, Ring, Sign, TextLine, Words, line
from floorapp.ui.floor_map.floor_map import FloorMap
from floorapp.ui.lists.model import ROW
from floorapp.ui.look import Look
from floorapp.ui.widgets.button import ActButton, IconButton
from floorapp.ui.widgets.drawer import Drawer
from floorapp.ui.widgets.due import DueColumn
from floorapp.ui.widgets.empty import Empty
from floorapp.ui.widgets.folding_page import Fold, FoldingPage, fold
from floorapp.ui.widgets.label import LineLabel
from floorapp.ui.widgets.surface import Choice, Ground, Rule, column, row

if TYPE_CHECKING:
    from floorapp.ui.lists.ledger import Ledger
    from floorapp.ui.pages.floor_twin import FloorTwin
    from floorapp.ui.widgets.next_steps import NextStepList

NOTHING = "Set up pits and tables once; they then show here as in the room, with their decks, batches and readers."
#: A folded page this wide and high still has room for the map.
ROOMY, HIGH = 860.0, 520.0
NOT_OKAY = (State.ALARM, State.WARNING, State.OFFLINE)


def _filters(tables: Sequence[MapTable]) -> dict[str, tuple[TextLine, frozenset[str] | None]]:
    """Each way to see the floor: its face with its count, and which tables it keeps."""

    def names(*states: State) -> frozenset[str]:
        return frozenset(table.name for table in tables if table.open and table.state in states)

    opened = frozenset(table.name for table in tables if table.open)
    bad, due, shelved = names(*NOT_OKAY), names(State.DUE), names(State.SHELVED)
    return {
        "all": (line(f"All {len(tables)}"), None),
        "open": (line(f"Open {len(opened)}"), opened),
        "not okay": (line(*(Sign(state, 14) for state in NOT_OKAY), f"Trouble {len(bad)}", gap=7), bad),
        "due": (line(Sign(State.DUE, 14), f"Due {len(due)}"), due),
        "shelved": (line(Sign(State.SHELVED, 14), f"Snoozed {len(shelved)}"), shelved),
    }


class Legend(QWidget):
    """What the marks around a table mean; it gives way when the window is low."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        cells = row(look, 20, 0, 20, 16, gap=22, parent=self)
        for mark, words in (
            (Ring(0.4, size=16), "rail closes when decks are due"),
            (Chip(Back.BLUE, True, 18), "batch in the shoe"),
            (Chip(Back.RED, False, 18), "in the shuffler"),
            (Sign(State.OKAY, 12), "reader between them"),
        ):
            cells.addWidget(LineLabel(look, line(mark, Words(words, SECOND, 400, "ink2"))))
        cells.addStretch(1)


class FloorPage(FoldingPage):
    """Map or list at the left, what is due and the drawer at the right; folded, what is due is a third view."""

    table_selected = pyqtSignal(str)
    table_opened = pyqtSignal(str)
    due_act = pyqtSignal(str)
    step_chosen = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent=parent)
        self.map = FloorMap(look)
        self.due = DueColumn(look)
        self.drawer = Drawer(look)
        self.drawer.hide()
        self._legend = Legend(look)
        self._arranging = LineLabel(look)
        self._arranging.hide()
        self.done = ActButton(look, Act("done", "Save the layout", "F9"), primary=True)
        self.done.hide()
        first = Act("first table", "Set up the floor")
        self.nothing = Empty(look, "map-pin-2", "There is no table yet", NOTHING, first)
        self._faces: dict[str, tuple[TextLine, frozenset[str] | None]] = {}
        self._plan = FloorPlan()
        self._kept: frozenset[str] | None = None
        self._as, self._picked = "map", False
        self.setFocusProxy(self.map)
        self._build_tools()
        self._build()
        self._join()

    def _build_tools(self) -> None:
        look = self._look
        self.switch = Choice(
            look,
            [
                ("map", line(Icon("map-pin-2", 20), Words("Map", 15, 500))),
                ("list", line(Icon("list", 20), Words("List", 15, 500))),
                ("due", line(Icon("clock", 20), Words("Due now", 15, 500))),
            ],
            switch=True,
            parent=self,
        )
        self._filters = Choice(look, [(name, face) for name, (face, _kept) in _filters(()).items()], parent=self)
        self.zoom_out = IconButton(look, "zoom-out", "Zoom out")
        self.zoom_in = IconButton(look, "zoom-in", "Zoom in")
        self.zoom_fit = IconButton(look, "maximize", "Show the whole floor")
        self._zooms = QWidget(self)
        zooms = row(look, gap=4, parent=self._zooms)
        for button in (self.zoom_out, self.zoom_in, self.zoom_fit):
            zooms.addWidget(button)
        self._tools = QGridLayout()
        self._tools.setContentsMargins(look.px(16), look.px(4), look.px(12), 0)
        self._tools.setHorizontalSpacing(look.px(20))
        self._tools.setVerticalSpacing(look.px(4))
        self._tools.setColumnStretch(2, 1)

    @property
    def _roomy(self) -> bool:
        """Whether the map has room though the page is folded: then it stays, and the drawer is a strip below it."""
        px, port = self._look.px, self.parentWidget() or self  # folded, the page is taller than what is seen of it
        return self.narrow and self.width() >= px(ROOMY) and port.height() >= px(HIGH)

    def _lay_tools(self, narrow: bool) -> None:
        """In one row, or the filters below."""
        self._tools.addWidget(self.switch, 0, 0)
        self._tools.addWidget(self._zooms, 0, 3)
        if narrow and not self._roomy:
            self._tools.addWidget(self._filters, 1, 0, 1, 4)
        else:
            self._tools.addWidget(self._filters, 0, 1)

    def _build(self) -> None:
        look = self._look
        self._stack = QStackedWidget()
        self._stack.addWidget(self.map)
        self._stack.addWidget(self.nothing)
        left = column(look, gap=4)
        left.addLayout(self._tools)
        left.addWidget(self._stack, 1)
        left.addWidget(self._legend)
        arranging = row(look, 20, 0, 20, 10, gap=16)
        arranging.addWidget(self._arranging, 1)
        arranging.addWidget(self.done)
        left.addLayout(arranging)
        self._side = Ground(look, "panel", "l")
        side = column(look, gap=0, parent=self._side)
        side.setContentsMargins(1, 0, 0, 0)
        self._side_rows = side
        side.addWidget(self.due, 1)
        self._part = Rule(look, "edge", 2)
        self._part.hide()
        side.addWidget(self._part)
        side.addWidget(self.drawer)
        self._whole: QBoxLayout = row(look, gap=0, parent=self)
        self._whole.addLayout(left, 1)
        self._whole.addWidget(self._side)

    def _join(self) -> None:
        self.zoom_in.clicked.connect(self.map.zoom_in)
        self.zoom_out.clicked.connect(self.map.zoom_out)
        self.zoom_fit.clicked.connect(self.map.fit)
        self.switch.chosen.connect(self._pick)
        self._filters.chosen.connect(self._filter)
        self.map.table_selected.connect(self.table_selected)
        self.map.table_opened.connect(self.table_opened)
        self.due.list.row_selected.connect(lambda key: self.map.select(key.split("|")[0]))
        self.due.list.act_pressed.connect(self.due_act)

    @cached_property
    def _beside_map(self) -> FloorTwin:
        """The list twin of the map, built when somebody first wants it."""
        from floorapp.ui.pages.floor_twin import FloorTwin

        made = FloorTwin(self._look)
        made.fold(self.narrow)
        self._stack.addWidget(made)
        made.list.activated.connect(lambda index: self.table_opened.emit(index.data(ROW).name))
        made.list.show_rows(self._tables_kept())
        chosen = made.list.selectionModel()
        assert chosen is not None
        chosen.currentRowChanged.connect(
            lambda now, _before: self.map.select(now.data(ROW).name) if now.isValid() else None
        )
        return made

    @property
    def twin(self) -> Ledger[MapTable]:
        """The list of tables."""
        return self._beside_map.list

    @cached_property
    def steps(self) -> NextStepList:
        """*Next steps*, built on a new floor."""
        from floorapp.ui.widgets.next_steps import NextStepList

        made = NextStepList(self._look)
        made.step_chosen.connect(self.step_chosen)
        self._side_rows.insertWidget(0, made)
        return made

    def _show_steps(self, view: FloorView) -> None:
        if view.steps or "steps" in vars(self):
            self.steps.show_rows(view.steps)
            self.steps.setVisible(bool(view.steps) and view.drawer is None)

    def _pick(self, name: str) -> None:
        self._picked = True
        self.show_as(name)

    def show_as(self, name: str) -> None:
        """As map, as list, or only what is due."""
        self._as = name
        self.switch.choose(name)
        if self._plan.tables and name != "due":
            self._stack.setCurrentWidget(self.map if name == "map" else self._beside_map)
        self.setFocusProxy(self.map if name == "map" else self.due.list if name == "due" else self.twin)
        for button in (self.zoom_in, self.zoom_out, self.zoom_fit):
            button.setEnabled(name == "map")
        self._show_parts()

    def _show_parts(self) -> None:
        """What there is room for beside what was chosen."""
        narrow, only_due = self.narrow, self.narrow and self._as == "due"
        for part in (self._stack, self._filters):
            part.setVisible(not only_due)
        self._zooms.setVisible(not narrow or (self._as == "map" and not self._roomy))
        self.due.setVisible(only_due or not narrow)
        high = self.height() > self._look.px(700)
        self._legend.setVisible(
            high and not narrow and not self.map.arranging and self._stack.currentWidget() is self.map
        )

    def arrange(self, on: bool) -> None:
        """Let a manager move tables, and say how."""
        self.show_as("map")
        self.map.arrange(on)
        words = "Drag a table, or move the selected one with Ctrl and the arrow keys. Places snap to the grid."
        self._arranging.show_line(line(Icon("arrows-move", 18), Words(words, BODY, 400, "ink", shrinks=True), gap=10))
        self._arranging.setVisible(on)
        self.done.setVisible(on)
        self._show_parts()

    def _filter(self, name: str) -> None:
        self._kept = self._faces[name][1]
        self._show_tables()

    def _show_tables(self) -> None:
        self.map.show_only(self._kept)
        if "_beside_map" in vars(self):
            self.twin.show_rows(self._tables_kept())

    def _tables_kept(self) -> list[MapTable]:
        return [table for table in self._plan.tables if self._kept is None or table.name in self._kept]

    def show_floor(self, view: FloorView) -> None:
        """Show the floor as it now is; nothing that did not change moves."""
        if bool(view.plan.tables) != bool(self._plan.tables) or not view.plan.tables:
            self._plan = view.plan
            self._stack.setCurrentWidget(self.nothing)
            self.setFocusProxy(self.nothing.button)
            if view.plan.tables:
                self.show_as(self._as)
        self._plan = view.plan
        self.map.show_plan(view.plan)
        self._faces = _filters(view.plan.tables)
        for name, (face, kept) in self._faces.items():
            part = self._filters.parts[name]
            part.show_count(face)  # type: ignore[union-attr]
            if part.isChecked():
                self._kept = kept
        self._show_tables()
        self.due.show_rows(view.due)
        self._show_steps(view)
        self.drawer.setVisible(view.drawer is not None)
        self._part.setVisible(view.drawer is not None)
        if view.drawer is not None:
            self.drawer.show_drawer(view.drawer)
            self.map.select(view.drawer.name, say=False)

    def fold(self, narrow: bool) -> None:
        look, wide = self._look, self.width() >= self._look.px(1340)
        self.switch.show_part("due", narrow)
        usual = "list" if narrow and not self._roomy else "map"  # there it is larger than its window
        if (self._as == "due" and not narrow) or (self._as != usual and not self._picked):
            self.show_as(usual)
        self._lay_tools(narrow)
        self._filters.fold(narrow and not self._roomy)
        if "_beside_map" in vars(self):
            self._beside_map.fold(narrow)
        fold(look, self._whole, narrow, Fold(self._side, 384 if wide else 360))
        self._stack.setMinimumHeight(look.px(280) if narrow else 0)
        self.due.setMinimumHeight(look.px(330 if narrow else 150))
        self.due.be_low(self.height() < look.px(700))
        self.drawer.be_tight(not wide and not narrow)
        self.drawer.be_strip(self._roomy)
        self._show_parts()
