"""Dashboards: what the logbook shows of a period as charts, with where each bar's records are found.

The same charts stand on the screen and, as vectors, on paper.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from statistics import median

from floorapp.domain.decks import AT_TABLE, DeckSet
from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.reader_lines import AlarmKind
from floorapp.domain.tables import Fixture
from floorapp.domain.values import dataclass
from floorapp.operations.chart import Bar, Bars, Chart, Lines, Series
from floorapp.operations.facts.decks import DecksOpened
from floorapp.operations.facts.devices import ReaderFailed, ReaderInspected, ReaderMended
from floorapp.operations.facts.incidents import IncidentReported
from floorapp.operations.facts.registry import Subject
from floorapp.operations.facts.signals import LineAlarmOver, LineAlarmRaised
from floorapp.operations.papers.record import Record, RecordLine, Replayed
from floorapp.operations.shuffler_faults import ShufflerFault, shuffler_faults

#: As many tables, kinds or readers are named; the rest is counted together.
MOST = 8
#: Sets opened longer ago than this are not looked for: they would long be over.
LOOKED_BACK = timedelta(days=4)
#: How far back an outage may have begun.
OUTAGE = timedelta(days=31)
AGE_STEP = 4
#: By when a set at a table has to be changed, as it is at an instant; none where it has no hours.
ChangeBy = Callable[[str, str, datetime], datetime | None]


@dataclass(frozen=True, slots=True)
class Goes:
    """Where the records behind a bar are: a screen, and what it is entered about."""

    place: str
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """One chart, and where each of its bars or ticks leads."""

    name: str
    chart: Chart
    goes: tuple[Goes, ...]


def panels(record: Record, first: GamingDay, last: GamingDay, now: datetime, change_by: ChangeBy) -> tuple[Panel, ...]:
    """Every chart of a period, up to an instant; the judge says by when each set has to be changed."""
    incidents = tuple(line for line in record.lines(IncidentReported, first=first, last=last) if line.now is not None)
    faults = shuffler_faults(record, first, last)
    return (
        _by_kind(incidents),
        _by_hour(record, incidents),
        _by_table(incidents),
        _inspections(record, first, last),
        _deck_ages(record, now, change_by),
        _shufflers(record, faults, first, last),
        _uptime(record, first, last, now),
    )


def _ranked(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def _by_kind(incidents: tuple[RecordLine, ...]) -> Panel:
    counts = Counter(line.fact.title for line in incidents)
    newest = {line.fact.title: line.fact.incident for line in incidents}
    ranked = _ranked(counts)
    bars = tuple(Bar(title, count, str(count)) for title, count in ranked[:MOST])
    goes = tuple(Goes("incidents", newest[title]) for title, _ in ranked[:MOST])
    rest = sum(count for _, count in ranked[MOST:])
    more = f"Other kinds: {len(ranked) - MOST}, with {rest} in all." if rest else ""
    return Panel("incidents-kind", Bars("Incidents by kind", bars, more), goes)


def _by_hour(record: Record, incidents: tuple[RecordLine, ...]) -> Panel:
    hours = _day_hours(record)
    counts = Counter(_hour(record, line.fact.happened_at) for line in incidents)
    newest = {_hour(record, line.fact.happened_at): line.fact.incident for line in incidents}
    bars = tuple(Bar(record.clock.style.hour(hour), counts[hour], str(counts[hour])) for hour in hours)
    goes = tuple(Goes("incidents", newest.get(hour, "")) for hour in hours)
    return Panel("incidents-hour", Bars("Incidents by hour of the day", bars), goes)


def _by_table(incidents: tuple[RecordLine, ...]) -> Panel:
    ranked = _ranked(Counter(line.fact.table for line in incidents))[:MOST]
    bars = tuple(Bar(table, count, str(count)) for table, count in ranked)
    caption = f"The {MOST} tables with the most." if len(ranked) == MOST else ""
    chart = Bars("Incidents by table", bars, caption)
    return Panel("incidents-table", chart, tuple(Goes("table", table) for table, _ in ranked))


def _inspections(record: Record, first: GamingDay, last: GamingDay) -> Panel:
    hours = _day_hours(record)
    made = [line for line in record.lines(ReaderInspected, first=first, last=last) if line.now is not None]
    counts = Counter(_hour(record, line.at) for line in made)
    bad = Counter(_hour(record, line.at) for line in made if not _passed(line))
    bars = tuple(
        Bar(record.clock.style.hour(hour), counts[hour], _with_bad(counts[hour], bad[hour]), differs=bad[hour] > 0)
        for hour in hours
    )
    caption = f"{sum(bad.values())} of {len(made)} failed." if made else ""
    chart = Bars("Inspections by hour of the day", bars, caption)
    return Panel("inspections", chart, tuple(Goes("inspect") for _ in hours))


def _with_bad(count: int, bad: int) -> str:
    return f"{count}, {bad} failed" if bad else str(count)


def _passed(line: RecordLine) -> bool:
    fact = line.fact
    return bool(fact.working and not fact.tampering and all(proof.passed for proof in fact.proofs))


def _deck_ages(record: Record, now: datetime, change_by: ChangeBy) -> Panel:
    """How old the sets at the tables are, in steps of four hours."""
    labels = [f"{low}–{low + AGE_STEP}" for low in range(0, 24, AGE_STEP)] + ["over 24"]
    counts, late = [0] * len(labels), [0] * len(labels)
    for decks, opened in _opened(record, now):
        place = min(int(max(0.0, (now - opened).total_seconds() / 3600) // AGE_STEP), len(labels) - 1)
        by = change_by(decks.table or "", decks.id, now)
        counts[place] += 1
        late[place] += by is not None and by < now
    bars = tuple(
        Bar(label, count, str(count), differs=past > 0) for label, count, past in zip(labels, counts, late, strict=True)
    )
    chart = Bars("Age of the sets at the tables, hours", bars, f"{sum(late)} overdue." if any(late) else "")
    return Panel("deck-ages", chart, tuple(Goes("decks") for _ in bars))


def _opened(record: Record, now: datetime) -> Iterator[tuple[DeckSet, datetime]]:
    """Each set that lies at a table, and when it was opened."""
    back = record.clock.day_of(now - LOOKED_BACK)
    for line in record.lines(DecksOpened, first=back):
        name = line.fact.deck_set
        stood = Replayed(each for each in record.timeline(Subject("deck-set", name)) if each.at <= now)
        decks = stood.get(DeckSet, name)
        if decks is not None and decks.spot in AT_TABLE and decks.opened_at is not None:
            yield decks, decks.opened_at


def _shufflers(record: Record, faults: tuple[ShufflerFault, ...], first: GamingDay, last: GamingDay) -> Panel:
    """The usual time to acknowledge and to reshuffle, day by day."""
    days = list(_days(first, last))
    by_day: dict[GamingDay, list[ShufflerFault]] = {day: [] for day in days}
    for fault in faults:
        by_day.setdefault(record.clock.day_of(fault.since), []).append(fault)
    seen = tuple(_middle(each.until_seen for each in by_day[day]) for day in days)
    done = tuple(_middle(each.until_reshuffled for each in by_day[day]) for day in days)
    chart = Lines(
        "Shuffler faults, median",
        tuple(record.clock.style.short_date(day.date) for day in days),
        (Series("acknowledged", seen), Series("reshuffled", done)),
        "minutes",
        caption=f"{len(faults)} fault{'s' * (len(faults) != 1)}.",
    )
    tables = {day: by_day[day][-1].table if by_day[day] else "" for day in days}
    return Panel("shufflers", chart, tuple(Goes("shufflers", tables[day]) for day in days))


def _middle(times: Iterable[timedelta | None]) -> float | None:
    known = [each.total_seconds() / 60 for each in times if each is not None]
    return round(median(known), 1) if known else None


def _uptime(record: Record, first: GamingDay, last: GamingDay, now: datetime) -> Panel:
    """How much of the period each reader was heard and in order; the worst first."""
    begins = record.clock.start_of(first)
    ends = min(now, record.clock.end_of(last))
    whole = max(1.0, (ends - begins).total_seconds())
    fitted = sorted(record.fitted(Fixture.READER, ends))
    outages = _outages(record, ends)
    down = {table: _length(outages.get(table, []), begins, ends) for table in fitted}
    shares = sorted((1 - min(whole, down[table]) / whole, table) for table in fitted)
    worst = shares[:MOST]
    bars = tuple(
        Bar(table, round(100 * share, 2), f"{100 * share:.1f}%", differs=share < 0.99) for share, table in worst
    )
    mean = sum(share for share, _ in shares) / len(shares) if shares else 0.0
    caption = f"All {len(shares)} readers: {100 * mean:.2f}%. The lowest are listed." if shares else ""
    goes = tuple(Goes("readers", table) for _, table in worst)
    return Panel("readers", Bars("Readers connected and working, share of the time", bars, caption), goes)


Outage = tuple[datetime, datetime]


def _outages(record: Record, ends: datetime) -> dict[str, list[Outage]]:
    """When a table's reader was out of order, or not heard over its line."""
    found: dict[str, list[Outage]] = {}
    failed: dict[str, datetime] = {}
    unheard: dict[str, tuple[datetime, tuple[str, ...]]] = {}
    kinds = (ReaderFailed, ReaderInspected, ReaderMended, LineAlarmRaised, LineAlarmOver)
    for line in record.lines(*kinds, first=record.clock.day_of(ends - OUTAGE)):
        if line.now is None or line.at > ends:
            continue
        match line.fact:
            case ReaderFailed(table=table):
                failed.setdefault(table, line.at)
            case ReaderInspected(table=table) if not _passed(line):
                failed.setdefault(table, line.at)
            case ReaderMended(table=table) if table in failed:
                found.setdefault(table, []).append((failed.pop(table), line.at))
            case LineAlarmRaised(alarm=alarm, kind=AlarmKind.UNREACHABLE, tables=tables):
                unheard.setdefault(alarm, (line.at, tables))
            case LineAlarmOver(alarm=alarm) if alarm in unheard:
                since, tables = unheard.pop(alarm)
                for table in tables:
                    found.setdefault(table, []).append((since, line.at))
    for table, since in failed.items():
        found.setdefault(table, []).append((since, ends))
    for since, tables in unheard.values():
        for table in tables:
            found.setdefault(table, []).append((since, ends))
    return found


def _length(outages: list[Outage], begins: datetime, ends: datetime) -> float:
    """Seconds of a period that lie in any of these; what overlaps counts once."""
    whole, reached = 0.0, begins
    for since, until in sorted(outages):
        left, right = max(since, reached), min(until, ends)
        if right > left:
            whole += (right - left).total_seconds()
            reached = right
    return whole


def _days(first: GamingDay, last: GamingDay) -> Iterator[GamingDay]:
    day = first
    while day <= last:
        yield day
        day = day.next()


def _hour(record: Record, at: datetime) -> int:
    return at.astimezone(record.clock.zone).hour


def _day_hours(record: Record) -> tuple[int, ...]:
    """The hours of a day as the gaming day has them."""
    begins = record.clock.begins.hour
    return tuple((begins + n) % 24 for n in range(24))
