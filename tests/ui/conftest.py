"""What every test of the windows needs: a look, the dressed application, and no timer left running."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PyQt6.QtCore import QEvent, QTimer
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication, QWidget

from floorapp.ui.live.start import dressed
from floorapp.ui.look import Look
from floorapp.ui.tokens import DARK

from .made_up import settle

Shown = Callable[..., QWidget]

#: Qt's own finger and keyboard; its stubs miss that these are called on the class.
HAND: Any = QTest


@pytest.fixture(scope="session")
def worn(qapp: QApplication) -> Look:
    """The look the application is dressed in once: a style cannot be changed twice in safety."""
    return dressed()[1]


@pytest.fixture
def look(worn: Look) -> Look:
    """A dark look at its usual size, worn by the application."""
    if worn.tokens is not DARK or worn.scale != 1:
        worn.wear(tokens=DARK, scale=1.0)
    return worn


def put_away(widget: QWidget) -> None:
    """Close a window and let Qt forget it, so that it does not dress again with the next theme."""
    widget.hide()
    running = [timer for timer in widget.findChildren(QTimer) if timer.isActive() and timer.interval() > 500]
    for timer in running:
        timer.stop()
    widget.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def shown(qapp: QApplication) -> Iterator[Shown]:
    """Shows a widget at a size and lets it settle; puts it away after the test."""
    widgets: list[QWidget] = []

    def show(widget: QWidget, width: int = 1366, height: int = 768) -> QWidget:
        widgets.append(widget)
        widget.resize(width, height)
        widget.show()
        widget.activateWindow()
        settle(widget)
        return widget

    yield show
    for widget in widgets:
        put_away(widget)
