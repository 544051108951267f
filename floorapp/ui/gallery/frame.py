"""Puts a page into the window with a made-up evening around it, and takes its picture."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PyQt6.QtCore import QEvent, QEventLoop
from PyQt6.QtWidgets import QApplication, QWidget

from floorapp.screens.forms import Act
from floorapp.screens.shell import RAIL, HeaderView, Health, Saved
from floorapp.screens.states import State
from floorapp.ui.look import Look
from floorapp.ui.shell.window import Window

FLOORPERSON = HeaderView(
    "Riverbend Casino",
    "Gaming day Sun 15 Nov 2026 · Swing shift",
    "21:14",
    "M. Ortiz",
    "Floorperson · PIT-2",
    (
        Health("Database", State.OKAY, "in step"),
        Health("Readers", State.WARNING, "34 of 36"),
        Health("Waiting to send", State.OKAY, "0"),
        Health("Alarms", State.ALARM, "1 open"),
    ),
)
MORNING = replace(
    FLOORPERSON,
    gaming_day="Gaming day Sun 15 Nov 2026 · Day shift",
    clock="06:08",
    person="S. Amara",
    post="Floorperson · PIT-3",
    health=(
        Health("Database", State.OKAY, "in step"),
        Health("Readers", State.DUE, "25 of 36"),
        Health("Waiting to send", State.OKAY, "0"),
        Health("Alarms", State.OKAY, "0 open"),
    ),
)
SHIFT_MANAGER = replace(FLOORPERSON, person="J. Hale", post="Shift manager · DESK-1")


def acts_of(text: str) -> tuple[Act, ...]:
    """Acts written as `F2 Inspect round|F3 Change decks`; the words start at the last capital key."""
    found = []
    for part in text.split("|"):
        key, words = part.split(": ")
        found.append(Act(words.lower(), words, key))
    return (*found, Act("all keys", "All keys", "?"))


def window_with(
    look: Look,
    place: str,
    page: QWidget,
    header: HeaderView,
    acts: str,
    saved: Saved = Saved("PIT2-004183", "21:12"),  # noqa: B008 - frozen
) -> Window:
    """The whole window around a page."""
    window = Window(look)
    window.header.show_header(header)
    window.rail.show_entries([replace(e, count=6) if e.name == "incidents" else e for e in RAIL])
    window.add_page(place, page)
    window.show_page(place)
    window.show_acts(acts_of(acts))
    window.act_bar.show_saved(saved)
    return window


def settle(window: QWidget) -> None:
    """Let everything find its size before the picture is taken."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    for _round in range(3):
        application.processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
        application.sendPostedEvents(None, QEvent.Type.LayoutRequest)


def take_picture(path: Path, window: QWidget, width: int, height: int) -> None:
    """Show the window at a size, let it settle, and save what it looks like."""
    window.resize(width, height)
    window.show()
    settle(window)
    window.grab().save(str(path))
    window.hide()
    window.deleteLater()
    settle(window)
