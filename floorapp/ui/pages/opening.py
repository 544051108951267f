"""Opening a table: the gate at the right, the rulebook's checklist at the left; Space ticks and goes on."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtGui import QKeyEvent, QMouseEvent
from PyQt6.QtWidgets import QBoxLayout, QWidget

from floorapp.screens.forms import Act
from floorapp.screens.lists import ListRow
from floorapp.screens.opening import CheckStep, OpeningView
from floorapp.screens.states import State
from floorapp.screens.text_line import BODY, SECOND, SECTION, SUBJECT, Icon, Sign, Words, line, state_line
from floorapp.ui.lists.model import ROW
from floorapp.ui.lists.rows import RowList
from floorapp.ui.look import Look
from floorapp.ui.widgets.button import ActButton, ReasonedAct
from floorapp.ui.widgets.folding import Fold, FoldingPage, fold
from floorapp.ui.widgets.held import held
from floorapp.ui.widgets.label import LineLabel, Right, Text
from floorapp.ui.widgets.surface import Choice, FramedBox, Rule, column, row


class StepList(RowList):
    """The checklist: a press of the mouse ticks its row, Space ticks and goes to the next."""

    ticked = pyqtSignal(str)
    _pressed_twice = False

    def show_rows(self, rows: Sequence[ListRow]) -> None:
        """Take other steps at once: nothing waits here, a checklist that is half of another one misleads."""
        kept = self.selected
        self.rows_model.show_rows(rows)
        if rows and not self.selected:
            self.select(kept if any(row.key == kept for row in rows) else rows[0].key)

    def mouseReleaseEvent(self, event: QMouseEvent | None) -> None:
        super().mouseReleaseEvent(event)
        twice, self._pressed_twice = self._pressed_twice, False
        if event is not None and event.button() == Qt.MouseButton.LeftButton and not twice:
            row = self.indexAt(event.position().toPoint()).data(ROW)
            if isinstance(row, ListRow):
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
    mark = Icon("check", 18, "ink") if step.done else Sign(State.DUE if step.needed else State.OKAY, 15)
    head = line(Words(step.says, BODY, 400 if step.done else 500, "ink2" if step.done else "ink", shrinks=True))
    who = f"{step.who} · {step.when[:1].lower()}{step.when[1:]}" if step.when else step.who
    second = line(Words(who, SECOND, 400, "ink2", shrinks=True), Words(step.cite, SECOND, 400, "ink3", mono=True))
    return ListRow(step.id, mark, (head, second))


class OpeningPage(FoldingPage):
    """Checklist and gate of one table; folded, the gate stands below."""

    ticked = pyqtSignal(str)
    cards_chosen = pyqtSignal(str)
    open_asked = pyqtSignal()
    exception_asked = pyqtSignal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent=parent)
        self._name, self._subject = LineLabel(look), LineLabel(look)
        self._count = LineLabel(look, align=Right)
        self.choice: Choice | None = None
        self.steps = StepList(look, "Opening checklist", tall=56)
        self.steps.ticked.connect(self.ticked)
        self.open_button = ActButton(look, Act("open", "Open table", "F9"), primary=True, tall=64)
        self._reasoned = ReasonedAct(look, self.open_button)
        self.open_button.clicked.connect(self.open_asked)
        self.exception = ActButton(look, Act("exception", "Exception…", "Alt E"))
        self.exception.clicked.connect(self.exception_asked)
        self.exception.hide()
        self._gate_box = FramedBox(look, "panel")
        self._gate = column(look, 20, 16, 20, 18, gap=12, parent=self._gate_box)
        self._lines: list[QWidget] = []
        self._build()
        self.setFocusProxy(self.steps)

    def _build(self) -> None:
        look = self._look
        self._head: QBoxLayout = row(look, gap=18)
        self._head.addWidget(self._name)
        self._head.addWidget(self._subject, 1)
        self._listed = FramedBox(look, "panel")
        rows = column(look, 1, gap=0, parent=self._listed)
        head = row(look, 18, 12, 18, 10)
        head.addWidget(LineLabel(look, line(Words("Opening checklist", SECTION, 600))))
        head.addStretch(1)
        head.addWidget(self._count)
        rows.addLayout(head)
        rows.addWidget(Rule(look))
        rows.addWidget(self.steps, 1)
        right = column(look, gap=16)
        right.addWidget(self._gate_box)
        right.addStretch(1)
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
        fold(self._look, self._below, narrow, Fold(self._listed, height=360), Fold(self._side, 404))
        self.steps.wrap(narrow)
        if self.choice is not None:
            self.choice.fold(narrow)

    def show_opening(self, view: OpeningView) -> None:
        """Show the checklist and the gate as they now are."""
        self._name.show_line(line(Words(view.table, SUBJECT, 600)))
        self._subject.show_line(line(Words(view.subject, SECTION, 500, "ink2", shrinks=True)))
        if self.choice is None:
            self.choice = Choice(self._look, [(n, line(Words(w, 15, 500))) for n, w in view.choices], switch=True)
            self.choice.chosen.connect(self.cards_chosen)
            self._head.addWidget(self.choice)
            self.choice.fold(self.narrow)
        self.choice.choose(view.cards)
        needed = [step for step in view.steps if step.needed]
        done = sum(step.done for step in needed)
        self._count.show_line(line(Words(f"{done} of {len(needed)} done · click or Space to check", BODY, 400, "ink2")))
        self.steps.show_rows([_row(step) for step in view.steps])
        self._show_gate(view)
        self._reasoned.offer(view.act)
        self.exception.setVisible(view.exception is not None)
        if view.exception is not None:
            self.exception.offer(view.exception)

    def _show_gate(self, view: OpeningView) -> None:
        for old in self._lines:
            self._gate.removeWidget(old)
            old.hide()
            old.deleteLater()
        look = self._look
        self._lines = [LineLabel(look, line(Words("Requirements to open", SECTION, 600)))]
        for each in view.gate:
            if each.state is State.OKAY:
                passed = QWidget()
                cells = row(look, gap=10, parent=passed)
                cells.addWidget(LineLabel(look, line(Sign(State.OKAY, 14))))
                cells.addWidget(Text(look, each.says, BODY), 1)
                self._lines.append(passed)
                continue
            cite = f" ({each.cite})" if each.cite else ""
            self._lines += [
                LineLabel(look, state_line(each.state, "missing", size=15)),
                Text(look, each.says + cite, BODY, tone="ink"),
            ]
        for widget in self._lines:
            self._gate.addWidget(widget)
