"""The one thread that owns the desk: screens ask and act through it, answers come on the UI thread."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from PyQt6.QtCore import QObject, pyqtSignal

from floorapp.domain.values import dataclass
from floorapp.operations.credentials import Hasher
from floorapp.operations.desk import Change, Desk
from floorapp.operations.faults import LogbookFault
from floorapp.operations.reader_lines import CONCERNS, LinesAtWork
from floorapp.operations.refusal import Refusal, Refused
from floorapp.operations.state import StateView
from floorapp.operations.station_status import Stationed
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.bridge import Bridge
from floorapp.ui.live.remembered import QueryCache, RememberedState

if TYPE_CHECKING:
    from floorapp.operations.book import Book

T = TypeVar("T")

log = logging.getLogger(__name__)


class FloorService(Protocol):
    """What runs beside the desk while a floor is open: the station's upkeep, the readers' lines."""

    def start(self, tell: Callable[[], None]) -> None:
        """Begin; `tell` is called from any thread whenever something changed."""
        ...

    def stop(self) -> None:
        """End, and come back when nothing of it runs any more."""
        ...


@dataclass(frozen=True, slots=True)
class Opened:
    """An open floor: a desk to act at, the book to leaf through, and what runs beside them.

    `lines` are the reader lines, which are among those beside and can also be asked.
    """

    desk: Desk
    book: Book
    beside: tuple[FloorService, ...] = ()
    lines: LinesAtWork | None = None
    #: How the station stands with the server, where the floor is on one.
    stationed: Stationed | None = None
    #: Makes what runs beside, and the lines, where that is left until the floor is in view.
    later: Callable[[], tuple[tuple[FloorService, ...], LinesAtWork | None]] | None = None


@dataclass(frozen=True, slots=True)
class BugTrouble:
    """Something that is nobody's refusal: what happened, what it means, what to do."""

    happened: str
    means: str
    todo: str
    logbook: bool = False


Progress = Callable[[int, int], None]
Opening = Callable[[Progress], Opened]
Job = Callable[[], None]

BUG = BugTrouble(
    "Unexpected error.",
    "What was saved before is unaffected; what you just did may not be saved.",
    "Check the last entry number, then try again; the full error is in the log.",
)
CLOSED = BugTrouble("No property is open.", "Nothing was changed.", "Open a property first.", logbook=True)


class Writer(QObject):
    """Takes jobs from the UI thread, does them one after another, and gives the answers back there."""

    saved = pyqtSignal(object)
    refused = pyqtSignal(object)
    troubled = pyqtSignal(object)
    progressed = pyqtSignal(int, int)
    _back = pyqtSignal(object)

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._opened: Opened | None = None
        self._begun: Opened | None = None
        self._known = QueryCache()
        self._stopped = False
        self._back.connect(self._deliver)  # from another thread, so it is queued to ours
        self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self._thread.start()

    # --- from the UI thread ---

    def open(self, opening: Opening, then: Callable[[], None]) -> None:
        """Open another floor in place of the one that is open."""

        def do() -> None:
            self._close()
            self._opened = opening(self._say_progress)
            self._give(then)

        self._put(do)

    def begin_beside(self) -> None:
        """Start what runs beside the desk; asked for when the floor is in view, so that it waits for nobody."""

        def do() -> None:
            opened = self._opened
            if opened is None or opened is self._begun:
                return
            if opened.later is not None:
                beside, lines = opened.later()
                opened = self._opened = replace(opened, beside=beside, lines=lines, later=None)
            self._begun = opened
            if opened.lines is not None:
                opened.lines.heed(self._bridge.scanned.emit)
            for each in opened.beside:
                each.start(self._bridge.tell)

        self._put(do)

    def ask(self, query: Callable[[Snapshot], T], then: Callable[[T], None]) -> None:
        """Put a question to the floor as it stands; the answer is a frozen view."""

        def do() -> None:
            with self._the_opened().desk.logbook.reading() as state:
                answer = query(self._see(RememberedState(state, self._known)))
            self._give(lambda: then(answer))

        self._put(do)

    def act(
        self,
        act: Callable[[Desk], T],
        then: Callable[[T], None] = lambda _: None,
        refused: Callable[[Refusal], None] | None = None,
    ) -> None:
        """Do something at the desk; it is told as saved only after it is durable."""

        def do() -> None:
            desk = self._the_opened().desk
            try:
                done = desk.do(act)
            except Refused as error:
                refusal = error.refusal
                self._give(lambda: (refused or self.refused.emit)(refusal))
                return
            if isinstance(done, Change):
                at = desk.clock.now()
                self._give(lambda: self.saved.emit((done, at)))
                self._bridge.tell()
                self._follow(done)
            self._give(lambda: then(done))

        self._put(do)

    def run(self, work: Callable[[], T], then: Callable[[T], None] = lambda _: None) -> None:
        """Do something with files, off the UI thread."""

        def do() -> None:
            answer = work()
            self._give(lambda: then(answer))

        self._put(do)

    @contextmanager
    def looking(self) -> Iterator[Snapshot]:
        """A look of one's own, for long work on another thread; the writer goes on meanwhile."""
        with self._the_opened().desk.logbook.reading() as state:
            yield self._see(state)

    def stop(self) -> None:
        """Finish what was handed over, close the floor and end the thread."""
        if not self._stopped:
            self._stopped = True
            self._jobs.put(self._close)
            self._jobs.put(None)
            self._thread.join()

    # --- on the writer's own thread ---

    @property
    def hasher(self) -> Hasher:
        """What hashes secrets, on any thread."""
        return self._the_opened().desk.hasher

    def _put(self, job: Job) -> None:
        if not self._stopped:
            self._jobs.put(job)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                job()
            except LogbookFault as fault:
                log.exception("the logbook did not answer")
                self._trouble(BugTrouble(fault.happened, fault.means, fault.todo, logbook=True))
            except Exception:  # the edge of the thread: logged whole, and the floor goes on
                log.exception("an unexpected error on the writer thread")
                self._trouble(BUG)

    def _follow(self, change: Change) -> None:
        lines = self._the_opened().lines
        if lines is not None and CONCERNS & {subject.kind for subject in change.subjects}:
            lines.follow()

    def _trouble(self, trouble: BugTrouble) -> None:
        self._give(lambda: self.troubled.emit(trouble))

    def _close(self) -> None:
        opened, self._opened = self._opened, None
        if opened is not None:
            for each in opened.beside if opened is self._begun else ():
                each.stop()
            opened.book.close()

    def _the_opened(self) -> Opened:
        if self._opened is None:
            raise LogbookFault(CLOSED.happened, CLOSED.means, CLOSED.todo)
        return self._opened

    def _see(self, state: StateView) -> Snapshot:
        opened = self._the_opened()
        desk = opened.desk
        return Snapshot(desk.moment(state), opened.book, desk.logbook.station, opened.lines, opened.stationed)

    def _say_progress(self, done: int, whole: int) -> None:
        self._give(lambda: self.progressed.emit(done, whole))

    def _give(self, tell: Callable[[], Any]) -> None:
        self._back.emit(tell)

    def _deliver(self, tell: Callable[[], Any]) -> None:
        if not self._stopped:
            tell()
