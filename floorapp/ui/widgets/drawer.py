"""The drawer of the selected table: its facts in label and value, and what can be done there."""

from __future__ import annotations

from dataclasses import replace

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from floorapp.screens.forms import Act
from floorapp.screens.lists import DrawerView
from floorapp.screens.text_line import BODY, SECOND, Icon, Spacer, TextLine, Words, line, state_line
from floorapp.ui.look import Look
from floorapp.ui.widgets.button import ActButton
from floorapp.ui.widgets.label import LineLabel, Right
from floorapp.ui.widgets.surface import Ground, column, row


class FactGrid(QWidget):
    """Labels at the left in one column, values beside them."""

    def __init__(self, look: Look, label_width: float = 50, step: float = 29, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look, self._step = look, step
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(look.px(10))
        self._grid.setVerticalSpacing(0)
        self._grid.setColumnMinimumWidth(0, look.px(label_width))
        self._grid.setColumnStretch(1, 1)
        self._labels: list[tuple[LineLabel, LineLabel]] = []
        self._shown: tuple[tuple[str, TextLine], ...] = ()
        self._tight = False

    def be_tight(self, tight: bool) -> None:
        """Smaller steps and words of 13 where the window is small."""
        self._tight = tight
        for pair in self._labels:
            for label in pair:
                label.setMinimumHeight(self._look.px(25 if tight else self._step))
        self.show_facts(self._shown)

    def show_facts(self, facts: tuple[tuple[str, TextLine], ...]) -> None:
        self._shown = facts
        while len(self._labels) > len(facts):
            for label in self._labels.pop():
                self._grid.removeWidget(label)
                label.deleteLater()
        while len(self._labels) < len(facts):
            place = len(self._labels)
            pair = LineLabel(self._look), LineLabel(self._look)
            for across, label in enumerate(pair):
                label.setMinimumHeight(self._look.px(25 if self._tight else self._step))
                self._grid.addWidget(label, place, across)
            self._labels.append(pair)
        for (name, value), (left, right) in zip(facts, self._labels, strict=True):
            size = SECOND if self._tight else BODY - 1
            left.show_line(line(Words(name, size, 400, "ink3")))
            right.show_line(_tightened(value) if self._tight else value)


def _tightened(value: TextLine) -> TextLine:
    """The same words at 13 px, closer together."""
    pieces = (
        replace(piece, size=min(piece.size, SECOND)) if isinstance(piece, Words) else piece for piece in value.pieces
    )
    return TextLine(tuple(pieces), min(value.gap, 6))


class Drawer(Ground):
    """Facts and acts of one table; says which act was chosen."""

    act_chosen = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "panel", parent=parent)
        self._view: DrawerView | None = None
        self._tight = self._strip = False
        self._name, self._state = LineLabel(look), LineLabel(look, align=Right)
        self._subject, self._since, self._caution = LineLabel(look), LineLabel(look), LineLabel(look)
        self._facts = FactGrid(look)
        self._acts = QGridLayout()
        self._acts.setSpacing(look.px(8))
        self.buttons: list[ActButton] = []
        self._whole = whole = column(look, 16, 12, 16, 16, gap=4, parent=self)
        self._head = head = row(look, gap=12)
        words = column(look, gap=0)
        words.addWidget(self._subject)
        words.addWidget(self._since)
        head.addWidget(self._name)
        head.addLayout(words, 1)
        head.addWidget(self._state)
        whole.addLayout(head)
        whole.addSpacing(look.px(2))
        whole.addWidget(self._caution)
        whole.addWidget(self._facts)
        whole.addSpacing(look.px(4))
        whole.addLayout(self._acts)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def be_tight(self, tight: bool) -> None:
        """Smaller words where the window is small."""
        self._tight = tight
        self._facts.be_tight(tight)
        self._show_name()

    def be_strip(self, strip: bool) -> None:
        """Only the head and the acts, in one row, where the drawer stands below the map."""
        if strip != self._strip:
            self._strip = strip
            self._facts.setVisible(not strip)
            self._caution.setVisible(not strip and self._view is not None and self._view.caution is not None)
            for place, button in enumerate(self.buttons):
                self._acts.addWidget(button, *self._at(place))

    def _at(self, place: int) -> tuple[int, int]:
        return (0, place) if self._strip else (place // 2, place % 2)

    def _show_name(self) -> None:
        if self._view is not None:
            tight = self._tight
            self._name.show_line(line(Words(self._view.name, 20 if tight else 24, 600, fits=True)))
            self._state.show_line(state_line(self._view.state, self._view.word, size=13 if tight else 14))
            side = self._look.px(14 if tight else 16)
            self._whole.setContentsMargins(side, self._look.px(12), side, self._look.px(16))
            self._head.setSpacing(self._look.px(8 if tight else 12))

    def show_drawer(self, view: DrawerView) -> None:
        """Show a table; the acts keep their places."""
        if view == self._view:
            return
        self._view = view
        self._show_name()
        self._subject.show_line(line(Words(view.subject, BODY, 600, shrinks=True)))
        self._since.show_line(line(Words(view.since, SECOND, 400, "ink2", shrinks=True)))
        self._caution.setVisible(view.caution is not None and not self._strip)
        if view.caution is not None:
            self._caution.show_line(
                line(Icon("alert-triangle", 16), Spacer(8), *view.caution.pieces, gap=view.caution.gap)
            )
        self._facts.show_facts(view.facts)
        self._show_acts(view.acts)

    def _show_acts(self, acts: tuple[Act, ...]) -> None:
        while len(self.buttons) > len(acts):
            gone = self.buttons.pop()
            self._acts.removeWidget(gone)
            gone.deleteLater()
        for place, act in enumerate(acts):
            if place < len(self.buttons):
                self.buttons[place].offer(act)
                continue
            button = ActButton(self._look, act, primary=place == 0)
            button.clicked.connect(lambda _on=False, b=button: self.act_chosen.emit(b.act.name))
            self._acts.addWidget(button, *self._at(place))
            self.buttons.append(button)
