"""Retention schedule (FA-122): what is kept how long and on what grounds, and every legal hold that stands."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.holds import LegalHold
from floorapp.operations.facts.decks import DecksReceived
from floorapp.operations.facts.devices import ReaderInspected
from floorapp.operations.facts.disputes import CaseOpened
from floorapp.operations.facts.holds import HoldPlaced, HoldReleased
from floorapp.operations.facts.incidents import IncidentReported
from floorapp.operations.facts.papers import DocumentIssued
from floorapp.operations.papers.builder import FILED, Composing, PaperForm, or_dash, plain_table, tally
from floorapp.operations.papers.record import Replayed
from floorapp.operations.sheet import Cell, Dash, Instant, Kind, Prose, Row, Section, SheetColumn

#: Years that every kind of record is kept; none of the five texts names a time.
YEARS = 5
LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
STAYS = "never removed by the app"
GROUNDS = "house policy"

SCHEDULE = (
    SheetColumn("Kind of record", Kind.NAME, 2.4),
    SheetColumn("Kept at least", Kind.TEXT, 1.2),
    SheetColumn("Grounds", Kind.TEXT, 1.4),
    SheetColumn("Oldest on record", Kind.TIME, 2.0),
    SheetColumn("Oldest kept until", Kind.TIME, 1.6),
    SheetColumn("How it ends", Kind.TEXT, 4.0),
)
HOLDS = (
    SheetColumn("Hold", Kind.ID, 1.5),
    SheetColumn("On", Kind.TEXT, 2.2),
    SheetColumn("Reason", Kind.TEXT, 2.6),
    SheetColumn("Matter", Kind.TEXT, 1.6),
    SheetColumn("Placed by", Kind.PERSON, 1.8),
    SheetColumn("Placed", Kind.TIME, 2.0),
)
#: Each kind of record with the entry it begins with, and how it ends.
KINDS: tuple[tuple[str, type, str], ...] = (
    ("Reader inspections", ReaderInspected, STAYS),
    ("Deck custody", DecksReceived, STAYS),
    ("Incidents and their files", IncidentReported, STAYS),
    ("Patrons' cases", CaseOpened, STAYS),
    ("Issued reports", DocumentIssued, STAYS),
)
BACKUPS = "all of two weeks, one a week for ten weeks, one a month for five years; none is removed while a hold stands"
CARDS = "destroyed before a security witness (FA-123), never while held"


def _sections(desk: Composing) -> Iterator[Section]:
    holds = _standing(desk)
    yield tally(legal_holds_that_stand=len(holds), years_kept_by_default=YEARS)
    yield plain_table("What is kept how long", SCHEDULE, _schedule(desk), "Nothing is kept.")
    rows = (_hold(desk, each) for each in holds)
    yield plain_table("Legal holds: nothing under one is destroyed or pruned", HOLDS, rows, "No legal hold stands.")
    yield Prose(
        (
            "None of the five regulations names a time for which these records are kept: five years is house policy, "
            "unless another law or the regulator asks for more.",
        ),
        title="Grounds",
    )


def _schedule(desk: Composing) -> Iterator[Row]:
    years = f"{YEARS} years"
    yield Row(("Entries of the logbook", years, GROUNDS, *_oldest(desk, desk.record.begun), STAYS))
    yield Row(("Rounds and their records", years, GROUNDS, *_oldest(desk, _first_round(desk)), STAYS))
    for words, kind, ends in KINDS:
        first = next((line.at for line in desk.record.lines(kind)), None)
        yield Row((words, years, GROUNDS, *_oldest(desk, first), ends))
    outside = Dash("lies beside the logbook")
    yield Row(("Backups", years, GROUNDS, outside, outside, BACKUPS))
    yield Row(("Used cards", "until inspected", GROUNDS, *(Dash("see the custody history"),) * 2, CARDS))


def _first_round(desk: Composing) -> datetime | None:
    """When the oldest round was dealt: looked for in a time that grows, for they lie in the order they came in."""
    until, step, found = desk.record.begun or desk.begins, timedelta(days=1), None
    while found is None and until <= desk.then.instant:
        until, step = until + step, step * 2
        dealt = desk.record.rounds(LONG_AGO, min(until, desk.then.instant))
        found = min((each.at for each in dealt if each.at), default=None)
    return found


def _oldest(desk: Composing, first: datetime | None) -> tuple[Cell, Cell]:
    """Since when there is one, and until when that one is kept."""
    if first is None or first > desk.then.instant:
        return Dash("none on record"), Dash("none on record")
    until = _years_later(desk.wall(first).date())
    return desk.dated(first), Instant(desk.style.date(until), desk.clock.start_of(GamingDay(until)))


def _years_later(day: date) -> date:
    """The same day after so many years; after a February 29 it is March 1."""
    return day.replace(year=day.year + YEARS, day=1) + timedelta(days=day.day - 1)


def _standing(desk: Composing) -> tuple[LegalHold, ...]:
    lines = desk.record.lines(HoldPlaced, HoldReleased)
    known = Replayed(line for line in lines if line.at <= desk.then.instant).all(LegalHold)
    return tuple(each for each in known if not each.released)


def _hold(desk: Composing, hold: LegalHold) -> Row:
    on = f"{hold.kind.replace('-', ' ')} {hold.name}"
    matter = or_dash(hold.matter, "no matter named")
    return Row((hold.id, on, hold.reason, matter, desk.name(hold.placed_by), desk.dated(hold.placed_at)))


FORM = PaperForm("retention", "Retention schedule", "FA-122", "1", _sections, signers=(FILED,), as_of=True)
