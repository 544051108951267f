"""An empty screen says what to do first."""

from __future__ import annotations

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QWidget

from floorapp.screens.forms import Act
from floorapp.screens.text_line import BODY, SECTION, Icon, Words, line
from floorapp.ui.look import Look
from floorapp.ui.widgets.button import ActButton
from floorapp.ui.widgets.label import Centre, LineLabel, Text
from floorapp.ui.widgets.surface import column


class Empty(QWidget):
    """An icon, what is so, what comes next, and the act that does it."""

    def __init__(
        self, look: Look, icon: str, title: str, sentence: str, act: Act | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        rows = column(look, 24, 32, 24, 32, gap=8, parent=self)
        rows.addStretch(1)
        rows.addWidget(LineLabel(look, line(Icon(icon, 22, "ink3")), align=Centre))
        self._title = LineLabel(look, line(Words(title, SECTION, 600, shrinks=True)), align=Centre)
        rows.addWidget(self._title)
        self._words = Text(look, sentence, BODY, tone="ink2")
        self._words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        rows.addWidget(self._words)
        self.button = ActButton(look, act, primary=True) if act else None
        if self.button is not None:
            rows.addSpacing(look.px(8))
            rows.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        rows.addStretch(2)

    def say(self, title: str, sentence: str) -> None:
        """Other words, where there is now something else to do first."""
        self._title.show_line(line(Words(title, SECTION, 600, shrinks=True)))
        self._words.show_text(sentence)
