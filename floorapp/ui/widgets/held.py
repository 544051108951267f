"""What a hand does without meaning to: a key that is held presses once."""

from __future__ import annotations

from PyQt6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PyQt6.QtGui import QKeyEvent, QWindow

#: Keys that press what has the focus.
PRESSING = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)


def held(event: QKeyEvent | None) -> bool:
    """Whether a key that presses is only being held: what was meant was said by its first press."""
    return event is not None and event.isAutoRepeat() and event.key() in PRESSING


#: A hand that lets a key go and presses it again takes longer than so many milliseconds.
AT_ONCE_MS = 1


class HeldKeys(QObject):
    """Has the app know a key that is held, also where the display tells it as pressed anew each time.

    WORKAROUND: an X server sends a release and a press for every repeat, both of one instant, and Qt calls the press
    a repeat only where it has both in hand at once. Such a press starts no shortcut and comes to widgets as a repeat.
    https://github.com/supercollider/supercollider/issues/6466
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._let_go = (0, 0)
        application = QCoreApplication.instance()
        assert application is not None
        application.installEventFilter(self)

    def eventFilter(self, of: QObject | None, event: QEvent | None) -> bool:
        if not isinstance(event, QKeyEvent) or not isinstance(of, QWindow):
            return False
        key, at = event.key(), event.timestamp()
        if event.type() is QEvent.Type.KeyRelease:
            self._let_go = (key, at)
            return False
        again = at > 0 and key == self._let_go[0] and 0 <= at - self._let_go[1] <= AT_ONCE_MS
        if not again or event.isAutoRepeat():
            return False
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        repeat = QKeyEvent(
            QEvent.Type.KeyPress,
            key,
            event.modifiers(),
            event.nativeScanCode(),
            event.nativeVirtualKey(),
            event.nativeModifiers(),
            event.text(),
            True,
            event.count(),
        )
        QCoreApplication.sendEvent(of, repeat)
        return True
