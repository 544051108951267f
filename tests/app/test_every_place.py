"""Every place of the app, as places land: at 1366×768 and at 200 %, dark and light, empty and full.

A place that needs a subject to show something names one in `SUBJECTS`; it must also cope with none.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import UTC
from functools import partial
from pathlib import Path

import pytest
from PyQt6.QtCore import QEvent
from PyQt6.QtWidgets import QApplication, QWidget

from db.store import open_store
from floorapp.bootstrap import Places, rulebooks, sample_plan
from floorapp.commands.paper_office import office_of
from floorapp.commands.seals import sealing_of
from floorapp.operations.acts import house, sessions
from floorapp.operations.desk import Change, Desk
from floorapp.operations.papers.office import Office
from floorapp.screens.shell import RAIL
from floorapp.ui.live.app import App
from floorapp.ui.live.context import Setting
from floorapp.ui.live.door import SHIFTS
from floorapp.ui.live.places import PLACES
from floorapp.ui.live.start import dressed
from floorapp.ui.live.writer import Opened, Progress
from floorapp.ui.tokens import DARK, LIGHT
from floorapp.ui.widgets.folding_page import FoldingPage
from tests.acts.floor import PASSWORD, PIN, CheapHasher, DrivenClock
from tests.app.conftest import live_until
from tests.sample.conftest import EVENING
from tests.test_words import misspoken
from tests.ui.checks import cut_off, nameless, out_of_tab_order, sideways, small, sticking_out, words_shown

#: What a place is entered about on the sample floor.
SUBJECTS = {"report": "FB-03", "table": "FB-03", "opening": "DU-07", "record": "person/ortiz", "disputes": "FB-03"}
#: How the words of the F-keys begin, everywhere; what cannot be done there is grey and says why.
MEANS: dict[str, str | tuple[str, ...]] = {
    "F2": "Inspect",
    "F3": ("Change decks", "Deliver cards"),
    "F4": "Next shoe",
    "F5": "Report",
    "F6": "Dispute",
    "F7": ("Open", "Close", "Resume"),
    "F8": "Print",
}
#: Where people stand while they work.
FLOOR_SCREENS = ("floor", "table", "opening", "inspect", "decks", "shufflers", "report", "incidents", "alarms")
NAMES = sorted({*PLACES, *(entry.name for entry in RAIL)})
#: Who looks: the sample's shift manager of the evening.
MANAGER = "hale"


class Walk:
    """The app on one floor at one scale."""

    def __init__(self, app: App, full: bool) -> None:
        self.app, self.full = app, full

    def settle(self) -> None:
        for _round in range(3):
            done: list[bool] = []
            self.app.writer.run(lambda: True, done.append)
            live_until(partial(bool, done))
            live_until(lambda: not self.app.works.names)
            for event in (QEvent.Type.LayoutRequest, QEvent.Type.DeferredDelete):
                QApplication.sendPostedEvents(None, event)


def _begin(desk: Desk) -> Change:
    sessions.make_first_administrator(desk, handle="ada", name="Ada Admin", password=PASSWORD, pin=PIN)
    sessions.sign_in(desk, name="ada", password=PASSWORD)
    return house.set_property(desk, name="Riverbend", zone="America/New_York", shifts=SHIFTS)


def _be(desk: Desk) -> Change:
    return sessions.sign_in(desk, name=MANAGER, password=sample_plan().password)


FULL, EMPTY, FULL_AT_TWICE, EMPTY_AT_TWICE = (True, 1.0), (False, 1.0), (True, 2.0), (False, 2.0)


def on(*walks: tuple[bool, float]) -> pytest.MarkDecorator:
    """On which floors, and at which scale, a test is walked."""
    ids = [f"{'full' if full else 'empty'}-{scale:.0%}" for full, scale in walks]
    return pytest.mark.parametrize("walk", walks, ids=ids, indirect=True, scope="module")


@pytest.fixture(scope="module")
def walk(request: pytest.FixtureRequest, evening: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    """The real window on the sample or on a floor with nothing in it, signed in."""
    full, scale = request.param
    path = tmp_path_factory.mktemp("walk") / "floor.sqlite"
    if full:
        shutil.copy(evening, path)
    offices: list[Office] = []
    places = Places(path.parent, path, "PIT2", sample=False)

    def opening(_progress: Progress) -> Opened:
        store = open_store(path, station="PIT2")
        clock = DrivenClock(EVENING.astimezone(UTC))
        offices.append(office_of(places, store, clock, lambda: sealing_of(places, store, clock)))
        desk = Desk(logbook=store, clock=clock, hasher=CheapHasher(), rulebooks=rulebooks())
        (_be if full else _begin)(desk)
        return Opened(desk, store)

    _application, look = dressed()
    look.wear(tokens=DARK, scale=scale)
    app = App(look, Setting(opening, office=lambda: offices[0]))
    app.window.resize(1366, 768)
    app.window.show()
    app.window.activateWindow()
    app.start()
    made = Walk(app, full)
    live_until(lambda: app.floor.view is not None)
    made.settle()
    app.door._enter()
    made.settle()
    yield made
    app.stop()
    app.window.hide()
    app.window.deleteLater()
    app.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    look.wear(tokens=DARK, scale=1.0)


@pytest.mark.parametrize("name", NAMES)
@on(FULL, EMPTY, FULL_AT_TWICE, EMPTY_AT_TWICE)
def test_every_place_is_named_reached_pressed_and_read(walk: Walk, name: str) -> None:
    app, window = walk.app, walk.app.window
    app.go(name, SUBJECTS.get(name, "") if walk.full else "")
    walk.settle()
    assert app.now.name == name
    assert not window.banner.isVisible(), window.banner._happened.accessibleName()
    assert (window.width(), window.height()) == (1366, 768)
    assert [other for other in QApplication.topLevelWidgets() if other.isVisible()] == [window], "one window"
    assert nameless(window) == []
    assert out_of_tab_order(window) == []
    assert small(window) == []
    assert cut_off(window) == []
    assert sticking_out(window) == []
    offered = {act.key: act for act in app.all_acts()}
    for key, words in MEANS.items():
        assert offered[key].words.startswith(words), f"{key} means one thing everywhere"
    assert sideways(window) == []


@pytest.mark.parametrize("name", NAMES)
@on(FULL, EMPTY)
def test_every_place_speaks_as_an_american_floor_does(walk: Walk, name: str) -> None:
    """No 24-hour time, no ISO date and no word of the old column under the defaults; a sheet with every key too."""
    app = walk.app
    app.go(name, SUBJECTS.get(name, "") if walk.full else "")
    walk.settle()
    shown = words_shown(app.window)
    assert len(shown) > 10
    app.sheets.show_keys(app.all_acts())
    walk.settle()
    shown |= words_shown(app.window)
    app.sheets.close()
    assert [(text, found) for text in shown if (found := misspoken(text))] == []


@pytest.mark.parametrize("name", NAMES)
@on(FULL)
def test_a_sheet_keeps_the_keys_whatever_the_page_behind_it_shows_anew(walk: Walk, name: str) -> None:
    """An answer that came late gave the focus to the page behind: what was typed wrote there."""
    app = walk.app
    app.go("floor", "")
    walk.settle()
    app.go(name, SUBJECTS.get(name, ""))
    app.sheets.show_keys(app.all_acts())
    sheet = app.sheets.sheet
    assert sheet is not None
    for _answer in ("the first", "one that comes later"):
        walk.settle()
        under = app.window.focusWidget()
        assert app.sheets.sheet is sheet and under is not None
        assert sheet is under or sheet.isAncestorOf(under), type(under).__name__
        app.now.forget_question()
        app.now.refresh()
    app.sheets.close()


@pytest.mark.parametrize("name", FLOOR_SCREENS)
@on(FULL)
def test_a_floor_screen_folds_when_its_window_is_made_narrow_and_unfolds_again(walk: Walk, name: str) -> None:
    app, window = walk.app, walk.app.window
    app.go(name, SUBJECTS.get(name, ""))
    walk.settle()
    for width in (1366, 700, 1366):
        window.resize(width, 768)
        walk.settle()
        page = app.now.page
        assert isinstance(page, FoldingPage) and page.narrow == (width == 700)
        assert sideways(window) == []
        assert cut_off(window) == []
    window.resize(1366, 768)
    walk.settle()


@on(FULL, EMPTY)  # colours do not depend on the scale
def test_every_place_is_dark_in_the_dark_and_light_in_the_light(walk: Walk) -> None:
    """Both themes over all places; dressing a window anew is slow, so each is worn once."""
    app, look = walk.app, walk.app.look
    wrong = []
    for tokens in (LIGHT, DARK):
        look.wear(tokens=tokens)
        for name in NAMES:
            app.go(name, SUBJECTS.get(name, "") if walk.full else "")
            walk.settle()
            seen = _middle(app.now.page)
            if not (seen > 200 if tokens is LIGHT else seen < 60):
                wrong.append((tokens.name, name, seen))
    assert wrong == []


def _middle(page: QWidget) -> int:
    """How light a page mostly is."""
    shown = page.grab().toImage()
    dots = [shown.pixelColor(x, y) for x in range(3, shown.width(), 31) for y in range(3, shown.height(), 29)]
    return sorted(dot.lightness() for dot in dots)[len(dots) // 2]
