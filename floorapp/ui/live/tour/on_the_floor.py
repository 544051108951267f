"""The floor: a table is looked at, the list, all keys; a jam is acknowledged."""

from __future__ import annotations

from PyQt6.QtCore import Qt

from floorapp.ui.live.tour.walker import Walker


def walk(walker: Walker) -> None:
    """Look at a table, at the list, at all keys; acknowledge the jam."""
    app, key = walker.app, Qt.Key
    app.floor.floor.map.select("FB-03")
    walker.settle()
    walker.shoot("floor-table-selected")
    walker.press(key.Key_Question)
    walker.shoot("all-keys")
    walker.press(key.Key_Escape)
    walker.press(key.Key_1)
    walker.shoot("jam-acknowledged")
    app.floor.floor.show_as("list")
    walker.settle()
    walker.shoot("floor-list")
    app.floor.floor.show_as("map")
    walker.go("table", "FB-03")
    walker.shoot("table")
