"""Gaming days as a command's arguments name them."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from floorapp.bootstrap import UnusablePlace
from floorapp.domain.typed_time import read_date
from floorapp.domain.written_time import PLAIN

#: No floor has older days, and none needs later ones.
FIRST, LAST = date(2000, 1, 1), date(2199, 12, 31)
#: A period is looked at day by day: ten years are enough for one paper or one audit.
LONGEST = timedelta(days=3653)


def read_day(text: str) -> date:
    """A day written as 11/15/2026 or 2026-11-15; ValueError, in words, for anything else."""
    day = read_date(text, datetime.now().astimezone().date())
    if day is None:
        raise ValueError(f"“{text}” is not a date. Write it like 11/15/2026 or 2026-11-15")
    if not FIRST <= day <= LAST:
        raise ValueError(f"“{text}” is not a gaming day. They run from {PLAIN.date(FIRST)} to {PLAIN.date(LAST)}")
    return day


def check_period(first: date, last: date, *, longest: timedelta = LONGEST) -> None:
    """Refuse a period that ends before it begins, or goes on for more than ten years."""
    if first > last:
        raise UnusablePlace("the first day is after the last one.")
    if last - first > longest:
        raise UnusablePlace(f"{PLAIN.date(first)} to {PLAIN.date(last)} is more than ten years. Ask for part of it.")
