"""Quarterly statement (FA-118): on one page whether the records of a period are complete, or what is missing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from floorapp.domain.gaming_day import GamingDay
from floorapp.operations.facts.papers import DocumentIssued
from floorapp.operations.papers.builder import Composing, PaperForm, cited_together, plain_table, tally
from floorapp.operations.papers.duties import ALL_SECTIONS, DayDuties, Quiet, day_by_day
from floorapp.operations.sheet import Callout, Kind, MarkedWord, Row, Section, SheetColumn, SheetDuty, SheetSign

DUTIES = (
    SheetColumn("Requirement", Kind.TEXT, 4.0),
    SheetColumn("Section", Kind.TEXT, 5.0),
    SheetColumn("Due", Kind.NUMBER, 0.8),
    SheetColumn("On record", Kind.NUMBER, 0.9),
    SheetColumn("Missing", Kind.NUMBER, 0.8),
    SheetColumn("Status", Kind.STATE, 1.2),
)
DAYS = (SheetColumn("Gaming day", Kind.TIME, 1.6), SheetColumn("What is missing", Kind.TEXT, 9.0))
#: So many lines of days are on the page.
NAMED = 8
#: The form of the gaming-day pack.
PACK = "FA-114"


def _sections(desk: Composing) -> Iterator[Section]:
    found = tuple(day_by_day(desk))
    before = sum(each.days for each in found if isinstance(each, Quiet) and each.before)
    begun = desk.first.date + timedelta(days=before)
    days = [(each, each.duties()) for each in found if isinstance(each, DayDuties) and each.day.date >= begun]
    quiet = [each for each in found if isinstance(each, Quiet) and not each.before]
    bad = [(day, [duty for duty in duties if duty.missing]) for day, duties in days]
    bad = [(day, duties) for day, duties in bad if duties]
    never_ended = sum(each.days for each in quiet)
    missing = sum(len(duty.missing) for _, duties in bad for duty in duties) + never_ended
    whole = len(days) + never_ended
    running = sum(
        any(duty.not_yet for duty in duties) and not any(duty.missing for duty in duties) for _, duties in days
    )
    yield tally(
        gaming_days=whole,
        complete=len(days) - len(bad) - running,
        **({"not over yet": running} if running else {}),
        with_items_missing=len(bad) + never_ended,
        items_missing=missing,
        gaming_day_packs_issued=len(_packs(desk)),
    )
    yield _statement(whole, missing, len(bad) + never_ended, before, running=desk.running)
    yield plain_table(
        "Requirements of the period", DUTIES, _totals(duties for _, duties in days), "No day was reviewed."
    )
    rows = [Row((_span(desk, each), "nothing on record, and nobody ended the day")) for each in quiet]
    rows += [_day(desk, day, duties) for day, duties in bad]
    if len(rows) > NAMED:
        more = f"{len(rows) - NAMED} more lines like these; see the gaming-day checklist (FA-113)"
        rows[NAMED:] = [Row(("more", more))]
    yield plain_table("Gaming days with something missing", DAYS, rows, "None.")


def _packs(desk: Composing) -> set[GamingDay]:
    """The days of the period of which a gaming-day pack was issued."""
    lines = desk.record.lines(DocumentIssued, first=desk.first)
    mine = (line.fact for line in lines if line.fact.form == PACK and line.fact.first_day == line.fact.last_day)
    return {GamingDay(fact.first_day) for fact in mine if desk.request.first <= fact.first_day <= desk.request.last}


def _statement(days: int, missing: int, bad: int, before: int, *, running: bool) -> Callout:
    lie = "One gaming day was" if before == 1 else f"{before:,} gaming days were"
    earlier = f" {lie} before the logbook began; nothing is stated about that time." if before else ""
    if not days:
        return Callout("Nothing can be stated.", "All of these gaming days were before the logbook began.")
    if not missing:
        so_far = " so far" if running else ""
        headline = f"Complete{so_far} since the logbook began." if before else f"Complete{so_far}."
        what = f"{days:,} gaming days is" if days != 1 else "the gaming day is"
        return Callout(headline, f"Every requirement of {what} on record.{earlier}", "0", "missing")
    who = "The gaming day has" if days == 1 else f"Of {days:,} gaming days {bad:,} {'has' if bad == 1 else 'have'}"
    text = f"{who} something missing. What it is stands below; why, on the gaming-day checklist (FA-113).{earlier}"
    return Callout("Not complete.", text, f"{missing:,}", "missing")


def _totals(days: Iterator[tuple[SheetDuty, ...]]) -> Iterator[Row]:
    """Each requirement over all days, in the order of the checklist."""
    sums: dict[str, list[int]] = {}
    cites: dict[str, dict[str, None]] = {}
    waiting = set[str]()
    for duties in days:
        for each in duties:
            if each.not_yet:
                waiting.add(each.duty)
            so_far = sums.setdefault(each.duty, [0, 0, 0])
            for place, count in enumerate((each.expected, each.recorded, len(each.missing))):
                so_far[place] += count
            if each.expected and each.citation != ALL_SECTIONS:
                cites.setdefault(each.duty, {}).update(dict.fromkeys(each.citation.split(", ")))
    for name, (due, done, missing) in sums.items():
        mark = MarkedWord("missing", SheetSign.WARNING) if missing else MarkedWord("complete", SheetSign.OKAY)
        if name in waiting and not due:
            mark = MarkedWord("not due yet", SheetSign.DUE)
        cited = cited_together(sorted(cites.get(name, {}))) or (ALL_SECTIONS if due else "nothing was due")
        yield Row((name, cited, f"{due:,}", f"{done:,}", f"{missing:,}", mark))


def _day(desk: Composing, day: DayDuties, duties: list[SheetDuty]) -> Row:
    what = "; ".join(f"{each.duty} ({len(each.missing)})" for each in duties)
    return Row((desk.style.date(day.day.date), what))


def _span(desk: Composing, days: Quiet) -> str:
    first, last = desk.style.date(days.first.date), desk.style.date(days.last.date)
    return first if first == last else f"{first} to {last}"


FORM = PaperForm(
    "quarterly",
    "Quarterly statement",
    "FA-118",
    "11",
    _sections,
    narrows=frozenset({"pit"}),
    signers=(
        ("Compliance officer", "I have reviewed these records; they are as stated."),
        ("Shift manager", "Reviewed."),
    ),
    one_page=True,
)
