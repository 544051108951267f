"""Scanners in keyboard mode: what follows the prefix is taken as a code up to Enter, whatever has the focus."""

from __future__ import annotations

from PyQt6.QtCore import QEvent, QObject, Qt, QTimer, pyqtSignal
from PyQt6.QtGui import QKeyEvent
from PyQt6.QtWidgets import QApplication, QLineEdit, QWidget

#: Set up in the scanner before each code; no name and no form of the floor begins with it.
PREFIX = "~"
#: A scanner types much faster; after so long it was a hand, and what it typed is given back.
PAUSE_MS = 250
ENDS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def _for_an_act(event: QKeyEvent) -> bool:
    """Alt with a letter is meant for an act; where this screen has none under it, it is not typed either."""
    alone = event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier == Qt.KeyboardModifier.AltModifier
    return alone and event.text().isprintable() and bool(event.text())


class KeyboardScanner(QObject):
    """Watches the keys of whatever has the focus in a window; everything but a code goes its way untouched."""

    scanned = pyqtSignal(str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._code: str | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._give_back)
        window.installEventFilter(self)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow)

    def _follow(self, old: QWidget | None, new: QWidget | None) -> None:
        """Filtering every event of the application would cost more than all the rest of an idle floor."""
        if old is not None and old is not self._window:
            old.removeEventFilter(self)
        if new is not None and new is not self._window and self._window.isAncestorOf(new):
            new.installEventFilter(self)

    def eventFilter(self, _watched: QObject | None, event: QEvent | None) -> bool:
        if not isinstance(event, QKeyEvent):
            return False
        kind = event.type()
        if kind is QEvent.Type.ShortcutOverride and (self._code is not None or event.text() == PREFIX):
            event.accept()
            return True
        if kind is QEvent.Type.KeyRelease:
            return self._code is not None
        if kind is QEvent.Type.KeyPress and _for_an_act(event):
            return True
        return kind is QEvent.Type.KeyPress and self._take(event)

    def _take(self, event: QKeyEvent) -> bool:
        """Whether a key is part of a code."""
        if self._code is None:
            if event.text() != PREFIX:
                return False
            self._code = ""
        elif event.key() in ENDS:
            code, self._code = self._code.strip(), None
            self._pause.stop()
            if code:
                self.scanned.emit(code)
            return True
        else:
            self._code += event.text() if event.text().isprintable() else ""
        self._pause.start()
        return True

    def _give_back(self) -> None:
        """It was typed by hand: it belongs where one is typing."""
        typed, self._code = f"{PREFIX}{self._code or ''}", None
        now = self._window.focusWidget()
        if isinstance(now, QLineEdit):
            now.insert(typed)
