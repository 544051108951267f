"""The same pages when nothing is there, when much is there, and when every name is long."""

from __future__ import annotations

from dataclasses import replace

from PyQt6.QtWidgets import QWidget

from floorapp.screens.floor import FloorView
from floorapp.screens.floor_plan import FloorPlan
from floorapp.screens.forms import Act
from floorapp.screens.lists import ListRow
from floorapp.screens.text_line import Words, line
from floorapp.ui.gallery.floor import drawer, due, plan
from floorapp.ui.look import Look
from floorapp.ui.pages.floor import FloorPage
from floorapp.ui.widgets.empty import Empty
from floorapp.ui.widgets.surface import Ground, column

LONG_NAME = "Maximiliana Featherstonehaugh-Cholmondeley"


def empty_floor(look: Look) -> QWidget:
    """A floor before anything was set up."""
    page = FloorPage(look)
    page.show_floor(FloorView())
    return page


def empty_page(look: Look) -> QWidget:
    """A screen that says what to do first."""
    page = Ground(look, "base")
    rows = column(look, 24, parent=page)
    rows.addStretch(1)
    rows.addWidget(
        Empty(
            look,
            "flag",
            "No incident waits for review",
            "An irregularity reported at a table appears here at once, most severe and oldest first.",
            Act("report", "Report an irregularity", "F5"),
        )
    )
    rows.addStretch(2)
    return page


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
    page.show_floor(FloorView(FloorPlan(tables, pits, shown.fixtures), rows, long_drawer))
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
