"""The inspection round: another's table is okay, and one says why."""

from __future__ import annotations

from PyQt6.QtCore import Qt

from floorapp.ui.live.tour.walker import Walker


def walk(walker: Walker) -> None:
    """A table of somebody else: okay asks why; then not okay."""
    key = Qt.Key
    walker.go("inspect")
    walker.shoot("inspection")
    walker.press(key.Key_Space)
    walker.type("K. Osei is at the cage")
    walker.shoot("inspection-why")
    walker.press(key.Key_Return)
    walker.shoot("inspection-saved")
