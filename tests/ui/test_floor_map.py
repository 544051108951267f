"""The map: walked by keys, zoomed within what can be read, arranged over the grid, said aloud."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PyQt6.QtCore import QPoint, QPointF, Qt
from PyQt6.QtGui import QFontMetricsF, QImage, QPainter
from PyQt6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from floorapp.screens.floor import FloorView
from floorapp.screens.plan import GRID, WIDE, Facing, FloorPlan, MapSpot, MapTable
from floorapp.screens.states import Back, State
from floorapp.ui.floor_map.floor_map import LARGE, FloorMap
from floorapp.ui.floor_map.pit_item import PitItem
from floorapp.ui.floor_map.shape import RAIL, outline
from floorapp.ui.floor_map.table_item import SMALL_SIGN, WORD, TableItem
from floorapp.ui.look import Look
from floorapp.ui.pages.floor import FloorPage
from floorapp.ui.widgets.surface import Scroll

from .conftest import HAND, Shown
from .made_up import drawer, due, plan


@pytest.fixture
def floor(look: Look, shown: Shown) -> FloorMap:
    made = FloorMap(look)
    made.show_plan(plan())
    shown(made, 980, 700)
    made.setFocus()
    return made


def press(widget: QWidget, *keys: Qt.Key) -> None:
    for key in keys:
        HAND.keyClick(widget, key)


def test_arrow_keys_walk_from_table_to_table(floor: FloorMap) -> None:
    press(floor, Qt.Key.Key_Home)
    seen = [floor.selected]
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Up):
        press(floor, key)
        seen.append(floor.selected)
    assert seen == ["FB-01", "FB-02", "FB-03", "FB-07", "FB-06", "FB-02"]


def test_every_table_is_reached_by_arrow_keys_alone(floor: FloorMap) -> None:
    reached, edge = {"FB-01"}, ["FB-01"]
    while edge:
        here = edge.pop()
        for step in (QPointF(1, 0), QPointF(-1, 0), QPointF(0, 1), QPointF(0, -1)):
            floor.select(here)
            floor.walk(step)
            if floor.selected not in reached:
                reached.add(floor.selected)
                edge.append(floor.selected)
    assert reached == {table.name for table in plan().tables}


def test_enter_opens_the_selected_table(qtbot: QtBot, floor: FloorMap) -> None:
    floor.select("DU-04")
    with qtbot.waitSignal(floor.table_opened) as opened:
        press(floor, Qt.Key.Key_Return)
    assert opened.args == ["DU-04"]


def test_the_selected_table_is_said_in_the_words_of_the_screen(floor: FloorMap) -> None:
    floor.select("FB-03")
    assert floor.accessibleDescription() == "FB-03, Free Bet, warning, decks 42 minutes left"
    floor.select("FB-07")
    assert floor.accessibleDescription() == "FB-07, Free Bet, closed"
    floor.select("DB-02")
    assert floor.accessibleDescription() == "DB-02, Double Back Jack, snoozed, shelved until 22:00"


def test_a_press_selects_and_a_change_keeps_selection_and_zoom(qtbot: QtBot, floor: FloorMap) -> None:
    place = floor.mapFromScene(floor.item("NJ-02").pos())
    with qtbot.waitSignal(floor.table_selected) as selected:
        HAND.mouseClick(floor.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert selected.args == ["NJ-02"]
    floor.zoom_in()
    zoom, item = floor.zoom, floor.item("NJ-02")
    tables = tuple(replace(t, word="9 h left", state=State.OKAY) for t in plan().tables)
    floor.show_plan(replace(plan(), tables=tables))
    assert (floor.selected, floor.zoom) == ("NJ-02", zoom)
    assert floor.item("NJ-02") is item and item.table.word == "9 h left"


def test_words_never_get_smaller_than_12_px(floor: FloorMap) -> None:
    for _press in range(20):
        floor.zoom_out()
    assert floor.zoom * WORD >= 12 - 1e-6
    floor.resize(400, 300)
    floor.fit()
    assert floor.zoom * WORD >= 12 - 1e-6
    assert floor.horizontalScrollBar().maximum() > 0  # type: ignore[union-attr]


def test_the_wheel_zooms_by_small_steps_and_stops(floor: FloorMap) -> None:
    before = floor.zoom
    floor.zoom_by(1.01)
    assert before < floor.zoom < before * 1.02
    for _press in range(50):
        floor.zoom_in()
    assert floor.zoom <= 2.5


def test_state_words_fit_between_the_rails(look: Look) -> None:
    metrics = QFontMetricsF(look.font(WORD * 2, 600, close=True))
    for word in ("decks 0:42", "decks 1:55", "no signal", "jam 59 min", "stopped", "shelved"):
        assert metrics.horizontalAdvance(word) / 2 + SMALL_SIGN + 1.5 <= WIDE - 2 * RAIL, word


def test_arranging_snaps_to_the_grid_and_tells_the_new_place(qtbot: QtBot, floor: FloorMap) -> None:
    floor.arrange(True)
    start = floor.mapFromScene(floor.item("FB-08").pos())
    viewport = floor.viewport()
    HAND.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
    HAND.mouseMove(viewport, start + QPoint(7, 3))
    HAND.mouseMove(viewport, start + QPoint(33, 21))
    with qtbot.waitSignal(floor.places_changed) as told:
        HAND.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=start + QPoint(33, 21))
    (moved,) = told.args[0]
    assert isinstance(moved, MapSpot) and moved.table == "FB-08"
    assert moved.x % GRID == 0 and moved.y % GRID == 0
    assert moved.x > 344 and moved.y > 236


def test_ctrl_and_an_arrow_move_a_table_while_arranging(qtbot: QtBot, floor: FloorMap) -> None:
    floor.arrange(True)
    floor.select("FB-01")
    with qtbot.waitSignal(floor.places_changed) as told:
        HAND.keyClick(floor, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert told.args[0] == (MapSpot("FB-01", 60, 52),)


def test_tables_stay_where_they_stand_unless_arranged(floor: FloorMap) -> None:
    start = floor.mapFromScene(floor.item("FB-08").pos())
    viewport = floor.viewport()
    HAND.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
    HAND.mouseMove(viewport, start + QPoint(40, 40))
    HAND.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=start + QPoint(40, 40))
    assert floor.item("FB-08").pos() == QPointF(344, 236)


def test_only_an_unanswered_alarm_keeps_the_clock_running(floor: FloorMap) -> None:
    assert not floor._heartbeat.isActive()
    tables = tuple(replace(t, unanswered=t.name == "DU-04") for t in plan().tables)
    floor.show_plan(replace(plan(), tables=tables))
    assert floor._heartbeat.isActive()
    floor._invert_unanswered()
    assert [t.name for t in tables if floor.item(t.name).inverted] == ["DU-04"]
    floor.show_plan(plan())
    assert not floor._heartbeat.isActive()


@pytest.mark.parametrize("facing", Facing)
def test_the_ring_starts_at_the_dealer_and_runs_clockwise(facing: Facing) -> None:
    path = outline(facing)
    start, quarter = path.pointAtPercent(0), path.pointAtPercent(0.2)
    turn = start.x() * quarter.y() - start.y() * quarter.x()
    assert turn > 0, "on a screen, where y grows downwards, clockwise turns are positive"
    dealer = {Facing.NORTH: (0, 1), Facing.SOUTH: (0, -1), Facing.EAST: (-1, 0), Facing.WEST: (1, 0)}
    x, y = dealer[facing]
    assert start.x() * x + start.y() * y > 30


@pytest.mark.parametrize("facing", Facing)
@pytest.mark.parametrize("state", State)
def test_every_table_paints_in_every_direction_and_state(look: Look, facing: Facing, state: State) -> None:
    table = MapTable(
        "FB-03",
        "Free Bet",
        0,
        0,
        facing,
        state=state,
        word="decks 0:42",
        age=0.7,
        shoe=Back.BLUE,
        shuffler=Back.RED,
        reader=state,
    )
    image = QImage(200, 200, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    painter.translate(100, 100)
    item = TableItem(look, table)
    item.paint(painter, None)
    painter.end()
    bounds = item.boundingRect().translated(100, 100)
    outside = [
        (x, y)
        for x in range(200)
        for y in range(200)
        if image.pixelColor(x, y).alpha() and not bounds.adjusted(-1, -1, 1, 1).contains(QPointF(x, y))
    ]
    assert outside == []


def test_an_empty_floor_is_no_trouble(look: Look, shown: Shown) -> None:
    floor = FloorMap(look)
    floor.show_plan(FloorPlan())
    shown(floor, 400, 300)
    press(floor, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_Return, Qt.Key.Key_0)
    assert floor.selected == ""


@pytest.mark.parametrize("tables", [1, 3, 8])
def test_a_small_floor_fills_its_map(floor: FloorMap, tables: int) -> None:
    whole = plan()
    few = whole.tables[:tables]
    floor.show_plan(FloorPlan(few))
    floor.fit()
    room, view = floor.mapFromScene(floor.sceneRect()).boundingRect(), floor.viewport()
    assert view is not None and view.rect().adjusted(-2, -2, 2, 2).contains(room)
    filled = max(room.width() / view.width(), room.height() / view.height())
    assert filled > 0.9 or floor.zoom == pytest.approx(LARGE)


def test_the_map_stays_a_map_at_1024_by_700_and_its_drawer_is_a_strip(look: Look, shown: Shown) -> None:
    page = FloorPage(look)
    page.show_floor(FloorView(plan(), due(), drawer()))
    around = shown(Scroll(page), 947, 592)
    assert page.map.isVisible() and page.map.height() > 350 and page.drawer.height() < 150
    assert len({button.y() for button in page.drawer.buttons}) == 1
    around.resize(643, 340)  # at 200 % there is room for the list only
    QApplication.processEvents()
    assert not page.map.isVisible() and page.twin.isVisible()
    around.resize(1366, 768)
    QApplication.processEvents()
    assert page.map.isVisible() and page.due.isVisible() and page.drawer.height() > 150


def test_in_a_low_window_the_drawer_is_whole_and_what_is_shown_does_not_swing(look: Look, shown: Shown) -> None:
    """1920 by 1080 at 200 %: with a drawer the page grew, so the map seemed to have room, and its facts lay over it."""
    page = FloorPage(look)
    page.show_floor(FloorView(plan(), due(), None))
    shown(Scroll(page), 884, 432)
    for chosen in (None, drawer(), None, drawer()):
        page.show_floor(FloorView(plan(), due(), chosen))
        for _turn in range(3):
            QApplication.processEvents()
        assert page.twin.isVisible() and not page.map.isVisible()
    lines = [label for pair in page.drawer._facts._labels for label in pair]
    assert page.drawer._facts.isVisible() and lines
    assert [each.accessibleName() for each in lines if each.height() < each.minimumHeight()] == []
    assert page.drawer.height() >= page.drawer.minimumSizeHint().height()


def test_at_200_percent_the_map_opens_at_its_beginning(floor: FloorMap, look: Look) -> None:
    look.wear(scale=2.0)
    floor.fit()
    QApplication.processEvents()
    for bar in (floor.horizontalScrollBar(), floor.verticalScrollBar()):
        assert bar is not None and bar.maximum() > bar.minimum() == bar.value()
    last = list(floor._tables)[-1]
    floor.select(last)
    floor.resize(900, 560)
    QApplication.processEvents()
    view, item = floor.viewport(), floor.item(last)
    assert view is not None and view.rect().intersects(floor.mapFromScene(item.sceneBoundingRect()).boundingRect())


@pytest.mark.parametrize(("width", "whole"), [(304.0, True), (400.0, True), (112.0, False)])
def test_a_pits_name_of_forty_characters_is_whole_over_three_tables(
    floor: FloorMap, monkeypatch: pytest.MonkeyPatch, width: float, whole: bool
) -> None:
    painted: list[str] = []

    def drawn(_self: QPainter, _at: QPointF, text: str) -> None:
        painted.append(text)

    monkeypatch.setattr("PyQt6.QtGui.QPainter.drawText", drawn)
    name = "Pit 'One' and the High Limit Salon Privé"
    pit = replace(plan().pits[0], name=name, width=width, brackets=())
    item = PitItem(floor._look, pit)
    picture = QImage(800, 400, QImage.Format.Format_ARGB32)
    painter = QPainter(picture)
    item.paint(painter, None)
    painter.end()
    assert (name in painted) is whole and pit.count in painted
    assert item.toolTip() == name, "one hovers over what is cut"
    shown = next(text for text in painted if text.startswith("Pit"))
    assert shown.endswith("é"), "what tells it from the next pit is seen"
