"""A podium's window stays open for weeks: what was shown and thrown away is let go of."""

from __future__ import annotations

from PyQt6.QtCore import QEvent
from PyQt6.QtWidgets import QApplication

from tests.app.conftest import KEY, Stage


def test_nothing_thrown_away_still_waits_for_the_next_change_of_theme(stage: Stage) -> None:
    look = stage.app.look

    def followers_after_a_visit() -> int:
        for name in ("report", "disputes", "table", "incidents", "settings", "floor"):
            stage.app.go(name, "FB-01" if name in ("report", "disputes", "table") else "")
            stage.settle()
        stage.press(KEY.Key_Question)  # a sheet over the floor, and gone again
        stage.press(KEY.Key_Escape)
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        return look.receivers(look.changed)

    stage.sign_in("flo")
    followers_after_a_visit()
    once, again, thrice = (followers_after_a_visit() for _visit in range(3))
    assert once == again == thrice
