"""The duties of a gaming day against what is on record: what is missing, and why."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cached_property

from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.incidents import IncidentPhase
from floorapp.domain.tables import Fixture, Phase, TableStatus
from floorapp.domain.values import dataclass
from floorapp.domain.written_time import span
from floorapp.engine.conduct.finding import VIOLATION, ConductFinding
from floorapp.operations.entry import LATE_AFTER
from floorapp.operations.entry_sentences import tell_fact
from floorapp.operations.facts.days import GamingDayEnded, HandoverAccepted, HandoverGiven
from floorapp.operations.facts.devices import FaultReshuffled, ReaderInspected, ShufflerFaulted
from floorapp.operations.facts.registry import Subject
from floorapp.operations.facts.tables import TableOpened
from floorapp.operations.papers.builder import Composing
from floorapp.operations.papers.deck_sets import Overdue, Sets
from floorapp.operations.papers.incidents import incidents_of
from floorapp.operations.papers.inspections import passed, readers_due
from floorapp.operations.papers.record import DEALING, RecordLine, Replayed
from floorapp.operations.sheet import Duty, Missing

NO_REASON = "no reason is on record"
HOUSE = "property policy"

#: How far back a table's last opening or closing is looked for.
STATUS_OF_DAYS = 31

WAITS = {IncidentPhase.REPORTED: "waits for a reviewer", IncidentPhase.RETURNED: "was returned and waits for an answer"}


@dataclass(frozen=True, slots=True)
class Uninspected:
    """What a table dealt in a gaming day before its reader was found in order."""

    table: str
    since: datetime
    until: datetime
    inspected: bool
    rounds: int
    hands: int
    why: str


class DayDuties:
    """One gaming day looked through, each question asked once."""

    def __init__(self, desk: Composing) -> None:
        self.desk, self.day = desk, desk.first

    @cached_property
    def sets(self) -> Sets:
        return Sets(self.desk)

    @cached_property
    def overdue(self) -> tuple[Overdue, ...]:
        return self.sets.overdue()

    @cached_property
    def ended(self) -> RecordLine | None:
        """The entry by which a person ended the day."""
        history = self.desk.record.timeline(Subject("gaming-day", str(self.day)))
        return next((line for line in history if isinstance(line.fact, GamingDayEnded)), None)

    @cached_property
    def dealt(self) -> dict[str, tuple[datetime, str]]:
        """Each table that dealt in the day: from when on, and how it came to be open."""
        desk, found = self.desk, dict[str, tuple[datetime, str]]()
        back = GamingDay(self.day.date.fromordinal(self.day.date.toordinal() - STATUS_OF_DAYS))
        status = Replayed()
        for line in desk.record.lines(*DEALING, first=back, last=desk.last):
            if line.at >= desk.begins:
                break
            status.take(line)
        for each in status.all(TableStatus):
            if each.phase is Phase.OPEN and desk.wants(each.table):
                found[each.table] = (desk.begins, "it was open when the gaming day began")
        for line in desk.lines(TableOpened):
            if line.now is not None and line.fact.table not in found:
                why = (
                    f"it was opened by exception: {line.fact.exception}"
                    if line.fact.exception
                    else "it was opened in the day"
                )
                found[line.fact.table] = (line.at, why)
        return found

    @cached_property
    def inspected(self) -> dict[str, datetime]:
        """When each table's reader was first found in order in the day."""
        first: dict[str, datetime] = {}
        for line in self.desk.lines(ReaderInspected):
            if line.now is not None and passed(line.fact):
                first.setdefault(line.fact.table, line.at)
        return first

    @cached_property
    def uninspected(self) -> tuple[Uninspected, ...]:
        """Tables with a daily duty that were open before their inspection, with the rounds on record."""
        desk, due, found = self.desk, readers_due(self.desk), []
        for table, (since, why) in sorted(self.dealt.items()):
            until = self.inspected.get(table)
            if table not in due or (until is not None and until <= since):
                continue
            end = until or desk.so_far
            rounds = [each for each in desk.record.rounds(since, end, table=table)]
            said = Uninspected(
                table, since, end, until is not None, len(rounds), sum(each.hands for each in rounds), why
            )
            if until is None or rounds:
                found.append(said)
        return tuple(found)

    @cached_property
    def late(self) -> tuple[RecordLine, ...]:
        """Entries of the day that were written down late."""
        return tuple(line for line in self.entries if line.entry.recorded_at - line.entry.occurred_at > LATE_AFTER)

    @cached_property
    def entries(self) -> tuple[RecordLine, ...]:
        return self.desk.record.lines(first=self.desk.first, last=self.desk.last)

    def _said(self, why: str) -> str:
        """Why something is missing: what the person said who ended the day goes with it."""
        said = self.ended.fact.says if self.ended is not None else ""
        return f"{why}; said at the day’s end: {said.rstrip('.')}" if said else why

    # --- the duties ---

    def duties(self) -> tuple[Duty, ...]:
        """All of them, in the order of the day."""
        asked: tuple[Callable[[], Duty], ...] = (
            self._inspections,
            self._hands,
            self._openings,
            self._decks,
            self._faults,
            self._conduct,
            self._incidents,
            self._handovers,
            self._in_time,
            self._ended,
        )
        return tuple(ask() for ask in asked)

    def _inspections(self) -> Duty:
        due = {t: cite for t, cite in readers_due(self.desk).items() if t in self.dealt}
        missing = tuple(
            Missing(
                f"reader {self.desk.record.serial(t, Fixture.READER, self.desk.ends) or 'without a number'} at {t}",
                self._said("the table dealt and no inspection that found it in order is on record"),
            )
            for t in due
            if t not in self.inspected
        )
        cites = ", ".join(dict.fromkeys(due.values())) or "no table with such a duty dealt"
        return Duty(
            "Reader inspected once a gaming day, where the table dealt",
            cites,
            len(due),
            len(due) - len(missing),
            missing,
        )

    def _hands(self) -> Duty:
        due = {t: cite for t, cite in readers_due(self.desk).items() if t in self.dealt}
        missing = tuple(self._before_inspection(each) for each in self.uninspected)
        cites = ", ".join(dict.fromkeys(due.values())) or "no table with such a duty dealt"
        return Duty("Hands dealt only after an inspection", cites, len(due), len(due) - len(missing), missing)

    def _before_inspection(self, each: Uninspected) -> Missing:
        until = (
            f"its inspection at {self.desk.time(each.until)}"
            if each.inspected
            else f"{self.desk.time(each.until)}, not inspected until then"
        )
        counted = f"{each.rounds} rounds, {each.hands} hands on record" if each.rounds else "no rounds on record"
        return Missing(f"{each.table}: from {self.desk.time(each.since)} to {until}, {counted}", self._said(each.why))

    def _openings(self) -> Duty:
        lines = [line for line in self.desk.lines(TableOpened) if line.now is not None]
        missing = tuple(
            Missing(
                f"{line.fact.table} at {self.desk.time(line.at)}: {' '.join(n.says for n in line.fact.findings)}",
                f"co-signed exception: {line.fact.exception or NO_REASON}",
            )
            for line in lines
            if line.fact.exception or line.fact.findings
        )
        return Duty(
            "Tables opened through the gate, without an exception",
            HOUSE,
            len(lines),
            len(lines) - len(missing),
            missing,
        )

    def _decks(self) -> Duty:
        sets = self.sets.in_play
        missing = tuple(
            Missing(f"{each.life.name} at {each.life.table}: {span(each.age)} in play", self._why_late(each))
            for each in self.overdue
        )
        cites = dict.fromkeys(
            book.source(book.cards.change_hours)
            for life in sets
            if (book := self.desk.record.rulebook(life.table)) is not None
        )
        return Duty(
            "Decks changed within their hours",
            ", ".join(cites) or "no set in play",
            len(sets),
            len(sets) - len(missing),
            missing,
        )

    def _why_late(self, each: Overdue) -> str:
        out = [line for line in each.life.lines if line.at == each.until and line.entry.late]
        reason = next((line.entry.late for line in out if line.entry.late), "")
        return reason or self._said("it is still in play" if each.still else NO_REASON)

    def _faults(self) -> Duty:
        faults = [line for line in self.desk.lines(ShufflerFaulted) if line.now is not None]
        mended = [
            line for line in self.desk.record.lines(FaultReshuffled, first=self.desk.first) if line.now is not None
        ]
        missing = tuple(
            Missing(
                f"{line.fact.table} at {self.desk.time(line.at)}: {line.fact.condition.value}",
                "no reshuffle is on record",
            )
            for line in faults
            if not any(each.fact.table == line.fact.table and each.at >= line.at for each in mended)
        )
        books = (self.desk.record.rulebook(line.fact.table) for line in faults)
        duties = (book.cited(book.duty_named["faulted-shuffle", ""].cite) for book in books if book is not None)
        cites = ", ".join(dict.fromkeys(duties)) or "no fault on record"
        return Duty(
            "Cards reshuffled after a shuffler’s fault", cites, len(faults), len(faults) - len(missing), missing
        )

    def _conduct(self) -> Duty:
        """What the judge of conduct finds in the day, whatever the floor is set up like since."""
        found = [each for each in self.desk.conduct() if each.severity == VIOLATION]
        tables = {each.table for each in found} | set(self.dealt)
        missing = tuple(Missing(self._told(each), self.desk.cited(each.cite)) for each in found)
        cites = (
            ", ".join(dict.fromkeys(self.desk.cited(each.cite) for each in found)) or "all sections of the rulebooks"
        )
        good = len(tables) - len({each.table for each in found})
        return Duty("Nothing stood against the hands that were dealt", cites, len(tables), good, missing)

    def _told(self, each: ConductFinding) -> str:
        dealt = each.dealt
        counted = f" {dealt.rounds} rounds, {dealt.hands} hands, {dealt.minutes} min" if dealt.rounds else ""
        return f"{each.table} from {self.desk.time(each.since.at)}: {each.says}{counted}"

    def _incidents(self) -> Duty:
        found = incidents_of(self.desk)
        missing = tuple(
            Missing(f"{incident.number} at {incident.table}: {incident.title}", WAITS[incident.phase])
            for _, incident in found
            if incident.phase in WAITS
        )
        return Duty("Incidents reviewed by a second person", HOUSE, len(found), len(found) - len(missing), missing)

    def _handovers(self) -> Duty:
        given = self.desk.lines(HandoverGiven)
        taken = {line.fact.handover for line in self.desk.record.lines(HandoverAccepted, first=self.desk.first)}
        missing = tuple(
            Missing(
                f"{line.fact.shift}, {self.desk.name(line.entry.actor)} to {self.desk.name(line.fact.to)}",
                "not accepted yet",
            )
            for line in given
            if line.fact.handover not in taken
        )
        return Duty("Handovers accepted", HOUSE, len(given), len(given) - len(missing), missing)

    def _in_time(self) -> Duty:
        missing = tuple(self._late_entry(line) for line in self.late)
        minutes = int(LATE_AFTER.total_seconds() // 60)
        total = len(self.entries)
        return Duty(f"Entries made within {minutes} minutes of the act", HOUSE, total, total - len(missing), missing)

    def _late_entry(self, line: RecordLine) -> Missing:
        entry = line.entry
        by = span(entry.recorded_at - entry.occurred_at)
        return Missing(
            f"{entry.number}: {tell_fact(entry.fact, self.desk.name).says}, {by} late", entry.late or NO_REASON
        )

    def _ended(self) -> Duty:
        if self.ended is not None:
            return Duty("The gaming day looked through and ended", HOUSE, 1, 1)
        over = self.desk.stamp(self.desk.ends)
        still = self.desk.so_far < self.desk.ends
        why = f"it is not over before {over}" if still else f"nobody has ended it; it was over at {over}"
        return Duty("The gaming day looked through and ended", HOUSE, 1, 0, (Missing(f"gaming day {self.day}", why),))


@dataclass(frozen=True, slots=True)
class Quiet:
    """Gaming days in a row of which nothing is on record: no table dealt, and nobody ended them."""

    first: GamingDay
    last: GamingDay

    @property
    def days(self) -> int:
        return (self.last.date - self.first.date).days + 1


def day_by_day(desk: Composing) -> Iterator[DayDuties | Quiet]:
    """The gaming days of the period, those in a row told together in which nothing was; the last always by itself."""
    long_before = GamingDay(desk.first.date - timedelta(days=STATUS_OF_DAYS))
    written = desk.record.days_written(long_before, desk.last)
    ended = {line.fact.day for line in desk.record.lines(GamingDayEnded, first=desk.first)}
    since: GamingDay | None = None
    for day in desk.days():
        place = bisect_right(written, day)
        lately = place > 0 and (day.date - written[place - 1].date).days <= STATUS_OF_DAYS
        if not lately and str(day) not in ended and day != desk.last:
            since = since or day
            continue
        if since is not None:
            yield Quiet(since, day.previous())
            since = None
        yield DayDuties(Composing(desk.record, replace(desk.request, first=day.date, last=day.date)))
