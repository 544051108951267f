"""Takes the tour: which steps, in which order, and the window they are walked on."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from PyQt6.QtCore import QEvent, QMessageLogContext, QtMsgType, qInstallMessageHandler
from PyQt6.QtWidgets import QApplication

from floorapp.ui.live.app import App
from floorapp.ui.live.context import Setting
from floorapp.ui.live.start import dressed
from floorapp.ui.live.tour.walker import Server, Walker

#: The modules of this package whose `walk` is taken, in the order of the evening.
DAY = (
    "signing_in",
    # the floor and its tables
    "on_the_floor",
    # inspections
    "inspecting",
    # cards and shufflers
    "cards",
    "shuffling",
    # the lock
    "locking",
    # opening and closing
    "opening",
    # readers and alarms
    "alarms",
    "reading",
    # incidents
    "reporting",
    "reviewing",
    # disputes and rulebooks
    "disputing",
    # audit and charts
    "charting",
    "auditing",
    # papers
    "papers",
    # settings, people, handover
    "handing_over",
    "setting_up",
    # finding and correcting
    "finding",
)
#: Walked at a station of a floor that is on a server.
AT_A_STATION = ("going_offline",)

SIZE = (1440, 900)

#: What a window without a screen says each time it is asked for what only a screen has.
CHATTER = "This plugin does not support"


def _say(_kind: QtMsgType, _where: QMessageLogContext, words: str | None) -> None:
    """Qt's own messages, without the chatter."""
    if words and not words.startswith(CHATTER):
        print(words, file=sys.stderr)


def take_tour(
    folder: Path,
    setting: Setting,
    steps: Sequence[str] = DAY,
    *,
    step: int = 0,
    server: Server | None = None,
    theme: str | None = None,
) -> list[Path]:
    """Walk through the day, or through some steps of it; answers the pictures in order, numbered from `step` on."""
    before = qInstallMessageHandler(_say)
    _application, look = dressed()
    app = App(look, setting)
    walker = Walker(folder, app, step=step, server=server, theme=theme)
    try:
        app.window.resize(*SIZE)
        app.window.show()
        app.window.activateWindow()
        app.start()
        for name in steps:
            import_module(f"floorapp.ui.live.tour.{name}").walk(walker)
    finally:
        app.stop()
        app.window.hide()
        app.window.deleteLater()
        app.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        qInstallMessageHandler(before)
    return walker.pictures
