"""Shuffle, cut, layout, signs and boxes are checks on record with their sections: at the opening and after it."""

from __future__ import annotations

from typing import Any

from PyQt6.QtCore import QPoint, Qt

from floorapp.domain.tables import Phase, TableStatus
from floorapp.operations.facts.tables import TableChecked, TableOpened
from floorapp.ui.live.opening_place import OpeningPlace
from tests.app.conftest import HAND, KEY, Stage
from tests.app.test_at_the_table import at_opening
from tests.app.test_settings import alt, fill


def newest(stage: Stage, kind: type[Any]) -> Any:
    found: list[Any] = []

    def look(snapshot: Any) -> Any:
        return next((entry.fact for entry in snapshot.book.page(limit=50) if isinstance(entry.fact, kind)), None)

    stage.app.writer.ask(look, found.append)
    stage.until(lambda: bool(found))
    return found[0]


def at_check(stage: Stage) -> OpeningPlace:
    stage.sign_in("flo")
    stage.app.go("table", "FB-01")
    stage.settle()
    alt(stage, KEY.Key_K)
    place = stage.app.now
    assert isinstance(place, OpeningPlace) and place.view is not None and not place.view.opens
    return place


def test_590_5_b_the_cut_is_checked_by_keys_at_an_open_table(stage: Stage) -> None:
    place = at_check(stage)
    assert place.view is not None
    assert [name for name, _words in place.view.lists] == ["shuffle", "cut", "layout", "equipment"]
    alt(stage, KEY.Key_N)
    assert place.view.chosen == "cut"
    cites = {step.cite for step in place.view.steps}
    assert {"590.5(b)", "590.5(c)(1)", "590.5(d)"} <= cites
    stage.press(KEY.Key_Space, KEY.Key_Space)
    stage.press(KEY.Key_F9)
    stage.until(lambda: stage.app.now.name == "table")
    made = newest(stage, TableChecked)
    assert [each.cite for each in made.steps] == ["590.5(b)", "590.5(c)(1)"] and made.wrong == ()


def test_590_2_b_what_is_not_so_is_a_finding_with_its_section(stage: Stage) -> None:
    place = at_check(stage)
    alt(stage, KEY.Key_N)
    alt(stage, KEY.Key_N)
    assert place.view is not None and place.view.chosen == "layout"
    alt(stage, KEY.Key_L)
    whole = sum(not step.when for step in place.view.steps)
    assert sum(step.done for step in place.view.steps) == whole, "one press states what always stands"
    stage.press(KEY.Key_N)
    assert place.view.steps[0].wrong and not place.view.steps[0].done
    stage.press(KEY.Key_F9)
    fill(stage, says="another casino's layout")
    stage.press(KEY.Key_F9)
    stage.until(lambda: stage.app.now.name == "table")
    made = newest(stage, TableChecked)
    assert [each.cite for each in made.wrong] == ["590.2(b)"] and len(made.steps) == whole - 1
    assert [noted.cite for noted in made.findings] == ["590.2(b)"] and made.says == "another casino's layout"


def test_what_is_not_so_is_pressed_with_the_mouse_too(stage: Stage) -> None:
    place = at_check(stage)
    steps = place.opening.steps
    row = steps.visualRect(steps.rows_model.index(1, 0))
    port = steps.viewport()
    assert port is not None and place.view is not None
    where = QPoint(row.right() - 40, row.center().y())
    HAND.mouseClick(port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, where)
    stage.settle()
    assert [step.wrong for step in place.view.steps[:2]] == [False, True]
    assert not any(step.done for step in place.view.steps)


def test_checks_made_while_opening_go_on_record_with_the_opening(stage: Stage) -> None:
    place = at_opening(stage)
    assert place.view is not None
    for step in place.view.steps:
        if step.needed:
            place._mark(step.id, "done")
            stage.settle()
    alt(stage, KEY.Key_N)
    assert place.view.chosen == "shuffle"
    stage.press(KEY.Key_Space)
    stage.press(KEY.Key_F9)
    stage.until(lambda: stage.app.now.name == "table")
    assert stage.read(TableStatus, "FB-03").phase is Phase.OPEN
    opened, made = newest(stage, TableOpened), newest(stage, TableChecked)
    assert all(step.step.startswith("opening-") for step in opened.steps)
    assert [step.cite for step in made.steps] == ["590.5(a)"]
