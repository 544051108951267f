"""Gaming days as a command's arguments name them."""

from __future__ import annotations

from datetime import date, timedelta

from floorapp.bootstrap import UnusablePlace

#: No floor has older days, and none needs later ones.
FIRST, LAST = date(2000, 1, 1), date(2199, 12, 31)
#: A period is looked at day by day: ten years are enough for one paper or one audit.
LONGEST = timedelta(days=3653)


def read_day(text: str) -> date:
    """A day written as 2026-11-15; ValueError, in words, for anything else."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise ValueError(f"“{text}” is not a day: write it like 2026-11-15") from None
    if not FIRST <= day <= LAST:
        raise ValueError(f"“{text}” is no gaming day: they lie between {FIRST} and {LAST}")
    return day


def check_period(first: date, last: date) -> None:
    """Refuse a period that ends before it begins, or goes on for more than ten years."""
    if first > last:
        raise UnusablePlace("the first day lies after the last one.")
    if last - first > LONGEST:
        raise UnusablePlace(f"from {first} to {last} are more than ten years. Ask for a part of it.")
