"""The judge of conduct: a fold over what happened, which finds what was not kept and says what is owed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from datetime import UTC, datetime

from floorapp.domain.gaming_day import HouseClock
from floorapp.domain.values import dataclass
from floorapp.engine.conduct.conditions import CLOSED, LAW, POLICY, Condition, Hour, TableLook
from floorapp.engine.conduct.event import Event, House
from floorapp.engine.conduct.finding import ADVISORY, ConductFinding, Owed, severity_of
from floorapp.engine.conduct.line_findings import moment_findings
from floorapp.engine.conduct.log import UnreadableLine
from floorapp.engine.conduct.stamp import Stamp, Tally
from floorapp.engine.conduct.table import TableConduct
from floorapp.engine.dated import DatedRulebooks, book_on
from floorapp.engine.duty import MOMENTS
from floorapp.engine.rulebook import DutyBook


@dataclass(slots=True)
class Stretch:
    """A condition that stands, and the rounds dealt in it."""

    condition: Condition
    since: Stamp
    number: int
    dealt: Tally = field(default_factory=Tally)


@dataclass(slots=True)
class Watched:
    """A table under the judge's eyes: its conduct, what stands, and when time alone changes that next."""

    conduct: TableConduct
    stands: dict[Condition, Stretch] = field(default_factory=dict)
    #: A moment, and whether it is just after it (a deadline) or exactly then (a gaming day).
    next: tuple[datetime, bool] | None = None


class Judge:
    """Takes events in their order; `findings` and `owed` answer at any time in between."""

    def __init__(self, rulebooks: Mapping[str, DutyBook]) -> None:
        self._rulebooks = rulebooks
        self.house = House()
        self.tables: dict[str, Watched] = {}
        self._found: list[tuple[int, ConductFinding]] = []
        self._events = 0
        self._number = 0
        self._span: tuple[HouseClock, Hour] | None = None
        self._at = datetime.min.replace(tzinfo=UTC)

    def take(self, event: Event) -> None:
        """One thing that happened; raises UnreadableLine, and changes nothing, where it cannot have."""
        if event.do == "house":
            self._take_house(event)
            return
        watched = self.tables.get(event.table)
        refused = self._refuses(watched, event)
        if refused:
            raise UnreadableLine(refused)
        self._at, at = event.at, Stamp(event.at, self.house.clock.zone)
        self._events += 1
        if watched is None:
            watched = self.tables[event.table] = Watched(TableConduct(event.table))
            self._settle(watched, at, False)
        self.advance(watched, event.at)
        if event.do == "round":
            self._deal(watched, event, at)
            return
        for found in moment_findings(watched.conduct, self._book(watched.conduct, event), self.house, event, at):
            self._keep(found)
        watched.conduct.apply(event, at, self._events)
        self._settle(watched, at, False)

    def _book(self, conduct: TableConduct, event: Event) -> DutyBook | None:
        """The rulebook that a line is judged by: its own where it sets the table up, and of its day."""
        named = conduct.setup.rulebook if conduct.setup is not None else ""
        named = event.said["rulebook"] if event.do == "setup" else named
        return book_on(self._rulebooks, named, self.hour(event.at).day.date) if named else None

    def _refuses(self, watched: Watched | None, event: Event) -> str:
        if event.do == "setup" and event.said["rulebook"] not in self._rulebooks:
            return f"rulebook: {event.said['rulebook']!r} is not known"
        return (watched.conduct if watched is not None else TableConduct(event.table)).refuses(event)

    def _take_house(self, event: Event) -> None:
        self.advance_all(event.at)
        self._at, said, clock = event.at, dict(event.said), self.house.clock
        clock = HouseClock(said.pop("zone", clock.zone), said.pop("day_begins", clock.begins))
        self.house = replace(self.house, clock=clock, **said)
        at = Stamp(event.at, clock.zone)
        for watched in self.tables.values():
            self._settle(watched, at, False)

    def _deal(self, watched: Watched, event: Event, at: Stamp) -> None:
        """A round is in what stands when its line is read, and before what it does itself."""
        conduct = watched.conduct
        game, shoe = conduct.dead_game, conduct.shoe
        if game is not None and game.player is None:
            game.player = self._events
            self._settle(watched, at, False)
        for stretch in watched.stands.values():
            stretch.dealt.add(at, event.said["count"], event.said["hands"])
        racked = shoe is not None and shoe.cards.in_rack
        conduct.apply(event, at, self._events)
        if not racked:
            self._settle(watched, at, False)

    # Time

    def advance_all(self, to: datetime) -> None:
        """Let time pass at every table."""
        for watched in self.tables.values():
            self.advance(watched, to)
        self._at = max(self._at, to)

    def advance(self, watched: Watched, to: datetime) -> None:
        """Let gaming days begin and deadlines pass."""
        while watched.next is not None and watched.next <= (to, False):
            at, after = watched.next
            self._settle(watched, Stamp(at, self.house.clock.zone), after)

    def hour(self, at: datetime, after: bool = False) -> Hour:
        """A moment in its gaming day; the last day is remembered."""
        clock = self.house.clock
        if self._span is not None and self._span[0] is clock and self._span[1].begins <= at < self._span[1].ends:
            day = self._span[1]
            return Hour(at, after, day.day, day.begins, day.ends)
        today = clock.day_of(at)
        made = Hour(at, after, today, clock.start_of(today), clock.end_of(today))
        self._span = (clock, made)
        return made

    # What stands

    def look(self, conduct: TableConduct, hour: Hour) -> TableLook | None:
        """What can be asked of a table at a moment; nothing of one that is not set up."""
        setup = conduct.setup
        if setup is None:
            return None
        return TableLook(conduct, setup, book_on(self._rulebooks, setup.rulebook, hour.day.date), self.house, hour)

    def _settle(self, watched: Watched, at: Stamp, after: bool) -> None:
        """End what no longer stands, begin what now does, and say when time alone changes that."""
        conduct, stands = watched.conduct, watched.stands
        watched.next = None
        true: set[Condition] = set()
        if not conduct.is_open or conduct.stopped:
            true.add(CLOSED)
        if conduct.is_open:
            hour = self.hour(at.at, after)
            look = self.look(conduct, hour)
            if look is not None:
                true.update(look.conditions())
                watched.next = _next(look, dated=isinstance(self._rulebooks, DatedRulebooks))
        for condition in [each for each in stands if each not in true]:
            self._end(conduct.name, stands.pop(condition), at)
        for condition in true:
            if condition not in stands:
                self._number += 1
                stands[condition] = Stretch(condition, at, self._number)

    def _end(self, table: str, stretch: Stretch, until: Stamp) -> None:
        if stretch.dealt.rounds or stretch.since.at != until.at:
            self._found.append((stretch.number, _finding(table, stretch, until)))

    def _keep(self, found: ConductFinding) -> None:
        self._number += 1
        self._found.append((self._number, found))

    # Answers

    def findings(self, *, all_: bool = False) -> list[ConductFinding]:
        """What was found so far; with `all_` also what stood while nothing was dealt."""
        told = [each for each in self.stretches() if each.dealt.rounds or _of_a_moment(each)]
        return told if not all_ else [each for each in self.stretches() if each.dealt.rounds or each.duty != "closed"]

    def stretches(self) -> list[ConductFinding]:
        """Everything that stood at some time, dealt in or not, closed tables too; in the order of the answer."""
        self.advance_all(self._at)
        found = list(self._found)
        for watched in self.tables.values():
            found += ((each.number, _finding(watched.conduct.name, each, None)) for each in watched.stands.values())
        return [each for _, each in sorted(found, key=lambda pair: (*pair[1].order, pair[0]))]

    def owed(self, at: datetime | None = None) -> list[Owed]:
        """What every table owes at a moment, at or after the last event."""
        self.advance_all(self._at if at is None else at)
        owed = [each for watched in self.tables.values() for each in self._owed_at(watched)]
        return sorted(owed, key=lambda each: each.order)

    def _owed_at(self, watched: Watched) -> Iterator[Owed]:
        table, zone = watched.conduct, self.house.clock.zone
        for duty, subject, cite, basis, *_ in watched.stands:
            if duty != "closed":
                yield Owed(table.name, duty, subject, None, cite, basis)
        look = self.look(table, self.hour(self._at))
        if look is None:
            return
        for cards in table.opened_sets():
            by, duty_ = look.change_by(cards), look.duty("decks-over-hours")
            if by is not None and duty_ is not None:
                basis = POLICY if duty_.policy else LAW
                yield Owed(table.name, "change-decks", cards.name, Stamp(by, zone), duty_.cite, basis)
        inspection = look.inspection()
        if inspection is not None and table.reader is not None:
            basis, _, by = inspection
            stamp = None if by is None or look.other("I-40") else Stamp(by, zone)
            cite = look.book.duty_named["reader-not-inspected", ""].cite
            yield Owed(table.name, "inspect-reader", table.reader.serial, stamp, cite, basis)


def judged(events: Iterable[Event], rulebooks: Mapping[str, DutyBook]) -> Judge:
    """A judge who has heard all of it."""
    judge = Judge(rulebooks)
    for event in events:
        judge.take(event)
    return judge


def _next(look: TableLook, *, dated: bool) -> tuple[datetime, bool] | None:
    """When time alone next changes what stands: the next gaming day, or a deadline that has not passed."""
    hour, table = look.hour, look.table
    changes = [(hour.ends, False)] if dated or table.reader is not None else []
    inspection = look.inspection()
    deadlines = [
        inspection[2] if inspection is not None else None,
        look.change_by(table.shoe.cards) if table.shoe is not None else None,
    ]
    changes += [(each, True) for each in deadlines if each is not None and not hour.past(each)]
    return min(changes, default=None)


def _finding(table: str, stretch: Stretch, until: Stamp | None) -> ConductFinding:
    duty, subject, cite, basis, readings, _ = stretch.condition
    severity = severity_of(basis) if stretch.dealt.rounds else ADVISORY
    dealt = replace(stretch.dealt)
    return ConductFinding(table, duty, subject, stretch.since, until, dealt, cite, basis, readings, severity)


def _of_a_moment(found: ConductFinding) -> bool:
    return found.duty in MOMENTS or found.duty == "setup-reader"
