"""Finding anything by Ctrl+K, any record's history, and correcting an entry with a reason and a signature."""

from __future__ import annotations

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QApplication

from floorapp.domain.devices import ReaderStatus
from floorapp.ui.live.record_place import RecordPlace
from tests.acts.floor import PIN
from tests.app.conftest import HAND, KEY, Stage
from tests.app.test_flows import shown_page


def jump(stage: Stage, text: str) -> list[str]:
    """Type into the jump box; answers the keys of what it found."""
    HAND.keyClick(stage.app.window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    stage.write(text)
    found = stage.app.jumping.list
    stage.until(lambda: found._known == text)
    return [row.key for row in found.list.rows_model.rows]


def record(stage: Stage) -> RecordPlace:
    place = stage.app.places["record"]
    assert isinstance(place, RecordPlace)
    return place


def test_ctrl_k_finds_tables_people_deck_sets_and_entries(stage: Stage) -> None:
    stage.sign_in("flo")
    assert jump(stage, "fb3")[0] == "table/FB-03"
    assert "person/flo" in jump(stage, "flo")
    sets = [key for key in jump(stage, "DS") if key.startswith("deck-set/")]
    entries = [key for key in jump(stage, "opened") if key.startswith("entry/")]
    assert entries
    assert sets
    assert jump(stage, "no such thing at all") == []
    assert stage.app.jumping.list._none.isVisible()


def test_arrows_choose_enter_goes_and_escape_gives_the_focus_back(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.floor.floor.map.setFocus()
    found = jump(stage, "fb")
    assert len(found) > 1 and found[1].startswith("table/")
    stage.press(KEY.Key_Escape)
    assert QApplication.focusWidget() is stage.app.floor.floor.map
    assert not stage.app.jumping.list.isVisible()
    jump(stage, "fb")
    stage.press(KEY.Key_Down)
    stage.press(KEY.Key_Return)
    assert shown_page(stage) == "table"
    assert stage.app.places["table"].table == found[1].removeprefix("table/")  # type: ignore[attr-defined]


def test_enter_before_the_answer_takes_its_first(stage: Stage) -> None:
    stage.sign_in("flo")
    HAND.keyClick(stage.app.window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    HAND.keyClicks(QApplication.focusWidget(), "nj1")
    HAND.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    stage.until(lambda: shown_page(stage) == "table")


def test_nothing_is_found_at_the_door(stage: Stage) -> None:
    assert not stage.app.window.header.jump.isEnabled()


def test_a_wrong_entry_is_corrected_with_reason_and_pin_and_stays_struck(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.go("inspect", "NJ-01")
    stage.settle()
    stage.press(KEY.Key_N)
    stage.write("lens is cracked")
    stage.press(KEY.Key_Return)
    stage.press(KEY.Key_N, KEY.Key_F9)
    stage.until(lambda: stage.app.sheets.sheet is None)
    assert stage.read(ReaderStatus, "NJ-01").says == "lens is cracked"
    entry = next(key for key in jump(stage, "cracked") if key.startswith("entry/"))
    stage.press(KEY.Key_Escape)
    stage.app.go("record", entry)
    stage.settle()
    place = record(stage)
    assert place.view is not None and place.view.page.detail is not None
    assert ("Remarks", "lens is cracked") in place.view.page.detail.facts
    before = place.view.selected
    stage.app._act("correct")
    stage.settle()
    sheet = stage.app.sheets.asking
    assert sheet is not None
    sheet.fields["says"].show_text("lens is dirty")
    sheet.fields["reason"].edit.setFocus()
    stage.write("looked again")
    sheet.fields["pin"].edit.setFocus()
    stage.write("0000")
    stage.press(KEY.Key_F9)
    assert stage.app.sheets.asking is sheet  # a wrong PIN corrects nothing, and what was typed stays
    assert sheet.fields["reason"].text == "looked again"
    stage.write(PIN)
    stage.press(KEY.Key_F9)
    stage.until(lambda: stage.app.sheets.sheet is None)
    stage.settle()
    assert stage.read(ReaderStatus, "NJ-01").says == "lens is dirty"
    rows = {row.record: row for row in place.view.page.timeline}
    assert rows[before].corrected and "cracked" in rows[before].what.spoken
    new = rows[place.view.selected]
    assert new.corrects and "dirty" in new.what.spoken and "looked again" in new.detail


def test_the_field_one_begins_in_is_whole_in_sight_at_1024_by_700(stage: Stage) -> None:
    stage.app.window.resize(1024, 700)
    stage.sign_in("flo")
    stage.app.go("table", "FB-01")
    stage.settle()
    stage.press(KEY.Key_F3)
    asking = stage.app.sheets.asking
    assert asking is not None
    for field in asking.fields.values():
        field.edit.setFocus()
        stage.settle()
        assert field.edit.visibleRegion().boundingRect().height() == field.edit.height(), field.label


def test_an_entry_can_be_corrected_twice_and_then_withdrawn(stage: Stage) -> None:
    test_a_wrong_entry_is_corrected_with_reason_and_pin_and_stays_struck(stage)
    place = record(stage)
    assert place.view is not None
    old = next(row for row in place.view.page.timeline if row.corrected)
    place._select(old.record)
    stage.settle()
    stage.app._act("withdraw")
    stage.settle()
    sheet = stage.app.sheets.asking
    assert sheet is not None
    stage.write("it was another table")
    sheet.fields["pin"].edit.setFocus()
    stage.write(PIN)
    stage.press(KEY.Key_F9)
    stage.until(lambda: stage.app.sheets.sheet is None)
    stage.settle()
    struck = [row for row in place.view.page.timeline if row.corrected]
    assert len(struck) == 2  # the first correction and the entry itself
    assert any("is void" in row.what.spoken for row in place.view.page.timeline)


def test_a_table_leads_to_the_history_of_an_entry(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.go("table", "FB-01")
    stage.settle()
    timeline = stage.app.places["table"].table_page.timeline  # type: ignore[attr-defined]
    timeline.setFocus()
    timeline.setCurrentIndex(timeline.rows_model.index(1, 0))
    stage.settle()
    stage.press(KEY.Key_Return)
    stage.until(lambda: shown_page(stage) == "record")
    stage.settle()
    assert record(stage).view is not None
