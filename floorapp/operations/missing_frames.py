"""What is said of frames that are not at their table: which never came, and which came and why they are not there."""

from __future__ import annotations

from floorapp.domain.readers import Missing


def missing_says(missing: Missing) -> str:
    """One sentence: how many frames, and what became of them."""
    count, serial = missing.gap.missing, missing.reader.serial
    frames = f"{count:,} frame{'s' * (count != 1)} of reader {serial}"
    if missing.withheld:
        return f"{frames} came before the reader was trusted: they are kept, and not put to the table."
    if not missing.refused and not missing.dropped:
        return f"{frames} never came: what it said in that time is not all known."
    never = count - missing.refused - missing.dropped
    parts = (
        (missing.refused, "arrived damaged or could not be read"),
        (missing.dropped, "came over the limit of frames a second"),
        (never, "never came"),
    )
    which = ", ".join(f"{number:,} {what}" for number, what in parts if number)
    return f"{frames} are missing: {which}. What it said in that time is not all known."
