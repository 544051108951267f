"""Opening a table: its checklist and its gate."""

from __future__ import annotations

from PyQt6.QtCore import Qt

from floorapp.ui.live.tour.walker import Walker


def walk(walker: Walker) -> None:
    """The checklist and the gate of a closed table."""
    app, key = walker.app, Qt.Key
    walker.go("opening", "DU-07")
    app.places["opening"].page.setFocus()
    walker.press(key.Key_Space, key.Key_Space)
    walker.shoot("opening")
