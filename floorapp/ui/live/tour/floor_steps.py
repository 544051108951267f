"""On the floor: signing in, tables, inspections, cards, the lock, opening, alarms and readers."""

from __future__ import annotations

from PyQt6.QtCore import Qt

from floorapp.domain.proof_test import Outcome
from floorapp.screens.states import State
from floorapp.ui.live.inspect_place import InspectPlace
from floorapp.ui.live.readers_place import ReadersPlace
from floorapp.ui.live.tour.walker import PIN, Walker


def sign_in(walker: Walker) -> None:
    """The door: somebody is chosen from the sample's list."""
    door = walker.app.door
    walker.wait(lambda: bool(door.sign_in.people.rows_model.rows))
    walker.settle()
    door.sign_in.people.setFocus()
    door.sign_in.people.select("ortiz")
    walker.settle()
    walker.shoot("sign-in")
    walker.be("ortiz")
    walker.shoot("floor")


def look_at_the_floor(walker: Walker) -> None:
    """The floor: a table is looked at, the list, all keys; a jam is acknowledged."""
    app, key = walker.app, Qt.Key
    app.floor.floor.map.select("FB-03")
    walker.settle()
    walker.shoot("floor-table-selected")
    walker.press(key.Key_Question)
    walker.shoot("all-keys")
    walker.press(key.Key_Escape)
    walker.press(key.Key_1)
    walker.shoot("jam-acknowledged")
    app.floor.floor.switch.parts["list"].click()  # as a person does: what is picked stays in both themes
    walker.settle()
    walker.shoot("floor-list")
    app.floor.floor.switch.parts["map"].click()
    walker.go("table", "FB-03")
    walker.shoot("table")


def inspect(walker: Walker) -> None:
    """The inspection round: another's table is okay, and one says why."""
    key = Qt.Key
    walker.go("inspect")
    walker.shoot("inspection")
    walker.press(key.Key_Space)
    walker.type("K. Osei is at the cage")
    walker.shoot("inspection-why")
    walker.press(key.Key_Return)
    walker.shoot("inspection-saved")


def change_decks(walker: Walker) -> None:
    """Cards: the forecast, then a set is brought to a table and the decks are changed."""
    app, key = walker.app, Qt.Key
    walker.go("decks")
    walker.shoot("decks")
    walker.go("table", "FB-04")
    walker.press(key.Key_F3)
    asking = app.sheets.asking
    assert asking is not None
    for name, field in asking.fields.items():
        if not field.text:
            field.edit.setFocus()
            if name == "set":
                walker.press(key.Key_Down)  # the first that fits
            else:
                walker.type({"counted": "312", "whole": "i"}.get(name, PIN))
    walker.shoot("bring-cards")
    walker.press(key.Key_F9)
    walker.wait(lambda: app.sheets.sheet is None)
    walker.settle()
    walker.press(key.Key_F3)
    asking = app.sheets.asking
    assert asking is not None
    for name, count in (("discarded", "252"), ("remaining", "60")):
        asking.fields[name].edit.setFocus()
        walker.type(count)
    walker.shoot("change-decks")
    walker.press(key.Key_F9)
    walker.wait(lambda: app.sheets.sheet is None)
    walker.settle()
    walker.shoot("decks-changed")
    walker.go("floor")


def look_at_shufflers(walker: Walker) -> None:
    """Shufflers: which batch lies where, and the faults of a week."""
    walker.go("shufflers", "DB-05")
    walker.shoot("shufflers")


def lock(walker: Walker) -> None:
    """The lock: the screen is locked and unlocked with the PIN."""
    app, key = walker.app, Qt.Key
    app.lock()
    walker.wait(lambda: not app.inside)
    walker.settle()
    walker.shoot("locked")
    walker.type(PIN)
    walker.press(key.Key_Return)
    walker.wait(lambda: app.inside)


def open_table(walker: Walker) -> None:
    """Opening a table: its checklist and its gate."""
    app, key = walker.app, Qt.Key
    walker.go("opening", "DU-07")
    app.places["opening"].page.setFocus()
    walker.press(key.Key_Space, key.Key_Space)
    walker.shoot("opening")


def answer_alarms(walker: Walker) -> None:
    """Alarms: the list, one acknowledged, one shelved with a reason, and the sound turned off and on."""
    app, key = walker.app, Qt.Key
    walker.press(key.Key_F10)
    walker.shoot("alarms")
    walker.press(key.Key_A)
    walker.shoot("alarm-acknowledged")
    walker.press(key.Key_Down)
    walker.press(key.Key_S)
    walker.type("3")  # half an hour
    walker.press(key.Key_Return)
    walker.type("Checked it; the technician is on the way.")
    walker.shoot("alarm-shelving")
    walker.press(key.Key_Return)
    walker.wait(lambda: app.sheets.sheet is None)
    walker.settle()
    walker.press(key.Key_M)
    walker.shoot("alarms-silent")
    walker.press(key.Key_M, key.Key_Escape)


PULLED, FAILS, TESTED = "FB-06", "FB-08", "FB-01"


def watch_readers(walker: Walker) -> None:
    """Readers: all lines live, a cable pulled and back, a proof test over the line, and a reader that fails."""
    app = walker.app
    walker.go("readers", PULLED)
    place = app.places["readers"]
    assert isinstance(place, ReadersPlace)
    walker.wait(lambda: _word(place, PULLED) == "live" and _word(place, FAILS) == "live")
    walker.settle()
    walker.shoot("readers")
    place.play("unplug 8")
    walker.wait(lambda: _word(place, PULLED) == "no port")
    walker.shoot("cable-pulled")
    walker.go("floor")
    walker.wait(lambda: _on_map(walker, PULLED) is State.OFFLINE)
    walker.shoot("floor-no-signal")
    walker.go("readers", PULLED)
    walker.wait(lambda: _word(place, PULLED) == "live")
    walker.shoot("cable-back")
    _proof_test(walker)
    walker.go("readers", FAILS)
    walker.settle()
    place.play("fault optics")
    walker.wait(lambda: _word(place, FAILS) == "fault")
    walker.shoot("reader-fails")
    walker.go("floor", FAILS)
    app.floor.floor.map.select(FAILS)
    walker.wait(lambda: _on_map(walker, FAILS) is State.ALARM)
    walker.shoot("floor-table-stopped")


def _proof_test(walker: Walker) -> None:
    """The connected reader answers; the cards are laid by the key that stands in for a hand."""
    app, key = walker.app, Qt.Key
    walker.go("inspect", TESTED)
    place = app.places["inspect"]
    assert isinstance(place, InspectPlace)
    walker.wait(lambda: place.view is not None and bool(place.view.reader))
    walker.press(key.Key_P)
    walker.wait(lambda: place.view is not None and place.view.test is not None)
    for _step in range(2):
        _lay(walker, place)
    walker.shoot("proof-test")
    while place.view and place.view.test and place.view.test.outcome is Outcome.UNDER_WAY:
        _lay(walker, place)
    walker.shoot("proof-test-passed")
    place.break_off()
    walker.settle()


def _lay(walker: Walker, place: InspectPlace) -> None:
    before = _seen(place)
    place.lay()
    walker.wait(lambda: _seen(place) > before)


def _seen(place: InspectPlace) -> int:
    return len(place.view.test.seen) if place.view and place.view.test else 0


def _word(place: ReadersPlace, table: str) -> str:
    rows = place.view.rows if place.view else ()
    return next((row.word for row in rows if row.table == table), "")


def _on_map(walker: Walker, table: str) -> State | None:
    shown = walker.app.floor.view
    tables = shown.floor.plan.tables if shown else ()
    return next((each.state for each in tables if each.name == table), None)
