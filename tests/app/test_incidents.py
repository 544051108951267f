"""Incidents by the keyboard alone and by mouse: reviewed in turn, never one's own, never over another's act."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from PyQt6.QtCore import QPoint, Qt
from PyQt6.QtWidgets import QFileDialog

from db.attachments import every_attachment, fetch_attachment, keep_attachment
from db.store import open_store
from floorapp.domain.incident_files import IncidentFile
from floorapp.domain.incidents import Incident, IncidentPhase
from floorapp.operations.acts import incidents, reviews
from floorapp.operations.desk import Desk
from floorapp.operations.signatures import Meaning
from floorapp.screens.incident import IncidentView, incidents_of
from floorapp.screens.incident_exposure import unexposed_words
from floorapp.screens.states import State
from floorapp.ui.live.incident_place import IncidentPlace
from tests.acts.floor import PIN, Floor
from tests.app.conftest import HAND, KEY, Stage
from tests.app.test_flows import shown_page

STOPS, GOES_ON, FREE = "IR-2026-0002", "IR-2026-0001", "IR-2026-0003"


def report(floor: Floor, desk: Desk, who: str, code: str = "", title: str = "", table: str = "FB-01") -> None:
    """Something went wrong at a table."""
    with desk.looking() as moment:
        rulebook = moment.rulebooks["pa-590"]
    notify = next((known.notify for known in rulebook.irregularities if known.code == code), ())
    now = floor.clock.now()
    told = incidents.IncidentReport(
        table=table,
        says="seen by <b>me</b>",
        happened_at=now,
        discovered_at=now,
        code=code,
        title=title,
        told=tuple(notify),
    )
    incidents.report_irregularity(desk, report=told, signature=floor.sign(desk, who, Meaning.REPORTED))


@pytest.fixture
def troubled(house: Path, tmp_path: Path) -> Path:
    """The house with three incidents: a free one by the manager, a stopping one and a calm one by the floor."""
    path = tmp_path / "troubled.sqlite"
    shutil.copy(house, path)
    floor = Floor(open_store(path), path)
    flo, sam = floor.desk("flo"), floor.desk("sam")
    with flo.looking() as moment:
        known = moment.rulebooks["pa-590"].irregularities
    plain = [each for each in known if not each.needs and not each.options]
    stops = next(each.code for each in plain if each.effect == "table-stopped")
    calm = next(each.code for each in plain if each.effect == "continue")
    report(floor, flo, "flo", calm)
    floor.clock.instant += timedelta(minutes=5)
    report(floor, flo, "flo", stops)
    report(floor, sam, "sam", title="Drink spilled")
    floor.store.close()
    return path


@pytest.fixture
def stage(stage_on: Callable[[Path | None], Stage], troubled: Path) -> Stage:
    made = stage_on(troubled)
    made.clock.instant += timedelta(minutes=10)
    made.sign_in("sam")
    made.app.go("incidents", "")
    made.settle()
    return made


def place_of(stage: Stage) -> IncidentPlace:
    found = stage.app.places["incidents"]
    assert isinstance(found, IncidentPlace) and found.view is not None
    return found


def phase(stage: Stage, number: str) -> IncidentPhase:
    found: IncidentPhase = stage.read(Incident, number).phase
    return found


def test_the_queue_has_the_most_severe_then_the_oldest_first(stage: Stage) -> None:
    place = place_of(stage)
    assert [row.key for row in place.incidents.queue.rows_model.rows] == [STOPS, GOES_ON, FREE]
    assert place.opened is not None and place.opened.number == STOPS
    assert place.opened.state is State.ALARM
    assert stage.app.window.rail.buttons["incidents"].accessibleDescription() == "3 waiting"


def test_j_and_k_move_and_a_approves_by_signature(stage: Stage) -> None:
    place = place_of(stage)
    stage.press(KEY.Key_J)
    assert place.opened is not None and place.opened.number == GOES_ON
    stage.press(KEY.Key_K)
    assert place.opened.number == STOPS
    stage.press(KEY.Key_A)
    asking = stage.app.sheets.asking
    assert asking is not None
    asking.fields["pin"].edit.setFocus()
    stage.write(PIN)
    stage.press(KEY.Key_Return)
    stage.until(lambda: stage.app.sheets.sheet is None)
    assert phase(stage, STOPS) is IncidentPhase.APPROVED
    stage.press(KEY.Key_C)
    stage.write("shuffled anew, all cards there")
    stage.press(KEY.Key_Return)
    stage.until(lambda: stage.app.sheets.sheet is None)
    assert phase(stage, STOPS) is IncidentPhase.CLOSED
    assert STOPS not in [row.key for row in place.incidents.queue.rows_model.rows]


def test_r_returns_with_the_words_already_written_and_t_writes_them(stage: Stage) -> None:
    place = place_of(stage)
    stage.press(KEY.Key_T)
    stage.write("which box was it, jak")  # letters that are keys elsewhere are only letters here
    assert place.opened is not None and place.opened.number == STOPS
    stage.press(KEY.Key_Escape)  # out of the words, not off the screen
    assert stage.app.now is place and place.incidents.decision.ruling.toPlainText() == "which box was it, jak"
    stage.press(KEY.Key_R)
    asking = stage.app.sheets.asking
    assert asking is not None and asking.fields["says"].text == "which box was it, jak"
    stage.press(KEY.Key_F9)
    stage.until(lambda: stage.app.sheets.sheet is None)
    assert phase(stage, STOPS) is IncidentPhase.RETURNED
    assert place.incidents.decision.ruling.toPlainText() == ""
    stage.press(KEY.Key_Escape)
    assert shown_page(stage) == "floor"


def test_an_exposure_is_spoken_of_only_where_something_lasted(stage: Stage) -> None:
    place = place_of(stage)
    told = {}
    for _turn in range(3):
        assert place.opened is not None
        told[place.opened.number] = (place.opened.decision.exposure, place.opened.decision.unexposed)
        stage.press(KEY.Key_J)
    assert told[GOES_ON] == (None, "None: it was over with its round.")
    assert told[FREE] == (None, "Reported in free text: not measured.")
    lasted = replace(stage.read(Incident, STOPS), code="reader-malfunction")
    assert unexposed_words(lasted).startswith("It went on for a while: the incident report (FA-104)")


def test_nobody_reviews_their_own_report(stage: Stage) -> None:
    place = place_of(stage)
    stage.press(KEY.Key_J, KEY.Key_J)
    assert place.opened is not None and place.opened.number == FREE
    assert "You reported" in place.opened.decision.acts[0].refusal
    assert not place.incidents.decision.buttons[0].isEnabled()
    stage.press(KEY.Key_A)
    assert stage.app.sheets.sheet is None
    assert phase(stage, FREE) is IncidentPhase.REPORTED


def test_the_second_of_two_people_is_told_and_nothing_is_overwritten(stage: Stage) -> None:
    stage.press(KEY.Key_R)
    other = Floor(open_store(stage.where), stage.where, clock=stage.clock)
    desk = other.desk("cora")
    seen = other.get(Incident, STOPS).version
    reviews.return_incident(desk, incident=STOPS, reason="by Cora", seen=seen)
    other.store.close()
    stage.write("by Sam")
    stage.press(KEY.Key_Return)
    asking = stage.app.sheets.asking
    assert asking is not None
    assert "returned" in asking.said_wrong
    assert stage.read(Incident, STOPS).last_by == "cora"
    assert asking.fields["says"].text == "by Sam"


def test_a_closed_incident_is_found_and_reopened(stage_on: Callable[[Path | None], Stage], troubled: Path) -> None:
    floor = Floor(open_store(troubled), troubled)
    cora = floor.desk("cora")
    signed = floor.sign(cora, "cora", Meaning.REVIEWED)
    reviews.approve_incident(cora, incident=GOES_ON, seen=1, signature=signed)
    reviews.close_incident(cora, incident=GOES_ON, outcome="done", seen=2)
    floor.store.close()
    stage = stage_on(troubled)
    stage.sign_in("sam")
    stage.app.go("incidents", GOES_ON)
    place = stage.app.places["incidents"]
    assert isinstance(place, IncidentPlace)
    stage.until(lambda: place.opened is not None and place.opened.number == GOES_ON)
    stage.press(KEY.Key_O)
    stage.write("the guest came back")
    stage.press(KEY.Key_Return)
    stage.until(lambda: stage.app.sheets.sheet is None)
    assert phase(stage, GOES_ON) is IncidentPhase.REPORTED


def test_by_mouse_a_row_is_chosen_and_an_act_is_pressed(stage: Stage) -> None:
    place = place_of(stage)
    queue = place.incidents.queue
    row = queue.visualRect(queue.rows_model.index(1, 0)).center()
    HAND.mouseClick(queue.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(row.x(), row.y()))
    stage.settle()
    assert place.opened is not None and place.opened.number == GOES_ON
    HAND.mouseClick(place.incidents.decision.buttons[1], Qt.MouseButton.LeftButton)
    stage.settle()
    assert stage.app.sheets.asking is not None
    assert stage.app.sheets.asking.form.name == "return_incident"


def test_what_people_wrote_is_shown_as_they_wrote_it(stage: Stage) -> None:
    place = place_of(stage)
    assert place.incidents._says.accessibleName() == "seen by <b>me</b>"
    assert "&lt;b&gt;me&lt;/b&gt;" in place.incidents._says.text()


def test_a_floorperson_answers_what_was_returned_to_them(
    stage_on: Callable[[Path | None], Stage], troubled: Path
) -> None:
    floor = Floor(open_store(troubled), troubled)
    reviews.return_incident(floor.desk("sam"), incident=GOES_ON, reason="which box?", seen=1)
    floor.store.close()
    stage = stage_on(troubled)
    stage.sign_in("flo")
    stage.app.go("incidents", GOES_ON)
    stage.settle()
    stage.press(KEY.Key_W)
    stage.write("box four")
    stage.press(KEY.Key_Return)
    stage.until(lambda: stage.app.sheets.sheet is None)
    assert phase(stage, GOES_ON) is IncidentPhase.REPORTED


def attach(stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes) -> Path:
    """F adds a file to the incident; answers the folder it is kept in."""
    photo, kept = tmp_path / "tray.jpg", tmp_path / "attachments"
    photo.write_bytes(content)
    around = stage.app.around
    keeping = replace(
        around.setting, keep=lambda path: keep_attachment(kept, path), fetch=lambda file: fetch_attachment(kept, file)
    )
    object.__setattr__(around, "setting", keeping)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_asked: (str(photo), ""))
    place_of(stage).acts_changed.emit()
    stage.press(KEY.Key_F)
    stage.until(lambda: bool(stage.read(Incident, STOPS).attachments))
    place = place_of(stage)
    stage.until(lambda: place.opened is not None and bool(place.opened.files))
    return kept


def test_a_file_is_kept_by_its_hash_and_named_in_the_incident(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    attach(stage, tmp_path, monkeypatch, b"a photograph")
    (file,) = stage.read(Incident, STOPS).attachments
    assert (file.digest, file.name, file.size) == (sha256(b"a photograph").hexdigest(), "tray.jpg", 12)
    place = place_of(stage)
    stage.until(lambda: place.opened is not None and "1 file" in place.opened.evidence_note)


def test_an_attached_file_is_looked_at_and_a_copy_is_saved(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    attach(stage, tmp_path, monkeypatch, b"what the guest wrote")
    files = place_of(stage).files
    files.choose_target = lambda _page, name: str(tmp_path / f"copy of {name}")
    stage.press(KEY.Key_L)
    stage.until(lambda: files.fetched is not None)
    assert files.sheet is not None and files.sheet.text.accessibleName() == "what the guest wrote"
    files.sheet.save.click()
    copy = tmp_path / "copy of tray.jpg"
    stage.until(copy.exists)
    stage.settle()
    assert copy.read_bytes() == b"what the guest wrote"


def test_a_file_that_is_not_what_was_attached_is_neither_shown_nor_saved(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = attach(stage, tmp_path, monkeypatch, b"what the guest wrote")
    (path,) = every_attachment(kept)
    path.chmod(0o644)
    path.write_bytes(b"what somebody else wrote")
    files = place_of(stage).files
    stage.press(KEY.Key_L)
    stage.until(lambda: files.sheet is not None and bool(files.sheet.trouble.accessibleName()))
    assert files.sheet is not None and "is not what was attached" in files.sheet.trouble.accessibleName()
    assert not files.sheet.save.isEnabled() and not files.sheet.text.accessibleName()


def test_f8_prints_the_incident_and_f5_reports_at_its_table(stage: Stage) -> None:
    stage.press(KEY.Key_F8)
    assert stage.app.now.name == "papers"
    stage.app.go("incidents", "")
    stage.settle()
    stage.press(KEY.Key_F5)
    report = stage.app.places["report"]
    stage.until(lambda: report.view is not None)
    assert stage.app.now is report and report.view is not None and report.view.table == "FB-01"


def test_one_that_was_kept_here_is_followed_to_the_number_it_gets(stage: Stage) -> None:
    found: list[IncidentView] = []
    report = place_of(stage).opened
    assert report is not None and report.report
    other = next(row.key for row in place_of(stage).incidents.queue.rows_model.rows if row.key != report.number)
    stage.app.writer.ask(lambda snapshot: incidents_of(snapshot, "review", other), found.append)
    stage.app.writer.ask(lambda snapshot: incidents_of(snapshot, "review", "kept-MAIN-1", report.report), found.append)
    stage.until(lambda: len(found) == 2)
    assert [each.opened.number for each in found if each.opened] == [other, report.number]


def more(stage: Stage, digit: Qt.Key) -> None:
    """What stands under a digit of the list of more actions."""
    HAND.keyClick(stage.app.window, KEY.Key_O, Qt.KeyboardModifier.AltModifier)
    stage.until(lambda: stage.app.sheets.sheet is not None)
    stage.press(digit)
    stage.until(lambda: stage.app.sheets.asking is not None)


def labels(place: IncidentPlace) -> list[str]:
    return [each.label for each in place.opened.decision.engine] if place.opened is not None else []


def test_the_file_is_filled_by_keys_and_what_waits_of_it_is_named(stage: Stage) -> None:
    place = place_of(stage)
    more(stage, KEY.Key_1)
    asking = stage.app.sheets.asking
    assert asking is not None and asking.form.name == "describe_incident"
    asking.fields["who"].edit.setFocus()
    stage.write("man in a red cap")
    asking.fields["overpaid"].edit.setFocus()
    stage.write("50.00")
    stage.press(KEY.Key_F9)
    stage.until(lambda: stage.app.sheets.sheet is None)
    more(stage, KEY.Key_2)
    asking = stage.app.sheets.asking
    assert asking is not None and asking.form.name == "call_surveillance"
    asking.fields["taken_by"].edit.setFocus()
    stage.write("Val")
    for name in ("review", "hold"):
        asking.fields[name].show_text("Yes")
    stage.press(KEY.Key_F9)
    stage.until(lambda: stage.app.sheets.sheet is None)
    file = stage.read(IncidentFile, STOPS)
    assert (file.details.overpaid, file.details.patrons[0].who) == (5_000, "man in a red cap")
    assert file.review_pending
    stage.until(
        lambda: place.opened is not None and any(f.label == "Surveillance" for f in place.opened.decision.engine)
    )
    stage.app.go("floor", "")
    stage.settle()
    floor_place = stage.app.places["floor"]
    floor_place.do_at("answer_review", STOPS)  # type: ignore[attr-defined]
    stage.until(lambda: stage.app.sheets.asking is not None)
    assert stage.app.sheets.asking is not None and stage.app.sheets.asking.form.name == "answer_review"
