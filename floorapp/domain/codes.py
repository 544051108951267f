"""Codes on labels: what stands on a deck set's envelope, a seal and a table's edge, and is read back by a scanner."""

from __future__ import annotations

from enum import StrEnum


class Labeled(StrEnum):
    """What a label of ours is on."""

    SET = "SET"
    SEAL = "SEAL"
    TABLE = "TABLE"


def code_of(what: Labeled, name: str) -> str:
    """What a label holds: plain capitals, digits and hyphens, so that any scanner and any keyboard carries it."""
    return f"{what}-{name}"


def read_code(text: str) -> tuple[Labeled | None, str]:
    """What a code says it is, and its name; a seal of its maker's bears its number alone."""
    code = text.strip()
    word, _, name = code.partition("-")
    return (Labeled(word.upper()), name) if name and word.upper() in Labeled.__members__ else (None, code)
