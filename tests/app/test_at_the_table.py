"""What a floorperson meets at a table: one click is one check, digits stay, the focus stays, hours are not lost."""

from __future__ import annotations

from PyQt6.QtCore import QPoint, Qt
from PyQt6.QtWidgets import QApplication, QPushButton

from floorapp.operations.acts import opening
from floorapp.screens.due import digits_of
from floorapp.screens.shell import Cell
from floorapp.ui.live.opening_place import OpeningPlace
from floorapp.ui.live.table_place import TablePlace
from tests.app.conftest import HAND, Stage
from tests.app.test_no_accident import double_click


def at_opening(stage: Stage, table: str = "FB-03") -> OpeningPlace:
    stage.sign_in("flo")
    stage.app.go("opening", table)
    stage.settle()
    place = stage.app.now
    assert isinstance(place, OpeningPlace)
    return place


def click_row(place: OpeningPlace, row: int) -> None:
    """A hand presses on a row of the checklist."""
    steps = place.opening.steps
    where: QPoint = steps.visualRect(steps.rows_model.index(row, 0)).center()
    HAND.mouseClick(steps.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, where)


def test_one_click_checks_a_step_and_another_takes_it_back(stage: Stage) -> None:
    place = at_opening(stage)
    assert place.view is not None
    first = place.view.steps[0].id
    click_row(place, 0)
    stage.settle()
    assert place.done == {first}
    click_row(place, 0)
    stage.settle()
    assert place.done == set()


def test_a_double_click_checks_a_step_once(stage: Stage) -> None:
    place = at_opening(stage)
    assert place.view is not None
    click_row(place, 0)
    steps = place.opening.steps
    viewport = steps.viewport()
    assert viewport is not None
    double_click(viewport)  # wherever it lands: the second half of a double-click is no press
    stage.settle()
    assert place.done == {place.view.steps[0].id}


def test_the_checklist_is_never_blank_when_other_cards_are_chosen(stage: Stage) -> None:
    place = at_opening(stage)
    steps = place.opening.steps
    steps.setFocus()
    for cards in ("preshuffled", "new", "preinspected", "preshuffled"):
        place._choose(cards)
        stage.settle()
        assert place.view is not None and place.view.steps
        assert [row.key for row in steps.rows_model.rows] == [step.id for step in place.view.steps]
        assert steps.selected, "the keys stand on a step"


def test_a_row_of_due_now_keeps_its_digit_while_it_stands() -> None:
    loud = frozenset({"jam"})
    first = digits_of({}, ("a", "b", "c"), loud)
    assert first == {"a": 1, "b": 2, "c": 3}
    worse = digits_of(first, ("jam", "a", "b", "c"), loud)
    assert worse == {"a": 1, "b": 2, "c": 3, "jam": 4}, "a more urgent row comes above, and nobody's digit shifts"
    done = digits_of(worse, ("jam", "b", "c"), loud)
    assert done == {"b": 2, "c": 3, "jam": 4}
    resting = digits_of(done, ("jam", "b", "c", "d"), loud, resting=frozenset({1}))
    assert resting["d"] == 5, "a digit that was just pressed does nothing else for a moment"
    assert digits_of(done, ("jam", "b", "c", "d"), loud)["d"] == 1


def test_two_digits_are_left_for_what_is_urgent() -> None:
    calm = tuple(f"row {number}" for number in range(12))
    digits = digits_of({}, calm, frozenset())
    assert sorted(digits.values()) == [1, 2, 3, 4, 5, 6, 7]
    assert digits_of(digits, ("jam", *calm), frozenset({"jam"}))["jam"] == 8


def test_a_digit_does_the_row_that_shows_it_after_more_urgent_ones_came(stage: Stage) -> None:
    stage.sign_in("flo")
    due = stage.app.floor.floor.due.list
    before = {row.act.key: row.key for row in due.rows_model.rows if row.act and row.act.key}
    assert before
    stage.app.writer.act(lambda desk: opening.suspend_table(desk, table="FB-01", reason="spill on the layout"))
    stage.app.refresh()
    stage.settle()
    after = {row.act.key: row.key for row in due.rows_model.rows if row.act and row.act.key}
    keys = [row.key for row in due.rows_model.rows]
    assert any("stopped/FB-01" in key for key in keys)
    for digit, key in before.items():
        if key in keys:
            assert after[digit] == key


def test_a_stopped_table_keeps_the_hour_it_was_opened(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.go("table", "FB-01")
    stage.settle()
    place = stage.app.now
    assert isinstance(place, TablePlace) and place.view is not None
    opened = place.view.subject.partition("open since ")[2]
    assert opened
    stage.clock.advance(minutes=45)
    stage.app.writer.act(lambda desk: opening.suspend_table(desk, table="FB-01", reason="spill on the layout"))
    stage.app.refresh()
    stage.settle()
    assert f"open since {opened}" in place.view.subject and "stopped since" in place.view.subject
    stage.app.writer.act(lambda desk: opening.resume_table(desk, table="FB-01"))
    stage.app.refresh()
    stage.settle()
    assert place.view.subject.endswith(f"open since {opened}")


def test_a_focused_button_that_goes_never_leaves_the_keys_in_the_search_box(stage: Stage) -> None:
    stage.sign_in("flo")
    jump = stage.app.window.header.jump
    for name, subject in (("table", "FB-01"), ("opening", "FB-03"), ("shufflers", ""), ("decks", ""), ("inspect", "")):
        stage.app.go(name, subject)
        stage.settle()
        assert QApplication.focusWidget() is not jump, name
        page = stage.app.now.page
        button = QPushButton("gone in a moment", page)
        button.show()
        button.setFocus()
        button.setEnabled(False)
        stage.settle()
        found = QApplication.focusWidget()
        assert found is not None and stage.app.window.pages.isAncestorOf(found), name
        button.deleteLater()


def test_readers_are_not_counted_as_working_where_no_line_is_connected(stage: Stage) -> None:
    stage.sign_in("flo")
    view = stage.app.floor.view
    assert view is not None
    word = next(each.word for each in view.header.health if each.cell is Cell.READERS)
    assert word == "no lines"
