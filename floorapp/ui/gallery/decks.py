"""The made-up decks of the picture."""

from __future__ import annotations

from PyQt6.QtWidgets import QWidget

from floorapp.screens.decks import ChangeView, DeckRow, DecksView
from floorapp.screens.forecast import FallingDue, ForecastView, ShiftBand
from floorapp.screens.forms import Act
from floorapp.screens.states import Back, State
from floorapp.screens.text_line import Words, line
from floorapp.ui.look import Look
from floorapp.ui.pages.decks import DecksPage

#: Hours from 21:00, and which sets fall due in each.
HOURS = {
    0: "FB-03",
    2: "FB-11 NJ-02",
    8: "FB-10",
    10: "NJ-01 DU-02",
    11: "DU-03 DA-01 FB-04 DB-03 DB-04",
    12: "FB-08",
    13: "FB-01 FB-09",
    14: "DU-04 DA-02 FB-05",
    15: "DB-05 DB-02",
    16: "DB-01 DU-01",
    17: "DU-05",
    18: "FB-02 DA-04",
    19: "DA-03 NJ-03",
    21: "FB-06 DU-06",
    23: "DU-07",
}
STATES = {"FB-03": State.WARNING, "FB-11": State.DUE, "NJ-02": State.DUE}


def forecast() -> ForecastView:
    """The coming 24 hours."""
    sets = tuple(
        FallingDue(table, hour, STATES.get(table, State.OKAY))
        for hour, tables in HOURS.items()
        for table in tables.split()
    )
    bands = (
        ShiftBand("Grave 22:00–06:00", 1, 9, "3 sets"),
        ShiftBand("Day 06:00–14:00", 9, 17, "17 sets"),
        ShiftBand("Swing 14:00–22:00", 17, 24, "8 sets"),
    )
    return ForecastView(21, 0.23, 4, bands, sets)


def _row(text: str, state: State = State.OKAY) -> DeckRow:
    table, deck_set, backs, day, broken, age, due, left = text.split()
    hours, minutes = age.split(":")
    share = (int(hours) + int(minutes) / 60) / 24
    batches = tuple(Back(letter) for letter in backs)
    return DeckRow(table, deck_set, batches, f"{day} {broken}", age, share, due, left, state)


def view() -> DecksView:
    """The decks, with the change at FB-03 waiting for its second name."""
    change = ChangeView(
        "Change decks at FB-03",
        State.WARNING,
        "0:42 left",
        (
            (
                line("Set out", Words("D-2217", 14, mono=True), "· blue and red", gap=5),
                line(Words("6 and 6 decks, to be counted and destroyed", 13, 400, "ink2")),
            ),
            (
                line("Set in", Words("D-2248", 14, mono=True), "· preshuffled, seal whole", gap=5),
                line(Words("violet and green, same design", 13, 400, "ink2")),
            ),
        ),
        "Second name: dealer or security",
        "Name or badge",
        Act("sign", "Sign the change", "F9", refusal="Waits for the second name. 58 Pa. Code § 590.3(c)"),
    )
    rows = (
        _row("FB-03 D-2217 BR Sat 21:56 23:18 21:56 0:42", State.WARNING),
        _row("FB-11 D-2220 RB Sat 23:09 22:05 23:09 1:55", State.DUE),
        _row("NJ-02 D-2223 B Sat 23:54 21:20 23:54 2:40", State.DUE),
        _row("FB-10 D-2225 BR Sun 05:44 15:30 05:44 8:30"),
        _row("NJ-01 D-2228 R Sun 07:14 14:00 07:14 10:00"),
        _row("DU-02 D-2231 BP Sun 07:56 13:18 07:56 10:42"),
    )
    tabs = (("forecast", "Forecast"), ("play", "In play 29"), ("store", "Store 64"), ("destroy", "To destroy 12"))
    return DecksView("29 sets in play, each changed at least once every 24 hours", tabs, forecast(), rows, change)


def decks_page(look: Look) -> QWidget:
    """The decks as in the picture, the first row selected."""
    page = DecksPage(look)
    page.show_decks(view())
    page.ledger.selectRow(0)
    return page
