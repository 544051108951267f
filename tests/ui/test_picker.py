"""A picker opens its values as rows of the app's own look; many can be found by typing."""

from __future__ import annotations

from typing import Any

import pytest
from PyQt6.QtCore import QPoint, QPointF, Qt
from PyQt6.QtGui import QWheelEvent
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from floorapp.ui.live.start import dressed
from floorapp.ui.widgets.field import PickField
from floorapp.ui.widgets.picker import Picker

HAND: Any = QTest
NO_BUTTON, NO_KEY = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


def opened(qtbot: QtBot, values: list[str]) -> tuple[Picker, list[str]]:
    _application, look = dressed()
    picker, said = Picker(look, "Who", values), list[str]()
    qtbot.addWidget(picker)
    picker.textActivated.connect(said.append)
    picker.show()
    picker.showPopup()
    return picker, said


def test_many_values_are_found_by_typing_and_chosen_with_enter(qtbot: QtBot) -> None:
    picker, said = opened(qtbot, [f"Person {number} · Dealer" for number in range(14)])
    popup = picker._popup
    assert popup is not None and popup.finder.isVisible()
    HAND.keyClicks(popup.finder, "son 13")
    assert popup.list.rows_model.rowCount() == 1
    HAND.keyClick(popup.finder, Qt.Key.Key_Return)
    assert said == ["Person 13 · Dealer"] and picker.currentText() == said[0] and not popup.isVisible()


def test_a_few_values_are_pressed_and_esc_changes_nothing(qtbot: QtBot) -> None:
    picker, said = opened(qtbot, ["red", "blue", "green"])
    popup = picker._popup
    assert popup is not None and not popup.finder.isVisible()
    HAND.keyClick(popup.list, Qt.Key.Key_Escape)
    assert said == [] and picker.currentText() == "red"
    picker.showPopup()
    popup = picker._popup
    assert popup is not None
    row = popup.list.visualRect(popup.list.rows_model.index(1, 0)).center()
    HAND.mouseClick(popup.list.viewport(), Qt.MouseButton.LeftButton, pos=row)
    assert said == ["blue"] and picker.currentText() == "blue"


def test_a_wheel_that_scrolls_the_form_changes_no_value(qtbot: QtBot) -> None:
    """On a form that was scrolled, DTR was raised: the pointer had come to lie over it."""
    _application, look = dressed()
    field = PickField(look, "Raise DTR or RTS", ("", "dtr", "dtr+rts"))
    qtbot.addWidget(field)
    field.show()
    place = QPointF(field.edit.rect().center())
    at = QPointF(field.edit.mapToGlobal(place.toPoint()))
    turn = QWheelEvent(place, at, QPoint(), QPoint(0, -120), NO_BUTTON, NO_KEY, Qt.ScrollPhase.NoScrollPhase, False)
    QApplication.sendEvent(field.edit, turn)
    assert field.text == "" and not field.edit.hasFocus() and not turn.isAccepted(), "it is for the form"


def test_enter_goes_on_from_a_chosen_value_and_offers_them_where_none_is(qtbot: QtBot) -> None:
    _application, look = dressed()
    field, gone_on = PickField(look, "The patron", ("signed on paper", "refused to sign")), list[bool]()
    qtbot.addWidget(field)
    field.entered.connect(lambda: gone_on.append(True))
    field.show()
    HAND.keyClick(field.edit, Qt.Key.Key_Return)
    popup = field.edit._popup
    assert popup is not None and popup.isVisible() and not gone_on
    HAND.keyClick(popup.list, Qt.Key.Key_Return)
    assert field.text == "" and popup.isVisible(), "a second Enter chooses nothing"
    HAND.keyClick(popup.list, Qt.Key.Key_Down)
    assert popup.list.selected == "0"
    HAND.keyClick(popup.list, Qt.Key.Key_Down)
    HAND.keyClick(popup.list, Qt.Key.Key_Return)
    assert field.text == "refused to sign" and not popup.isVisible() and not gone_on
    HAND.keyClick(field.edit, Qt.Key.Key_Return)
    assert gone_on
