"""Somebody in a hurry: nothing typed is lost to a slip, nobody is fetched twice, the keys lead where they should."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QApplication, QLineEdit

from floorapp.domain.tables import Assignment, Equipment, Fixture, Post
from floorapp.operations.acts import assignments, tables
from floorapp.screens.shell import RAIL
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.live.jump_search import found_rows
from floorapp.ui.pages.ask_sheet import AskSheet
from floorapp.ui.pages.door import OwnPinPage
from floorapp.ui.tokens import DARK
from tests.acts.floor import PIN
from tests.app.conftest import HAND, KEY, Stage
from tests.app.test_finding import jump
from tests.app.test_settings import alt, done, fill
from tests.app.test_stopped import at_table

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-")
HASH = re.compile(r"([0-9a-f]{8} ){7}[0-9a-f]{8}")
CREW = {"flo": "Flo · flo · {} of 4", "sam": "Sam · sam · {} of 4"}


def asking(stage: Stage) -> AskSheet:
    found = stage.app.sheets.asking
    assert found is not None
    return found


def four_tables(stage: Stage) -> None:
    """Flo has as many tables as a floorperson may have."""
    stage.app.writer.act(lambda desk: assignments.assign(desk, table="FB-02", post=Post.FLOORPERSON, person="flo"))
    stage.settle()


def test_a_count_that_is_no_number_is_said_beside_its_field_before_anybody_is_asked(stage: Stage) -> None:
    stage.sign_in("flo")
    at_table(stage, "FB-01")
    stage.press(KEY.Key_F3)
    fill(stage, discarded="abc", remaining="60")
    stage.press(KEY.Key_F9)
    assert "“abc” is not a number" in asking(stage).fields["discarded"].edit.accessibleDescription()
    assert QApplication.focusWidget() is asking(stage).fields["discarded"].edit


def test_only_a_wrong_pin_is_typed_anew_and_it_says_whose(stage: Stage) -> None:
    stage.sign_in("sam")
    four_tables(stage)
    at_table(stage, "NJ-02")
    alt(stage, KEY.Key_F)
    fill(stage, person=CREW["flo"].format(4))
    stage.press(KEY.Key_F9)
    fill(stage, reason="two called in sick")
    asking(stage).fields["manager pin"].show_text("0000")
    stage.press(KEY.Key_F9)
    sheet = asking(stage)
    assert "the PIN of Sam" in sheet.said_wrong
    assert sheet.fields["manager pin"].text == "" and sheet.fields["reason"].text == "two called in sick"
    fill(stage, manager="flo")
    sheet.fields["manager pin"].show_text(PIN)
    stage.press(KEY.Key_F9)
    stage.until(sheet.do_button.isEnabled)
    assert sheet.fields["manager pin"].text == PIN, "the signature does not fit; the PIN was right"


def test_a_fifth_table_is_given_by_keys_with_a_co_signed_exception(stage: Stage) -> None:
    stage.sign_in("sam")
    four_tables(stage)
    at_table(stage, "NJ-02")
    alt(stage, KEY.Key_F)
    assert QApplication.focusWidget() is asking(stage).fields["person"].edit, "one chooses who, first"
    stage.press(KEY.Key_F9)
    assert asking(stage).fields["person"].edit.accessibleDescription() == "Choose one."
    fill(stage, person=CREW["flo"].format(4))
    stage.press(KEY.Key_F9)
    sheet = asking(stage)
    assert sheet.form.title == "Exception at NJ-02" and "by property policy: 4" in sheet.form.sentence
    assert sheet.fields["manager"].text == "sam"
    fill(stage, reason="two called in sick")
    sheet.fields["manager pin"].show_text(PIN)
    done(stage)
    assert stage.read(Assignment, "NJ-02", Post.FLOORPERSON).person == "flo"


def test_tab_stays_within_an_open_sheet(stage: Stage) -> None:
    stage.sign_in("flo")
    at_table(stage, "FB-01")
    stage.press(KEY.Key_F3)
    sheet = asking(stage)
    for key in (KEY.Key_Tab, KEY.Key_Backtab):
        for _step in range(8):
            stage.press(key)
            assert sheet.isAncestorOf(QApplication.focusWidget())


def test_escape_leaves_the_jump_box_also_after_typing_anew_or_a_press(stage: Stage) -> None:
    stage.sign_in("flo")
    page, box = stage.app.floor.floor.map, stage.app.window.header.jump
    page.setFocus()
    jump(stage, "pap")
    stage.press(*[KEY.Key_Backspace] * 3)
    stage.press(KEY.Key_Escape)
    assert QApplication.focusWidget() is page
    HAND.mouseClick(box, Qt.MouseButton.LeftButton)
    assert QApplication.focusWidget() is box
    stage.press(KEY.Key_Escape)
    focus = QApplication.focusWidget()
    assert focus is not None and stage.app.window.pages.isAncestorOf(focus)


def test_one_letter_is_searched_for_too(stage: Stage) -> None:
    stage.sign_in("flo")
    found: list[list[str]] = []

    def keys(letter: str) -> Callable[[Snapshot], list[str]]:
        return lambda snapshot: [row.key for row in found_rows(snapshot, letter)]

    for letter in "abcdefghijklmnopqrstuvwxyz0123456789":
        stage.app.writer.ask(keys(letter), found.append)
    stage.until(lambda: len(found) == 36)
    assert all(len(keys) == len(set(keys)) for keys in found)


def ctrl(stage: Stage, key: Qt.Key) -> None:
    HAND.keyClick(QApplication.focusWidget() or stage.app.window, key, Qt.KeyboardModifier.ControlModifier)
    stage.settle()


def test_every_entry_of_the_rail_and_the_lock_are_one_key_away(stage: Stage) -> None:
    stage.sign_in("flo")
    found = []
    for key in (*range(KEY.Key_1, KEY.Key_9 + 1), KEY.Key_0, KEY.Key_Comma):
        ctrl(stage, Qt.Key(key))
        found.append(stage.app.now.name)
    assert found == [entry.name for entry in RAIL]
    ctrl(stage, KEY.Key_L)
    assert not stage.app.inside


def test_light_and_larger_text_are_a_key_away_and_worn_at_the_next_start(
    stage_on: Callable[[Path | None], Stage], house: Path
) -> None:
    stage = stage_on(house)
    look = stage.app.look
    try:
        ctrl(stage, KEY.Key_D)
        for _press in range(6):
            ctrl(stage, KEY.Key_Plus)
        assert (look.tokens.name, look.scale) == ("light", 2.0)
        ctrl(stage, KEY.Key_Minus)
        HAND.mouseClick(stage.app.window.header.turn, Qt.MouseButton.LeftButton)
        ctrl(stage, KEY.Key_D)
        look.wear(tokens=DARK, scale=1.0)
        stage_on(house).settle()
        assert (look.tokens.name, look.scale) == ("light", 1.75)
    finally:
        look.wear(tokens=DARK, scale=1.0)


def test_what_is_found_is_said_in_words_and_not_in_ids(stage: Stage) -> None:
    stage.sign_in("flo")
    jump(stage, "fb-01")
    assert stage.app.jumping.list.list.rows_model.rows[0].lines[1].spoken == "Free Bet · Main pit"
    stage.press(KEY.Key_Escape)
    jump(stage, "flo")
    said = [row.lines[1].spoken for row in stage.app.jumping.list.list.rows_model.rows if row.key[:6] == "entry/"]
    assert said and not any(UUID.match(each) for each in said)


def test_a_refusal_is_said_beside_the_words_it_quotes_and_no_press_meant_for_the_button_leaves_the_form(
    stage: Stage,
) -> None:
    stage.sign_in("ada")
    stage.app.go("settings", "people")
    stage.settle()
    alt(stage, KEY.Key_A)
    fill(stage, name="Nora New", handle="nora", role="Dealer", expires="13/45/2027", license="24101", pin="471182")
    sheet = asking(stage)
    sheet.do_button.setFocus()
    stage.press(KEY.Key_Space)
    assert not sheet.close_button.hasFocus(), "a second press does not leave the form"
    stage.until(sheet.do_button.isEnabled)
    assert sheet.fields["expires"].edit.hasFocus()
    assert "is not a date" in sheet.fields["expires"].edit.accessibleDescription()


def test_alt_with_a_letter_nothing_is_under_is_not_typed(stage: Stage) -> None:
    stage.sign_in("ada")
    stage.app.go("settings", "people")
    stage.settle()
    alt(stage, KEY.Key_A)
    name = asking(stage).fields["name"].edit
    assert isinstance(name, QLineEdit)
    name.setFocus()
    HAND.keyClick(name, "b", Qt.KeyboardModifier.AltModifier)
    assert name.text() == ""
    stage.write("Zoe")
    assert name.text() == "Zoe"


def test_a_refusal_that_repeats_one_fields_words_is_said_beside_that_field(stage: Stage) -> None:
    """The number of a rack that another table has: said below the fold, with the focus on the first field."""
    stage.sign_in("ada")
    stage.app.writer.act(
        lambda desk: tables.remove_equipment(desk, table="FB-03", fixture=Fixture.READER, reason="sent in")
    )
    stage.settle()
    taken = stage.read(Equipment, "FB-01", Fixture.READER).serial
    stage.app.go("settings", "tables table FB-03")
    stage.settle()
    stage.app.now.do("fit_equipment")
    stage.settle()
    asking = stage.app.sheets.asking
    assert asking is not None
    fill(stage, reader=taken)
    stage.press(KEY.Key_F9)
    edit = asking.fields["reader"].edit
    assert f"reader “{taken}” is at table FB-01" in edit.accessibleDescription() and edit.hasFocus()
    stage.press(KEY.Key_Escape)
    stage.app.now.do("add_pit")
    stage.settle()
    asking = stage.app.sheets.asking
    assert asking is not None
    fill(stage, name="Another pit", pit="P1")
    stage.press(KEY.Key_F9)
    assert "Pit P1 already exists" in asking.fields["pit"].edit.accessibleDescription()


def test_every_pin_that_is_typed_has_its_keypad_the_repeated_one_too(stage: Stage) -> None:
    stage.sign_in("ada")
    for page in (stage.app.door.own, OwnPinPage(stage.app.look)):
        found = [field for name, field in page.fields.items() if name.startswith("pin")]
        assert len(found) == 2 and all(field.opener is not None for field in found)
    stage.app.go("settings", "people person flo")
    stage.settle()
    stage.app.now.do("reset_pin")
    stage.settle()
    asking = stage.app.sheets.asking
    assert asking is not None and [field.opener is not None for field in asking.fields.values()] == [True, True]  # type: ignore[union-attr]
    fill(stage, new="274916")
    stage.press(KEY.Key_F9)
    assert asking.fields["again"].edit.accessibleDescription() == "Enter the new PIN again."


def test_a_role_is_chosen_by_typing_its_name_and_a_left_field_shows_how_its_words_begin(stage: Stage) -> None:
    stage.sign_in("ada")
    stage.app.go("settings", "people")
    stage.settle()
    stage.app.now.do("add_person")
    stage.settle()
    asking = stage.app.sheets.asking
    assert asking is not None
    name = asking.fields["name"].edit
    assert isinstance(name, QLineEdit)
    stage.write("Maximiliana Wolfeschlegelsteinhausenberg")
    stage.press(KEY.Key_Return)
    assert name.cursorPosition() == 0, "of forty characters the first ones are seen"
    stage.write("max")
    stage.press(KEY.Key_Return)
    stage.write("security")
    assert asking.fields["role"].text == "Security", "security storage is typed to its end"
    name.setFocus()
    stage.write(" II")
    assert name.text() == "Maximiliana Wolfeschlegelsteinhausenberg II", "one goes on where one was"
