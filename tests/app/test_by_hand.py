"""The flows of the day by finger or mouse alone: every press lands on something that is really there."""

from __future__ import annotations

import pytest
from PyQt6.QtCore import QPoint, Qt
from PyQt6.QtWidgets import QAbstractButton, QApplication, QScrollArea, QWidget

from floorapp.domain.decks import Spot
from floorapp.domain.devices import ReaderStatus, Shuffler, ShufflerCondition
from floorapp.domain.incidents import Incident, IncidentPhase
from floorapp.domain.tables import Assignment, Post
from floorapp.screens.states import State
from floorapp.ui.lists.rows import RowList
from floorapp.ui.live.incident_place import IncidentPlace
from floorapp.ui.live.inspect_place import InspectPlace
from floorapp.ui.live.relief_place import ReliefPlace
from floorapp.ui.live.report_place import ReportPlace
from floorapp.ui.live.shufflers_place import ShufflersPlace
from floorapp.ui.widgets.field import AnyField, Field, PickField
from tests.acts.floor import PASSWORD, PIN
from tests.app.conftest import HAND, Stage
from tests.app.test_flows import _sets, shown_page


def press(stage: Stage, widget: QWidget, at: QPoint | None = None) -> None:
    """Press where a finger would: in the middle, on the window, so that what lies above would take it."""
    middle = at or widget.rect().center()
    window = stage.app.window
    place = widget.mapTo(window, middle)
    assert window.rect().contains(place), f"{widget.accessibleName()} is out of sight"
    found = window.childAt(place)
    assert found is widget or (found is not None and widget.isAncestorOf(found)), (
        f"{found.accessibleName() if found else 'nothing'} lies over {widget.accessibleName()}"
    )
    HAND.mouseClick(found, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, found.mapFrom(window, place))
    stage.settle()


def scrolled_to(widget: QWidget) -> None:
    """Scroll as a hand would, where a form is longer than the window."""
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    if above is not None:
        above.ensureWidgetVisible(widget)


def button(stage: Stage, words: str) -> QAbstractButton:
    """The button with these words that can be seen."""
    found = [
        each
        for each in stage.app.window.findChildren(QAbstractButton)
        if each.isVisible() and words in (each.accessibleName() or each.text())
    ]
    assert found, f"there is no button {words!r}"
    return found[0]


def sign_in(stage: Stage, handle: str) -> None:
    door = stage.app.door.sign_in
    for field, text in (("name", handle), ("password", PASSWORD)):
        press(stage, door.fields[field].edit)
        assert QApplication.focusWidget() is door.fields[field].edit
        HAND.keyClicks(door.fields[field].edit, text)
    press(stage, door.button)
    stage.until(lambda: stage.app.inside)
    stage.settle()


def test_an_inspection_is_one_press_and_the_next_table_is_there(stage: Stage) -> None:
    sign_in(stage, "flo")
    press(stage, stage.app.window.rail.buttons["inspect"])
    place = stage.app.places["inspect"]
    assert isinstance(place, InspectPlace)
    stage.until(lambda: place.table == "NJ-01")
    stage.clock.advance(seconds=2)
    press(stage, place.round.okay_button)
    stage.until(lambda: place.table != "NJ-01")
    assert stage.read(ReaderStatus, "NJ-01").inspected_by == "flo"


def test_decks_are_changed_from_the_list(stage: Stage) -> None:
    sign_in(stage, "flo")
    floor = stage.app.floor.floor
    press(stage, floor.switch.parts["list"])
    model, viewport = floor.twin.rows_model, floor.twin.viewport()
    assert viewport is not None
    press(stage, viewport, floor.twin.visualRect(model.index(model.place_of("FB-01"), 0)).center())
    assert stage.app.floor.selected == "FB-01"
    press(stage, button(stage, "Change decks"))
    sheet = stage.app.sheets.asking
    assert sheet is not None
    for name, count in (("discarded", "252"), ("remaining", "60")):
        edit = sheet.fields[name].edit
        scrolled_to(edit)
        press(stage, edit)
        HAND.keyClicks(edit, count)
    press(stage, sheet.do_button)
    stage.until(lambda: stage.app.sheets.sheet is None)
    assert {each.back: each.spot for each in _sets(stage, "FB-01")}["red"] is Spot.WITHDRAWN


def test_every_entry_of_the_rail_leads_somewhere_and_the_lock_locks(stage: Stage) -> None:
    sign_in(stage, "sam")
    for name, entry in stage.app.window.rail.buttons.items():
        stage.app.window.rail._scroll.ensureWidgetVisible(entry)
        press(stage, entry)
        assert stage.app.now.name == name
        assert not stage.app.window.banner.isVisible(), name
    press(stage, stage.app.window.header.lock)
    stage.until(lambda: shown_page(stage) == "lock")


def test_the_list_twin_opens_a_table(stage: Stage) -> None:
    sign_in(stage, "flo")
    floor = stage.app.floor.floor
    press(stage, floor.switch.parts["list"])
    viewport = floor.twin.viewport()
    assert viewport is not None
    row = floor.twin.visualRect(floor.twin.model().index(0, 0)).center()  # type: ignore[union-attr]
    press(stage, viewport, row)
    HAND.mouseDClick(viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, row)
    stage.until(lambda: shown_page(stage) == "table")


def test_in_a_narrow_window_what_is_due_is_a_press_away_and_its_digits_work(stage: Stage) -> None:
    sign_in(stage, "flo")
    floor, window = stage.app.floor.floor, stage.app.window
    assert not floor.switch.parts["due"].isVisible()
    window.resize(700, 768)
    stage.settle()
    assert floor.twin.isVisible() and not floor.due.isVisible()
    press(stage, floor.switch.parts["due"])
    assert floor.due.isVisible() and not floor.twin.isVisible() and not floor.map.isVisible()
    assert floor.due.list.rows_model.rowCount() > 0
    floor.due.list.setFocus()
    before = window.act_bar._saved.row.spoken
    stage.press(Qt.Key.Key_1)
    assert window.act_bar._saved.row.spoken.startswith("Saved") and window.act_bar._saved.row.spoken != before
    stage.app.go("floor", "")
    window.resize(1366, 768)
    stage.settle()
    assert floor.due.isVisible() and floor.map.isVisible()


def in_bar(stage: Stage, act: str) -> QWidget:
    """An act at the foot of the window."""
    return next(each for each in stage.app.window.act_bar.buttons if each.act.name == act)


def choose(stage: Stage, rows: RowList, key: str) -> None:
    """Press a row of a list."""
    index = rows.rows_model.index(rows.rows_model.place_of(key), 0)
    rows.scrollTo(index)
    viewport = rows.viewport()
    assert viewport is not None
    press(stage, viewport, rows.visualRect(index).center())


def type_pin(stage: Stage, field: AnyField) -> None:
    """A PIN, with a finger on the keys of the screen."""
    assert isinstance(field, Field) and field.opener is not None
    scrolled_to(field.opener)
    press(stage, field.opener)
    assert field.pad is not None
    scrolled_to(field.pad)
    for digit in PIN:
        press(stage, field.pad.keys[digit])
    assert field.text == PIN


def pick(stage: Stage, field: AnyField, words: str) -> None:
    """One value out of a few, from the list that a press opens."""
    assert isinstance(field, PickField)
    scrolled_to(field.edit)
    press(stage, field.edit)
    popup = field.edit._popup
    assert popup is not None and popup.isVisible()
    place = next(str(n) for n in range(field.edit.count()) if words in field.edit.itemText(n))
    index = popup.list.rows_model.index(popup.list.rows_model.place_of(place), 0)
    HAND.mouseClick(popup.list.viewport(), Qt.MouseButton.LeftButton, pos=popup.list.visualRect(index).center())
    stage.settle()
    assert words in field.text


def write_in(stage: Stage, edit: QWidget, text: str) -> None:
    scrolled_to(edit)
    press(stage, edit)
    assert QApplication.focusWidget() is edit
    HAND.keyClicks(edit, text)
    stage.settle()


@pytest.mark.qt_log_ignore("This plugin does not support grabbing", extend=True)
def test_a_floorpersons_and_a_managers_evening_by_mouse_alone(stage: Stage) -> None:
    """A jam, an irregularity, the screen given to a manager, the review, relief; only words come from the keyboard."""
    sign_in(stage, "flo")
    app, window = stage.app, stage.app.window
    press(stage, window.rail.buttons["shufflers"])
    shufflers = app.places["shufflers"]
    assert isinstance(shufflers, ShufflersPlace)
    stage.until(lambda: shufflers.view is not None)
    press(stage, button(stage, "Jam or failure"))
    sheet = app.sheets.asking
    assert sheet is not None
    pick(stage, sheet.fields["what"], "Jam")
    pick(stage, sheet.fields["cause"], sheet.fields["cause"].edit.itemText(0))  # type: ignore[union-attr]
    write_in(stage, sheet.fields["says"].edit, "two cards stuck")
    press(stage, sheet.do_button)
    stage.until(lambda: app.sheets.sheet is None)
    jammed = next(row.table for row in shufflers.view.rows if row.state is State.ALARM)  # type: ignore[union-attr]
    assert stage.read(Shuffler, jammed).condition is ShufflerCondition.JAMMED

    press(stage, window.rail.buttons["floor"])
    floor = app.floor.floor
    press(stage, floor.switch.parts["list"])
    choose(stage, floor.twin, "FB-01")  # type: ignore[arg-type]
    press(stage, in_bar(stage, "report_irregularity"))
    place = app.now
    assert isinstance(place, ReportPlace)
    report = place.report
    choose(stage, report.what.list, "card-face-up-in-shoe")
    for _step in range(2):
        press(stage, report.next_button.button)  # type: ignore[union-attr]
    write_in(stage, report.when.says, "a king face up")
    press(stage, report.next_button.button)  # type: ignore[union-attr]
    type_pin(stage, report.sign.pin)
    press(stage, report.next_button.button)  # type: ignore[union-attr]
    stage.until(lambda: app.now.name == "incidents")
    number = stage.ask(lambda snapshot: snapshot.moment.state.find(Incident)[0].number)

    press(stage, window.header.lock)
    stage.until(lambda: shown_page(stage) == "lock")
    press(stage, app.door.lock.another)
    sign_in(stage, "sam")
    press(stage, window.rail.buttons["incidents"])
    incidents = app.places["incidents"]
    assert isinstance(incidents, IncidentPlace)
    stage.until(lambda: bool(incidents.incidents.queue.rows_model.rows))
    choose(stage, incidents.incidents.queue, incidents.incidents.queue.rows_model.rows[0].key)
    press(stage, button(stage, "Approve and sign"))
    sheet = app.sheets.asking
    assert sheet is not None
    type_pin(stage, sheet.fields["pin"])
    press(stage, sheet.do_button)
    stage.until(lambda: app.sheets.sheet is None)
    assert stage.read(Incident, number).phase is IncidentPhase.APPROVED
    write_in(stage, incidents.incidents.decision.ruling, "dealt on, nothing to pay")
    press(stage, in_bar(stage, "close_incident"))
    sheet = app.sheets.asking
    assert sheet is not None and sheet.fields["says"].text == "dealt on, nothing to pay"
    press(stage, sheet.do_button)
    stage.until(lambda: stage.read(Incident, number).phase is IncidentPhase.CLOSED)

    press(stage, window.rail.buttons["floor"])
    press(stage, in_bar(stage, "relief"))
    relief = app.now
    assert isinstance(relief, ReliefPlace)
    press(stage, relief.relief.posts.parts[Post.FLOORPERSON])
    choose(stage, relief.relief.tables, "FB-03")
    choose(stage, relief.relief.people, "sam")
    press(stage, relief.relief.button)
    stage.until(lambda: stage.read(Assignment, "FB-03", Post.FLOORPERSON).person == "sam")
    assert stage.read(Assignment, "FB-01", Post.FLOORPERSON).person == "flo", "nobody chose it"
