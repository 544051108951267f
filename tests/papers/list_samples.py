"""Lists that are papers: the devices of the house, and who may do what."""

from __future__ import annotations

from floorapp.operations.sheet import (
    Dash,
    Group,
    Kind,
    MarkedWord,
    Row,
    Sheet,
    SheetColumn,
    SheetFact,
    SheetFacts,
    SheetSign,
    SheetTable,
    table,
)
from tests.papers.samples import SIGNED, head

DEVICE_COLUMNS = (
    SheetColumn("Device", Kind.NAME, 1.2),
    SheetColumn("Serial", Kind.ID, 1.7),
    SheetColumn("Maker and model", Kind.TEXT, 2.6),
    SheetColumn("Firmware", Kind.ID, 1.2),
    SheetColumn("Where", Kind.TEXT, 1.4),
    SheetColumn("Status", Kind.STATE, 1.5),
    SheetColumn("Approval number", Kind.TEXT, 2.0),
)

DEVICE_STATES = (
    MarkedWord("working", SheetSign.OKAY),
    MarkedWord("no signal", SheetSign.OFFLINE),
    MarkedWord("due", SheetSign.DUE),
    MarkedWord("jam", SheetSign.WARNING),
    MarkedWord("failed", SheetSign.ALARM),
    MarkedWord("shelved", SheetSign.SHELVED),
)

DEVICE_READERS = tuple(
    Row(
        (
            f"Reader {n}",
            f"CR-{10418 + n}",
            "Plain hole-card reader CR-2",
            (Dash("has no firmware"), Dash("sealed, not readable"))[n % 2],
            f"FB-{n:02d}",
            DEVICE_STATES[n % 6],
            "lab letter 2026-118",
        ),
        f"DESK1-{n:06d}",
    )
    for n in range(1, 9)
)

DEVICE_SHUFFLERS = tuple(
    Row(
        (
            f"Shuffler {n}",
            f"SH-{771 + n}",
            "Batch shuffler S-8",
            f"4.1.{n}",
            f"FB-{n:02d}",
            DEVICE_STATES[0],
            "lab letter 2026-204",
        ),
        f"DESK1-{100 + n:06d}",
    )
    for n in range(1, 5)
)


def device_list() -> Sheet:
    """The master list, grouped by kind, with two kinds of dash."""
    return Sheet(
        head("Device master list", "FA-109"),
        (SheetTable(DEVICE_COLUMNS, (Group(DEVICE_READERS, "Readers"), Group(DEVICE_SHUFFLERS, "Shufflers"))), SIGNED),
    )


ACCESS_COLUMNS = (
    SheetColumn("Person", Kind.NAME, 2.2),
    SheetColumn("Role", Kind.TEXT, 2.0),
    SheetColumn("Since", Kind.TIME, 1.3),
    SheetColumn("Last signed in", Kind.TIME, 1.8),
    SheetColumn("Co-signs exceptions", Kind.STATE, 1.4),
    SheetColumn("Status", Kind.STATE, 1.5),
)

ACCESS_PEOPLE = (
    ("J. Hale", "shift manager", True),
    ("G. Ferris", "floorperson", False),
    ("A. Novak", "floorperson", False),
    ("C. Moss", "compliance officer", False),
    ("Nguyễn Thị Hồng", "pit clerk", False),
)

ACCESS_ROWS = tuple(
    Row(
        (
            name,
            role,
            "2025-03-01",
            "2026-11-15 18:02" if n else Dash("never signed in"),
            MarkedWord("yes" if may else "no", SheetSign.DONE if may else SheetSign.OPEN),
            MarkedWord("active", SheetSign.OKAY),
        ),
        f"DESK1-{700 + n:06d}",
    )
    for n, (name, role, may) in enumerate(ACCESS_PEOPLE)
)

ACCESS_GONE = Row(
    (
        "B. Ray",
        "floorperson",
        "2024-01-12",
        "2026-10-30 05:51",
        MarkedWord("no", SheetSign.OPEN),
        MarkedWord("disabled 2026-11-01", SheetSign.SHELVED),
    ),
    "DESK1-000688",
)


def access_review() -> Sheet:
    """Who may do what, since when, last seen."""
    return Sheet(
        head("Access review", "FA-111", "1"),
        (
            SheetFacts(
                (
                    SheetFact("People", "6"),
                    SheetFact("Disabled since last review", "1"),
                    SheetFact("Roles changed", "0"),
                    SheetFact("Last review", "2026-08-15"),
                )
            ),
            table(*ACCESS_COLUMNS, rows=(*ACCESS_ROWS, ACCESS_GONE)),
            SIGNED,
        ),
    )
