"""The rulebook browser on the real window: F1 on a citation goes there; it is searched as one types."""

from __future__ import annotations

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QApplication

from floorapp.ui.live.rulebook_place import RulebookPlace
from tests.app.at_disputes import at_game
from tests.app.conftest import HAND, KEY, Stage
from tests.dispute.test_words import PICTURE


def browser(stage: Stage) -> RulebookPlace:
    place = stage.app.places["rulebooks"]
    assert isinstance(place, RulebookPlace)
    return place


def test_f1_goes_to_the_paragraph_of_what_is_wrong_and_esc_comes_back(stage: Stage) -> None:
    stage.sign_in("flo")
    desk = at_game(stage, "pa-590")
    stage.write(PICTURE + " ")
    stage.press(KEY.Key_F1)
    place = browser(stage)
    stage.until(lambda: place.browser is not None and place.book == "pa-590" and place.key != "standing")
    assert place.browser is not None
    assert "590.12(c)" in place.browser.rule._cite.row.spoken
    told = desk.draft
    stage.press(KEY.Key_Escape)
    assert stage.app.now is desk and desk.draft == told


def test_a_search_by_the_keyboard_and_the_same_event_elsewhere(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.go("rulebooks", "FB-01")
    place = browser(stage)
    stage.until(lambda: place.browser is not None and place.book == "pa-590")
    assert place.browser is not None
    HAND.keyClick(QApplication.focusWidget() or stage.app.window, KEY.Key_S, Qt.KeyboardModifier.AltModifier)
    stage.write("card reader out of order")
    rows = place.browser.list.rows_model.rows
    assert "irregularity reader-malfunction" in [row.key for row in rows]
    place._choose_rule("irregularity reader-malfunction")
    shown = [panel._cite.row.spoken for panel in place.browser.others if panel.isVisibleTo(place.browser)]
    assert any("19:47-26.15(m)" in said for said in shown)
    assert any("685a.12(i)" in said for said in shown)
    stage.press(KEY.Key_Down, KEY.Key_Down)
    assert place.browser.list.hasFocus()


def test_a_bare_citation_finds_its_rulebook(stage: Stage) -> None:
    stage.sign_in("flo")
    place = browser(stage)
    for subject, book in (("19:47-26.10(c)", "nj-19-47-26"), ("58 Pa. Code § 673a.7(l)(2)", "pa-673a")):
        stage.app.go("rulebooks", subject)
        stage.until(lambda book=book: place.browser is not None and place.book == book)  # type: ignore[misc]
        stage.settle()
        assert place.browser is not None
        assert subject.rpartition(" ")[2] in place.browser.rule._cite.row.spoken


def test_ctrl_k_jumps_to_a_paragraph_by_its_number(stage: Stage) -> None:
    stage.sign_in("flo")
    HAND.keyClick(QApplication.focusWidget() or stage.app.window, KEY.Key_K, Qt.KeyboardModifier.ControlModifier)
    stage.write("590.12(c)")
    stage.until(lambda: bool(stage.app.jumping.list.list.rows_model.rows))
    stage.press(KEY.Key_Return)
    place = browser(stage)
    stage.until(lambda: stage.app.now is place and place.browser is not None and place.key != "standing")
    assert place.browser is not None
    assert "590.12(c)" in place.browser.rule._cite.row.spoken


def test_the_trades_words_lead_there_from_ctrl_k_and_in_the_browser_with_enter_alone(stage: Stage) -> None:
    """23.4: *hit on 17* is found under what it means, and Enter takes the only match."""
    stage.sign_in("flo")
    HAND.keyClick(QApplication.focusWidget() or stage.app.window, KEY.Key_K, Qt.KeyboardModifier.ControlModifier)
    stage.write("hit on 17")
    stage.until(lambda: bool(stage.app.jumping.list.list.rows_model.rows))
    stage.press(KEY.Key_Return)
    place = browser(stage)
    stage.until(lambda: stage.app.now is place and place.key == "irregularity dealer-drew-on-17")
    stage.app.go("rulebooks", "FB-01")
    stage.until(lambda: place.browser is not None and place.book == "pa-590" and place.key == "standing")
    assert place.browser is not None
    HAND.keyClick(QApplication.focusWidget() or stage.app.window, KEY.Key_S, Qt.KeyboardModifier.AltModifier)
    stage.write("hit on 17")
    stage.press(KEY.Key_Return)
    assert place.key == "irregularity dealer-drew-on-17"
    assert "590.13(d)" in place.browser.rule._cite.row.spoken
