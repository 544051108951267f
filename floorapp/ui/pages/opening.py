"""Opening or checking a table: the rulebook's lists at the left, what keeps it closed at the right."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtGui import QKeyEvent, QMouseEvent
from PyQt6.QtWidgets import QBoxLayout, QWidget

from floorapp.screens.forms import Act
from floorapp.screens.lists import ListRow
from floorapp.screens.open_findings import StandingLine
from floorapp.screens.opening import CHOICES, CheckStep, OpeningView
from floorapp.screens.states import State
from floorapp.screens.text_line import BODY, SECOND, SECTION, SUBJECT, Icon, Sign, Words, line
from floorapp.ui.lists.model import ROW
from floorapp.ui.lists.rows import RowList
from floorapp.ui.look import Look
from floorapp.ui.widgets.button import ActButton, Filter, ReasonedAct
from floorapp.ui.widgets.folding_page import Fold, FoldingPage, fold
from floorapp.ui.widgets.held import held
from floorapp.ui.widgets.label import LineLabel, Right, Text
from floorapp.ui.widgets.open_findings import StandingBox
from floorapp.ui.widgets.surface import Choice, FramedBox, Rule, column, row


class StepList(RowList):
    """The checklist: a press of the mouse ticks its row, Space ticks and goes to the next."""

    ticked = pyqtSignal(str)
    _pressed_twice = False
    #: Whether the first row is marked before a hand came to the list: the first step of a checklist is.
    begins = True

    def show_rows(self, rows: Sequence[ListRow]) -> None:
        """Take other steps at once: nothing waits here, a checklist that is half of another one misleads."""
        kept = self.selected
        self.rows_model.show_rows(rows)
        if rows and not self.selected:
            self.select(kept if not self.begins or any(row.key == kept for row in rows) else rows[0].key)

    def mouseReleaseEvent(self, event: QMouseEvent | None) -> None:
        super().mouseReleaseEvent(event)
        twice, self._pressed_twice = self._pressed_twice, False
        if event is not None and event.button() == Qt.MouseButton.LeftButton and not twice:
            row = self.indexAt(event.position().toPoint()).data(ROW)
            if isinstance(row, ListRow) and not self._act_at(event):  # its act is said by itself
                self.ticked.emit(row.key)

    def mouseDoubleClickEvent(self, event: QMouseEvent | None) -> None:
        """The second press of a double-click is no press: the first has checked the step."""
        self._pressed_twice = True

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        if held(event):  # a step is stated by a press of its own
            return
        if event is not None and event.key() == Qt.Key.Key_Space and self.selected:
            place = self.currentIndex().row()
            self.ticked.emit(self.selected)
            if place + 1 < self.rows_model.rowCount():
                self.setCurrentIndex(self.rows_model.index(place + 1, 0))
            return
        if event is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.selected:
            self.ticked.emit(self.selected)
            return
        super().keyPressEvent(event)


def _row(step: CheckStep) -> ListRow:
    plain = Sign(State.WARNING if step.wrong else State.DUE if step.needed else State.OKAY, 15)
    mark = Icon("check", 18, "ink") if step.done else plain
    head = line(Words(step.says, BODY, 400 if step.done else 500, "ink2" if step.done else "ink", shrinks=True))
    who = f"{step.who} · {step.when[:1].lower()}{step.when[1:]}" if step.when else step.who
    second = line(Words(who, SECOND, 400, "ink2", shrinks=True), Words(step.cite, SECOND, 400, "ink3", mono=True))
    return ListRow(step.id, mark, (head, second), act=Act("wrong", "Fail") if step.checks else None)


class OpeningPage(FoldingPage):
    """Lists and requirements of one table; folded, the requirements stand below."""

    ticked = pyqtSignal(str)
    cards_chosen = pyqtSignal(str)
    list_chosen = pyqtSignal(str)
    #: One of the acts beside the list, or the act that clears something missing, by its name.
    act_chosen = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent=parent)
        self._name, self._subject = LineLabel(look), LineLabel(look)
        self._count = LineLabel(look, align=Right)
        self.choice = Choice(look, [(n, line(Words(w, 15, 500))) for n, w in CHOICES], switch=True)
        self.choice.chosen.connect(self.cards_chosen)
        self.lists: Choice | None = None
        self.steps = StepList(look, "Checklist", tall=56)
        self.steps.ticked.connect(self.ticked)
        self.open_button = self._button("open", primary=True)
        self._reasoned = ReasonedAct(look, self.open_button)
        self.exception, self.record, self.all = (self._button(name) for name in ("exception", "record", "all"))
        self.missing = StandingBox(look)
        self.missing.list.act_pressed.connect(self._clear)
        self._lines: tuple[StandingLine, ...] = ()
        self._gate_box = FramedBox(look, "panel")
        self._gate = column(look, 20, 16, 20, 18, gap=10, parent=self._gate_box)
        self._shown: list[QWidget] = []
        self._build()
        self.setFocusProxy(self.steps)

    def _button(self, name: str, *, primary: bool = False) -> ActButton:
        button = ActButton(self._look, Act(name, name), primary=primary, tall=64 if primary else 48)
        button.clicked.connect(lambda _on=False: self.act_chosen.emit(button.act.name))
        if not primary:
            button.hide()
        return button

    def _build(self) -> None:
        look = self._look
        self._head: QBoxLayout = row(look, gap=18)
        self._head.addWidget(self._name)
        self._head.addWidget(self._subject, 1)
        self._head.addWidget(self.choice)
        self._listed = FramedBox(look, "panel")
        self._rows = column(look, 1, gap=0, parent=self._listed)
        self._list_head: QBoxLayout = row(look, 10, 4, 18, 4, gap=12)
        self._list_head.addStretch(1)
        self._list_head.addWidget(self._count)
        self._rows.addLayout(self._list_head)
        self._rows.addWidget(Rule(look))
        self._rows.addWidget(self.steps, 1)
        right = column(look, gap=12)
        right.addWidget(self.missing, 3)
        right.addWidget(self._gate_box)
        right.addStretch(1)
        right.addWidget(self.all)
        right.addWidget(self.record)
        right.addWidget(self._reasoned)
        right.addWidget(self.exception)
        self._side = QWidget()
        self._side.setLayout(right)
        self._below: QBoxLayout = row(look, gap=20)
        self._below.addWidget(self._listed, 1)
        self._below.addWidget(self._side)
        whole = column(look, 24, 16, 24, 18, gap=16, parent=self)
        whole.addLayout(self._head)
        whole.addLayout(self._below, 1)

    def fold(self, narrow: bool) -> None:
        fold(self._look, self._head, narrow)
        fold(self._look, self._list_head, narrow)
        fold(self._look, self._below, narrow, Fold(self._listed, height=360), Fold(self._side, 404))
        self.steps.wrap(narrow)
        self.choice.fold(narrow)
        if self.lists is not None:
            self.lists.fold(narrow)

    def show_opening(self, view: OpeningView) -> None:
        """Show the lists, and what keeps the table closed, as they now are."""
        self._name.show_line(line(Words(view.table, SUBJECT, 600, fits=True)))
        verb = "" if view.opens else "check · "
        self._subject.show_line(line(Words(f"{verb}{view.subject}", SECTION, 500, "ink2", shrinks=True)))
        self.choice.setVisible(view.opens)
        self.choice.choose(view.cards)
        self._show_lists(view)
        self._count.show_line(line(Words(view.counted, BODY, 400, "ink2", shrinks=True)))
        self.steps.show_rows([_row(step) for step in view.steps])
        self._lines = view.missing
        self.missing.show_lines("Requirements to open", view.missing)
        self.missing.setMaximumHeight(self._look.px(54 + 80 * len(view.missing)))
        self._show_gate(view)
        self._reasoned.offer(view.act)
        for button, act in ((self.exception, view.exception), (self.record, view.record), (self.all, view.all)):
            button.setVisible(act is not None)
            if act is not None:
                button.offer(act)

    def _show_lists(self, view: OpeningView) -> None:
        """One tab a list; an open table has no opening."""
        names = [name for name, _words in view.lists]
        if self.lists is None or list(self.lists.parts) != names:
            if self.lists is not None:
                self.lists.hide()
                self.lists.deleteLater()
            self.lists = Choice(self._look, [(name, line(Words(words, 14))) for name, words in view.lists])
            self.lists.chosen.connect(self.list_chosen)
            self._list_head.insertWidget(0, self.lists)
            self.lists.fold(self.narrow)
        for name, words in view.lists:
            part = self.lists.parts[name]
            if isinstance(part, Filter):
                part.show_count(line(Words(words, 14)))
        self.lists.choose(view.chosen)

    def _clear(self, key: str) -> None:
        pressed = next((each.act for each in self._lines if each.key == key), None)
        if pressed is not None and not pressed.refusal:
            self.act_chosen.emit(pressed.name)

    def _show_gate(self, view: OpeningView) -> None:
        for old in self._shown:
            self._gate.removeWidget(old)
            old.hide()
            old.deleteLater()
        look = self._look
        title = "Ready to open" if view.opens else "Goes on record"
        self._shown = [LineLabel(look, line(Words(title, SECTION, 600)))]
        for each in view.gate:
            shown = QWidget()
            cells = row(look, gap=10, parent=shown)
            cells.addWidget(LineLabel(look, line(Sign(each.state, 14))))
            wrong = f"Failed: {each.says} ({each.cite})" if each.state is State.WARNING else each.says
            cells.addWidget(Text(look, wrong, BODY), 1)
            self._shown.append(shown)
        for widget in self._shown:
            self._gate.addWidget(widget)
        self._gate_box.setVisible(bool(view.gate))
