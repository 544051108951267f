"""From other threads to the screens: changes come in bursts and leave as at most ten refreshes a second."""

from __future__ import annotations

from collections.abc import Iterable

from PyQt6.QtCore import QObject, Qt, QTimer, pyqtSignal

#: Ten refreshes a second, and not one more.
BETWEEN_MS = 100


class Bridge(QObject):
    """Takes what changed (nouns) from any thread and tells the places on the UI thread, folded."""

    changed = pyqtSignal(frozenset)
    _arrived = pyqtSignal(frozenset)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: set[str] = set()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tell_waiting)
        self._arrived.connect(self._take)

    def tell(self, nouns: Iterable[str]) -> None:
        """Say what changed; may be called from any thread and never waits."""
        self._arrived.emit(frozenset(nouns))

    def _take(self, nouns: frozenset[str]) -> None:
        if self._timer.isActive():
            self._waiting |= nouns
            return
        self._timer.start(BETWEEN_MS)
        self.changed.emit(nouns)

    def _tell_waiting(self) -> None:
        if self._waiting:
            nouns, self._waiting = frozenset(self._waiting), set()
            self._timer.start(BETWEEN_MS)
            self.changed.emit(nouns)
