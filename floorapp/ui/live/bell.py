"""The bell: sounds a new alarm at once and an unanswered one again, until it is seen; silence is said."""

from __future__ import annotations

from collections.abc import Callable

from PyQt6.QtCore import QObject, QTimer, pyqtSignal

from floorapp.domain.duties import Urgency
from floorapp.operations.alarms import FloorAlarm

#: How soon an unanswered alarm sounds again; a low one sounds once.
AGAIN_MS = {Urgency.ALARM: 8_000, Urgency.WARNING: 30_000}

Play = Callable[[Urgency], None]


class Bell(QObject):
    """Knows which alarms nobody has seen; plays the highest of them."""

    muted_changed = pyqtSignal(bool)

    def __init__(self, play: Play, *, can_play: bool = True, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._play, self.can_play = play, can_play
        self._heard: dict[str, Urgency] = {}
        self.muted = False
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.timeout.connect(self._ring)

    def hear(self, unanswered: tuple[FloorAlarm, ...]) -> None:
        """What nobody has seen now: what is new among it sounds at once."""
        now = {alarm.key: alarm.priority for alarm in unanswered}
        new = [priority for key, priority in now.items() if key not in self._heard]
        self._heard = now
        if new:
            self._sound(max(new))
        elif not now:
            self._again.stop()

    def _ring(self) -> None:
        if self._heard:
            self._sound(max(self._heard.values()))

    def _sound(self, priority: Urgency) -> None:
        if not self.muted:
            self._play(priority)
        highest = max(self._heard.values())
        self._again.start(AGAIN_MS[highest]) if highest in AGAIN_MS else self._again.stop()

    def mute(self, muted: bool) -> None:
        """Be silent, or sound again; screens say which."""
        if muted != self.muted:
            self.muted = muted
            self.muted_changed.emit(muted)

    def stop(self) -> None:
        """No more sound from here."""
        self._again.stop()
