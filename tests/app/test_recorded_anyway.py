"""What the judge is against is refused at the screen, and can be recorded there as having happened."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from db.store import open_store
from floorapp.domain.decks import DeckSet
from floorapp.domain.findings import RecordedFinding
from floorapp.domain.tables import Fixture, Phase, TableStatus
from floorapp.operations.acts import readers, tables
from floorapp.screens.due import DueRow
from floorapp.ui.live.decks_place import DecksPlace
from floorapp.ui.live.opening_place import OpeningPlace
from tests.acts.conduct_floor import add, laid, received
from tests.acts.floor import PIN, Floor
from tests.app.conftest import KEY, Stage
from tests.app.test_other_acts import listed
from tests.app.test_settings import alt, fill

Prepared = Callable[[Callable[[Floor], object]], Stage]


@pytest.fixture
def prepared(stage_on: Callable[[Path | None], Stage], house: Path, tmp_path: Path) -> Prepared:
    """The house with something done in it before, and a floorperson signed in."""

    def start(does: Callable[[Floor], object]) -> Stage:
        path = tmp_path / "prepared.sqlite"
        shutil.copy(house, path)
        floor = Floor(open_store(path), path)
        does(floor)
        floor.store.close()
        stage = stage_on(path)
        stage.sign_in("flo")
        return stage

    return start


def found(stage: Stage, table: str) -> set[str]:
    return {each.code for each in stage.ask(lambda snapshot: snapshot.moment.state.find(RecordedFinding, table=table))}


def without_reader(floor: Floor) -> None:
    tables.remove_equipment(floor.desk("sam"), table="FB-03", fixture=Fixture.READER, reason="sent for repair")


def test_590_2_d_a_table_that_was_opened_without_a_reader_is_recorded_so_and_found(prepared: Prepared) -> None:
    stage = prepared(without_reader)
    stage.app.go("opening", "FB-03")
    stage.settle()
    stage.press(KEY.Key_F9)
    assert stage.read(TableStatus, "FB-03") is None
    alt(stage, KEY.Key_E)
    asking = stage.app.sheets.asking
    assert asking is not None and "590.2(d)" in asking.form.sentence
    stage.press(KEY.Key_F9)
    assert stage.read(TableStatus, "FB-03").phase is Phase.OPEN
    assert "reader-missing" in found(stage, "FB-03")


def test_590_13_j_play_that_went_on_at_a_stopped_table_is_recorded_so_from_due_now(stage: Stage) -> None:
    """The table showed itself as stopped, and its rounds as dealt at a stopped table: nobody could say it went on."""
    stage.sign_in("flo")
    stage.app.writer.act(lambda desk: readers.report_reader_failure(desk, table="FB-01", says="no light"))
    stage.until(lambda: any(row.act == "resume_table" for row in due_now(stage)))
    (row,) = [row for row in due_now(stage) if row.act == "resume_table"]
    stage.app.floor.do_row(row.key)
    stage.until(lambda: stage.app.sheets.asking is not None)
    asking = stage.app.sheets.asking
    assert (
        asking is not None and "590.13(j)" in asking.form.sentence and "play resumed that way" in asking.form.sentence
    )
    assert stage.read(TableStatus, "FB-01").phase is Phase.SUSPENDED
    stage.press(KEY.Key_F9)
    stage.until(lambda: stage.app.sheets.sheet is None)
    assert stage.read(TableStatus, "FB-01").phase is Phase.OPEN
    assert "reader-failed" in found(stage, "FB-01")


def due_now(stage: Stage) -> tuple[DueRow, ...]:
    view = stage.app.floor.view
    return view.rows if view is not None else ()


def test_590_4_e_cards_received_new_are_not_opened_as_preshuffled_and_the_page_says_so(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.go("opening", "FB-03")
    place = stage.app.places["opening"]
    assert isinstance(place, OpeningPlace)
    stage.until(lambda: place.view is not None)
    place.opening.choice.chosen.emit("preshuffled")
    stage.until(lambda: place.view is not None and place.view.cards == "preshuffled")
    assert place.view is not None and "was received new, not preshuffled" in place.view.act.refusal
    alt(stage, KEY.Key_E)
    stage.press(KEY.Key_F9)
    assert stage.read(TableStatus, "FB-03").phase is Phase.OPEN


def signed(stage: Stage, **values: str) -> None:
    fill(stage, **values, dealer="dan", floorperson="flo", **{"dealer pin": PIN, "floorperson pin": PIN})
    stage.press(KEY.Key_F9)


def test_665a_4_b_tens_that_were_kept_are_recorded_as_kept_and_found(prepared: Prepared) -> None:
    def waiting(floor: Floor) -> None:
        add(floor, "X-65", "pa-665a", decks=8)
        received(floor, "X-65", decks=8)

    stage = prepared(waiting)
    stage.app.go("table", "X-65")
    stage.settle()
    stage.press(KEY.Key_F3)
    signed(stage, counted="416", whole="intact", tens="removed and kept")
    asking = stage.app.sheets.asking
    assert asking is not None and "665a.4(b)" in asking.form.sentence
    stage.press(KEY.Key_F9)
    stage.until(lambda: stage.app.sheets.sheet is None)
    (cards,) = stage.ask(lambda snapshot: snapshot.moment.state.find(DeckSet, table="X-65"))
    assert cards.tens_removed


def test_665a_4_b_tens_left_in_at_the_opening_are_taken_out_later(prepared: Prepared) -> None:
    def opened(floor: Floor) -> None:
        add(floor, "X-65", "pa-665a", decks=8)
        laid(floor, "X-65", decks=8)

    stage = prepared(opened)
    (cards,) = stage.ask(lambda snapshot: snapshot.moment.state.find(DeckSet, table="X-65"))
    stage.app.go("decks", cards.id)
    place = stage.app.places["decks"]
    assert isinstance(place, DecksPlace)
    stage.settle()
    listed(stage)
    stage.press(KEY.Key_7)
    signed(stage, removed="32", disposed="removed and torn and boxed")
    stage.until(lambda: stage.app.sheets.sheet is None)
    assert stage.read(DeckSet, cards.id).tens_removed
