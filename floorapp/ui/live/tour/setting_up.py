"""Setting up: an administrator draws a pit, then arranges the floor."""

from __future__ import annotations

from PyQt6.QtCore import Qt

from floorapp.ui.live.tour.walker import HAND, Walker


def walk(walker: Walker) -> None:
    """A pit is drawn and left as a draft; tables are moved and put back."""
    app, key, held = walker.app, Qt.Key, Qt.KeyboardModifier
    walker.be("zimmer")
    walker.go("setup")
    for words in ("Pit 5", "FB-21", "8"):
        walker.type(words)
        walker.press(key.Key_Tab)
    HAND.keyClick(app.window, key.Key_D, held.AltModifier)
    walker.settle()
    walker.shoot("set-up-floor")
    walker.go("floor")
    app.floor.floor.map.select("DA-03")
    walker.settle()
    app.now.do("arrange")
    app.floor.floor.map.setFocus()
    for _step in range(6):
        HAND.keyClick(app.floor.floor.map, key.Key_Up, held.ControlModifier)
    walker.settle()
    walker.shoot("arrange")
    app.now.do("put back")
    app.now.do("done")
    walker.be("ortiz")
