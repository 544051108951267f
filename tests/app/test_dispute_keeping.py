"""What was told at the dispute desk is kept: over a crash, on record, in an incident, on paper, in a file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QApplication

from floorapp.cli import main as floorapp
from floorapp.domain.incidents import Incident
from floorapp.operations.acts import credentials, incidents, rounds
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Proof
from floorapp.operations.facts.disputes import DisputeSettled
from floorapp.operations.facts.registry import Subject
from floorapp.operations.signatures import Meaning
from floorapp.ui.pages.choose_sheet import ChooseSheet
from tests.acts.floor import PIN
from tests.acts.test_rounds import a_round
from tests.app.at_disputes import assert_screen_is_verify, at_game, desk, rows
from tests.app.conftest import HAND, KEY, Stage
from tests.dispute.test_words import PICTURE


def test_esc_and_a_crash_lose_nothing(stage_on: Callable[[Path | None], Stage], house: Path) -> None:
    stage = stage_on(house)
    stage.sign_in("flo")
    stage.app.go("disputes", "FB-01")
    place = desk(stage)
    stage.until(lambda: place.teller is not None)
    stage.settle()
    stage.write("9htd box 1 25 tc")
    stage.write("5")
    told = place.draft
    stage.press(KEY.Key_Escape)
    assert stage.app.now.name == "table"
    stage.app.go("disputes", "FB-01")
    stage.settle()
    assert place.draft == told and place.desk.typed.text() == "5"
    drafts = stage.path.parent / "drafts.json"
    assert '"typed": "5"' in drafts.read_text()
    again = stage_on(house)  # the program starts anew over the same folder, as after a crash
    again.sign_in("flo")
    again.app.go("disputes", "")
    second = desk(again)
    again.until(lambda: second.teller is not None)
    assert second.draft.record == told.record and second.desk.typed.text() == "5"


def test_the_table_fills_in_its_game_and_saving_is_an_entry(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.go("disputes", "FB-01")
    place = desk(stage)
    stage.until(lambda: place.teller is not None)
    stage.settle()
    assert (place.draft.round.rulebook, place.draft.round.table) == ("pa-590", "FB-01")
    stage.press(KEY.Key_F9)
    assert "Saved" not in place.told.telling.note  # nothing is told yet
    stage.write(PICTURE + " ")
    stage.press(KEY.Key_F9)
    stage.until(lambda: "Saved as entry" in place.told.telling.note)
    found: list[object] = []
    stage.app.writer.ask(lambda snapshot: snapshot.book.page(limit=1)[0].fact, found.append)
    stage.until(lambda: bool(found))
    (fact,) = found
    assert isinstance(fact, DisputeSettled)
    assert (fact.table, fact.verdict, fact.owed) == ("FB-01", "mismatch", 6000)
    assert stage.app.drafts.get("dispute/FB-01") == {}


def test_a_file_of_the_round_is_what_floorapp_verify_reads(
    stage: Stage, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stage.sign_in("flo")
    place = at_game(stage, "pa-590")
    stage.write(PICTURE + " ")
    HAND.keyClick(QApplication.focusWidget(), KEY.Key_F, Qt.KeyboardModifier.AltModifier)
    stage.settle()
    asking = stage.app.sheets.asking
    assert asking is not None
    asking.fields["file"].show_text(str(tmp_path / "deep" / "round.json"))
    asking.fields["file"].edit.setFocus()
    stage.press(KEY.Key_Return)
    stage.until(lambda: stage.app.sheets.sheet is None)
    assert floorapp(["verify", str(tmp_path / "deep" / "round.json")]) == 1
    said = json.loads(capsys.readouterr().out)
    assert said == place.told.settled.answer.as_json()
    assert [each["expected"] for each in said["lines"]] == [line.expected for line in place.told.settled.lines]


def test_a_place_nobody_can_write_to_is_said(stage: Stage, tmp_path: Path) -> None:
    stage.sign_in("flo")
    at_game(stage, "pa-590")
    stage.write(PICTURE + " ")
    (tmp_path / "file").write_text("")
    HAND.keyClick(QApplication.focusWidget(), KEY.Key_F, Qt.KeyboardModifier.AltModifier)
    stage.settle()
    asking = stage.app.sheets.asking
    assert asking is not None
    asking.fields["file"].show_text(str(tmp_path / "file" / "round.json"))
    asking.give()
    stage.until(lambda: "could not be written" in asking.said_wrong)


def an_incident(desk_: Desk) -> Change:
    now = desk_.clock.now()
    report = incidents.IncidentReport(
        table="FB-01", says="asks", title="A guest asks", happened_at=now, discovered_at=now
    )
    signed = credentials.sign(desk_, person="flo", secret=PIN, proof=Proof.PIN, meaning=Meaning.REPORTED)
    return incidents.report_irregularity(desk_, report=report, signature=signed)


def test_the_round_is_saved_to_an_incident_of_the_table_chosen_by_keys(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.writer.act(an_incident)
    stage.settle()
    stage.app.go("disputes", "FB-01")
    place = desk(stage)
    stage.until(lambda: place.teller is not None)
    stage.settle()
    (number,) = place.incidents
    stage.write(PICTURE + " ")
    HAND.keyClick(QApplication.focusWidget(), KEY.Key_I, Qt.KeyboardModifier.AltModifier)
    stage.settle()
    stage.press(KEY.Key_Return)
    assert place.draft.incident == number
    assert place.desk.side.buttons[0].act.words == "Save to incident"
    stage.press(KEY.Key_F9)
    stage.until(lambda: f"added to {number}" in place.told.telling.note)
    assert stage.read(Incident, number).rounds == (place.draft.round.id,)
    entries: list[int] = []
    stage.app.writer.ask(lambda snapshot: snapshot.book.page(limit=1)[0].position, entries.append)
    stage.until(lambda: bool(entries))
    stage.press(KEY.Key_F9)  # it is on record as it stands: no second entry
    stage.app.writer.ask(lambda snapshot: snapshot.book.page(limit=1)[0].position, entries.append)
    stage.until(lambda: len(entries) == 2)
    assert entries[0] == entries[1]
    stage.app.go("disputes", number)
    stage.until(lambda: place.subject == number)
    assert place.draft.incident == number and place.draft.empty  # what was told is on record, not on file


def test_an_incident_reported_after_the_round_was_begun_is_offered(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.go("disputes", "FB-01")
    place = desk(stage)
    stage.until(lambda: place.teller is not None)
    stage.write(PICTURE + " ")
    assert place.incidents == ()
    stage.app.go("table", "FB-01")
    stage.app.writer.act(an_incident)
    stage.settle()
    stage.app.go("disputes", "FB-01")
    stage.until(lambda: len(place.incidents) == 1)


def test_printing_puts_the_round_on_record_and_goes_to_the_guests_page(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.go("disputes", "FB-01")
    place = desk(stage)
    stage.until(lambda: place.teller is not None)
    stage.settle()
    stage.write(PICTURE + " box 1 ")
    gone: list[tuple[str, str]] = []
    place.go.connect(lambda name, subject: gone.append((name, subject)))
    stage.press(KEY.Key_F8)
    stage.until(lambda: bool(gone))
    assert gone == [("papers", f"guest:{place.draft.round.id}#1")]
    facts: list[object] = []
    stage.app.writer.ask(
        lambda snapshot: [each.fact for each in snapshot.book.page(about=Subject("round", place.draft.round.id))],
        facts.extend,
    )
    stage.until(lambda: bool(facts))
    assert isinstance(facts[0], DisputeSettled)


def test_a_mismatch_on_file_opens_as_it_was_reported_and_stays_as_it_is(stage: Stage) -> None:
    stage.sign_in("flo")
    wrong = a_round("FB-01/7", stage.clock.now(), net=5)
    stage.app.writer.act(lambda desk_: rounds.import_rounds(desk_, source="shoe", lines=[wrong]))
    stage.settle()
    stage.app.go("disputes", "FB-01/7")  # as the audit does
    place = desk(stage)
    stage.until(lambda: place.teller is not None)
    assert (place.draft.of, place.draft.round.rulebook) == ("FB-01/7", "pa-673a")
    assert [row.difference for row in rows(place)] == ["Underpaid $9.95"]
    assert_screen_is_verify(place)
    stage.app.go("disputes", "FB-01")
    stage.until(lambda: place.subject == "FB-01" and place.draft.of == "")
    HAND.keyClick(QApplication.focusWidget(), KEY.Key_R, Qt.KeyboardModifier.AltModifier)
    stage.until(lambda: isinstance(stage.app.sheets.sheet, ChooseSheet))
    stage.press(KEY.Key_Return)  # the newest round on file
    stage.until(lambda: place.draft.of == "FB-01/7")
    kept: list[bytes] = []
    stage.app.writer.ask(
        lambda snapshot: [each.record for each in snapshot.moment.state.rounds("FB-01/7")], kept.extend
    )
    stage.until(lambda: bool(kept))
    assert kept == [wrong]


def test_a_round_nobody_knows_is_said(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.go("disputes", "FB-99/1")
    stage.until(lambda: stage.app.window.banner.isVisible())
    assert "There is no table, round or incident FB-99/1" in stage.app.window.banner._happened.accessibleName()
