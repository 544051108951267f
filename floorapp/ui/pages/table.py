"""One table: a glance above, five acts, and its timeline below."""

from __future__ import annotations

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QGridLayout, QWidget

from floorapp.domain.values import dataclass
from floorapp.ui.lists.timeline import Timeline, TimelineRow
from floorapp.ui.look import SECOND, SECTION, SUBJECT, Look
from floorapp.ui.paint.line import Line, Words, line, state_line
from floorapp.ui.paint.table_drawing import TableDrawing, TablePicture
from floorapp.ui.tokens import State
from floorapp.ui.widgets.button import Act, ActButton, Filter
from floorapp.ui.widgets.label import LineLabel, Right
from floorapp.ui.widgets.surface import Box, Choice, Ground, Rule, column, row


@dataclass(frozen=True, slots=True)
class Fact:
    """One of the six facts: its label, the fact, and a second line."""

    label: str
    value: Line
    detail: str


@dataclass(frozen=True, slots=True)
class TableView:
    """The whole screen at one moment; the first act is the primary one."""

    name: str
    subject: str
    rulebook: Line
    state: State
    word: str
    drawing: TableDrawing
    facts: tuple[Fact, ...]
    acts: tuple[Act, ...]
    period: str
    filters: tuple[tuple[str, str], ...]
    timeline: tuple[TimelineRow, ...]


class FactBoard(Box):
    """Six facts in two rows, parted by hairlines."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "panel", parent=parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(0)
        self._cells: list[tuple[LineLabel, LineLabel, LineLabel]] = []

    def show_facts(self, facts: tuple[Fact, ...]) -> None:
        while len(self._cells) < len(facts):
            self._add_cell(len(self._cells))
        for fact, (label, value, detail) in zip(facts, self._cells, strict=False):
            label.show_line(line(Words(fact.label, SECOND, 400, "ink2")))
            value.show_line(fact.value)
            detail.show_line(line(Words(fact.detail, SECOND, 400, "ink2", shrinks=True)))

    def _add_cell(self, place: int) -> None:
        look = self._look
        across, down = place % 3 * 2, place // 3 * 2
        if across:
            self._grid.addWidget(Rule(look, upright=True), down, across - 1)
        elif down:
            self._grid.addWidget(Rule(look), down - 1, 0, 1, 5)
        cell = QWidget()
        rows = column(look, 16, 8, 12, 8, gap=5, parent=cell)
        labels = LineLabel(look), LineLabel(look), LineLabel(look)
        rows.addStretch(1)
        for label in labels:
            rows.addWidget(label)
        rows.addStretch(1)
        self._cells.append(labels)
        self._grid.addWidget(cell, down, across)
        self._grid.setColumnStretch(across, 1)
        self._grid.setRowStretch(down, 1)


class TablePage(Ground):
    """Drawing and facts, acts, timeline; says which act or filter was chosen."""

    act_chosen = pyqtSignal(str)
    filter_chosen = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "base", parent=parent)
        self._name, self._subject, self._rulebook = LineLabel(look), LineLabel(look), LineLabel(look)
        self._state = LineLabel(look, align=Right)
        self.picture, self.facts = TablePicture(look), FactBoard(look)
        self.buttons: list[ActButton] = []
        self._acts = row(look, gap=10)
        self._period = LineLabel(look)
        self.filters: Choice | None = None
        self.timeline = Timeline(look, "Timeline")
        whole = column(look, 24, 18, 24, 20, gap=16, parent=self)
        whole.addLayout(self._head())
        glance = row(look, gap=24)
        drawn = Box(look)
        column(look, gap=0, parent=drawn).addWidget(self.picture)
        glance.addWidget(drawn)
        glance.addWidget(self.facts, 1)
        whole.addLayout(glance)
        whole.addLayout(self._acts)
        whole.addWidget(self._history(), 1)

    def _head(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(self._look.px(18))
        grid.setVerticalSpacing(0)
        grid.addWidget(self._name, 0, 0, 2, 1)
        grid.addWidget(self._subject, 0, 1)
        grid.addWidget(self._rulebook, 1, 1)
        grid.addWidget(self._state, 0, 2, 2, 1)
        grid.setColumnStretch(1, 1)
        return grid

    def _history(self) -> Box:
        look = self._look
        box = Box(look)
        rows = column(look, 1, gap=0, parent=box)
        self._history_head = row(look, 15, 1, 14, 1, gap=12)
        self._history_head.addWidget(LineLabel(look, line(Words("Timeline", SECTION, 600))))
        self._history_head.addWidget(self._period)
        self._history_head.addStretch(1)
        rows.addLayout(self._history_head)
        rows.addWidget(Rule(look))
        rows.addWidget(self.timeline, 1)
        rows.addSpacing(look.px(4))
        return box

    def show_table(self, view: TableView) -> None:
        """Show the table as it now is."""
        self._name.show_line(line(Words(view.name, SUBJECT, 600)))
        self._subject.show_line(line(Words(view.subject, 17, 600, shrinks=True)))
        self._rulebook.show_line(view.rulebook)
        self._state.show_line(state_line(view.state, view.word))
        self.picture.show_table(view.drawing)
        self.facts.show_facts(view.facts)
        self._show_acts(view.acts)
        self._period.show_line(line(Words(view.period, 15, 400, "ink2")))
        if self.filters is None:
            faces = [(name, line(Words(words, 14))) for name, words in view.filters]
            self.filters = Choice(self._look, faces)
            self.filters.chosen.connect(self.filter_chosen)
            self._history_head.addWidget(self.filters)
        for name, words in view.filters:
            part = self.filters.parts.get(name)
            if isinstance(part, Filter):
                part.show_count(line(Words(words, 14)))
        self.timeline.show_rows(view.timeline)

    def _show_acts(self, acts: tuple[Act, ...]) -> None:
        for place, act in enumerate(acts):
            if place < len(self.buttons):
                self.buttons[place].offer(act)
                continue
            button = ActButton(self._look, act, primary=place == 0, tall=52)
            button.clicked.connect(lambda _on=False, b=button: self.act_chosen.emit(b.act.name))
            self._acts.addWidget(button, 14 if place == 0 else 10)
            self.buttons.append(button)
        if self.buttons:
            self.setFocusProxy(self.buttons[0])
