"""Seal numbers as people write them: one, several, or a range from the first to the last."""

from __future__ import annotations

import re

#: Between the first and the last of a range; a dash alone is part of a number.
_TO = re.compile(r"\s*(?:\bto\b|\bthrough\b|\bthru\b|–|—|\.\.+|\s-\s)\s*", re.IGNORECASE)
_NUMBERED = re.compile(r"(.*?)(\d+)$")
#: More seals than come in one delivery are a slip of the hand.
MOST = 500


class BadRange(ValueError):
    """What is written like a range and is none; says why."""


def seals_of(text: str) -> tuple[str, ...]:
    """The seals of a text, in its order: `AP-2001 to AP-2003, AP-2010` are four."""
    found: list[str] = []
    for part in re.split(r"[,;\n]", text):
        if part.strip():
            found += _expanded(part.strip())
    return tuple(found)


def _expanded(part: str) -> list[str]:
    ends = [each for each in _TO.split(part) if each]
    if len(ends) == 1 and ends[0] == part:
        return [part]
    first, last = (_NUMBERED.fullmatch(each) for each in ends) if len(ends) == 2 else (None, None)
    if first is None or last is None or last[1].strip() not in ("", first[1].strip()):
        raise BadRange(f"“{part}” is not a range of seals.")
    begins, ends_at = int(first[2]), int(last[2])
    if not begins <= ends_at < begins + MOST:
        raise BadRange(f"“{part}” does not run from a lower to a higher number of one delivery.")
    width = len(first[2])
    return [f"{first[1]}{number:0{width}d}" for number in range(begins, ends_at + 1)]
