"""Digits on the screen, for a hand without a keyboard: PINs and counts are typed with a finger."""

from __future__ import annotations

from PyQt6.QtCore import Qt
from PyQt6.QtGui import QColor, QMouseEvent
from PyQt6.QtWidgets import QGridLayout, QLineEdit, QWidget

from floorapp.screens.text_line import SECTION, Words, line
from floorapp.ui.look import Look
from floorapp.ui.widgets.button import LineButton

KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "Del", "0", "OK")
SPOKEN = {"Del": "Delete the last digit", "OK": "Done"}


class PadKey(LineButton):
    """A key of the pad: pressed twice quickly it types twice, and the focus stays in the line."""

    margin = 4.0

    def __init__(self, look: Look, words: str) -> None:
        super().__init__(look, line(Words(words, SECTION, 500)))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(SPOKEN.get(words, words))

    def mouseDoubleClickEvent(self, event: QMouseEvent | None) -> None:
        """1 1 is two presses here."""
        self.mousePressEvent(event)

    def outline(self) -> QColor | None:
        return self._look.colour("edge")


class Keypad(QWidget):
    """Types into one line."""

    def __init__(self, look: Look, edit: QLineEdit, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edit = edit
        cells = QGridLayout(self)
        cells.setContentsMargins(0, 0, 0, 0)
        cells.setSpacing(look.px(4))
        self.keys: dict[str, PadKey] = {}
        for place, words in enumerate(KEYS):
            key = self.keys[words] = PadKey(look, words)
            key.clicked.connect(lambda _on=False, words=words: self._press(words))
            cells.addWidget(key, place // 3, place % 3)

    def _press(self, words: str) -> None:
        self._edit.setFocus(Qt.FocusReason.OtherFocusReason)
        if words == "OK":
            self._edit.returnPressed.emit()
            return
        if words == "Del":
            self._edit.backspace()
        else:
            self._edit.insert(words)
        self._edit.textEdited.emit(self._edit.text())


class PadOpener(LineButton):
    """Shows the pad, or puts it away."""

    margin = 4.0

    def __init__(self, look: Look) -> None:
        super().__init__(look, line(Words("123", 14, 500, "ink2")))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName("Keypad")
