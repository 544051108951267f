"""All cases in one list, by the keyboard: a complaint is entered, filed, decided and closed."""

from __future__ import annotations

from PyQt6.QtCore import Qt

from floorapp.domain.disputes import DisputeCase
from floorapp.ui.live.cases_place import CasesPlace
from tests.app.conftest import HAND, KEY, Stage

NUMBER = "PC-2026-0001"


def alt(stage: Stage, key: Qt.Key) -> None:
    stage.settle()
    HAND.keyClick(stage.app.window, key, Qt.KeyboardModifier.AltModifier)
    stage.until(lambda: stage.app.sheets.asking is not None)


def fill(stage: Stage, **values: str) -> None:
    asking = stage.app.sheets.asking
    assert asking is not None
    for name, text in values.items():
        asking.fields[name].show_text(text)
    stage.press(KEY.Key_F9)
    stage.until(lambda: stage.app.sheets.sheet is None)


def test_a_complaint_goes_its_whole_way_in_the_list_of_cases(stage: Stage) -> None:
    stage.sign_in("sam")
    stage.app.go("disputes", "")
    stage.settle()
    HAND.keyClick(stage.app.window, KEY.Key_L, Qt.KeyboardModifier.AltModifier)
    stage.until(lambda: stage.app.now.name == "cases")
    place = stage.app.now
    assert isinstance(place, CasesPlace)
    alt(stage, KEY.Key_A)
    fill(stage, patron="woman in blue", table="FB-01", about="was paid short", claimed="25.00")
    stage.until(lambda: place.chosen == NUMBER)
    alt(stage, KEY.Key_E)
    fill(stage, board="BIE-26-114", evidence="SV-88, photo")
    alt(stage, KEY.Key_D)
    fill(stage, decision="The payout was right")
    stage.until(lambda: place.view is not None and place.view.detail is not None)
    alt(stage, KEY.Key_C)
    fill(stage, paid="0.00", receipt="refused to sign", outcome="explained")
    case = stage.read(DisputeCase, NUMBER)
    assert case.closed and (case.board_number, case.evidence) == ("BIE-26-114", ("SV-88", "photo"))
    assert case.claim.decided_by and case.claim.claimed == 2_500
    stage.app.go("disputes", NUMBER)
    stage.until(lambda: stage.app.now.name == "cases")
