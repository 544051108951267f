"""A sheet of every kind of paper, with made-up people and real paragraphs."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from floorapp.operations.sheet import (
    Correction,
    Dash,
    Figure,
    Group,
    Issue,
    Kind,
    MarkedWord,
    Prose,
    Row,
    Sheet,
    SheetColumn,
    SheetHead,
    SheetSign,
    SheetSignature,
    SheetTable,
    SheetTally,
    Signatures,
)

PROPERTY = "Riverbend Casino"
DAY = "Sun 15 Nov 2026"
HOURS = "06:00:00 to 05:59:59"
KEY = "9c417e02b83045ee51d0a8f3e27b119007afc6d49c417e02b83045ee51d0a8f3"

ISSUE = Issue(
    document="FA-101-20261115-01",
    logbook_record="DESK1-000919",
    logbook_hash=KEY,
    printed_at="Sun, Nov 15, 2026 9:33:08 PM",
    printed_by="J. Hale",
    role="shift manager",
    station="DESK-1",
    instant=datetime(2026, 11, 16, 2, 33, 8, tzinfo=UTC),
    app_version="1.0.0",
    rulebooks=("pa-590 r4", "pa-665a r3", "pa-673a r3", "pa-685a r2", "nj-19-47-26 r3"),
    key=KEY,
)

SIGNED = Signatures(
    (
        SheetSignature(
            role="Shift manager",
            meaning="I have reviewed this log and it is complete.",
            name="J. Hale",
            signed="Signed electronically 2026-11-15 21:33:08 −05:00",
        ),
        SheetSignature(role="Compliance officer", meaning="received and filed."),
    )
)


def head(title: str, form: str, revision: str = "3", filters: str = "Filters: none") -> SheetHead:
    return SheetHead(PROPERTY, title, form, revision, "Gaming day", DAY, HOURS, filters)


OKAY = MarkedWord("okay", SheetSign.OKAY)
INSPECTION_COLUMNS = (
    SheetColumn("Table", Kind.NAME, 1.0),
    SheetColumn("Reader", Kind.ID, 1.7),
    SheetColumn("Time", Kind.TIME, 1.6),
    SheetColumn("Result", Kind.STATE, 1.9),
    SheetColumn("Function test", Kind.TEXT, 2.2),
    SheetColumn("Found", Kind.TEXT, 4.6),
    SheetColumn("Inspected by", Kind.PERSON, 2.1),
)

PITS = (
    ("Pit 1 · Free Bet", "PIT1-003290", "A. Novak", "CR", "2 of 2 signals", ["FB"] * 8),
    ("Pit 2 · Double Back Jack, Free Bet", "PIT2-003841", "G. Ferris", "CR", "2 of 2 signals", ["DB"] * 6 + ["FB"] * 4),
    ("Pit 3 · Down Under", "PIT3-002200", "S. Amara", "MQ", "3 of 3 lights", ["DU"] * 9),
    (
        "Pit 4 · Double Attack Pennsylvania, New Jersey",
        "PIT4-001988",
        "E. Cho",
        "CR",
        "2 of 2 signals",
        ["DA"] * 5 + ["NJ"] * 4,
    ),
)


def _pit(pit: int) -> Group:
    title, first, person, make, proof, games = PITS[pit]
    station, number = first.split("-")
    rows = []
    for place, game in enumerate(games):
        table_name = f"{game}-{games[: place + 1].count(game):02d}"
        time = f"06:{3 + 2 * pit:02d}:{4 + place * 6:02d}"
        cells = (
            table_name,
            f"{make}-{10418 + pit * 64 + place * 8}",
            time,
            OKAY,
            proof,
            "no tampering, working",
            person,
        )
        rows.append(Row(cells, f"{station}-{int(number) + place:06d}"))
    return Group(tuple(rows), title)


INSPECTION_CORRECTION = Correction(
    "1 of 2 signals, 2 of 2 when tested again", "first result was left out", "G. Ferris", "06:31", "PIT2-003871"
)

INSPECTION_FIGURES = (
    Figure("36", "readers due"),
    Figure("35", "okay"),
    Figure("1", "not okay, put right the same day"),
    Figure("0", "missing"),
    Figure("1", "correction"),
)

INSPECTION_DUTY = (
    "Duty: 58 Pa. Code § 590.2(d) (text rescinded 2016-08-27), § 665a.2(d), § 673a.2(d), "
    "§ 685a.2(d); New Jersey tables by house policy."
)


def inspection_log() -> Sheet:
    """Like the picture: a corrected row in pit 2, a reader that was not okay in pit 3."""
    first, second, third, fourth = (_pit(pit) for pit in range(4))
    second_rows, third_rows = list(second.rows), list(third.rows)
    second_rows[3] = replace(second_rows[3], corrections=(INSPECTION_CORRECTION,))
    table_name, reader, time, *_, person = third_rows[3].cells
    dirty, cleaned = "lens dirty; cleaned, see next", "inspected again, works"
    not_okay = MarkedWord("not okay", SheetSign.WARNING)
    third_rows[3:4] = [
        Row((table_name, reader, time, not_okay, "2 of 3 lights", dirty, person), "PIT3-002203"),
        Row((table_name, reader, "06:14:05", OKAY, "3 of 3 lights", cleaned, person), "PIT3-002211"),
    ]
    second, third = replace(second, rows=tuple(second_rows)), replace(third, rows=tuple(third_rows))
    return Sheet(
        head("Reader inspection log", "FA-101", filters="Filters: all pits, all games, all results"),
        (
            SheetTally(INSPECTION_FIGURES),
            Prose((INSPECTION_DUTY,), small=True),
            SheetTable(INSPECTION_COLUMNS, (first, second, third, fourth)),
            SIGNED,
        ),
    )


def empty_log() -> Sheet:
    """A day on which no table was open."""
    figures = (Figure("0", "readers due"), Figure("0", "missing"))
    return Sheet(
        head("Reader inspection log", "FA-101"),
        (SheetTally(figures), SheetTable(INSPECTION_COLUMNS, (Group(()),)), SIGNED),
    )


def one_row_log() -> Sheet:
    return Sheet(
        head("Reader inspection log", "FA-101"), (SheetTable(INSPECTION_COLUMNS, (Group(_pit(0).rows[:1]),)), SIGNED)
    )


def long_log(count: int) -> Sheet:
    """Very many inspections, every thousandth corrected."""
    rows = []
    for i in range(count):
        cells = (
            f"FB-{i % 60:02d}",
            f"CR-{10000 + i}",
            f"{i // 3600 % 24:02d}:{i // 60 % 60:02d}:{i % 60:02d}",
            OKAY,
            "2 of 2 signals",
            "no tampering, working",
            ("A. Novak", "G. Ferris", "S. Amara")[i % 3],
        )
        made: tuple[Correction, ...] = ()
        if i % 1000 == 7:
            made = (Correction("1 of 2 signals", "typed in the wrong row", "G. Ferris", "06:31", f"PIT2-{i:06d}"),)
        rows.append(Row(cells, f"PIT1-{i:06d}", made))
    return Sheet(
        head("Reader inspection log", "FA-101"), (SheetTable(INSPECTION_COLUMNS, (Group(tuple(rows)),)), SIGNED)
    )


LONG_NAMES = (
    "Maria-Aurelia Konstantinopolitanska von Hohenstaufen-Ravensburg",
    "Nguyễn Thị Hồng Phượng Đặng Vĩnh Thụy",
    "Αλέξανδρος Παπαδιαμαντόπουλος-Χατζηγεωργίου",
    "Екатерина Всеволодовна Римская-Корсакова-Щербацкая",
    "Przemysław Żółkiewski-Wąsowicz",
    "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch",
    "李小龍",
)


def long_names() -> Sheet:
    """Names that do not fit, in every script, one twice corrected, and one the fonts cannot write."""
    rows = []
    for number, name in enumerate(LONG_NAMES):
        found = "no tampering, working" if number % 2 else "seal worn at the left edge, replaced by a new one"
        cells = (f"FB-{number:02d}", f"CR-1041{number}-Ω{number}", "06:03:04", OKAY, "2 of 2 signals", found, name)
        made: tuple[Correction, ...] = ()
        if number == 3:
            made = (
                Correction("seal number 4471-B, not 4471-8", "misread", name, "06:40", "PIT1-004001"),
                Correction(
                    "seal number 4417-B, not 4471-B",
                    "digits changed places when it was typed",
                    name,
                    "06:52",
                    "PIT1-004007",
                ),
            )
        rows.append(Row(cells, f"PIT1-00329{number}", made))
    long_head = replace(
        head("Reader inspection log", "FA-101"),
        property="The Grand Old Riverbend Riverboat Casino, Hotel and Convention Centre at Lower Susquehanna",
        filters="Filters: pits 1, 2, 3 and 4; games Free Bet, Double Back Jack, Down Under, Double Attack; all results",
    )
    blocks = tuple(SheetSignature("Floorperson", "I inspected these readers.", name) for name in LONG_NAMES[:4])
    return Sheet(long_head, (SheetTable(INSPECTION_COLUMNS, (Group(tuple(rows)),)), Signatures(blocks)))


DECK_COLUMNS = (
    SheetColumn("Table", Kind.NAME, 0.9),
    SheetColumn("Set in", Kind.ID, 1.6),
    SheetColumn("Put in", Kind.TIME, 1.4),
    SheetColumn("Set out", Kind.ID, 1.6),
    SheetColumn("Age", Kind.NUMBER, 1.0),
    SheetColumn("Count", Kind.NUMBER, 1.0),
    SheetColumn("Back", Kind.TEXT, 0.9),
    SheetColumn("Seals", Kind.TEXT, 2.4),
    SheetColumn("Done by", Kind.PERSON, 1.6),
    SheetColumn("Second signer", Kind.PERSON, 1.7),
)

DECK_OVER = (
    SheetColumn("Table", Kind.NAME),
    SheetColumn("Set", Kind.ID),
    SheetColumn("Put in", Kind.TIME),
    SheetColumn("Hours", Kind.NUMBER),
)


def deck_change_log() -> Sheet:
    """Changes of decks, then those past their hours: none."""
    rows = []
    for n in range(9):
        out = (f"DS-{4410 + n}", f"{19 + n % 4}:{(n * 7) % 60:02d}") if n else (Dash("first set of the table"),) * 2
        cells = (
            f"FB-{n + 1:02d}",
            f"DS-{4471 + n}",
            f"{10 + n}:1{n % 6}:20",
            *out,
            "416 of 416",
            ("blue", "red")[n % 2],
            f"{88120 + n} whole",
            "G. Ferris",
            "A. Novak",
        )
        rows.append(Row(cells, f"PIT1-{3310 + n:06d}"))
    return Sheet(
        head("Deck change log", "FA-102", "2", "Filters: all pits"),
        (
            SheetTally((Figure("9", "changes"), Figure("0", "overdue sets"))),
            SheetTable(DECK_COLUMNS, (Group(tuple(rows)),)),
            SheetTable(
                DECK_OVER, (Group(()),), title="Sets past their hours", none="No set was in the shoe past its hours."
            ),
            SIGNED,
        ),
    )
