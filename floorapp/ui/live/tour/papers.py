"""Papers: yesterday's inspection log looked at, signed and issued; the archive; and the completeness page."""

from __future__ import annotations

from PyQt6.QtCore import Qt

from floorapp.ui.live.papers_place import PapersPlace
from floorapp.ui.live.tour.walker import Walker

#: The PIN of everybody on the sample floor.
PIN = "7351"


def walk(walker: Walker) -> None:
    """A true preview, then a signed paper on record."""
    walker.go("papers", "completeness:")
    place = walker.app.now
    assert isinstance(place, PapersPlace)
    walker.wait(lambda: place.shown is not None)
    walker.shoot("papers-completeness")
    walker.go("papers", "inspections:")
    walker.wait(lambda: place.shown is not None)
    walker.shoot("papers-inspection-log")
    walker.press(Qt.Key.Key_F9)
    walker.type(PIN)
    walker.shoot("papers-sign")
    walker.press(Qt.Key.Key_Return)
    walker.wait(lambda: place.shown is not None and bool(place.shown.document))
    walker.settle()
    walker.shoot("papers-issued")
