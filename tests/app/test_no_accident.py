"""No record by accident: keys that are held, clicks that double, answers that nobody gave; with real events."""

from __future__ import annotations

import pytest
from PyQt6.QtCore import QEvent, QPointF, Qt
from PyQt6.QtGui import QKeyEvent, QMouseEvent, QShortcut
from PyQt6.QtWidgets import QApplication, QWidget

from floorapp.domain.devices import ReaderStatus
from floorapp.domain.people import Person
from floorapp.operations.acts import people
from floorapp.operations.facts.devices import ReaderInspected
from floorapp.ui.live.inspect_place import InspectPlace
from floorapp.ui.widgets.field import ButtonsField, PickField
from tests.acts.floor import GIVEN_PIN, PASSWORD, PIN
from tests.app.conftest import HAND, KEY, Stage
from tests.app.test_other_acts import at_table, listed
from tests.app.test_settings import fill

TABLES = ("FB-01", "FB-02", "FB-03", "NJ-01", "NJ-02")


def hold(widget: QWidget, key: Qt.Key, text: str, times: int, *, begun: bool) -> None:
    """Keep a key down: the first press is a hand's, the others are the keyboard's."""
    for repeat in range(times):
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            held = begun or repeat > 0 or kind is QEvent.Type.KeyRelease
            event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, text, held)
            QApplication.sendEvent(QApplication.focusWidget() or widget, event)


def inspections(stage: Stage) -> int:
    """How many inspections are on record."""
    found: list[int] = []

    def count(snapshot: object) -> int:
        entries = snapshot.book.page(limit=200)  # type: ignore[attr-defined]
        return sum(isinstance(entry.fact, ReaderInspected) for entry in entries)

    stage.app.writer.ask(count, found.append)
    stage.until(lambda: bool(found))
    return found[0]


def last_kinds(stage: Stage, number: int) -> list[str]:
    """The kinds of the newest entries, oldest first."""
    found: list[list[str]] = []
    stage.app.writer.ask(lambda snapshot: [each.fact.KIND for each in snapshot.book.page(limit=number)], found.append)
    stage.until(lambda: bool(found))
    return found[0][::-1]


def at_round(stage: Stage) -> InspectPlace:
    """A new gaming day, and the round before somebody who has three tables."""
    stage.clock.advance(hours=24)
    stage.sign_in("flo")
    stage.app.go("inspect", "")
    stage.settle()
    place = stage.app.now
    assert isinstance(place, InspectPlace)
    return place


@pytest.mark.parametrize(("key", "text"), [(KEY.Key_Space, " "), (KEY.Key_Return, "\r")], ids=["Space", "Enter"])
def test_a_key_that_is_held_passes_one_reader(stage: Stage, key: Qt.Key, text: str) -> None:
    place = at_round(stage)
    before = inspections(stage)
    place.round.okay_button.setFocus()
    for second in range(3):
        hold(stage.app.window, key, text, 30, begun=second > 0)
        stage.clock.advance(seconds=3)
        stage.settle()
    HAND.keyRelease(QApplication.focusWidget(), key)
    stage.settle()
    assert inspections(stage) == before + 1 and stage.app.sheets.sheet is None


def test_no_key_of_an_act_repeats_while_it_is_held(stage: Stage) -> None:
    at_round(stage)
    for place in ("floor", "inspect", "table", "shufflers", "incidents", "settings"):
        stage.app.go(place, "FB-01")
        stage.settle()
        acts = {act.key for act in stage.app.now.acts()}
        found = [each for each in stage.app.window._shortcuts if each.isEnabled()]
        assert found and acts
        assert [each.key().toString() for each in found if each.autoRepeat()] == []
    digits = [each for each in stage.app.window.findChildren(QShortcut) if each.key().toString().isdigit()]
    assert digits and not any(each.autoRepeat() for each in digits)


def test_a_double_click_passes_one_reader(stage: Stage) -> None:
    place = at_round(stage)
    before = inspections(stage)
    button = place.round.okay_button
    HAND.mouseClick(button, Qt.MouseButton.LeftButton)
    stage.settle()  # the next table stands there before the second click comes
    stage.clock.advance(seconds=3)
    double_click(button)
    stage.settle()
    assert inspections(stage) == before + 1 and stage.app.sheets.sheet is None


def double_click(widget: QWidget) -> None:
    """The second half of a double-click."""
    middle = QPointF(widget.rect().center())
    left, no = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    for kind, down in ((QEvent.Type.MouseButtonDblClick, left), (QEvent.Type.MouseButtonRelease, Qt.MouseButton(0))):
        QApplication.sendEvent(widget, QMouseEvent(kind, middle, QPointF(widget.mapToGlobal(middle)), left, down, no))


def test_a_pass_within_twoseconds_of_the_last_is_asked_about_and_stated(stage: Stage) -> None:
    place = at_round(stage)
    before = inspections(stage)
    first = place.table
    stage.press(KEY.Key_Space)
    assert inspections(stage) == before + 1
    second = place.table
    assert second != first
    stage.press(KEY.Key_Space)
    asking = stage.app.sheets.asking
    assert asking is not None and second in asking.form.title and first in asking.form.sentence
    assert inspections(stage) == before + 1, "nothing is on record while it is asked"
    looked = asking.fields["looked"]
    assert isinstance(looked, ButtonsField) and looked.text == "", "nothing is chosen"
    stage.press(KEY.Key_F9)
    assert looked.edit.accessibleDescription() == "Answer yes or no."
    assert inspections(stage) == before + 1
    stage.press(KEY.Key_Space)  # the focus stands on Yes
    assert looked.text == "Yes"
    stage.press(KEY.Key_F9)
    stage.until(lambda: stage.app.sheets.sheet is None)
    assert inspections(stage) == before + 2
    stage.clock.advance(seconds=2)
    stage.press(KEY.Key_Space)
    assert stage.app.sheets.sheet is None and inspections(stage) == before + 3


def test_signs_of_tampering_are_two_buttons_and_neither_is_pressed(stage: Stage) -> None:
    place = at_round(stage)
    table = place.table
    stage.press(KEY.Key_N)
    asking = stage.app.sheets.asking
    assert asking is not None
    tampering = asking.fields["tampering"]
    assert isinstance(tampering, ButtonsField) and tampering.text == ""
    assert [button.text() for button in tampering.buttons] == ["Yes", "No"]
    fill(stage, says="dark")
    stage.press(KEY.Key_F9)
    assert stage.app.sheets.asking is asking
    assert tampering.edit.accessibleDescription() == "Answer yes or no."
    HAND.mouseClick(tampering.buttons[1], Qt.MouseButton.LeftButton)
    HAND.mouseClick(tampering.buttons[0], Qt.MouseButton.LeftButton)
    assert tampering.text == "Yes", "one of the two"
    stage.press(KEY.Key_F9)
    stage.until(lambda: stage.app.sheets.sheet is None)
    assert stage.read(ReaderStatus, table).failed_at is not None


def test_what_a_person_must_state_is_never_chosen_beforehand(stage: Stage) -> None:
    stage.sign_in("ada")
    stage.app.go("settings", "people")
    stage.settle()
    stage.app.now.do("add_person")
    stage.settle()
    asking = stage.app.sheets.asking
    assert asking is not None
    role = asking.fields["role"]
    assert isinstance(role, PickField) and role.text == ""


def test_a_first_sign_in_and_a_reset_lead_to_ones_own_password_and_pin_by_keys(stage: Stage) -> None:
    stage.sign_in("ada")
    stage.app.writer.act(lambda desk: people.reset_pin(desk, person="sam", pin=GIVEN_PIN))
    stage.settle()
    stage.app.door.show_sign_in()
    stage.settle()
    stage.app.door.sign_in.setFocus()
    for text in ("sam", PASSWORD):
        stage.write(text)
        stage.press(KEY.Key_Return)
    stage.settle()
    assert not stage.app.inside, "nobody is in before both are chosen"
    page = stage.app.door.own
    assert page.isVisible()
    stage.press(KEY.Key_F5, KEY.Key_F2)
    assert page.isVisible() and stage.app.sheets.sheet is None
    page.setFocus()
    for text in (PASSWORD, "a password of sam's", "a password of sam's", "739146", "731946"):
        stage.write(text)
        stage.press(KEY.Key_Return)
    assert "do not match" in page.fields["pin again"].edit.accessibleDescription()
    stage.write("739146")
    stage.press(KEY.Key_Return)
    stage.until(lambda: stage.app.inside)
    sam = stage.read(Person, "sam")
    assert not sam.given_pin and not sam.given_password


def test_who_only_signs_chooses_their_own_pin_at_their_first_signature(stage: Stage) -> None:
    """24.7, at the table: a recount with the dealer, who has the PIN that an administrator set."""
    stage.sign_in("ada")
    stage.app.writer.act(lambda desk: people.reset_pin(desk, person="dan", pin=GIVEN_PIN))
    stage.settle()
    stage.app.door.show_sign_in()
    at_table(stage, "FB-01")
    listed(stage)
    stage.press(KEY.Key_5)
    stage.press(KEY.Key_Down, KEY.Key_Tab)  # which set it is
    stage.write("311")
    stage.press(KEY.Key_F9)
    stage.write("311")
    fill(stage, second="dan", **{"second pin": GIVEN_PIN})
    stage.press(KEY.Key_F9)
    asking = stage.app.sheets.asking
    assert asking is not None and asking.own_pin is not None, "until it is their own nothing is signed"
    box = asking.own_pin
    assert box.new.edit.hasFocus() and box.visibleRegion().boundingRect().height() == box.height()
    for text, said in (("864213", ""), ("864214", "The two do not match.")):
        stage.write(text)
        stage.press(KEY.Key_Return)
        assert box.again.edit.accessibleDescription() == said
    stage.press(KEY.Key_F9)  # held up as long as it is not chosen
    assert stage.read(Person, "dan").given_pin
    box.new.edit.setFocus()
    box.new.edit.selectAll()
    for text in ("111111", "111111"):
        stage.write(text)
        stage.press(KEY.Key_Return)
    assert "cannot be used" in box.new.edit.accessibleDescription() and box.new.edit.hasFocus()
    for text in ("864213", "864213"):
        stage.write(text)
        stage.press(KEY.Key_Return)
    stage.until(lambda: stage.app.sheets.sheet is None)
    assert not stage.read(Person, "dan").given_pin
    assert last_kinds(stage, 3)[:2] == ["person.pin-set", "decks.counted"]


def test_another_signer_need_not_choose_the_pin_that_the_first_one_was_asked_for(stage: Stage) -> None:
    stage.sign_in("ada")
    stage.app.writer.act(lambda desk: people.reset_pin(desk, person="dan", pin=GIVEN_PIN))
    stage.settle()
    stage.app.door.show_sign_in()
    at_table(stage, "FB-01")
    listed(stage)
    stage.press(KEY.Key_5)
    stage.press(KEY.Key_Down, KEY.Key_Tab)
    stage.write("311")
    stage.press(KEY.Key_F9)
    stage.write("311")
    fill(stage, second="dan", **{"second pin": GIVEN_PIN})
    stage.press(KEY.Key_F9)
    asking = stage.app.sheets.asking
    assert asking is not None and asking.own_pin is not None
    fill(stage, second="sam", **{"second pin": PIN})
    assert asking.own_pin is None
    stage.press(KEY.Key_F9)
    stage.until(lambda: stage.app.sheets.sheet is None)
    assert stage.read(Person, "dan").given_pin
