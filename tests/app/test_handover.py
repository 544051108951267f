"""The shift handover and the end of a gaming day, by keys and by mouse."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QApplication

from db.store import open_store
from floorapp.domain.days import EndedDay, Handover
from floorapp.operations.acts import days, opening
from floorapp.operations.acts.shoes import ShoeCount
from floorapp.operations.signatures import Meaning
from floorapp.ui.live.handover_place import HandoverPlace
from floorapp.ui.live.papers_place import PapersPlace
from tests.acts.floor import PIN, Floor
from tests.app.conftest import HAND, KEY, Stage


def place_of(stage: Stage) -> HandoverPlace:
    found = stage.app.places["handover"]
    assert isinstance(found, HandoverPlace)
    return found


def handovers(stage: Stage) -> tuple[Handover, ...]:
    found: list[tuple[Handover, ...]] = []
    stage.app.writer.ask(lambda snapshot: snapshot.moment.state.find(Handover), found.append)
    stage.until(lambda: bool(found))
    return found[0]


def test_what_is_open_goes_with_the_handover_by_itself(stage: Stage) -> None:
    stage.sign_in("flo")
    HAND.keyClick(stage.app.window, KEY.Key_H, Qt.KeyboardModifier.AltModifier)
    place = place_of(stage)
    stage.until(lambda: place.view is not None and place.view.tab == "give")
    assert place.view is not None and place.view.rows, "what is open stands there already"
    stage.press(KEY.Key_F9)
    assert place.handover.to.edit.accessibleDescription() == "Choose who accepts it.", "nobody is chosen beforehand"
    place.handover.to.show_text("Sam · Shift manager · sam")
    place.handover.says.setFocus()
    stage.write("the guest at NJ-01 waits for a call")
    place.handover.pin.edit.setFocus()
    stage.write("9999")
    stage.press(KEY.Key_Return)
    assert place.handover._wrong.isVisible() and handovers(stage) == ()
    stage.write(PIN)
    stage.press(KEY.Key_Return)
    stage.until(lambda: len(handovers(stage)) == 1)
    (given,) = handovers(stage)
    assert (given.given_by, given.to, given.shift) == ("flo", "sam", "Day")
    assert given.says == "the guest at NJ-01 waits for a call"
    assert any(duty.startswith("NJ-02: ") for duty in given.open_duties)
    assert given.accepted_at is None


@pytest.fixture
def given(house: Path, tmp_path: Path) -> Path:
    """Flo handed over to Sam."""
    path = tmp_path / "given.sqlite"
    shutil.copy(house, path)
    floor = Floor(open_store(path), path)
    desk = floor.desk("flo")
    signed = floor.sign(desk, "flo", Meaning.HANDED_OVER)
    days.give_handover(desk, to="sam", shift="Day", says="look at <i>FB-01</i>", signature=signed)
    floor.store.close()
    return path


def test_the_incoming_person_takes_over_with_their_own_pin(
    stage_on: Callable[[Path | None], Stage], given: Path
) -> None:
    stage = stage_on(given)
    stage.sign_in("sam")
    row = next(row for row in stage.app.floor.view.rows if row.act == "accept_handover")  # type: ignore[union-attr]
    stage.app.floor.do_row(row.key)
    stage.settle()
    place = place_of(stage)
    stage.until(lambda: place.view is not None and place.view.tab == "take")
    assert place.view is not None and "look at <i>FB-01</i>" in place.view.words
    place.handover.pin.edit.setFocus()
    stage.write(PIN)
    stage.press(KEY.Key_F9)
    stage.until(lambda: handovers(stage)[0].accepted)
    stage.until(lambda: place.view is not None and "You accepted the shift from Flo" in place.view.words)
    stage.settle()
    stage.app.refresh()
    stage.settle()
    focus = QApplication.focusWidget()
    assert focus is not None and stage.app.window.pages.isAncestorOf(focus), "the keys stay in the page"


def test_a_handover_for_somebody_else_is_not_offered(stage_on: Callable[[Path | None], Stage], given: Path) -> None:
    stage = stage_on(given)
    stage.sign_in("cora")
    stage.app.go("handover", "take")
    stage.settle()
    place = place_of(stage)
    assert place.view is not None and "No shift change is waiting for you" in place.view.act.refusal
    floor = stage.app.floor
    stage.app.go("floor", "")
    stage.settle()
    row = next(row for row in (floor.view.rows if floor.view else ()) if row.act == "accept_handover")
    floor.do_row(row.key)
    stage.settle()
    assert stage.app.now is floor and "is for Sam" in stage.app.window.banner._happened.accessibleName()
    assert not place.handover.button.isEnabled()


def test_the_day_is_ended_by_mouse_and_what_is_missing_is_explained(stage: Stage) -> None:
    stage.clock.instant += timedelta(hours=24)
    stage.sign_in("sam")
    stage.app.go("handover", "day")
    place = place_of(stage)
    stage.until(lambda: place.view is not None and place.view.tab == "day")
    place.handover.says.setFocus()
    stage.write("looked through, all there")
    place.handover.pin.edit.setFocus()
    stage.write(PIN)
    HAND.mouseClick(place.handover.button, Qt.MouseButton.LeftButton)
    stage.settle()
    ended = stage.read(EndedDay, "2026-11-16")
    assert ended is not None and ended.by == "sam" and ended.says == "looked through, all there"
    stage.until(lambda: place.view is not None and "Ended by" in place.view.words)
    assert place.view is not None and not place.view.asks


@pytest.fixture
def days_over(house: Path, tmp_path: Path) -> Path:
    """FB-01 dealt from Monday to Wednesday, its reader inspected on Monday alone; nobody ended a day."""
    path = tmp_path / "over.sqlite"
    shutil.copy(house, path)
    floor = Floor(open_store(path), path)
    floor.clock.advance(hours=48)
    opening.close_table(floor.desk("flo"), table="FB-01", count=ShoeCount(remaining=312, discarded=0))
    floor.store.close()
    return path


def ends_a_day(stage: Stage, says: str = "") -> None:
    """What was seen is written down and signed, on the page of the end of a day."""
    page = place_of(stage).handover
    if says:
        page.says.setFocus()
        stage.write(says)
    page.pin.edit.setFocus()
    stage.write(PIN)
    stage.press(KEY.Key_F9)


def shows_the_end_of(stage: Stage, day: str) -> HandoverPlace:
    place = place_of(stage)
    stage.until(lambda: place.view is not None and place.view.tab == "day" and f"Nov {day}, 2026" in place.view.words)
    stage.settle()
    return place


def test_days_that_were_over_long_ago_are_ended_one_after_the_other_from_due_now(
    stage_on: Callable[[Path | None], Stage], days_over: Path
) -> None:
    """The page showed yesterday alone, and ended it: an older day stayed due for ever."""
    stage = stage_on(days_over)
    stage.clock.instant += timedelta(days=5)
    stage.sign_in("sam")
    row = next(row for row in stage.app.floor.view.rows if row.act == "end_gaming_day")  # type: ignore[union-attr]
    stage.app.floor.do_row(row.key)
    place = shows_the_end_of(stage, "16")
    assert place.view is not None and place.view.rows == () and "Later ones: 2" in place.view.words
    ends_a_day(stage)
    for day in ("17", "18"):
        place = shows_the_end_of(stage, day)
        assert place.view is not None and len(place.view.rows) == 1, "its reader was not inspected"
        assert place.handover.says.toPlainText() == ""
        ends_a_day(stage)
        stage.until(place.handover._wrong.isVisible)
        assert stage.read(EndedDay, f"2026-11-{day}") is None, "why is asked first"
        ends_a_day(stage, f"nobody looked on the {day}th")
        stage.until(lambda day=day: stage.read(EndedDay, f"2026-11-{day}") is not None)  # type: ignore[misc]
        ended = stage.read(EndedDay, f"2026-11-{day}")
        assert ended is not None and ended.says == f"nobody looked on the {day}th" and len(ended.missing) == 1
    shows_the_end_of(stage, "20")
    stage.app.go("floor", "")
    stage.settle()
    assert not [row for row in stage.app.floor.view.rows if row.act == "end_gaming_day"]  # type: ignore[union-attr]
    stage.app.go("handover", "2026-11-17")
    place = shows_the_end_of(stage, "17")
    assert place.view is not None and "nobody looked on the 17th" in place.view.words and not place.view.asks
    HAND.keyClick(stage.app.window, KEY.Key_F8)
    stage.settle()
    papers = stage.app.places["papers"]
    assert isinstance(papers, PapersPlace) and papers.choice.first == date(2026, 11, 17)
