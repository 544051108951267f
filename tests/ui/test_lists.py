"""Lists change by difference: what one has selected and scrolled to stays; nothing moves under a finger."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PyQt6.QtCore import QModelIndex, QPoint, Qt
from PyQt6.QtGui import QImage
from PyQt6.QtTest import QAbstractItemModelTester
from PyQt6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from floorapp.screens.due import SAYS
from floorapp.screens.lists import ListRow, SettlementRow
from floorapp.screens.text_line import Words, line
from floorapp.ui.lists.ledger import Ledger, _in_two
from floorapp.ui.lists.model import Column, RowModel
from floorapp.ui.lists.rows import RowList
from floorapp.ui.lists.settlement import SettlementList
from floorapp.ui.lists.timeline import Timeline
from floorapp.ui.look import Look
from floorapp.ui.paint.text_line import line_width, wrapped
from floorapp.ui.widgets.due import DueColumn

from .conftest import HAND, Shown
from .made_up import due, timeline


@dataclass(frozen=True)
class Entry:
    key: int
    words: str = ""


COLUMNS = (
    Column[Entry]("Key", lambda entry: line(str(entry.key))),
    Column[Entry]("Description", lambda entry: line(entry.words), right=True),
)


def key_of(entry: Entry) -> int:
    return entry.key


def entries(*keys: int) -> list[Entry]:
    return [Entry(key) for key in keys]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    before=st.lists(st.integers(0, 30), unique=True),
    after=st.lists(st.integers(0, 30), unique=True),
    words=st.text("ab", max_size=2),
)
def test_the_model_becomes_any_rows_and_keeps_its_promises_to_views(
    qapp: object, before: list[int], after: list[int], words: str
) -> None:
    model: RowModel[Entry] = RowModel(COLUMNS, key_of)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show_rows(entries(*before))
    model.show_rows([Entry(key, words) for key in after])
    assert [entry.key for entry in model.rows] == after
    assert all(entry.words == words for entry in model.rows)
    del tester


def test_nothing_is_said_when_nothing_differs(qtbot: QtBot) -> None:
    model: RowModel[Entry] = RowModel(COLUMNS, key_of)
    model.show_rows(entries(1, 2, 3))
    told: list[object] = []
    for signal in (model.dataChanged, model.rowsInserted, model.rowsRemoved, model.rowsMoved):
        signal.connect(lambda *what: told.append(what))
    model.show_rows(entries(1, 2, 3))
    assert told == []
    model.show_rows([Entry(1), Entry(2, "new"), Entry(3)])
    assert len(told) == 1


def test_two_rows_with_one_key_are_refused(qtbot: QtBot) -> None:
    model: RowModel[Entry] = RowModel(COLUMNS, key_of)
    with pytest.raises(ValueError, match="same key"):
        model.show_rows(entries(1, 1))


def test_selection_and_scroll_stay_when_rows_come_and_go(look: Look, shown: Shown) -> None:
    ledger: Ledger[Entry] = Ledger(look, "Entries", COLUMNS, key_of)
    ledger.show_rows(entries(*range(100)))
    shown(ledger, 400, 480)
    ledger.selectRow(50)
    ledger.scrollTo(ledger.rows_model.index(50, 0), ledger.ScrollHint.PositionAtCenter)
    bar = ledger.verticalScrollBar()
    assert bar is not None
    scrolled = bar.value()
    ledger.show_rows([Entry(key, "changed") for key in range(100)])
    assert bar.value() == scrolled
    ledger.show_rows([Entry(key) for key in [*range(20, 100), 200]])
    assert ledger.rows_model.row_at(ledger.currentIndex().row()).key == 50
    chosen = ledger.selectionModel()
    assert chosen is not None and [index.row() for index in chosen.selectedRows()] == [30]


def test_new_rows_wait_while_the_list_is_held(look: Look, shown: Shown) -> None:
    column = DueColumn(look)
    column.show_rows(due()[1:])
    shown(column, 384, 600)
    column.list.setFocus()
    column.list.select("FB-03")
    place = column.list.visualRect(column.list.currentIndex())
    column.show_rows(due())
    assert column.list.rows_model.rowCount() == 6
    assert column.list.visualRect(column.list.currentIndex()) == place
    column.list.clearFocus()
    assert column.list.rows_model.rowCount() == 7
    assert column.list.selected == "FB-03"


def test_changed_words_show_at_once_even_while_held(look: Look, shown: Shown) -> None:
    held = RowList(look, "Due now")
    held.show_rows(due())
    shown(held, 384, 400)
    held.setFocus()
    changed = replace(due()[0], lines=(line("DU-04 answered"),))
    held.show_rows([changed, *due()[1:]])
    assert held.rows_model.row_at(0).lines[0].spoken == "DU-04 answered"


def test_a_press_on_the_act_of_a_row_does_it(qtbot: QtBot, look: Look, shown: Shown) -> None:
    rows = RowList(look, "Due now")
    rows.show_rows(due())
    shown(rows, 384, 400)
    with qtbot.waitSignal(rows.act_pressed) as pressed:
        HAND.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(330, 26))
    assert pressed.args == ["DU-04"]
    with qtbot.assertNotEmitted(rows.act_pressed):
        HAND.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(100, 26))


def test_rows_are_said_with_state_words_and_act(look: Look) -> None:
    assert due()[0].spoken == ("alarm, DU-04 stopped 6 min, Reader failed, table stopped, Replace, key 1")


def test_a_struck_entry_says_so_and_keeps_its_number(look: Look, shown: Shown) -> None:
    shown_rows = Timeline(look, "Timeline")
    shown_rows.show_rows(timeline())
    shown(shown_rows, 900, 400)
    struck = shown_rows.rows_model.data(shown_rows.rows_model.index(3, 0))
    assert "struck" in str(struck) and "PIT2-004158" in str(struck)


def test_long_entries_wrap_and_their_row_grows(look: Look, shown: Shown) -> None:
    shown_rows = Timeline(look, "Timeline", roomy=False)
    long = replace(timeline()[0], what=line("a long story " * 20))
    shown_rows.show_rows([long])
    shown(shown_rows, 500, 400)
    tall = shown_rows.sizeHintForRow(0)
    shown_rows.resize(1200, 400)
    assert tall > shown_rows.sizeHintForRow(0) > 40


def test_wrapping_keeps_every_word_and_every_line_within_the_width(look: Look) -> None:
    said = line("Cards seen against the shoe:", Words("7 of clubs seen 5 times", 15, 600), "and more", gap=5)
    lines = wrapped(look, said, 180)
    assert len(lines) > 1
    assert " ".join(part.spoken for part in lines).split() == said.spoken.split()
    assert all(line_width(look, part) <= 180 for part in lines)


def test_the_due_list_shows_whole_rows_and_says_how_many_more(look: Look, shown: Shown) -> None:
    column = DueColumn(look)
    column.show_rows(due())
    shown(column, 384, 300)
    assert column.list.height() % look.px(52) == 0
    assert "more due" in column._more.row.spoken
    column.show_rows(())
    assert not column.list.isVisible()
    assert not column.list.rows_model.index(0, 0, QModelIndex()).isValid()


def test_the_selected_row_stays_whole_when_the_list_grows_lower(qtbot: QtBot, look: Look, shown: Shown) -> None:
    rows = RowList(look, "Due")
    shown(rows, 300, 400)
    rows.show_rows([replace(due()[0], key=str(number)) for number in range(20)])
    rows.select("6")
    rows.resize(300, rows.visualRect(rows.currentIndex()).top() + 20)
    port = rows.viewport()
    assert port is not None
    qtbot.waitUntil(lambda: port.rect().contains(rows.visualRect(rows.currentIndex())))


def test_a_line_that_comes_to_be_wrong_is_brought_into_sight(qtbot: QtBot, look: Look, shown: Shown) -> None:
    lines = SettlementList(look)
    shown(lines, 500, 300)
    right = [
        SettlementRow(
            str(box), str(box), "main", "$10.00", "loses", "−10.00", "−10.00", "The dealer has more.", "590.7"
        )
        for box in range(12)
    ]
    lines.show_rows(right)
    wrong = replace(right[-1], reported="+10.00", difference="Overpaid $20.00")
    lines.show_rows([*right[:-1], wrong])
    port = lines.viewport()
    assert port is not None
    qtbot.waitUntil(lambda: port.rect().contains(lines.visualRect(lines.rows_model.index(11, 0))))


def test_no_sentence_of_due_now_is_cut_at_1366(look: Look) -> None:
    room = look.px(172)  # beside the sign and the act of its row
    for says in SAYS.values():
        assert line_width(look, line(Words(says, 13))) <= room, says


def test_heads_are_in_our_letters_whatever_the_system_has_for_them(look: Look, shown: Shown) -> None:
    """On Windows the heads of lists were in a font of the system, in the app's window and not in the tour's."""

    def head() -> QImage:
        ledger: Ledger[Entry] = Ledger(look, "Entries", COLUMNS, key_of)
        shown(ledger, 400, 200)
        drawn = ledger.horizontalHeader()
        assert drawn is not None
        return drawn.grab().toImage()

    ours, before = head(), QApplication.font()
    try:
        QApplication.setFont(look.font(mono=True), "QHeaderView")
        assert head() == ours
        QApplication.setFont(look.font(mono=True))
        assert head() == ours
    finally:
        QApplication.setFont(before)


def test_words_that_do_not_fit_in_a_column_stand_in_two_lines(look: Look) -> None:
    """An action's name was cut on the screen of permissions at 1366 and 1024 wide."""
    words = line(Words("Set which incidents the regulator is notified of", 15, shrinks=True))
    wide = line_width(look, words)
    assert [each.spoken for each in _in_two(look, words, wide + 1)] == [words.spoken]
    two = _in_two(look, words, wide * 0.7)
    assert len(two) == 2 and " ".join(each.spoken for each in two) == words.spoken
    assert all(line_width(look, each) <= wide * 0.7 for each in two)
    assert _in_two(look, words, wide * 0.25)[-1].spoken.endswith(" …"), "what is left out is said to be"
    number = line(Words("MAIN-1204", mono=True))
    assert _in_two(look, number, 10) == [number], "an id has one line"


def test_a_whole_story_in_a_row_leaves_room_for_the_others(look: Look, shown: Shown) -> None:
    rows = RowList(look, "Incidents", wraps=True)
    shown(rows, 300, 500)
    rows.show_rows(
        [ListRow("IR-1", None, (line("FB-01"), line("lorem ipsum " * 120))), ListRow("IR-2", None, (line("x"),))]
    )
    assert rows.visualRect(rows.rows_model.index(0, 0)).height() < 200
