"""F4 has one meaning: the first press says what it will record, the second records it; counts that are not full."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from db.store import open_store
from floorapp.domain.decks import DeckSet, Spot
from floorapp.domain.tables import Phase, Shoe, ShoePhase, TableStatus
from floorapp.operations.acts import custody, opening, shoes
from floorapp.operations.signatures import Meaning
from floorapp.operations.table_presses import next_shoe
from floorapp.screens.forms import Counting
from floorapp.screens.offers.cards import change_decks
from floorapp.screens.snapshot import Snapshot
from floorapp.screens.states import State
from tests.acts.floor import PIN, Floor
from tests.app.conftest import KEY, Stage
from tests.app.test_settings import fill
from tests.ui.checks import sideways


def entries(stage: Stage) -> list[str]:
    """The kinds of everything on record, newest last."""
    found: list[list[str]] = []

    def kinds(snapshot: object) -> list[str]:
        return [entry.fact.KIND for entry in reversed(snapshot.book.page(limit=200))]  # type: ignore[attr-defined]

    stage.app.writer.ask(kinds, found.append)
    stage.until(lambda: bool(found))
    return found[0]


@pytest.fixture
def batches(stage_on: Callable[[Path | None], Stage], house: Path, tmp_path: Path) -> Stage:
    """FB-02 open with two batches on the table, and a floorperson before it."""
    path = tmp_path / "batches.sqlite"
    shutil.copy(house, path)
    floor = Floor(open_store(path), path)
    floor.open("FB-02", "red", "blue")
    floor.store.close()
    stage = stage_on(path)
    stage.sign_in("flo")
    stage.app.go("table", "FB-02")
    stage.settle()
    return stage


def test_the_first_press_of_f4_writes_nothing_and_says_everything_the_second_will_write(batches: Stage) -> None:
    before = entries(batches)
    batches.press(KEY.Key_F4)
    asking = batches.app.sheets.asking
    assert asking is not None and entries(batches) == before
    said = [what.spoken for what, _detail in asking.form.steps]
    assert ["loaded" in said[0], "begun" in said[1], "loaded" in said[2], "burned" in said[3]] == [True] * 4
    assert [detail.spoken for _what, detail in asking.form.steps if detail] == ["shuffled by the shuffler, cut"]
    assert asking.do_button.act.words == "Load, begin, shuffle, cut, burn" and asking.do_button.act.key == "F4"
    batches.press(KEY.Key_Escape)
    assert entries(batches) == before, "leaving it writes nothing"
    batches.press(KEY.Key_F4, KEY.Key_F4)
    batches.until(lambda: batches.app.sheets.sheet is None)
    assert entries(batches)[len(before) :] == ["batch.loaded", "shoe.begun", "batch.loaded", "card.burned"]


def test_what_is_left_out_is_not_recorded_as_done(batches: Stage) -> None:
    before = entries(batches)
    batches.press(KEY.Key_F4)
    fill(batches, **{"left out": "First card not burned yet"})
    asking = batches.app.sheets.asking
    assert asking is not None
    asking.fields["left out"].typed.emit()
    assert asking.do_button.act.words == "Load, begin, shuffle, cut"
    batches.press(KEY.Key_F4)
    batches.until(lambda: batches.app.sheets.sheet is None)
    assert entries(batches)[len(before) :] == ["batch.loaded", "shoe.begun", "batch.loaded"]
    assert batches.read(Shoe, "FB-02").burn_due


def test_what_the_judge_is_against_is_asked_about_and_can_be_recorded_as_having_happened(batches: Stage) -> None:
    before = entries(batches)
    batches.press(KEY.Key_F4)
    fill(batches, **{"left out": "Not cut"})
    batches.press(KEY.Key_F4)
    asking = batches.app.sheets.asking
    assert asking is not None and "590.5(b)" in asking.form.sentence
    assert asking.do_button.act.words == "It happened: record it"
    assert [kind for kind in entries(batches)[len(before) :] if kind != "act.refused"] == []
    batches.press(KEY.Key_F9)
    batches.until(lambda: batches.app.sheets.sheet is None)
    assert "shoe.begun" in entries(batches)[len(before) :]


def test_f4_means_the_next_shoe_wherever_and_whenever_it_is_offered(batches: Stage) -> None:
    def words() -> set[str]:
        return {act.words.rstrip("…") for act in batches.app.now.acts() if act.key == "F4"}

    def everywhere() -> None:
        batches.app.refresh()
        for place in ("shufflers", "floor", "table"):
            batches.app.go(place, "FB-02")
            batches.settle()
            assert words() == {"Next shoe"}, place

    everywhere()
    batches.press(KEY.Key_F4, KEY.Key_F4)
    batches.until(lambda: batches.app.sheets.sheet is None)
    everywhere()
    for act in (
        lambda desk: shoes.reach_cover_card(desk, table="FB-02"),
        lambda desk: shoes.end_shoe(desk, table="FB-02", remaining=60, discarded=252),
        lambda desk: opening.suspend_table(desk, table="FB-02", reason="spill"),
    ):
        batches.app.writer.act(act)
        everywhere()


def dealing(stage: Stage) -> None:
    """FB-01 deals 312 cards, and F4 asks for its count."""
    stage.sign_in("flo")
    stage.app.go("table", "FB-01")
    stage.settle()
    stage.press(KEY.Key_F4)
    assert stage.app.sheets.asking is not None


def test_a_count_that_is_not_full_is_counted_again_with_a_second_person_before_the_table_stops(stage: Stage) -> None:
    dealing(stage)
    before = entries(stage)
    fill(stage, discarded="252", remaining="59")
    asking = stage.app.sheets.asking
    assert asking is not None and "1 missing" in asking._counted.accessibleName()
    stage.press(KEY.Key_F4)
    again = stage.app.sheets.asking
    assert again is not None and again is not asking
    assert "311 of 312: 1 missing" in again.form.sentence and again.fields["discarded"].text == ""
    assert stage.read(TableStatus, "FB-01").phase is Phase.OPEN, "nothing stops before it was counted again"
    assert entries(stage)[len(before) :] == ["act.refused"], "the first count stays on record"
    fill(stage, discarded="252", remaining="60", second="flo", **{"second pin": PIN})
    stage.press(KEY.Key_F9)
    assert stage.app.sheets.asking is again, "the second person is another one"
    fill(stage, second="dan", **{"second pin": PIN})
    stage.press(KEY.Key_F9)
    stage.until(lambda: stage.app.sheets.sheet is None)
    assert stage.read(Shoe, "FB-01").phase is ShoePhase.DEALING
    assert stage.read(DeckSet, stage.read(Shoe, "FB-01").deck_set).spot is Spot.SHOE
    meanings = signatures(stage, "shoe.ended")
    assert meanings == [("dan", Meaning.RECOUNTED)]


def signatures(stage: Stage, kind: str) -> list[tuple[str, str]]:
    found: list[list[tuple[str, str]]] = []

    def signed(snapshot: object) -> list[tuple[str, str]]:
        page = snapshot.book.page(limit=200)  # type: ignore[attr-defined]
        entry = next(each for each in page if each.fact.KIND == kind)
        return [(each.person, each.meaning) for each in entry.signatures]

    stage.app.writer.ask(signed, found.append)
    stage.until(lambda: bool(found))
    return found[0]


def test_590_7_d_1_a_second_count_that_is_not_full_either_stops_the_table(stage: Stage) -> None:
    dealing(stage)
    fill(stage, discarded="252", remaining="59")
    stage.press(KEY.Key_F4)
    fill(stage, discarded="251", remaining="60", second="dan", **{"second pin": PIN})
    stage.press(KEY.Key_F9)
    stage.until(lambda: stage.app.sheets.sheet is None)
    assert stage.read(TableStatus, "FB-01").phase is Phase.SUSPENDED
    assert stage.read(Shoe, "FB-01").phase is ShoePhase.ENDED, "no shoe is begun out of a set that lacks a card"


def test_a_slip_of_the_hand_is_no_count(stage: Stage) -> None:
    dealing(stage)
    before = [kind for kind in entries(stage) if kind != "act.refused"]
    fill(stage, discarded="999999", remaining="60")
    asking = stage.app.sheets.asking
    assert asking is not None and "is not possible" in asking._counted.accessibleName()
    assert sideways(stage.app.window) == [], "nothing is pushed out of sight by what is said"
    stage.press(KEY.Key_F4)
    assert stage.app.sheets.asking is asking
    assert [kind for kind in entries(stage) if kind != "act.refused"] == before


def test_the_running_difference_is_in_sight_while_one_counts(stage: Stage) -> None:
    stage.app.window.resize(1024, 700)
    stage.sign_in("flo")
    stage.app.go("table", "FB-01")
    stage.settle()
    stage.press(KEY.Key_F3)
    asking = stage.app.sheets.asking
    assert asking is not None
    asking.fields["remaining"].edit.setFocus()
    stage.write("60")
    counted = asking._counted
    assert counted.visibleRegion().boundingRect().height() == counted.height()
    assert "60 of 312" in counted.accessibleName()


def test_a_table_of_two_batches_says_how_many_sets_it_still_needs(house: Path, tmp_path: Path) -> None:
    """One of two new sets had been delivered, and the form said once more that there was none."""
    path = tmp_path / "batches.sqlite"
    shutil.copy(house, path)
    floor, said = Floor(open_store(path), path), list[str]()
    floor.open("FB-02", "red", "blue")
    next_shoe(floor.desk("flo"), table="FB-02")
    sam = floor.desk("sam")
    security = floor.sign(sam, "sid", Meaning.RECEIVED)
    custody.receive_decks(sam, design="Bee", back="blue", decks=6, seals=("N-1",), security=security)
    for back in ("red", "blue"):
        with floor.desk("flo").looking() as moment:
            offer = change_decks(Snapshot(moment, floor.store, "MAIN"), "FB-02")
        assert offer is not None and offer.form is not None
        said.append(offer.form.sentence)
        floor.stock("FB-02", back)
    assert "dealt with 2 batches" in said[0] and said[0].endswith("then deliver the other.")
    assert said[1].startswith("1 of 2 new sets is at this table. Deliver the other") and "change the decks" in said[1]
    floor.store.close()


def test_the_running_difference() -> None:
    counting = Counting(("discarded", "remaining"), 312)
    assert counting.says({}) == (State.OKAY, "0 of 312")
    assert counting.says({"discarded": "252"}) == (State.OKAY, "252 of 312")
    assert counting.says({"discarded": "252", "remaining": "60"}) == (State.OKAY, "312 of 312: full count")
    assert counting.says({"discarded": "252", "remaining": "59"}) == (State.WARNING, "311 of 312: 1 missing")
    assert counting.says({"discarded": "252", "remaining": "62"}) == (State.WARNING, "314 of 312: 2 too many")
    assert counting.says({"discarded": "999999"}) == (
        State.ALARM,
        "999,999 of 312 is not possible: check what was typed",
    )


def test_a_refusal_is_said_beside_its_field_in_sight_and_with_the_focus(stage: Stage) -> None:
    """Cards are delivered: the wrong PIN of the third of three signers, in a window that is too low for the form."""
    stage.app.window.resize(1024, 700)
    stage.sign_in("sam")
    stage.app.go("decks", "")
    stage.settle()
    stage.app.now.do("receive_decks")
    stage.settle()
    given = {"seals": "S-1", "decks": "6", "back": "green", "design": "Bee", "security": "sid"}
    fill(stage, **given, condition="new", tens="Yes", **{"security pin": PIN})
    stage.press(KEY.Key_F9)
    stage.until(lambda: stage.app.sheets.sheet is None)
    stage.app.go("table", "FB-03")
    stage.settle()
    stage.press(KEY.Key_F3)
    asking = stage.app.sheets.asking
    assert asking is not None
    fill(stage, counted="312", whole="intact", witness="sid", dealer="dan", floorperson="flo")
    fill(stage, **{"witness pin": PIN, "dealer pin": PIN, "floorperson pin": "0000"})
    stage.press(KEY.Key_F9)
    stage.until(lambda: bool(asking.said_wrong))
    stage.settle()
    field = asking.fields["floorperson pin"]
    assert "That is not the PIN of " in field.edit.accessibleDescription()
    assert not asking._wrong.isVisible() and field.edit.hasFocus()
    assert field.visibleRegion().boundingRect().height() == field.height(), "all of it, its message too, is seen"
    asking.fields["dealer"].show_text("sid")
    fill(stage, **{"witness pin": PIN, "dealer pin": PIN, "floorperson pin": PIN})
    stage.press(KEY.Key_F9)
    stage.until(lambda: asking.fields["dealer"].edit.accessibleDescription() != "")
    assert asking.fields["dealer"].edit.hasFocus(), "the one who signs as dealer is no dealer"


def test_what_f4_says_takes_the_end_of_this_shoe_for_granted(batches: Stage) -> None:
    """While the old shoe is still being dealt, the next batch is not said to come twice in a row."""
    batches.press(KEY.Key_F4, KEY.Key_F4)
    batches.until(lambda: batches.app.sheets.sheet is None)
    for _shoe in range(2):
        batches.press(KEY.Key_F4)
        asking = batches.app.sheets.asking
        assert asking is not None and asking.form.note == ""
        fill(batches, discarded="300", remaining="12")
        batches.press(KEY.Key_F4)
        batches.until(lambda: batches.app.sheets.sheet is None)
