"""Finding and correcting: Ctrl+K finds a set and an entry, whose history stands there with what was struck."""

from __future__ import annotations

from PyQt6.QtCore import Qt

from floorapp.ui.live.tour.walker import HAND, Walker


def walk(walker: Walker) -> None:
    """Type a few letters, look at a history, begin to correct an entry and leave it."""
    app, key = walker.app, Qt.Key
    walker.go("floor")
    HAND.keyClick(app.window, key.Key_K, Qt.KeyboardModifier.ControlModifier)
    walker.type("fb")
    walker.wait(app.jumping.list.isVisible)
    walker.shoot("jump")
    walker.press(key.Key_Escape)
    walker.go("table", "FB-04")
    timeline = app.places["table"].page.timeline  # type: ignore[attr-defined]
    changed = next(row for row in timeline.rows_model.rows if "Decks changed" in row.what.spoken)
    walker.go("record", f"entry/{changed.entry}")
    walker.shoot("record")
    app.now.do("correct")
    walker.wait(lambda: app.sheets.asking is not None)
    walker.settle()
    walker.shoot("correct-entry")
    walker.press(key.Key_Escape)
    app.window.help_asked.emit()
    walker.wait(lambda: app.helping.window is not None)
    walker.settle()
    assert app.helping.window is not None
    walker.shoot("help", app.helping.window)
    app.helping.window.close()
    app.window.activateWindow()
    walker.go("floor")
