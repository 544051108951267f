"""What the station finds by itself reaches the screen of those it concerns; a bug offers to save the diagnostics."""

from __future__ import annotations

import threading
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from floorapp.bootstrap import Places
from floorapp.commands.diagnostics import make_bundle
from floorapp.commands.upkeep import UpkeepThread
from floorapp.commands.wiring import chores_of
from floorapp.domain.duties import Reminded
from floorapp.ui.live.writer import BUG
from tests.app.conftest import Stage
from tests.trust.house import drop_guards, raw


@pytest.mark.files
def test_a_changed_entry_is_an_alarm_on_the_compliance_officers_floor(
    stage_on: Callable[[Path | None], Stage], house: Path
) -> None:
    stage = stage_on(house)
    connection = raw(stage.path)
    drop_guards(connection)
    connection.execute("UPDATE entry SET actor = 'eve' WHERE seq = 5")
    connection.close()
    stage.sign_in("cora")
    places = Places(stage.path.parent, stage.path, "MAIN", True)
    upkeep = UpkeepThread(
        places, stage.clock, lambda log: chores_of(places, log, stage.clock), first_after=0, round_every=0.05
    )
    upkeep.start(stage.app.bridge.tell)
    floor = stage.app.floor
    try:
        stage.until(lambda: floor.view is not None and any("station-logbook" in row.key for row in floor.view.rows))
    finally:
        upkeep.stop()
    assert floor.view is not None
    row = next(row for row in floor.view.rows if "station-logbook" in row.key)
    assert (row.head, row.says) == ("Logbook", "Entries do not match")
    floor.do_row(row.key)
    stage.settle()
    assert stage.read(Reminded, row.key.partition("|")[2]).by == "cora"


def test_a_bug_offers_to_save_the_diagnostics_in_one_click(
    stage_on: Callable[[Path | None], Stage], house: Path, tmp_path: Path
) -> None:
    stage = stage_on(house)
    places, made, threads = Places(tmp_path, stage.path, "MAIN", False), list[Path](), list[str]()

    def diagnose() -> Path:
        threads.append(threading.current_thread().name)
        made.append(make_bundle(places, tmp_path / "bundle.zip"))
        return made[0]

    stage.app._setting = replace(stage.app._setting, diagnose=diagnose)
    stage.app.writer.troubled.emit(BUG)
    stage.settle()
    banner = stage.app.window.banner
    assert banner.act is not None and banner.act.isVisible()
    banner.act.click()
    stage.until(lambda: bool(made) and banner.act is None)
    assert "bundle.zip" in banner._happened.text()
    assert zipfile.ZipFile(made[0]).testzip() is None
    assert threads == ["work diagnostics"], "off the UI thread"
