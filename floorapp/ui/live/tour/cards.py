"""Cards: the forecast, then a set is brought to a table and the decks are changed."""

from __future__ import annotations

from PyQt6.QtCore import Qt

from floorapp.ui.live.tour.walker import Walker


def walk(walker: Walker) -> None:
    """The forecast; then a set is brought to FB-04, opened and counted by two, and the decks are changed."""
    app, key = walker.app, Qt.Key
    walker.go("decks")
    walker.shoot("decks")
    walker.go("table", "FB-04")
    walker.press(key.Key_F3)
    asking = app.sheets.asking
    assert asking is not None
    for name, field in asking.fields.items():
        if not field.text:
            field.edit.setFocus()
            walker.type("312" if name == "counted" else "7351")
    walker.shoot("bring-cards")
    walker.press(key.Key_F9)
    walker.wait(lambda: app.sheets.sheet is None)
    walker.settle()
    walker.press(key.Key_F3)
    walker.type("252")
    walker.press(key.Key_Return)
    walker.type("60")
    walker.shoot("change-decks")
    walker.press(key.Key_Return)
    walker.wait(lambda: app.sheets.sheet is None)
    walker.settle()
    walker.shoot("decks-changed")
    walker.go("floor")
