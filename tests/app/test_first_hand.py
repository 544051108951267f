"""From an empty folder to the first dealt hand, by the keys alone, with names of forty characters and slips.

Every step is the one that *Next steps* leads to with Alt N, done by whoever it is for.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from floorapp.domain.decks import DeckSet
from floorapp.domain.devices import ReaderStatus
from floorapp.domain.tables import Phase, Shoe, ShoePhase, TableStatus
from floorapp.operations.facts.disputes import DisputeSettled
from floorapp.ui.live.dispute_place import DisputePlace
from floorapp.ui.live.opening_place import OpeningPlace
from tests.app.conftest import KEY, Stage
from tests.app.test_own_floor import begin
from tests.app.test_settings import alt, done, fill

TABLE = "Free Bet Table Number Forty-Two of Pit 1"
FIRST_PIN, FIRST_PASSWORD = "605273", "a first password"
OWN_PASSWORD = "a password of their own"
PINS = {"sam": "739146", "flo": "846205", "dan": "274916", "sec": "391548"}
PEOPLE = {
    "sam": ("Maximiliana Wolfeschlegelsteinhausenberg", "Shift manager"),
    "flo": ("Florentina Vandersteenhoven-Montgomer IV", "Floorperson"),
    "dan": ("Dagoberto Archambault-Delacroix-Whitfild", "Dealer"),
    "sec": ("Secundina Featherstone-Haugh-Cholmondely", "Security"),
}


def next_step(stage: Stage) -> str:
    """The step that is left, and there by its key."""
    stage.app.go("floor", "")
    stage.settle()
    view = stage.app.floor.view
    assert view is not None
    left = next(each.name for each in view.steps if not each.done)
    alt(stage, KEY.Key_N)
    return left


def enter(stage: Stage, *texts: str) -> None:
    for text in texts:
        stage.write(text)
        stage.press(KEY.Key_Return)


def switch_to(stage: Stage, handle: str) -> None:
    """Sign in for the first time: a password and a PIN of one's own come first."""
    stage.app.door.show_sign_in()
    stage.settle()
    stage.app.door.sign_in.setFocus()
    enter(stage, handle, FIRST_PASSWORD)
    stage.until(lambda: stage.app.door.own.isVisible())
    stage.app.door.own.setFocus()
    enter(stage, FIRST_PASSWORD, OWN_PASSWORD, OWN_PASSWORD, PINS[handle], PINS[handle])
    stage.until(lambda: stage.app.inside)
    stage.settle()


def own_pin(stage: Stage, handle: str) -> None:
    """Who only signs chooses a PIN of their own at their first signature."""
    asking = stage.app.sheets.asking
    stage.until(lambda: asking is not None and asking.own_pin is not None)
    assert asking is not None and asking.own_pin is not None
    new = asking.own_pin.new.edit
    assert new.hasFocus() and not new.visibleRegion().isEmpty(), "what one types in is in sight"
    enter(stage, PINS[handle], PINS[handle])


@pytest.mark.timeout(240)
def test_from_an_empty_folder_to_the_first_dealt_hand(stage_on: Callable[[Path | None], Stage]) -> None:
    stage = stage_on(None)
    begin(stage)
    stage.settle()
    window = stage.app.window
    clock = window.header._clock.row.spoken
    assert clock in window.act_bar._saved.row.spoken, "the first act too is told by the property's own clock"
    for words in ("Main pit of the Grand Susquehanna Casino", TABLE, "1", "15", "500"):
        stage.write(words)
        stage.press(KEY.Key_Tab)
    stage.write("f")
    alt(stage, KEY.Key_D)
    stage.press(KEY.Key_F9)
    stage.until(lambda: stage.app.now.name == "floor")

    assert next_step(stage) == "people"
    for handle, (name, role) in PEOPLE.items():
        alt(stage, KEY.Key_A)
        signs_only = {} if handle in ("sam", "flo") else {"password": ""}
        fill(stage, name=name, handle=handle, role=role, pin=FIRST_PIN, **({"password": FIRST_PASSWORD} | signs_only))
        done(stage)
    assert next_step(stage) == "equipment"
    alt(stage, KEY.Key_E)
    fill(stage, **{name: f"{name}-1" for name in stage.app.sheets.asking.fields})  # type: ignore[union-attr]
    done(stage)

    switch_to(stage, "sam")
    assert next_step(stage) == "cards"
    alt(stage, KEY.Key_R)
    fill(stage, seals="AP-2003 to AP-2001", decks="6", back="red", design="Bee", condition="new", tens="Yes")
    fill(stage, security="sec", **{"security pin": FIRST_PIN})
    stage.press(KEY.Key_F9)
    asking = stage.app.sheets.asking
    assert asking is not None and "does not run" in asking.fields["seals"].edit.accessibleDescription()
    fill(stage, seals="AP-2001 to AP-2003")
    stage.press(KEY.Key_F9)
    own_pin(stage, "sec")
    stage.until(lambda: stage.app.sheets.sheet is None)
    assert len(stage.ask(lambda snapshot: tuple(snapshot.moment.state.find(DeckSet)))) == 3
    assert next_step(stage) == "floorpersons"
    alt(stage, KEY.Key_A)
    enter(stage, "flo")
    stage.press(KEY.Key_F9)

    switch_to(stage, "flo")
    assert next_step(stage) == "inspect"
    stage.press(KEY.Key_Space)
    assert stage.read(ReaderStatus, TABLE).inspected_by == "flo"
    assert next_step(stage) == "open"
    deliver(stage)
    opening = stage.app.now
    assert isinstance(opening, OpeningPlace) and opening.view is not None
    stage.press(*[KEY.Key_Space for _step in opening.view.steps])
    stage.press(KEY.Key_F9)
    stage.until(lambda: stage.app.now.name == "table")
    assert stage.read(TableStatus, TABLE).phase is Phase.OPEN
    stage.press(KEY.Key_F4, KEY.Key_F4)
    stage.until(lambda: stage.app.sheets.sheet is None)
    assert stage.read(Shoe, TABLE).phase is ShoePhase.DEALING

    stage.press(KEY.Key_F6)
    place = stage.app.now
    assert isinstance(place, DisputePlace)
    stage.until(lambda: place.teller is not None)
    stage.write("9htd unused ")
    stage.press(KEY.Key_Tab)
    stage.write("25 tc5d6h=25 ")
    stage.press(KEY.Key_F9)
    stage.until(lambda: "Saved as entry" in place.told.telling.note)
    fact = stage.ask(lambda snapshot: snapshot.book.page(limit=1)[0].fact)
    assert isinstance(fact, DisputeSettled) and fact.table == TABLE


def deliver(stage: Stage) -> None:
    """The first cards, of which one too few was typed: both count again before anything is on record."""
    stage.press(KEY.Key_F3)
    fill(stage, set=stage.app.sheets.asking.fields["set"].edit.itemText(0))  # type: ignore[union-attr]
    fill(stage, counted="311", whole="intact", witness="sec", dealer="dan", floorperson="flo")
    pins = {"witness pin": PINS["sec"], "dealer pin": FIRST_PIN, "floorperson pin": PINS["flo"]}
    fill(stage, **pins)
    before = stage.ask(lambda snapshot: len(snapshot.book.page(limit=200)))
    stage.press(KEY.Key_F9)
    stage.until(lambda: "Count again" in stage.app.sheets.asking.form.title)  # type: ignore[union-attr]
    again = stage.app.sheets.asking
    assert again is not None and "311 of 312: 1 missing" in again.form.sentence
    kinds = [each.fact.KIND for each in stage.ask(lambda snapshot: snapshot.book.page(limit=200))]
    assert len(kinds) == before + 1 and kinds[0] == "act.refused", "nothing but the first count is on record"
    assert again.fields["counted"].text == "" and again.fields["whole"].text == "intact"
    assert [again.fields[name].text for name in pins] == ["", "", ""], "who counts again signs again"
    fill(stage, counted="312", **pins)
    stage.press(KEY.Key_F9)
    own_pin(stage, "dan")
    stage.until(lambda: stage.app.sheets.sheet is None)
    assert [each.counted for each in stage.ask(lambda s: s.moment.state.find(DeckSet, table=TABLE))] == [312]
