"""A floorperson's and a manager's evening by the keys alone: nothing but keys, from the door to the door."""

from __future__ import annotations

import pytest
from PyQt6.QtCore import Qt

from floorapp.domain.decks import Spot
from floorapp.domain.devices import ReaderStatus, Shuffler, ShufflerCondition
from floorapp.domain.incidents import Incident, IncidentPhase
from floorapp.domain.tables import Assignment, Post, Shoe, ShoePhase
from tests.acts.floor import PASSWORD, PIN
from tests.app.conftest import HAND, KEY, Stage
from tests.app.test_finding import jump
from tests.app.test_flows import _sets, shown_page
from tests.app.test_settings import alt

CONTROL = Qt.KeyboardModifier.ControlModifier


def ctrl(stage: Stage, key: Qt.Key) -> None:
    HAND.keyClick(stage.under_hand, key, CONTROL)
    stage.settle()


def in_fields(stage: Stage, *texts: str) -> None:
    """Typed where the focus is, each with Enter."""
    for text in texts:
        stage.write(text)
        stage.press(KEY.Key_Return)


def saved(stage: Stage) -> None:
    stage.until(lambda: stage.app.sheets.sheet is None)
    stage.settle()


@pytest.mark.qt_log_ignore("This plugin does not support grabbing", extend=True)
def test_an_evening_by_the_keys_alone(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.press(KEY.Key_F2)
    stage.clock.advance(seconds=2)
    stage.press(KEY.Key_Space)
    assert stage.read(ReaderStatus, "NJ-01").inspected_by == "flo"

    jump(stage, "FB-01")
    stage.press(KEY.Key_Return)
    stage.until(lambda: stage.app.now.name == "table")
    stage.press(KEY.Key_F3)
    asking = stage.app.sheets.asking
    assert asking is not None and asking.form.title == "Change decks at FB-01"
    in_fields(stage, "252", "60")
    stage.press(KEY.Key_F9)
    saved(stage)
    assert {each.back: each.spot for each in _sets(stage, "FB-01")}["red"] is Spot.WITHDRAWN
    stage.press(KEY.Key_F4, KEY.Key_F4)
    saved(stage)
    assert stage.read(Shoe, "FB-01").phase is ShoePhase.DEALING

    stage.press(KEY.Key_F5)
    stage.write("face up")
    stage.press(KEY.Key_Down, KEY.Key_Return, KEY.Key_F9)
    stage.write("a king face up")
    stage.press(KEY.Key_F9)
    stage.write(PIN)
    stage.press(KEY.Key_Return)
    stage.until(lambda: stage.app.now.name == "incidents")
    number = stage.ask(lambda snapshot: snapshot.moment.state.find(Incident)[0].number)

    ctrl(stage, KEY.Key_4)
    alt(stage, KEY.Key_J)
    stage.write("j")
    stage.press(KEY.Key_Return)
    stage.press(KEY.Key_Return, KEY.Key_Down, KEY.Key_Return, KEY.Key_Return)
    stage.write("two cards stuck")
    stage.press(KEY.Key_F9)
    saved(stage)
    assert stage.ask(lambda s: len(s.moment.state.find(Shuffler, condition=ShufflerCondition.JAMMED))) == 1

    ctrl(stage, KEY.Key_L)
    stage.until(lambda: shown_page(stage) == "lock")
    stage.press(KEY.Key_Tab, KEY.Key_Tab, KEY.Key_Space)
    stage.until(lambda: shown_page(stage) == "sign in")
    in_fields(stage, "sam", PASSWORD)
    stage.until(lambda: stage.app.inside)
    stage.settle()

    ctrl(stage, KEY.Key_5)
    stage.press(KEY.Key_A)
    stage.write(PIN)
    stage.press(KEY.Key_F9)
    saved(stage)
    assert stage.read(Incident, number).phase is IncidentPhase.APPROVED
    stage.press(KEY.Key_C)
    stage.write("dealt on, nothing to pay")
    stage.press(KEY.Key_F9)
    saved(stage)
    assert stage.read(Incident, number).phase is IncidentPhase.CLOSED

    ctrl(stage, KEY.Key_1)
    alt(stage, KEY.Key_R)
    alt(stage, KEY.Key_F)
    alt(stage, KEY.Key_T)
    stage.press(KEY.Key_Home, KEY.Key_Space, KEY.Key_Tab)
    in_fields(stage, "sam")
    stage.press(KEY.Key_F9)
    stage.until(lambda: stage.read(Assignment, "FB-01", Post.FLOORPERSON).person == "sam")
