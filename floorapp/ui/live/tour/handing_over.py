"""The end of a shift: what is open is seen by who goes, and the next person takes over with their PIN."""

from __future__ import annotations

from PyQt6.QtCore import Qt

from floorapp.ui.live.tour.walker import Walker


def walk(walker: Walker) -> None:
    """M. Ortiz gave the handover that waits; O. Tkachenko signs for it. The settings are looked at."""
    key = Qt.Key
    walker.go("handover", "give")
    walker.shoot("handover-give")
    walker.be("tkachenko")
    walker.go("handover")
    walker.shoot("handover-take")
    walker.press(key.Key_Tab)
    walker.type("7351")
    walker.press(key.Key_F9)
    walker.settle()
    walker.shoot("handover-taken")
    walker.be("hale")
    for section in ("house", "tables", "people", "permissions", "database"):
        walker.go("settings", section)
        walker.settle()
        walker.shoot(f"settings-{section}")
    walker.be("ortiz")
