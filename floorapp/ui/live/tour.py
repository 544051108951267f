"""Drives the real window through the day by its keys, and saves a numbered picture of each step."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

from PyQt6.QtCore import QEvent, QEventLoop, Qt
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication, QWidget

from floorapp.ui.live.app import App, Setting
from floorapp.ui.live.start import dressed
from floorapp.ui.tokens import DARK, LIGHT, THEMES

#: Qt's own keyboard; its stubs miss that these are called on the class.
HAND: Any = QTest

PATIENCE = 120.0


class Walker:
    """A person at the window: presses keys, waits for answers, takes pictures."""

    def __init__(self, folder: Path, app: App, size: tuple[int, int]) -> None:
        self.folder, self.app, self.size = folder, app, size
        self.step = 0
        self.pictures: list[Path] = []

    def settle(self) -> None:
        """Let everything that was asked be answered and painted."""
        self.wait(lambda: True)
        done: list[bool] = []
        self.app.writer.run(lambda: None, lambda _none: done.append(True))
        self.wait(lambda: bool(done))
        done.clear()
        self.app.writer.run(lambda: None, lambda _none: done.append(True))
        self.wait(lambda: bool(done))

    def wait(self, until: Callable[[], bool]) -> None:
        """Wait until something is so; being stuck is an error and not a picture."""
        deadline = monotonic() + PATIENCE
        while True:
            for _round in range(3):
                QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
                QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
                QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            if until():
                return
            if monotonic() > deadline:
                raise TimeoutError(f"the tour is stuck after picture {self.step}")

    def press(self, *keys: Qt.Key) -> None:
        """Press keys, one after another, where the focus is."""
        for key in keys:
            HAND.keyClick(self._focus(), key)
            self.settle()

    def type(self, text: str) -> None:
        HAND.keyClicks(self._focus(), text)
        self.settle()

    def _focus(self) -> QWidget:
        return QApplication.focusWidget() or self.app.window

    def shoot(self, name: str) -> None:
        """A picture in each theme."""
        self.step += 1
        for tokens in (DARK, LIGHT):
            self.app.look.wear(tokens=tokens)
            self.settle()
            path = self.folder / f"{self.step:02d}-{name}-{tokens.name}.png"
            self.app.window.grab().save(str(path))
            self.pictures.append(path)
        self.app.look.wear(tokens=THEMES["dark"])
        self.settle()


def take_tour(folder: Path, setting: Setting, size: tuple[int, int] = (1440, 900)) -> list[Path]:
    """Walk through the day; answers the pictures in order."""
    _application, look = dressed()
    app = App(look, setting)
    walker = Walker(folder, app, size)
    try:
        app.window.resize(*size)
        app.window.show()
        app.window.activateWindow()
        app.start()
        walk(walker)
    finally:
        app.stop()
        app.window.hide()
        app.window.deleteLater()
        app.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return walker.pictures


def walk(walker: Walker) -> None:
    """The evening of a floorperson, by the keys alone."""
    sign_in(walker, "ortiz")
    walker.shoot("floor")
    on_the_floor(walker)
    inspection_round(walker)
    cards(walker)
    lock(walker)
    opening_a_table(walker)


def sign_in(walker: Walker, handle: str) -> None:
    """Choose somebody from the sample's list."""
    door, key = walker.app.door, Qt.Key
    walker.wait(lambda: bool(door.sign_in.people.rows_model.rows))
    walker.settle()
    door.sign_in.people.setFocus()
    door.sign_in.people.select(handle)
    walker.settle()
    walker.shoot("sign-in")
    walker.press(key.Key_Return)
    walker.wait(lambda: walker.app.inside)
    walker.settle()


def on_the_floor(walker: Walker) -> None:
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
    app.go("table", "FB-03")
    walker.settle()
    walker.shoot("table")


def inspection_round(walker: Walker) -> None:
    """A table of somebody else: okay asks why; then not okay."""
    app, key = walker.app, Qt.Key
    app.go("inspect", "")
    walker.settle()
    walker.shoot("inspection")
    walker.press(key.Key_Space)
    walker.type("K. Osei is at the cage")
    walker.shoot("inspection-why")
    walker.press(key.Key_Return)
    walker.shoot("inspection-saved")


def cards(walker: Walker) -> None:
    """The forecast, and a change of decks that finds no fresh set at the table."""
    app, key = walker.app, Qt.Key
    app.go("decks", "")
    walker.settle()
    walker.shoot("decks")
    walker.press(key.Key_F3)
    walker.shoot("change-decks")
    walker.press(key.Key_Escape)
    app.go("floor", "")
    walker.settle()


def lock(walker: Walker) -> None:
    """Lock, and unlock with the PIN."""
    app, key = walker.app, Qt.Key
    app.lock()
    walker.wait(lambda: not app.inside)
    walker.settle()
    walker.shoot("locked")
    walker.type("7351")
    walker.press(key.Key_Return)
    walker.wait(lambda: app.inside)


def opening_a_table(walker: Walker) -> None:
    """The checklist and the gate of a closed table."""
    app, key = walker.app, Qt.Key
    app.go("opening", "DU-07")
    walker.settle()
    app.places["opening"].page.setFocus()
    walker.press(key.Key_Space, key.Key_Space)
    walker.shoot("opening")
