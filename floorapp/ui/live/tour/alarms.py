"""Alarms: the list, one acknowledged, one shelved with a reason, and the sound turned off and on."""

from __future__ import annotations

from PyQt6.QtCore import Qt

from floorapp.ui.live.tour.walker import Walker


def walk(walker: Walker) -> None:
    """A is seen, S is shelved, M is silent; each is said."""
    app, key = walker.app, Qt.Key
    walker.press(key.Key_F10)
    walker.shoot("alarms")
    walker.press(key.Key_A)
    walker.shoot("alarm-acknowledged")
    walker.press(key.Key_Down)
    walker.press(key.Key_S)
    walker.type("looked at it, the technician is on the way")
    walker.shoot("alarm-shelving")
    walker.press(key.Key_Return)
    walker.wait(lambda: app.sheets.sheet is None)
    walker.settle()
    walker.press(key.Key_M)
    walker.shoot("alarms-silent")
    walker.press(key.Key_M, key.Key_Escape)
