"""What a hand does without meaning to: a key that is held presses once."""

from __future__ import annotations

from PyQt6.QtCore import Qt
from PyQt6.QtGui import QKeyEvent

#: Keys that press what has the focus.
PRESSING = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)


def held(event: QKeyEvent | None) -> bool:
    """Whether a key that presses is only being held: what was meant was said by its first press."""
    return event is not None and event.isAutoRepeat() and event.key() in PRESSING
