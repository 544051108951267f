"""Those who only read, and surveillance, at the screen: looks are on record, and no button promises what is refused."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from db.store import open_store
from floorapp.domain.people import Role
from floorapp.operations.entry_sentences import tell_fact
from floorapp.operations.facts.looks import RecordLookedAt
from floorapp.operations.facts.registry import Subject
from floorapp.operations.permissions import MATRIX
from floorapp.screens.acts import for_role
from floorapp.ui.live.other_acts import other_acts
from floorapp.ui.live.places import PLACES
from floorapp.ui.widgets.button import ActButton
from tests.acts.floor import Floor, hire
from tests.acts.test_incidents import report
from tests.app.conftest import Stage
from tests.test_words import old_words


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
    said = {tell_fact(RecordLookedAt(person="reg", place=place, about=""), str).says for place in PLACES}
    assert {"reg looked at reports", "reg looked at shift change", "reg looked at dispute desk"} <= said
    assert [each for each in said if old_words(f"{each} ") or each.endswith(("papers", "handover", "dashboards"))] == []


@pytest.mark.parametrize("role", [Role.AUDITOR, Role.REGULATOR, Role.SURVEILLANCE], ids=str)
def test_who_may_not_do_it_sees_it_unavailable_with_why_at_every_place(
    role: Role, stage_on: Callable[[Path | None], Stage], house: Path, tmp_path: Path
) -> None:
    path = tmp_path / "read.sqlite"
    shutil.copy(house, path)
    floor = Floor(open_store(path), path)
    handle, incident = hire(floor, role), report(floor, floor.desk("flo"))
    floor.store.close()
    stage = stage_on(path)
    stage.sign_in(handle)
    about = {"table": "FB-01", "incidents": incident, "opening": "FB-03"}
    stage.app.floor.select("FB-01")
    wrong = []
    for place in sorted(PLACES):
        stage.app.go(place, about.get(place, ""))
        stage.settle()
        pressed = [each.act for each in stage.app.now.page.findChildren(ActButton) if each.isVisible()]
        for act in (*stage.app.all_acts(), *pressed):
            if not act.refusal and for_role((act,), place, role)[0].refusal:
                wrong.append((place, act.name))
        if place in ("floor", "table", "decks", "incidents"):
            listed = stage.ask(partial(other_acts, place=place, about=about.get(place, "FB-01")))
            wrong += [(place, act.name) for act, _ in listed.acts if not act.refusal and role not in MATRIX[act.name]]
    assert wrong == []
    stage.app.go("floor", "")
    stage.settle()
    said = {act.key: act.refusal for act in stage.app.all_acts()}
    assert "not for your role" in said["F5"] and "not for your role" in said["F2"]
