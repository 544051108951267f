"""The reader lines of this station at work: opened as the logbook has them, asked by the screens."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from pathlib import Path
from threading import Lock, Thread
from typing import TypeVar

from floorapp.domain.proof_test import Outcome, ProofRun
from floorapp.domain.reader_lines import VIRTUAL, LineSheet, ReaderLine
from floorapp.domain.readers import HoleCardSignal, ReaderKind, Report
from floorapp.operations.desk import Change, Desk
from floorapp.operations.frame_seals import ended_shoes
from floorapp.operations.frames import FrameKeeper
from floorapp.operations.proof_tests import hear_report
from floorapp.operations.reader_lines import FreePort, LinesPlan, LineStanding, Recognized, lines_plan, virtual_key
from floorapp.readers.discovery import PortSeen, ports_here
from floorapp.readers.driver import Driver, Given, NoMemory
from floorapp.readers.driver_folder import drivers_with
from floorapp.readers.line_watch import Patience
from floorapp.readers.loop import open_line
from floorapp.readers.ports import LOST
from floorapp.readers.recorder import Pace
from floorapp.readers.room import ReaderRoom
from floorapp.readers.simulator_process import ReadersApart
from floorapp.readers.supervisor import Stopped
from floorapp.readers.troubles import reason_of, trouble

T = TypeVar("T")

_log = logging.getLogger(__name__)

#: Heartbeats may gather for two seconds before they are written; what a reader says is written at once.
UNHURRIED = Pace(gather=2.0)
#: Lines are read together a few times a second: each waking costs more than what is read by it.
RESTING = Patience(rest=0.1)

Secrets = Callable[[], Mapping[str, bytes]]


class StationLines:
    """Implements `LinesAtWork`: a room over the lines, virtual readers in a process of their own."""

    def __init__(
        self,
        *,
        desk: Desk,
        keeper: FrameKeeper,
        secrets: Secrets = dict,
        silent: Iterable[str] = (),
        folders: Iterable[Path] = (),
        patience: Patience = RESTING,
        pace: Pace = UNHURRIED,
    ) -> None:
        self._desk, self._keeper, self._secrets = desk, keeper, secrets
        #: Tables whose virtual readers say nothing, as the sample has one.
        self._silent = frozenset(silent)
        self._patience, self._pace = patience, pace
        #: Where drivers lie beside those of packages.
        self._folders = tuple(folders)
        self._apart = ReadersApart()
        self._room: ReaderRoom | None = None
        self._starter: Thread | None = None
        self._tell: Callable[[], None] = lambda: None
        self._heeds: Callable[[str], None] = lambda code: None
        self._tests: dict[str, ProofRun] = {}
        self._lock, self._following = Lock(), Lock()
        self._stopped = False
        #: The lines as they were last set up.
        self._lines: tuple[ReaderLine, ...] = ()
        #: Since when the lines are heard, and which shoes were handed over to be sealed.
        self._since = desk.clock.now()
        self._sealing: set[tuple[str, datetime]] = set()

    def start(self, tell: Callable[[], None]) -> None:
        """Begin to listen, without keeping the caller waiting for ports or for the virtual readers."""
        self._tell = tell
        self._starter = Thread(target=self._begin, name="reader-lines-start", daemon=True)
        self._starter.start()

    def heed(self, scanned: Callable[[str], None]) -> None:
        """Who is told of a code that a scanner read; called from the lines' thread."""
        self._heeds = scanned

    def _scanned(self, code: str) -> None:
        self._heeds(code)

    def _told(self, change: Change) -> None:
        self._tell()

    def _begin(self) -> None:
        try:
            plan = self._plan()
            self._lines = plan.lines
            self._apart.attach(_played(plan))
            self._hush(plan)
            room = ReaderRoom(
                keeper=self._keeper,
                desk=self._desk,
                lines=plan.lines,
                known=plan.known,
                told=self._told,
                ports=self._all_ports,
                patience=self._patience,
                pace=self._pace,
                clock=self._desk.clock.now,
                heard=self._hear,
                spoken=self._spoken(),
                scanned=self._scanned,
            )
            with self._lock:
                if not self._stopped:
                    room.start()
                    self._room = room
            if self._room is None:
                room.stop()
            self.follow()  # the set-up may have changed meanwhile
        except Exception:  # noqa: BLE001 - the edge of the thread: the floor goes on without its lines
            _log.exception("the reader lines could not be started")

    def stop(self) -> None:
        """Close every line; what is waiting is written first."""
        with self._lock:
            self._stopped = True
        if self._starter is not None:
            self._starter.join()
        room, self._room = self._room, None
        if room is not None:
            room.stop()
        self._apart.stop()

    def _plan(self) -> LinesPlan:
        with self._desk.looking() as moment:
            return lines_plan(moment, self._desk.logbook.station, self._secrets())

    def follow(self) -> None:
        """The set-up has changed: open and close lines accordingly; one at a time, or an older set-up would win."""
        with self._following:
            if self._room is not None:
                self._become(self._room)

    def _become(self, room: ReaderRoom) -> None:
        plan = self._plan()
        self._apart.attach(_played(plan))
        self._hush(plan)
        # A driver may have been put into its folder for the very line that is new or changed.
        spoken = self._spoken() if plan.lines != self._lines else None
        room.supervisor.follow(plan.lines, plan.known, spoken)
        self._lines = plan.lines
        self._seal_ended(room)

    def _seal_ended(self, room: ReaderRoom) -> None:
        """A shoe that ended is sealed with what its table's reader said meanwhile."""
        lines = {each.table: each.line for each in room.supervisor.standing() if each.table is not None}
        with self._desk.looking() as moment:
            ended = ended_shoes(moment, lines, self._since)
        fresh = tuple(each for each in ended if (each.table, each.ended_at) not in self._sealing)
        self._sealing |= {(each.table, each.ended_at) for each in fresh}
        room.recorder.seal_shoes(fresh)

    def _hush(self, plan: LinesPlan) -> None:
        for each in plan.known:
            if each.virtual and each.table in self._silent:
                self._apart.play(each.key.rpartition("/")[2], "silence 86400")

    def _all_ports(self) -> list[PortSeen]:
        return [*self._apart.ports(), *ports_here()]

    # What screens ask

    def standing(self) -> tuple[LineStanding, ...]:
        """How every line stands; nothing while they are being opened."""
        return self._asked(lambda room: room.supervisor.standing(), ())

    def sheets(self) -> tuple[LineSheet, ...]:
        """All that is known of every line."""
        return self._asked(lambda room: room.sheets(), ())

    def _asked(self, question: Callable[[ReaderRoom], T], nothing: T) -> T:
        room = self._room
        if room is None:
            return nothing
        try:
            return question(room)
        except Stopped:
            return nothing

    def ports(self) -> tuple[FreePort, ...]:
        """The ports of this station behind which no line listens yet."""
        taken = {sheet.port for sheet in self.sheets()} | {sheet.target for sheet in self.sheets()}
        found = (FreePort(port.target, port.words) for port in ports_here() if port.name not in taken)
        return tuple(each for each in found if each.target not in taken)

    def drivers(self) -> tuple[str, ...]:
        """The protocols this station can speak: ours, those of installed packages and those of the folders."""
        return tuple(sorted(self._spoken()))

    def recognize(self, line: ReaderLine) -> Recognized:
        """Listen at the port of a line that is being set up; off the UI thread."""
        from floorapp.readers.recognition import RATES, listen  # only when somebody asks

        far = "://" in line.target
        rates = (line.baud,) if line.baud else RATES[:1] if far else RATES
        try:
            return listen(
                lambda rate: open_line(line, self._all_ports, self._all_ports, rate),
                self._spoken(),
                rates=rates,
                may_answer=line.may_answer,
                settings=line.settings,
            )
        except LOST as fault:
            words = trouble(reason_of(fault), line=line.id or "here", target=line.target)
            return Recognized(f"{words.what.partition(': ')[2]} {words.do}" if words else str(fault))
        except ValueError as fault:
            return Recognized(str(fault))

    def unfit(self, driver: str, settings: str, *, may_answer: bool) -> str:
        """Why a protocol cannot be spoken so; empty where it can."""
        spoken = self._spoken().get(driver)
        if spoken is None:
            return f"This station has no driver “{driver}”."
        if spoken.asks and not may_answer:
            return f"A device that speaks {driver} must be asked. Let this station answer."
        try:
            spoken.converse(Given("", NoMemory(), settings=settings))
        except ValueError as fault:
            return str(fault)
        return ""

    def _spoken(self) -> Mapping[str, Driver]:
        return drivers_with(self._folders)

    def play(self, serial: str, words: str) -> None:
        """Have a virtual reader do something; raises ValueError on others."""
        self._apart.play(serial, words)

    # Proof tests

    def begin_test(self, test: ProofRun) -> None:
        """Let a reader's signals be the answers of its proof test from now on."""
        with self._lock:
            self._tests[test.reader] = test

    def test_of(self, reader: str) -> ProofRun | None:
        """How the proof test of a reader stands."""
        with self._lock:
            return self._tests.get(reader)

    def end_test(self, reader: str) -> None:
        """Its signals belong to the table again."""
        with self._lock:
            self._tests.pop(reader, None)

    def _hear(self, report: Report) -> bool:
        """Whether a report answers a proof test; called on the lines' thread."""
        if not isinstance(report.heard.event, HoleCardSignal):
            return False
        with self._lock:
            test = self._tests.get(report.reader.key)
            if test is None or test.outcome is not Outcome.UNDER_WAY:
                return test is not None
            self._tests[test.reader] = hear_report(test, report)
            return True


def _played(plan: LinesPlan) -> dict[str, ReaderKind]:
    """The virtual readers behind this station's lines."""
    kinds = {each.key: each.kind for each in plan.known if each.virtual}
    serials = [line.target.removeprefix(VIRTUAL) for line in plan.lines if line.virtual]
    return {serial: kinds[virtual_key(serial)] for serial in serials if virtual_key(serial) in kinds}
