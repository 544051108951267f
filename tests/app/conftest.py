"""A small house with the real window on it: a driven clock, a cheap hasher, keys and waiting.

With `--on postgresql` the window stands at a station of a server, to which the house was moved.
"""

from __future__ import annotations

import shutil
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PyQt6.QtCore import QEvent, QEventLoop, Qt, QTimer
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from db.server_link import ServerLink
from db.station import COPY, StationStore
from db.store import Store, open_store
from floorapp.domain.incidents import Attachment
from floorapp.domain.property import Place
from floorapp.domain.tables import Fixture, Post, ShufflingMethod
from floorapp.operations.acts import assignments, shoes, tables
from floorapp.operations.desk import Desk
from floorapp.operations.moment import Moment, moment_of
from floorapp.screens.forms import Act
from floorapp.screens.keys import ANYWHERE, KEYS
from floorapp.ui.live.app import App
from floorapp.ui.live.context import Setting
from floorapp.ui.live.start import dressed
from floorapp.ui.live.writer import Opened, Opening
from tests.acts.floor import LIMITS, PASSWORD, CheapHasher, DrivenClock, Floor, furnish
from tests.acts.rulebooks import RULEBOOKS
from tests.sample.conftest import evening as evening
from tests.stations.databases import floor_at
from tests.waiting import looks

HAND: Any = QTest
KEY = Qt.Key
MANY = 60


class OffTheUiThread(Store):
    """A store that fails when it is asked on the UI thread."""

    @classmethod
    def of(cls, path: Path) -> OffTheUiThread:
        plain = open_store(path)
        return cls(plain.engine, plain.station)

    def _on_writer(self) -> None:
        assert threading.current_thread() is not threading.main_thread(), "a database call on the UI thread"

    def writing(self, act: str = "", files: tuple[Attachment, ...] = ()) -> Any:
        self._on_writer()
        return super().writing(act, files)

    def reading(self) -> Any:
        self._on_writer()
        return super().reading()

    def page(self, **asked: Any) -> Any:
        self._on_writer()
        return super().page(**asked)


class StationOffTheUiThread(OffTheUiThread, StationStore):
    """The same of a station on a server."""


def on_the_ui_thread(event: str, args: tuple[Any, ...], folder: Path, frames: Iterable[str]) -> bool:
    """Whether an audited call opens a file of this floor from a window's own code."""
    if event != "open" or not args or not str(args[0]).startswith(str(folder)):
        return False
    return any("/floorapp/ui/" in frame for frame in frames)


#: The floor that is watched, and what was touched on the UI thread; an audit hook stays for good.
_WATCHED: dict[Path, list[str]] = {}


def _watch(event: str, args: tuple[Any, ...]) -> None:
    if event != "open" or not _WATCHED or threading.current_thread() is not threading.main_thread():
        return
    frame, frames = sys._getframe(), list[str]()
    while frame is not None:
        frames.append(frame.f_code.co_filename)
        frame = frame.f_back  # type: ignore[assignment]
    for folder, touched in _WATCHED.items():
        if on_the_ui_thread(event, args, folder, frames):
            touched.append(str(args[0]))


sys.addaudithook(_watch)


def _nothing() -> None:
    return


def live_until(holds: Callable[[], bool]) -> None:
    """Let the window live until something is so; asleep until something happens, and looking up now and then."""
    looking_up = QTimer()
    looking_up.start(5)
    for _ in looks():
        if holds():
            return
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    raise AssertionError("waited in vain")


@dataclass
class Stage:
    """The app on a copy of the house, and a hand on its keyboard."""

    bot: QtBot
    app: App
    clock: DrivenClock
    #: The floor's file, or its server; and the folder with everything else.
    where: Path | str
    folder: Path
    keys: int = 0
    entries: list[str] = field(default_factory=list)
    touched: list[str] = field(default_factory=list)

    @property
    def path(self) -> Path:
        """The floor's file; a floor on a server has its copy."""
        return self.where if isinstance(self.where, Path) else self.folder / COPY

    def settle(self) -> None:
        """Let everything asked be answered."""
        for _round in range(3):
            done: list[None] = []
            self.app.writer.run(_nothing, done.append)
            self.until(partial(bool, done))

    def until(self, holds: Callable[[], bool]) -> None:
        live_until(holds)
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)

    @property
    def under_hand(self) -> QWidget:
        """What has the focus; on a display that two workers share, whatever this window would give it to.

        QTest ends the whole process when it is given no widget.
        """
        window = self.app.window
        return QApplication.focusWidget() or window.focusWidget() or window

    def press(self, *keys: Qt.Key) -> None:
        for key in keys:
            self.keys += 1
            HAND.keyClick(self.under_hand, key)
            self.settle()

    def write(self, text: str) -> None:
        self.keys += len(text)
        HAND.keyClicks(self.under_hand, text)
        self.settle()

    def sign_in(self, handle: str) -> None:
        """By the keys alone, from the door."""
        self.until(lambda: self.app.window.pages.currentWidget() is not None)
        self.settle()
        self.app.door.sign_in.setFocus()
        self.write(handle)
        self.press(KEY.Key_Return)
        self.write(PASSWORD)
        self.press(KEY.Key_Return)
        self.until(lambda: self.app.inside)
        self.settle()

    def read(self, kind: type[Any], *key: str) -> Any:
        """A thing of the state, through the app's own writer."""
        return self.ask(lambda snapshot: snapshot.moment.state.get(kind, *key))

    def ask(self, question: Callable[[Any], Any]) -> Any:
        """What a snapshot answers, through the app's own writer."""
        found: list[Any] = []
        self.app.writer.ask(question, found.append)
        self.until(lambda: bool(found))
        return found[0]


@pytest.fixture(autouse=True, scope="session")
def every_key_is_on_the_card() -> Iterator[None]:
    """Wherever a test goes, nothing is offered under a key that is not in the table of keys."""
    offer, missing = App._offer, set[tuple[str, str, str]]()

    def noted(app: App, acts: tuple[Act, ...]) -> None:
        if app.sheets.sheet is None:
            known = {(act.name, act.key) for act in KEYS[app.now.name]}
            everywhere = {("all keys", "?"), *((act.name, act.key) for act in ANYWHERE)}
            missing.update(
                (app.now.name, act.name, act.key) for act in acts if (act.name, act.key) not in known | everywhere
            )
            assert len(acts) == len({act.key for act in acts}), "one key does one thing at a time"
        offer(app, acts)

    App._offer = noted  # type: ignore[method-assign,assignment]
    yield
    App._offer = offer  # type: ignore[method-assign]
    assert missing == set(), "the table of keys, and so the keyboard card, is not whole"


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A furnished house, made once, with FB-01 dealing, a fresh set beside its shoe, and FB-03 ready to open."""
    path = tmp_path_factory.mktemp("house") / "floor.sqlite"
    furnish(path)
    floor = Floor(open_store(path), path)
    (red,) = floor.open("FB-01", "red")
    shoes.begin_shoe(floor.desk("flo"), table="FB-01", deck_set=red)
    floor.stock("FB-01", "blue")
    floor.ready("FB-03", "red")
    assignments.assign(floor.desk("sam"), table="NJ-01", post=Post.FLOORPERSON, person="flo")
    floor.store.close()
    return path


@pytest.fixture(scope="session")
def sixty(house: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same house with sixty more tables, all the shift manager's to inspect."""
    path = tmp_path_factory.mktemp("sixty") / "floor.sqlite"
    shutil.copy(house, path)
    floor = Floor(open_store(path), path)
    desk = floor.desk("ada")
    for number in range(MANY):
        name = f"X-{number:02d}"
        tables.add_table(
            desk,
            table=name,
            pit="P1",
            place=Place(56 + number % 10 * 96, 400 + number // 10 * 96),
            rulebook="pa-590",
            boxes=6,
            decks=6,
            method=ShufflingMethod.BY_HAND,
            limits=LIMITS,
        )
        tables.fit_equipment(desk, table=name, fixture=Fixture.READER, serial=f"RD-{name}")
    floor.store.close()
    return path


Opens = Callable[[Path | None, DrivenClock], tuple[Path | str, Opening]]


@pytest.fixture
def opens(request: pytest.FixtureRequest, database: str, tmp_path: Path) -> Iterator[Opens]:
    """How the app opens a copy of a house, or an empty floor: on a file, or at a station of the server."""
    found: list[Path | str] = []
    with ExitStack() as ending:

        def opens(house: Path | None, clock: DrivenClock) -> tuple[Path | str, Opening]:
            if not found:  # an app that is opened again finds what it left
                found.append(ending.enter_context(floor_at(request, database, house, tmp_path)))
            return found[0], lambda _progress: _opened(found[0], tmp_path, clock)

        yield opens


def _opened(where: Path | str, folder: Path, clock: DrivenClock) -> Opened:
    store = (
        OffTheUiThread.of(where) if isinstance(where, Path) else StationOffTheUiThread(where, folder, station="MAIN")
    )
    opened = Opened(Desk(logbook=store, clock=clock, hasher=CheapHasher(), rulebooks=RULEBOOKS), store)
    if isinstance(store, StationStore):
        store.meet()
        return replace(opened, beside=(ServerLink(store),), stationed=store)
    return opened


@pytest.fixture
def stage_on(qtbot: QtBot, opens: Opens, tmp_path: Path) -> Iterator[Callable[[Path | None], Stage]]:
    """Starts the app on a copy of a house, or on an empty floor."""
    stages: list[Stage] = []

    def start(house: Path | None) -> Stage:
        clock = DrivenClock()
        _application, look = dressed()
        where, opening = opens(house, clock)
        app = App(look, Setting(opening, drafts=tmp_path / "drafts.json"))
        app.window.resize(1366, 768)
        app.window.show()
        app.window.activateWindow()
        app.start()
        stages.append(Stage(qtbot, app, clock, where, tmp_path, touched=_WATCHED.setdefault(tmp_path, [])))
        live_until(lambda: app.floor.view is not None)
        stages[-1].settle()
        return stages[-1]

    yield start
    for stage in stages:
        stage.app.stop()
        stage.app.window.hide()
        stage.app.window.deleteLater()
        stage.app.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    touched = _WATCHED.pop(tmp_path, [])
    assert touched == [], "files of the floor were opened on the UI thread"


@pytest.fixture
def stage(stage_on: Callable[[Path | None], Stage], house: Path) -> Stage:
    """The app on the small house."""
    return stage_on(house)


@pytest.fixture
def moment_at(house: Path, tmp_path: Path) -> Iterator[Callable[[datetime], Moment]]:
    """The house as it stands, at any instant."""
    path = tmp_path / "moment.sqlite"
    shutil.copy(house, path)
    store = open_store(path)
    with store.reading() as state:
        yield lambda now: moment_of(state, now, None, RULEBOOKS)
    store.close()
