"""The dispute desk on the real window: by keyboard, by touch, with what is unlawful explained."""

from __future__ import annotations

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtGui import QGuiApplication
from PyQt6.QtWidgets import QApplication

from floorapp.screens.lists import SettlementRow
from floorapp.ui.pages.choose_sheet import ChooseSheet
from floorapp.ui.pages.ruling_sheet import RulingSheet
from tests.acts.floor import PIN
from tests.app.at_disputes import assert_screen_is_verify, at_game, desk, rows, tap
from tests.app.conftest import HAND, KEY, Stage
from tests.dispute.test_words import PICTURE, ROUNDS


@pytest.mark.parametrize("rulebook", sorted(ROUNDS))
def test_a_disputed_round_of_each_game_by_the_keyboard_alone(stage: Stage, rulebook: str) -> None:
    stage.sign_in("flo")
    place = at_game(stage, rulebook)
    for key in f"{ROUNDS[rulebook][0]} ":
        HAND.keyClick(QApplication.focusWidget(), key)
    stage.settle()
    assert place.told.settled.finished
    assert "Payout error" in place.desk.side.verdict.words
    assert_screen_is_verify(place)


def test_a_disputed_round_by_touch_alone(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.go("disputes", "")
    place = desk(stage)
    stage.until(lambda: bool(place.start.list.rows_model.rows))
    row = place.start.list.rows_model.place_of("game pa-590")
    place.start.list.scrollTo(place.start.list.rows_model.index(row, 0))
    stage.settle()
    tap(
        stage,
        place.start.list.viewport(),
        place.start.list.visualRect(place.start.list.rows_model.index(row, 0)).center(),
    )
    stage.until(lambda: place.teller is not None)

    def press(*words: str) -> None:
        for word in words:
            tap(stage, place.desk.pads.key(word))

    def turn(pad: str) -> None:
        tap(stage, place.desk.switch.parts[pad])

    press("6", "h", "10", "d", "6", "d")
    tap(stage, place.desk.boxes[0])
    turn("wagers")
    press("25 ", "push ", "5", "!enter")
    turn("cards")
    press("8", "c", "8", "d", "free split ", "3", "d", "free double ", "10", "h", "K", "s", "stand ")
    turn("paid")
    press("=0 ", "=0 ", "=0 ", "=", "4", "0", "!enter")
    stage.settle()
    assert place.told.settled.finished
    assert [row.difference for row in rows(place)] == ["", "", "", "Underpaid $60.00"]
    assert_screen_is_verify(place)
    lines = place.desk.side.lines
    tap(stage, lines.viewport(), lines.visualRect(lines.rows_model.index(3, 0)).center())
    press("=", "1", "0", "0", "!enter")
    assert [row.difference for row in rows(place)] == ["", "", "", ""]
    turn("calls")
    press("unused ")
    assert place.draft.round.signal == "unused"
    press("!undo", "!undo")
    assert [row.difference for row in rows(place)][-1] == "Underpaid $60.00"


def test_a_two_box_round_takes_at_most_sixty_keys(stage: Stage) -> None:
    stage.sign_in("flo")
    place = at_game(stage, "pa-590")
    stage.keys = 0
    stage.write("9htd unused ")
    stage.press(KEY.Key_Tab)
    stage.write("25 tc5d6h=25 ")
    stage.press(KEY.Key_Tab)
    stage.write("50 8c3d d jh=50 ")
    assert stage.keys <= 60
    assert place.told.settled.finished and len(rows(place)) == 3


def test_nonsense_pasted_gets_a_sentence_and_keeps_what_was_there(stage: Stage) -> None:
    stage.sign_in("flo")
    place = at_game(stage, "pa-590")
    stage.write("9htd ")
    before = place.draft
    clipboard = QGuiApplication.clipboard()
    assert clipboard is not None
    for nonsense in ("hello world", '{"format": "floor-round/9"}', "🂡", "as kh nonsense"):
        clipboard.setText(nonsense)
        HAND.keyClick(QApplication.focusWidget(), KEY.Key_V, Qt.KeyboardModifier.ControlModifier)
        assert place.draft == before
        assert place.told.telling.warns and "Nothing" in place.told.telling.note
    clipboard.setText("6c ")
    HAND.keyClick(QApplication.focusWidget(), KEY.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert len(place.draft.round.dealer) == 3 and not place.told.telling.warns


def test_undo_and_redo_by_their_keys(stage: Stage) -> None:
    stage.sign_in("flo")
    place = at_game(stage, "pa-590")
    stage.write("9htd ")
    control = Qt.KeyboardModifier.ControlModifier
    HAND.keyClick(QApplication.focusWidget(), KEY.Key_Z, control)
    assert len(place.draft.round.dealer) == 1
    HAND.keyClick(QApplication.focusWidget(), KEY.Key_Y, control)
    assert len(place.draft.round.dealer) == 2
    stage.press(KEY.Key_Backspace)
    assert len(place.draft.round.dealer) == 1


def test_the_large_view_covers_the_window_and_turns_back(stage: Stage) -> None:
    stage.sign_in("flo")
    place = at_game(stage, "pa-590")
    stage.write(PICTURE + " box 1 ")
    stage.press(KEY.Key_F11)
    guest = place._sheets.guest
    assert guest is not None and guest.isVisible()
    assert guest.geometry() == stage.app.window.rect()
    stage.press(KEY.Key_F11)
    assert place._sheets.guest is None
    stage.press(KEY.Key_F11)
    stage.press(KEY.Key_Escape)
    assert place._sheets.guest is None and stage.app.now is place


def test_the_same_round_under_another_rulebook(stage: Stage) -> None:
    from floorapp.ui.pages.compare_sheet import CompareSheet

    stage.sign_in("flo")
    at_game(stage, "pa-590")
    stage.write("6hkd6d box 1 25 8c9d s ")
    HAND.keyClick(QApplication.focusWidget(), KEY.Key_O, Qt.KeyboardModifier.AltModifier)
    stage.settle()
    sheet = stage.app.sheets.sheet
    assert isinstance(sheet, CompareSheet)
    tap(stage, sheet.choice.parts["pa-665a"])
    (here,) = [row for row in sheet.here.lines.rows_model.rows if isinstance(row, SettlementRow)]
    (there,) = [row for row in sheet.there.lines.rows_model.rows if isinstance(row, SettlementRow)]
    assert (here.expected, there.expected) == ("0.00", "+25.00")  # a 22 returns here and busts there
    assert "590.7(n)(1)" in here.citation and "665a.7(o)(1)(i)(A)" in there.citation


def test_an_unlawful_decision_is_explained_before_it_is_told(stage: Stage) -> None:
    stage.sign_in("flo")
    place = at_game(stage, "pa-685a")
    stage.write("9htd box 1 25 8c9d ")
    tap(stage, place.desk.pads.key("surrender "))
    assert "no surrender" in place.told.telling.note and "685a.7(i)(2)" in place.told.telling.note
    assert not place.draft.box.play
    tap(stage, place.desk.pads.key("surrender "))
    assert [step.do for step in place.draft.box.play] == ["surrender"]
    assert "surrender-not-in-game" in [found.code for found in place.told.settled.findings]


def test_a_lock_turns_the_large_view_back(stage: Stage) -> None:
    stage.sign_in("flo")
    place = at_game(stage, "pa-590")
    stage.write(PICTURE + " ")
    stage.press(KEY.Key_F11)
    stage.app.lock()
    stage.until(lambda: not stage.app.inside)
    stage.settle()
    assert place._sheets.guest is None
    stage.app.door.lock.setFocus()
    stage.write(PIN)
    stage.press(KEY.Key_Return)
    stage.until(lambda: stage.app.inside)
    assert stage.app.now is place and not place.draft.empty


def test_a_dead_hand_and_a_bettor_behind_by_touch(stage: Stage) -> None:
    stage.sign_in("flo")
    place = at_game(stage, "nj-19-47-26")
    stage.write("7ckd box 1 25 8c8d sp 3d kh 5c s box 2 10 9c ")
    tap(stage, place.desk.boxes[1])
    tap(stage, place.desk.switch.parts["calls"])
    tap(stage, place.desk.pads.key("!dead"))
    stage.settle()
    sheet = stage.app.sheets.sheet
    assert isinstance(sheet, ChooseSheet)
    row = sheet.list.rows_model.place_of("19:47-26.15(h)")
    tap(stage, sheet.list.viewport(), sheet.list.visualRect(sheet.list.rows_model.index(row, 0)).center())
    stage.settle()
    assert place.draft.box.dead == "19:47-26.15(h)"
    tap(stage, place.desk.boxes[0])
    tap(stage, place.desk.pads.key("behind "))
    for key in ("1", "0", "!enter"):
        tap(stage, place.desk.pads.key(key))
    tap(stage, place.desk.switch.parts["calls"])
    tap(stage, place.desk.pads.key("keep 2 "))
    assert place.told.settled.finished, place.told.settled.needs
    assert [(line.hand, line.stake) for line in place.told.settled.lines if line.behind] == [(2, 1000)]
    assert_screen_is_verify(place)
    seats = []
    for _press in range(3):
        tap(stage, place.desk.boxes[0])
        seats.append(place.draft.seat.behind)
    assert seats == [0, 1, 0]  # the box, the bettor behind it, the box again
    tap(stage, place.desk.switch.parts["more"])
    tap(stage, place.desk.pads.key("!do compare"))
    stage.settle()
    assert stage.app.sheets.sheet is not None


def test_the_game_and_its_rules_are_changed_by_a_press_and_taken_back(stage: Stage) -> None:
    stage.sign_in("flo")
    place = at_game(stage, "pa-590")
    stage.write("6hkd6d box 1 25 p5 8c9d s ")
    before = place.draft
    HAND.keyClick(QApplication.focusWidget(), KEY.Key_G, Qt.KeyboardModifier.AltModifier)
    stage.settle()
    sheet = stage.app.sheets.sheet
    assert isinstance(sheet, ChooseSheet)
    row = sheet.list.rows_model.place_of("push_22_paytable")
    tap(stage, sheet.list.viewport(), sheet.list.visualRect(sheet.list.rows_model.index(row, 0)).center())
    assert place.draft.round.options.push_22_paytable == "B"
    stage.press(KEY.Key_Escape)
    assert_screen_is_verify(place)
    HAND.keyClick(QApplication.focusWidget(), KEY.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert place.draft == before


def test_what_went_wrong_is_told_by_keys_and_both_figures_are_shown(stage: Stage) -> None:
    stage.sign_in("flo")
    place = at_game(stage, "nj-19-47-26")
    for key in "9h8s box 1 10 kc8d s ":
        HAND.keyClick(QApplication.focusWidget(), key)
    stage.settle()
    place.do("event")
    stage.until(lambda: isinstance(place.sheets.sheet, ChooseSheet))
    sheet = place.sheets.sheet
    assert isinstance(sheet, ChooseSheet)
    sheet.chosen.emit("ten-in-shoe")
    stage.until(lambda: isinstance(place.sheets.sheet, ChooseSheet) and place.sheets.sheet is not sheet)
    known = place.sheets.sheet
    assert isinstance(known, ChooseSheet)
    known.chosen.emit("1")
    stage.settle()
    assert [event.cards for event in place.draft.round.events] == [2]
    assert place.told.settled.answer.required is not None
    place.do("ruling")
    stage.until(lambda: isinstance(place.sheets.sheet, RulingSheet))
    assert_screen_is_verify(place)


def test_what_went_wrong_is_told_by_touch(stage: Stage) -> None:
    stage.sign_in("flo")
    place = at_game(stage, "pa-685a")
    for key in "9h8s medium box 1 10 kc6d s ":
        HAND.keyClick(QApplication.focusWidget(), key)
    tap(stage, place.desk.switch.parts["calls"])
    tap(stage, place.desk.pads.key("area large "))
    assert place.draft.round.area == "large"
    assert place.told.settled.answer.required is not None and len(place.told.settled.answer.required.choices) == 2
    tap(stage, place.desk.pads.key("!event"))
    stage.until(lambda: isinstance(place.sheets.sheet, ChooseSheet))
