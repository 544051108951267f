"""The dispute desk as a test finds it: at a game, its lines, a finger on it, and what it must agree with."""

from __future__ import annotations

import json

from PyQt6.QtCore import QPoint, Qt
from PyQt6.QtWidgets import QApplication, QWidget

from floorapp.engine.verify import verify_text
from floorapp.operations.dispute.verdict_words import figure
from floorapp.screens.lists import SettlementRow
from floorapp.ui.live.dispute_place import DisputePlace
from tests.acts.rulebooks import RULEBOOKS
from tests.app.conftest import HAND, KEY, Stage


def desk(stage: Stage) -> DisputePlace:
    place = stage.app.places["disputes"]
    assert isinstance(place, DisputePlace)
    return place


def at_game(stage: Stage, rulebook: str) -> DisputePlace:
    """The desk with an empty round of a game, by the keys alone."""
    stage.app.go("disputes", "")
    place = desk(stage)
    stage.until(lambda: place.view is not None and bool(place.start.list.rows_model.rows))
    stage.settle()
    place.start.list.setFocus()
    keys = [row.key for row in place.start.list.rows_model.rows]
    place.start.list.select(keys[0])
    for _row in range(keys.index(f"game {rulebook}")):
        HAND.keyClick(place.start.list, KEY.Key_Down)
    stage.press(KEY.Key_Return)
    stage.until(lambda: place.teller is not None)
    return place


def rows(place: DisputePlace) -> list[SettlementRow]:
    return [row for row in place.desk.side.lines.rows_model.rows if isinstance(row, SettlementRow)]


def assert_screen_is_verify(place: DisputePlace) -> None:
    """Every line on the screen is a line of `floorapp verify`, and every line of it is on the screen."""
    record = json.dumps(place.draft.record)
    answer = verify_text(record, RULEBOOKS)
    book = RULEBOOKS[place.draft.round.rulebook]
    shown = [(row.expected, row.reported, row.citation, bool(row.difference)) for row in rows(place)]
    wanted = [
        (
            figure(line.expected),
            figure(line.reported) if line.reported is not None else "missing" if line.missing else "–",
            book.cited(line.cite),
            line.wrong,
        )
        for line in answer.lines
    ]
    assert shown == wanted and wanted
    assert all(line.because in row.sentence for line, row in zip(answer.lines, rows(place), strict=True))
    found = [row.spoken for row in place.desk.side.lines.rows_model.rows if row.key.startswith("found")]
    assert len(found) == len(answer.findings)
    assert all(each.message in said for each, said in zip(answer.findings, found, strict=True))


def tap(stage: Stage, widget: QWidget | None, at: QPoint | None = None) -> None:
    """A finger: pressed and let go at one point; the keyboard is not touched."""
    assert widget is not None
    HAND.mouseClick(widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at or widget.rect().center())
    QApplication.processEvents()
