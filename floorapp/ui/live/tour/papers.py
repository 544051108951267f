"""Papers: the completeness page; an inspection log looked at, signed and issued; then two of it come back."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from PyQt6.QtCore import Qt

from floorapp.ui.live.papers_place import PapersPlace
from floorapp.ui.live.tour.walker import Walker

#: The PIN of everybody on the sample floor.
PIN = "7351"


def walk(walker: Walker) -> None:
    """A true preview, then a signed paper on record, then the check of it and of one with a byte altered."""
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
    assert place.shown is not None
    content, name = bytearray(place.shown.content), place.shown.document
    _check(walker, place, f"{name}.pdf", content, "paper-check-good")
    content[len(content) // 2] ^= 1
    _check(walker, place, f"{name}, a byte altered.pdf", content, "paper-check-altered")


def _check(walker: Walker, place: PapersPlace, name: str, content: bytes | bytearray, picture: str) -> None:
    """As if somebody had dropped the file."""
    place.checked = None
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        place.check(str(path))
        walker.wait(lambda: place.checked is not None)
    walker.settle()
    walker.shoot(picture)
    walker.press(Qt.Key.Key_Escape)
