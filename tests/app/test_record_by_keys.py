"""The page of a record: a legal hold is placed and released there by keys, an entry is corrected and voided."""

from __future__ import annotations

from floorapp.domain.decks import Spot
from floorapp.domain.disputes import DisputeCase
from floorapp.domain.holds import LegalHold
from floorapp.operations.acts.credentials import sign
from floorapp.operations.acts.incidents import IncidentReport, report_irregularity
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Proof
from floorapp.operations.signatures import Meaning
from floorapp.ui.live.record_place import RecordPlace
from floorapp.ui.pages.ask_sheet import AskSheet
from tests.acts.floor import PIN
from tests.app.conftest import KEY, Stage
from tests.app.test_cases_place import fill
from tests.app.test_scanning import sets
from tests.app.test_settings import alt


def record(stage: Stage, about: str) -> RecordPlace:
    stage.app.go("record", about)
    place = stage.app.places["record"]
    assert isinstance(place, RecordPlace)
    stage.until(lambda: place.view is not None and place.view.subject.id == about.partition("/")[2])
    stage.settle()
    return place


def sheet(stage: Stage) -> AskSheet:
    stage.until(lambda: stage.app.sheets.asking is not None)
    assert stage.app.sheets.asking is not None
    return stage.app.sheets.asking


def again(stage: Stage, handle: str) -> None:
    """Somebody else signs in at the same podium."""
    stage.app.door.show_sign_in()
    stage.settle()
    stage.sign_in(handle)


def test_a_legal_hold_is_placed_by_a_shift_manager_and_released_by_compliance_alone(stage: Stage) -> None:
    stage.sign_in("sam")
    (red,) = sets(stage, Spot.SHOE)
    place = record(stage, f"deck-set/{red.id}")
    alt(stage, KEY.Key_H)
    fill(stage, on=f"deck set {red.id}", reason="subpoena", matter="MDJ-4471", pin=PIN)
    hold = stage.read(LegalHold, "LH-2026-0001")
    assert (hold.kind, hold.name, hold.matter, hold.placed_by) == ("deck-set", red.id, "MDJ-4471", "sam")
    stage.until(lambda: place.view is not None and "on hold: legal hold LH-2026-0001" in place.view.page.standing)
    alt(stage, KEY.Key_H)
    assert stage.app.sheets.asking is None and place.view is not None and place.view.page.hold is not None
    assert "compliance" in place.view.page.hold.refusal
    again(stage, "cora")
    place = record(stage, f"deck-set/{red.id}")
    alt(stage, KEY.Key_H)
    assert sheet(stage).form.name == "release_hold"
    fill(stage, reason="the matter is closed", pin=PIN)
    assert stage.read(LegalHold, "LH-2026-0001").released_by == "cora"
    stage.until(lambda: place.view is not None and "on hold" not in place.view.page.standing)


def test_a_complaint_is_corrected_on_its_page_and_voided(stage: Stage) -> None:
    stage.sign_in("sam")
    stage.app.go("cases", "")
    stage.until(lambda: stage.app.now.name == "cases" and stage.app.now.view is not None)
    alt(stage, KEY.Key_A)
    sheet(stage)
    fill(stage, patron="woman in blue", about="was paid short", table="FB-01", claimed="25")
    case = "PC-2026-0001"
    place = record(stage, f"case/{case}")
    assert place.view is not None
    oldest = place.view.page.timeline[-1].record
    place.record.entry_selected.emit(oldest)
    stage.until(lambda: place.view is not None and place.view.selected == oldest)
    alt(stage, KEY.Key_C)
    assert "Claimed, dollars" in [each.label for each in sheet(stage).form.asks]
    fill(stage, about="was not paid", reason="misheard", pin=PIN)
    assert stage.read(DisputeCase, case).about == "was not paid"
    place.record.entry_selected.emit(oldest)  # after a correction the correction is selected
    stage.until(lambda: place.view is not None and place.view.selected == oldest)
    alt(stage, KEY.Key_W)
    assert sheet(stage).form.name == "withdraw"
    fill(stage, reason="another casino's patron", pin=PIN)
    assert stage.read(DisputeCase, case) is None


def test_one_entry_is_no_entries_and_an_incident_without_a_section_has_none(stage: Stage) -> None:
    stage.sign_in("sam")

    def reported(desk: Desk) -> Change:
        now = desk.clock.now()
        what = IncidentReport("FB-01", "wet layout", happened_at=now, discovered_at=now, title="Drink spilled")
        signed = sign(desk, person="sam", secret=PIN, proof=Proof.PIN, meaning=Meaning.REPORTED)
        return report_irregularity(desk, report=what, signature=signed)

    stage.app.writer.act(reported)
    stage.settle()
    place = record(stage, "incident/IR-2026-0001")
    assert place.view is not None
    assert (place.view.page.period, place.view.page.standing) == ("newest 1 entry", "FB-01 · reported")
