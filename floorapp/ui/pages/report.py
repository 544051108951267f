"""Report an irregularity in four steps: what happened, what follows, when and who was told, sign."""

from __future__ import annotations

from PyQt6.QtCore import QEvent, QObject, Qt, pyqtSignal
from PyQt6.QtGui import QKeyEvent
from PyQt6.QtWidgets import QBoxLayout, QStackedWidget, QWidget

from floorapp.screens.lists import ListRow
from floorapp.screens.report_values import KnownFact, ReportView
from floorapp.screens.states import State
from floorapp.screens.text_line import BODY, SECOND, SECTION, SUBJECT, Icon, Sign, Words, line
from floorapp.ui.lists.rows import RowList
from floorapp.ui.look import Look
from floorapp.ui.pages.report_steps import FollowsStep, SignStep, WhenStep
from floorapp.ui.widgets.button import ActButton, ReasonedAct
from floorapp.ui.widgets.field import Field
from floorapp.ui.widgets.folding_page import Fold, FoldingPage, fold
from floorapp.ui.widgets.label import LineLabel, Text
from floorapp.ui.widgets.picker import Picker
from floorapp.ui.widgets.surface import Choice, FramedBox, Rule, Scroll, column, emptied, row

#: Below this the rulebook's words stand under the step instead of beside it.


def _row(known: KnownFact) -> ListRow:
    mark = Sign(State.DUE, 15) if known.suggested else Icon("flag", 16)
    head = line(Words(known.title, BODY, 500, shrinks=True))
    says = f"The reader suggests it: {known.suggested}" if known.suggested else known.look_for
    second = line(Words(says, SECOND, 400, "ink2", shrinks=True))
    note = line(Words(known.cite, SECOND, 400, "ink3", mono=True)) if known.cite else None
    return ListRow(known.code, mark, (head, second), note=note)


class WhatStep(QWidget):
    """The catalog of this game, searched as one types."""

    searched = pyqtSignal(str)
    chosen = pyqtSignal(str)
    gone_on = pyqtSignal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.search = Field(look, "What happened, in a word or two", hint="boxed card, misdeal, mispay, late bet …")
        self.list = RowList(look, "Irregularities of this game", tall=56, wraps=True)
        self._count = LineLabel(look)
        rows = column(look, 16, 14, 16, 0, gap=8, parent=self)
        rows.addWidget(self.search)
        rows.addWidget(self._count)
        rows.addWidget(self.list, 1)
        self.search.typed.connect(lambda: self.searched.emit(self.search.text))
        self.search.entered.connect(self._enter)
        self.search.edit.installEventFilter(self)
        self.list.row_selected.connect(self.chosen)
        self.list.row_opened.connect(lambda _key: self.gone_on.emit())
        self.setFocusProxy(self.search)

    def show_catalogue(self, known: tuple[KnownFact, ...], chosen: str, words: str) -> None:
        self.list.show_rows([_row(each) for each in known])
        self.list.take_waiting()
        self._count.show_line(line(Words(words, SECOND, 400, "ink2", shrinks=True)))
        if chosen:
            self.list.select(chosen)
        else:
            self.list.setCurrentIndex(self.list.rows_model.index(-1, 0))

    def _enter(self) -> None:
        """Enter takes the only match, and continues once something is chosen."""
        model = self.list.rows_model
        if self.list.currentIndex().row() < 0 and self.search.text.strip() and model.rowCount() <= 2:
            self.list.setCurrentIndex(model.index(0, 0))  # the last row is for what is not on the list
        else:
            self.gone_on.emit()

    def first(self) -> QWidget:
        """Where the hand goes."""
        return self.search.edit

    def eventFilter(self, watched: QObject | None, event: QEvent | None) -> bool:
        """Up and down in the search field move in the list below it."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
                by = 1 if event.key() == Qt.Key.Key_Down else -1
                place = max(0, self.list.currentIndex().row() + by)
                if place < self.list.rows_model.rowCount():
                    self.list.setCurrentIndex(self.list.rows_model.index(place, 0))
                return True
        return super().eventFilter(watched, event)


class ReportPage(FoldingPage):
    """The four steps at the left, what the rulebook says at the right."""

    wide_enough = 900.0

    table_chosen = pyqtSignal(str)
    step_chosen = pyqtSignal(str)
    put = pyqtSignal(str, str)
    act_chosen = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent=parent)
        self._subject, self._steps_row = LineLabel(look), row(look, gap=12)
        self.table: Picker | None = None
        self.steps: Choice | None = None
        self.what, self.follows = WhatStep(look), FollowsStep(look)
        self.when, self.sign = WhenStep(look), SignStep(look)
        self.stack = QStackedWidget()
        for each in (self.what, self.follows, self.when, self.sign):
            self.stack.addWidget(each if each is self.what else Scroll(each))
        self.next_button: ReasonedAct | None = None
        self._rule_rows = column(look, 20, 16, 20, 12, gap=3)
        self._buttons = column(look, 20, 8, 20, 16, gap=8)
        self._shown: ReportView | None = None
        self._build()
        self.what.searched.connect(lambda text: self.put.emit("search", text))
        self.what.chosen.connect(lambda code: self.put.emit("code", code))
        self.what.gone_on.connect(lambda: self.act_chosen.emit("next"))
        for step in (self.follows, self.when, self.sign):
            step.put.connect(self.put)
            step.gone_on.connect(lambda: self.act_chosen.emit("next"))
        self.when.file_asked.connect(lambda: self.act_chosen.emit("file"))

    def _build(self) -> None:
        look = self._look
        head = row(look, gap=16)
        self._head = head
        head.addWidget(LineLabel(look, line(Words("Report", SUBJECT, 600))))
        head.addWidget(self._subject, 1)
        left = FramedBox(look, "panel")
        rows = column(look, 1, gap=0, parent=left)
        top = row(look, 12, 8, 12, 8)
        top.addLayout(self._steps_row)
        top.addStretch(1)
        rows.addLayout(top)
        rows.addWidget(Rule(look))
        rows.addWidget(self.stack, 1)
        self._right = FramedBox(look, "panel")
        side = column(look, 1, gap=0, parent=self._right)
        inside = QWidget()
        held = column(look, gap=0, parent=inside)
        held.addLayout(self._rule_rows)
        held.addStretch(1)
        side.addWidget(Scroll(inside), 1)
        side.addWidget(Rule(look))
        side.addLayout(self._buttons)
        self._below: QBoxLayout = row(look, gap=16)
        self._below.addWidget(left, 1)
        self._below.addWidget(self._right)
        whole = column(look, 24, 12, 24, 14, gap=12, parent=self)
        whole.addLayout(head)
        whole.addLayout(self._below, 1)

    def show_report(self, view: ReportView) -> None:
        """Show the report as far as it has come."""
        before, self._shown = self._shown, view
        self._show_head(view)
        if before is not None and (before.table, before.about) != (view.table, view.about):
            self.when.forget()
        self.stack.setCurrentIndex(view.step)
        self.what.show_catalogue(view.catalogue, view.code, view.catalogue_words)
        self.follows.show_follows(view)
        self.when.show_when(view)
        self.sign.show_sign(view)
        if before is None or before.rule != view.rule:
            self._show_rule(view)
        self._show_next(view)
        elsewhere = before is None or (before.step, before.table, before.about) != (view.step, view.table, view.about)
        if elsewhere or (view.step == 1 and before is not None and before.questions != view.questions):
            self.focus_step()

    def say_missing(self, view: ReportView) -> bool:
        """Say beside its field what keeps this step from going on; whether there is such a field."""
        return view.step == 2 and self.when.say_missing(view)

    def focus_step(self) -> None:
        """Put the hand where this step begins."""
        step = self._shown.step if self._shown else 0
        part = (self.what, self.follows, self.when, self.sign)[step]
        target = part.first()
        if target is part and self.next_button is not None:  # nothing is asked here: Enter goes on
            target = self.next_button.button
        target.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_head(self, view: ReportView) -> None:
        self._subject.show_line(line(Words(view.subject, SECTION, 500, "ink2", shrinks=True)))
        if self.table is None:
            self.table = Picker(self._look, "Table", view.tables, "map-pin-2")
            self.table.textActivated.connect(self.table_chosen)
            self._head.addWidget(self.table)
        if [self.table.itemText(i) for i in range(self.table.count())] != list(view.tables):
            self.table.clear()
            self.table.addItems(list(view.tables))
        if self.table.currentText() != view.table:
            self.table.setCurrentText(view.table)
        if self.steps is None:
            faces = [(str(n), line(Words(words, 14, 500))) for n, words in enumerate(view.steps)]
            self.steps = Choice(self._look, faces, switch=True)
            self.steps.chosen.connect(self.step_chosen)
            self._steps_row.addWidget(self.steps)
        for number, part in self.steps.parts.items():
            part.setEnabled(int(number) <= view.furthest)
        self.steps.choose(str(view.step))

    def _show_rule(self, view: ReportView) -> None:
        look, rule = self._look, view.rule
        emptied(self._rule_rows)
        if rule is None:
            self._rule_rows.addWidget(LineLabel(look, line(Words("What the rulebook says", SECTION, 600))))
            words = "Choose what happened; the section, the remedy and who decides show here."
            self._rule_rows.addWidget(Text(look, words, BODY, tone="ink2"))
            return
        self._rule_rows.addWidget(Text(look, rule.title, SECTION, 600))
        if rule.cite:
            self._rule_rows.addWidget(Text(look, rule.cite, 14, 600, tone="ink2"))
        for label, words in rule.rows:
            self._rule_rows.addSpacing(look.px(7))
            self._rule_rows.addWidget(LineLabel(look, line(Words(label, SECOND, 500, "ink2"))))
            self._rule_rows.addWidget(Text(look, words, BODY))
        if rule.caution:
            self._rule_rows.addSpacing(look.px(9))
            self._rule_rows.addWidget(
                LineLabel(look, line(Sign(State.ALARM, 15), Words(rule.caution, BODY, 600, shrinks=True)))
            )

    def _show_next(self, view: ReportView) -> None:
        if self.next_button is None:
            button = ActButton(self._look, view.act, primary=True, tall=56)
            button.clicked.connect(lambda: self.act_chosen.emit("next"))
            self.next_button = ReasonedAct(self._look, button)
            self._buttons.addWidget(self.next_button)
        self.next_button.offer(view.act)

    def fold(self, narrow: bool) -> None:
        fold(self._look, self._below, narrow, Fold(self.stack, height=300), Fold(self._right, 380, 220))
