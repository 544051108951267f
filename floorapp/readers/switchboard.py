"""Where all lines are kept: bytes in; raw frames, reports, changes and alarms out. One thread's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from secrets import token_bytes

from floorapp.domain.reader_lines import KnownReader, LineChange, LineReason, LineState, ReaderLine
from floorapp.domain.readers import Flaw, Gap, Heard, Heartbeat, Hello, HoleCardSignal, Mark, RawFrame, Report, Unused
from floorapp.operations.reader_lines import LineStanding
from floorapp.readers.absences import Unheeded
from floorapp.readers.ailments import told
from floorapp.readers.alarms import AlarmBoard
from floorapp.readers.discovery import group_of
from floorapp.readers.driver import Driver, Given, Said, Scanned, Unclearing
from floorapp.readers.floor_line import driver as floor_line
from floorapp.readers.line_session import LineSession
from floorapp.readers.line_watch import Patience
from floorapp.readers.listener import Listener, NotRecorded
from floorapp.readers.messages import QUIET, SESSION_SIZE
from floorapp.readers.ports import LOST, Port
from floorapp.readers.reader_identity import Claims
from floorapp.readers.roster import Roster
from floorapp.readers.scanner import ScannerDriver, scanner_on
from floorapp.readers.table_watch import TableWatch

#: Flaws that say nothing against the line: repeats are part of the protocol, other addresses of a shared bus.
HARMLESS = frozenset({Flaw.REPEAT, Flaw.FOREIGN})
#: Frames that came in one piece are told apart by this much.
MOMENT = timedelta(microseconds=1)
FORGERIES = frozenset({Flaw.FORGED, Flaw.REPLAYED})


class Switchboard:
    """Holds the lines and knows what their bytes mean for the house."""

    def __init__(
        self,
        *,
        listener: Listener,
        drivers: Mapping[str, Driver],
        known: Iterable[KnownReader],
        marks: Iterable[Mark],
        patience: Patience,
        random: Random,
    ) -> None:
        self._listener = listener
        self.drivers = drivers
        self._patience = patience
        self._random = random
        self.lines: dict[str, LineSession] = {}
        self.roster = Roster(known)
        self._marks = {mark.reader: mark for mark in marks}
        self._unheeded = Unheeded()
        self._board = AlarmBoard(self._group_of, patience.gather)
        self._claims = Claims(self, patience.grace)
        self.tables = TableWatch(self._board)

    def _group_of(self, line: str) -> str:
        return group_of(self.lines[line].plan)

    # What a conversation may ask (the Memory of the drivers)

    def secret(self, reader: str) -> bytes | None:
        known = self.roster.known(reader)
        return None if known is None else known.secret

    def mark(self, reader: str) -> Mark | None:
        holder = self.lines.get(self.roster.holder(reader) or "")
        now = None if holder is None else holder.mark()
        return now if now is not None and now.reader == reader else self._marks.get(reader)

    def marks(self) -> tuple[Mark, ...]:
        """How far every reader has come, to be given back at the next start."""
        held = {line.hello.identity.key for line in self.lines.values() if line.hello and line.watch.trusted}
        found = (self.mark(reader) for reader in sorted(self._marks.keys() | held))
        return tuple(mark for mark in found if mark is not None)

    # Lines coming and going

    def add(self, plan: ReaderLine, at: datetime) -> LineSession:
        """A line is set up; raises ValueError on a second one of that name, or an unknown driver."""
        if plan.id in self.lines:
            raise ValueError(f"there is a line {plan.id!r} already")
        if plan.driver not in self.drivers:
            raise ValueError(f"no driver {plan.driver!r}; there are: {', '.join(sorted(self.drivers))}")
        line = LineSession(plan, self.drivers[plan.driver], self._patience, at, self._random)
        self.lines[plan.id] = line
        self._expect(line)
        return line

    def _expect(self, line: LineSession) -> None:
        """Before anybody greets, a line stands for the table of the reader it expects, or last had."""
        known = self.roster.known(line.plan.expects or "") or self.roster.last_on(line.id)
        if line.hello is None and line.watch.reader is None and known is not None:
            line.watch.table = known.table

    def opened(self, line: LineSession, port: Port, now: float, at: datetime) -> None:
        """The port is open: a new conversation begins."""
        line.port, line.retry_at, line.opening, line.open_since, line.opened_at = port, None, False, at, now
        line.tally.openings += 1
        self.changed(line.watch.opened(now, at, self._converse(line, line.port)), now)
        if isinstance(line.driver, ScannerDriver):  # nobody to be trusted: whoever scans is signed in
            self.changed(line.watch.trust(scanner_on(line.id, port.usb_serial), None, now, at), now)
        self._answer(line, at)

    def _converse(self, line: LineSession, port: Port) -> float | None:
        """A conversation begins, with a session of the host's that no opening had before; how long it may be silent."""
        line.session = token_bytes(SESSION_SIZE)
        plan = line.plan
        given = Given(plan.id, self, plan.address, line.session, port.usb_serial, plan.settings)
        line.conversation = talk = line.driver.converse(given)
        line.watch.lasting = talk.lasting() if isinstance(talk, Unclearing) else frozenset()
        return talk.silence()

    def gone(self, line: LineSession, reason: LineReason, now: float, at: datetime) -> None:
        """The port went away, or did not open; it is tried again later."""
        self.tell_missing(line)
        self.keep_mark(line)
        self._set_aside(line)
        line.forget_device()
        line.opening = False
        line.retry_at = now + line.backoff.next() if line.watch.on else None
        self.changed(line.watch.gone(reason, now, at), now)
        self._claims.left(line, now, at)
        self.roster.let_go(line.id)

    def switch(self, line: LineSession, on: bool, now: float, at: datetime) -> None:
        """Somebody switched the line on or off; its port is closed already."""
        contest = self.roster.contest_of(line.id)
        self.tell_missing(line)
        self.keep_mark(line)
        self._set_aside(line)
        line.forget_device()
        line.opening, line.retry_at = False, now if on else None
        line.backoff.reset()
        line.driver = self.drivers.get(line.plan.driver, line.driver)
        self.changed(line.watch.switch(on, now, at), now)
        self._claims.left(line, now, at)
        if contest is not None and contest.proven and not on:
            self._claims.decided(contest.reader, now, at)
        self.roster.let_go(line.id)

    def renew(self, line: LineSession, now: float, at: datetime) -> None:
        """Start a line's conversation afresh on its open port: the reader must greet again."""
        if line.port is not None:
            self.tell_missing(line)
            self._set_aside(line)
            line.hello = line.withheld = None
            line.opened_at = now
            self.changed(line.watch.opened(now, at, self._converse(line, line.port)), now)
            self._answer(line, at)

    def know(self, known: Iterable[KnownReader], now: float, at: datetime) -> None:
        """The house's list has changed: what was believed, or not, of a line's reader may be wrong now."""
        before, self.roster = self.roster, self.roster.relisted(known)
        for reader in [each for each in self.roster.contests if self.roster.known(each) is None]:
            self._claims.decided(reader, now, at)
        for line in self.lines.values():
            self._expect(line)
            if line.hello is None or line.hello.identity.key in self.roster.contests:
                continue
            key = line.hello.identity.key
            was, is_ = before.known(key), self.roster.known(key)
            if (was and was.secret) != (is_ and is_.secret):
                self.renew(line, now, at)
            elif was != is_:
                self._claims.greet(line, line.hello, now, at)

    def _set_aside(self, line: LineSession) -> None:
        """The conversation ends while its reader is not trusted: what it said will be missed, and did come."""
        hello = line.hello
        if hello is not None and line.withheld is not None and self.roster.known(hello.identity.key) is not None:
            self._unheeded.keep(hello, line.withheld)

    def keep_mark(self, line: LineSession) -> None:
        """Remember how far a trusted reader has come."""
        mark = line.mark() if line.watch.trusted else None
        if mark is not None and line.watch.reader is not None and mark.reader == line.watch.reader.key:
            self._marks[mark.reader] = mark

    # What comes over a line

    def take(self, line: LineSession, octets: bytes, now: float, at: datetime) -> None:
        """Bytes came: each frame is stored as it is, then read."""
        conversation, tally = line.conversation, line.tally
        assert conversation is not None
        tally.octets += len(octets)
        most = self._patience.most_frames_a_second
        for place, frame in enumerate(conversation.split(octets)):
            if place:
                at += MOMENT
            tally.frames += 1
            line.frames_this_second += 1
            if line.frames_this_second > most and self._chatters(line, now, at):
                continue
            raw = RawFrame(line.id, at, frame)
            try:
                self._listener.raw(raw)
            except NotRecorded:
                tally.unrecorded += 1
                self._ail(line, LineReason.UNRECORDED, now, at, until=now + self._patience.calm)
                continue
            said = conversation.read(frame)
            tally.last.append((raw, said))
            for each in said:
                if type(each) is Heard:
                    self._heard(line, each, now, at)
                else:
                    self._said(line, each, now, at)
        if line.plan.may_answer:
            self._answer(line, at)

    def read_again(self, line: LineSession, frame: bytes, now: float, at: datetime) -> None:
        """A frame that was stored when it came is read as it was read then."""
        assert line.conversation is not None
        for each in line.conversation.read(frame):
            self._said(line, each, now, at)

    def _chatters(self, line: LineSession, now: float, at: datetime) -> bool:
        """Whether the second's measure of frames is full."""
        if now - line.second_began >= 1.0:
            line.second_began, line.frames_this_second = now, 0
            return False
        line.tally.dropped += 1
        line.absences.unused(Unused.DROPPED)
        self._ail(line, LineReason.CHATTER, now, at, until=now + self._patience.calm)
        return True

    def _said(self, line: LineSession, said: Said, now: float, at: datetime) -> None:
        if isinstance(said, Heard):
            self._heard(line, said, now, at)
        elif isinstance(said, Gap):
            self._missed(line, said, now, at)
        elif isinstance(said, Scanned):
            line.tally.good += 1
            line.last_heard = at
            self._listener.scanned(line.id, said.code)
        else:
            line.tally.flaws[said] += 1
            if said is Flaw.CLOCK or said is Flaw.SESSION:
                line.tally.offsets.clear()
            elif said is Flaw.IDENTITY:
                self.keep_mark(line)
                self._ail(line, LineReason.CHANGED, now, at, until=now + self._patience.calm)
                self.changed(line.watch.doubt(now, at), now)
            elif said is Flaw.TURN:
                line.absences.out_of_turn()
            elif said is Flaw.STRANGER:
                line.absences.unused(Unused.UNNAMED)
                self.changed(line.watch.heard(now, at), now)
            elif said in FORGERIES:
                self._ail(line, LineReason.FORGED, now, at, until=now + self._patience.calm)
            elif said not in HARMLESS:
                line.absences.unused(Unused.DAMAGED)
                line.watch.noise()

    def _heard(self, line: LineSession, heard: Heard, now: float, at: datetime) -> None:
        tally, watch, event = line.tally, line.watch, heard.event
        tally.good += 1
        line.last_heard = at
        if event is QUIET and watch.state is LineState.LIVE and not (heard.late or self.roster.contests):
            # Nearly all there is to hear: a trusted reader is well. All below would come to the same.
            watch.heard_at, watch.noisy = now, False
            line.evidence_at, line.uptime_ms = at, heard.uptime_ms
            line.timed = at, heard.uptime_ms
            line.absences.good()
            tally.offsets.append(now * 1000.0 - heard.uptime_ms)
            return
        self.changed(watch.heard(now, at), now)
        if not heard.late:
            line.timed = at, heard.uptime_ms
        if isinstance(event, Hello):
            tally.offsets.clear()
            line.numbered = line.conversation is not None and line.conversation.mark() is not None
            if not line.numbered:
                event = replace(event, session=line.session)
            line.absences.named(event.last)
            self._claims.greet(line, event, now, at)
            return
        if heard.late:
            line.absences.came(heard.sequence)
            at = line.made_at(heard, at)
        else:
            line.absences.good()
            line.uptime_ms = heard.uptime_ms
            tally.offsets.append(now * 1000.0 - heard.uptime_ms)
        if self.roster.contests:
            self._claims.spoke(line, now, at)
        if not watch.trusted:
            line.withhold(heard.sequence)
            return
        if not heard.late:
            line.evidence_at = at
        if not isinstance(event, Heartbeat):
            self._report(line, heard, now, at)
        elif event.fault or event.tamper or watch.ailing:
            for change in told(watch, event, now, at):
                self.changed(change, now)

    def _report(self, line: LineSession, heard: Heard, now: float, at: datetime) -> None:
        watch, event = line.watch, heard.event
        assert watch.reader is not None
        self._listener.heard(Report(line.id, watch.table, watch.reader, at, heard, line.numbered))
        if isinstance(event, HoleCardSignal):
            line.last_signal, line.last_signal_at = event, at
        for change in told(watch, event, now, at):
            self.changed(change, now)

    def _missed(self, line: LineSession, gap: Gap, now: float, at: datetime) -> None:
        line.tally.gaps += 1
        line.tally.missing += gap.missing
        if not line.watch.trusted:
            line.withhold(gap.first)
            line.withhold(gap.last)
            return
        assert line.hello is not None
        line.absences.hold(line.missed(gap, at, self._marks), now, self._unheeded.within(line.hello, gap))

    def tell_withheld(self, line: LineSession, gap: Gap, at: datetime) -> None:
        """Frames of a reader came before it was trusted: they did not reach the table."""
        came = ((Unused.UNTRUSTED, gap.missing),)
        self._listener.missing(replace(line.missed(gap, at, self._marks), came=came))

    def tell_missing(self, line: LineSession, now: float | None = None) -> None:
        """Tell what did not come in time; without a time, all of it, for nothing more can come."""
        for missing in line.absences.due(now):
            self._listener.missing(missing)

    def _answer(self, line: LineSession, at: datetime) -> None:
        """Send what the conversation has to say, where the line may answer; stored before it is sent."""
        if not line.plan.may_answer or line.conversation is None or line.port is None:
            return
        for frame in line.conversation.due():
            raw = RawFrame(line.id, at, frame, sent=True)
            try:
                self._listener.raw(raw)
                if line.port.write(frame) == len(frame):
                    line.tally.sent += 1
                    line.tally.last.append((raw, ()))
            except NotRecorded:
                line.tally.unrecorded += 1
            except LOST:
                return  # the next read says so too, and that is where it is dealt with

    # Time and changes

    def standing(self) -> tuple[LineStanding, ...]:
        """How every line stands in a few words, and which tables no line stands for."""
        return (*(line.standing() for line in self.lines.values()), *self.tables.standing())

    def tick(self, now: float, at: datetime) -> None:
        """Time has passed: who has fallen silent, what is over, which alarms are due."""
        for line in list(self.lines.values()):
            watch = line.watch
            if not watch.is_open:
                continue
            if now - line.second_began >= 1.0:
                line.second_began, line.frames_this_second = now, 0
            if line.driver is not floor_line:  # ours has something to say only when something came
                self._answer(line, at)
            if line.absences.waiting:
                self.tell_missing(line, now)
            nameless = line.hello is None and not watch.trusted and now - line.opened_at > self._patience.introduction
            if nameless and (line.last_heard is not None or line.tally.flaws[Flaw.STRANGER]):
                self._ail(line, LineReason.NO_IDENTITY, now, at)
            if watch.restless(now):
                self.changed(watch.settle(now, at), now)
                if watch.state is LineState.SILENT:
                    self._claims.left(line, now, at)
        self.tables.tick(self.lines.values(), self.roster.readers, now, at)
        for alarm in self._board.due(now):
            self._listener.alarm(alarm)

    def _ail(
        self, line: LineSession, reason: LineReason, now: float, at: datetime, *, until: float | None = None
    ) -> None:
        self.changed(line.watch.ail(reason, now, at, until=until), now)

    def report_hello(self, line: LineSession, hello: Hello, at: datetime) -> None:
        """A reader is trusted: its greeting is the first thing its table hears of it."""
        self._listener.heard(Report(line.id, line.watch.table, hello.identity, at, Heard(0, 0, hello)))

    def vacated(self, line: LineSession) -> None:
        """The line's reader is heard on another line."""
        line.watch.vacate()
        self._board.vacated(line.id)

    def changed(self, change: LineChange | None, now: float) -> None:
        """Tell a change, once."""
        if change is None:
            return
        self.lines[change.line].history.append(change)
        self._listener.changed(change)
        self._board.note(change, now)
