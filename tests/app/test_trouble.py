"""A lost database, a full disk, a foreign file: said in words, with what still works; drafts outlive all of it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PyQt6.QtCore import QEvent
from PyQt6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from floorapp.bootstrap import Places, SystemClock
from floorapp.commands.wiring import setting_of
from floorapp.operations.faults import LogbookFault
from floorapp.ui.live.app import App
from floorapp.ui.live.start import dressed
from tests.acts.floor import PASSWORD, PIN
from tests.app.conftest import KEY, OffTheUiThread, Stage, live_until
from tests.app.test_flows import shown_page

FULL = LogbookFault("The disk is full.", "Nothing was recorded.", "Make room, then do it again.")


def said(stage: Stage) -> str:
    banner = stage.app.window.banner
    return f"{banner._happened.accessibleName()} {banner._meaning.accessibleName()}" if banner.isVisible() else ""


@contextmanager
def failing(monkeypatch: pytest.MonkeyPatch, *names: str) -> Iterator[None]:
    """The store does not answer; it does again afterwards."""

    def fails(*_a: Any, **_k: Any) -> Any:
        raise FULL

    with monkeypatch.context() as patch:
        for name in names:
            patch.setattr(OffTheUiThread, name, fails)
        yield


def test_a_lost_database_says_what_still_works_and_its_return_is_seen(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage.sign_in("flo")
    shown = stage.app.floor.floor._plan
    with failing(monkeypatch, "reading", "writing"):
        stage.app.refresh()
        stage.until(lambda: "The disk is full." in said(stage))
        assert "drafts and help still work" in said(stage)
        assert "no answer" in stage.app.window.header._health_cells[0].accessibleName()
        assert stage.app.floor.floor._plan is shown  # what stands on the screen stays
    stage.app.refresh()
    stage.until(lambda: not said(stage))
    assert "no answer" not in stage.app.window.header._health_cells[0].accessibleName()


def test_an_act_on_a_full_disk_is_not_called_saved_and_its_form_stays(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage.sign_in("flo")
    stage.app.go("inspect", "FB-01")
    stage.settle()
    stage.press(KEY.Key_N)
    stage.write("lens is cracked")
    before = stage.app.window.act_bar._saved.accessibleName()
    stage.press(KEY.Key_Return, KEY.Key_N)  # on to the signs of tampering: no
    with failing(monkeypatch, "writing"):
        stage.press(KEY.Key_F9)
        stage.until(lambda: "The disk is full." in said(stage))
    assert stage.app.window.act_bar._saved.accessibleName() == before
    asking = stage.app.sheets.asking
    assert asking is not None and asking.fields["says"].text == "lens is cracked"
    stage.press(KEY.Key_F9)
    stage.until(lambda: stage.app.sheets.sheet is None)
    assert stage.app.window.act_bar._saved.accessibleName() != before


def test_a_draft_waits_for_its_writer_through_a_change_of_person(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.go("inspect", "FB-01")
    stage.settle()
    stage.press(KEY.Key_N)
    stage.write("lens is")
    stage.app.door.show_sign_in()
    stage.until(lambda: not stage.app.inside)
    stage.sign_in("sam")
    assert stage.app.sheets.asking is None  # another one's words are not on the screen
    stage.app.go("inspect", "FB-01")
    stage.settle()
    stage.press(KEY.Key_N)
    assert stage.app.sheets.asking is not None
    assert stage.app.sheets.asking.fields["says"].text == ""
    stage.press(KEY.Key_Escape)
    stage.app.door.show_sign_in()
    stage.until(lambda: not stage.app.inside)
    stage.sign_in("flo")
    stage.app.go("inspect", "FB-01")
    stage.settle()
    stage.press(KEY.Key_N)
    assert stage.app.sheets.asking is not None
    assert stage.app.sheets.asking.fields["says"].text == "lens is"


def test_a_draft_outlives_a_crash(stage_on: Callable[[Path | None], Stage], house: Path) -> None:
    first = stage_on(house)
    first.sign_in("flo")
    first.app.go("inspect", "FB-01")
    first.settle()
    first.press(KEY.Key_N)
    first.write("lens is")
    first.app.window.hide()  # it is never told to stop
    second = stage_on(None)
    second.sign_in("flo")
    second.app.go("inspect", "FB-01")
    second.settle()
    second.press(KEY.Key_N)
    assert second.app.sheets.asking is not None
    assert second.app.sheets.asking.fields["says"].text == "lens is"


def test_a_disk_that_takes_no_draft_is_told_once(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.drafts._path = stage.path / "under a file" / "drafts.json"
    stage.app.drafts.keep("form/one", {"says": "a"})
    stage.until(lambda: "Drafts cannot be saved" in said(stage))
    stage.app.window.banner.show_message(None)
    stage.app.drafts.keep("form/one", {"says": "ab"})
    stage.settle()
    assert not said(stage)
    assert stage.app.drafts.get("form/one") == {"says": "ab"}


@pytest.fixture
def opened_at(qtbot: QtBot) -> Iterator[Callable[[Path], App]]:
    """The app as `floorapp` opens it on a file."""
    apps: list[App] = []

    def start(path: Path) -> App:
        _application, look = dressed()
        app = App(look, setting_of(Places(path.parent, path, "MAIN", False), SystemClock()))
        apps.append(app)
        app.window.resize(1366, 768)
        app.window.show()
        app.start()
        return app

    yield start
    for app in apps:
        app.stop()
        app.window.hide()
        app.window.deleteLater()
        app.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_a_foreign_file_is_refused_left_alone_and_tried_again(
    qtbot: QtBot, opened_at: Callable[[Path], App], house: Path, tmp_path: Path
) -> None:
    path = tmp_path / "floor.sqlite"
    path.write_bytes(b"holiday photographs")
    app = opened_at(path)
    live_until(app.door.trouble.isVisible)
    page = app.door.trouble
    assert page is not None
    assert "not a logbook" in page._sentence.accessibleName() or "not a logbook" in page._sentence.text()
    assert path.read_bytes() == b"holiday photographs"
    assert page.open_sample.isVisible()
    shutil.copy(house, path)
    page.again.click()
    live_until(lambda: app.window.pages.currentWidget() is app.window._pages["sign in"])


def test_a_folder_that_cannot_be_made_is_told(qtbot: QtBot, opened_at: Callable[[Path], App], tmp_path: Path) -> None:
    (tmp_path / "a file").write_text("in the way")
    app = opened_at(tmp_path / "a file" / "data" / "floor.sqlite")
    live_until(app.door.trouble.isVisible)


def test_no_file_of_the_floor_is_touched_on_the_ui_thread(stage: Stage) -> None:
    """The audit hook of `conftest` watches every test of the app; here it is seen to notice."""
    stage.sign_in("flo")
    assert stage.touched == []
    (stage.path.parent / "drafts.json").exists()
    from tests.app.conftest import on_the_ui_thread

    assert PASSWORD and PIN and shown_page(stage) == "floor"
    assert on_the_ui_thread("open", (str(stage.path), "r", 0), stage.path.parent, ("/x/floorapp/ui/live/app.py",))
    assert not on_the_ui_thread("open", ("/elsewhere", "r", 0), stage.path.parent, ("/x/floorapp/ui/a.py",))
    assert not on_the_ui_thread("open", (str(stage.path), "r", 0), stage.path.parent, ("/x/tests/app/a.py",))


def test_a_sheet_closes_though_what_had_the_keys_before_it_is_gone(stage: Stage) -> None:
    """As a key of the bar that is no longer offered once the page behind has changed."""
    stage.sign_in("sam")
    sheets, gone = stage.app.sheets, QPushButton(stage.app.window)
    gone.show()
    gone.setFocus()
    sheets.show_keys(())
    assert sheets.sheet is not None
    gone.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    sheets.keep_keys(lambda: None)
    sheets.close()
    assert sheets.sheet is None
