"""The frame around every screen: header, rail, acts and their keys, running work, messages."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from PyQt6.QtCore import QEvent, Qt
from PyQt6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from floorapp.screens.forms import Act
from floorapp.screens.lists import ListRow
from floorapp.screens.shell import RAIL, Cell, Health, Message, Saved, Work
from floorapp.screens.states import State
from floorapp.screens.text_line import line
from floorapp.ui.bridge import BETWEEN_MS, Bridge
from floorapp.ui.look import Look
from floorapp.ui.shell.bars import ActBar
from floorapp.ui.shell.jump import JumpList
from floorapp.ui.shell.keys import KeysSheet
from floorapp.ui.shell.window import Window, key_sequence
from floorapp.ui.widgets.button import ActButton, ReasonedAct
from floorapp.ui.widgets.label import LineLabel
from floorapp.ui.widgets.panel import PanelSheet
from floorapp.ui.widgets.surface import Scroll, column

from .conftest import HAND, Shown
from .made_up import FLOORPERSON, settle

ACTS = (
    Act("change", "Change decks", "F3"),
    Act("return", "Return…", "Alt R"),
    Act("swap", "Swap batches", "F4", refusal="The shuffler is empty. Load a batch first."),
    Act("okay", "Pass", "Space"),
    Act("keys", "All keys", "?"),
)


@pytest.fixture
def window(look: Look, shown: Shown) -> Window:
    made = Window(look)
    made.header.show_header(FLOORPERSON)
    made.rail.show_entries(RAIL)
    page = QWidget()
    rows = column(look, parent=page)
    button, field = ActButton(look, Act("own", "Own act")), QLineEdit()
    button.setObjectName("own")
    rows.addWidget(button)
    rows.addWidget(field)
    made.add_page("floor", page)
    made.show_acts(ACTS)
    shown(made)
    made.show_page("floor")
    settle(made)
    return made


def test_keys_do_the_acts_and_a_refused_one_does_nothing(qtbot: QtBot, window: Window) -> None:
    done: list[str] = []
    window.act_chosen.connect(done.append)
    HAND.keyClick(window, Qt.Key.Key_F3)
    HAND.keyClick(window, Qt.Key.Key_R, Qt.KeyboardModifier.AltModifier)
    HAND.keyClick(window, Qt.Key.Key_F4)
    assert done == ["change", "return"]
    swap = next(button for button in window.act_bar.buttons if button.act.name == "swap")
    assert not swap.isEnabled() and swap.accessibleDescription() == ACTS[2].refusal


def test_space_presses_the_focused_button_and_not_the_screens_act(qtbot: QtBot, window: Window) -> None:
    done: list[str] = []
    window.act_chosen.connect(done.append)
    own = window.findChild(ActButton, "own")
    assert own is not None
    own.clicked.connect(lambda: done.append("own"))
    own.setFocus()
    HAND.keyClick(own, Qt.Key.Key_Space)
    HAND.keyClick(own, Qt.Key.Key_Return)
    assert done == ["own", "own"]


def test_typing_in_a_field_does_no_act(qtbot: QtBot, window: Window) -> None:
    window.show_acts((Act("not okay", "Fail", "N"),))
    done: list[str] = []
    window.act_chosen.connect(done.append)
    field = window.pages.findChild(QLineEdit)
    assert field is not None
    field.setFocus()
    HAND.keyClicks(field, "no one")
    assert field.text() == "no one" and done == []


def test_ctrl_k_goes_to_the_jump_box(qtbot: QtBot, window: Window) -> None:
    HAND.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.focusWidget() is window.header.jump
    with qtbot.waitSignal(window.header.jump_asked) as asked:
        HAND.keyClicks(window.header.jump, "fb-03 ")
        HAND.keyClick(window.header.jump, Qt.Key.Key_Return)
    assert asked.args == ["fb-03"]


def test_what_was_found_stays_inside_a_window_that_is_made_smaller(look: Look, window: Window) -> None:
    found = JumpList(look, window.header.jump, window)
    for width in (1366, 960):
        HAND.keyClicks(window.header.jump, "fb")
        found.show_rows(window.header.jump.text(), (ListRow("FB-03", None, (line("FB-03"),)),))
        window.resize(width - 160, 700)
        settle(window)
        assert found.isVisible() and window.rect().contains(found.geometry())
        found.leave()


def test_the_focus_frame_stands_around_what_has_the_focus(window: Window) -> None:
    own = window.findChild(ActButton, "own")
    assert own is not None
    own.setFocus()
    settle(window)
    assert window.focus_frame.widget() is own
    window.header.jump.setFocus()
    assert window.focus_frame.widget() is None


def test_the_rail_says_where_one_goes_and_what_waits(qtbot: QtBot, window: Window) -> None:
    window.rail.show_entries([replace(entry, count=6) for entry in RAIL])
    incidents = window.rail.buttons["incidents"]
    assert incidents.accessibleDescription() == "6 waiting"
    with qtbot.waitSignal(window.place_chosen) as chosen:
        HAND.mouseClick(incidents, Qt.MouseButton.LeftButton)
    assert chosen.args == ["incidents"]


def test_the_header_stays_one_row_and_gives_way_when_it_is_narrow(window: Window) -> None:
    header = window.header
    one = header.height()
    for wide in (1366, 1024, 720, 640):
        window.resize(wide, 700)
        QApplication.processEvents()
        assert header.height() == one and header._cells.minimumSize().width() <= header.width() == wide
        shown = [cell.isVisible() for cell in header._health_cells]
        assert header.alarms is not None and header.alarms.isVisible() and header._clock.isVisible()
        assert all(shown) == (wide > 1100), "health that is good gives way"
    small = header.jump.width()
    header.focus_jump()
    QApplication.processEvents()
    assert header.jump.width() > 3 * small, "there is room to type"
    window.pages.setFocus()
    header.lock.setFocus()
    QApplication.processEvents()
    assert header.jump.width() == small


def test_long_names_give_way_before_the_day_and_the_role_do(window: Window) -> None:
    header = window.header
    house, person = "The Grand Susquehanna River Casino Resort", "Maximiliana Wolfeschlegelstein-Hausenberg"
    header.show_header(replace(FLOORPERSON, property_name=house, person=person))
    for wide in (1366, 1024):
        window.resize(wide, 700)
        QApplication.processEvents()
        assert header._cells.minimumSize().width() <= header.width() == wide
        assert len(header._where._shown) == len(header._who._shown) == 2, f"day and role are there at {wide}"
        assert house in header._where.accessibleName() and person in header._who.accessibleName()


def test_the_header_stands_at_the_top_when_text_becomes_twice_as_large_at_once(look: Look, window: Window) -> None:
    look.wear(scale=2.0)  # as at the start of a station that kept 200 %
    settle(window)
    assert window.header.geometry().top() == 0
    assert window.header.height() == window.rail.geometry().top()
    look.wear(scale=1.0)
    settle(window)
    assert window.header.geometry().top() == 0


def test_a_change_of_health_shows_without_taking_the_focus(window: Window) -> None:
    field = window.pages.findChild(QLineEdit)
    assert field is not None
    field.setFocus()
    health = (*FLOORPERSON.health[:3], Health(Cell.ALARMS, State.ALARM, "2 open"))
    window.header.show_header(replace(FLOORPERSON, health=health))
    window.banner.show_message(Message(State.ALARM, "DU-04 stopped.", "Its reader failed."))
    window.work_bar.show_works((Work("verify", "Verifying"),))
    settle(window)
    assert QApplication.focusWidget() is field
    assert "2 open" in window.header._health_cells[3].accessibleName()


def test_running_work_shows_how_far_and_can_be_cancelled(qtbot: QtBot, window: Window) -> None:
    window.work_bar.show_works((Work("verify", "Verifying the rounds", 10, 40), Work("backup", "Backup")))
    assert window.work_bar.isVisible()
    row = window.work_bar.rows["verify"]
    window.work_bar.show_works((Work("verify", "Verifying the rounds", 20, 40),))
    assert window.work_bar.rows == {"verify": row}
    with qtbot.waitSignal(window.work_bar.cancel_asked) as asked:
        HAND.mouseClick(row.cancel, Qt.MouseButton.LeftButton)
    assert asked.args == ["verify"]
    window.work_bar.show_works(())
    assert not window.work_bar.isVisible()


def test_a_message_stays_until_it_is_closed(qtbot: QtBot, window: Window) -> None:
    message = Message(State.WARNING, "No answer.", "Tables stay open.", Act("try", "Try again"))
    window.banner.show_message(message)
    assert window.banner.isVisible() and window.banner.act is not None
    with qtbot.waitSignal(window.act_chosen) as chosen:
        HAND.mouseClick(window.banner.act, Qt.MouseButton.LeftButton)
    assert chosen.args == ["try"] and window.banner.isVisible()
    HAND.mouseClick(window.banner._close, Qt.MouseButton.LeftButton)
    assert not window.banner.isVisible()


def test_saved_names_the_entry(window: Window) -> None:
    window.act_bar.show_saved(Saved("PIT2-004183", "21:12"))
    assert window.act_bar._saved.accessibleName() == "Saved · entry PIT2-004183 · 21:12"


def test_a_refusal_is_written_under_its_button(look: Look, shown: Shown) -> None:
    reasoned = ReasonedAct(look, ActButton(look, ACTS[2], primary=True))
    shown(reasoned, 360, 120)
    assert not reasoned.button.isEnabled()
    assert ACTS[2].refusal in reasoned._reason.text() and reasoned._reason.isVisible()
    reasoned.offer(replace(ACTS[2], refusal=""))
    assert reasoned.button.isEnabled() and not reasoned._reason.isVisible()


def test_escape_leaves_a_sheet(qtbot: QtBot, look: Look, shown: Shown) -> None:
    sheet = PanelSheet(look, "Correct the entry")
    shown(sheet, 400, 300)
    with qtbot.waitSignal(sheet.left):
        HAND.keyClick(sheet, Qt.Key.Key_Escape)


def test_keys_are_read_as_they_are_written() -> None:
    assert key_sequence("Alt R").toString() == "Alt+R"
    assert key_sequence("Enter").toString() == "Return"


def test_a_burst_from_another_thread_is_folded(qtbot: QtBot) -> None:
    bridge, told = Bridge(), list[int]()
    bridge.changed.connect(lambda: told.append(1))

    def tell_often() -> None:
        for _time in range(1000):
            bridge.tell()

    burst = threading.Thread(target=tell_often)
    burst.start()
    burst.join()
    qtbot.wait(4 * BETWEEN_MS)
    assert told == [1, 1], "one at once, one for all that came meanwhile"
    assert not bridge._timer.isActive()


def test_all_keys_are_listed_with_the_reason_of_a_refused_one(look: Look, shown: Shown) -> None:
    sheet = shown(KeysSheet(look, ACTS), 900, 500)
    said = " ".join(label.accessibleName() for label in sheet.findChildren(QWidget))
    assert all(act.words in said for act in ACTS)
    assert ACTS[2].refusal in said and "Jump to a table" in said


def test_in_a_low_window_the_list_of_keys_is_scrolled_and_not_squeezed(look: Look, shown: Shown) -> None:
    page = shown(QWidget(), 600, 240)
    sheet = KeysSheet(look, ACTS, page)
    sheet.setGeometry(page.rect())
    sheet.show()
    QApplication.processEvents()
    lines = [label for label in sheet.findChildren(LineLabel) if label.isVisible()]
    assert lines and [label.accessibleName() for label in lines if label.height() < label.sizeHint().height()] == []
    sheet.close_button.setFocus()
    before = lines[-1].visibleRegion().isEmpty()
    for _page in range(5):
        HAND.keyClick(sheet.close_button, Qt.Key.Key_PageDown)
    assert before and not lines[-1].visibleRegion().isEmpty(), "by the keys alone, too"


def test_in_trouble_at_twice_the_size_the_header_says_what_is_wrong_uncut(window: Window) -> None:
    """Offline, with entries unsent and readers silent: 1366 wide at 200 % is 683."""
    header, health = window.header, FLOORPERSON.health
    told = ("as of 9:16 PM", "33 of 35", "1 unsent", "6 open")
    wrong = tuple(replace(each, state=State.WARNING, word=word) for each, word in zip(health, told, strict=True))
    header.show_header(replace(FLOORPERSON, health=wrong))
    window.resize(683, 384)
    QApplication.processEvents()
    assert header._cells.minimumSize().width() <= header.width() == 683
    for cell in header._health_cells:
        assert not cell.isVisible() or cell.width() >= cell.sizeHint().width(), cell.accessibleName()
    shown = [each.cell for each, cell in zip(wrong, header._health_cells, strict=True) if cell.isVisible()]
    assert {Cell.DATABASE, Cell.WAITING, Cell.ALARMS} <= set(shown), "the rail counts the readers"


def test_the_focus_frame_outlives_the_scrolled_sheet_it_stood_in(look: Look, shown: Shown) -> None:
    window = Window(look)
    shown(window, 1366, 768)
    button = ActButton(look, Act("x", "Press"))
    scroll = Scroll(button)
    scroll.setParent(window)
    scroll.show()
    button.setFocus()
    assert window.focus_frame.parentWidget() is not window
    window.header.jump.setFocus()
    scroll.hide()
    scroll.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    look.changed.emit()  # dressing again would meet a frame that is gone
    assert window.focus_frame.parentWidget() is window


def test_what_a_key_could_not_do_is_said_until_it_can_or_another_is_pressed(window: Window) -> None:
    HAND.keyClick(window, Qt.Key.Key_F4)
    assert window.banner.message == Message(State.DUE, "“Swap batches” is not available now.", ACTS[2].refusal)
    HAND.keyClick(window, Qt.Key.Key_F3)
    assert not window.banner.isVisible(), "another key was pressed"
    HAND.keyClick(window, Qt.Key.Key_F4)
    assert window.banner.isVisible()
    window.show_acts((ACTS[0], replace(ACTS[2], refusal="")))
    assert not window.banner.isVisible(), "it can be done now"
    window.show_acts(ACTS)
    HAND.keyClick(window, Qt.Key.Key_F4)
    window.banner.show_message(Message(State.WARNING, "No answer.", "Tables stay open."))
    HAND.keyClick(window, Qt.Key.Key_F3)
    assert window.banner.isVisible(), "what came since stays"


def test_the_act_of_a_sheet_stays_in_the_bar_before_what_was_saved(look: Look, shown: Shown) -> None:
    """At 200 % *Approve and sign* was gone, and Esc stood there alone."""
    bar = ActBar(look)
    shown(bar, 620, 60)
    bar.show_saved(Saved("MAIN-11692", "9:14 PM"))
    bar.show_acts((Act("do", "Approve and sign", "F9"), Act("leave", "Leave; the draft is saved", "Esc")))
    assert [button.isVisible() for button in bar.buttons] == [True, True] and not bar._saved.isVisible()
    bar.resize(1000, 60)
    assert all(button.isVisible() for button in bar.buttons) and bar._saved.isVisible()
