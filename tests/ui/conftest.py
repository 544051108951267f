"""What every test of the windows needs: a look, the dressed application, and no timer left running."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PyQt6.QtCore import QTimer
from PyQt6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from floorapp.ui.gallery.frame import settle
from floorapp.ui.look import Look
from floorapp.ui.theme import Wardrobe
from floorapp.ui.tokens import DARK

Shown = Callable[..., QWidget]


@pytest.fixture
def look(qapp: QApplication) -> Iterator[Look]:
    """A dark look at its usual size, worn by the application."""
    worn = Look(DARK)
    wardrobe = Wardrobe(qapp, worn)
    yield worn
    worn.changed.disconnect()
    del wardrobe


@pytest.fixture
def shown(qtbot: QtBot) -> Iterator[Shown]:
    """Shows a widget at a size and lets it settle; closes it after the test, timers and all."""
    widgets: list[QWidget] = []

    def show(widget: QWidget, width: int = 1366, height: int = 768) -> QWidget:
        qtbot.addWidget(widget)
        widgets.append(widget)
        widget.resize(width, height)
        widget.show()
        settle(widget)
        widget.activateWindow()
        settle(widget)
        return widget

    yield show
    for widget in widgets:
        widget.hide()
        for timer in widget.findChildren(QTimer):
            timer.stop()
