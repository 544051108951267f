"""The audit screen on the real window: verified while the floor goes on, recorded, and open at the dispute desk."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

from floorapp.operations.acts.rounds import import_rounds
from floorapp.operations.facts.audits import AuditMade
from floorapp.ui.live.audit_place import AuditPlace
from floorapp.ui.tokens import State
from tests.app.conftest import KEY, Stage
from tests.audit.tables import dealt

DEALT = 120


def place(stage: Stage) -> AuditPlace:
    found = stage.app.places["audit"]
    assert isinstance(found, AuditPlace)
    return found


def deal(stage: Stage) -> None:
    """Two hours of rounds at FB-01 up to now, one of them paid wrongly."""
    since = stage.clock.now() - timedelta(minutes=DEALT)
    records = list(dealt("FB-01", "pa-590", DEALT, since))
    records[7]["boxes"][0]["reported"][0]["net"] += 500
    lines = [json.dumps(each).encode() for each in records]
    stage.app.writer.act(lambda desk: import_rounds(desk, source="evening.jsonl", lines=lines))
    stage.settle()


def on_record(stage: Stage) -> int:
    """How many audits are entries."""
    found: list[int] = []
    stage.app.writer.ask(
        lambda looking: sum(isinstance(each.fact, AuditMade) for each in looking.book.page(limit=20)), found.append
    )
    stage.until(lambda: bool(found))
    return found[0]


def audited(stage: Stage) -> AuditPlace:
    stage.app.go("audit", "")
    stage.settle()
    made = place(stage)
    made.audit.period.setCurrentIndex(1)
    stage.press(KEY.Key_F9)
    stage.until(lambda: made.result is not None and "audit" not in stage.app.works.names)
    stage.settle()
    stage.app.refresh()
    stage.settle()
    return made


def test_rounds_are_verified_recorded_and_the_wrong_one_opens_at_the_dispute_desk(stage: Stage) -> None:
    stage.sign_in("sam")
    deal(stage)
    made = audited(stage)
    view = made.view
    assert view is not None and made.result is not None
    assert made.result.found.rounds == DEALT
    (wrong,) = view.wrong
    assert (wrong.id, wrong.table, wrong.state) == ("FB-01/8", "FB-01", State.ALARM)
    assert "$5.00" in wrong.says or "reported" in wrong.says
    (recorded,) = view.made
    assert (recorded.rounds, recorded.wrong) == (str(DEALT), "1")
    assert on_record(stage) == 1
    made.do("open")
    stage.settle()
    assert stage.app.now.name == "disputes"


def test_pressing_an_outcome_in_the_chart_lists_its_rounds(stage: Stage) -> None:
    stage.sign_in("sam")
    deal(stage)
    made = audited(stage)
    made._choose_tab("watched")
    stage.settle()
    row = made.audit.watched.rows_model.rows[0]
    seen = max(row.odds.bars, key=lambda bar: bar.seen)
    made.audit.chart_panel.chart.chosen.emit(seen.outcome)
    stage.until(lambda: made.tab == "shown" and not stage.app.works.names)
    stage.settle()
    assert made.view is not None
    assert len(made.view.shown) == round(seen.seen * int(row.rounds.replace(",", "")))
    assert {each.table for each in made.view.shown} == {"FB-01"}


def test_rounds_at_a_table_that_never_opened_are_in_the_negative_log(stage: Stage) -> None:
    stage.sign_in("sam")
    deal(stage)
    made = audited(stage)
    assert made.view is not None
    assert [(each.table, each.rounds) for each in made.view.breaches][:1] == [("FB-01", str(DEALT))]


def test_a_floorperson_is_refused_and_nothing_runs(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.go("audit", "")
    stage.settle()
    stage.press(KEY.Key_F9)
    stage.until(lambda: not stage.app.works.names)
    stage.settle()
    assert place(stage).result is None
    assert on_record(stage) == 0


def test_a_file_is_verified_and_named_in_the_entry_by_its_digest(stage: Stage, tmp_path: Path) -> None:
    stage.sign_in("sam")
    records = list(dealt("FB-01", "pa-590", 30, stage.clock.now()))
    records[3]["boxes"][0]["reported"][0]["net"] += 500
    file = tmp_path / "evening.jsonl"
    file.write_text("".join(json.dumps(each) + "\n" for each in records))
    stage.app.go("audit", "")
    stage.settle()
    made = place(stage)
    made.verify_named(file)
    stage.until(lambda: made.result is not None and not stage.app.works.names)
    stage.settle()
    stage.app.refresh()
    stage.settle()
    assert made.view is not None and [each.id for each in made.view.wrong] == ["FB-01/4"]
    assert [tab.name for tab in made.view.tabs] == ["wrong", "made"]
    assert [each.what for each in made.view.made] == ["file evening.jsonl"]
    made.result = None
    made.verify_named(tmp_path / "gone.jsonl")
    stage.until(lambda: not stage.app.works.names)
    stage.settle()
    assert made.result is None and on_record(stage) == 1
