"""What is asked of every text a person meets: no 24-hour time, no ISO or European date, no word of the old column."""

from __future__ import annotations

import re

#: A time without its half of the day; a New Jersey citation (19:47-26.5) begins like one.
CLOCK = re.compile(
    r"(?<![\d:.])(?!19:47\b)(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?![\d:]|-\d|\.\d|\s?(?:AM|PM))"
)
ISO_DAY = re.compile(r"(?<![\d-])(?:19|20)\d\d-[01]\d-[0-3]\d(?![\d-])")
OTHER_DAY = re.compile(r"\b[0-3]?\d\.? (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* (?:19|20)\d\d\b")


def foreign_times(text: str) -> list[str]:
    """Times and days that are not written as an American floor does by default."""
    return [*CLOCK.findall(text), *foreign_days(text)]


def foreign_days(text: str) -> list[str]:
    """Days that are not written the American way."""
    return [found for pattern in (ISO_DAY, OTHER_DAY) for found in pattern.findall(text)]
