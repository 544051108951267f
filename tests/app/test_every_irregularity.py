"""A newcomer settles each irregularity of each rulebook at the desk: found by its words, entered, as verify says."""

from __future__ import annotations

import json

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QApplication

from floorapp.engine.catalogue import Irregularity
from floorapp.engine.verify import verify_text
from floorapp.operations.dispute.happenings import known_as, variants
from floorapp.operations.dispute.verdict_words import figure
from floorapp.operations.two_figures import two_figures
from floorapp.screens.dispute_ruling import ruling_of
from floorapp.ui.live.dispute_place import DisputePlace
from floorapp.ui.pages.choose_sheet import ChooseSheet
from floorapp.ui.pages.ruling_sheet import RulingSheet
from tests.acts.rulebooks import RULEBOOKS
from tests.app.at_disputes import assert_screen_is_verify, at_game
from tests.app.conftest import HAND, KEY, Stage

ALT, CTRL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier
#: A round without a fault; the reader did what it should.
ROUNDS = {
    "pa-590": "9h8s unused box 1 10 kc6d 3c s box 2 10 kd8c s box 1 ",
    "pa-673a": "9h8s unused box 1 10 kc6d 3c s box 2 10 kd8c s box 1 ",
    "pa-685a": "9h8s medium box 1 10 kc6d 3c s box 2 10 kd8c s box 1 ",
    "pa-665a": "9h8s unused box 1 10 kc6d 3c s box 2 10 kd8c s box 1 ",
    "nj-19-47-26": "9h8s unused box 1 10 kc6d 3c s box 2 10 kd8c s box 1 ",
}


def key(stage: Stage, what: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    HAND.keyClick(QApplication.focusWidget() or stage.app.window, what, held)
    QApplication.processEvents()


def chooser(stage: Stage, place: DisputePlace, title: str) -> ChooseSheet:
    stage.until(lambda: isinstance(place.sheets.sheet, ChooseSheet))
    sheet = place.sheets.sheet
    assert isinstance(sheet, ChooseSheet) and sheet.accessibleName() == title
    return sheet


def find(stage: Stage, place: DisputePlace, entry: Irregularity) -> None:
    """The list of what can go wrong, narrowed by the entry's own words, and the row taken."""
    key(stage, KEY.Key_W, ALT)
    sheet = chooser(stage, place, "What went wrong?")
    HAND.keyClicks(QApplication.focusWidget(), entry.title)
    rows = [row.key for row in sheet.list.rows_model.rows]
    assert entry.code in rows and len(rows) <= 3, "its own words find it"
    for _row in range(rows.index(entry.code)):
        key(stage, KEY.Key_Down)
    key(stage, KEY.Key_Return)


def assert_both_figures(stage: Stage, place: DisputePlace) -> None:
    """Alt T shows every line as dealt and in every way that verify leaves, with whose choice it is."""
    book = RULEBOOKS[place.draft.round.rulebook]
    answer = verify_text(json.dumps(place.draft.record), RULEBOOKS)
    assert answer.required is not None
    key(stage, KEY.Key_T, ALT)
    stage.until(lambda: isinstance(place.sheets.sheet, RulingSheet))
    view, both = ruling_of(place.told.settled, book), two_figures(answer, book)
    assert view is not None and both is not None
    for row, line, *nets in zip(view.rows, answer.lines, *(way.nets for way in both.ways), strict=False):
        assert row.figures[1:] == (figure(line.expected), *map(figure, nets))
    told = {(choice.choice, choice.by) for choice in answer.required.choices}
    assert {(head, whose.partition("’")[0]) for head, whose in zip(view.heads[2:], view.whose[2:], strict=True)} == (
        told or {("Required", "")}
    )
    key(stage, KEY.Key_Escape)
    stage.until(lambda: place.sheets.sheet is None)


@pytest.mark.parametrize("rulebook", sorted(ROUNDS))
def test_every_irregularity_is_entered_by_keys_and_settled_as_verify_says(stage: Stage, rulebook: str) -> None:
    stage.sign_in("flo")
    place, book = at_game(stage, rulebook), RULEBOOKS[rulebook]
    HAND.keyClicks(QApplication.focusWidget(), ROUNDS[rulebook])
    stage.settle()
    assert place.told.settled.answer.verdict == "settled"
    plain, asked, both = place.draft, 0, 0
    for entry in book.irregularities:
        ways = variants(plain, RULEBOOKS, entry.code)
        for number, way in enumerate(ways):
            find(stage, place, entry)
            if len(ways) > 1:
                chooser(stage, place, entry.title)
                for _row in range(number):
                    key(stage, KEY.Key_Down)
                key(stage, KEY.Key_Return)
            assert place.sheets.sheet is None and place.draft.round.events == (way.event,)
            here = known_as(place.draft, RULEBOOKS, way.event)
            assert here is not None and place.told.telling.note == here.remedy, "the remedy appears as it is entered"
            shown = [row.spoken for row in place.desk.side.lines.rows_model.rows if row.key.startswith("event")]
            assert len(shown) == 1 and here.remedy in shown[0] and book.cited(here.cite) in shown[0]
            assert_screen_is_verify(place)
            asked += 1
            if place.told.settled.answer.required is not None:
                both += 1
                assert_both_figures(stage, place)
            key(stage, KEY.Key_Z, CTRL)
            assert place.draft == plain
    assert asked >= len(book.irregularities) >= 30 and both >= 4
