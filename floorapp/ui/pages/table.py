"""One table: a glance above, five acts, and its timeline below."""

from __future__ import annotations

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import QBoxLayout, QGridLayout, QWidget

from floorapp.screens.forms import Act
from floorapp.screens.open_findings import StandingLine
from floorapp.screens.table import FactShown, TableView
from floorapp.screens.text_line import SECOND, SECTION, SUBJECT, Words, line, state_line
from floorapp.ui.lists.timeline import Timeline
from floorapp.ui.look import Look
from floorapp.ui.paint.table_drawing import TablePicture
from floorapp.ui.widgets.button import ActButton, Filter
from floorapp.ui.widgets.folding_page import Fold, FoldingPage, fold
from floorapp.ui.widgets.label import LineLabel, Right, Text
from floorapp.ui.widgets.open_findings import StandingBox
from floorapp.ui.widgets.surface import Choice, FramedBox, Rule, column, row


class FactBoard(FramedBox):
    """The facts in rows of three, or of two where the page is narrow, parted by hairlines."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "panel", parent=parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(0)
        self._across = 3
        self._cells: list[tuple[QWidget, tuple[LineLabel, LineLabel, Text]]] = []
        self._rules: list[Rule] = []

    def show_facts(self, facts: tuple[FactShown, ...]) -> None:
        if len(self._cells) < len(facts):
            self._cells += [self._cell() for _fact in facts[len(self._cells) :]]
            self._lay_out()
        for fact, (_cell, (label, value, detail)) in zip(facts, self._cells, strict=False):
            label.show_line(line(Words(fact.label, SECOND, 400, "ink2")))
            value.show_line(fact.value)
            detail.show_text(fact.detail)

    def fold(self, narrow: bool) -> None:
        across = 2 if narrow else 3
        if across != self._across:
            self._across = across
            self._lay_out()

    def _cell(self) -> tuple[QWidget, tuple[LineLabel, LineLabel, Text]]:
        look, cell = self._look, QWidget()
        rows = column(look, 16, 8, 12, 8, gap=5, parent=cell)
        labels = LineLabel(look), LineLabel(look), Text(look, "", SECOND, tone="ink2")
        rows.addStretch(1)
        for label in labels:
            rows.addWidget(label)
        rows.addStretch(1)
        return cell, labels

    def _lay_out(self) -> None:
        for rule in self._rules:
            self._grid.removeWidget(rule)
            rule.hide()
            rule.deleteLater()
        self._rules = []
        for place, (cell, _labels) in enumerate(self._cells):
            across, down = place % self._across * 2, place // self._across * 2
            if across:
                self._part(Rule(self._look, upright=True), down, across - 1, 1)
            elif down:
                self._part(Rule(self._look), down - 1, 0, self._across * 2 - 1)
            self._grid.addWidget(cell, down, across)
            self._grid.setRowStretch(down, 1)
        for across in range(3):
            self._grid.setColumnStretch(across * 2, 1 if across < self._across else 0)

    def _part(self, rule: Rule, down: int, across: int, over: int) -> None:
        self._rules.append(rule)
        self._grid.addWidget(rule, down, across, 1, over)


class TablePage(FoldingPage):
    """Drawing and facts, acts, timeline; folded, acts come before the drawing; says what was chosen."""

    act_chosen = pyqtSignal(str)
    filter_chosen = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent=parent)
        self._name, self._subject, self._rulebook = LineLabel(look), LineLabel(look), LineLabel(look)
        self._state = LineLabel(look, align=Right)
        self.picture, self.facts = TablePicture(look), FactBoard(look)
        self.buttons: list[ActButton] = []
        self._acts = QGridLayout()
        self._acts.setSpacing(look.px(10))
        self._why = Text(look, "", SECOND, tone="ink2", parent=self)
        self._why.hide()
        self._period = LineLabel(look)
        self.filters: Choice | None = None
        self.timeline = Timeline(look, "Timeline")
        self._whole = column(look, 24, 18, 24, 20, gap=16, parent=self)
        self._head = QGridLayout()
        self._head.setHorizontalSpacing(look.px(18))
        self._head.setVerticalSpacing(0)
        self._head.setColumnStretch(1, 1)
        self._whole.addLayout(self._head)
        self._glance: QBoxLayout = row(look, gap=24)
        drawn = FramedBox(look)
        column(look, gap=0, parent=drawn).addWidget(self.picture, 0, Qt.AlignmentFlag.AlignHCenter)
        self._glance.addWidget(drawn)
        self._glance.addWidget(self.facts, 1)
        self._whole.addLayout(self._glance)
        self._whole.addLayout(self._acts)
        self.standing = StandingBox(look)
        self.standing.list.act_pressed.connect(self._clear)
        self._lines: tuple[StandingLine, ...] = ()
        self._box = self._history()
        self._below: QBoxLayout = row(look, gap=16)
        self._below.addWidget(self._box, 1)
        self._below.addWidget(self.standing)
        self._whole.addLayout(self._below, 1)

    def _lay_head(self, narrow: bool) -> None:
        """Name, words and state in one row, or the words below."""
        grid = self._head
        grid.addWidget(self._name, 0, 0, 1 if narrow else 2, 1)
        grid.addWidget(self._state, 0, 2, 1 if narrow else 2, 1)
        for place, words in enumerate((self._subject, self._rulebook)):
            grid.addWidget(words, *((1 + place, 0, 1, 3) if narrow else (place, 1)))

    def _history(self) -> FramedBox:
        look = self._look
        box = FramedBox(look)
        rows = column(look, 1, gap=0, parent=box)
        self._history_head: QBoxLayout = row(look, 15, 1, 14, 1, gap=12)
        titled = row(look, gap=12)
        titled.addWidget(LineLabel(look, line(Words("Timeline", SECTION, 600))))
        titled.addWidget(self._period)
        titled.addStretch(1)
        self._history_head.addLayout(titled, 1)
        rows.addLayout(self._history_head)
        rows.addWidget(Rule(look))
        rows.addWidget(self.timeline, 1)
        rows.addSpacing(look.px(4))
        return box

    def show_table(self, view: TableView) -> None:
        """Show the table as it now is."""
        self._name.show_line(line(Words(view.name, SUBJECT, 600, fits=True)))
        self._subject.show_line(line(Words(view.subject, 17, 600, shrinks=True)))
        self._rulebook.show_line(view.rulebook)
        self._state.show_line(state_line(view.state, view.word))
        self.picture.show_table(view.drawing)
        self.facts.show_facts(view.facts)
        self._lines = view.standing
        self._show_acts(view.acts, f"Next shoe will record: {view.next_shoe}" if view.next_shoe else "")
        self._period.show_line(line(Words(view.period, 15, 400, "ink2")))
        if self.filters is None:
            faces = [(name, line(Words(words, 14))) for name, words in view.filters]
            self.filters = Choice(self._look, faces)
            self.filters.chosen.connect(self.filter_chosen)
            self._history_head.addWidget(self.filters)
            self.filters.fold(self.narrow)
        for name, words in view.filters:
            part = self.filters.parts.get(name)
            if isinstance(part, Filter):
                part.show_count(line(Words(words, 14)))
        self.timeline.show_rows(view.timeline)
        self.standing.show_lines(view.standing_title, view.standing)
        self._period.setVisible(self.narrow or not view.standing)  # beside what stands there is half the room

    def _clear(self, key: str) -> None:
        """Do what clears one of the things that stand."""
        pressed = next((each.act for each in self._lines if each.key == key), None)
        if pressed is not None and not pressed.refusal:
            self.act_chosen.emit(pressed.name)

    def _show_acts(self, acts: tuple[Act, ...], will: str) -> None:
        for place, act in enumerate(acts):
            if place < len(self.buttons):
                self.buttons[place].offer(act)
                continue
            button = ActButton(self._look, act, primary=place == 0, tall=52)
            button.clicked.connect(lambda _on=False, b=button: self.act_chosen.emit(b.act.name))
            self.buttons.append(button)
        for button in self.buttons[len(acts) :]:
            self._acts.removeWidget(button)
            button.hide()
            button.deleteLater()
        del self.buttons[len(acts) :]
        said = [f"{act.words.rstrip('…')}: {act.refusal}" for act in acts if act.refusal]
        refused = [each for each in said if not any(one.says in each for one in self._lines)]
        under = [*([will] if will else []), *refused]
        self._why.show_text("\n".join(under))
        self._why.setVisible(bool(under))
        self._lay_acts()
        if self.buttons:
            self.setFocusProxy(self.buttons[0])

    def _lay_acts(self) -> None:
        across = 2 if self.narrow else max(len(self.buttons), 1)
        self._acts.addWidget(self._why, 9, 0, 1, across)
        for place, button in enumerate(self.buttons):
            self._acts.addWidget(button, place // across, place % across)
            self._acts.setColumnStretch(place, 14 if place == 0 and not self.narrow else 10 if place < across else 0)

    def fold(self, narrow: bool) -> None:
        look = self._look
        self._lay_head(narrow)
        self.facts.fold(narrow)
        fold(look, self._glance, narrow)
        fold(look, self._below, narrow, Fold(self._box, height=320), Fold(self.standing, 452))
        fold(look, self._history_head, narrow)
        self._history_head.setContentsMargins(look.px(15), look.px(10 if narrow else 1), look.px(14), look.px(1))
        first, second = (self._acts, self._glance) if narrow else (self._glance, self._acts)
        for place, part in enumerate((first, second), start=1):
            self._whole.removeItem(part)
            self._whole.insertLayout(place, part)
        self._lay_acts()
        if self.filters is not None:
            self.filters.fold(narrow)
