"""The negative log: rounds and signals at times when a table should not have been dealing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypeVar

from floorapp.domain.decks import DeckSet
from floorapp.domain.devices import Inspection, ReaderStatus
from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.tables import Equipment, Fixture, Phase, Shoe, TableStatus
from floorapp.domain.values import dataclass
from floorapp.operations.audit.posts import tables_of
from floorapp.operations.audit.selection import Selection
from floorapp.operations.audit.storage import Trails
from floorapp.operations.facts.signals import ReaderSignalled
from floorapp.operations.floor_queries import change_by, rulebook_of
from floorapp.operations.moment import Moment
from floorapp.operations.rules import NO_DEALING

#: A round under way when a table stops is finished within this time.
FINISHED_WITHIN = timedelta(minutes=2)
#: Into so many parts a time is cut in which a table was used, to find the days.
PARTS = 16
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Breach:
    """What was dealt or signalled at a table although something stood against it.

    `since` and `until` tell how long it stood, `first` and `last` when the wrong rounds or signals were.
    """

    table: str
    code: str
    says: str
    cite: str
    since: datetime
    until: datetime
    first: datetime
    last: datetime
    rounds: int
    hands: int
    signals: int

    @property
    def minutes(self) -> int:
        """The minutes that the state fines by."""
        return begun_minutes(self.first, self.last)


def begun_minutes(first: datetime, last: datetime) -> int:
    """From the first wrong round or signal to the last, a begun minute as a whole one: a single round counts one."""
    return max(1, -((first - last) // timedelta(minutes=1)))


@dataclass(frozen=True, slots=True)
class Against:
    """A time in which a table should not have dealt, and why."""

    code: str
    says: str
    cite: str
    since: datetime
    until: datetime


def negative_log(
    moment: Moment, trails: Trails, selection: Selection, told: Callable[[int, int], None] = lambda done, of: None
) -> tuple[Breach, ...]:
    """Every breach of a selection, table by table; `told` hears how many tables are done, and may raise."""
    found = list[Breach]()
    names = tables_of(moment, selection.tables)
    for number, table in enumerate(names):
        told(number, len(names))
        for against in sorted(_against(moment, trails, table, selection), key=lambda each: each.since):
            breach = _breach(moment, table, against)
            if breach is not None:
                found.append(breach)
    return tuple(found)


def _breach(moment: Moment, table: str, against: Against) -> Breach | None:
    dealt = moment.state.dealt(table, against.since, against.until)
    signals = _signals(moment, table, against.since, against.until)
    times = [*signals, *(at for at in (dealt.first, dealt.last) if at is not None)]
    if not times:
        return None
    return Breach(
        table,
        against.code,
        against.says,
        against.cite,
        against.since,
        against.until,
        min(times),
        max(times),
        dealt.rounds,
        dealt.hands,
        len(signals),
    )


def _signals(moment: Moment, table: str, since: datetime, until: datetime) -> list[datetime]:
    """When a reader was used; that it beats or tests itself is no breach."""
    heard = moment.state.heard(table, since, until)
    return [event.at for event in heard if event.said == ReaderSignalled.KIND and since < event.at <= until]


def _against(moment: Moment, trails: Trails, table: str, selection: Selection) -> Iterator[Against]:
    """What stood against dealing, in the stretches of time that were asked for."""
    since, until = selection.since, min(selection.until, moment.now)
    not_open = tuple(_not_open(trails, table, since, until))
    for against in (
        *not_open,
        *(part for failed in _reader_failed(moment, trails, table, until) for part in _beside(failed, not_open)),
        *_not_inspected(moment, table, since, until),
        *_old_decks(moment, trails, table, until),
    ):
        for begins, ends in selection.within(against.since, min(against.until, until)):
            yield replace(against, since=begins, until=ends)


def _beside(against: Against, others: tuple[Against, ...]) -> Iterator[Against]:
    """The parts of a time in which none of the others stood against dealing: nothing is counted twice."""
    begins = against.since
    overlapping = (each for each in others if max(each.since, against.since) < min(each.until, against.until))
    for other in sorted(overlapping, key=lambda each: each.since):
        if begins < other.since:
            yield replace(against, since=begins, until=other.since)
        begins = max(begins, other.until)
    if begins < against.until:
        yield replace(against, since=begins)


def standing(trails: Trails, kind: type[T], *key: str, until: datetime) -> Iterator[tuple[datetime, T, datetime]]:
    """A thing as it stood from each change to the next."""
    steps = trails.trail(kind, *key)
    ends = [entry.occurred_at for entry, _ in steps[1:]] + [until]
    for (entry, thing), end in zip(steps, ends, strict=False):
        yield entry.occurred_at, thing, end


def _not_open(trails: Trails, table: str, since: datetime, until: datetime) -> Iterator[Against]:
    first = next((at for at, _, _ in standing(trails, TableStatus, table, until=until)), until)
    yield Against("closed", "The table had never been opened.", "", since, first)
    for at, status, end in standing(trails, TableStatus, table, until=until):
        if status.phase is Phase.CLOSED:
            yield Against("closed", "The table was closed.", "", at + FINISHED_WITHIN, end)
        elif status.phase is Phase.SUSPENDED:
            says = f"The table was stopped: {status.reason}" if status.reason else "The table was stopped."
            yield Against("stopped", says, status.stopped_by, at + FINISHED_WITHIN, end)


def _reader_failed(moment: Moment, trails: Trails, table: str, until: datetime) -> Iterator[Against]:
    failure = rulebook_of(moment, table).reader.failure
    if failure.value != NO_DEALING:
        return
    for at, status, end in standing(trails, ReaderStatus, table, until=until):
        if status.failed_at is not None:
            yield Against("reader-failed", "The reader was out of order.", failure.cite, at + FINISHED_WITHIN, end)


def _not_inspected(moment: Moment, table: str, since: datetime, until: datetime) -> Iterator[Against]:
    """From the day's beginning, or as long after it as the house says, to the first inspection that passed."""
    piece = moment.state.get(Equipment, table, Fixture.READER)
    daily = rulebook_of(moment, table).reader.inspected_daily
    if piece is None or not daily.value:
        return
    house = moment.house
    passed: dict[str, datetime] = {}
    for each in moment.state.find(Inspection, table=table):
        if each.passed:
            passed[each.gaming_day] = min(each.at, passed.get(each.gaming_day, each.at))
    for day in _days_used(moment, table, house.day_of(max(since, piece.fitted_at)), house.day_of(until)):
        begins, ends = house.start_of(day), house.end_of(day)
        first = passed.get(str(day), ends)
        grace = begins + moment.policy.inspection_within if _open_through(moment, table, day) else begins
        yield Against(
            "not-inspected",
            "The reader had not been inspected this gaming day.",
            daily.cite,
            max(grace, piece.fitted_at),
            first,
        )


def _days_used(moment: Moment, table: str, first: GamingDay, last: GamingDay) -> Iterator[GamingDay]:
    """The gaming days in which a table was used; a long time without is passed over at once."""
    if last < first or not moment.state.used(table, moment.house.start_of(first), moment.house.end_of(last)):
        return
    if first == last:
        yield first
        return
    length = timedelta(days=-(-((last.date - first.date).days + 1) // PARTS))
    begins = first.date
    while begins <= last.date:
        ends = min(begins + length - timedelta(days=1), last.date)
        yield from _days_used(moment, table, GamingDay(begins), GamingDay(ends))
        begins += length


def _open_through(moment: Moment, table: str, day: GamingDay) -> bool:
    """Whether a table stayed open into a gaming day: the house allows it some time for the inspection."""
    status = moment.state.get(TableStatus, table)
    return status is not None and status.opened_at is not None and status.opened_at < moment.house.start_of(day)


def _old_decks(moment: Moment, trails: Trails, table: str, until: datetime) -> Iterator[Against]:
    """While a shoe is dealt of cards whose hours are over."""
    hours = rulebook_of(moment, table).cards.change_hours
    for at, shoe, end in standing(trails, Shoe, table, until=until):
        decks = moment.state.get(DeckSet, shoe.deck_set) if shoe.deck_set else None
        over = change_by(moment, decks, rulebook_of(moment, table)) if decks else None
        if decks is not None and over is not None and shoe.ended_at is None:
            says = f"The cards {decks.id} were over their {hours.value} hours."
            yield Against("old-decks", says, hours.cite, max(at, over), end)
