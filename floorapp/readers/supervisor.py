"""The reader lines supervised: started together, changed as the set-up changes, asked how they stand."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from time import monotonic
from typing import TypeVar

from floorapp.domain.reader_lines import KnownReader, LineSheet, ReaderLine
from floorapp.domain.readers import Mark
from floorapp.operations.reader_lines import LineStanding
from floorapp.readers.discovery import Ports, ports_here
from floorapp.readers.driver import Driver, drivers
from floorapp.readers.floor_line import driver as floor_line
from floorapp.readers.line_watch import Patience
from floorapp.readers.listener import Listener
from floorapp.readers.loop import Clock, LineLoop
from floorapp.readers.switchboard import Switchboard

T = TypeVar("T")

_log = logging.getLogger(__name__)

ANSWER_SECONDS = 10.0


def wall_clock() -> datetime:
    """The time of this machine."""
    return datetime.now(UTC)


class Stopped(RuntimeError):
    """The supervision has ended, or never began."""


class Supervisor:
    """Supervises the lines from any thread; callbacks to the witness come on the lines' thread."""

    def __init__(
        self,
        *,
        listener: Listener,
        lines: Iterable[ReaderLine] = (),
        known: Iterable[KnownReader] = (),
        marks: Iterable[Mark] = (),
        ports: Ports = ports_here,
        patience: Patience | None = None,
        random: Random | None = None,
        spoken: Mapping[str, Driver] | None = None,
        clock: Clock = wall_clock,
    ) -> None:
        self._clock = clock
        self._patience = patience or Patience()
        self._switchboard = Switchboard(
            listener=listener,
            drivers=drivers(floor_line) if spoken is None else spoken,
            known=known,
            marks=marks,
            patience=self._patience,
            random=random or Random(),
        )
        for line in lines:
            self._add(line)
        self._loop = LineLoop(self._switchboard, ports, self._patience, clock)

    def start(self) -> None:
        """Begin to open the lines."""
        self._loop.start()

    def stop(self) -> None:
        """Close every line and end every thread."""
        self._loop.stop()

    def __enter__(self) -> Supervisor:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def sheets(self) -> tuple[LineSheet, ...]:
        """How every line stands."""
        return self._ask(lambda: tuple(line.sheet() for line in self._switchboard.lines.values()))

    def marks(self) -> tuple[Mark, ...]:
        """How far every reader has come, also when the lines are closed; to be given back at the next start."""
        return self._switchboard.marks() if self._loop.ended else self._ask(self._switchboard.marks)

    def follow(
        self, lines: Iterable[ReaderLine], known: Iterable[KnownReader], spoken: Mapping[str, Driver] | None = None
    ) -> None:
        """The set-up has changed: become it; a line that is the same stays open, and its driver too."""
        plans, readers = {line.id: line for line in lines}, tuple(known)
        self._ask(lambda: self._become(plans, readers, spoken))

    def _become(
        self, plans: Mapping[str, ReaderLine], known: tuple[KnownReader, ...], spoken: Mapping[str, Driver] | None
    ) -> None:
        if spoken is not None:
            self._switchboard.drivers = spoken
        self._switchboard.know(known, monotonic(), self._clock())
        for line in list(self._switchboard.lines.values()):
            plan = plans.get(line.id)
            if plan is None or replace(plan, on=line.plan.on) != line.plan:
                self._remove(line.id)
            elif plan.on != line.watch.on:
                self._switch(line.id, plan.on)
        for plan in plans.values():
            if plan.id not in self._switchboard.lines:
                self._add(plan)

    def _add(self, plan: ReaderLine) -> None:
        try:
            self._switchboard.add(plan, self._clock())
        except ValueError as fault:
            _log.warning("line %s is not listened to: %s", plan.id, fault)

    def standing(self) -> tuple[LineStanding, ...]:
        """How every line stands, in a few words."""
        return self._ask(self._switchboard.standing)

    def _remove(self, name: str) -> None:
        self._switch(name, False)
        line = self._switchboard.lines.pop(name)
        line.turn += 1

    def _switch(self, name: str, on: bool) -> None:
        line = self._switchboard.lines[name]
        self._loop.close(line)
        line.turn += 1
        self._switchboard.switch(line, on, monotonic(), self._clock())

    def _ask(self, question: Callable[[], T]) -> T:
        if not self._loop.alive:
            raise Stopped("the reader lines are not being supervised")
        if self._loop.is_here:
            return question()
        answer: Future[T] = Future()

        def reply() -> None:
            try:
                answer.set_result(question())
            except Exception as fault:  # noqa: BLE001 - it is raised again on the thread that asked
                answer.set_exception(fault)

        self._loop.post(reply)
        return answer.result(ANSWER_SECONDS)
