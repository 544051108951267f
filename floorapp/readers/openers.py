"""Opening ports takes time and may hang: a few threads do it, so that no line waits for another."""

from __future__ import annotations

import logging
from collections.abc import Callable
from queue import SimpleQueue
from threading import Lock, Thread

from floorapp.domain.reader_lines import LineReason
from floorapp.readers.ports import LOST, Port
from floorapp.readers.troubles import reason_of

_log = logging.getLogger(__name__)

Opening = Callable[[], Port]
Answer = Callable[[Port | LineReason], None]

FORESEEN: tuple[type[Exception], ...] = (*LOST, ValueError)
#: A name server or a device server may keep an opener this long; it ends by itself afterwards.
STOP_SECONDS = 10.0


class Openers:
    """A few threads that open ports and answer with the port, or with why there is none."""

    def __init__(self, name: str, most: int) -> None:
        self._name = name
        self._most = most
        self._jobs: SimpleQueue[tuple[Opening, Answer] | None] = SimpleQueue()
        self._threads: list[Thread] = []
        self._lock = Lock()
        self._waiting = 0
        self._stopped = False

    def open(self, opening: Opening, answer: Answer) -> None:
        """Open a port soon; the answer is called on an opener's thread."""
        with self._lock:
            self._waiting += 1
            if self._waiting > len(self._threads) and len(self._threads) < self._most:
                name = f"reader-opener-{self._name}-{len(self._threads) + 1}"
                thread = Thread(target=self._work, name=name, daemon=True)
                self._threads.append(thread)
                thread.start()
        self._jobs.put((opening, answer))

    def stop(self) -> None:
        """End the threads; ports that open only now are closed at once."""
        self._stopped = True
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join(STOP_SECONDS)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            if not self._stopped:
                self._answer(*job)
            with self._lock:
                self._waiting -= 1

    def _answer(self, opening: Opening, answer: Answer) -> None:
        try:
            port = opening()
        except FORESEEN as fault:
            if not self._stopped:
                answer(reason_of(fault))
            return
        except Exception:  # noqa: BLE001 - the edge of a thread: a driver's bug must not stop the others
            _log.exception("a port could not be opened, for a reason nobody foresaw")
            answer(LineReason.UNOPENED)
            return
        if self._stopped:
            port.close()
        else:
            answer(port)
