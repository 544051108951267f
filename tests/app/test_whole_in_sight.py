"""The window fits its screen, and in it nothing is cut: columns, labels, buttons, fields at 200 percent."""

from __future__ import annotations

from functools import partial

import pytest
from PyQt6.QtCore import QPoint, QRect, QSize, Qt
from PyQt6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from floorapp.domain.devices import OutOfOrder
from floorapp.operations.acts import shufflers
from floorapp.screens.readers import LineRow
from floorapp.screens.states import State
from floorapp.screens.text_line import Words, line
from floorapp.ui.lists.ledger import Ledger
from floorapp.ui.live.inspect_place import InspectPlace
from floorapp.ui.live.start import WhenClosed, dressed, show_whole
from floorapp.ui.look import MONO
from floorapp.ui.pages.readers import COLUMNS
from floorapp.ui.paint.text_line import line_width
from floorapp.ui.widgets.label import Text
from tests.app.conftest import HAND, KEY, Stage
from tests.app.test_in_a_hurry import HASH, asking
from tests.app.test_settings import alt
from tests.app.test_stopped import at_table


def test_the_window_is_never_larger_than_its_screen(qtbot: QtBot) -> None:
    class OnSmallScreen(QWidget):
        def screen(self) -> Screen:  # type: ignore[override]
            return Screen()

    class Screen:
        def availableGeometry(self) -> QRect:
            return QRect(QPoint(0, 0), QSize(800, 600))

    window = OnSmallScreen()
    qtbot.addWidget(window)
    show_whole(window)
    assert window.isMaximized()
    assert window.width() <= 800 and window.height() <= 600


def test_the_window_opens_where_it_was_left(
    stage: Stage, qtbot: QtBot, tmp_path_factory: pytest.TempPathFactory
) -> None:
    kept = tmp_path_factory.mktemp("station") / "window.json"  # the station's own, read before the first window
    stage.app.window.setGeometry(40, 30, 700, 500)
    WhenClosed(stage.app, kept).keep()
    stage.settle()
    again = QWidget()
    qtbot.addWidget(again)
    show_whole(again, kept)
    assert (again.width(), again.height()) == (700, 500)
    kept.write_text("{}")
    other = QWidget()
    qtbot.addWidget(other)
    show_whole(other, kept)
    assert other.width() > 700


def test_as_a_kiosk_the_window_is_the_whole_screen(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    show_whole(window, kiosk=True)
    assert window.isFullScreen()


def test_nothing_of_a_reader_line_is_cut_in_a_window_of_1366(qtbot: QtBot) -> None:
    _application, look = dressed()
    ledger: Ledger[LineRow] = Ledger(look, "Reader lines", COLUMNS, lambda row: row.line)
    qtbot.addWidget(ledger)
    ledger.resize(736, 320)
    ledger.show()
    longest = LineRow(
        "36", "NJ-04", "BJ-7944", True, State.OFFLINE, "wrong reader", "no blackjack", "9,999", "999", "99"
    )
    for place, column in tuple(enumerate(COLUMNS))[1:]:  # the sign has no words
        room = ledger.columnWidth(place) - look.px(20)
        assert room >= line_width(look, column.show(longest)), column.title
        assert room >= line_width(look, line(Words(column.title, 13, 500))), column.title


def test_a_hash_is_set_in_mono(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.go("record", "person/flo")
    stage.settle()
    shown = [each for each in stage.app.places["record"].page.findChildren(Text) if each.font().family() == MONO]
    assert any(HASH.fullmatch(each.accessibleName()) for each in shown)


def test_a_form_that_is_filled_already_is_entered_at_its_first_field_and_its_labels_are_whole(stage: Stage) -> None:
    stage.sign_in("ada")
    stage.app.go("settings", "house")
    stage.settle()
    alt(stage, KEY.Key_P)
    sheet = asking(stage)
    first = next(iter(sheet.fields.values()))
    assert QApplication.focusWidget() is first.edit
    HAND.keyClick(first.edit, KEY.Key_A, Qt.KeyboardModifier.ControlModifier)
    stage.write("banana")
    stage.press(KEY.Key_F9)
    assert "“banana” is not a number" in first.edit.accessibleDescription()
    labels = [each for field in sheet.fields.values() for each in field.findChildren(Text) if each.isVisible()]
    assert labels and all(each.height() >= each.heightForWidth(each.width()) for each in labels)


def test_okay_is_whole_on_a_screen_of_1024(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.window.resize(1024, 768)
    stage.app.go("inspect", "")
    place = stage.app.places["inspect"]
    assert isinstance(place, InspectPlace)
    okay = place.round.okay_button
    stage.until(lambda: okay.isEnabled() and okay.visibleRegion().boundingRect().size() == okay.size())


def test_at_200_percent_what_one_types_in_is_whole_and_in_sight(stage: Stage) -> None:
    look = stage.app.look
    try:
        look.wear(scale=2.0)
        name = stage.app.door.sign_in.fields["name"]
        stage.app.door.sign_in.setFocus()
        stage.until(lambda: seen_whole(name.edit))
        stage.sign_in("sam")
        at_table(stage, "NJ-02")
        alt(stage, KEY.Key_S)
        alt(stage, KEY.Key_F)
        for field in asking(stage).fields.values():
            field.setFocus()
            stage.until(partial(seen_whole, field.edit))
    finally:
        look.wear(scale=1.0)


def seen_whole(widget: QWidget) -> bool:
    """It is as high as it wants to be, and nothing of it lies beyond an edge."""
    seen = widget.visibleRegion().boundingRect()
    return seen.height() == widget.height() >= widget.minimumHeight() and seen.width() == widget.width()


def test_a_shuffler_out_of_order_is_said_in_few_words(stage: Stage) -> None:
    stage.sign_in("sam")
    stage.app.writer.act(
        lambda desk: shufflers.take_shuffler_out(desk, table="FB-02", how=OutOfOrder.SIGNED, reason="rollers worn")
    )
    stage.settle()
    stage.app.refresh()
    stage.settle()
    rows = stage.app.floor.view.rows if stage.app.floor.view else ()
    assert [row.says for row in rows if row.act == "return_shuffler"] == ["Shuffler out of order"]
