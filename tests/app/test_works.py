"""Long work runs beside the floor: it says how far it is, ends when cancelled, and tells what went wrong."""

from __future__ import annotations

import threading

from PyQt6.QtCore import Qt

from floorapp.domain.tables import Table
from floorapp.operations.acts import readers
from floorapp.operations.desk import Desk
from floorapp.operations.refusal import Refused, bad_input
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.live.background_work import Running
from tests.acts.floor import PROVED
from tests.app.conftest import HAND, Stage


def test_work_shows_how_far_it_is_while_the_floor_goes_on(stage: Stage) -> None:
    stage.sign_in("flo")
    end, answers = threading.Event(), list[int]()

    def work(snapshot: Snapshot, running: Running) -> int:
        running.far(1, 4)
        assert end.wait(30)
        return len(snapshot.moment.state.find(Table))

    assert stage.app.works.look("count", "Counting tables", work, answers.append)
    assert not stage.app.works.look("count", "Counting tables", work)  # one of a name at a time
    stage.until(stage.app.window.work_bar.isVisible)
    row = stage.app.window.work_bar.rows["count"]
    assert row.cancel.accessibleName() == "Cancel: Counting tables"

    def inspect(desk: Desk) -> object:
        return readers.inspect_reader(desk, table="NJ-01", tampering=False, working=True, proofs=PROVED)

    done: list[object] = []
    stage.app.writer.act(inspect, done.append)
    stage.until(lambda: bool(done))  # an act is saved while the work runs
    end.set()
    stage.until(lambda: bool(answers))
    assert answers[0] >= 3
    assert not stage.app.window.work_bar.isVisible()


def test_work_ends_at_its_next_word_when_it_is_cancelled(stage: Stage) -> None:
    ended: list[str] = []

    def work(running: Running) -> str:
        while True:
            running.far(1, 2)
            threading.Event().wait(0.005)

    stage.app.works.start("long", "Something long", work, ended.append, lambda: ended.append("cancelled"))
    stage.until(stage.app.window.work_bar.isVisible)
    HAND.mouseClick(stage.app.window.work_bar.rows["long"].cancel, Qt.MouseButton.LeftButton)
    stage.until(lambda: bool(ended))
    assert ended == ["cancelled"]
    assert not stage.app.works.names


def test_what_goes_wrong_in_work_is_told(stage: Stage) -> None:
    def refuses(_running: Running) -> None:
        raise Refused(bad_input("That file is not a record of rounds.", "Choose another one."))

    def breaks(_running: Running) -> None:
        raise RuntimeError("a bug")

    banner = stage.app.window.banner
    stage.app.works.start("read", "Reading", refuses)
    stage.until(banner.isVisible)
    assert banner._happened.accessibleName() == "That file is not a record of rounds."
    banner.show_message(None)
    stage.app.works.start("read", "Reading", breaks)
    stage.until(banner.isVisible)
    assert "RuntimeError" not in banner._happened.accessibleName()


def test_closing_the_app_ends_its_works(stage: Stage) -> None:
    begun = threading.Event()

    def work(running: Running) -> None:
        while True:
            begun.set()
            running.far(0)
            threading.Event().wait(0.005)

    stage.app.works.start("long", "Something long", work)
    assert begun.wait(30)
    stage.app.stop()  # the thread is gone, or the house rule on threads fails this test
    assert not stage.app.works.names
