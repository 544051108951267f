"""The made-up table of the picture: FB-03 at 21:14."""

from __future__ import annotations

from PyQt6.QtWidgets import QWidget

from floorapp.screens.forms import Act
from floorapp.screens.lists import TimelineRow
from floorapp.screens.states import Back, State
from floorapp.screens.table import FactShown, TableDrawing, TableView
from floorapp.screens.text_line import Chip, Ring, Sign, Words, line
from floorapp.ui.look import Look
from floorapp.ui.pages.table import TablePage


def timeline() -> tuple[TimelineRow, ...]:
    """The evening of FB-03, newest first, with one correction."""
    irregular = line(
        "Irregularity",
        Words("IR-0412", 14, mono=True),
        "· Push 22 paid at 8 to 1, guest asks. Waiting for review.",
        gap=5,
    )
    counted = line("Blue batch counted:", Words("312 cards,", 15, 600), "none missing", gap=5)
    reason = (
        "Corrects PIT2-004158 · Reason: one card was still in the discard rack; counted again with the dealer present"
    )
    return (
        TimelineRow(
            "PIT2-004179",
            "21:08",
            "alert-triangle",
            line("Decks reach 24 hours at 21:56. Change planned with the next shoe."),
            "M. Ortiz",
        ),
        TimelineRow("PIT2-004176", "21:04", "flag", irregular, "M. Ortiz"),
        TimelineRow("PIT2-004171", "20:51", "pencil", counted, "L. Hanley", reason, corrects=True),
        TimelineRow(
            "PIT2-004158",
            "20:44",
            "cards",
            line("Blue batch counted: 311 cards, one missing"),
            "L. Hanley",
            corrected="corrected 20:51",
        ),
        TimelineRow(
            "PIT2-004155",
            "20:40",
            "refresh",
            line("Batches swapped: blue into the shoe, red into the shuffler. Alternation kept."),
            "M. Ortiz",
        ),
        TimelineRow(
            "PIT2-004102",
            "19:22",
            "refresh",
            line("Batches swapped: red into the shoe, blue into the shuffler."),
            "M. Ortiz",
        ),
        TimelineRow(
            "PIT2-004037",
            "18:03",
            "user",
            line("Floorperson changed from A. Novak to M. Ortiz, shift handover."),
            "M. Ortiz",
        ),
    )


def facts() -> tuple[FactShown, ...]:
    """Six facts at one glance."""
    figure = 18, 600
    return (
        FactShown(
            "Decks",
            line(Ring(23.3 / 24, State.WARNING, 23), Words("23:18 of 24 h", *figure), gap=9),
            "6 decks, set D-2217, seal broken Sat 21:56",
        ),
        FactShown(
            "Batches",
            line(
                Chip(Back.BLUE, True, 23),
                Words("blue", *figure),
                Chip(Back.RED, False, 23),
                Words("red", *figure),
                gap=10,
            ),
            "blue in the shoe, red in the shuffler",
        ),
        FactShown("Reader", line(Sign(State.OKAY, 16), Words("working", *figure)), "last signal 2 s ago, line 3"),
        FactShown(
            "Last inspection",
            line(Sign(State.OKAY, 16), Words("06:04 today", *figure)),
            "A. Novak, okay, proof test 2 of 2",
        ),
        FactShown("Floorperson", line(Words("M. Ortiz", *figure)), "4 of 4 tables: FB-01 to FB-04"),
        FactShown(
            "Open incidents", line(Sign(State.DUE, 16), Words("1", *figure)), "IR-0412, waiting 10 min for review"
        ),
    )


def view() -> TableView:
    """FB-03 with 42 minutes left."""
    rulebook = line(
        Words("Rulebook", 13, 400, "ink2"),
        Words("pa-590,", 13, 400, "ink2", mono=True),
        Words(
            "revision 4 · temporary text, rescinded 2016-08-27; chapter 672a is not held here",
            13,
            400,
            "ink2",
            shrinks=True,
        ),
        gap=5,
    )
    return TableView(
        "FB-03",
        "Free Bet · Pit 1 · open since 10:02",
        rulebook,
        State.WARNING,
        "decks due in 0:42",
        TableDrawing("FB-03", 6, 23.3 / 24, State.WARNING, Back.BLUE, Back.RED, State.OKAY, "reader, 2 s ago"),
        facts(),
        (
            Act("change decks", "Change decks", "F3"),
            Act("inspect", "Inspect reader", "F2"),
            Act("swap", "Swap batches", "F4"),
            Act("report", "Report…", "F5"),
            Act("close", "Close table…", "F7"),
        ),
        "this gaming day, newest first",
        (
            ("all", "All 23"),
            ("decks", "Decks 3"),
            ("shuffler", "Shuffler 12"),
            ("reader", "Reader 2"),
            ("incidents", "Incidents 1"),
            ("corrections", "Corrections 1"),
        ),
        timeline(),
    )


def table_page(look: Look) -> QWidget:
    """The table as in the picture."""
    page = TablePage(look)
    page.show_table(view())
    return page
