"""Starting Qt: the dressed application, its hooks for what nobody expected, and the window."""

from __future__ import annotations

import gc
import json
import logging
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from PyQt6.QtCore import QByteArray, QEvent, QObject, QSize, Qt
from PyQt6.QtWidgets import QApplication, QWidget

from floorapp.operations.faults import LogbookFault
from floorapp.ui.live.app import App
from floorapp.ui.live.context import Setting
from floorapp.ui.live.drafts import read_kept, replace_kept
from floorapp.ui.live.one_window import OneWindow
from floorapp.ui.live.writer import BUG, BugTrouble
from floorapp.ui.look import Look
from floorapp.ui.theme import Wardrobe
from floorapp.ui.tokens import DARK

log = logging.getLogger(__name__)


def dressed() -> tuple[QApplication, Look]:
    """The one application in its look, dark until somebody turns it."""
    application = QApplication.instance() or QApplication(["floorapp"])
    assert isinstance(application, QApplication)
    look = application.property("look")
    if not isinstance(look, Look):
        look = Look(DARK)
        look.setParent(application)
        application.setProperty("look", look)
        application.setProperty("wardrobe", Wardrobe(application, look))
    elif look.tokens is not DARK:
        look.wear(tokens=DARK)
    return application, look


def catch_everything(tell: Callable[[BugTrouble], None]) -> Callable[[], None]:
    """Log whatever nobody caught, whole, and let the floor go on; answers how to undo it."""
    before = sys.excepthook, threading.excepthook

    def caught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            before[0](kind, error, trace)
            return
        if isinstance(error, LogbookFault):  # expected: said in its own words
            log.error("the logbook did not answer", exc_info=(kind, error, trace))
            tell(BugTrouble(error.happened, error.means, error.todo, logbook=True))
            return
        log.critical("an unexpected error", exc_info=(kind, error, trace))
        tell(BUG)

    def in_thread(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            caught(args.exc_type, args.exc_value, args.exc_traceback)

    sys.excepthook, threading.excepthook = caught, in_thread

    def undo() -> None:
        sys.excepthook, threading.excepthook = before

    return undo


#: As large as the window would like to be.
WIDE, TALL = 1440, 900


def show_whole(window: QWidget, kept: Path | None = None, *, kiosk: bool = False) -> None:
    """Show the window where it was left; at first as it was drawn; a smaller screen it fills, with nothing beyond.

    As a kiosk it is the whole screen, without a frame.
    """
    if kiosk:
        window.showFullScreen()
        return
    where = str(read_kept(kept).get("window", "")) if kept is not None else ""
    if where and window.restoreGeometry(QByteArray.fromHex(where.encode())):
        window.show()
        return
    screen = window.screen()
    room = screen.availableGeometry().size() if screen is not None else QSize(WIDE, TALL)
    window.resize(QSize(WIDE, TALL).boundedTo(room))
    if room.width() < WIDE or room.height() < TALL:
        window.showMaximized()
    else:
        window.show()


def _bring_up(window: QWidget) -> None:
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    window.activateWindow()


class WhenClosed(QObject):
    """Ends the program when its window is closed, and keeps where it stood for the next start."""

    def __init__(self, app: App, kept: Path | None) -> None:
        super().__init__(app)
        self._app, self._kept = app, kept
        app.window.installEventFilter(self)

    def eventFilter(self, watched: QObject | None, event: QEvent | None) -> bool:
        if event is not None and event.type() is QEvent.Type.Close:
            self.keep()
            QApplication.quit()
        return False

    def keep(self) -> None:
        """Write the window's place down by the writer thread."""
        kept, where = self._kept, self._app.window.saveGeometry().toHex().data().decode()
        if kept is not None:
            self._app.writer.run(lambda: replace_kept(kept, json.dumps({"window": where})))


def collect_again() -> None:
    """Look for garbage from now on, though not among what was imported and built: that stays."""
    gc.freeze()
    gc.enable()


def run_app(setting: Setting, name: str, *, kiosk: bool = False) -> int:
    """Open the window and stay until it is closed; a second start brings the first one up."""
    application, look = dressed()
    one = OneWindow(name)
    if one.wake_other():
        return 0
    app = App(look, setting)
    undo = catch_everything(app.writer.troubled.emit)
    one.woken.connect(lambda: _bring_up(app.window))
    one.listen()
    kept = setting.drafts.with_name("window.json") if setting.drafts and not kiosk else None
    closing = WhenClosed(app, kept)
    show_whole(app.window, kept, kiosk=kiosk)
    app.start()
    collect_again()
    try:
        return application.exec()
    finally:
        app.window.removeEventFilter(closing)
        app.stop()
        one.close()
        undo()
