"""Starting: where things lie, what is said without a display, one window a floor, and the hooks."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from floorapp.bootstrap import UnusablePlace, find_places
from floorapp.ui.live.one_window import OneWindow
from floorapp.ui.live.start import catch_everything
from floorapp.ui.live.writer import BugTrouble

ROOT = Path(__file__).parents[2]


def test_an_option_beats_a_variable_beats_the_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLOORAPP_DATA", str(tmp_path / "variable"))
    assert find_places().data == tmp_path / "variable"
    assert find_places(data=str(tmp_path)).data == tmp_path
    (tmp_path / "settings.toml").write_text('database = "elsewhere.sqlite"\nstation = "PIT-2"\n')
    placed = find_places(data=str(tmp_path))
    assert placed.database.name == "elsewhere.sqlite"
    assert placed.station == "PIT-2"
    monkeypatch.setenv("FLOORAPP_DATABASE", str(tmp_path / "third.sqlite"))
    assert find_places(data=str(tmp_path)).database == tmp_path / "third.sqlite"
    assert find_places(data=str(tmp_path), database="fourth.sqlite").database.name == "fourth.sqlite"


def test_the_sample_lives_in_a_folder_of_its_own(tmp_path: Path) -> None:
    placed = find_places(data=str(tmp_path), sample=True)
    assert placed.database == tmp_path / "sample" / "floor.sqlite"


def test_what_cannot_be_opened_is_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(UnusablePlace, match="postgresql://USER"):
        find_places(data=str(tmp_path), database="mysql://floor")
    (tmp_path / "settings.toml").write_text("not toml")
    with pytest.raises(UnusablePlace, match="settings.toml"):
        find_places(data=str(tmp_path))


def test_without_a_display_it_says_so(tmp_path: Path) -> None:
    plain = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    run = subprocess.run(
        [sys.executable, "-m", "floorapp", "--data", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=ROOT,
        env=plain | {"QT_QPA_PLATFORM": "offscreen"},
    )
    assert run.returncode == 1
    assert "no display" in run.stderr
    assert not list(tmp_path.iterdir())


def test_a_second_start_brings_the_first_window_up(qtbot: QtBot, tmp_path: Path) -> None:
    first, second = OneWindow(str(tmp_path)), OneWindow(str(tmp_path))
    assert not first.wake_other()
    first.listen()
    with qtbot.waitSignal(first.woken, timeout=30_000):
        assert second.wake_other()
    first.close()
    assert not second.wake_other()


def test_what_nobody_expected_is_logged_whole_and_told(caplog: pytest.LogCaptureFixture) -> None:
    told: list[BugTrouble] = []
    undo = catch_everything(told.append)
    try:
        with caplog.at_level(logging.CRITICAL):
            sys.excepthook(ValueError, ValueError("on the screen"), None)
            thread = threading.Thread(target=_fail)
            thread.start()
            thread.join()
    finally:
        undo()
    assert len(told) == 2
    assert "on the screen" in caplog.text and "on a thread" in caplog.text
    assert "Error" not in told[0].happened


def _fail() -> None:
    raise RuntimeError("on a thread")
