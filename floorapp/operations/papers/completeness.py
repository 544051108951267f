"""Completeness of the gaming day (FA-113): duties against what is on record, what is missing and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from floorapp.domain.written_time import span
from floorapp.operations.entry import Entry
from floorapp.operations.entry_sentences import tell_fact
from floorapp.operations.facts.incidents import IncidentReported
from floorapp.operations.papers.builder import Composing, PaperForm, cited_together, plain_table, tally
from floorapp.operations.papers.conduct_rows import Stood
from floorapp.operations.papers.deck_changes import over_table
from floorapp.operations.papers.duties import DayDuties, Quiet, day_by_day
from floorapp.operations.papers.record import RecordLine
from floorapp.operations.sheet import Cell, Completeness, Dash, Kind, Prose, Row, Section, SheetColumn

UNINSPECTED = (
    SheetColumn("Table", Kind.NAME, 0.8),
    SheetColumn("From", Kind.TIME, 1.8),
    SheetColumn("Inspected", Kind.TIME, 1.8),
    SheetColumn("Rounds", Kind.NUMBER, 0.8),
    SheetColumn("Hands", Kind.NUMBER, 0.8),
    SheetColumn("Minutes dealt", Kind.NUMBER, 0.8),
    SheetColumn("Reason", Kind.TEXT, 4.0),
)
LATE = (
    SheetColumn("Time of event", Kind.TIME, 1.8),
    SheetColumn("Entered", Kind.TIME, 1.8),
    SheetColumn("Late by", Kind.NUMBER, 0.9),
    SheetColumn("What", Kind.TEXT, 3.8),
    SheetColumn("Reason", Kind.TEXT, 2.4),
    SheetColumn("By", Kind.PERSON, 1.5),
)


def _sections(desk: Composing) -> Iterator[Section]:
    for each in day_by_day(desk):
        if isinstance(each, Quiet):
            yield Prose((_quiet(desk, each),))
        else:
            yield from _day(each, several=not desk.one_day)


def _quiet(desk: Composing, days: Quiet) -> str:
    first, last = desk.style.long_date(days.first.date), desk.style.long_date(days.last.date)
    which = f"{first} to {last}, {days.days:,} gaming days" if days.days > 1 else first
    if days.before:
        return f"{which}: before the logbook began."
    return f"{which}: nothing on record, no table was open, and nobody ended the day."


def _day(day: DayDuties, *, several: bool) -> Iterator[Section]:
    desk = day.desk
    duties = day.duties()
    name = f", {desk.style.long_date(day.day.date)}" if several else ""
    waiting = sum(bool(duty.not_yet) for duty in duties)
    yield tally(
        requirements=len(duties),
        complete=sum(duty.complete for duty in duties),
        with_items_missing=sum(bool(duty.missing) for duty in duties),
        **({"not due yet": waiting} if waiting else {}),
        tables_open=len(day.opened),
        late_entries=len(day.late),
    )
    listed = tuple(replace(duty, citation=cited_together(duty.citation.split(", "))) for duty in duties)
    yield Completeness(listed, f"Required today, and what is on record{name}")
    yield plain_table(
        "Hands dealt without an inspection",
        UNINSPECTED,
        (_uninspected(day, each, made) for each, made in day.uninspected if each.rounds),
        "No hand on record was dealt with an uninspected reader.",
    )
    yield over_table(desk, day.overdue)
    yield plain_table(
        "Late entries",
        LATE,
        (desk.row(line, LATE, lambda e: _late(desk, e), _discovered(desk, line)) for line in day.late),
        "Every entry was on time.",
    )


def _uninspected(day: DayDuties, each: Stood, made: datetime | None) -> Row:
    desk, table = day.desk, each.found.table
    until = desk.time(made) if made is not None else Dash("not inspected that day")
    counts = (f"{each.rounds:,}", f"{each.hands:,}", f"{each.minutes:,}")
    return Row((table, desk.time(each.since), until, *counts, day.how_open(each)))


def _late(desk: Composing, entry: Entry) -> tuple[Cell, ...]:
    by: timedelta = entry.recorded_at - entry.occurred_at
    return (
        desk.time(entry.fact.happened_at if isinstance(entry.fact, IncidentReported) else entry.occurred_at),
        desk.minute(entry.recorded_at),
        span(by),
        tell_fact(entry.fact, desk.name, desk.style).says,
        entry.late or Dash("no reason on record"),
        desk.name(entry.actor),
    )


def _discovered(desk: Composing, line: RecordLine) -> tuple[str, ...]:
    """An incident is entered late from when it was discovered on."""
    later = isinstance(line.fact, IncidentReported) and line.fact.happened_at < line.at
    return (f"Discovered {desk.time(line.at)}; late from then.",) if later else ()


FORM = PaperForm("completeness", "Gaming-day checklist", "FA-113", "13", _sections, narrows=frozenset({"pit"}))
