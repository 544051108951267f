"""An auditor or regulator at the screen: every look is on record."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from db.store import open_store
from floorapp.domain.people import Role
from floorapp.operations.facts.looks import RecordLookedAt
from floorapp.operations.facts.registry import Subject
from tests.acts.floor import Floor, hire
from tests.app.conftest import Stage


def test_what_a_regulator_looks_at_is_on_record_screen_by_screen(
    stage_on: Callable[[Path | None], Stage], house: Path, tmp_path: Path
) -> None:
    path = tmp_path / "looked.sqlite"
    shutil.copy(house, path)
    floor = Floor(open_store(path), path)
    hire(floor, Role.REGULATOR)
    floor.store.close()
    stage = stage_on(path)
    stage.sign_in("reg")
    for place, subject in (("table", "FB-01"), ("incidents", ""), ("papers", "access")):
        stage.app.go(place, subject)
        stage.settle()
    looked = Floor(open_store(stage.path), stage.path)
    entries = looked.store.page(about=Subject("person", "reg"), limit=40)
    seen = [(e.fact.place, e.fact.about) for e in reversed(entries) if isinstance(e.fact, RecordLookedAt)]
    looked.store.close()
    assert ("floor", "") in seen and ("table", "FB-01") in seen and ("papers", "access") in seen
