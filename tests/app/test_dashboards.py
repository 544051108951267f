"""Dashboards on the real window: keys choose a bar, and its records come; drawn with what differs marked."""

from __future__ import annotations

from PyQt6.QtCore import Qt

from floorapp.domain.devices import ShufflerCondition
from floorapp.operations.acts import shufflers
from floorapp.ui.live.dashboards_place import DashboardsPlace
from floorapp.ui.live.shufflers_place import ShufflersPlace
from tests.app.conftest import HAND, KEY, Stage


def place(stage: Stage) -> DashboardsPlace:
    found = stage.app.places["dashboards"]
    assert isinstance(found, DashboardsPlace)
    return found


def come(stage: Stage, days: str = "7") -> None:
    stage.app.go("dashboards", days)
    stage.until(lambda: place(stage).view is not None and not stage.app.works.names)
    stage.settle()


def test_a_bar_is_chosen_by_keys_and_leads_to_its_records(stage: Stage) -> None:
    stage.sign_in("sam")
    stage.app.writer.act(
        lambda desk: shufflers.report_shuffler_fault(
            desk, table="FB-02", condition=ShufflerCondition.JAMMED, says="stuck"
        )
    )
    stage.settle()
    come(stage, "7")
    boxes = place(stage).dashboards.boxes
    assert set(boxes) == {
        "incidents-kind",
        "incidents-hour",
        "incidents-table",
        "inspections",
        "deck-ages",
        "shufflers",
        "readers",
    }
    for box in boxes.values():
        title = box._title
        assert title.sizeHint().width() <= title.width(), f"{title.accessibleName()} is cut at 1366"
    plot = boxes["shufflers"].plot
    plot.setFocus()
    stage.press(*[KEY.Key_Right] * 6)
    assert "nothing" in plot.accessibleName()
    stage.press(KEY.Key_Return)
    stage.settle()
    assert stage.app.now.name == "shufflers"
    shown = stage.app.places["shufflers"]
    assert isinstance(shown, ShufflersPlace) and shown.table == "FB-02", "where the fault of that day was"


def test_a_press_on_a_bar_goes_where_its_records_are(stage: Stage) -> None:
    stage.sign_in("sam")
    come(stage)
    plot = place(stage).dashboards.boxes["deck-ages"].plot
    stage.app.window.grab()
    assert len(plot.places) == 7
    rect = plot.places[0]
    HAND.mouseClick(plot, Qt.MouseButton.LeftButton, pos=rect.center().toPoint())
    stage.settle()
    assert stage.app.now.name == "decks"


def test_another_period_is_counted_anew_and_f8_goes_to_the_papers(stage: Stage) -> None:
    stage.sign_in("sam")
    come(stage, "7")
    before = place(stage).view
    place(stage).choose("30")
    stage.until(lambda: place(stage).view != before and not stage.app.works.names)
    assert place(stage).dashboards.periods.parts["30"].isChecked()
    stage.press(KEY.Key_F8)
    assert stage.app.now.name == "papers"
