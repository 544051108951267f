"""A register: its list at the left, what is known of the chosen one and what can be done with it at the right."""

from __future__ import annotations

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QBoxLayout, QWidget

from floorapp.screens.forms import Act
from floorapp.screens.register import RegisterDetail, RegisterView
from floorapp.screens.text_line import BODY, SECOND, SECTION, TITLE, Words, line, state_line
from floorapp.ui.lists.rows import RowList
from floorapp.ui.look import Look
from floorapp.ui.widgets.button import ActButton, ReasonedAct
from floorapp.ui.widgets.empty import Empty
from floorapp.ui.widgets.folding_page import Fold, FoldingPage, fold
from floorapp.ui.widgets.label import LineLabel, Text
from floorapp.ui.widgets.surface import FramedBox, Rule, Scroll, column, emptied, row


class RegisterPage(FoldingPage):
    """List and detail."""

    wide_enough = 900.0

    act_chosen = pyqtSignal(str)

    def __init__(self, look: Look, name: str, nothing: tuple[str, str, str], parent: QWidget | None = None) -> None:
        super().__init__(look, parent=parent)
        self._title = LineLabel(look)
        self.list = RowList(look, name, tall=60, wraps=True)
        self._none = Empty(look, *nothing)
        self._detail = column(look, 20, 14, 20, 8, gap=4)
        self._acts = column(look, 20, 6, 20, 14, gap=8)
        self.buttons: list[ActButton] = []
        self._shown: RegisterDetail | None = None
        self._build()
        self.setFocusProxy(self.list)

    def _build(self) -> None:
        look = self._look
        left = FramedBox(look, "panel")
        rows = column(look, 1, gap=0, parent=left)
        head = row(look, 18, 12, 18, 10)
        head.addWidget(self._title, 1)
        rows.addLayout(head)
        rows.addWidget(Rule(look))
        rows.addWidget(self.list, 1)
        rows.addWidget(self._none, 1)
        self._right = FramedBox(look, "panel")
        inside = column(look, 1, gap=0, parent=self._right)
        held = QWidget()
        words = column(look, gap=0, parent=held)
        words.addLayout(self._detail)
        words.addStretch(1)
        inside.addWidget(Scroll(held), 1)
        inside.addLayout(self._acts)
        self._whole: QBoxLayout = row(look, 20, 14, 20, 14, gap=16, parent=self)
        self._whole.addWidget(left, 1)
        self._whole.addWidget(self._right)

    def show_register(self, view: RegisterView) -> None:
        """Show the list and the chosen one."""
        note = Words(view.note, BODY, 400, "ink2", shrinks=True)
        self._title.show_line(line(Words(view.title, TITLE, 600), note, gap=12))
        self.list.setVisible(bool(view.rows))
        self._none.setVisible(not view.rows)
        self.list.show_rows(list(view.rows))
        self._show_detail(view.detail)
        if view.detail is not None:
            self.list.select(view.detail.key)

    def _show_detail(self, detail: RegisterDetail | None) -> None:
        if detail == self._shown:
            return
        self._shown = detail
        look = self._look
        self._right.setVisible(detail is not None)
        emptied(self._detail)
        if detail is None:
            return
        self._detail.addWidget(LineLabel(look, state_line(detail.state, detail.word)))
        self._detail.addWidget(Text(look, detail.title, SECTION, 600))
        for label, words in detail.facts:
            self._detail.addSpacing(look.px(5))
            self._detail.addWidget(LineLabel(look, line(Words(label, SECOND, 500, "ink2"))))
            self._detail.addWidget(Text(look, words, BODY))
        self._show_acts(detail.acts)

    def _show_acts(self, acts: tuple[Act, ...]) -> None:
        emptied(self._acts)
        self.buttons = []
        pair = row(self._look, gap=8)
        for place, act in enumerate(acts):
            button = ActButton(self._look, act, primary=place == 0)
            button.clicked.connect(lambda _on=False, b=button: self.act_chosen.emit(b.act.name))
            self.buttons.append(button)
            if place == 0:
                self._acts.addWidget(ReasonedAct(self._look, button))
            elif place < 3:
                pair.addWidget(button, 1)
            else:
                self._acts.addWidget(button)
            if place == 2:
                self._acts.addLayout(pair)

    def fold(self, narrow: bool) -> None:
        fold(self._look, self._whole, narrow, Fold(self.list, height=240), Fold(self._right, 440, 480))
