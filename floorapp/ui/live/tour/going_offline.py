"""Offline and back: the server stops, facts are kept on this station, the rest waits; then everything is sent."""

from __future__ import annotations

from PyQt6.QtCore import Qt

from floorapp.ui.live.tour.walker import Walker


def walk(walker: Walker) -> None:
    """An irregularity is reported while the server is away, opening a table waits; back, it has its number."""
    key, server = Qt.Key, walker.server
    assert server is not None
    walker.be("ortiz")
    walker.wait(lambda: _said(walker, "Database") == "in step")
    walker.shoot("station-in-step")
    server.stop()
    walker.wait(lambda: _said(walker, "Database").startswith("as of"))
    walker.settle()
    walker.shoot("offline")
    walker.go("table", "FB-04")
    walker.press(key.Key_F5)
    walker.type("requested")
    walker.press(key.Key_Down, key.Key_Return, key.Key_N, key.Key_Down, key.Key_F9)
    walker.type("Box 2 asked for a card while the network was down.")
    walker.press(key.Key_F9)
    walker.type("7351")
    walker.press(key.Key_Return)
    walker.wait(lambda: walker.app.now.name == "incidents")
    walker.settle()
    walker.shoot("offline-kept")
    server.start()
    walker.wait(lambda: _said(walker, "Database") == "in step" and _said(walker, "Waiting to send") == "0")
    walker.settle()
    walker.shoot("back-in-step")


def _said(walker: Walker, name: str) -> str:
    """What the header says of the database, or of what waits."""
    shown = walker.app.floor.view
    cells = shown.header.health if shown else ()
    return next((cell.word for cell in cells if cell.name == name), "")
