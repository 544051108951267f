"""Retention schedule (FA-122): what is kept how long and on what grounds, and every legal hold that stands."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.holds import LegalHold
from floorapp.domain.retention import KEPT, RetentionSchedule, years_words
from floorapp.operations.facts.decks import DecksReceived
from floorapp.operations.facts.devices import ReaderInspected
from floorapp.operations.facts.disputes import CaseOpened
from floorapp.operations.facts.holds import HoldPlaced, HoldReleased
from floorapp.operations.facts.house import RetentionSet
from floorapp.operations.facts.incidents import IncidentReported
from floorapp.operations.facts.papers import DocumentIssued
from floorapp.operations.papers.builder import FILED, Composing, PaperForm, or_dash, plain_table, tally
from floorapp.operations.papers.record import Replayed
from floorapp.operations.sheet import Cell, Dash, Instant, Kind, Prose, Row, Section, SheetColumn

LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
STAYS = "never removed by the app"
GROUNDS = "house policy"

SCHEDULE = (
    SheetColumn("Kind of record", Kind.NAME, 2.4),
    SheetColumn("Kept at least", Kind.TEXT, 1.2),
    SheetColumn("Basis", Kind.TEXT, 1.4),
    SheetColumn("Oldest on record", Kind.TIME, 2.0),
    SheetColumn("Oldest kept until", Kind.TIME, 1.6),
    SheetColumn("How it is removed", Kind.TEXT, 4.0),
)
HOLDS = (
    SheetColumn("Hold", Kind.ID, 1.5),
    SheetColumn("On", Kind.TEXT, 2.2),
    SheetColumn("Reason", Kind.TEXT, 2.6),
    SheetColumn("Matter", Kind.TEXT, 1.6),
    SheetColumn("Placed by", Kind.PERSON, 1.8),
    SheetColumn("Placed", Kind.TIME, 2.0),
)
#: The entry that a kind of record begins with.
BEGINS: dict[str, type] = {
    "inspections": ReaderInspected,
    "custody": DecksReceived,
    "incidents": IncidentReported,
    "cases": CaseOpened,
    "reports": DocumentIssued,
}
BACKUPS = "all of two weeks, one a week for ten weeks, then one a month; none is removed while a hold is active"
CARDS = "destroyed before a security witness (FA-123), never while held"


def _sections(desk: Composing) -> Iterator[Section]:
    holds, schedule = _standing(desk), _in_force(desk)
    yield tally(legal_holds_that_stand=len(holds), years_kept_at_least=min(getattr(schedule, kind) for kind in KEPT))
    yield plain_table("What is kept, and how long", SCHEDULE, _schedule(desk, schedule), "Nothing is kept.")
    rows = (_hold(desk, each) for each in holds)
    yield plain_table("Legal holds: nothing under one is destroyed or pruned", HOLDS, rows, "No legal hold is active.")
    yield Prose(
        (
            "None of the five regulations sets a retention period for these records: the years are the property's "
            "own, unless another law or the regulator requires more.",
        ),
        title="Basis",
    )


def _in_force(desk: Composing) -> RetentionSchedule:
    """The schedule as it then stood."""
    lines = (line for line in desk.record.lines(RetentionSet) if line.at <= desk.then.instant)
    return Replayed(lines).get(RetentionSchedule, "house") or RetentionSchedule()


def _schedule(desk: Composing, schedule: RetentionSchedule) -> Iterator[Row]:
    grounds = schedule.grounds or GROUNDS
    for kind, words in KEPT.items():
        years = getattr(schedule, kind)
        ages: tuple[Cell, Cell] = (Dash("kept next to the logbook"),) * 2
        if kind != "backups":
            ages = _oldest(desk, _first(desk, kind), years)
        yield Row((words, years_words(years), grounds, *ages, BACKUPS if kind == "backups" else STAYS))
    yield Row(("Used cards", "until inspected", GROUNDS, *(Dash("see the custody history"),) * 2, CARDS))


def _first(desk: Composing, kind: str) -> datetime | None:
    """Since when there is one of a kind."""
    if kind == "entries":
        return desk.record.begun
    if kind == "rounds":
        return _first_round(desk)
    return next((line.at for line in desk.record.lines(BEGINS[kind])), None)


def _first_round(desk: Composing) -> datetime | None:
    """When the oldest round was dealt: looked for in a time that grows, for they lie in the order they came in."""
    until, step, found = desk.record.begun or desk.begins, timedelta(days=1), None
    while found is None and until <= desk.then.instant:
        until, step = until + step, step * 2
        dealt = desk.record.rounds(LONG_AGO, min(until, desk.then.instant))
        found = min((each.at for each in dealt if each.at), default=None)
    return found


def _oldest(desk: Composing, first: datetime | None, years: int) -> tuple[Cell, Cell]:
    """Since when there is one, and until when that one is kept."""
    if first is None or first > desk.then.instant:
        return Dash("none on record"), Dash("none on record")
    until = _years_later(desk.wall(first).date(), years)
    return desk.dated(first), Instant(desk.style.date(until), desk.clock.start_of(GamingDay(until)))


def _years_later(day: date, years: int) -> date:
    """The same day after so many years; after a February 29 it is March 1."""
    return day.replace(year=day.year + years, day=1) + timedelta(days=day.day - 1)


def _standing(desk: Composing) -> tuple[LegalHold, ...]:
    lines = desk.record.lines(HoldPlaced, HoldReleased)
    known = Replayed(line for line in lines if line.at <= desk.then.instant).all(LegalHold)
    return tuple(each for each in known if not each.released)


def _hold(desk: Composing, hold: LegalHold) -> Row:
    on = f"{hold.kind.replace('-', ' ')} {hold.name}"
    matter = or_dash(hold.matter, "no matter named")
    return Row((hold.id, on, hold.reason, matter, desk.name(hold.placed_by), desk.dated(hold.placed_at)))


FORM = PaperForm("retention", "Retention schedule", "FA-122", "3", _sections, signers=(FILED,), as_of=True)
