"""Long work off the UI thread: each on a thread of its own, shown in the work bar, and cancelled from there.

A place runs it so:

    def work(running: Running) -> Answer:            # on the work's own thread
        for number, each in enumerate(many):
            running.far(number, len(many))            # how far; ends the work if it was cancelled
            ...
        return answer

    self.around.works.start("audit", "Verifying the rounds of November", work, self._show_answer)

`look` is the same with a consistent look at the floor. Neither may write: when the work has its answer,
`then` (on the UI thread) hands it to `writer.act`. Refusals, a lost logbook and bugs are told as the writer
tells them; a cancelled work calls `cancelled` instead of `then`.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from PyQt6.QtCore import QObject, QTimer, pyqtSignal

from floorapp.operations.faults import LogbookFault
from floorapp.operations.refusal import Refused
from floorapp.screens.shell import Work
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.live.writer import BUG, BugTrouble, Writer

T = TypeVar("T")

#: What ends sooner is never shown: a bar that flashes helps nobody.
SHOWN_AFTER = 0.5
BETWEEN_MS = 150

log = logging.getLogger(__name__)


class WorkStopped(Exception):
    """Somebody cancelled the work; it ends at the next word about how far it is."""


class Running:
    """A work under way: told how far it is from its own thread, asked from the UI thread."""

    def __init__(self, name: str, words: str) -> None:
        self.name, self.words = name, words
        self.since = time.monotonic()
        self._far = (0, 0)
        self._stopped = threading.Event()

    def far(self, done: int, whole: int = 0) -> None:
        """Say how far it is; raises where it was cancelled."""
        self._far = (done, whole)
        if self._stopped.is_set():
            raise WorkStopped(self.name)

    def stop(self) -> None:
        """Have it end at its next word."""
        self._stopped.set()

    @property
    def shown(self) -> Work:
        """As the work bar shows it."""
        done, whole = self._far
        words = f"{self.words}: ending" if self._stopped.is_set() else self.words
        return Work(self.name, words, done, whole, can_cancel=not self._stopped.is_set())


class BackgroundWork(QObject):
    """Every work under way, by its name."""

    shown = pyqtSignal(tuple)
    _back = pyqtSignal(object)

    def __init__(self, writer: Writer, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._writer = writer
        self._running: dict[str, tuple[Running, threading.Thread]] = {}
        self._back.connect(lambda tell: tell())  # from another thread, so it is queued to ours
        self._timer = QTimer(self)
        self._timer.setInterval(BETWEEN_MS)
        self._timer.timeout.connect(self._show)

    def start(
        self,
        name: str,
        words: str,
        work: Callable[[Running], T],
        then: Callable[[T], None] = lambda _: None,
        cancelled: Callable[[], None] = lambda: None,
    ) -> bool:
        """Begin; False where a work of this name is still running."""
        if name in self._running:
            return False
        running = Running(name, words)

        def do() -> None:
            tell: Callable[[], Any] = cancelled
            try:
                tell = partial(then, work(running))
            except WorkStopped:
                pass
            except Refused as error:
                tell = partial(self._writer.refused.emit, error.refusal)
            except LogbookFault as fault:
                log.exception("the logbook did not answer")
                trouble = BugTrouble(fault.happened, fault.means, fault.todo, logbook=True)
                tell = partial(self._writer.troubled.emit, trouble)
            except Exception:  # the edge of the thread: logged whole, and the floor goes on
                log.exception("an unexpected error in the work “%s”", name)
                tell = partial(self._writer.troubled.emit, BUG)
            self._back.emit(lambda: self._end(name, tell))

        thread = threading.Thread(target=do, name=f"work {name}", daemon=True)
        self._running[name] = (running, thread)
        thread.start()
        self._timer.start()
        return True

    def look(
        self,
        name: str,
        words: str,
        query: Callable[[Snapshot, Running], T],
        then: Callable[[T], None] = lambda _: None,
        cancelled: Callable[[], None] = lambda: None,
    ) -> bool:
        """Begin a work that reads the floor as it stands now; writers are not kept waiting."""

        def work(running: Running) -> T:
            with self._writer.looking() as snapshot:
                return query(snapshot, running)

        return self.start(name, words, work, then, cancelled)

    @property
    def names(self) -> tuple[str, ...]:
        """What is under way."""
        return tuple(self._running)

    def cancel(self, name: str) -> None:
        """Have a work end; it answers nothing."""
        if name in self._running:
            self._running[name][0].stop()
            self._show()

    def stop(self) -> None:
        """End every work and wait for their threads."""
        for running, _thread in self._running.values():
            running.stop()
        for _running, thread in self._running.values():
            thread.join()
        self._running.clear()
        self._timer.stop()

    def _end(self, name: str, tell: Callable[[], Any]) -> None:
        if name not in self._running:  # stopped meanwhile
            return
        _running, thread = self._running.pop(name)
        thread.join()
        self._show()
        if not self._running:
            self._timer.stop()
        tell()

    def _show(self) -> None:
        now = time.monotonic()
        self.shown.emit(tuple(r.shown for r, _thread in self._running.values() if now - r.since >= SHOWN_AFTER))
