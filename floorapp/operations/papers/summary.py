"""Gaming-day compliance summary (FA-110): the day in figures and charts, and every finding of it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial

from floorapp.domain.findings import Noted
from floorapp.operations.chart import Band, Bar, Bars, Blocks, Lines, Series, Stack
from floorapp.operations.entry import Entry
from floorapp.operations.facts.decks import DecksChanged
from floorapp.operations.facts.devices import ReaderInspected, ShufflerFaulted
from floorapp.operations.papers.builder import Composing, PaperForm, noted_in, plain_table, tally
from floorapp.operations.papers.conduct_rows import findings_table
from floorapp.operations.papers.deck_changes import sets_taken_out
from floorapp.operations.papers.deck_sets import Life
from floorapp.operations.papers.duties import DayDuties, Quiet, day_by_day
from floorapp.operations.papers.incidents import incidents_of
from floorapp.operations.papers.inspections import passed
from floorapp.operations.papers.verification import wrong_rounds
from floorapp.operations.sheet import Cell, Kind, Row, Section, SheetColumn

#: How many sets an hour the house means to change at most.
PACE = 4

FINDINGS = (
    SheetColumn("Time", Kind.TIME, 1.8),
    SheetColumn("Table", Kind.NAME, 0.9),
    SheetColumn("Finding", Kind.TEXT, 5.4),
    SheetColumn("Section", Kind.TEXT, 2.2),
    SheetColumn("Entered by", Kind.PERSON, 1.6),
)


def _sections(desk: Composing) -> Iterator[Section]:
    found = tuple(day_by_day(desk))
    days = tuple(each for each in found if isinstance(each, DayDuties))
    never_ended = sum(each.days for each in found if isinstance(each, Quiet) and not each.before)
    rounds = sum(1 for _ in desk.record.rounds(desk.begins, desk.ends))
    incidents = incidents_of(desk)
    duties = [duty for day in days for duty in day.duties()]
    changes = [line for line in desk.lines(DecksChanged) if line.now is not None]
    yield tally(
        tables_open=len({table for day in days for table in day.opened}),
        rounds_on_record=rounds,
        deck_changes=len(changes),
        irregularities=len(incidents),
        requirements_not_met=sum(bool(duty.missing) for duty in duties) + never_ended,
    )
    yield Bars(
        "The day in figures" if desk.one_day else "The days in figures",
        tuple(_bars(desk, days, rounds)),
        "A solid bar needs attention.",
    )
    yield from _decks(desk, days)
    yield findings_table(desk, "Findings", None, "No hand was dealt with an open finding.")
    yield wrong_rounds(desk)
    noted = tuple(_findings(desk, days))
    if noted:
        yield plain_table("Notes on entries", FINDINGS, noted, "No entry has a note.")


def _bars(desk: Composing, days: tuple[DayDuties, ...], rounds: int) -> Iterator[Bar]:
    inspections = [line for line in desk.lines(ReaderInspected) if line.now is not None]
    bad = sum(not passed(line.fact) for line in inspections)
    wrong = sum(1 for _ in desk.record.rounds(desk.begins, desk.ends, wrong=True))
    over = sum(len(day.overdue) for day in days)
    late = sum(len(day.late) for day in days)
    sets = sets_taken_out(desk)
    jams = sum(line.now is not None for line in desk.lines(ShufflerFaulted))
    yield Bar("Inspections", len(inspections), str(len(inspections)))
    yield Bar("Failed inspections", bad, str(bad), differs=bad > 0)
    yield Bar("Deck sets taken out of service", sets, str(sets))
    yield Bar("Overdue deck sets", over, str(over), differs=over > 0)
    yield Bar("Shuffler faults", jams, str(jams))
    yield Bar("Rounds with errors", wrong, f"{wrong} of {rounds}", differs=wrong > 0)
    yield Bar("Late entries", late, str(late), differs=late > 0)


def _decks(desk: Composing, days: tuple[DayDuties, ...]) -> Iterator[Section]:
    """How old the oldest set was, hour by hour, and when the sets at the period's end fall due."""
    last = days[-1]
    lives = last.sets.in_play
    start, hours = last.desk.begins, _hours(last.desk)
    marks = (start + timedelta(hours=hour) for hour in range(len(hours)))
    oldest = tuple(_oldest(lives, at) if at <= last.desk.so_far else None for at in marks)
    yield Lines(
        "Oldest set in play, hour by hour",
        hours,
        (Series("whole floor", oldest),),
        "hours",
        24,
        "24 hours",
        "Of the last gaming day of the period." if not desk.one_day else "",
    )
    yield _forecast(last.desk, lives)


def _hours(desk: Composing) -> tuple[str, ...]:
    length = int((desk.ends - desk.begins).total_seconds() // 3600)
    return tuple(desk.style.hour(desk.wall(desk.begins + timedelta(hours=n)).hour) for n in range(length))


def _oldest(lives: tuple[Life, ...], at: datetime) -> float | None:
    ages = [
        (at - life.opened_at).total_seconds() / 3600
        for life in lives
        if life.opened_at is not None and life.opened_at <= at and (life.out_at is None or life.out_at > at)
    ]
    return round(max(ages), 1) if ages else None


def _forecast(desk: Composing, lives: tuple[Life, ...]) -> Blocks:
    counts = [0] * 24
    for life in lives:
        due = desk.record.heard.change_by(life.table, life.name, desk.so_far)
        out = life.out_at is not None and life.out_at <= desk.so_far
        if due is None or out:
            continue
        hour = int((due - desk.so_far).total_seconds() // 3600)
        if hour < 24:
            counts[max(0, hour)] += 1
    walls = [desk.wall(desk.so_far + timedelta(hours=hour)) for hour in range(24)]
    stacks = tuple(Stack(desk.style.hour(wall.hour), count) for wall, count in zip(walls, counts, strict=True))
    return Blocks(
        "Deck changes due in the next 24 hours",
        stacks,
        PACE,
        tuple(_bands(desk, walls)),
        "One block is a set in play at the end of the day, or at the logbook’s head. Full blocks are above the "
        f"planned pace of {PACE} an hour.",
    )


def _bands(desk: Composing, walls: list[datetime]) -> Iterator[Band]:
    """The shifts over the coming hours, from the first whole one."""
    shifts = desk.house.shifts if desk.house else ()
    names = [next((s.name for s in shifts if s.covers(wall.time())), "") for wall in walls]
    first = 0
    for place in range(1, len(names) + 1):
        if place == len(names) or names[place] != names[first]:
            if names[first]:
                yield Band(names[first], first, place)
            first = place


def _findings(desk: Composing, days: tuple[DayDuties, ...]) -> Iterator[Row]:
    for day in days:
        for line in day.entries:
            for noted in noted_in(line.fact) if line.now is not None else ():
                yield desk.row(line, FINDINGS, partial(_finding, desk, noted, getattr(line.fact, "table", "floor")))


def _finding(desk: Composing, noted: Noted, table: str, entry: Entry) -> tuple[Cell, ...]:
    return desk.time(entry.occurred_at), table, noted.says, desk.cited(noted.cite), desk.name(entry.actor)


FORM = PaperForm("summary", "Gaming-day compliance summary", "FA-110", "13", _sections)
