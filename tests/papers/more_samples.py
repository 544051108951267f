"""More papers: incident, checklist, summary with charts, completeness, handover, and the pack of a day."""

from __future__ import annotations

from floorapp.operations.chart import Band, Bar, Bars, Blocks, Lines, Series, Stack
from floorapp.operations.sheet import (
    Callout,
    Completeness,
    Contents,
    Correction,
    Dash,
    Figure,
    Kind,
    MarkedWord,
    MissingDuty,
    Prose,
    Row,
    Sheet,
    SheetColumn,
    SheetDuty,
    SheetFact,
    SheetFacts,
    SheetSign,
    SheetSignature,
    SheetTally,
    Signatures,
    table,
)
from tests.papers.samples import SIGNED, deck_change_log, head, inspection_log

NARRATIVE = (
    "At 20:47 the reader at FB-03 showed no signal for the dealer's second card. The dealer called the "
    "floorperson, who stopped the deal before any player had acted on box 4. The card was exposed by the "
    "floorperson, the round was completed with the card as dealt, and the reader was tested with the two "
    "test cards: 1 of 2 signals. The table was closed and the spare reader CR-10522 was fitted; it showed "
    "2 of 2 signals at 20:58 and the table was opened again."
)


INCIDENT_FACTS = (
    SheetFact("Incident", "IR-0412"),
    SheetFact("Standing", MarkedWord("closed", SheetSign.OKAY)),
    SheetFact("Table, round", "FB-03, round 1182"),
    SheetFact("Game and rulebook", "Free Bet Blackjack, pa-590 r4"),
    SheetFact("Occurred", "20:47:12"),
    SheetFact("Discovered", "20:47:40"),
    SheetFact("Reported by", "G. Ferris, floorperson"),
    SheetFact("Notified", "surveillance 20:49, shift manager 20:50"),
    SheetFact(
        "What happened",
        "Reader gave no signal while the dealer's hole card could have been a blackjack (catalogue "
        "entry reader-silent); the remedy is named by the paragraph and is not the dealer's choice.",
    ),
    SheetFact("Section", "58 Pa. Code § 590.13(k)"),
    SheetFact("Remedy chosen", "card exposed, round completed"),
)

INCIDENT_EXPOSURE = (
    Bar("Day shift, inspected 06:03", 480, "8 h, no finding"),
    Bar("Swing shift until discovery", 407, "6 h 47 min", differs=True),
)

INCIDENT_STEPS = table(
    SheetColumn("Time", Kind.TIME, 1.0),
    SheetColumn("What was done", Kind.TEXT, 6.0),
    SheetColumn("By", Kind.PERSON, 1.6),
    title="History",
    rows=(
        Row(("20:47:40", "Reported: reader silent", "G. Ferris"), "PIT2-004171"),
        Row(
            ("20:49:05", "Surveillance told, operator 7", "G. Ferris"),
            "PIT2-004172",
            (
                Correction(
                    "told at 20:48:05",
                    "clock of the pit's telephone is a minute fast",
                    "G. Ferris",
                    "21:10",
                    "PIT2-004180",
                ),
            ),
        ),
        Row(("20:58:31", "Spare reader CR-10522 fitted and inspected: 2 of 2 signals", "G. Ferris"), "PIT2-004176"),
        Row(("21:24:00", "Reviewed and closed: remedy agrees with the paragraph", "J. Hale"), "DESK1-000915"),
    ),
)


def incident_report() -> Sheet:
    return Sheet(
        head("Irregularity incident report", "FA-104", filters="Incident IR-0412"),
        (
            SheetFacts(INCIDENT_FACTS),
            Prose((NARRATIVE,), title="What happened, in the floorperson's words"),
            Bars(
                "Exposure",
                INCIDENT_EXPOSURE,
                "From the last known good test to the discovery; the full bar is what may be affected.",
            ),
            SheetTally((Figure("884", "minutes"), Figure("1", "round"), Figure("5", "hands"))),
            INCIDENT_STEPS,
            Signatures(
                (
                    SheetSignature(
                        "Floorperson",
                        "This is what happened.",
                        "G. Ferris",
                        "Signed electronically 2026-11-15 21:02:11 −05:00",
                    ),
                    SheetSignature(
                        "Shift manager",
                        "I have reviewed this incident; I did not report it.",
                        "J. Hale",
                        "Signed electronically 2026-11-15 21:24:00 −05:00",
                    ),
                )
            ),
        ),
    )


DONE, FALLS_AWAY = MarkedWord("done", SheetSign.DONE), MarkedWord("falls away", SheetSign.FALLS_AWAY)
CHECKLIST_COLUMNS = (
    SheetColumn("Step", Kind.NUMBER, 0.45),
    SheetColumn("Step", Kind.TEXT, 5.2),
    SheetColumn("Section", Kind.TEXT, 2.2),
    SheetColumn("Status", Kind.STATE, 1.5),
    SheetColumn("Time", Kind.TIME, 1.1),
    SheetColumn("By", Kind.PERSON, 1.4),
)

CHECKLIST_STEPS = (
    ("Cards received from the vault in a sealed container, seals whole and recorded.", "§ 590.5(a)", DONE),
    ("Front and back of every card inspected by the dealer, floorperson watching.", "§ 590.5(b)", DONE),
    ("Cards spread face up by deck, in suit and sequence, first player called to look at them.", "§ 590.5(c)", DONE),
    ("Cards turned face down, mixed by a washing of the cards, stacked.", "§ 590.5(d)", FALLS_AWAY),
    ("Shuffled by the approved automated device, batch blue.", "§ 590.6(a)", DONE),
    ("Hole-card reader inspected this gaming day.", "§ 590.2(d)", DONE),
    (
        "Layout shows the pay table in force and the required inscriptions.",
        "§ 590.2(b)",
        MarkedWord("open", SheetSign.OPEN),
    ),
)

CHECKLIST_OVERRIDE = (
    "Opened by override at 10:20:44: layout card for pay table A on order, pay table shown on the sign. "
    "Co-signed by J. Hale."
)


def checklist() -> Sheet:
    rows = []
    for number, (step, paragraph, state) in enumerate(CHECKLIST_STEPS, start=1):
        if state is DONE:
            rest: tuple[str | Dash, str | Dash] = (f"10:1{number}:00", "G. Ferris")
        elif state is FALLS_AWAY:
            rest = (Dash("cards came preshuffled"),) * 2
        else:
            rest = (Dash("opened by override, see below"),) * 2
        rows.append(Row((str(number), step, paragraph, state, *rest), f"PIT1-00331{number}"))
    return Sheet(
        head("Table opening checklist", "FA-106", filters="Table FB-03, opening of 10:21:02"),
        (
            SheetFacts(
                (
                    SheetFact("Table", "FB-03, Free Bet Blackjack"),
                    SheetFact("Cards", "DS-4471, preshuffled, 416 of 416"),
                    SheetFact("Shuffling", "batch shuffler SH-772"),
                    SheetFact("Floorperson", "G. Ferris, 3 of 4 tables"),
                )
            ),
            table(*CHECKLIST_COLUMNS, rows=tuple(rows)),
            Callout("Opened with one step not done.", CHECKLIST_OVERRIDE),
            SIGNED,
        ),
    )


SUMMARY_HOURS = tuple(f"{(6 + n) % 24:02d}" for n in range(24))

SUMMARY_BARS = (
    Bar("Readers not okay", 1, "1 of 36", differs=True),
    Bar("Sets changed", 41, "41", expected=40),
    Bar("Jams", 6, "6"),
    Bar("Irregularities", 5, "5"),
    Bar("Late entries", 2, "2"),
)

SUMMARY_LIGHTS = (
    Bar("Dealer 22, of 8,214 rounds", 601, "601", expected=605, low=557, high=653),
    Bar("Push 22 of one colour", 58, "58", expected=37, low=25, high=49, differs=True),
    Bar("Reader: blackjack light", 388, "388", expected=390, low=352, high=428),
)

SUMMARY_AGE = Lines(
    "Oldest set on the floor, hour by hour",
    SUMMARY_HOURS,
    (
        Series("Pit 1", tuple(4 + (n * 0.8) % 17 for n in range(24))),
        Series("Pit 2", tuple(2 + (n * 0.7) % 15 for n in range(24))),
        Series("Pit 3", tuple(None if n < 6 else 1.0 + n * 0.6 for n in range(24))),
    ),
    "hours",
    24,
    "24 hours: change due",
    "Pit 3 opened at 12:00.",
)

SUMMARY_FORECAST = Blocks(
    "Sets falling due in the coming shifts",
    tuple(Stack(hour, (0, 1, 2, 3, 4, 6, 5, 2)[n % 8]) for n, hour in enumerate(SUMMARY_HOURS)),
    4,
    (Band("Day", 0, 8), Band("Swing", 8, 16), Band("Grave", 16, 24)),
    "One block a set. Full blocks are above the planned pace of four an hour.",
)

SUMMARY_FIGURES = (
    Figure("36", "tables open"),
    Figure("8,214", "rounds"),
    Figure("41", "sets changed"),
    Figure("5", "irregularities"),
    Figure("2", "duties not met"),
)


def summary() -> Sheet:
    return Sheet(
        head("Gaming-day compliance summary", "FA-110", "5"),
        (
            SheetTally(SUMMARY_FIGURES),
            Bars("The day in figures", SUMMARY_BARS, "A tick is what was planned."),
            SUMMARY_FORECAST,
            SUMMARY_AGE,
            Bars(
                "Observed against expected",
                SUMMARY_LIGHTS,
                "Tick: exact expectation. Bracket: 95 in 100 days lie within. Full bar: outside.",
            ),
            SIGNED,
        ),
    )


DUTIES = (
    SheetDuty(
        "Reader inspected once a gaming day",
        "58 Pa. Code § 590.2(d)",
        36,
        35,
        (
            MissingDuty(
                "reader CR-10489 at DU-05", "table closed at 05:10 before the round of inspections; not opened again"
            ),
        ),
    ),
    SheetDuty("No decks in the shoe past their hours", "58 Pa. Code § 590.3(c)", 41, 41),
    SheetDuty(
        "Hands dealt only after an inspection",
        "58 Pa. Code § 590.2(d)",
        36,
        34,
        (
            MissingDuty(
                "DA-02: 3 rounds before its inspection at 06:09:10",
                "table carried over from the day before; inspection came 4 minutes late",
            ),
            MissingDuty("NJ-04: 1 round before its inspection", "same cause"),
        ),
    ),
    SheetDuty("Incidents reviewed by a second person", "house policy 12", 5, 5),
    SheetDuty("Entries made within 15 minutes of the act", "house policy 3", 412, 412),
)


def completeness() -> Sheet:
    return Sheet(
        head("Gaming-day checklist", "FA-110", "5"),
        (
            SheetTally(
                (
                    Figure("5", "duties"),
                    Figure("3", "complete"),
                    Figure("2", "with something missing"),
                    Figure("2", "late entries"),
                )
            ),
            Completeness(DUTIES, "Required today, and what is on record"),
            SIGNED,
        ),
    )


HANDOVER_COLUMNS = (
    SheetColumn("Table", Kind.NAME, 0.9),
    SheetColumn("Status", Kind.STATE, 1.6),
    SheetColumn("Open point", Kind.TEXT, 5.0),
    SheetColumn("Until", Kind.TIME, 1.0),
    SheetColumn("Answers for it", Kind.PERSON, 1.6),
)

HANDOVER_ROWS = (
    Row(
        (
            "FB-03",
            MarkedWord("jam", SheetSign.WARNING),
            "Shuffler SH-772 jammed twice; service called, comes at 02:00",
            "02:00",
            "J. Hale",
        ),
        "DESK1-000901",
    ),
    Row(
        (
            "DU-05",
            MarkedWord("closed", SheetSign.SHELVED),
            "Reader not inspected; do not open before an inspection",
            Dash("until done"),
            "S. Amara",
        ),
        "PIT3-002207",
    ),
    Row(
        (
            "DB-01",
            MarkedWord("decks 0:42", SheetSign.DUE),
            "Change due at 22:12; set DS-4480 lies ready in pit 2",
            "22:12",
            "G. Ferris",
        ),
        "PIT2-003860",
    ),
)


def handover() -> Sheet:
    return Sheet(
        head("Shift change", "FA-108", filters="Swing shift to grave shift, 22:00"),
        (
            SheetFacts(
                (
                    SheetFact("From", "J. Hale, shift manager"),
                    SheetFact("To", "C. Moss, shift manager"),
                    SheetFact("Tables open", "34 of 36"),
                    SheetFact("Alarms open", MarkedWord("1 open", SheetSign.ALARM)),
                )
            ),
            table(*HANDOVER_COLUMNS, rows=HANDOVER_ROWS, title="Open points"),
            Prose(
                (
                    "The slot audit asks for pit 2 between 23:00 and 23:30; surveillance knows.",
                    "Guest in box 1 of FB-03 was paid $60.00, IR-0412; closed.",
                ),
                title="Also to know",
            ),
            Signatures(
                (
                    SheetSignature(
                        "Shift manager going off",
                        "These are the open points.",
                        "J. Hale",
                        "Signed electronically 2026-11-15 21:58:40 −05:00",
                    ),
                    SheetSignature("Shift manager coming on", "I have read them and take over."),
                )
            ),
        ),
    )


def pack() -> list[Sheet]:
    """The gaming-day pack: contents, then every sheet of the day."""
    cover = Sheet(head("Gaming-day pack", "FA-100", "1"), (Contents(), SIGNED))
    return [cover, summary(), inspection_log(), deck_change_log(), incident_report(), completeness(), handover()]
