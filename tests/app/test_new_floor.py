"""From an empty folder to a floor that can deal: Next steps, a wrong turn taken back, the keypad."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PyQt6.QtCore import QPoint, Qt

from floorapp.domain.tables import Equipment, Fixture
from floorapp.screens.next_steps import NextStep
from floorapp.screens.phrases import short_name
from tests.acts.floor import PIN
from tests.app.conftest import HAND, KEY, Stage
from tests.app.test_flows import shown_page
from tests.app.test_own_floor import begin
from tests.app.test_settings import alt, fill


def steps(stage: Stage) -> dict[str, NextStep]:
    stage.settle()
    assert stage.app.floor.view is not None
    return {each.name: each for each in stage.app.floor.view.steps}


def test_next_steps_check_themselves_off_and_lead_where_each_is_done(stage_on: Callable[[Path | None], Stage]) -> None:
    stage = stage_on(None)
    game = begin(stage).setup.game.edit
    game.setCurrentIndex(next(n for n in range(game.count()) if "pa-590" in game.itemText(n)))
    for words in ("Main pit", "FB-01", "2", "15", "500"):
        stage.write(words)
        stage.press(KEY.Key_Tab)
    HAND.keyClick(stage.app.window, KEY.Key_D, Qt.KeyboardModifier.AltModifier)
    stage.settle()
    stage.press(KEY.Key_F9)
    stage.until(lambda: shown_page(stage) == "floor" and steps(stage)["tables"].done)
    found = steps(stage)
    assert [name for name, each in found.items() if each.done] == ["tables"]
    assert "dealer" in found["people"].far and stage.app.floor.floor.steps.isVisible()
    assert found["floorpersons"].refusal, "an administrator assigns nobody"
    assert found["inspect"].far == "0 of 2 tables ready", "no reader is installed yet"
    view = stage.app.floor.view
    assert view is not None
    (pit,) = view.floor.plan.pits
    assert pit.y + pit.height > max(table.y for table in view.floor.plan.tables) + 80, (
        "chips and names lie within the pit"
    )
    alt(stage, KEY.Key_N)
    assert shown_page(stage) == "settings", "the first step that is left"
    stage.app.go("floor", "")
    stage.settle()
    stage.app.floor.do_step("equipment")
    stage.settle()
    assert shown_page(stage) == "settings"
    alt(stage, KEY.Key_E)
    asking = stage.app.sheets.asking
    assert asking is not None and set(asking.fields) >= {"reader", "drop-box", "discard-rack"}
    fill(stage, **{name: f"{name}-1" for name in asking.fields})
    stage.press(KEY.Key_F9)
    stage.until(lambda: stage.app.sheets.sheet is None)
    assert stage.read(Equipment, "FB-01", Fixture.READER).serial == "reader-1"
    stage.until(lambda: steps(stage)["equipment"].far == "1 of 2 tables equipped")


def test_an_empty_field_says_so_at_enter_and_keeps_the_focus(stage_on: Callable[[Path | None], Stage]) -> None:
    stage = stage_on(None)
    stage.until(lambda: shown_page(stage) == "first")
    page = stage.app.door.first
    page.setFocus()
    stage.press(KEY.Key_Return)
    assert page.fields["house"].edit.accessibleDescription() == "Enter the property name."
    assert page.fields["house"].edit.hasFocus()


def test_a_pin_is_typed_with_a_finger(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.lock()
    stage.until(lambda: not stage.app.inside)
    stage.settle()
    field = stage.app.door.lock.fields["pin"]
    assert field.opener is not None
    HAND.mouseClick(field.opener, Qt.MouseButton.LeftButton)
    assert field.pad is not None and field.pad.isVisible()
    for digit in f"{PIN[0]}9{PIN[1:]}":
        HAND.mouseClick(field.pad.keys[digit], Qt.MouseButton.LeftButton)
        if digit == "9":
            HAND.mouseClick(field.pad.keys["Del"], Qt.MouseButton.LeftButton)
    assert field.text == PIN and field.edit.hasFocus()
    HAND.mouseClick(field.pad.keys["OK"], Qt.MouseButton.LeftButton)
    stage.until(lambda: stage.app.inside)


def test_the_next_person_lands_on_the_floor_and_the_same_one_where_they_were(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.go("decks", "")
    stage.settle()
    stage.app.door.show_sign_in()
    stage.settle()
    stage.sign_in("sam")
    assert stage.app.now.name == "floor"


def test_an_f_key_that_can_do_nothing_here_says_why(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.go("decks", "")
    stage.settle()
    stage.app.go("dashboards", "")
    stage.settle()
    stage.press(KEY.Key_F4)
    assert "Next shoe" in stage.app.window.banner._happened.accessibleName()
    stage.press(KEY.Key_F2)
    assert stage.app.now.name == "inspect", "what is a walk leads there from everywhere"


def test_a_label_stays_where_it_was_beside_a_field_with_a_message(stage_on: Callable[[Path | None], Stage]) -> None:
    stage = stage_on(None)
    stage.until(lambda: shown_page(stage) == "first")
    page = stage.app.door.first
    page.fields["house"].say_wrong("A sentence that is long enough to stand on more than one line beside its neighbor.")
    stage.settle()
    tops = {page.fields[name].edit.mapTo(page, QPoint()).y() for name in ("house", "zone")}
    assert len(tops) == 1


@pytest.mark.parametrize(
    ("name", "short"),
    [("Marisol Ortiz", "M. Ortiz"), ("John Smith Jr.", "J. Smith"), ("Ed Lee, III", "E. Lee"), ("Cher", "Cher")],
)
def test_a_short_name_is_the_family_name(name: str, short: str) -> None:
    assert short_name(name) == short
