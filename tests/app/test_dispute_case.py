"""A dispute becomes a case at the desk, and is closed from what is due."""

from __future__ import annotations

import json

import pytest
from PyQt6.QtCore import QPoint, Qt
from PyQt6.QtWidgets import QApplication, QWidget

from floorapp.domain.disputes import Claim, DisputeCase, Receipt
from floorapp.operations.acts import cases
from floorapp.ui.live.dispute_desk import SAME
from floorapp.ui.live.dispute_place import DisputePlace
from floorapp.ui.live.papers_place import PapersPlace
from floorapp.ui.pages.ask_sheet import AskSheet
from floorapp.ui.pages.choose_sheet import ChooseSheet
from floorapp.ui.pages.signature_sheet import SignatureSheet
from tests.app.at_disputes import at_game, desk
from tests.app.conftest import HAND, KEY, Stage
from tests.deal import box, record


def case_on_record(stage: Stage, place: DisputePlace, id: str) -> DisputeCase | None:
    found: list[DisputeCase | None] = []
    place.writer.ask(lambda snapshot: snapshot.moment.state.get(DisputeCase, id), found.append)
    stage.until(lambda: bool(found))
    return found[0]


def form(stage: Stage, place: DisputePlace, name: str) -> AskSheet:
    stage.until(lambda: isinstance(place.sheets.sheet, AskSheet) and name in place.sheets.sheet.form.name)
    sheet = place.sheets.sheet
    assert isinstance(sheet, AskSheet)
    return sheet


def fill(sheet: AskSheet, **values: str) -> None:
    for name, value in values.items():
        sheet.fields[name].show_text(value)
    sheet.given.emit(sheet.values)


def test_a_case_is_opened_decided_and_closed(stage: Stage) -> None:
    stage.sign_in("sam")
    place = at_game(stage, "pa-590")
    for key in "7hkd box 1 10 ackd double 5c ":
        HAND.keyClick(QApplication.focusWidget(), key)
    stage.settle()
    place.do("case")
    sheet = form(stage, place, "dispute case")
    fill(sheet, patron="woman in spot 1", claimed="thirty")
    stage.settle()
    assert place.sheets.sheet is sheet, "an amount that is none keeps the form"
    fill(sheet, patron="woman in spot 1", claimed="35", surveillance="CAM 14", surveillance_at="11:58 AM")
    stage.until(lambda: place.sheets.sheet is None)
    id = f"{place.draft.round.id}#1"
    case = case_on_record(stage, place, id)
    assert case is not None and (case.claim.claimed, case.as_dealt, case.required) == (3500, -2000, 1500)
    assert case.claim.surveillance_at is not None and case.answer_by is not None

    place.enter(id)  # as from Due now
    stage.until(lambda: isinstance(place.sheets.sheet, ChooseSheet))
    chooser = place.sheets.sheet
    assert isinstance(chooser, ChooseSheet)
    chooser.chosen.emit("change")
    decided = {"decision": "the Blackjack is paid", "notified": "surveillance, shift manager"}
    sheet = form(stage, place, "dispute case")
    fill(sheet, **decided, decided_at="noonish")
    stage.settle()
    assert place.sheets.sheet is sheet, "a time that is none keeps the form"
    fill(sheet, **decided, decided_at="11:59 AM")
    stage.until(lambda: place.sheets.sheet is None)
    case = case_on_record(stage, place, id)
    assert case is not None and case.claim.decided_at is not None and case.claim.surveillance_at is not None
    assert (case.claim.decided_at - case.claim.surveillance_at).total_seconds() == 60, "not when it was typed"

    place.do("case")
    stage.until(lambda: isinstance(place.sheets.sheet, ChooseSheet))
    chooser = place.sheets.sheet
    assert isinstance(chooser, ChooseSheet)
    chooser.chosen.emit("close")
    fill(form(stage, place, "closed"), paid="35", receipt="refused to sign", outcome="paid as the text requires")
    stage.until(lambda: place.sheets.sheet is None)
    case = case_on_record(stage, place, id)
    assert case is not None and case.closed and (case.paid, case.receipt) == (3500, Receipt.REFUSED)
    assert (case.claim.decided_by, case.claim.notified) == ("Sam", ("surveillance", "shift manager"))


@pytest.mark.parametrize("text", ["7hkd box 1 10 tc"])
def test_a_round_that_is_not_all_told_is_no_case_yet(stage: Stage, text: str) -> None:
    stage.sign_in("sam")
    place = at_game(stage, "pa-590")
    for key in text:
        HAND.keyClick(QApplication.focusWidget(), key)
    stage.settle()
    (offered,) = (act for act in place.acts() if act.name == "case")
    assert offered.refusal


def drag(pad: QWidget, *points: tuple[int, int]) -> None:
    """One stroke of the mouse."""
    HAND.mousePress(pad, Qt.MouseButton.LeftButton, pos=QPoint(*points[0]))
    for point in points[1:]:
        HAND.mouseMove(pad, QPoint(*point))
    HAND.mouseRelease(pad, Qt.MouseButton.LeftButton, pos=QPoint(*points[-1]))


def test_the_patron_signs_on_the_screen_and_the_drawing_is_on_the_report(stage: Stage) -> None:
    stage.sign_in("sam")
    raw = json.dumps(record("pa-590", "7h Kd", box("Ac Kd", "double 1000 5c"), id="told#x", table="FB-01"))
    opened: list[object] = []
    place = desk(stage)
    claim = Claim("a patron", 1, 100, decision="it is paid", decided_by="sam")
    place.writer.act(lambda d: cases.open_case(d, record=raw, claim=claim), opened.append)
    stage.until(lambda: bool(opened))
    stage.app.go("disputes", "told#x#1")
    stage.until(lambda: isinstance(place.sheets.sheet, ChooseSheet))
    chooser = place.sheets.sheet
    assert isinstance(chooser, ChooseSheet)
    chooser.chosen.emit("close")
    fill(form(stage, place, "closed"), paid="35", receipt="signs on this screen", outcome="paid")
    stage.until(lambda: isinstance(place.sheets.sheet, SignatureSheet))
    sheet = place.sheets.sheet
    assert isinstance(sheet, SignatureSheet)
    stage.press(KEY.Key_F9)
    assert "Nobody has signed" in sheet._wrong.text()
    middle = sheet.pad.rect().center()
    drag(sheet.pad, (middle.x() - 60, middle.y()), (middle.x(), middle.y() - 20), (middle.x() + 60, middle.y() + 20))
    assert len(sheet.pad.strokes) == 1 and len(sheet.pad.strokes[0]) == 3
    stage.press(KEY.Key_Delete)
    assert sheet.pad.text == ""
    drag(sheet.pad, (middle.x() - 60, middle.y()), (middle.x() + 60, middle.y() + 20))
    drag(sheet.pad, (middle.x(), middle.y()), (middle.x() + 30, middle.y() + 10))
    drawn = sheet.pad.text
    stage.press(KEY.Key_F9)
    stage.until(lambda: place.sheets.sheet is None)
    case = case_on_record(stage, place, "told#x#1")
    assert case is not None and (case.closed, case.receipt, case.signature) == (True, Receipt.SIGNED, drawn)


def test_a_case_is_closed_from_what_is_due_though_nothing_is_on_the_desk(stage: Stage) -> None:
    stage.sign_in("sam")
    raw = json.dumps(record("pa-590", "7h Kd", box("Ac Kd", "double 1000 5c"), id="told#x", table="FB-01"))
    opened: list[object] = []
    place = desk(stage)
    place.writer.act(lambda d: cases.open_case(d, record=raw, claim=Claim("a patron", 1, 100)), opened.append)
    stage.until(lambda: bool(opened))
    stage.app.go("disputes", "told#x#1")
    stage.until(lambda: isinstance(place.sheets.sheet, ChooseSheet))
    assert place.teller is None
    place.sheets.close()
    stage.app.go("disputes", "told#x")  # no case: taken for a round, which is not on file
    stage.settle()
    assert place.sheets.sheet is None


def test_a_case_that_is_due_brings_its_round_to_the_desk_and_goes_on_from_there(stage: Stage) -> None:
    stage.sign_in("sam")
    place = at_game(stage, "pa-590")
    for key in "7hkd box 2 10 ackd double 5c ":
        HAND.keyClick(QApplication.focusWidget(), key)
    stage.settle()
    place.do("case")
    fill(form(stage, place, "dispute case"), patron="Rosa Delgado", claimed="35")
    stage.until(lambda: place.sheets.sheet is None)
    assert place.told.telling.note == "The case of Rosa Delgado is on record."
    told, id = place.draft.round, f"{place.draft.round.id}#2"
    assert place.shown is not None
    was = (place.shown.title, place.shown.subject)

    place.do("new")
    place.enter(id)  # as from Due now
    stage.until(lambda: isinstance(place.sheets.sheet, ChooseSheet))
    assert place.teller is not None and place.draft.round == told and place.draft.seat.box == 2
    assert place.shown is not None and (place.shown.title, place.shown.subject) == was
    place.sheets.close()
    (save,) = (act for act in place.acts() if act.name == "save")
    assert save.refusal == "Already on record."
    place.do("case")
    stage.until(lambda: isinstance(place.sheets.sheet, ChooseSheet))
    chooser = place.sheets.sheet
    assert isinstance(chooser, ChooseSheet)
    chooser.chosen.emit("change")
    assert form(stage, place, "dispute case").form.title == "Case of Rosa Delgado"
    place.sheets.close()
    place.do("case")
    stage.until(lambda: isinstance(place.sheets.sheet, ChooseSheet))
    chooser = place.sheets.sheet
    assert isinstance(chooser, ChooseSheet)
    chooser.chosen.emit("report")
    stage.until(lambda: stage.app.now.name == "papers")
    papers = stage.app.now
    assert isinstance(papers, PapersPlace)
    stage.until(lambda: papers.view is not None)
    assert papers.looking_at == f"verification {told.id}"
    assert papers.view is not None and told.id in papers.view.rounds


def test_who_may_not_close_a_case_hears_it_before_a_patron_signs(stage: Stage) -> None:
    stage.sign_in("flo")
    raw = json.dumps(record("pa-590", "7h Kd", box("Ac Kd", "double 1000 5c"), id="told#x", table="FB-01"))
    opened: list[object] = []
    place = at_game(stage, "pa-590")
    claim = Claim("a patron", 1, 100, decision="it is paid", decided_by="sam")
    place.writer.act(lambda d: cases.open_case(d, record=raw, claim=claim), opened.append)
    stage.until(lambda: bool(opened))
    stage.app.go("disputes", "told#x#1")
    stage.until(lambda: isinstance(place.sheets.sheet, ChooseSheet))
    chooser = place.sheets.sheet
    assert isinstance(chooser, ChooseSheet)
    assert "shift manager" in chooser.list.rows_model.rows[1].spoken
    chooser.chosen.emit("close")
    stage.settle()
    assert place.sheets.sheet is None and "shift manager" in place.told.telling.note


def test_a_case_that_nobody_decided_says_so_before_a_patron_signs(stage: Stage) -> None:
    stage.sign_in("sam")
    raw = json.dumps(record("pa-590", "7h Kd", box("Ac Kd", "double 1000 5c"), id="told#x", table="FB-01"))
    opened: list[object] = []
    place = at_game(stage, "pa-590")
    place.writer.act(lambda d: cases.open_case(d, record=raw, claim=Claim("a patron", 1, 100)), opened.append)
    stage.until(lambda: bool(opened))
    stage.app.go("disputes", "told#x#1")
    stage.until(lambda: isinstance(place.sheets.sheet, ChooseSheet))
    chooser = place.sheets.sheet
    assert isinstance(chooser, ChooseSheet)
    assert "Nobody has decided this case yet" in chooser.list.rows_model.rows[1].spoken
    chooser.chosen.emit("close")
    stage.settle()
    assert place.sheets.sheet is None and "Nobody has decided" in place.told.telling.note


def test_a_key_that_cannot_be_used_now_says_why_and_types_nothing(stage: Stage) -> None:
    stage.sign_in("sam")
    place = at_game(stage, "pa-590")
    HAND.keyClicks(QApplication.focusWidget(), "7hkd box 1 10 tckd s ")
    stage.settle()
    HAND.keyClick(QApplication.focusWidget(), KEY.Key_T, Qt.KeyboardModifier.AltModifier)
    stage.settle()
    message = stage.app.window.banner.message
    assert message is not None and message.meaning == SAME
    assert place.desk.typed.text() == ""
