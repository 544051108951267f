"""Reading stored frames again: what a writer that was killed had stored, but not yet turned into entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from datetime import UTC, datetime, timedelta
from random import Random

from floorapp.domain.reader_lines import Alarm, KnownReader, LineChange, ReaderLine
from floorapp.domain.readers import Hello, Mark, Missing, RawFrame, Report
from floorapp.domain.signals import ReaderSession
from floorapp.domain.values import dataclass
from floorapp.operations.frames import FrameKeeper
from floorapp.operations.signals import News
from floorapp.readers.driver import Driver, drivers
from floorapp.readers.floor_line import called, times_used
from floorapp.readers.floor_line import driver as floor_line
from floorapp.readers.line_watch import Patience
from floorapp.readers.switchboard import Switchboard

#: How far back a line is read to hear who its reader is; readers greet every few seconds.
CONTEXT = timedelta(seconds=120)
#: More bundles than a disk takes in that time: further back nothing is looked for.
MOST_BUNDLES = 12_000


@dataclass(slots=True)
class _Collected:
    """A witness that keeps what was said; states and alarms of the past are nobody's news."""

    #: How the readers were last greeted, by the logbook.
    greeted: Mapping[str, ReaderSession] = field(default_factory=dict)
    #: When the frame came that is being read.
    at: datetime = datetime.min.replace(tzinfo=UTC)
    news: list[News] = field(default_factory=list)
    sessions: dict[str, str] = field(default_factory=dict)
    #: By the name that a session has in this reading, the one it has on record.
    _names: dict[tuple[str, bytes], str] = field(default_factory=dict)
    #: How often a reader's session had been used, as counted here, when it was last greeted on record.
    _counted: dict[str, int] = field(default_factory=dict)

    def raw(self, frame: RawFrame) -> None:
        """Stored already."""

    def heard(self, report: Report) -> None:
        event = report.heard.event
        if isinstance(event, Hello):
            name = self._named(report.reader.key, event.session)
            self.sessions[report.reader.key] = self._names[report.reader.key, event.session] = name
        self._add(report, self.sessions.get(report.reader.key, ""), self.at)

    def missing(self, missing: Missing) -> None:
        self._add(missing, self._names.get((missing.reader.key, missing.session), ""), missing.before)

    def _add(self, told: Report | Missing, session: str, at: datetime) -> None:
        known = self.greeted.get(told.reader.key)
        # What came over this line before a greeting that is on record is on record too, as the session was called then.
        if known is None or at >= known.since or (session, told.line) != (known.session, known.line):
            self.news.append(News(told, session, again=True))

    def _named(self, reader: str, session: bytes) -> str:
        """A session that is used again has its name by how often it was, which frames of two minutes cannot tell."""
        known = self.greeted.get(reader)
        if known is None or not known.session.startswith(called(session, 0).hex()):
            return session.hex()
        if reader not in self._counted or self.at <= known.since:
            self._counted[reader] = times_used(session)
        more = times_used(session) - self._counted[reader]
        return called(session, times_used(bytes.fromhex(known.session)) + more).hex()

    def scanned(self, line: str, code: str) -> None:
        """Whoever scanned it saw then what it meant."""

    def changed(self, change: LineChange) -> None:
        """Nobody's news."""

    def alarm(self, alarm: Alarm) -> None:
        """Nobody's news."""


class _Nowhere:
    """A port that is not there: stored frames come from no port and nothing is sent to it."""

    name = "stored frames"
    fd: int | None = None
    usb_serial = ""

    def read(self) -> bytes:
        return b""

    def write(self, octets: bytes) -> int:
        return len(octets)

    def close(self) -> None:
        """Nothing to close."""


@dataclass(frozen=True, slots=True)
class Reread:
    """What stored frames say, and how far their readers had come."""

    news: tuple[News, ...]
    marks: tuple[Mark, ...]


def reread(
    keeper: FrameKeeper,
    *,
    lines: Iterable[ReaderLine],
    known: Iterable[KnownReader],
    spoken: Mapping[str, Driver] | None = None,
    greeted: Iterable[ReaderSession] = (),
) -> Reread:
    """Read again what may not have become entries; nothing of it is news to an intake that has it already."""
    entered, marks = keeper.entered()
    bundles = keeper.bundles(after=max(0, entered - MOST_BUNDLES))
    waiting = [each for each in bundles if each.place > entered]
    if not waiting:
        return Reread((), marks)
    since = waiting[0].first_at - CONTEXT
    start = next(each.place for each in bundles if each.last_at >= since)
    collected = _Collected({each.reader: each for each in greeted})
    switchboard = Switchboard(
        listener=collected,
        drivers=drivers(floor_line) if spoken is None else spoken,
        known=known,
        marks=(),
        patience=Patience(),
        random=Random(0),
    )
    plans = {line.id: replace(line, may_answer=False, on=True) for line in lines}
    for frames in keeper.frames(after=start - 1):
        for frame in frames:
            collected.at = frame.at
            _read(switchboard, plans, frame)
    for line in switchboard.lines.values():
        switchboard.tell_missing(line)
    read = (replace(each, session=bytes.fromhex(collected.sessions[each.reader])) for each in switchboard.marks())
    found = {mark.reader: mark for mark in (*marks, *read)}
    return Reread(tuple(collected.news), tuple(found[reader] for reader in sorted(found)))


def _read(switchboard: Switchboard, plans: Mapping[str, ReaderLine], frame: RawFrame) -> None:
    """One stored frame, over the line it came on, if the house still has that line."""
    if frame.sent or frame.line not in plans:
        return
    now = frame.at.timestamp()
    line = switchboard.lines.get(frame.line)
    if line is None:
        line = switchboard.add(plans[frame.line], frame.at)
        switchboard.opened(line, _Nowhere(), now, frame.at)
    switchboard.read_again(line, frame.octets, now, frame.at)
