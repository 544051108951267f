"""Taking in what the readers' lines tell: events become entries at their tables, a burst in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field, replace
from datetime import datetime, timedelta

from floorapp.domain.devices import ReaderStatus
from floorapp.domain.findings import Noted
from floorapp.domain.reader_lines import Alarm, LineChange, LineReason, LineState
from floorapp.domain.readers import (
    Cleared,
    Fault,
    Heartbeat,
    Hello,
    HoleCardSignal,
    Missing,
    ReaderIdentity,
    Report,
    SelfTest,
    Tamper,
    Unused,
)
from floorapp.domain.signals import LineAlarm, PartialEvidence, ReaderEvent, ReaderSession, Source, slot_of
from floorapp.domain.tables import Phase
from floorapp.domain.values import dataclass
from floorapp.operations.acts.readers import stopped
from floorapp.operations.desk import Acting, Change, Desk, Writing
from floorapp.operations.devices import Device, may_state
from floorapp.operations.facts.devices import ReaderFailed
from floorapp.operations.facts.refusals import ActRefused
from floorapp.operations.facts.registry import Fact, Subject
from floorapp.operations.facts.signals import (
    EvidencePartial,
    LineAlarmOver,
    LineAlarmRaised,
    ReaderCleared,
    ReaderFaulted,
    ReaderGreeted,
    ReaderSelfTested,
    ReaderSignalled,
    ReaderTampered,
    gap_id,
)
from floorapp.operations.floor_queries import phase_of, rulebook_of
from floorapp.operations.moment import Moment, moment_of
from floorapp.operations.refusal import Refusal

#: Why a line is faulty when its reader itself is out of order.
AILING = {
    LineReason.FAULT: "a fault",
    LineReason.TAMPER: "tampering",
    LineReason.SELF_TEST: "that it failed its own test",
}

#: Said where an event is written down long after it happened.
FROM_FRAMES = "Read from the raw frames, which were stored when they came."


#: What is further apart cannot be one frame, whatever its name and number.
ONE_FRAME = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class News:
    """One thing the lines' watch told, with the session of the reader that spoke.

    `tested` in a proof test; `again` if it was read a second time, from stored frames.
    """

    told: Report | Missing | LineChange | Alarm
    session: str = ""
    tested: bool = False
    again: bool = False


@dataclass(slots=True)
class Intake:
    """Turns news into entries; remembers whom it has refused, so that each is on record once."""

    desk: Desk
    refused: set[tuple[str, str, str]] = field(default_factory=set)

    def begin(self) -> Change:
        """The lines are watched anew: alarms of the last time are over, whatever stands is told again."""
        with self.desk.logbook.writing("take_signals") as writing:
            taking = self._taking(writing)
            for alarm in taking.moment.state.find(LineAlarm, standing=True):
                taking.over(alarm.id, alarm.tables, "The station started monitoring its lines again.")
            return taking.change()

    def take(self, news: Iterable[News], first: Callable[[Writing], object] = lambda writing: None) -> Change:
        """Take a burst in: all of it becomes durable, or nothing; what is on record already is left alone.

        What is done `first`, with the frames that it was heard in, is part of the same transaction.
        """
        with self.desk.logbook.writing("take_signals") as writing:
            first(writing)
            taking = self._taking(writing)
            for each in news:
                taking.take(each)
            return taking.change()

    def _taking(self, writing: Writing) -> _Taking:
        moment = moment_of(writing.state, self.desk.clock.now(), None, self.desk.rulebooks)
        return _Taking(self, writing, moment)


@dataclass(slots=True)
class _Taking:
    """One burst under way."""

    intake: Intake
    writing: Writing
    moment: Moment
    made: list[Change] = field(default_factory=list)

    def change(self) -> Change:
        """All that this burst changed."""
        return Change(
            tuple(number for each in self.made for number in each.entries),
            tuple(dict.fromkeys(subject for each in self.made for subject in each.subjects)),
            tuple(id for each in self.made for id in each.ids),
        )

    def take(self, news: News) -> None:
        match news.told:
            case Report() as report if not (news.again and not report.numbered and self._on_record(report)):
                self._report(report, news)
            case Missing() as missing:
                self._missing(missing, news.session, again=news.again)
            case LineChange() as changed:
                self._changed(changed)
            case Alarm() as alarm:
                self._alarm(alarm)

    def enter(self, *facts: Fact, at: datetime, by: str) -> None:
        """Append entries about an instant; a clock that was set back makes no entry about the future."""
        act = Acting(self.intake.desk, self.writing, self.moment, "take_in", facts[0].subject)
        happened = min(at, self.moment.now)
        self.made.append(act.enter(*facts, occurred_at=happened, late=FROM_FRAMES, by=by))

    @property
    def station(self) -> str:
        return f"station/{self.intake.desk.logbook.station}"

    # What readers say

    def _report(self, report: Report, news: News) -> None:
        table, session = report.table, news.session
        dealing = table is not None and not news.tested and self._deals(table)
        stated = event_fact(report, session, dealing=dealing)
        if stated is None or not self._may(report.reader, session, table, stated, report.at):
            return
        if isinstance(stated, ReaderGreeted):
            if not self._greeted_before(stated, report, again=news.again):
                self.enter(stated, at=report.at, by=Device(report.reader.key).actor)
            return
        by = stated.by if news.again or report.heard.late else self._own(stated.by, report.at)
        if self.moment.state.get(ReaderEvent, by.id) is not None:
            return
        stated = replace(stated, by=by)
        wrong = ailment(report)
        follows = self._failure(stated.table, wrong) if wrong else ()
        self.enter(stated, *follows, at=report.at, by=Device(report.reader.key).actor)

    def _own(self, by: Source, at: datetime) -> Source:
        """Its source, by another name of the session where the frame of this number on record is not this one.

        A device whose sessions all have one name may come from a station that heard it before: only that one counts.
        """
        own, times = by, 0
        while (known := self.moment.state.get(ReaderEvent, own.id)) is not None and abs(known.at - at) > ONE_FRAME:
            times += 1
            own = replace(by, session=f"{by.session[:16]}{times:04x}")
        return own

    def _on_record(self, report: Report) -> bool:
        """Whether what this reader said at that instant was entered: numbers may be others at a second reading."""
        slot = slot_of(report.table or "", report.at)
        known = self.moment.state.find(ReaderEvent, slot=slot)
        return any(each.at == report.at and each.id.startswith(f"{report.reader.key}/") for each in known)

    def _deals(self, table: str) -> bool:
        return phase_of(self.moment, table) is Phase.OPEN

    def _greeted_before(self, stated: ReaderGreeted, report: Report, *, again: bool) -> bool:
        """Whether the greeting is on record, or was read again and is older than the one that is."""
        known = self.moment.state.get(ReaderSession, stated.by.reader)
        if known is None:
            return False
        if again and (report.at < known.since or not report.numbered):
            return True
        said = (stated.table, stated.line, stated.by.session, stated.firmware)
        return said == (known.table, known.line, known.session, known.firmware)

    def _missing(self, missing: Missing, session: str, *, again: bool) -> None:
        reader, gap = missing.reader, missing.gap
        by = Source(reader.key, session, gap.first, virtual=reader.virtual)
        stated = EvidencePartial(
            table=missing.table or "",
            by=by,
            last=gap.last,
            after=missing.after,
            before=missing.before,
            findings=(Noted("evidence-partial", "", missing_says(missing)),),
        )
        known = self._told(by, gap.last, stated.table) if again else None
        known = known or self.moment.state.get(PartialEvidence, gap_id(by, gap.last))
        if known is None and self._may(reader, session, missing.table, stated, missing.before):
            self.enter(stated, at=missing.before, by=Device(reader.key).actor)

    def _told(self, by: Source, last: int, table: str) -> PartialEvidence | None:
        """A gap on record that this one lies in."""
        stem = by.id.removesuffix(str(by.sequence))
        for each in self.moment.state.find(PartialEvidence, table=table):
            if each.id.startswith(stem):
                first, _, end = each.id.removeprefix(stem).partition("-")
                if int(first) <= by.sequence and last <= int(end):
                    return each
        return None

    def _may(self, reader: ReaderIdentity, session: str, table: str | None, stated: Fact, at: datetime) -> bool:
        """Whether the reader may state this; a refusal is on record once a session."""
        device = Device(reader.key)
        refusal = may_state(self.moment, device, table=table, stated=type(stated))
        if refusal is None:
            return True
        occasion = (reader.key, session, refusal.code)
        if occasion not in self.intake.refused:
            self.intake.refused.add(occasion)
            self.enter(_refused(device, table, refusal), at=at, by=device.actor)
        return False

    # What follows for the table

    def _failure(self, table: str, says: str) -> tuple[Fact, ...]:
        """A reader is out of order, once: no dealing, or the procedure without a reader, as the rulebook has it."""
        status = self.moment.state.get(ReaderStatus, table)
        if status is not None and status.failed_at is not None:
            return ()
        cite = rulebook_of(self.moment, table).reader.failure.cite
        return (ReaderFailed(table=table, says=says, cite=cite), *stopped(self.moment, table))

    def _changed(self, change: LineChange) -> None:
        """A reader that ails by its heartbeats is out of order too, also where the event itself was lost."""
        reader, table = change.reader, change.table
        if change.now is not LineState.FAULTY or change.reason not in AILING or reader is None or table is None:
            return
        device = Device(reader.key)
        if may_state(self.moment, device, table=table, stated=ReaderFaulted) is not None:
            return
        facts = self._failure(table, f"{reader.name} reports {AILING[change.reason]}.")
        if facts:
            self.enter(*facts, at=change.at, by=device.actor)

    # What the watch over the lines says

    def _alarm(self, alarm: Alarm) -> None:
        name = f"{alarm.kind}/{alarm.group}"
        if not alarm.standing:
            self.over(name, alarm.tables, alarm.ended)
            return
        words = alarm.trouble
        raised = LineAlarmRaised(
            alarm=name,
            kind=alarm.kind,
            lines=alarm.lines,
            tables=alarm.tables,
            says=words.what,
            means=words.means,
            todo=words.do,
        )
        self.enter(raised, at=alarm.raised_at, by=self.station)

    def over(self, alarm: str, tables: tuple[str, ...], says: str) -> None:
        """An alarm no longer stands."""
        known = self.moment.state.get(LineAlarm, alarm)
        if known is not None and known.standing:
            over = LineAlarmOver(alarm=alarm, tables=tables, says=says)
            self.enter(over, at=self.moment.now, by=self.station)


def _refused(device: Device, table: str | None, refusal: Refusal) -> ActRefused:
    about = Subject("table", table) if table else Subject("equipment", device.serial)
    return ActRefused(act="take_in", about=about, code=refusal.code, says=str(refusal), cite=refusal.cite)


Stated = ReaderGreeted | ReaderSignalled | ReaderSelfTested | ReaderTampered | ReaderFaulted | ReaderCleared


def event_fact(report: Report, session: str, *, dealing: bool) -> Stated | None:
    """A report as the fact it states; none for a heartbeat, which is counted and not entered."""
    reader, heard, table = report.reader, report.heard, report.table or ""
    by = Source(reader.key, session, heard.sequence, heard.uptime_ms, heard.late, reader.virtual)
    match heard.event:
        case Hello():
            return ReaderGreeted(
                table=table, by=by, name=reader.name, kind=reader.kind, firmware=reader.firmware, line=report.line
            )
        case HoleCardSignal(signal, up):
            up_card = "" if up is None else str(up)
            return ReaderSignalled(table=table, by=by, signal=signal, up_card=up_card, dealing=dealing)
        case SelfTest(passed, detail):
            return ReaderSelfTested(table=table, by=by, passed=passed, says=detail)
        case Tamper(cause, detail):
            return ReaderTampered(table=table, by=by, cause=cause, says=detail)
        case Fault(fault, detail):
            return ReaderFaulted(table=table, by=by, cause=fault, says=detail)
        case Cleared(what, detail):
            return ReaderCleared(table=table, by=by, what=what, says=detail)
        case Heartbeat():
            return None


def ailment(report: Report) -> str:
    """What is wrong with a reader by its own word; empty where nothing is."""
    name = report.reader.name
    match report.heard.event:
        case Fault(cause, detail) | Tamper(cause, detail) as event:
            what = "a fault" if isinstance(event, Fault) else "tampering"
            return f"{name} reports {what}: {cause}{f' ({detail})' if detail else ''}."
        case SelfTest(False, detail):
            return f"{name} failed its own test{f': {detail}' if detail else ''}."
    return ""


#: What is said of frames that came and are not at their table.
UNUSED = {
    Unused.DAMAGED: "arrived damaged or could not be read",
    Unused.DROPPED: "came over the limit of frames a second",
    Unused.UNNAMED: "came before it identified itself",
    Unused.TURN: "came out of turn",
    Unused.UNTRUSTED: "came while the reader was not trusted",
}


def missing_says(missing: Missing) -> str:
    """One sentence: how many frames, and what became of them."""
    count, serial = missing.gap.missing, missing.reader.serial
    frames = f"{count:,} frame{'s' * (count != 1)} of reader {serial}"
    if missing.came == ((Unused.UNTRUSTED, count),):
        return f"{frames} {UNUSED[Unused.UNTRUSTED]}: kept as evidence, and not assigned to the table."
    if not missing.came:
        return f"{frames} never came: some of what it reported then is missing."
    parts = [(number, UNUSED[why]) for why, number in missing.came] + [(missing.never, "never came")]
    which = ", ".join(f"{number:,} {what}" for number, what in parts if number)
    return f"{frames} {'is' if count == 1 else 'are'} missing: {which}. Some of what it reported then is missing."
