"""A small floor of virtual readers on real ptys and real TCP, and a witness that remembers what it is told."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random

from floorapp.domain.reader_lines import Alarm, KnownReader, LineChange, LineReason, LineSheet, LineState, ReaderLine
from floorapp.domain.readers import Event, Mark, Missing, RawFrame, ReaderKind, Report
from floorapp.readers.discovery import PortSeen
from floorapp.readers.line_watch import Patience
from floorapp.readers.outlets import Outlet, PtyOutlet, TcpOutlet, usual_outlet
from floorapp.readers.script import cue
from floorapp.readers.simulation import Simulation, Tempo
from floorapp.readers.supervisor import Supervisor
from floorapp.readers.virtual import VirtualReader, virtual_identity
from tests.waiting import LONGEST_LOOK, looks

QUICK = Patience(
    silence=0.8,
    calm=0.6,
    grace=0.1,
    introduction=1.0,
    gather=0.15,
    retry_first=0.05,
    retry_most=0.2,
    retry_near=0.2,
    tick=0.05,
    late=0.1,
)
#: As quick, and yet no busy machine is taken for a silent reader or a stranger: for all tests but those of silence.
CALM = replace(QUICK, silence=10.0, introduction=30.0)
TEMPO = Tempo(beat=0.1, hello=0.25)


class Memory:
    """A witness that keeps everything, and can be waited for."""

    def __init__(self) -> None:
        self.raws: list[RawFrame] = []
        self.reports: list[Report] = []
        self.gaps: list[Missing] = []
        self.changes: list[LineChange] = []
        self.alarms: list[Alarm] = []
        self.codes: list[tuple[str, str]] = []
        self.order: list[str] = []
        self._news = threading.Condition()

    def raw(self, frame: RawFrame) -> None:
        self._keep(self.raws, frame, "raw")

    def heard(self, report: Report) -> None:
        self._keep(self.reports, report, type(report.heard.event).__name__)

    def missing(self, missing: Missing) -> None:
        self._keep(self.gaps, missing, "missing")

    def scanned(self, line: str, code: str) -> None:
        self._keep(self.codes, (line, code), "scanned")

    def changed(self, change: LineChange) -> None:
        self._keep(self.changes, change, str(change.now))

    def alarm(self, alarm: Alarm) -> None:
        self._keep(self.alarms, alarm, "alarm")

    def _keep(self, kept: list[object] | list, one: object, name: str) -> None:  # type: ignore[type-arg]
        with self._news:
            kept.append(one)
            self.order.append(name)
            self._news.notify_all()

    def until(self, true: Callable[[], object]) -> None:
        """Wait until something has been told; fail with what was."""
        with self._news:
            for _ in looks():
                if true():
                    return
                self._news.wait(LONGEST_LOOK)
            told = "\n".join(f"{each.line} {each.was}->{each.now} {each.reason}" for each in self.changes[-20:])
            raise AssertionError(f"not told; the last changes:\n{told}\n{self.alarms}")

    def states(self, line: str) -> list[LineState]:
        return [change.now for change in self.changes if change.line == line]

    def is_(self, line: str, state: LineState) -> Callable[[], bool]:
        return lambda: self.states(line)[-1:] == [state]

    def events(self, kind: type[Event]) -> list[Report]:
        return [report for report in self.reports if isinstance(report.heard.event, kind)]

    def raised(self) -> list[Alarm]:
        return [alarm for alarm in self.alarms if alarm.standing and not alarm.grown]


def known(number: int, *, kind: ReaderKind = ReaderKind.BLACKJACK, secret: bytes | None = None) -> KnownReader:
    return KnownReader(virtual_identity(number, kind).key, kind, f"T{number}", virtual=True, secret=secret)


class Floor:
    """Readers in a simulation, supervised over their real ports."""

    def __init__(
        self,
        simulation: Simulation,
        supervisor: Supervisor,
        memory: Memory,
        outlets: list[Outlet],
        lines: Iterable[ReaderLine],
        known: Iterable[KnownReader],
    ) -> None:
        self.simulation = simulation
        self.supervisor = supervisor
        self.memory = memory
        self.outlets = outlets
        self.lines = {line.id: line for line in lines}
        self.known = tuple(known)

    def add(self, *lines: ReaderLine) -> None:
        """The house sets up more lines."""
        self.lines |= {line.id: line for line in lines}
        self.supervisor.follow(self.lines.values(), self.known)

    def switch(self, line: str, *, on: bool) -> None:
        """The house switches a line on or off."""
        self.add(replace(self.lines[line], on=on))

    def know(self, *known: KnownReader) -> None:
        """The house's list of readers is now this one."""
        self.known = known
        self.supervisor.follow(self.lines.values(), known)

    def do(self, number: int, words: str) -> None:
        self.simulation.play(number, cue(words))

    def until_state(self, line: str, state: LineState) -> None:
        self.memory.until(self.memory.is_(line, state))

    def last_reason(self, line: str) -> LineReason:
        """Why a line stands as it was last told."""
        return [change.reason for change in self.memory.changes if change.line == line][-1]

    def sheet(self, line: str) -> LineSheet:
        return next(sheet for sheet in self.supervisor.sheets() if sheet.line == line)


def outlet(transport: str) -> Outlet:
    return usual_outlet() if transport == "pty" else TcpOutlet()


@contextmanager
def floor(
    transport: str = "pty",
    readers: int = 1,
    *,
    kind: ReaderKind = ReaderKind.BLACKJACK,
    secret: bytes | None = None,
    tempo: Tempo = TEMPO,
    patience: Patience = CALM,
    lines: Callable[[list[Outlet]], Iterable[ReaderLine]] | None = None,
    known_readers: Iterable[KnownReader] | None = None,
    numbers: Iterable[int] | None = None,
    may_answer: bool = False,
    marks: Iterable[Mark] = (),
) -> Iterator[Floor]:
    random = Random(1)
    outlets = [outlet(transport) for _ in range(readers)]
    called = list(numbers or range(1, readers + 1))
    cast = [
        (VirtualReader(virtual_identity(number, kind), random=random, secret=secret), each)
        for number, each in zip(called, outlets, strict=True)
    ]
    wanted = tuple(lines(outlets) if lines else _lines(outlets, may_answer))
    list_ = (
        tuple(known_readers) if known_readers is not None else tuple(known(n, kind=kind, secret=secret) for n in called)
    )
    memory = Memory()
    with (
        Simulation(cast, tempo=tempo, random=random) as simulation,
        Supervisor(
            listener=memory,
            lines=wanted,
            known=list_,
            patience=patience,
            random=random,
            marks=marks,
            ports=lambda: ports_of(outlets),
        ) as supervisor,
    ):
        yield Floor(simulation, supervisor, memory, outlets, wanted, list_)


def _lines(outlets: list[Outlet], may_answer: bool) -> list[ReaderLine]:
    return [ReaderLine(f"L{n}", target(n, each), may_answer=may_answer) for n, each in enumerate(outlets, start=1)]


def target(number: int, each: Outlet) -> str:
    """A pty stands for a USB adapter, which keeps its serial number when its name changes."""
    return f"usb:1209:f10a:SN{number}" if isinstance(each, PtyOutlet) else each.name


def ports_of(outlets: list[Outlet]) -> list[PortSeen]:
    """The ports a station would list: the ptys that are plugged in."""
    plugged = [(n, each) for n, each in enumerate(outlets, start=1) if each.descriptors()]
    return [PortSeen(each.name, 0x1209, 0xF10A, f"SN{n}") for n, each in plugged]
