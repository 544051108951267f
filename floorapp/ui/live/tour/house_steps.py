"""For the house: a handover, setting up, finding what was written, and a station that goes offline."""

from __future__ import annotations

from PyQt6.QtCore import Qt

from floorapp.screens.shell import Cell
from floorapp.ui.live.tour.walker import HAND, PIN, Walker


def hand_over(walker: Walker) -> None:
    """The end of a shift: what is open is seen by who goes, and the next person takes over with their PIN."""
    key = Qt.Key
    walker.go("handover", "give")
    walker.shoot("handover-give")
    walker.be("tkachenko")
    walker.go("handover")
    walker.shoot("handover-take")
    walker.press(key.Key_Tab)
    walker.type(PIN)
    walker.press(key.Key_F9)
    walker.settle()
    walker.shoot("handover-taken")
    relieve(walker)
    walker.be("hale")
    for section in ("house", "tables", "people", "permissions", "database"):
        walker.go("settings", section)
        walker.settle()
        walker.shoot(f"settings-{section}")
    walker.be("ortiz")


def relieve(walker: Walker) -> None:
    """A string of tables, with who comes in and who then is where; nothing is recorded."""
    walker.go("relief", "FB-03")
    walker.app.now.page.people.setFocus()  # type: ignore[attr-defined]
    walker.press(Qt.Key.Key_Home, Qt.Key.Key_Return)
    walker.settle()
    walker.shoot("relief")


def set_up(walker: Walker) -> None:
    """Setting up: an administrator draws a pit, then arranges the floor."""
    app, key, held = walker.app, Qt.Key, Qt.KeyboardModifier
    walker.be("zimmer")
    walker.go("setup")
    for words in ("Pit 5", "FB-21", "8", "15", "500"):
        walker.type(words)
        walker.press(key.Key_Tab)
    walker.type("f")  # Free Bet
    HAND.keyClick(app.window, key.Key_D, held.AltModifier)
    walker.settle()
    walker.shoot("set-up-floor")
    walker.go("floor")
    app.floor.floor.map.select("DA-03")
    walker.settle()
    app.now.do("arrange")
    app.floor.floor.map.setFocus()
    for _step in range(6):
        HAND.keyClick(app.floor.floor.map, key.Key_Up, held.ControlModifier)
    walker.settle()
    walker.shoot("arrange")
    app.now.do("put back")
    app.now.do("done")
    walker.be("ortiz")


def find_and_correct(walker: Walker) -> None:
    """Finding and correcting: Ctrl+K finds a set and an entry, whose history stands there with what was struck."""
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


def go_offline(walker: Walker) -> None:
    """Offline and back: the server stops, facts are kept on this station, the rest waits; then everything is sent."""
    key, server = Qt.Key, walker.server
    assert server is not None
    walker.be("ortiz")
    walker.wait(lambda: _header_says(walker, Cell.DATABASE) == "synced")
    walker.shoot("station-in-step")
    server.stop()
    walker.wait(lambda: _header_says(walker, Cell.DATABASE).startswith("as of"))
    walker.settle()
    walker.shoot("offline")
    walker.go("table", "FB-04")
    walker.press(key.Key_F5)
    walker.type("requested")
    walker.press(key.Key_Down, key.Key_Return, key.Key_N, key.Key_Down, key.Key_F9)
    walker.type("Spot 2 asked for a card while the network was down.")
    walker.press(key.Key_F9)
    walker.type(PIN)
    walker.press(key.Key_Return)
    walker.wait(lambda: walker.app.now.name == "incidents")
    walker.settle()
    walker.shoot("offline-kept")
    server.start()
    walker.wait(lambda: _header_says(walker, Cell.DATABASE) == "synced" and _header_says(walker, Cell.WAITING) == "0")
    walker.settle()
    walker.shoot("back-in-step")


def _header_says(walker: Walker, wanted: Cell) -> str:
    """What the header says of the database, or of what waits."""
    shown = walker.app.floor.view
    cells = shown.header.health if shown else ()
    return next((each.word for each in cells if each.cell is wanted), "")
