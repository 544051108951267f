"""A calm list of the acts that are not done every hour: each with its digit, a refused one with its reason."""

from __future__ import annotations

from PyQt6.QtCore import QRectF, Qt, QTimer, pyqtSignal
from PyQt6.QtGui import QKeyEvent, QPainter, QShowEvent
from PyQt6.QtWidgets import QWidget

from floorapp.screens.forms import Act
from floorapp.screens.text_line import BODY, SECOND, Key, Words, line
from floorapp.ui.look import Look
from floorapp.ui.paint.text_line import paint_line
from floorapp.ui.theme import bring_into_sight
from floorapp.ui.widgets.button import ActButton
from floorapp.ui.widgets.label import Text
from floorapp.ui.widgets.panel import PanelSheet
from floorapp.ui.widgets.surface import Scroll, column

#: A digit of the row above the letters, or of the block beside them.
PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class OtherActButton(ActButton):
    """An act as a row of the list: its digit at the left, then its words."""

    def __init__(self, look: Look, act: Act, parent: QWidget | None = None) -> None:
        face = line(Key(act.key), Words(act.words, BODY, 500, shrinks=True), gap=12)
        super().__init__(look, act, face=face, parent=parent)

    def paint_face(self, painter: QPainter) -> None:
        side = self._look.px(14)
        paint_line(painter, QRectF(self.rect()).adjusted(side, 0, -side, 0), self._look, self._face, ink=self.ink())


class OtherActsSheet(PanelSheet):
    """Lists the acts of one table or deck set; says which was chosen, by digit or by hand."""

    chosen = pyqtSignal(str)

    def __init__(self, look: Look, title: str, acts: tuple[Act, ...], parent: QWidget | None = None) -> None:
        super().__init__(look, title, parent)
        self.setAutoFillBackground(True)
        inside = QWidget()
        rows = column(look, 4, 4, 8, 4, gap=8, parent=inside)
        self.buttons: list[OtherActButton] = []
        later = (*(act.refusal for act in acts[1:]), "")
        for act, following in zip(acts, later, strict=True):
            button = OtherActButton(look, act)
            button.clicked.connect(lambda _on=False, name=act.name: self.chosen.emit(name))
            self.buttons.append(button)
            rows.addWidget(button)
            if act.refusal and act.refusal != following:  # what holds for several in a row is said once
                rows.addWidget(Text(look, act.refusal, SECOND, tone="ink2"))
        rows.addStretch(1)
        self.body.addWidget(Scroll(inside), 1)
        self.setFocusProxy(next((each for each in self.buttons if each.isEnabled()), self.close_button))

    def showEvent(self, event: QShowEvent | None) -> None:
        """The first act that can be done is in sight, also where the list is longer than the sheet."""
        super().showEvent(event)
        first = self.focusProxy()
        if first is not None:
            QTimer.singleShot(0, lambda: bring_into_sight(first))

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        typed = event.text() if event is not None and event.modifiers() in PLAIN and not event.isAutoRepeat() else ""
        for button in self.buttons:
            if typed and button.act.key == typed and button.isEnabled():
                button.click()
                return
        super().keyPressEvent(event)
