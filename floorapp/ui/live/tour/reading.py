"""Readers: all lines live, a cable pulled and back, a proof test over the line, and a reader that fails."""

from __future__ import annotations

from PyQt6.QtCore import Qt

from floorapp.domain.proof_test import Outcome
from floorapp.screens.states import State
from floorapp.ui.live.inspect_place import InspectPlace
from floorapp.ui.live.readers_place import ReadersPlace
from floorapp.ui.live.tour.walker import Walker

PULLED, FAILS, TESTED = "FB-06", "FB-08", "FB-01"


def walk(walker: Walker) -> None:
    """What the lines show, on their own screen and on the floor."""
    app = walker.app
    walker.go("readers", PULLED)
    place = app.places["readers"]
    assert isinstance(place, ReadersPlace)
    walker.wait(lambda: _word(place, PULLED) == "live" and _word(place, FAILS) == "live")
    walker.settle()
    walker.shoot("readers")
    place.play("unplug 8")
    walker.wait(lambda: _word(place, PULLED) == "not there")
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
