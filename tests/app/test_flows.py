"""The flows of the day by the keyboard alone, on the real window over a real logbook."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QApplication

from floorapp.domain.decks import DeckSet, Spot
from floorapp.domain.devices import ReaderStatus
from floorapp.domain.people import Person
from floorapp.domain.tables import Phase, TableStatus
from floorapp.operations.acts import readers
from floorapp.operations.desk import Desk
from floorapp.screens.states import State
from floorapp.ui.live.inspect_place import InspectPlace
from floorapp.ui.live.opening_place import OpeningPlace
from tests.acts.floor import PIN, PROVED
from tests.app.conftest import HAND, KEY, MANY, Stage


def shown_page(stage: Stage) -> str:
    current = stage.app.window.pages.currentWidget()
    return next(name for name, page in stage.app.window._pages.items() if page is current)


def test_the_first_start_makes_a_house_and_its_administrator(stage_on: Callable[[Path | None], Stage]) -> None:
    stage = stage_on(None)
    stage.until(lambda: shown_page(stage) == "first")
    stage.app.door.first.setFocus()
    stage.write("Riverbend")
    stage.press(KEY.Key_Return)  # the zone stands there already
    for words in ("Ada Admin", "ada", "correct horse", "corect horse"):
        stage.write(words)
        stage.press(KEY.Key_Return)
    for words in (PIN, PIN):
        stage.write(words)
        stage.press(KEY.Key_Return)
    again = stage.app.door.first.fields["password again"]
    assert again.edit.hasFocus() and again.edit.accessibleDescription() == "The two do not match."
    assert not stage.app.inside and again.text == "", "a slip would have locked the only administrator out"
    stage.write("correct horse")
    stage.press(KEY.Key_Return)
    stage.until(lambda: stage.app.inside)
    stage.settle()
    assert stage.app.floor.view is not None
    assert stage.app.floor.view.header.property_name == "Riverbend"
    assert stage.app.floor.view.header.person == "Ada Admin"


def test_the_first_screen_says_beside_its_field_what_cannot_be_used(stage_on: Callable[[Path | None], Stage]) -> None:
    stage = stage_on(None)
    stage.until(lambda: shown_page(stage) == "first")
    page = stage.app.door.first
    good = {"house": "Riverbend", "zone": "America/New_York", "name": "Ada Admin", "handle": "ada"}
    good |= {"password": "correct horse", "pin": PIN}
    twice = {"password", "pin"}
    for name, wrong in {"handle": "max w", "password": "short", "pin": "1234", "zone": "Mars"}.items():
        for each, text in (good | {name: wrong}).items():
            for typed in (each, f"{each} again") if each in twice else (each,):
                page.fields[typed].show_text(text)
        page.fields["house"].edit.setFocus()
        stage.press(KEY.Key_Return)
        field = page.fields[name]
        stage.until(lambda field=field: bool(field.edit.accessibleDescription()))  # type: ignore[misc]
        assert field.edit.hasFocus() and page.fields["password"].text, "the others stay as they were typed"
        assert not page._wrong.isVisible()
    assert not stage.app.inside


def test_a_wrong_password_says_so_and_lets_nobody_in(stage: Stage) -> None:
    stage.app.door.sign_in.setFocus()
    stage.write("flo")
    stage.press(KEY.Key_Return)
    stage.write("wrong password")
    stage.press(KEY.Key_Return)
    assert not stage.app.inside
    assert "Try again" in stage.app.door.sign_in._wrong.accessibleName()
    assert stage.app.door.sign_in.fields["password"].text == ""


def test_the_entry_number_appears_only_after_the_commit(stage: Stage) -> None:
    stage.sign_in("flo")
    numbers: list[str] = []

    def act(desk: Desk) -> object:
        numbers.append(stage.app.window.act_bar._saved.accessibleName())
        return readers.inspect_reader(desk, table="NJ-01", tampering=False, working=True, proofs=PROVED)

    before = stage.app.window.act_bar._saved.accessibleName()
    stage.app.writer.act(act)
    stage.settle()
    after = stage.app.window.act_bar._saved.accessibleName()
    assert numbers == [before]
    assert after != before
    assert "MAIN-" in after


def test_a_deck_change_with_the_usual_values_takes_eight_keys(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.floor.floor.map.select("FB-01")
    stage.settle()
    stage.keys = 0
    stage.press(KEY.Key_F3)
    stage.write("252")  # the shoe is ended and counted with it
    stage.press(KEY.Key_Return)
    stage.write("60")
    stage.press(KEY.Key_Return)
    stage.until(lambda: stage.app.sheets.sheet is None)
    assert stage.keys <= 8
    spots = {d.back: d.spot for d in _sets(stage, "FB-01")}
    assert spots["blue"] is Spot.TABLE
    assert spots["red"] is Spot.WITHDRAWN
    assert stage.app.sheets.sheet is None


def _sets(stage: Stage, table: str) -> tuple[DeckSet, ...]:
    found: list[tuple[DeckSet, ...]] = []
    stage.app.writer.ask(lambda snapshot: snapshot.moment.state.find(DeckSet, table=table), found.append)
    stage.until(lambda: bool(found))
    return found[0]


def _moved_on(place: InspectPlace, table: str) -> bool:
    return place.view is not None and (place.table != table or not place.view.left)


@pytest.mark.timeout(300)  # sixty commits on a server, on a busy machine
def test_sixty_inspections_need_no_mouse(stage_on: Callable[[Path | None], Stage], sixty: Path) -> None:
    stage = stage_on(sixty)
    stage.sign_in("flo")
    place = stage.app.places["inspect"]
    assert isinstance(place, InspectPlace)
    stage.press(KEY.Key_F2)
    stage.until(lambda: place.view is not None)
    first, said = place.table, 0
    assert first == "NJ-01"  # one's own come first
    stage.clock.advance(seconds=2)
    stage.press(KEY.Key_Space)
    stage.until(lambda: place.table != first)
    for _turn in range(MANY):
        table = place.table
        stage.clock.advance(seconds=2)  # one looks at a reader before one passes it
        stage.press(KEY.Key_Space)
        if stage.app.sheets.asking is not None:  # nobody is assigned: one says why, once
            said += 1
            stage.write("the whole floor in one round")
            stage.press(KEY.Key_Return)
        stage.until(partial(_moved_on, place, table))
    assert said == 1
    assert stage.read(ReaderStatus, "X-30").inspected_by == "flo"
    assert sum(stage.read(ReaderStatus, f"X-{n:02d}") is not None for n in range(MANY)) >= MANY - 2


def test_not_okay_asks_what_and_stops_the_table(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.go("inspect", "FB-01")
    stage.settle()
    stage.press(KEY.Key_N)
    stage.write("lens is cracked")
    stage.press(KEY.Key_Return)  # on to the signs of tampering, which nobody has answered yet
    stage.press(KEY.Key_N, KEY.Key_F9)
    stage.until(lambda: stage.app.sheets.sheet is None)
    assert stage.read(ReaderStatus, "FB-01").says == "lens is cracked"
    assert stage.read(TableStatus, "FB-01").phase is Phase.SUSPENDED


def test_a_table_is_opened_by_ticking_and_one_key(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.floor.floor.map.select("FB-03")
    stage.settle()
    stage.press(KEY.Key_F7)
    place = stage.app.places["opening"]
    stage.until(lambda: place.view is not None)
    place.page.setFocus()
    assert isinstance(place, OpeningPlace) and place.view is not None
    for _step in range(len(place.view.steps)):
        stage.press(KEY.Key_Space)
    stage.press(KEY.Key_F9)
    stage.until(lambda: shown_page(stage) == "table")
    assert stage.read(TableStatus, "FB-03").phase is Phase.OPEN


def test_a_lock_keeps_what_was_typed(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.go("inspect", "FB-01")
    stage.settle()
    stage.press(KEY.Key_N)
    stage.write("lens is")
    stage.app.lock()
    stage.until(lambda: not stage.app.inside)
    stage.settle()
    assert shown_page(stage) == "lock"
    stage.app.door.lock.setFocus()
    stage.write("000000")
    stage.press(KEY.Key_Return)
    said = stage.app.door.lock._wrong.accessibleName()
    assert said == "That is not the PIN of Flo. Try again.", "a name, and not what one signs in with"
    stage.write(PIN)
    stage.press(KEY.Key_Return)
    stage.until(lambda: stage.app.inside)
    asking = stage.app.sheets.asking
    assert asking is not None and asking.isVisible()
    assert asking.fields["says"].text == "lens is"
    assert "lens is" in (stage.path.parent / "drafts.json").read_text()
    stage.press(KEY.Key_Escape)
    stage.press(KEY.Key_N)
    assert stage.app.sheets.asking is not None
    assert stage.app.sheets.asking.fields["says"].text == "lens is"


def test_decks_passing_their_hours_show_without_stealing_the_focus(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.floor.floor.map.setFocus()
    stage.app.floor.floor.map.select("FB-03")
    stage.settle()
    focus = QApplication.focusWidget()
    stage.clock.instant += timedelta(hours=24, minutes=1)
    stage.app.refresh()
    stage.settle()
    assert stage.app.floor.view is not None
    over = [(row.table, row.state) for row in stage.app.floor.view.rows if row.act == "change_decks"]
    assert ("FB-01", State.ALARM) in over
    assert QApplication.focusWidget() is focus
    assert stage.app.floor.floor.map.selected == "FB-03"


def test_a_refusal_says_what_happened_and_what_to_do(stage: Stage) -> None:
    stage.sign_in("ada")
    stage.app.writer.act(
        lambda desk: readers.inspect_reader(desk, table="FB-01", tampering=False, working=True, proofs=PROVED)
    )
    stage.settle()
    banner = stage.app.window.banner
    assert banner.isVisible()
    assert "is not for your role" in banner._happened.accessibleName()


def test_an_unexpected_error_is_told_and_the_floor_goes_on(stage: Stage) -> None:
    stage.sign_in("flo")

    def broken(_desk: Desk) -> object:
        raise RuntimeError("a bug")

    stage.app.writer.act(broken)
    stage.settle()
    assert stage.app.window.banner.isVisible()
    assert "RuntimeError" not in stage.app.window.banner._happened.accessibleName()
    stage.app.go("decks", "")
    stage.settle()
    assert stage.app.places["decks"].view is not None


def test_jumping_to_a_table_by_its_name(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.window.header.focus_jump()
    stage.write("fb3")
    stage.press(KEY.Key_Return)
    assert shown_page(stage) == "table"
    stage.press(KEY.Key_Escape)
    assert shown_page(stage) == "floor"


def test_the_rail_counts_what_waits_behind_it(stage: Stage) -> None:
    stage.sign_in("flo")
    rail = stage.app.window.rail.buttons
    assert rail["inspect"].accessibleDescription() == "3 waiting"  # FB-01 and FB-03 are inspected
    assert rail["decks"].accessibleDescription() == ""
    stage.clock.instant += timedelta(hours=23, minutes=30)
    stage.app.refresh()
    stage.until(lambda: rail["decks"].accessibleDescription().endswith("waiting"))


def test_a_dealer_chooses_a_pin_at_the_sign_in_screen(stage: Stage) -> None:
    door = stage.app.door
    door.show_sign_in()
    stage.settle()
    HAND.keyClick(door.sign_in.fields["name"].edit, KEY.Key_P, Qt.KeyboardModifier.AltModifier)
    stage.until(door.own_pin.isVisible)
    for text in ("dan", PIN, "913748"):
        stage.write(text)
        stage.press(KEY.Key_Return)
    stage.write("9138")
    stage.press(KEY.Key_Return)
    assert door.own_pin.isVisible(), "the two are not the same"
    stage.write("913748")
    stage.press(KEY.Key_Return)
    stage.until(door.sign_in.isVisible)
    assert not stage.read(Person, "dan").given_pin
    assert door.own_pin.fields["old"].text == ""
