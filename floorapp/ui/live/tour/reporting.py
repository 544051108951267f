"""An irregularity is reported in four steps: what, what follows, when and who was told, signed."""

from __future__ import annotations

from PyQt6.QtCore import Qt

from floorapp.ui.live.tour.walker import Walker


def walk(walker: Walker) -> None:
    """A player asked for a card and got none; the player has the choice."""
    app, key = walker.app, Qt.Key
    walker.go("table", "FB-04")
    walker.press(key.Key_F5)
    walker.type("requested")
    walker.press(key.Key_Down)
    walker.shoot("report-what")
    walker.press(key.Key_Return)
    walker.press(key.Key_N)
    walker.press(key.Key_Down)
    walker.shoot("report-what-follows")
    walker.press(key.Key_F9)
    walker.type("The player at box 3 asked for a card and the dealer went on to box 4.")
    walker.shoot("report-when")
    walker.press(key.Key_F9)
    walker.type("7351")
    walker.shoot("report-sign")
    walker.press(key.Key_Return)
    walker.wait(lambda: app.now.name == "incidents")
    walker.settle()
    walker.shoot("reported")
