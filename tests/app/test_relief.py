"""Dealers rotate and floorpersons relieve each other: a string of tables in one press, by list or badge."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PyQt6.QtCore import Qt

from db.store import open_store
from floorapp.domain.people import Badge, Role
from floorapp.domain.tables import Assignment, Cards, Post, Shoe
from floorapp.operations.acts import opening, people
from floorapp.operations.table_presses import next_shoe, relieve_pit
from floorapp.ui.live.relief_place import ReliefPlace
from tests.acts.floor import PIN, Floor
from tests.app.conftest import HAND, KEY, Stage

ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def string(stage_on: Callable[[Path | None], Stage], house: Path, tmp_path: Path) -> Stage:
    """FB-01 and FB-03 deal with dan and dee; eve has badge 10442 and is free."""
    path = tmp_path / "string.sqlite"
    shutil.copy(house, path)
    floor = Floor(open_store(path), path)
    ada, flo = floor.desk("ada"), floor.desk("flo")
    for handle, name in (("dee", "Dee"), ("eve", "Eve")):
        people.add_person(ada, handle=handle, name=name, role=Role.DEALER, pin=PIN)
    people.set_badge(ada, person="eve", badge=Badge("Dealer", license="10442"))
    opening.open_table(flo, table="FB-03", cards=Cards.NEW, done=floor.steps("FB-03"))
    next_shoe(floor.desk("flo"), table="FB-03")
    relieve_pit(floor.desk("flo"), post=Post.DEALER, people={"FB-01": "dan", "FB-03": "dee"})
    floor.store.close()
    stage = stage_on(path)
    stage.sign_in("flo")
    return stage


def alt(stage: Stage, key: Qt.Key) -> None:
    HAND.keyClick(stage.app.window, key, ALT)
    stage.settle()


def dealers(stage: Stage) -> list[str | None]:
    return [stage.read(Assignment, table, Post.DEALER).person for table in ("FB-01", "FB-03")]


def at_relief(stage: Stage) -> ReliefPlace:
    alt(stage, KEY.Key_R)
    place = stage.app.now
    assert isinstance(place, ReliefPlace)
    return place


def test_a_string_is_pushed_by_a_badge_scan_and_one_key_and_each_new_dealer_owes_a_burn_card(string: Stage) -> None:
    place = at_relief(string)
    string.write("10442")  # a scanner types, and ends with Enter
    string.press(KEY.Key_Return)
    assert place.view is not None and place.view.takes == (("FB-01", "eve"), ("FB-03", "dan"))
    assert "On break: Dee." in place.view.says and place.view.act.words == "Push 2 tables"
    assert dealers(string) == ["dan", "dee"], "nothing is on record before it is pressed"
    string.press(KEY.Key_F9)
    string.until(lambda: dealers(string) == ["eve", "dan"])
    assert all(string.read(Shoe, table).burn_due for table in ("FB-01", "FB-03"))
    string.press(KEY.Key_F9)
    assert dealers(string) == ["eve", "dan"], "a second press finds nobody coming in"


def test_a_string_is_pushed_by_mouse_alone_and_a_table_is_left_out(string: Stage) -> None:
    place = at_relief(string)
    page = place.relief
    left = Qt.MouseButton.LeftButton

    def click(of: object, key: str) -> None:
        index = of.rows_model.index(of.rows_model.place_of(key), 0)  # type: ignore[attr-defined]
        HAND.mouseClick(of.viewport(), left, pos=of.visualRect(index).center())  # type: ignore[attr-defined]
        string.settle()

    click(page.tables, "FB-01")
    click(page.people, "eve")
    assert place.view is not None and place.view.takes == (("FB-03", "eve"),)
    HAND.mouseClick(page.button, left)
    string.until(lambda: dealers(string) == ["dan", "eve"])


def test_no_row_is_marked_before_a_hand_comes_to_it(string: Stage) -> None:
    page = at_relief(string).relief
    assert (page.tables.selected, page.people.selected) == ("", ""), "a marked row looks like a chosen one"
    alt(string, KEY.Key_T)
    assert page.tables.selected == "FB-01" and page.people.selected == ""


def test_a_badge_that_does_not_fit_is_said(string: Stage) -> None:
    place = at_relief(string)
    string.write("sam")
    string.press(KEY.Key_Return)
    assert "shift manager" in place.relief.finder.accessibleDescription()
    string.write("nobody")
    string.press(KEY.Key_Return)
    assert "Nobody matches" in place.relief.finder.accessibleDescription()
    assert place.view is not None and place.view.takes == ()


def test_floorpersons_relieve_each_other_the_same_way(string: Stage) -> None:
    place = at_relief(string)
    alt(string, KEY.Key_F)
    assert place.view is not None and place.view.choice.marked == frozenset(), "nobody said yet which tables"
    string.write("sam")
    string.press(KEY.Key_Return)
    assert place.view is not None and place.view.act.refusal == "Check at least one table."
    string.press(KEY.Key_F9)
    assert string.read(Assignment, "FB-01", Post.FLOORPERSON).person == "flo"
    alt(string, KEY.Key_T)
    string.press(KEY.Key_Home, KEY.Key_Space, KEY.Key_Down, KEY.Key_Space)
    tables = [table for table, who in place.view.takes if who == "sam"]
    assert len(tables) == 2
    string.press(KEY.Key_F9)
    string.until(lambda: string.read(Assignment, tables[0], Post.FLOORPERSON).person == "sam")
    assert all(string.read(Assignment, table, Post.FLOORPERSON).person == "sam" for table in tables)


def test_465a_35_c_1_several_tables_are_assigned_at_once_and_a_fifth_takes_a_co_signature(
    stage_on: Callable[[Path | None], Stage], sixty: Path
) -> None:
    stage = stage_on(sixty)
    stage.sign_in("sam")
    place = at_relief(stage)
    alt(stage, KEY.Key_F)
    assert place.view is not None
    assert place.view.choice.marked == frozenset()
    page = place.relief
    alt(stage, KEY.Key_A)
    every = sorted(each for each in place.view.choice.marked or () if each.startswith("X-"))
    assert len(every) == 60, "all or none of them are marked with one key"
    alt(stage, KEY.Key_A)
    for table in every[:5]:
        page.table_ticked.emit(table)
        stage.settle()
    stage.write("sam")
    stage.press(KEY.Key_Return)
    assert len(place.view.takes) == 5
    stage.press(KEY.Key_F9)
    asking = stage.app.sheets.asking
    assert asking is not None and "465a.35(c)(1)" in asking.form.sentence
    stage.press(KEY.Key_Escape)
    page.table_ticked.emit(place.view.takes[0][0])
    stage.settle()
    stage.press(KEY.Key_F9)
    stage.until(lambda: place.view is not None and place.view.choice.coming == ())
    held = [stage.read(Assignment, table, Post.FLOORPERSON) for table in every[:5]]
    assert [each is not None and each.person == "sam" for each in held].count(True) == 4


def test_relief_from_a_table_is_about_the_tables_its_floorperson_has(string: Stage) -> None:
    string.app.go("relief", "FB-01")
    string.settle()
    alt(string, KEY.Key_F)
    place = string.app.now
    assert isinstance(place, ReliefPlace) and place.view is not None
    held = frozenset(table for table in ("FB-01", "FB-03", "NJ-01") if string.read(Assignment, table, Post.FLOORPERSON))
    assert place.view.choice.marked == held
