"""The readers' room at work: what was left from the last time, the recorder and the supervised lines, as one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random

from floorapp.domain.reader_lines import KnownReader, LineSheet, ReaderLine
from floorapp.domain.readers import Report
from floorapp.domain.signals import ReaderSession
from floorapp.operations.desk import Change, Desk
from floorapp.operations.frames import FrameKeeper
from floorapp.readers.discovery import Ports, ports_here
from floorapp.readers.driver import Driver
from floorapp.readers.line_watch import Patience
from floorapp.readers.loop import Clock
from floorapp.readers.recorder import Pace, Recorder
from floorapp.readers.replay import reread
from floorapp.readers.supervisor import Supervisor, wall_clock


class ReaderRoom:
    """Joins lines to the logbook: `bootstrap` makes one, starts it with the app and stops it at the end."""

    def __init__(
        self,
        *,
        keeper: FrameKeeper,
        desk: Desk,
        lines: Iterable[ReaderLine],
        known: Iterable[KnownReader],
        told: Callable[[Change], None] = lambda change: None,
        ports: Ports = ports_here,
        patience: Patience | None = None,
        pace: Pace | None = None,
        random: Random | None = None,
        spoken: Mapping[str, Driver] | None = None,
        clock: Clock = wall_clock,
        heard: Callable[[Report], bool] = lambda report: False,
        scanned: Callable[[str], None] = lambda code: None,
    ) -> None:
        self._keeper = keeper
        plans, readers = tuple(lines), tuple(known)
        self.recorder = Recorder(keeper=keeper, desk=desk, pace=pace, told=told, tested=heard, scanned=scanned)
        with desk.looking() as moment:
            greeted = moment.state.find(ReaderSession)
        left = reread(keeper, lines=plans, known=readers, spoken=spoken, greeted=greeted)
        self.recorder.take_in(left.news)
        self.supervisor = Supervisor(
            listener=self.recorder,
            lines=plans,
            known=readers,
            marks=left.marks,
            ports=ports,
            patience=patience,
            random=random,
            spoken=spoken,
            clock=clock,
        )

    def start(self) -> None:
        """Begin to listen and to write."""
        self.recorder.start(marks=self.supervisor.marks)
        self.supervisor.start()

    def stop(self) -> None:
        """Close the lines, write what is left, and note that all of it became entries."""
        self.supervisor.stop()
        self.recorder.stop()
        if self.recorder.finished:
            self._keeper.note_entered(self.recorder.last_place, self.supervisor.marks())

    def __enter__(self) -> ReaderRoom:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def sheets(self) -> tuple[LineSheet, ...]:
        """How every line stands, for the reader screen."""
        return self.supervisor.sheets()
