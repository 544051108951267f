"""A sheet of every kind of paper, with made-up people and real paragraphs."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from floorapp.domain.cards import CARDS
from floorapp.operations.card_round import (
    CardRound, DealtCard, DealtHand, Place, Settlement, WagerLine,
)  # fmt: skip
from floorapp.operations.sheet import (
    Callout, Column, Correction, Dash, Fact, Facts, Figure, Group, Head, Issue, Kind, Mark, Prose, Row,
    Sheet, Sign, Signature, Signatures, Table, Tally, table,
)  # fmt: skip

PROPERTY = "Riverbend Casino"
DAY = "Sun 15 Nov 2026"
HOURS = "06:00:00 to 05:59:59"
KEY = "9c417e02b83045ee51d0a8f3e27b119007afc6d49c417e02b83045ee51d0a8f3"

ISSUE = Issue(
    document="FA-101-20261115-01",
    logbook_record="DESK1-000919",
    logbook_hash=KEY,
    printed_at="Sun 15 Nov 2026 21:33:08",
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
        Signature(
            role="Shift manager",
            meaning="I have reviewed this log and it is complete.",
            name="J. Hale",
            signed="Signed electronically 2026-11-15 21:33:08 −05:00",
        ),
        Signature(role="Compliance officer", meaning="received and filed."),
    )
)


def head(title: str, form: str, revision: str = "3", filters: str = "Filters: none") -> Head:
    return Head(PROPERTY, title, form, revision, "Gaming day", DAY, HOURS, filters)


OKAY = Mark("okay", Sign.OKAY)
INSPECTION_COLUMNS = (
    Column("Table", Kind.NAME, 1.0),
    Column("Reader", Kind.ID, 1.7),
    Column("Time", Kind.TIME, 1.6),
    Column("Result", Kind.STATE, 1.9),
    Column("Proof test", Kind.TEXT, 2.2),
    Column("Found", Kind.TEXT, 4.6),
    Column("Inspected by", Kind.PERSON, 2.1),
)

PITS = (
    ("Pit 1 · Free Bet", "PIT1-003290", "A. Novak", "CR", "2 of 2 signals", ["FB"] * 8),
    ("Pit 2 · Double Back Jack, Free Bet", "PIT2-003841", "G. Ferris", "CR", "2 of 2 signals", ["DB"] * 6 + ["FB"] * 4),
    ("Pit 3 · Down Under", "PIT3-002200", "S. Amara", "MQ", "3 of 3 lights", ["DU"] * 9),
    ("Pit 4 · Double Attack Pennsylvania, New Jersey", "PIT4-001988", "E. Cho", "CR", "2 of 2 signals", ["DA"] * 5 + ["NJ"] * 4),
)  # fmt: skip


def _pit(pit: int) -> Group:
    title, first, person, make, proof, games = PITS[pit]
    station, number = first.split("-")
    rows = []
    for place, game in enumerate(games):
        table_name = f"{game}-{games[: place + 1].count(game):02d}"
        time = f"06:{3 + 2 * pit:02d}:{4 + place * 6:02d}"
        cells = (table_name, f"{make}-{10418 + pit * 64 + place * 8}", time, OKAY, proof, "no tampering, works", person)
        rows.append(Row(cells, f"{station}-{int(number) + place:06d}"))
    return Group(tuple(rows), title)


def inspection_log() -> Sheet:
    """Like the picture: a corrected row in pit 2, a reader that was not okay in pit 3."""
    groups = [_pit(pit) for pit in range(4)]
    second, third = list(groups[1].rows), list(groups[2].rows)
    correction = Correction(
        "1 of 2 signals, 2 of 2 when tested again", "first result was left out", "G. Ferris", "06:31", "PIT2-003871"
    )
    second[3] = replace(second[3], corrections=(correction,))
    bad = third[3].cells
    third[3:4] = [
        Row((*bad[:3], Mark("not okay", Sign.WARNING), "2 of 3 lights", "lens dirty; cleaned, see next", bad[6]), "PIT3-002203"),
        Row((*bad[:2], "06:14:05", OKAY, "3 of 3 lights", "inspected again, works", bad[6]), "PIT3-002211"),
    ]  # fmt: skip
    groups[1], groups[2] = replace(groups[1], rows=tuple(second)), replace(groups[2], rows=tuple(third))
    figures = (
        Figure("36", "readers due"), Figure("35", "okay"), Figure("1", "not okay, put right the same day"),
        Figure("0", "missing"), Figure("1", "correction"),
    )  # fmt: skip
    duty = (
        "Duty: 58 Pa. Code § 590.2(d) (text rescinded 2016-08-27), § 665a.2(d), § 673a.2(d), § 685a.2(d); "
        "New Jersey tables by house policy."
    )
    return Sheet(
        head("Reader inspection log", "FA-101", filters="Filters: all pits, all games, all results"),
        (Tally(figures), Prose((duty,), small=True), Table(INSPECTION_COLUMNS, tuple(groups)), SIGNED),
    )


def empty_log() -> Sheet:
    """A day on which no table was open."""
    figures = (Figure("0", "readers due"), Figure("0", "missing"))
    return Sheet(
        head("Reader inspection log", "FA-101"),
        (Tally(figures), Table(INSPECTION_COLUMNS, (Group(()),)), SIGNED),
    )


def one_row_log() -> Sheet:
    return Sheet(
        head("Reader inspection log", "FA-101"),
        (Table(INSPECTION_COLUMNS, (Group(_pit(0).rows[:1]),)), SIGNED),
    )


def long_log(count: int) -> Sheet:
    """Very many inspections, every thousandth corrected."""
    rows = []
    for i in range(count):
        cells = (
            f"FB-{i % 60:02d}", f"CR-{10000 + i}", f"{i // 3600 % 24:02d}:{i // 60 % 60:02d}:{i % 60:02d}",
            OKAY, "2 of 2 signals", "no tampering, works", ("A. Novak", "G. Ferris", "S. Amara")[i % 3],
        )  # fmt: skip
        made: tuple[Correction, ...] = ()
        if i % 1000 == 7:
            made = (Correction("1 of 2 signals", "typed in the wrong row", "G. Ferris", "06:31", f"PIT2-{i:06d}"),)
        rows.append(Row(cells, f"PIT1-{i:06d}", made))
    return Sheet(head("Reader inspection log", "FA-101"), (Table(INSPECTION_COLUMNS, (Group(tuple(rows)),)), SIGNED))


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
        found = "no tampering, works" if number % 2 else "seal worn at the left edge, replaced by a new one"
        cells = (f"FB-{number:02d}", f"CR-1041{number}-Ω{number}", "06:03:04", OKAY, "2 of 2 signals", found, name)
        made: tuple[Correction, ...] = ()
        if number == 3:
            made = (
                Correction("seal number 4471-B, not 4471-8", "misread", name, "06:40", "PIT1-004001"),
                Correction("seal number 4417-B, not 4471-B", "digits changed places when it was typed", name, "06:52", "PIT1-004007"),
            )  # fmt: skip
        rows.append(Row(cells, f"PIT1-00329{number}", made))
    long_head = replace(
        head("Reader inspection log", "FA-101"),
        property="The Grand Old Riverbend Riverboat Casino, Hotel and Convention Centre at Lower Susquehanna",
        filters="Filters: pits 1, 2, 3 and 4; games Free Bet, Double Back Jack, Down Under, Double Attack; all results",
    )
    blocks = tuple(Signature("Floorperson", "I inspected these readers.", name) for name in LONG_NAMES[:4])
    return Sheet(long_head, (Table(INSPECTION_COLUMNS, (Group(tuple(rows)),)), Signatures(blocks)))


NOT_YET = Dash("not yet taken out")


def deck_change_log() -> Sheet:
    """Changes of decks, then the sets over 24 hours: none."""
    columns = (
        Column("Table", Kind.NAME, 0.9), Column("Set in", Kind.ID, 1.6), Column("Put in", Kind.TIME, 1.4),
        Column("Set out", Kind.ID, 1.6), Column("Age", Kind.NUMBER, 1.0), Column("Count", Kind.NUMBER, 1.0),
        Column("Back", Kind.TEXT, 0.9), Column("Seals", Kind.TEXT, 2.4), Column("Done by", Kind.PERSON, 1.6),
        Column("Second person", Kind.PERSON, 1.7),
    )  # fmt: skip
    rows = []
    for n in range(9):
        out = (f"DS-{4410 + n}", f"{19 + n % 4}:{(n * 7) % 60:02d}") if n else (Dash("first set of the table"),) * 2
        cells = (
            f"FB-{n + 1:02d}", f"DS-{4471 + n}", f"{10 + n}:1{n % 6}:20", *out, "416 of 416",
            ("blue", "red")[n % 2], f"{88120 + n} whole", "G. Ferris", "A. Novak",
        )  # fmt: skip
        rows.append(Row(cells, f"PIT1-{3310 + n:06d}"))
    over = (
        Column("Table", Kind.NAME), Column("Set", Kind.ID), Column("Put in", Kind.TIME), Column("Hours", Kind.NUMBER),
    )  # fmt: skip
    return Sheet(
        head("Deck change log", "FA-102", "2", "Filters: all pits"),
        (
            Tally((Figure("9", "changes"), Figure("0", "sets over 24 hours"))),
            Table(columns, (Group(tuple(rows)),)),
            Table(over, (Group(()),), title="Sets over 24 hours", none="No set was in play for more than 24 hours."),
            SIGNED,
        ),
    )


def cards(text: str, sideways: int | None = None) -> tuple[DealtCard, ...]:
    return tuple(DealtCard(CARDS[word], place == sideways) for place, word in enumerate(text.split()))


def guest_page() -> Sheet:
    """Like the picture: a push 22 paid at the wrong odds."""
    once = "58 Pa. Code § 590.7(n)(1)"
    guest = Head(
        PROPERTY, "How your hand was settled", "FA-105", "2", "Gaming day", DAY, audience="guest’s page",
        filters="Incident IR-0412, round FB-03/1182",
    )  # fmt: skip
    box = Place(
        "Your box: 1, table FB-03, Free Bet, 9:04 pm",
        (
            DealtHand(cards("8c 3d Th", sideways=2), "First hand, 21", ("FREE",)),
            DealtHand(cards("8d Ks"), "Second hand, 18", ("FREE",)),
        ),
    )
    closing = (
        "Plus is what you won on top of your wager; zero means the wager was returned or cost nothing. The rules used "
        "are the published Pennsylvania text for Free Bet Blackjack, a temporary chapter that was rescinded on "
        "2016-08-27; its successor, chapter 672a, was not consulted for this page. This page explains one round. It is "
        "not a ruling of the regulator, and you may ask for one."
    )
    free = "A free bet costs you nothing. On a dealer’s 22 it is taken away and nothing is won or lost."
    wrong = "The dealer’s 22 was of one colour, which pays 20 to 1. It was paid at 8 to 1, the odds for mixed colours."
    lines = (
        WagerLine("First hand, $25.00", "The dealer reached 22, so your wager comes back to you.", once, "$0.00", "$0.00"),
        WagerLine("Its free double", free, once, "$0.00", "$0.00"),
        WagerLine("Second hand, free split", "The same: nothing is won or lost.", once, "$0.00", "$0.00"),
        WagerLine("Push 22, $5.00", wrong, "58 Pa. Code § 590.12(c), pay table A", "+$100.00", "+$40.00", differs=True),
    )
    received = "You received $40.00 and should have received $100.00. All your other wagers were settled correctly."
    explained = Signature(
        "Shift manager", "I checked this round and explained it to the guest.", "J. Hale",
        "Signed electronically 2026-11-15 21:26:40 −05:00",
    )  # fmt: skip
    own = Signature("Guest", "I received this page. Signing is your choice.", "", "Name and date: left to the guest")
    return Sheet(
        guest,
        (
            Callout("Your Push 22 wager was paid $60.00 too little.", received, "$60.00", "paid to you now"),
            CardRound((Place("Dealer: 22", (DealtHand(cards("6h Td 6d"), "All red: one colour."),)), box)),
            Settlement(lines, reported_head="You got"),
            Prose((closing,)),
            Signatures((explained, own)),
        ),
        large=True,
        one_page=True,
    )


def device_list() -> Sheet:
    """The master list, grouped by kind, with two kinds of dash."""
    columns = (
        Column("Device", Kind.NAME, 1.2), Column("Serial", Kind.ID, 1.7), Column("Maker and model", Kind.TEXT, 2.6),
        Column("Firmware", Kind.ID, 1.2), Column("Where", Kind.TEXT, 1.4), Column("State", Kind.STATE, 1.5),
        Column("Approved under", Kind.TEXT, 2.0),
    )  # fmt: skip
    states = (
        Mark("working", Sign.OKAY), Mark("no signal", Sign.OFFLINE), Mark("due", Sign.DUE),
        Mark("jam", Sign.WARNING), Mark("failed", Sign.ALARM), Mark("shelved", Sign.SHELVED),
    )  # fmt: skip
    none, sealed = Dash("has no firmware"), Dash("sealed, not readable")
    readers = tuple(
        Row((f"Reader {n}", f"CR-{10418 + n}", "Plain hole-card reader CR-2", (none, sealed)[n % 2], f"FB-{n:02d}", states[n % 6], "lab letter 2026-118"),
            f"DESK1-{n:06d}") for n in range(1, 9)
    )  # fmt: skip
    shufflers = tuple(
        Row((f"Shuffler {n}", f"SH-{771 + n}", "Batch shuffler S-8", f"4.1.{n}", f"FB-{n:02d}", states[0], "lab letter 2026-204"),
            f"DESK1-{100 + n:06d}") for n in range(1, 5)
    )  # fmt: skip
    return Sheet(
        head("Device master list", "FA-109"),
        (Table(columns, (Group(readers, "Readers"), Group(shufflers, "Shufflers"))), SIGNED),
    )


def access_review() -> Sheet:
    """Who may do what, since when, last seen."""
    columns = (
        Column("Person", Kind.NAME, 2.2), Column("Role", Kind.TEXT, 2.0), Column("Since", Kind.TIME, 1.3),
        Column("Last signed in", Kind.TIME, 1.8), Column("May override", Kind.STATE, 1.4), Column("Standing", Kind.STATE, 1.5),
    )  # fmt: skip
    people = (
        ("J. Hale", "shift manager", True), ("G. Ferris", "floorperson", False), ("A. Novak", "floorperson", False),
        ("C. Moss", "compliance officer", False), ("Nguyễn Thị Hồng", "pit clerk", False),
    )  # fmt: skip
    rows = tuple(
        Row((name, role, "2025-03-01", "2026-11-15 18:02" if n else Dash("never signed in"),
             Mark("yes" if may else "no", Sign.DONE if may else Sign.OPEN), Mark("active", Sign.OKAY)), f"DESK1-{700 + n:06d}")
        for n, (name, role, may) in enumerate(people)
    )  # fmt: skip
    gone = Row(("B. Ray", "floorperson", "2024-01-12", "2026-10-30 05:51", Mark("no", Sign.OPEN), Mark("disabled 2026-11-01", Sign.SHELVED)), "DESK1-000688")  # fmt: skip
    return Sheet(
        head("Access review", "FA-111", "1"),
        (
            Facts((Fact("People", "6"), Fact("Disabled since last review", "1"), Fact("Roles changed", "0"), Fact("Last review", "2026-08-15"))),
            table(*columns, rows=(*rows, gone)),
            SIGNED,
        ),
    )  # fmt: skip
