"""A made-up evening for tests of the windows: a floor with one of everything, and windows around it."""

from __future__ import annotations

from dataclasses import replace

from PyQt6.QtCore import QEvent, QEventLoop
from PyQt6.QtWidgets import QApplication, QWidget

from floorapp.screens.floor import FloorView
from floorapp.screens.forms import Act
from floorapp.screens.lists import DrawerView, ListRow, TimelineRow
from floorapp.screens.plan import Bracket, Facing, FloorPlan, MapPit, MapTable
from floorapp.screens.shell import RAIL, Cell, HeaderView, Health, Saved
from floorapp.screens.states import Back, State
from floorapp.screens.text_line import Chip, Icon, Ring, Sign, Words, line
from floorapp.ui.look import Look
from floorapp.ui.pages.floor import FloorPage
from floorapp.ui.shell.window import Window

LONG_NAME = "Maximiliana Featherstonehaugh-Cholmondeley"
FLOORPERSON = HeaderView(
    "Riverbend Casino",
    "Gaming day Sun 15 Nov 2026 · Swing shift",
    "21:14",
    "M. Ortiz",
    "Floorperson · PIT-2",
    (
        Health(Cell.DATABASE, State.OKAY, "synced"),
        Health(Cell.READERS, State.WARNING, "34 of 36"),
        Health(Cell.WAITING, State.OKAY, "0"),
        Health(Cell.ALARMS, State.ALARM, "1 open"),
    ),
)
GAMES = {
    "FB": "Free Bet",
    "DB": "Double Back Jack",
    "DU": "Down Under",
    "DA": "Double Attack PA",
    "NJ": "Double Attack NJ",
}
#: Per row of a pit: name, hours of deck age, batches in shoe and shuffler; "-" is closed, "." no table.
ROWS = {
    (0, 0, Facing.NORTH): "FB-01 11 BR|FB-02 6.4 RB|FB-03 23.3 BR|FB-04 13.2 RB",
    (0, 0, Facing.SOUTH): "FB-05 10.2 BR|FB-06 3.2 RB|FB-07 -|FB-08 12.4 RB",
    (504, 0, Facing.NORTH): "DB-01 8.3 GK|DB-02 9.4 KG|DB-03 12 GK|DB-04 12 KG|DB-05 9.5 GK",
    (504, 0, Facing.SOUTH): "DB-06 -|FB-09 9.6 RB|FB-10 15.5 BR|FB-11 22.08 RB|FB-12 -",
    (0, 340, Facing.NORTH): "DU-01 8 PB|DU-02 13 BP|DU-03 13 PB|DU-04 11 BP|DU-05 7.1 PB",
    (0, 340, Facing.SOUTH): "DU-06 3.1 BP|DU-07 0.4 PB|DU-08 -|DU-09 -|.",
    (504, 340, Facing.NORTH): "DA-01 12.6 RG|DA-02 10 GR|DA-03 5.1 RG|DA-04 4.7 GR|DA-05 -",
    (504, 340, Facing.SOUTH): "NJ-01 14 R|NJ-02 21.33 B|NJ-03 4.2 R|NJ-04 -|.",
}
#: What is not normal: state, word, what a screen reader says, and whether the decks are the reason.
ODD = {
    "FB-03": (State.WARNING, "decks 0:42", "decks 42 minutes left", True),
    "DB-02": (State.SHELVED, "shelved", "shelved until 22:00", False),
    "DB-05": (State.WARNING, "jam 3 min", "shuffler jam since 3 minutes", False),
    "FB-11": (State.DUE, "decks 1:55", "decks 1 hour 55 minutes left", True),
    "DU-04": (State.ALARM, "stopped", "reader failed, table stopped", False),
    "DU-07": (State.DUE, "open 0:46", "opens in 46 minutes", False),
    "DA-02": (State.OFFLINE, "no signal", "no signal from the reader", False),
    "NJ-02": (State.DUE, "decks 2:40", "decks 2 hours 40 minutes left", True),
}
READERS = {"DU-04": State.ALARM, "DA-02": State.OFFLINE}


def _table(text: str, x: float, y: float, facing: Facing) -> MapTable:
    name, age, *backs = text.split()
    game = GAMES[name[:2]]
    if age == "-":
        return MapTable(name, game, x, y, facing, open=False, word="closed", reader=None)
    hours = float(age)
    batches = [Back(letter) for letter in (backs[0] if backs else "")]
    left = f"{round(24 - hours)} h left"
    state, word, spoken, decks = ODD.get(name, (State.OKAY, left, f"decks {left}", False))
    return MapTable(
        name,
        game,
        x,
        y,
        facing,
        state=state,
        word=word,
        spoken=spoken,
        age=hours / 24,
        decks_state=state if decks else State.OKAY,
        shoe=batches[0] if batches else None,
        shuffler=batches[1] if len(batches) > 1 else None,
        reader=READERS.get(name, State.OKAY),
    )


def tables() -> tuple[MapTable, ...]:
    """All thirty-six, as they stand."""
    found: list[MapTable] = []
    for (left, top, facing), texts in ROWS.items():
        y = top + (52 if facing is Facing.NORTH else 236)
        for place, text in enumerate(texts.split("|")):
            if text != ".":
                found.append(_table(text, left + 56 + place * 96, y, facing))
    return tuple(found)


def plan() -> FloorPlan:
    """The room of the pictures."""

    def names(*numbers: str) -> tuple[str, ...]:
        return numbers

    first = (
        Bracket("M. Ortiz · 4 of 4", names("FB-01", "FB-02", "FB-03", "FB-04")),
        Bracket("L. Hanley · 3 of 4", names("FB-05", "FB-06")),
        Bracket("L. Hanley", names("FB-08")),
    )
    second = (
        Bracket("R. Keller · 4 of 4", names("DB-01", "DB-02", "DB-03", "DB-04")),
        Bracket("T. Boone", names("DB-05")),
        Bracket("T. Boone · 4 of 4", names("FB-09", "FB-10", "FB-11")),
    )
    third = (
        Bracket("V. Stone · 4 of 4", names("DU-01", "DU-02", "DU-03", "DU-04")),
        Bracket("P. Lindqvist", names("DU-05")),
        Bracket("P. Lindqvist · 3 of 4", names("DU-06", "DU-07")),
    )
    fourth = (
        Bracket("D. Weaver · 4 of 4", names("DA-01", "DA-02", "DA-03", "DA-04")),
        Bracket("K. Osei · 3 of 4", names("NJ-01", "NJ-02", "NJ-03")),
    )
    pits = (
        MapPit("Pit 1", "Free Bet", "7 of 8 open", 0, 0, 400, 288, first),
        MapPit("Pit 2", "Double Back Jack · Free Bet", "8 of 10 open", 504, 0, 496, 288, second),
        MapPit("Pit 3", "Down Under", "6 of 9 open", 0, 340, 496, 288, third),
        MapPit("Pit 4", "Double Attack PA · NJ", "7 of 9 open", 504, 340, 496, 288, fourth),
    )
    return FloorPlan(tables(), pits)


def _due(key: str, state: State, table: str, word: str, why: str, act: str) -> ListRow:
    head = line(Words(table, 15, 600), Words(word, 15, 600, state.value), gap=8)
    second = line(Words(why, 13, 400, "ink2", shrinks=True))
    return ListRow(table, Sign(state, 17), (head, second), act=Act(act.lower(), act, key))


def due() -> tuple[ListRow, ...]:
    """What is due, most urgent first."""
    return (
        _due("1", State.ALARM, "DU-04", "stopped 6 min", "Reader failed, table stopped", "Replace"),
        _due("2", State.WARNING, "DB-05", "3 min", "Jam not acknowledged", "Acknowledge"),
        _due("3", State.WARNING, "FB-03", "0:42 left", "Decks are 23 h 18 min old", "Change decks"),
        _due("4", State.OFFLINE, "DA-02", "4 min", "Reader is silent", "Check line"),
        _due("5", State.DUE, "DU-07", "0:46 left", "Opening checklist for 22:00", "Open table"),
        _due("6", State.DUE, "FB-11", "1:55 left", "Decks are 22 h 05 min old", "Change decks"),
        _due("7", State.DUE, "NJ-02", "2:40 left", "Decks are 21 h 20 min old", "Change decks"),
    )


def drawer() -> DrawerView:
    """FB-03, whose decks have 42 minutes left."""
    return DrawerView(
        name="FB-03",
        subject="Free Bet · Pit 1",
        since="Open since 10:02 · 6 decks",
        state=State.WARNING,
        word="decks 0:42",
        caution=line(
            Words("Rulebook", 13, 400, "ink2"),
            Words("pa-590", 13, 400, "ink2", mono=True),
            Words("· rescinded 2016-08-27", 13, 400, "ink2"),
            gap=5,
        ),
        facts=(
            (
                "Decks",
                line(
                    Ring(23.3 / 24, State.WARNING),
                    Words("23:18", 14, 600),
                    Words("of 24 h · set", 14),
                    Words("D-2217", 13, mono=True),
                    gap=7,
                ),
            ),
            (
                "Batches",
                line(
                    Chip(Back.BLUE, True),
                    Words("blue in the shoe", 14),
                    Chip(Back.RED, False),
                    Words("red in the shuffler", 14),
                    gap=7,
                ),
            ),
            ("Reader", line(Sign(State.OKAY), Words("inspected 06:04 · signal 2 s ago", 14))),
            ("Floor", line(Icon("user", 17), Words("M. Ortiz · 4 of 4 tables", 14), gap=6)),
            ("Incident", line(Sign(State.DUE), Words("IR-0412", 13, mono=True), Words("waiting for review", 14))),
        ),
        acts=(
            Act("change decks", "Change decks", "F3"),
            Act("swap batches", "Swap batches", "F4"),
            Act("report", "Report…", "F5"),
            Act("open table", "Open table", "Enter"),
        ),
    )


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


def _long(row: ListRow, copy: int) -> ListRow:
    head = line(*row.lines[0].pieces, Words(LONG_NAME, 15, 400, "ink2", shrinks=True))
    why = line(
        Words(
            "The reader on the second line is silent since the shift began, table stays shut",
            13,
            400,
            "ink2",
            shrinks=True,
        )
    )
    act = replace(row.act, key=str(copy % 9 + 1)) if row.act else None
    return replace(row, key=f"{row.key}|{copy}", lines=(head, why), act=act)


def full_floor(look: Look) -> QWidget:
    """Sixty acts due, and names as long as people have them."""
    shown = plan()
    pits = tuple(
        replace(
            pit,
            name=f"{pit.name} by the fountain",
            brackets=tuple(replace(b, words=f"{LONG_NAME} · 4 of 4") for b in pit.brackets),
        )
        for pit in shown.pits
    )
    tables = tuple(replace(table, unanswered=table.name == "DU-04") for table in shown.tables)
    view = drawer()
    long_drawer = replace(
        view,
        subject=f"Double Attack Pennsylvania · Pit 4 · {LONG_NAME}",
        facts=(*view.facts[:3], ("Floor", line(Words(f"{LONG_NAME} · 4 of 4", 14, shrinks=True)))),
    )
    page = FloorPage(look)
    rows = tuple(_long(row, copy) for copy in range(9) for row in due())[:60]
    page.show_floor(FloorView(FloorPlan(tables, pits), rows, long_drawer))
    return page


def floor_list(look: Look) -> QWidget:
    """The list twin of the map."""
    page = FloorPage(look)
    page.show_floor(FloorView(plan(), due(), drawer()))
    page.show_as("list")
    page.twin.selectRow(2)
    return page


def floor_arranging(look: Look) -> QWidget:
    """The map while a manager moves tables."""
    page = FloorPage(look)
    page.show_floor(FloorView(plan(), due(), drawer()))
    page.arrange(True)
    return page


def acts_of(text: str) -> tuple[Act, ...]:
    """Acts written as `F2 Inspect round|F3 Change decks`; the words start at the last capital key."""
    found = []
    for part in text.split("|"):
        key, words = part.split(": ")
        found.append(Act(words.lower(), words, key))
    return (*found, Act("all keys", "All keys", "?"))


def window_with(look: Look, place: str, page: QWidget, header: HeaderView, acts: str) -> Window:
    """The whole window around a page."""
    window = Window(look)
    window.header.show_header(header)
    window.rail.show_entries([replace(e, count=6) if e.name == "incidents" else e for e in RAIL])
    window.add_page(place, page)
    window.show_page(place)
    window.show_acts(acts_of(acts))
    window.act_bar.show_saved(Saved("PIT2-004183", "21:12"))
    return window


def settle(window: QWidget) -> None:
    """Let everything find its size ."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    for _round in range(3):
        application.processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
        application.sendPostedEvents(None, QEvent.Type.LayoutRequest)
