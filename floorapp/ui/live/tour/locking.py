"""The lock: the screen is locked and unlocked with the PIN."""

from __future__ import annotations

from PyQt6.QtCore import Qt

from floorapp.ui.live.tour.walker import Walker


def walk(walker: Walker) -> None:
    """Lock, and unlock with the PIN."""
    app, key = walker.app, Qt.Key
    app.lock()
    walker.wait(lambda: not app.inside)
    walker.settle()
    walker.shoot("locked")
    walker.type("7351")
    walker.press(key.Key_Return)
    walker.wait(lambda: app.inside)
