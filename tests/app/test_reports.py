"""Reporting an irregularity: four steps by the keys alone, by mouse, with everything the remedy depends on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from PyQt6.QtCore import Qt

from floorapp.domain.incidents import Incident
from floorapp.domain.tables import Phase, TableStatus
from floorapp.operations.moment import Moment
from floorapp.screens.report_values import ReportView
from floorapp.screens.times import instant_at
from floorapp.ui.live.report_place import ReportPlace
from tests.acts.floor import PIN
from tests.app.conftest import HAND, KEY, Stage

NUMBER = "IR-2026-0001"


def place_of(stage: Stage) -> ReportPlace:
    found = stage.app.places["report"]
    assert isinstance(found, ReportPlace)
    return found


def view_of(stage: Stage) -> ReportView:
    view = place_of(stage).view
    assert view is not None
    return view


@pytest.fixture
def begun(stage: Stage) -> Stage:
    """F5 at a selected table."""
    stage.sign_in("flo")
    stage.app.floor.floor.map.select("FB-01")
    stage.settle()
    stage.press(KEY.Key_F5)
    stage.until(lambda: place_of(stage).view is not None)
    return stage


def test_f5_at_no_table_asks_which_one_and_the_keys_answer_that_question(stage: Stage) -> None:
    """What was typed went to the page behind, and Enter there began a report at a table nobody had named."""
    stage.sign_in("flo")
    stage.press(KEY.Key_F5)
    stage.until(lambda: stage.app.sheets.sheet is not None and place_of(stage).view is not None)
    stage.settle()
    stage.write("FB-02")
    stage.press(KEY.Key_Return)
    stage.until(lambda: stage.app.sheets.sheet is None)
    stage.until(lambda: view_of(stage).table == "FB-02")
    assert view_of(stage).value("search") == ""
    stage.write("misdeal")
    stage.until(lambda: view_of(stage).value("search") == "misdeal")


def test_leaving_the_question_at_which_table_leaves_the_report(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.press(KEY.Key_F5)
    stage.until(lambda: stage.app.sheets.sheet is not None and place_of(stage).view is not None)
    stage.press(KEY.Key_Escape)
    assert stage.app.sheets.sheet is None and stage.app.now.name == "floor"
    assert place_of(stage).typed == {}


def result_of(stage: Stage) -> str:
    """What the rule at the right says comes of it."""
    rule = view_of(stage).rule
    assert rule is not None
    return dict(rule.rows)["Result"]


def test_a_report_by_the_keys_alone_asks_what_the_remedy_depends_on(begun: Stage) -> None:
    stage = begun
    assert view_of(stage).table == "FB-01"
    stage.write("requested card")
    stage.press(KEY.Key_Down)
    view = view_of(stage)
    assert view.rule is not None and view.rule.cite == "590.13(h)"
    assert ("Whose choice", "The player chooses.") in view.rule.rows
    stage.press(KEY.Key_Return)
    assert view_of(stage).step == 1
    stage.press(KEY.Key_F9)
    assert view_of(stage).step == 1  # the remedy depends on the hole card, and nobody has said
    stage.press(KEY.Key_N)
    assert view_of(stage).value("chosen") == "", "that the focus is on a choice states nothing"
    assert result_of(stage) == "It depends on the choice."
    stage.press(KEY.Key_F9)
    assert view_of(stage).step == 1
    stage.press(KEY.Key_Return)
    first = view_of(stage).value("chosen")
    assert first == view_of(stage).options[0].says and view_of(stage).step == 1
    stage.press(KEY.Key_Down)
    assert view_of(stage).value("chosen_by") == "player" and view_of(stage).value("chosen") != first
    assert result_of(stage) == "Dead hand.", "it said that play continues"
    stage.press(KEY.Key_F9)
    assert view_of(stage).step == 2
    stage.write("box three asked, the dealer went on")
    stage.press(KEY.Key_F9)
    assert view_of(stage).step == 3
    stage.write(PIN)
    stage.press(KEY.Key_Return)
    stage.until(lambda: stage.app.now.name == "incidents")
    told = stage.read(Incident, NUMBER)
    assert (told.table, told.code, told.cite) == ("FB-01", "card-requested-not-dealt", "590.13(h)")
    assert told.says == "box three asked, the dealer went on"
    assert told.chosen == view_of(stage).value("chosen") and told.chosen_by == "player"
    assert told.reporter == "flo"
    assert place_of(stage).typed == {}


def test_what_stops_a_table_says_so_before_and_stops_it_after(begun: Stage) -> None:
    stage = begun
    stage.write("missing at the count")
    stage.press(KEY.Key_Down, KEY.Key_Return)
    view = view_of(stage)
    assert view.rule is not None and "stops the game" in view.rule.caution
    stage.press(KEY.Key_F9)
    stage.write("311 of 312")
    stage.press(KEY.Key_F9)
    stage.write(PIN)
    stage.press(KEY.Key_F9)
    stage.until(lambda: stage.app.now.name == "incidents")
    assert stage.read(TableStatus, "FB-01").phase is Phase.SUSPENDED


def test_whoever_must_be_told_is_ticked_first(begun: Stage) -> None:
    stage = begun
    stage.write("missing at the count")
    stage.press(KEY.Key_Down, KEY.Key_Return, KEY.Key_F9)
    stage.write("311 of 312")
    told = place_of(stage).report.when.told["floorperson"]
    HAND.mouseClick(told, Qt.MouseButton.LeftButton)
    stage.settle()
    assert "must be notified" in view_of(stage).act.refusal
    HAND.mouseClick(told, Qt.MouseButton.LeftButton)
    stage.settle()
    assert view_of(stage).act.refusal == ""


def test_a_wrong_pin_is_said_and_nothing_is_lost(begun: Stage) -> None:
    stage = begun
    stage.write("face up")
    stage.press(KEY.Key_Down, KEY.Key_Return, KEY.Key_F9)
    stage.write("a seven lay face up")
    stage.press(KEY.Key_F9)
    stage.write("9999")
    stage.press(KEY.Key_Return)
    assert place_of(stage).report.sign._wrong.isVisible()
    assert stage.read(Incident, NUMBER) is None
    assert view_of(stage).value("says") == "a seven lay face up"
    assert "9999" not in (stage.path.parent / "drafts.json").read_text()


def test_leaving_keeps_the_draft_of_each_table(begun: Stage) -> None:
    stage = begun
    stage.write("face up")
    stage.press(KEY.Key_Down, KEY.Key_Return)
    stage.press(KEY.Key_Escape)
    assert stage.app.now.name == "table"
    stage.app.go("report", "FB-03")
    stage.settle()
    assert view_of(stage).step == 0 and view_of(stage).code == ""
    stage.app.go("report", "FB-01")
    stage.settle()
    assert view_of(stage).code == "card-face-up-in-shoe" and view_of(stage).step == 1


def test_a_step_without_a_choice_is_passed_with_enter_and_a_draft_keeps_its_hour(begun: Stage) -> None:
    stage = begun
    stage.write("not exposed")
    stage.press(KEY.Key_Down, KEY.Key_Return)
    assert view_of(stage).step == 1 and not view_of(stage).options
    at = view_of(stage).value("happened"), view_of(stage).value("discovered")
    stage.press(KEY.Key_Return)
    assert view_of(stage).step == 2
    stage.clock.advance(minutes=3)
    stage.press(KEY.Key_Escape)
    stage.app.go("report", "FB-01")
    stage.settle()
    assert (view_of(stage).value("happened"), view_of(stage).value("discovered")) == at


def test_something_else_is_reported_freely_by_mouse(begun: Stage) -> None:
    stage = begun
    report = place_of(stage).report
    last = report.what.list.rows_model.index(report.what.list.rows_model.rowCount() - 1, 0)
    report.what.list.scrollTo(last)
    spot = report.what.list.visualRect(last).center()
    HAND.mouseClick(report.what.list.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    stage.settle()
    assert report.next_button is not None
    HAND.mouseClick(report.next_button.button, Qt.MouseButton.LeftButton)
    stage.settle()
    stage.write("Drink over the layout")
    HAND.mouseClick(report.next_button.button, Qt.MouseButton.LeftButton)
    stage.settle()
    stage.write("a guest spilled a drink, the layout is wet")
    HAND.mouseClick(report.next_button.button, Qt.MouseButton.LeftButton)
    stage.settle()
    stage.write(PIN)
    HAND.mouseClick(report.next_button.button, Qt.MouseButton.LeftButton)
    stage.until(lambda: stage.app.now.name == "incidents")
    told = stage.read(Incident, NUMBER)
    assert (told.code, told.title) == ("", "Drink over the layout")


def test_what_was_found_long_ago_needs_a_word_why(begun: Stage) -> None:
    stage = begun
    stage.write("face up")
    stage.press(KEY.Key_Down, KEY.Key_Return, KEY.Key_F9)
    stage.write("seen on the film")
    when = place_of(stage).report.when
    for name, text in (("happened", "10:30"), ("discovered", "10:35")):
        when.fields[name].edit.setFocus()
        when.fields[name].edit.selectAll()
        stage.write(text)
    assert "reason for the late entry" in view_of(stage).act.refusal
    when.late.edit.setFocus()
    stage.write("surveillance called later")
    stage.press(KEY.Key_F9)
    stage.write(PIN)
    stage.press(KEY.Key_Return)
    stage.until(lambda: stage.app.now.name == "incidents")
    told = stage.read(Incident, NUMBER)
    assert told.discovered_at == stage.clock.now() - timedelta(hours=1, minutes=25)


@pytest.mark.parametrize(
    "now, typed, instant",
    [
        ("2026-11-16T17:00", "12:00", "2026-11-16T17:00"),
        ("2026-11-16T17:00", "11:59", "2026-11-16T16:59"),
        ("2026-11-16T17:00", "23:50", "2026-11-16T04:50"),  # last night
        ("2026-11-16T17:00", "0905", "2026-11-16T14:05"),
        ("2026-11-01T06:30", "01:30", "2026-11-01T06:30"),  # the second 01:30 of the night the clocks go back
        ("2026-11-01T05:40", "01:10", "2026-11-01T05:10"),  # the first
        ("2026-11-16T17:00", "2026-11-13 21:05", "2026-11-14T02:05"),
        ("2026-11-16T17:00", "2026-02-30 21:05", None),
        ("2026-11-16T17:00", "2026-11-17 21:05", None),  # it has not come yet
        ("2026-11-16T17:00", "25:00", None),
        ("2026-11-16T17:00", "half past", None),
    ],
)
def test_a_typed_time_is_the_last_time_the_wall_showed_it(
    now: str, typed: str, instant: str | None, moment_at: object
) -> None:
    assert callable(moment_at)
    moment = moment_at(datetime.fromisoformat(now).replace(tzinfo=UTC))
    assert isinstance(moment, Moment)
    wanted = None if instant is None else datetime.fromisoformat(instant).replace(tzinfo=UTC)
    assert instant_at(moment, typed) == wanted


def test_a_draft_of_another_time_never_stops_the_screen(stage: Stage) -> None:
    stage.sign_in("flo")
    odd = {
        "step": "seven",
        "files": "x|a/b|a/b/c|d/photo.jpg/12",
        "code": "no-such-code",
        "q cards": "many",
        "happened": "",
        "discovered": "99",
        "told": ",,",
        "rounds_dealt": "1e9",
        "chosen": "<b>",
    }
    stage.app.drafts.keep("report/FB-01", odd)
    stage.app.go("report", "FB-01")
    stage.until(lambda: place_of(stage).view is not None)
    view = view_of(stage)
    assert view.step == 0 and view.files == ("photo.jpg",) and not stage.app.window.banner.isVisible()


def test_what_keeps_a_report_from_its_signature_is_said_beside_its_field_with_the_focus(begun: Stage) -> None:
    stage, page = begun, place_of(begun).report
    stage.write("face up")
    stage.press(KEY.Key_Down, KEY.Key_Return, KEY.Key_F9)
    assert view_of(stage).step == 2
    stage.press(KEY.Key_F9)
    assert page.when.says.hasFocus() and page.when.says.accessibleDescription() == "Describe what happened."
    assert not stage.app.window.banner.isVisible(), "it stands beside its field"
    stage.write("A boxed card.")
    assert page.when.says.accessibleDescription() == ""
    happened = page.when.fields["happened"]
    happened.edit.setText("tomorrow 99pm")
    happened.typed.emit()
    stage.settle()
    page.when.says.setFocus()
    stage.press(KEY.Key_F9)
    assert happened.edit.hasFocus() and "Enter a time like 9:05 PM" in happened.edit.accessibleDescription()
    assert view_of(stage).step == 2


def test_a_title_that_is_a_whole_story_is_refused_before_it_fills_the_queue(begun: Stage) -> None:
    begun.write("overpaid")
    begun.press(KEY.Key_Return)
    place_of(begun).report.follows.title.edit.setText("lorem ipsum " * 120)
    place_of(begun).report.follows.title.typed.emit()
    begun.settle()
    begun.press(KEY.Key_F9)
    assert view_of(begun).step == 1 and "at most 120" in view_of(begun).act.refusal


def test_enter_takes_what_is_left_where_no_irregularity_fits(begun: Stage) -> None:
    begun.write("overpaid")
    begun.press(KEY.Key_Return)
    assert view_of(begun).free and "dispute desk (F6)" in view_of(begun).catalogue[0].look_for


@pytest.mark.parametrize(("person", "told"), [("flo", "floorperson"), ("sam", "")])
def test_nobody_is_called_notified_but_the_floorperson_who_reports(stage: Stage, person: str, told: str) -> None:
    stage.sign_in(person)
    stage.app.go("report", "FB-01")
    stage.until(lambda: place_of(stage).view is not None)
    assert view_of(stage).value("told") == told


def test_enter_takes_the_only_match_of_the_trades_words(begun: Stage) -> None:
    """23.4: *hit on 17* means one irregularity of this game; Enter takes it, and the next Enter goes on."""
    begun.write("hit on 17")
    begun.press(KEY.Key_Return)
    view = view_of(begun)
    assert view.rule is not None and view.rule.cite == "590.13(d)" and view.step == 0
    begun.press(KEY.Key_Return)
    assert view_of(begun).step == 1
