"""The duties of a gaming day against what is on record: what is missing, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from functools import cached_property

from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.incidents import IncidentPhase
from floorapp.domain.values import dataclass
from floorapp.domain.written_time import span
from floorapp.operations.conduct_days import OpenDay
from floorapp.operations.entry import LATE_AFTER
from floorapp.operations.entry_sentences import tell_fact
from floorapp.operations.facts.days import GamingDayEnded, HandoverAccepted, HandoverGiven
from floorapp.operations.facts.devices import ShufflerFaulted
from floorapp.operations.facts.registry import Subject
from floorapp.operations.facts.tables import TableOpened
from floorapp.operations.papers.builder import HOUSE_POLICY, Composing
from floorapp.operations.papers.conduct_rows import Stood, stood
from floorapp.operations.papers.deck_sets import Overdue, Sets
from floorapp.operations.papers.incidents import incidents_of
from floorapp.operations.papers.inspections import duty_words, installed, not_inspected, readers_due
from floorapp.operations.papers.openings import co_signers
from floorapp.operations.papers.record import RecordLine
from floorapp.operations.sheet import MissingDuty, SheetDuty

NO_REASON = "no reason is on record"
ALL_SECTIONS = "all sections of the rulebooks"

#: Findings that duties of their own tell of.
TOLD_ABOVE = frozenset({"reader-not-inspected", "decks-over-hours", "faulted-shuffle"})

WAITS = {IncidentPhase.REPORTED: "it is pending review", IncidentPhase.RETURNED: "it was returned and needs a response"}


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
    def opened(self) -> dict[str, OpenDay]:
        """Each table that was open in the day, as the judge heard it."""
        days = self.desk.record.heard.open_days.get(self.day, {})
        return {table: each for table, each in sorted(days.items()) if self.desk.wants(table)}

    @cached_property
    def uninspected(self) -> tuple[tuple[Stood, datetime | None], ...]:
        """Readers that stood uninspected at an open table, and when they were inspected after all."""
        return not_inspected(self.desk)

    def how_open(self, each: Stood) -> str:
        """How a table came to be open with a reader that was not inspected."""
        table, since = each.found.table, each.found.since.at
        opened = [line for line in self.desk.lines(TableOpened) if line.now is not None and line.fact.table == table]
        begun = next((line for line in opened if line.at.replace(microsecond=0) == since), None)
        if begun is None and installed(self.desk, table, since):
            return "the reader was installed at the open table"
        if begun is None and self.opened[table].all_along:
            return "it was open when the gaming day began"
        exception = begun.fact.exception if begun is not None and co_signers(begun) else ""
        return f"it was opened by exception: {exception}" if exception else "it was opened in the day"

    @cached_property
    def late(self) -> tuple[RecordLine, ...]:
        """Entries of the day that were written down late."""
        return tuple(line for line in self.entries if line.entry.recorded_at - line.entry.occurred_at > LATE_AFTER)

    @cached_property
    def entries(self) -> tuple[RecordLine, ...]:
        return self.desk.lines()

    def _said(self, why: str) -> str:
        """Why something is missing: what the person said who ended the day goes with it."""
        said = self.ended.fact.says if self.ended is not None else ""
        return f"{why}; said at the day’s end: {said.rstrip('.')}" if said else why

    # --- the duties ---

    def duties(self) -> tuple[SheetDuty, ...]:
        """All of them, in the order of the day."""
        asked: tuple[Callable[[], SheetDuty], ...] = (
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

    def _inspections(self) -> SheetDuty:
        due = readers_due(self.desk)
        never = dict.fromkeys((each.found.subject, each.found.table) for each, made in self.uninspected if made is None)
        why = self._said("the table was open and no inspection is on record")
        missing = tuple(MissingDuty(f"reader {serial} at {table}", why) for serial, table in never)
        name = "Reader inspected once a gaming day, where the table was open"
        return SheetDuty(name, duty_words(self.desk, due), len(due), max(0, len(due) - len(missing)), missing)

    def _hands(self) -> SheetDuty:
        due = readers_due(self.desk)
        dealt = [(each, made) for each, made in self.uninspected if each.rounds]
        missing = tuple(self._before_inspection(each, made) for each, made in dealt)
        good = max(0, len(due) - len({(each.found.table, each.found.subject) for each, _ in dealt}))
        return SheetDuty(
            "Hands dealt only with an inspected reader", duty_words(self.desk, due), len(due), good, missing
        )

    def _before_inspection(self, each: Stood, made: datetime | None) -> MissingDuty:
        until = f"its inspection at {self.desk.time(made)}" if made else f"{self.desk.time(each.until)}, not inspected"
        table = each.found.table
        what = f"{table}: from {self.desk.time(each.since)} to {until}, {_counted(each)}"
        return MissingDuty(what, self._said(self.how_open(each)))

    def _openings(self) -> SheetDuty:
        lines = [line for line in self.desk.lines(TableOpened) if line.now is not None]
        missing = tuple(
            MissingDuty(
                f"{line.fact.table} at {self.desk.time(line.at)}: {' '.join(n.says for n in line.fact.findings)}",
                f"{'co-signed exception' if co_signers(line) else 'recorded as having happened'}: "
                f"{line.fact.exception or NO_REASON}",
            )
            for line in lines
            if line.fact.exception or line.fact.findings
        )
        return SheetDuty(
            "Tables opened with every requirement met", HOUSE_POLICY, len(lines), len(lines) - len(missing), missing
        )

    def _decks(self) -> SheetDuty:
        sets = [life for life in self.sets.in_play if self.desk.wants(life.table)]
        missing = tuple(
            MissingDuty(f"{each.life.name} at {each.table}: {span(each.age)} in play", self._why_late(each))
            for each in self.overdue
        )
        cites = dict.fromkeys(self._cited(life.table, "decks-over-hours", self._open_at(life.table)) for life in sets)
        return SheetDuty(
            "No decks in the shoe past their hours",
            ", ".join(cites) or "no set in play",
            len(sets),
            max(0, len(sets) - len(missing)),
            missing,
        )

    def _open_at(self, table: str) -> datetime:
        """When a table was open in the day: its game of then is the one that asked."""
        opened = self.opened.get(table)
        return self.desk.so_far if opened is None else opened.since

    def _cited(self, table: str, duty: str, at: datetime) -> str:
        """A duty's section in the rulebook that a table then had."""
        book = self.desk.record.rulebook_at(table, at)
        return self.desk.cited(book.duty_named[duty, ""].cite if book and (duty, "") in book.duty_named else "")

    def _why_late(self, each: Overdue) -> str:
        out = [line for line in each.life.lines if line.at == each.until and line.entry.late]
        reason = next((line.entry.late for line in out if line.entry.late), "")
        return reason or self._said("it is still in play" if each.still else NO_REASON)

    def _faults(self) -> SheetDuty:
        faults = [line for line in self.desk.lines(ShufflerFaulted) if line.now is not None]
        dealt = tuple(stood(self.desk, ("faulted-shuffle",)))
        missing = tuple(
            MissingDuty(
                f"{each.found.table} from {self.desk.time(each.since)}: {each.found.says} {_counted(each)}",
                self._said("dealt without a full reshuffle on record"),
            )
            for each in dealt
        )
        cites = dict.fromkeys(self._cited(line.fact.table, "faulted-shuffle", line.at) for line in faults)
        return SheetDuty(
            "Cards reshuffled after a shuffler’s fault, before they were dealt",
            ", ".join(cites) or "no fault on record",
            len(faults),
            max(0, len(faults) - len(missing)),
            missing,
        )

    def _conduct(self) -> SheetDuty:
        """What else the judge of conduct finds, as FA-110 lists it, whatever the floor is set up like since."""
        found = [each for each in stood(self.desk) if each.found.duty not in TOLD_ABOVE]
        against = [self.desk.source(each.found.cite, each.found.basis) for each in found]
        missing = tuple(
            MissingDuty(self._told(each), f"it violates {cite}") for each, cite in zip(found, against, strict=True)
        )
        wrong, tables = {each.found.table for each in found}, set(self.opened)
        return SheetDuty(
            "No hand dealt with any other open finding",
            ", ".join(dict.fromkeys(against)) or ALL_SECTIONS,
            len(tables | wrong),
            len(tables - wrong),
            missing,
        )

    def _told(self, each: Stood) -> str:
        return f"{each.found.table} from {self.desk.time(each.since)}: {each.found.says} {_counted(each)}".rstrip()

    def _incidents(self) -> SheetDuty:
        found = incidents_of(self.desk)
        missing = tuple(
            MissingDuty(f"{incident.number} at {incident.table}: {incident.title}", WAITS[incident.phase])
            for _, incident in found
            if incident.phase in WAITS
        )
        return SheetDuty(
            "Incidents reviewed by a second person", HOUSE_POLICY, len(found), len(found) - len(missing), missing
        )

    def _handovers(self) -> SheetDuty:
        given = self.desk.lines(HandoverGiven)
        taken = {line.fact.handover for line in self.desk.record.lines(HandoverAccepted, first=self.desk.first)}
        missing = tuple(
            MissingDuty(
                f"{line.fact.shift}, {self.desk.name(line.entry.actor)} to {self.desk.name(line.fact.to)}",
                "not accepted yet",
            )
            for line in given
            if line.fact.handover not in taken
        )
        return SheetDuty("Shift changes accepted", HOUSE_POLICY, len(given), len(given) - len(missing), missing)

    def _in_time(self) -> SheetDuty:
        missing = tuple(self._late_entry(line) for line in self.late)
        minutes = int(LATE_AFTER.total_seconds() // 60)
        total = len(self.entries)
        return SheetDuty(
            f"Entries made within {minutes} minutes of the action", HOUSE_POLICY, total, total - len(missing), missing
        )

    def _late_entry(self, line: RecordLine) -> MissingDuty:
        entry = line.entry
        by = span(entry.recorded_at - entry.occurred_at)
        return MissingDuty(
            f"{entry.number}: {tell_fact(entry.fact, self.desk.name).says}, {by} late", entry.late or NO_REASON
        )

    def _ended(self) -> SheetDuty:
        if self.ended is not None:
            return SheetDuty("Gaming day reviewed and ended", HOUSE_POLICY, 1, 1)
        begun = self.desk.record.begun
        if begun is not None and self.desk.ends <= begun:  # nobody could
            return SheetDuty("Gaming day reviewed and ended", HOUSE_POLICY, 0, 0)
        over = self.desk.stamp(self.desk.ends)
        if self.desk.so_far < self.desk.ends:
            return SheetDuty("Gaming day reviewed and ended", HOUSE_POLICY, 0, 0, not_yet=f"it ends at {over}")
        which = f"gaming day {self.desk.style.date(self.day.date)}"
        why = MissingDuty(which, f"nobody has ended it; it was over at {over}")
        return SheetDuty("Gaming day reviewed and ended", HOUSE_POLICY, 1, 0, (why,))


def _counted(each: Stood) -> str:
    if not each.rounds:
        return ""
    rounds, hands = ("round" if each.rounds == 1 else "rounds"), ("hand" if each.hands == 1 else "hands")
    return f"{each.rounds} {rounds}, {each.hands} {hands}, {each.minutes} min"


@dataclass(frozen=True, slots=True)
class Quiet:
    """Gaming days in a row of which nothing is on record: no table dealt, and nobody ended them."""

    first: GamingDay
    last: GamingDay
    #: Before there was a logbook.
    before: bool = False

    @property
    def days(self) -> int:
        return (self.last.date - self.first.date).days + 1


def day_by_day(desk: Composing) -> Iterator[DayDuties | Quiet]:
    """The gaming days of the period, those in a row told together in which nothing was; the last always by itself."""
    written = set(desk.record.days_written(desk.first, desk.last)) | desk.record.heard.open_days.keys()
    ended = {line.fact.day for line in desk.record.lines(GamingDayEnded, first=desk.first)}
    since: GamingDay | None = None
    begun = desk.clock.day_of(desk.record.begun) if desk.record.begun is not None else desk.last
    if desk.first < begun:
        yield Quiet(desk.first, min(begun.previous(), desk.last), before=True)
    for day in desk.days():
        if day < begun and day != desk.last:
            continue
        if day not in written and str(day) not in ended and day != desk.last:
            since = since or day
            continue
        if since is not None:
            yield Quiet(since, day.previous())
            since = None
        yield DayDuties(Composing(desk.record, replace(desk.request, first=day.date, last=day.date)))
