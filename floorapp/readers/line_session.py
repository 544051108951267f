"""One line at work: its port, its conversation, its watch and its counts."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

from floorapp.domain.reader_lines import LineChange, LineSheet, ReaderLine
from floorapp.domain.readers import Gap, Heard, Hello, HoleCardSignal, Mark, Missing
from floorapp.domain.values import dataclass
from floorapp.operations.reader_lines import LineStanding
from floorapp.readers.absences import Absences
from floorapp.readers.driver import Conversation, Driver
from floorapp.readers.line_watch import Patience, Watch
from floorapp.readers.ports import Port
from floorapp.readers.tally import LineTally


@dataclass(slots=True)
class Backoff:
    """Doubling waits up to a most, each shortened by chance to between half and all of itself."""

    random: Random
    first: float = 0.5
    most: float = 30.0
    tries: int = 0

    def next(self) -> float:
        """Seconds to wait now."""
        whole = min(self.most, self.first * 2.0 ** min(self.tries, 32))
        self.tries += 1
        return whole * self.random.uniform(0.5, 1.0)

    def reset(self) -> None:
        """It worked: the next wait is short again."""
        self.tries = 0


KEPT_CHANGES = 64
#: Milliseconds: no reader keeps frames for longer than a day.
MOST_LATE = 24 * 3600 * 1000


class LineSession:
    """What the lines' thread knows of one line; nobody else touches it."""

    def __init__(self, plan: ReaderLine, driver: Driver, patience: Patience, at: datetime, random: Random) -> None:
        self.plan = plan
        self.id = plan.id
        self.driver = driver
        self.watch = Watch(plan, patience, at)
        far = "://" in plan.target
        self.backoff = Backoff(random, patience.retry_first, patience.retry_most if far else patience.retry_near)
        self.tally = LineTally()
        self.port: Port | None = None
        self.conversation: Conversation | None = None
        self.hello: Hello | None = None
        #: Of this opening, for a device that has no sessions.
        self.session = b""
        self.numbered = True
        #: When the port is to be tried next; None while it is open, being opened, or switched off.
        self.retry_at: float | None = 0.0 if plan.on else None
        self.opening = False
        #: Rises with every opening, so that a late answer to an earlier one is known as such.
        self.turn = 0
        self.open_since: datetime | None = None
        self.opened_at = 0.0
        self.last_heard: datetime | None = None
        #: When this connection last gave evidence: a gap begins there.
        self.evidence_at: datetime | None = None
        #: When a frame last came in its turn, and the reader's own time in it.
        self.timed: tuple[datetime, int] | None = None
        self.last_signal: HoleCardSignal | None = None
        self.last_signal_at: datetime | None = None
        self.uptime_ms: int | None = None
        #: Frames heard while the reader was not yet trusted: they are in the evidence, but not at any table.
        self.withheld: Gap | None = None
        self.absences = Absences(patience.late)
        self.second_began = 0.0
        self.frames_this_second = 0
        self.history: deque[LineChange] = deque(maxlen=KEPT_CHANGES)

    def mark(self) -> Mark | None:
        """How far the reader behind it has come, and when that was."""
        mark = None if self.conversation is None else self.conversation.mark()
        return None if mark is None else replace(mark, at=self.evidence_at or self.last_heard)

    def missed(self, gap: Gap, at: datetime, marks: Mapping[str, Mark]) -> Missing:
        """Frames of its trusted reader did not reach the table, from when to when; `marks` are those left before."""
        reader = self.watch.reader
        assert reader is not None
        left = marks.get(reader.key)
        after = self.evidence_at or (left and left.at) or self.open_since or at
        session = b"" if self.hello is None else self.hello.session
        return Missing(self.id, self.watch.table, reader, after, at, gap, session=session)

    def withhold(self, sequence: int) -> None:
        """Remember that a frame was not reported."""
        first = sequence if self.withheld is None else self.withheld.first
        self.withheld = Gap(first, sequence)

    def made_at(self, heard: Heard, at: datetime) -> datetime:
        """When a frame that was sent again was made, by the reader's clock; when it came, if that tells nothing."""
        if self.timed is None:
            return at
        then, uptime_ms = self.timed
        ago = uptime_ms - heard.uptime_ms
        return then - timedelta(milliseconds=ago) if 0 <= ago <= MOST_LATE else at

    def forget_device(self) -> None:
        """The connection ended: what comes next may be another device."""
        self.port = self.conversation = self.hello = self.withheld = None
        self.open_since = self.evidence_at = self.uptime_ms = self.timed = None

    def standing(self) -> LineStanding:
        """How it stands, in a few words."""
        watch = self.watch
        reader = watch.reader if self.hello is None else self.hello.identity
        virtual = self.plan.virtual or (reader is not None and reader.virtual)
        trusted = reader.key if reader is not None and watch.trusted else ""
        return LineStanding(self.id, watch.table, watch.state, virtual, trusted)

    def sheet(self) -> LineSheet:
        """All that a screen shows."""
        watch = self.watch
        return LineSheet(
            line=self.id,
            target=self.plan.target,
            port=None if self.port is None else self.port.name,
            driver=self.driver.name,
            state=watch.state,
            reason=watch.reason,
            since=watch.since,
            trouble=watch.words(),
            table=watch.table,
            reader=watch.reader if self.hello is None else self.hello.identity,
            listening_only=not self.plan.may_answer,
            keyed=self.conversation is not None and self.conversation.keyed(),
            counters=self.tally.counters,
            latency=self.tally.latency,
            uptime_ms=self.uptime_ms if self.numbered else None,  # a device without sessions tells no time either
            open_since=self.open_since,
            last_heard=self.last_heard,
            last_signal=self.last_signal,
            last_signal_at=self.last_signal_at,
            frames=self.tally.hex_frames,
            history=tuple(self.history),
        )
