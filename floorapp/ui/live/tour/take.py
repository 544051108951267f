"""Takes the tour: which steps, in which order, and the window they are walked on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from PyQt6.QtCore import QEvent, QMessageLogContext, QtMsgType, qInstallMessageHandler
from PyQt6.QtWidgets import QApplication

from floorapp.ui.live.app import App
from floorapp.ui.live.context import Setting
from floorapp.ui.live.start import dressed
from floorapp.ui.live.tour import desk_steps, floor_steps, house_steps
from floorapp.ui.live.tour.walker import StoppableServer, Walker

Step = Callable[[Walker], None]
#: The steps, in the order of the evening.
DAY: tuple[Step, ...] = (
    floor_steps.sign_in,
    floor_steps.look_at_the_floor,
    floor_steps.inspect,
    floor_steps.change_decks,
    floor_steps.look_at_shufflers,
    floor_steps.lock,
    floor_steps.open_table,
    floor_steps.answer_alarms,
    floor_steps.watch_readers,
    desk_steps.report,
    desk_steps.review,
    desk_steps.dispute,
    desk_steps.look_at_charts,
    desk_steps.audit,
    desk_steps.issue_papers,
    house_steps.hand_over,
    house_steps.set_up,
    house_steps.find_and_correct,
)
#: Walked at a station of a floor that is on a server.
AT_A_STATION: tuple[Step, ...] = (house_steps.go_offline,)

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
    steps: Sequence[Step] = DAY,
    *,
    step: int = 0,
    server: StoppableServer | None = None,
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
        for walk in steps:
            walk(walker)
    finally:
        app.stop()
        app.window.hide()
        app.window.deleteLater()
        app.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        qInstallMessageHandler(before)
    return walker.pictures
