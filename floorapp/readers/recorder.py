"""The witness that writes: a queue from the lines' thread to one writer, raw frames first, then what they say."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from dataclasses import field
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import monotonic

from floorapp.domain.reader_lines import Alarm, AlarmKind, LineChange, LineReason
from floorapp.domain.readers import Hello, Mark, Missing, RawFrame, Report
from floorapp.domain.values import dataclass
from floorapp.operations.desk import Change, Desk, Writing
from floorapp.operations.faults import LogbookFault
from floorapp.operations.frame_seals import EndedShoe, seal_frames, seal_shoe
from floorapp.operations.frames import FrameKeeper
from floorapp.operations.signals import AILING, Intake, News
from floorapp.readers.listener import NotRecorded

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Pace:
    """How the writer works: times in seconds, and how much may wait."""

    gather: float = 0.25
    retry: float = 0.5
    marks: float = 30.0
    seal: float = 900.0
    seal_frames: int = 250_000
    most_waiting: int = 200_000


@dataclass(slots=True)
class Batch:
    """What was taken from the queue and is not written yet."""

    frames: list[RawFrame] = field(default_factory=list)
    news: list[News] = field(default_factory=list)


class Recorder:
    """Stores raw frames as they come and turns what the lines tell into entries; told of each change it makes."""

    def __init__(
        self,
        *,
        keeper: FrameKeeper,
        desk: Desk,
        pace: Pace | None = None,
        told: Callable[[Change], None] = lambda change: None,
        tested: Callable[[Report], bool] = lambda report: False,
        scanned: Callable[[str], None] = lambda code: None,
    ) -> None:
        self._keeper = keeper
        self._desk = desk
        self._pace = pace or Pace()
        self._told = told
        self._tested = tested
        self._scanned = scanned
        self._intake = Intake(desk)
        self._queue: SimpleQueue[News | EndedShoe | None] = SimpleQueue()
        #: Frames wake nobody: whoever waits for news takes them along.
        self._frames: deque[RawFrame] = deque()
        self._sessions: dict[str, str] = {}
        self._reasons: dict[str, LineReason] = {}
        self._batch = Batch()
        self._shoes: list[EndedShoe] = []
        self._marks: Callable[[], tuple[Mark, ...]] | None = None
        self.last_place = 0
        self._unsealed = 0
        self._next_marks = self._next_seal = 0.0
        self._ending = False
        self._ended = Event()
        self._thread = Thread(target=self._run, name="reader-recorder", daemon=True)
        #: Whether all that was told has been written.
        self.finished = False
        #: News that could not be interpreted; their frames are kept.
        self.failed = 0

    # The witness: called on the lines' thread

    def raw(self, frame: RawFrame) -> None:
        if self._ended.is_set() or len(self._frames) >= self._pace.most_waiting:
            raise NotRecorded("too much is waiting to be stored")
        self._frames.append(frame)

    def heard(self, report: Report) -> None:
        event = report.heard.event
        if isinstance(event, Hello):
            self._sessions[report.reader.key] = event.session.hex()
        tested = self._tested(report)
        self._queue.put(News(report, self._sessions.get(report.reader.key, ""), tested))

    def scanned(self, line: str, code: str) -> None:
        """Its bytes are kept as any frame; what it means is for whoever stands at the screen."""
        self._scanned(code)

    def missing(self, missing: Missing) -> None:
        self._queue.put(News(missing, missing.session.hex()))

    def changed(self, change: LineChange) -> None:
        self._reasons[change.line] = change.reason
        if change.reason in AILING:
            self._queue.put(News(change))

    def alarm(self, alarm: Alarm) -> None:
        """An alarm; a reader that is out of order by its own word raises the table's, not a second one here."""
        own = all(self._reasons.get(line) in AILING for line in alarm.lines)
        if not (alarm.standing and alarm.kind is AlarmKind.OUT_OF_ORDER and own):
            self._queue.put(News(alarm))

    # The writer

    def start(self, *, marks: Callable[[], tuple[Mark, ...]] | None = None) -> None:
        """Begin to write; `marks` answers how far the readers have come, for the next start."""
        self._marks = marks
        self.last_place = self._keeper.keep_frames(())
        self._tell(self._intake.begin())
        self._next_marks = monotonic() + self._pace.marks
        self._next_seal = monotonic() + self._pace.seal
        self._thread.start()

    def stop(self) -> None:
        """Write what is waiting, seal it and end; to be called when the lines are closed."""
        if self._thread.is_alive():
            self._queue.put(None)
            self._thread.join()
        self._ended.set()

    def seal_shoes(self, shoes: tuple[EndedShoe, ...]) -> None:
        """Shoes have ended: what came over their tables' lines is sealed when all of it is stored."""
        for shoe in shoes:
            self._queue.put(shoe)

    def take_in(self, news: tuple[News, ...]) -> None:
        """Take in what was read again from stored frames; what is on record already is left alone."""
        self._enter(list(news))

    def _run(self) -> None:
        while not self._ending:
            self._collect()
            marks = self._due_marks()
            try:
                self._write(marks)
                late = monotonic() >= self._next_seal or self._unsealed >= self._pace.seal_frames
                if late or self._ending or self._shoes:
                    self._seal()
                self._seal_shoes()
            except LogbookFault as fault:
                _log.warning("the readers' frames wait to be stored: %s", fault)
                if not self._ending:
                    self._ended.wait(self._pace.retry)
            except Exception:  # noqa: BLE001 - the edge of the thread: what was stored stays, the next is taken
                _log.exception("a turn of the readers' writer was ended by a bug")
                self._batch = Batch()
                self._shoes.clear()
        self.finished = not (self._batch.frames or self._batch.news)
        if not self.finished:
            _log.error("%d raw frames could not be stored at the end", len(self._batch.frames))
        self._ended.set()

    def _collect(self) -> None:
        """Wait for something, then take what has come; news are written at once, frames alone may gather."""
        while True:
            try:
                self._add(self._queue.get(timeout=0.0 if self._urgent else self._pace.gather))
            except Empty:
                pass  # the frames have gathered long enough
            self._drain()
            if self._urgent or self._batch.frames:
                return

    @property
    def _urgent(self) -> bool:
        return bool(self._ending or self._batch.news or self._shoes)

    def _drain(self) -> None:
        """Take what is waiting now, and not what comes meanwhile: it would never end. A frame comes before its news."""
        for _ in range(self._queue.qsize()):
            self._add(self._queue.get())
        for _ in range(len(self._frames)):
            self._batch.frames.append(self._frames.popleft())

    def _add(self, item: News | EndedShoe | None) -> None:
        if item is None:
            self._ending = True
        elif isinstance(item, EndedShoe):
            self._shoes.append(item)
        else:
            self._batch.news.append(item)

    def _due_marks(self) -> tuple[Mark, ...] | None:
        """How far the readers have come, now and then; every frame up to there is in the queue already."""
        if self._marks is None or self._ending or monotonic() < self._next_marks:
            return None
        self._next_marks = monotonic() + self._pace.marks
        try:
            marks = self._marks()
        except (RuntimeError, TimeoutError, OSError):  # the lines are being closed, or busy: next time will do
            return None
        self._drain()
        return marks

    def _write(self, marks: tuple[Mark, ...] | None) -> None:
        """Frames first, then what they say. A frame's news may come a batch later."""
        batch = self._batch
        if self._keeper.frames_apart or not (batch.frames and batch.news):
            self._keep(marks)
        else:
            self._keep_with_news(marks)
        self._enter(batch.news)
        self._batch = Batch()

    def _keep(self, marks: tuple[Mark, ...] | None, within: Writing | None = None) -> int:
        """Store the frames; answers their place."""
        frames = tuple(self._batch.frames)
        if not frames and marks is None:
            return self.last_place
        entered = max(0, self.last_place - 1)
        place = self._keeper.keep_frames(frames, entered=entered, marks=marks, within=within)
        if within is None:
            self._kept(place)
        return place

    def _kept(self, place: int) -> None:
        self.last_place = place
        self._unsealed += len(self._batch.frames)
        self._batch.frames.clear()

    def _keep_with_news(self, marks: tuple[Mark, ...] | None) -> None:
        """Frames and news in one transaction: the disk is waited for once. Where that fails, frames by themselves."""
        places: list[int] = []
        try:
            change = self._intake.take(self._batch.news, lambda writing: places.append(self._keep(marks, writing)))
        except Exception as error:  # noqa: BLE001 - told below, where the news are tried by themselves
            if not isinstance(error, LogbookFault):
                _log.exception("frames and %d news could not be stored together", len(self._batch.news))
            self._keep(marks)
            return
        self._kept(places[-1])
        self._batch.news = []
        self._tell(change)

    def _enter(self, news: list[News]) -> None:
        """All in one transaction; where that fails, each by itself, so that one bad apple spoils no other."""
        if not news:
            return
        try:
            self._tell(self._intake.take(news))
            return
        except LogbookFault:
            raise
        except Exception:  # noqa: BLE001 - their frames are kept; which of them it was is found out below
            _log.exception("%d news of the readers' lines could not be recorded together", len(news))
        for each in news:
            try:
                self._tell(self._intake.take((each,)))
            except LogbookFault:
                raise
            except Exception:  # noqa: BLE001 - the frame is kept, the others go on
                self.failed += 1
                _log.exception("could not be recorded: %r", each)

    def _tell(self, change: Change) -> None:
        if change.entries:
            self._told(change)

    def _seal(self) -> None:
        self._next_seal, self._unsealed = monotonic() + self._pace.seal, 0
        sealed = seal_frames(self._desk, self._keeper)
        if sealed is not None:
            self._tell(sealed)

    def _seal_shoes(self) -> None:
        while self._shoes:
            self._tell(seal_shoe(self._desk, self._keeper, self._shoes[0]))
            self._shoes.pop(0)
