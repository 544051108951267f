"""From other threads to the screens: changes come in bursts and leave as at most ten refreshes a second."""

from __future__ import annotations

from PyQt6.QtCore import QObject, Qt, QTimer, pyqtSignal

#: Ten refreshes a second, and not one more.
BETWEEN_MS = 100


class Bridge(QObject):
    """Hears from any thread that something changed, and says so on the UI thread, folded."""

    changed = pyqtSignal()
    #: A scanner on a line read a code; emitted from any thread.
    scanned = pyqtSignal(str)
    _arrived = pyqtSignal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tell_waiting)
        self._arrived.connect(self._take)

    def tell(self) -> None:
        """Something changed; may be called from any thread and never waits."""
        self._arrived.emit()

    def _take(self) -> None:
        if self._timer.isActive():
            self._waiting = True
            return
        self._timer.start(BETWEEN_MS)
        self.changed.emit()

    def _tell_waiting(self) -> None:
        if self._waiting:
            self._waiting = False
            self._timer.start(BETWEEN_MS)
            self.changed.emit()
