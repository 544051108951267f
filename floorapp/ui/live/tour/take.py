"""Takes the tour: which steps, in which order, and the window they are walked on."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from PyQt6.QtCore import QEvent
from PyQt6.QtWidgets import QApplication

from floorapp.ui.live.app import App
from floorapp.ui.live.setting import Setting
from floorapp.ui.live.start import dressed
from floorapp.ui.live.tour.walker import Walker

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


def take_tour(
    folder: Path, setting: Setting, size: tuple[int, int] = (1440, 900), steps: Sequence[str] = DAY
) -> list[Path]:
    """Walk through the day, or through some steps of it; answers the pictures in order."""
    _application, look = dressed()
    app = App(look, setting)
    walker = Walker(folder, app, size)
    try:
        app.window.resize(*size)
        app.window.show()
        app.window.activateWindow()
        app.start()
        for step in steps:
            import_module(f"floorapp.ui.live.tour.{step}").walk(walker)
    finally:
        app.stop()
        app.window.hide()
        app.window.deleteLater()
        app.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return walker.pictures
