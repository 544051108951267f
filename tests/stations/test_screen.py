"""The window on a server: the header says how it stands, the floor stays readable, and the UI thread never waits."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep

import pytest
from PyQt6.QtCore import QEvent
from PyQt6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from db.postgres import TO_ANSWER
from db.server_link import ServerLink
from db.station import StationStore
from floorapp.domain.property import Place
from floorapp.operations.acts import house, readers
from floorapp.operations.desk import Desk
from floorapp.ui.live.app import App
from floorapp.ui.live.context import Setting
from floorapp.ui.live.incident_place import IncidentPlace
from floorapp.ui.live.start import dressed
from floorapp.ui.live.writer import Opened, Progress
from tests.acts.floor import PROVED, CheapHasher, DrivenClock
from tests.acts.rulebooks import RULEBOOKS
from tests.app.conftest import Stage
from tests.stations.podium import podium
from tests.stations.proxy import Mode, Proxy
from tests.stations.test_offline import proxy, report, through
from tests.waiting import looks

__all__ = ["proxy"]

#: A window that waited for a dead line would stand still for twice as long.
UNNOTICED = TO_ANSWER / 2
BEAT_SECONDS = 0.005


@pytest.fixture
def stage(qtbot: QtBot, proxy: Proxy, url: str, tmp_path: Path) -> Iterator[Stage]:
    """The app at a station whose line can be cut."""
    folder = tmp_path / "pod"
    folder.mkdir()
    clock = DrivenClock()

    def opening(_progress: Progress) -> Opened:
        assert threading.current_thread() is not threading.main_thread()
        station = StationStore(through(proxy, url), folder, station="POD-1")
        station.meet()
        desk = Desk(logbook=station, clock=clock, hasher=CheapHasher(), rulebooks=RULEBOOKS)
        return Opened(desk, station, (ServerLink(station),), None, station)

    _application, look = dressed()
    app = App(look, Setting(opening, drafts=tmp_path / "drafts.json"))
    app.window.resize(1366, 768)
    app.window.show()
    app.window.activateWindow()
    app.start()
    made = Stage(qtbot, app, clock, url, folder)
    try:
        made.until(lambda: app.floor.view is not None)
        made.settle()
        yield made
    finally:
        app.stop()
        app.window.hide()
        app.window.deleteLater()
        app.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def cells(stage: Stage) -> dict[str, str]:
    view = stage.app.floor.view
    return {} if view is None else {cell.name: cell.word for cell in view.header.health}


@contextmanager
def pulse() -> Iterator[Callable[[], float]]:
    """Seconds this process had meanwhile, counted on another thread: what the whole machine misses is not counted."""
    lived, over = [0], threading.Event()

    def beat() -> None:
        while not over.wait(BEAT_SECONDS):
            lived[0] += 1

    thread = threading.Thread(target=beat)
    thread.start()
    try:
        yield lambda: lived[0] * BEAT_SECONDS
    finally:
        over.set()
        thread.join()


def longest_pause(stage: Stage, holds: Callable[[], bool]) -> float:
    """Let the window live until something holds; the longest time its thread was away while others were not."""
    with pulse() as now:
        longest, last = 0.0, now()
        for _ in looks():
            if holds():
                return longest
            QApplication.processEvents()
            longest, last = max(longest, now() - last), now()
            sleep(BEAT_SECONDS)
    raise AssertionError("waited in vain")


def test_the_header_says_what_is_kept_and_the_window_never_waits(
    stage: Stage, proxy: Proxy, url: str, tmp_path: Path, counted: Callable[[str], None]
) -> None:
    stage.sign_in("flo")
    assert cells(stage)["Database"] == "synced"
    proxy.set(Mode.DEAD)  # the line says nothing any more, and nobody knows
    done: list[object] = []

    def inspect(desk: Desk) -> object:
        return readers.inspect_reader(
            desk, table="FB-01", tampering=False, working=True, proofs=PROVED, instead_of="Nobody was there."
        )

    stage.app.writer.act(inspect, done.append)
    dead = longest_pause(stage, lambda: bool(done) and "Saved on this station" in cells(stage))
    assert cells(stage)["Saved on this station"] == "1 unsent"
    assert cells(stage)["Database"].startswith("as of ")
    assert stage.app.floor.view is not None and stage.app.floor.view.floor.plan.tables
    proxy.set(Mode.REFUSED)
    proxy.set(Mode.OPEN)
    back = longest_pause(stage, lambda: cells(stage).get("Database") == "synced")
    assert cells(stage)["Unsent"] == "0"
    with podium(url, tmp_path / "other", "POD-2") as other:
        other.wait_in_step()
        house.move_pit(other.desk("sam"), pit="P1", name="Seen from afar", place=Place(0, 0))
    seen = longest_pause(stage, lambda: "Seen from afar" in repr(stage.app.floor.view))
    counted(
        f"the UI thread was away for at most {max(dead, back, seen) * 1000:.0f} ms while the line was dead, "
        "came back and another station acted"
    )
    assert max(dead, back, seen) < UNNOTICED


def test_what_must_wait_for_the_server_is_grey_and_says_so_while_the_line_is_cut(
    stage: Stage, proxy: Proxy, url: str, tmp_path: Path
) -> None:
    with podium(url, tmp_path / "other", "POD-2") as other:
        other.wait_in_step()
        number = report(other, "Seen by Flo.")
    stage.sign_in("sam")
    stage.app.go("incidents", number)
    place = stage.app.places["incidents"]
    assert isinstance(place, IncidentPlace)

    def approving() -> tuple[bool, str]:
        """Whether it can be approved here, and what the button says."""
        if place.opened is None or place.opened.number != number or not place.incidents.decision.buttons:
            return False, ""
        button = place.incidents.decision.buttons[0]
        return button.isEnabled(), f"{button.toolTip()} {button.accessibleDescription()}"

    stage.until(lambda: approving()[0])
    proxy.set(Mode.REFUSED)
    stage.until(lambda: "The database does not answer. Do it when the database is back." in approving()[1])
    assert not approving()[0]
    assert cells(stage)["Database"].startswith("as of ")
    stage.app.go("inspect", "")
    stage.until(lambda: stage.app.now.name == "inspect")
    stage.settle()
    assert not any("does not answer" in offer.refusal for offer in stage.app.now.acts()), "stating a fact goes on"
    stage.app.go("incidents", number)
    proxy.set(Mode.OPEN)
    stage.until(lambda: approving()[0])
