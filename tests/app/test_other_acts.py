"""The acts of a table and of a deck set that are not done every hour, walked as a person does, by the keys alone."""

from __future__ import annotations

from typing import Any

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QApplication

from floorapp.domain.decks import DeckSet, Spot
from floorapp.domain.devices import ReaderStatus
from floorapp.domain.tables import Phase, Shoe, ShoePhase, TableStatus
from floorapp.operations.facts.registry import Subject
from floorapp.ui.live.decks_place import DecksPlace
from floorapp.ui.pages.other_acts import OtherActsSheet
from tests.acts.floor import PIN
from tests.app.conftest import HAND, KEY, Stage
from tests.app.test_settings import fill
from tests.ui.checks import cut_off, nameless, sideways, small, sticking_out


def listed(stage: Stage) -> OtherActsSheet:
    """Alt O, wherever one stands."""
    HAND.keyClick(QApplication.focusWidget() or stage.app.window, KEY.Key_O, Qt.KeyboardModifier.AltModifier)
    stage.settle()
    sheet = stage.app.sheets.sheet
    assert isinstance(sheet, OtherActsSheet)
    return sheet


def at_table(stage: Stage, table: str, who: str = "flo") -> None:
    stage.sign_in(who)
    stage.app.go("table", table)
    stage.settle()


def other(stage: Stage, digit: Qt.Key, *typed: str) -> None:
    """The list, the digit, and what the act asks, field by field."""
    listed(stage)
    stage.press(digit)
    if stage.app.sheets.asking is not None:
        for text in typed:
            stage.write(text)
            stage.press(KEY.Key_Tab)
        stage.press(KEY.Key_F9)
        asking = stage.app.sheets.asking
        assert asking is None, asking.said_wrong
    stage.settle()
    stage.app.refresh()
    stage.settle()


def last(stage: Stage, table: str) -> str:
    """The kind of the newest entry about a table."""
    found: list[str] = []
    stage.app.writer.ask(
        lambda snapshot: snapshot.book.page(about=Subject("table", table), limit=1)[0].fact.KIND, found.append
    )
    stage.until(lambda: bool(found))
    return found[0]


def sets(stage: Stage, **where: str) -> tuple[DeckSet, ...]:
    found: list[tuple[DeckSet, ...]] = []
    stage.app.writer.ask(lambda snapshot: snapshot.moment.state.find(DeckSet, **dict[str, Any](where)), found.append)
    stage.until(lambda: bool(found))
    return found[0]


def test_nobody_plays_and_then_somebody_does(stage: Stage) -> None:
    at_table(stage, "FB-01")
    other(stage, KEY.Key_2)
    assert stage.read(Shoe, "FB-01").phase is ShoePhase.IDLE
    other(stage, KEY.Key_2)  # states the steps of the rulebook
    assert stage.read(Shoe, "FB-01").phase is ShoePhase.DEALING


def test_the_cover_card_comes_out_with_two_keys(stage: Stage) -> None:
    at_table(stage, "FB-01")
    other(stage, KEY.Key_1)
    assert stage.read(Shoe, "FB-01").phase is ShoePhase.COVER_CARD


def test_590_5_f_a_shoe_is_reshuffled_for_a_reason_and_the_next_one_begins(stage: Stage) -> None:
    at_table(stage, "FB-01")
    before = stage.read(Shoe, "FB-01").name
    other(stage, KEY.Key_4, "a card was seen")
    assert last(stage, "FB-01") == "shoe.begun" and stage.read(Shoe, "FB-01").name != before


def test_590_5_e_a_recut_in_the_middle_of_a_shoe_is_recorded_only_as_having_happened(stage: Stage) -> None:
    at_table(stage, "FB-01")
    listed(stage)
    stage.press(KEY.Key_3)
    stage.write("a card was seen")
    stage.press(KEY.Key_F9)
    stage.until(
        lambda: stage.app.sheets.asking is not None and "Against the rules" in stage.app.sheets.asking.form.title
    )
    assert last(stage, "FB-01") != "shoe.recut"
    stage.press(KEY.Key_F9)  # it happened: record it
    stage.settle()
    assert last(stage, "FB-01") == "shoe.recut"


def test_a_wrong_count_at_the_table_is_recorded_of_the_set_in_the_shoe(stage: Stage) -> None:
    at_table(stage, "FB-01")
    listed(stage)
    stage.press(KEY.Key_5)
    stage.press(KEY.Key_Down, KEY.Key_Tab)  # which set it is, a person says
    stage.write("311")
    stage.press(KEY.Key_F9)
    stage.write("311")  # counted again, with the dealer
    fill(stage, second="dan", **{"second pin": PIN})
    stage.press(KEY.Key_F9)
    counted = {each.back: each.counted for each in sets(stage, table="FB-01")}
    assert counted == {"red": 311, "blue": 312}


def test_a_card_is_replaced_by_the_same_card_with_the_same_back_before_two(stage: Stage) -> None:
    at_table(stage, "FB-01")
    listed(stage)
    stage.press(KEY.Key_6)
    stage.press(KEY.Key_Down, KEY.Key_Tab)  # which set it is, a person says
    for field in ("q", "h", "b", "bent"):
        stage.write(field)
        stage.press(KEY.Key_Tab)
    stage.press(KEY.Key_Tab)  # the dealer who stands here is named already
    stage.write(PIN)
    stage.press(KEY.Key_Tab, KEY.Key_Tab)
    stage.write(PIN)
    stage.press(KEY.Key_F9)
    asking = stage.app.sheets.asking
    assert asking is not None, "a blue card into the red set is refused"
    assert "The card's back is blue, the set's is red." in asking.said_wrong
    asking.fields["back"].show_text("red")
    asking.fields["dealer pin"].show_text(PIN)
    asking.fields["floorperson pin"].show_text(PIN)
    stage.press(KEY.Key_F9)
    assert stage.app.sheets.sheet is None
    assert last(stage, "FB-01") == "decks.card-replaced"


def test_only_a_set_that_is_not_dealt_is_taken_out_of_play(stage: Stage) -> None:
    at_table(stage, "FB-01")
    other(stage, KEY.Key_7, "scratched backs")
    assert {each.back: each.spot for each in sets(stage, table="FB-01")}["red"] is Spot.SHOE
    assert [each.back for each in sets(stage, spot=Spot.WITHDRAWN)] == ["blue"]


def test_a_reader_that_fails_between_inspections_stops_the_table_where_the_rulebook_says_so(stage: Stage) -> None:
    at_table(stage, "FB-01")
    other(stage, KEY.Key_8, "no light")
    assert stage.read(ReaderStatus, "FB-01").failed_at is not None
    assert stage.read(TableStatus, "FB-01").phase is Phase.SUSPENDED


def test_the_list_opens_from_the_floor_about_the_selected_table(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.floor.floor.map.select("FB-01")
    stage.settle()
    other(stage, KEY.Key_2)
    assert stage.read(Shoe, "FB-01").phase is ShoePhase.IDLE
    assert stage.app.now is stage.app.floor


def test_a_closed_table_says_once_why_its_shoe_cannot_be_touched(stage: Stage) -> None:
    at_table(stage, "FB-03")
    sheet = listed(stage)
    refused = [button.act for button in sheet.buttons if not button.isEnabled()]
    assert [act.name for act in refused] == [
        "reach_cover_card",
        "idle_shoe",
        "recut_shoe",
        "reshuffle_shoe",
        "end_shoe",
    ]
    assert len({act.refusal.partition(".")[0] for act in refused}) == 1
    stage.press(KEY.Key_1)
    assert stage.app.sheets.sheet is sheet, "a refused act does nothing"
    stage.press(KEY.Key_Escape)
    assert stage.app.sheets.sheet is None


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_the_list_is_named_pressed_and_read_also_at_twice_the_size(stage: Stage, scale: float) -> None:
    stage.app.look.wear(scale=scale)
    try:
        at_table(stage, "FB-03")
        listed(stage)
        window = stage.app.window
        assert [nameless(window), small(window), cut_off(window), sticking_out(window), sideways(window)] == [[]] * 5
    finally:
        stage.app.look.wear(scale=1.0)


def test_at_decks_a_set_goes_out_of_play_is_held_and_inspected(stage: Stage) -> None:
    stage.sign_in("sam")
    stage.app.go("decks", "")
    stage.settle()
    place = stage.app.places["decks"]
    assert isinstance(place, DecksPlace)
    rows = place.view.rows if place.view else ()
    place.decks.ledger.selectRow(next(n for n, row in enumerate(rows) if row.table == "FB-01"))
    other(stage, KEY.Key_3, "scratched")
    (out,) = sets(stage, spot=Spot.WITHDRAWN)
    place._choose("custody")
    stage.settle()
    place.decks.ledger.selectRow(0)
    other(stage, KEY.Key_4, "for the lab")
    assert stage.read(DeckSet, out.id).spot is Spot.HELD
    place.decks.ledger.selectRow(0)
    stage.press(KEY.Key_F9)
    stage.write("two marked cards")
    stage.press(KEY.Key_F9)
    assert stage.read(DeckSet, out.id).found == "not good"
