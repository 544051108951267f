"""Shift handover: what is open at the left; giving it, taking it over, and ending the gaming day at the right."""

from __future__ import annotations

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import QBoxLayout, QPlainTextEdit, QStackedWidget, QWidget

from floorapp.screens.forms import Act
from floorapp.screens.handover import HandoverView
from floorapp.screens.text_line import BODY, SECOND, SECTION, SUBJECT, Words, line
from floorapp.ui.lists.rows import RowList
from floorapp.ui.look import Look
from floorapp.ui.widgets.button import ActButton, ReasonedAct
from floorapp.ui.widgets.field import Field, PickField
from floorapp.ui.widgets.folding_page import Fold, FoldingPage, fold
from floorapp.ui.widgets.label import LineLabel, Right, Text
from floorapp.ui.widgets.surface import Choice, FramedBox, Rule, Scroll, column, row


class HandoverPage(FoldingPage):
    """One form at a time beside the list it is about."""

    wide_enough = 900.0

    tab_chosen = pyqtSignal(str)
    typed = pyqtSignal()
    act_chosen = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent=parent)
        self._subject = LineLabel(look)
        self.tabs: Choice | None = None
        self._listed, self._count = LineLabel(look), LineLabel(look, align=Right)
        self.list = RowList(look, "Open items", tall=56, wraps=True)
        self._nothing = Text(look, "", BODY, tone="ink2")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._words = Text(look, "", BODY)
        self.to = PickField(look, "Given to", (), hint="Choose")
        self.shift = PickField(look, "Shift", ())
        self._says_label = LineLabel(look)
        self.says = QPlainTextEdit()
        self.says.setTabChangesFocus(True)
        self.says.setFixedHeight(look.px(120))
        self.pin = Field(look, "Your PIN", secret=True)
        self._signs = Text(look, "", SECOND, tone="ink2")
        self._wrong = Text(look, "", BODY, 500, tone="warning")
        self.button = ActButton(look, Act("do", "Sign", "F9"), primary=True, tall=56)
        self._reasoned = ReasonedAct(look, self.button)
        self._build()
        self.says.textChanged.connect(self.typed)
        self.to.typed.connect(self.typed)
        self.shift.typed.connect(self.typed)
        self.pin.entered.connect(lambda: self.act_chosen.emit("do"))
        self.button.clicked.connect(lambda: self.act_chosen.emit("do"))

    def _build(self) -> None:
        look = self._look
        self._head = row(look, gap=16)
        self._head.addWidget(LineLabel(look, line(Words("Shift change", SUBJECT, 600))))
        self._head.addWidget(self._subject, 1)
        left = FramedBox(look, "panel")
        rows = column(look, 1, gap=0, parent=left)
        top = row(look, 18, 12, 18, 10)
        top.addWidget(self._listed, 1)
        top.addWidget(self._count)
        rows.addLayout(top)
        rows.addWidget(Rule(look))
        self._stack = QStackedWidget()
        self._stack.addWidget(self.list)
        none = QWidget()
        column(look, 20, 16, 20, 16, parent=none).addWidget(self._nothing)
        self._stack.addWidget(none)
        rows.addWidget(self._stack, 1)
        self._right = FramedBox(look, "panel")
        side = column(look, 1, gap=0, parent=self._right)
        side.addWidget(Scroll(self._form()), 1)
        foot = column(look, 20, 4, 20, 16)
        foot.addWidget(self._reasoned)
        side.addLayout(foot)
        self._below: QBoxLayout = row(look, gap=16)
        self._below.addWidget(left, 1)
        self._below.addWidget(self._right)
        whole = column(look, 24, 12, 24, 14, gap=12, parent=self)
        whole.addLayout(self._head)
        whole.addLayout(self._below, 1)

    def _form(self) -> QWidget:
        look = self._look
        held = QWidget()
        rows = column(look, 20, 16, 20, 8, gap=10, parent=held)
        rows.addWidget(self._words)
        pair = row(look, gap=12)
        pair.addWidget(self.to, 3)
        pair.addWidget(self.shift, 2)
        rows.addLayout(pair)
        rows.addWidget(self._says_label)
        rows.addWidget(self.says)
        rows.addWidget(self._signs)
        rows.addWidget(self.pin)
        rows.addWidget(self._wrong)
        rows.addStretch(1)
        self._wrong.hide()
        return held

    def show_handover(self, view: HandoverView) -> None:
        """Show one side of a handover, or the end of a day."""
        look = self._look
        self._subject.show_line(line(Words(view.subject, SECTION, 500, "ink2", shrinks=True)))
        faces = [(name, line(Words(words, BODY, 500))) for name, words in view.tabs]
        if self.tabs is None:
            self.tabs = Choice(look, faces, switch=True)
            self.tabs.chosen.connect(self.tab_chosen)
            self._head.addWidget(self.tabs)
        for name, face in faces:
            self.tabs.parts[name].show_face(face)
        self.tabs.choose(view.tab)
        self._listed.show_line(line(Words(view.listed, SECTION, 600, shrinks=True)))
        self._count.show_line(line(Words(str(len(view.rows)) if view.rows else "", BODY, 400, "ink2")))
        self.list.show_rows(view.rows)
        self.list.take_waiting()
        self._stack.setCurrentIndex(0 if view.rows else 1)
        self._nothing.show_text(view.nothing)
        self._words.show_text(view.words)
        giving = view.tab == "give"
        self.to.setVisible(giving)
        self.shift.setVisible(giving)
        self.to.offer(view.people)
        if [self.shift.edit.itemText(n) for n in range(self.shift.edit.count())] != list(view.shifts):
            self.shift.offer(view.shifts)
            self.shift.show_text(view.shift)
        for part in (self._says_label, self.says, self.pin, self._signs):
            part.setVisible(view.asks)
        self._says_label.show_line(line(Words(view.says_label, SECOND, 500, "ink2", shrinks=True)))
        self.says.setAccessibleName(view.says_label)
        self._signs.show_text(view.signs)
        self._reasoned.offer(view.act)

    def say_wrong(self, sentence: str) -> None:
        """Say why it was not done; the PIN is typed anew."""
        self._wrong.show_text(sentence)
        self._wrong.setVisible(bool(sentence))
        self.pin.show_text("")
        if sentence:
            self.pin.edit.setFocus()

    def fold(self, narrow: bool) -> None:
        self._subject.setVisible(not narrow)
        fold(self._look, self._below, narrow, Fold(self._stack, height=220), Fold(self._right, 440, 460))
