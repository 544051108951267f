"""Incidents: the shift manager returns one with a question, approves another by signature and closes it."""

from __future__ import annotations

from PyQt6.QtCore import Qt

from floorapp.ui.live.incident_place import IncidentPlace
from floorapp.ui.live.tour.walker import Walker


def walk(walker: Walker) -> None:
    """What was just reported is approved by A and closed by C; K moves up, and the first is returned by R."""
    app, key = walker.app, Qt.Key
    walker.be("hale")
    walker.go("incidents")
    walker.shoot("incidents")
    walker.press(key.Key_A)
    asking = app.sheets.asking
    assert asking is not None
    asking.fields["says"].edit.setFocus()
    walker.type("Dealt as the rulebook says; the dealer was spoken to.")
    asking.fields["pin"].edit.setFocus()
    walker.type("7351")
    walker.shoot("incident-approving")
    _done(walker)
    walker.press(key.Key_C)
    walker.type("The wager went back, nothing else is open.")
    _done(walker)
    walker.shoot("incident-closed")
    place = app.places["incidents"]
    assert isinstance(place, IncidentPlace)
    while place.incidents.queue.currentIndex().row() > 0:
        walker.press(key.Key_K)
    walker.press(key.Key_R)
    walker.type("Which dealer was told, and when?")
    walker.shoot("incident-returning")
    _done(walker)
    walker.shoot("incident-returned")
    walker.be("ortiz")


def _done(walker: Walker) -> None:
    walker.press(Qt.Key.Key_F9)
    walker.wait(lambda: walker.app.sheets.sheet is None)
    walker.settle()
