"""The audit screen on the real window: verified while the floor goes on, recorded, and open at the dispute desk."""

from __future__ import annotations

import json
import threading
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QFileDialog

from floorapp.domain.incidents import Incident
from floorapp.operations.acts.rounds import import_rounds
from floorapp.operations.audit.audit import audit
from floorapp.operations.entry_sentences import tell
from floorapp.operations.facts.audits import AuditMade
from floorapp.screens.audit_rows import RoundRow
from floorapp.screens.states import State
from floorapp.ui.live import audit_place
from floorapp.ui.live.audit_place import AuditPlace
from floorapp.ui.live.report_place import ReportPlace
from tests.acts.floor import PIN
from tests.app.conftest import HAND, KEY, Stage
from tests.audit.tables import dealt

DEALT, WRONG = 120, (7, 30)


def place(stage: Stage) -> AuditPlace:
    found = stage.app.places["audit"]
    assert isinstance(found, AuditPlace)
    return found


def deal(stage: Stage) -> None:
    """Two hours of rounds at FB-01 up to now, two of them paid wrongly."""
    since = stage.clock.now() - timedelta(minutes=DEALT)
    records = list(dealt("FB-01", "pa-590", DEALT, since))
    for wrong in WRONG:
        records[wrong]["boxes"][0]["reported"][0]["net"] += 500
    lines = [json.dumps(each).encode() for each in records]
    stage.app.writer.act(lambda desk: import_rounds(desk, source="evening.jsonl", lines=lines))
    stage.settle()


def on_record(stage: Stage) -> int:
    """How many audits are entries."""
    found: list[int] = []
    stage.app.writer.ask(
        lambda snapshot: sum(isinstance(each.fact, AuditMade) for each in snapshot.book.page(limit=20)), found.append
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
    wrong, other = view.wrong
    assert other.id == "FB-01/31" and (wrong.id, wrong.table, wrong.state) == ("FB-01/8", "FB-01", State.ALARM)
    assert "paid −$10.00" in wrong.says and "should be −$15.00" in wrong.says
    assert view.sentence.endswith(f"{DEALT} rounds verified, {len(WRONG)} with errors.")
    (recorded,) = view.made
    assert (recorded.rounds, recorded.wrong) == (str(DEALT), str(len(WRONG)))
    assert on_record(stage) == 1
    made.do("open")
    stage.settle()
    assert stage.app.now.name == "disputes"


def test_leaving_a_dispute_comes_back_to_the_row_of_the_audit(stage: Stage) -> None:
    stage.sign_in("sam")
    deal(stage)
    made = audited(stage)
    stage.press(KEY.Key_Down)
    stage.press(KEY.Key_F6)
    assert (stage.app.now.name, stage.app.now.back_to) == ("disputes", "audit")
    stage.press(KEY.Key_Escape)
    assert stage.app.now is made
    assert isinstance(made.row, RoundRow) and made.row.id == "FB-01/31"
    assert made.audit.wrong.hasFocus()
    stage.app.go("disputes", "FB-01")
    stage.settle()
    stage.app.go("floor", "")
    stage.app.go("disputes", "FB-03")
    stage.settle()
    stage.app.now.do("back")
    stage.settle()
    assert stage.app.now.name == "table", "whoever came from elsewhere does not go to the audit"


def reporting(stage: Stage) -> ReportPlace:
    stage.until(lambda: stage.app.now.name == "report")
    stage.settle()
    found = stage.app.now
    assert isinstance(found, ReportPlace) and found.view is not None
    return found


def test_what_was_found_is_reported_with_all_that_was_found(stage: Stage) -> None:
    """From the negative log: one key, a look, the PIN."""
    stage.sign_in("sam")
    deal(stage)
    made = audited(stage)
    made._choose_tab("breaches")
    stage.settle()
    assert made.result is not None
    breach = made.result.breaches[0]
    stage.press(KEY.Key_F5)
    report = reporting(stage)
    assert report.view is not None and (report.table, report.view.step) == ("FB-01", 2)
    words = report.report.when.says.toPlainText()
    assert breach.says in words and "119 minutes: 120 rounds" in words
    stage.press(KEY.Key_F9)
    stage.write(PIN)
    stage.press(KEY.Key_Return)
    stage.until(lambda: stage.app.now.name == "incidents")
    incident = stage.read(Incident, "IR-2026-0001")
    assert (incident.title, incident.table) == ("Dealt while the table was closed or stopped", "FB-01")
    assert incident.happened_at == breach.first.replace(second=0, microsecond=0)
    assert (incident.exposure.rounds, incident.exposure.hands) == (breach.rounds, breach.hands) == (DEALT, breach.hands)


def test_a_wrong_round_is_reported_with_its_round_and_what_was_typed_before_stays(stage: Stage) -> None:
    stage.sign_in("sam")
    deal(stage)
    stage.app.go("report", "FB-01")
    stage.settle()
    reporting(stage)._put("says", "something else at this table")
    audited(stage)
    stage.press(KEY.Key_F5)
    report = reporting(stage)
    assert report.view is not None
    assert report.view.value("round") == "FB-01/8" and "FB-01/8" in report.view.value("says")
    assert report.report.when.says.toPlainText() == report.view.value("says")
    stage.press(KEY.Key_Escape)
    assert stage.app.now.name == "audit"
    stage.app.go("report", "FB-01")
    stage.settle()
    assert reporting(stage).typed["says"] == "something else at this table"
    assert report.report.when.says.toPlainText() == "something else at this table"


def test_the_rounds_of_a_breach_are_listed(stage: Stage) -> None:
    stage.sign_in("sam")
    deal(stage)
    made = audited(stage)
    made._choose_tab("breaches")
    stage.settle()
    made.do("open")
    stage.until(lambda: made.tab == "shown" and not stage.app.works.names)
    stage.settle()
    assert made.view is not None and len(made.view.shown) == DEALT
    assert {each.table for each in made.view.shown} == {"FB-01"}


def test_cancelled_in_the_middle_nothing_is_written_and_it_can_be_begun_again(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage.sign_in("sam")
    deal(stage)
    waits, goes = threading.Event(), threading.Event()

    def slow(*asked: Any, **named: Any) -> Any:
        waits.set()
        goes.wait(20)
        return audit(*asked, **named)

    monkeypatch.setattr(audit_place, "audit", slow)
    stage.app.go("audit", "")
    stage.settle()
    stage.press(KEY.Key_F9)
    stage.until(waits.is_set)
    stage.app.works.cancel("audit")
    goes.set()
    stage.until(lambda: not stage.app.works.names)
    stage.settle()
    assert place(stage).result is None and on_record(stage) == 0
    assert audited(stage).result is not None and on_record(stage) == 1


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
    assert not place(stage).audit.begin.isEnabled(), "what cannot be done does not look as if it could"
    stage.press(KEY.Key_F9)
    stage.until(lambda: not stage.app.works.names)
    stage.settle()
    assert place(stage).result is None
    assert on_record(stage) == 0
    view = place(stage).view
    assert view is not None and "F9" not in view.tabs[0].empty and "Ask a shift manager" in view.sentence


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


def test_a_round_that_stands_twice_in_a_file_and_rounds_without_a_name_are_all_listed(
    stage: Stage, tmp_path: Path
) -> None:
    """Files are put together by hand: the list of errors must not break off at the second of a name."""
    stage.sign_in("sam")
    wrong, *_ = dealt("FB-01", "pa-590", 1, stage.clock.now())
    wrong["boxes"][0]["reported"][0]["net"] += 500
    file = tmp_path / "twice.jsonl"
    file.write_text("".join(json.dumps(each) + "\n" for each in (wrong, wrong, {}, {})))
    stage.app.go("audit", "")
    stage.settle()
    made = place(stage)
    made.verify_named(file)
    stage.until(lambda: made.result is not None and not stage.app.works.names)
    stage.settle()
    assert [row.id for row in made.audit.wrong.rows_model.rows] == [wrong["id"], wrong["id"], "", ""]


def test_the_rounds_of_a_file_are_taken_in_on_screen_by_a_floorperson_and_the_entry_says_how_many_were_right(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage.sign_in("flo")
    records = list(dealt("FB-01", "pa-590", 30, stage.clock.now()))
    records[3]["boxes"][0]["reported"][0]["net"] += 500
    file = tmp_path / "evening.jsonl"
    file.write_text("".join(json.dumps(each) + "\n" for each in records))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_asked: (str(file), ""))
    stage.app.go("audit", "")
    stage.settle()
    HAND.keyClick(stage.app.window, KEY.Key_I, Qt.KeyboardModifier.AltModifier)
    stage.until(lambda: stage.app.now.name == "record")
    stage.settle()
    said: list[str] = []
    stage.app.writer.ask(lambda snapshot: [tell(each).says for each in snapshot.book.page(limit=3)], said.extend)
    stage.until(lambda: bool(said))
    assert "Rounds imported: 29 correct, 1 with errors" in said
    monkeypatch.setattr(audit_place, "LARGE", 10)
    place(stage).take_named(file)
    stage.until(stage.app.window.banner.isVisible)
    assert "larger than" in stage.app.window.banner._happened.accessibleName()
