"""What the bench of the windows runs in processes of their own: a bare window, the floor, and an idle floor."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

#: How often in a row an idle floor is measured.
STRETCHES = 3
#: For so long it is waited until the floor was looked through.
SETTLE_SECONDS = 420.0


def bare() -> None:
    """A bare window, with SQLAlchemy imported."""
    import sqlalchemy
    from PyQt6.QtCore import QTimer
    from PyQt6.QtWidgets import QApplication, QWidget

    assert sqlalchemy
    application = QApplication(["bare"])
    window = QWidget()
    window.resize(1440, 900)
    window.show()
    QTimer.singleShot(0, application.quit)
    application.exec()
    window.grab()
    os._exit(0)


def floor(folder: str, idle_seconds: float = 0.0, *, readers: bool = False) -> None:
    """The app on a floor of one's own, until door and floor are painted; then left alone for a while.

    The sample's virtual readers are heard by this process, once the floor was looked through; without them it is at
    rest at once. Of a few stretches the least is told.
    """
    import gc

    gc.disable()  # as the app does until it runs
    from dataclasses import replace

    from PyQt6.QtCore import QTimer

    from floorapp.bootstrap import Places
    from floorapp.commands.tour import EveningClock
    from floorapp.commands.wiring import setting_of
    from floorapp.screens.door import DoorView
    from floorapp.ui.live.app import App
    from floorapp.ui.live.start import collect_again, dressed

    application, look = dressed()
    data, began = Path(folder), time.time()
    places = Places(data, data / "floor.sqlite", "MAIN", sample=False)
    app = App(look, replace(setting_of(places, EveningClock()), listed=lambda _looking: None))
    if idle_seconds and not readers:
        app._beside.timeout.disconnect()
    app.window.resize(1440, 900)
    app.window.show()
    app.start()
    collect_again()
    seen: set[str] = set()
    shares: list[float] = []

    def see(what: str) -> None:
        before = len(seen)
        seen.add(what)
        if len(seen) == 2 != before:
            QTimer.singleShot(0, paint)

    def paint() -> None:
        app.window.grab()
        app.floor.page.grab()
        if idle_seconds:
            QTimer.singleShot(12_000 if readers else 4000, settle if readers else rest)
        else:
            os._exit(0)

    def settle(packs: int = -1) -> None:
        """After its start a floor is looked through, and gaming days without a pack get theirs: that is no rest."""
        looked = places.looked.exists() and places.looked.stat().st_mtime > began
        made = sum(1 for _ in (data / "papers").glob("*.pdf"))
        if (looked and 0 < made == packs) or time.time() > began + SETTLE_SECONDS:
            rest()
        else:
            QTimer.singleShot(20_000, lambda: settle(made))

    def rest() -> None:
        before = time.process_time()
        QTimer.singleShot(int(idle_seconds * 1000), lambda: tell(before))

    def tell(before: float) -> None:
        shares.append((time.process_time() - before) / idle_seconds)
        if len(shares) < STRETCHES:
            rest()
            return
        print(min(shares), flush=True)
        app.stop()  # readers and chores have processes of their own
        os._exit(0)

    app.floor.shown.connect(lambda _shown: see("floor"))
    shows = app.door.sign_in.show_door

    def show_door(view: DoorView) -> None:
        shows(view)
        see("door")

    app.door.sign_in.show_door = show_door  # type: ignore[method-assign]
    application.exec()


if __name__ == "__main__":
    if sys.argv[1] == "bare":
        bare()
    floor(sys.argv[2], float(sys.argv[3]) if len(sys.argv) > 3 else 0.0, readers="readers" in sys.argv)
