"""A person at the real window: presses keys, waits for answers, takes numbered pictures."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Protocol

from PyQt6.QtCore import QEvent, QEventLoop, Qt
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication, QWidget

from floorapp.ui.live.app import App
from floorapp.ui.tokens import DARK, LIGHT

#: Qt's own keyboard; its stubs miss that these are called on the class.
HAND: Any = QTest

PATIENCE = 300.0
#: The PIN of everybody on the sample floor.
PIN = "735184"
#: Between two looks, so that the threads that are waited for get their turn.
BREATH = 0.003


class StoppableServer(Protocol):
    """The database server of the floor that is walked on; the tour stops it and starts it again."""

    def start(self) -> None: ...

    def stop(self) -> None: ...


class Walker:
    """A person at the window: presses keys, waits for answers, takes pictures."""

    def __init__(
        self, folder: Path, app: App, *, step: int = 0, server: StoppableServer | None = None, theme: str | None = None
    ) -> None:
        self.folder, self.app, self.server = folder, app, server
        self.step, self.theme = step, theme
        self.pictures: list[Path] = []

    def settle(self) -> None:
        """Let everything that was asked be answered and painted."""
        self.wait(lambda: not self.app.works.names)
        for _turn in range(2):
            done: list[bool] = []
            self.app.writer.run(lambda: True, done.append)
            self.wait(partial(bool, done))

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
            sleep(BREATH)
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

    def go(self, place: str, subject: str = "") -> None:
        """Walk to a place."""
        self.app.go(place, subject)
        self.settle()

    def be(self, handle: str) -> None:
        """Sign in as one of the sample's people, from the door or in place of whoever is there."""
        door = self.app.door
        if self.app.inside:
            door.show_sign_in()
        self.wait(lambda: not self.app.inside and bool(door.sign_in.people.rows_model.rows))
        self.settle()
        door.sign_in.people.setFocus()
        door.sign_in.people.select(handle)
        self.settle()
        self.press(Qt.Key.Key_Return)
        self.wait(lambda: self.app.inside)
        self.settle()

    def _focus(self) -> QWidget:
        return QApplication.focusWidget() or self.app.window

    def shoot(self, name: str, window: QWidget | None = None) -> None:
        """A picture in each theme, of the window or of another one; the walk goes on in the last."""
        self.step += 1
        look = self.app.look
        for tokens in (DARK, LIGHT) if look.tokens is DARK else (LIGHT, DARK):
            if self.theme not in (None, tokens.name):
                continue
            if look.tokens is not tokens:  # dressing a whole window anew takes its time: once a picture
                look.wear(tokens=tokens)
            self.settle()
            path = self.folder / f"{self.step:02d}-{name}-{tokens.name}.png"
            (window or self.app.window).grab().save(str(path))
            self.pictures.append(path)
            print(path, flush=True)
