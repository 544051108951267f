"""One's own floor: from an empty file to tables on the map, by a list or drawn, and then arranged."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PyQt6.QtCore import Qt

from db.store import open_store
from floorapp.domain.decks import DeckSet, Spot
from floorapp.domain.property import Pit
from floorapp.domain.tables import Assignment, Equipment, Fixture, Post, ShufflingMethod, Table
from floorapp.operations.floor_list import PlannedTable, places_of, read_floor
from floorapp.operations.moment import Moment
from floorapp.screens.table import TableView
from floorapp.ui.live.decks_place import DecksPlace
from floorapp.ui.live.setup_place import SetupPlace
from floorapp.ui.pages.ask_sheet import AskSheet
from tests.acts.floor import PIN, Floor
from tests.acts.rulebooks import RULEBOOKS
from tests.app.conftest import HAND, KEY, Stage
from tests.app.test_flows import shown_page
from tests.app.test_settings import alt, done, fill

LIST = """Table;Pit;Game;Seats;Decks;Shuffling;Min;Max;Reader
FB-01;Main;pa-590;6;6;by hand;15;500;RD-1
FB-02;Main;pa-590;6;6;;15;500;RD-2
NJ-01;High limit;nj-19-47-26;;8;by hand;25;2000;
"""


def begin(stage: Stage) -> SetupPlace:
    """The first start, as its own test does it, and on to the setup."""
    stage.until(lambda: shown_page(stage) == "first")
    stage.app.door.first.setFocus()
    stage.write("Riverbend")
    stage.press(KEY.Key_Return)
    for words in ("Ada Admin", "ada", "correct horse", "correct horse", PIN, PIN):
        stage.write(words)
        stage.press(KEY.Key_Return)
    stage.until(lambda: stage.app.inside)
    stage.settle()
    assert stage.app.floor.floor.nothing.isVisible()
    stage.press(KEY.Key_Return)  # "Set up the floor" has the focus
    stage.until(lambda: shown_page(stage) == "setup")
    stage.settle()
    place = stage.app.places["setup"]
    assert isinstance(place, SetupPlace)
    return place


def test_an_empty_floor_is_set_up_by_drawing_with_the_keys(stage_on: Callable[[Path | None], Stage]) -> None:
    stage = stage_on(None)
    place = begin(stage)
    for words in ("Main pit", "FB-01", "12", "15", "500"):
        stage.write(words)
        stage.press(KEY.Key_Tab)
    HAND.keyClick(stage.app.window, Qt.Key.Key_D, Qt.KeyboardModifier.AltModifier)
    game = place.setup.game
    assert game.edit.hasFocus() and game.edit.accessibleDescription() == "Choose the game.", "a person says which"
    stage.write("f")
    HAND.keyClick(stage.app.window, Qt.Key.Key_D, Qt.KeyboardModifier.AltModifier)
    stage.settle()
    assert place.view is not None and len(place.view.tables) == 12
    assert all("$15.00–$500.00" in said for _table, said in place.view.page.tables), "what is saved is said before"
    stage.press(KEY.Key_F9)
    stage.until(lambda: shown_page(stage) == "floor" and bool(stage.app.floor.floor._plan.tables))
    tables = stage.app.floor.floor._plan.tables
    assert [table.name for table in tables] == [f"FB-{n:02d}" for n in range(1, 13)]
    assert len({(table.x, table.y) for table in tables}) == 12
    assert stage.read(Pit, "MP").name == "Main pit"


def test_a_pit_is_drawn_from_what_a_person_says_and_from_nothing_else(stage_on: Callable[[Path | None], Stage]) -> None:
    """Enter in the empty first field said *Choose the game*; what was left out became T-01, one table, $10 to $500."""
    stage = stage_on(None)
    place = begin(stage)
    alt(stage, KEY.Key_D)
    edits = [*(field.edit for field in place.setup.fields.values()), place.setup.game.edit]
    said = [edit.accessibleDescription() for edit in edits]
    assert said[0] == "Enter the pit." and all(said) and said[-1] == "Choose the game."
    assert place.setup.fields["pit"].edit.hasFocus(), "the first of them"
    for words in ('High limit, "Salon"; upstairs', "Salon Prive 41", "2", "100", "5000"):
        stage.write(words)
        stage.press(KEY.Key_Return)
    assert place.setup.game.edit.hasFocus() and not place.setup.text, "Enter goes on, field by field"
    stage.write("f")
    alt(stage, KEY.Key_D)
    assert place.view is not None and [each.table for each in place.view.tables] == ["Salon Prive 41", "Salon Prive 42"]
    assert place.view.tables[0].pit == 'High limit, "Salon"; upstairs'
    assert place.view.tables[0].limits.least == 10_000


def test_what_cannot_be_drawn_is_said_beside_its_field_and_not_in_the_list(
    stage_on: Callable[[Path | None], Stage],
) -> None:
    stage = stage_on(None)
    place = begin(stage)
    place.setup.game.show_text(place.setup.game.edit.itemText(1))
    good = {"pit": "Main pit", "first": "FB-01", "count": "2", "least": "15", "most": "$500"}
    for name, wrong in (("first", "one"), ("count", "999999"), ("least", "abc"), ("most", "14"), ("least", "1.50")):
        for each, text in (good | {name: wrong}).items():
            place.setup.fields[each].show_text(text)
        alt(stage, KEY.Key_D)
        field = place.setup.fields[name]
        assert field.edit.hasFocus() and field.edit.accessibleDescription() and not place.setup.text
        assert not any(f.edit.accessibleDescription() for f in place.setup.fields.values() if f is not field)
    place.setup.fields["least"].show_text("15")
    alt(stage, KEY.Key_D)
    assert place.view is not None and len(place.view.tables) == 2


def test_a_list_from_a_file_makes_pits_tables_and_readers(
    stage_on: Callable[[Path | None], Stage], tmp_path: Path
) -> None:
    stage = stage_on(None)
    place = begin(stage)
    (tmp_path / "tables.csv").write_text(LIST, encoding="utf-8-sig")
    place.read_file(tmp_path / "tables.csv")
    stage.until(lambda: place.view is not None and len(place.view.tables) == 3)
    stage.app._act("write")
    stage.until(lambda: shown_page(stage) == "floor")
    first = stage.read(Table, "FB-01")
    assert (first.limits.least, first.boxes, first.method) == (1500, 6, ShufflingMethod.BY_HAND)
    assert stage.read(Table, "NJ-01").pit == "HL"
    assert stage.read(Equipment, "FB-02", Fixture.READER.value).serial == "RD-2"


def test_a_foreign_file_is_refused_in_words_and_the_list_stays(
    stage_on: Callable[[Path | None], Stage], tmp_path: Path
) -> None:
    stage = stage_on(None)
    place = begin(stage)
    place.setup.show_text(LIST)
    stage.settle()
    (tmp_path / "photo.csv").write_bytes(b"\xff\xd8\xff\xe0 no text")
    place.read_file(tmp_path / "photo.csv")
    stage.until(stage.app.window.banner.isVisible)
    assert "not a text" in stage.app.window.banner._happened.accessibleName()
    place.read_file(tmp_path / "nowhere.csv")
    stage.settle()
    assert place.setup.text == LIST


def test_a_fault_of_the_list_leads_to_its_line(stage_on: Callable[[Path | None], Stage]) -> None:
    stage = stage_on(None)
    place = begin(stage)
    place.setup.show_text(LIST.replace("FB-02", "FB-01"))
    stage.settle()
    result = place.setup.result
    assert result.rows_model.rowCount() == 1
    result.setFocus()
    stage.press(KEY.Key_Return)
    assert place.setup.list.hasFocus()
    assert place.setup.list.textCursor().selectedText() == LIST.replace("FB-02", "FB-01").splitlines()[2]


def test_the_list_survives_leaving_and_a_crash(stage_on: Callable[[Path | None], Stage]) -> None:
    stage = stage_on(None)
    place = begin(stage)
    place.setup.show_text(LIST)
    stage.settle()
    assert "High limit" in (stage.path.parent / "drafts.json").read_text()


class Bare:
    """A state without anything."""

    def get(self, *_key: object) -> None:
        return None


def bare() -> Moment:
    from types import SimpleNamespace
    from typing import cast

    from tests.acts.rulebooks import RULEBOOKS

    now = datetime(2026, 11, 16, tzinfo=UTC)
    return cast("Moment", SimpleNamespace(state=Bare(), books=RULEBOOKS, now=now))


def test_every_fault_is_named_with_its_line() -> None:
    text = (
        "table,pit,rulebook,boxes,decks,method,min,max\n"
        "FB-01,P1,pa-590,6,6,by hand,15,500\n"
        "FB-01,P1,pa-590,6,6,by hand,15,500\n"
        "FB-02,P1,whist,6,6,by hand,15,500\n"
        "FB-03,,pa-590,six,6,by magic,15,500\n"
        "FB-04,P1,pa-590,99,6,by hand,15,500\n"
        "FB-05,P1,pa-590,6,6,by hand,,500\n"
    )
    found = read_floor(bare(), text)
    assert {fault.line for fault in found.faults} == {3, 4, 5, 6, 7}
    said = " ".join(fault.says for fault in found.faults)
    for words in ("twice", "whist", "by magic", "six", "99 spots", "min is missing"):
        assert words in said, words


@pytest.mark.parametrize("text", ["", "   \n\n", "table,pit\nA,B", 'table,pit,rulebook\n"A,P,pa-590', "\x00"])
def test_what_is_no_list_is_told(text: str) -> None:
    found = read_floor(bare(), text)
    assert found.faults and not found.tables


@settings(max_examples=150)
@given(
    st.text(max_size=300)
    | st.text(alphabet='table,pit;rulebook\n\t"1690-', max_size=400).map("table,pit,rulebook,min,max\n".__add__)
)
def test_no_text_breaks_the_reading_of_a_list(text: str) -> None:
    found = read_floor(bare(), text)
    assert found.tables or found.faults


def test_no_two_tables_stand_in_the_same_place() -> None:
    many = tuple(PlannedTable(f"T-{n}", f"P{n % 3}", "pa-590", 6, 6) for n in range(70))
    places = places_of(many, 0)
    spots = sorted((place.x, place.y) for place in places.values())
    assert len(set(spots)) == 70
    assert all(abs(a[0] - b[0]) >= 96 or abs(a[1] - b[1]) >= 76 for i, a in enumerate(spots) for b in spots[i + 1 :])


def test_a_manager_arranges_by_keys_and_writes_the_moves(stage: Stage) -> None:
    stage.sign_in("sam")
    before = stage.read(Table, "FB-03")
    pushed = round(before.place.x / 4) * 4 + 12  # three steps of the grid
    stage.app.floor.floor.map.select("FB-03")
    stage.settle()
    HAND.keyClick(stage.app.window, Qt.Key.Key_A, Qt.KeyboardModifier.AltModifier)
    stage.settle()
    floor = stage.app.floor
    assert floor.arranging.on and floor.floor.map.arranging
    floor.floor.map.setFocus()
    for _step in range(3):
        HAND.keyClick(floor.floor.map, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    HAND.keyClick(stage.app.window, Qt.Key.Key_T, Qt.KeyboardModifier.AltModifier)
    stage.app.refresh()  # an answer that comes meanwhile does not take the table back
    stage.settle()
    shown = next(table for table in floor.floor._plan.tables if table.name == "FB-03")
    assert (shown.x, shown.facing.value) == (pushed, (before.place.turned + 90) % 360)
    assert "FB-03" in (stage.path.parent / "drafts.json").read_text()
    stage.press(KEY.Key_F9)
    stage.until(lambda: not floor.arranging.on)
    after = stage.read(Table, "FB-03")
    assert (after.place.x, after.place.turned) == (pushed, (before.place.turned + 90) % 360)
    assert after.pit == before.pit


def test_a_floorperson_is_not_offered_to_arrange(stage: Stage) -> None:
    stage.sign_in("flo")
    assert not {"arrange", "setup"} & {act.name for act in stage.app.floor.acts()}


def bring(stage: Stage, table: str) -> AskSheet:
    """The form that brings a set from the store, at the opening of a table."""
    stage.app.go("opening", table)
    stage.settle()
    stage.press(KEY.Key_F3)
    form = stage.app.sheets.asking
    assert form is not None
    return form


def test_590_3_b_a_batch_shufflers_second_set_is_of_the_other_colour_and_any_set_can_be_chosen(stage: Stage) -> None:
    stage.sign_in("sam")
    for back in ("red", "blue"):
        stage.app.go("decks", "")
        stage.settle()
        alt(stage, KEY.Key_R)
        given = {"seals": f"{back}-1, {back}-2", "decks": "6", "back": back, "design": "Bee", "security": "sid"}
        fill(stage, **given, condition="new", tens="Yes", **{"security pin": PIN})
        done(stage)
    for back in ("red", "blue"):
        form = bring(stage, "FB-02")
        assert form.fields["set"].text == "", "which set it is, a person says"
        first = form.form.asks[0].choices[0]
        assert back in first, "what lies there unused is not brought twice"
        fill(stage, set=first, counted="312", whole="broken", dealer="dan", floorperson="flo", witness="sid")
        for who in ("witness", "dealer", "floorperson"):
            fill(stage, **{f"{who} pin": PIN})
        done(stage)
    form = bring(stage, "FB-02")
    choices = form.form.asks[0].choices
    assert [each.split(" · ")[1] for each in choices] == ["red", "blue"]
    stage.press(KEY.Key_Escape)
    said: list[str] = []
    stage.app.writer.ask(lambda snapshot: [str(e.fact) for e in snapshot.book.page(limit=4)], said.extend)
    stage.settle()
    assert sum("seal-broken" in each for each in said) == 2


def test_a_dealer_is_assigned_at_the_table_by_keys_and_then_a_card_is_to_be_burned(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.go("table", "FB-01")
    stage.settle()
    alt(stage, KEY.Key_F)
    fill(stage, person="Dan · dan · dealer")
    done(stage)
    assert stage.read(Assignment, "FB-01", Post.DEALER).person == "dan"
    assert stage.read(Assignment, "FB-01", Post.FLOORPERSON).person == "flo"
    stage.app.go("table", "FB-01")
    stage.settle()
    view = stage.app.places["table"].view
    assert isinstance(view, TableView)
    assert any("deals" in fact.detail for fact in view.facts)


def test_a_batch_shuffler_goes_from_its_first_shoe_to_a_swap_by_one_key_at_the_table(
    stage_on: Callable[[Path | None], Stage], house: Path, tmp_path: Path
) -> None:
    shutil.copy(house, tmp_path / "batches.sqlite")
    floor = Floor(open_store(tmp_path / "batches.sqlite"), tmp_path / "batches.sqlite")
    red, blue = floor.open("FB-02", "red", "blue")
    floor.store.close()
    stage = stage_on(tmp_path / "batches.sqlite")
    stage.sign_in("flo")
    stage.app.go("table", "FB-02")
    stage.settle()

    def where() -> set[tuple[str, Spot]]:
        stage.app.refresh()
        stage.settle()
        return {(each, stage.read(DeckSet, each).spot) for each in (red, blue)}

    stage.press(KEY.Key_F4)
    assert {spot for _set, spot in where()} == {Spot.TABLE}, "the first press says what the second will write"
    stage.press(KEY.Key_F4)
    before = where()
    assert {spot for _set, spot in before} == {Spot.SHOE, Spot.SHUFFLER}
    stage.press(KEY.Key_F4)
    fill(stage, discarded="212", remaining="100")
    stage.press(KEY.Key_F4)
    stage.until(lambda: stage.app.sheets.sheet is None)
    after = where()
    assert {spot for _set, spot in after} == {Spot.SHOE, Spot.SHUFFLER} and not before & after


def test_the_store_lists_every_set_and_the_counts_follow(stage: Stage) -> None:
    stage.sign_in("sam")
    stage.app.go("decks", "")
    stage.settle()
    alt(stage, KEY.Key_R)
    given = {"seals": "S-1, S-2, S-3", "decks": "6", "back": "green", "design": "Bee", "security": "sid"}
    fill(stage, **given, condition="new", tens="Yes", **{"security pin": PIN})
    done(stage)
    place = stage.app.places["decks"]
    assert isinstance(place, DecksPlace) and place.decks.tabs is not None
    place.decks.tabs.chosen.emit("store")
    stage.until(lambda: len(place.decks.ledger.rows_model.rows) == 3)
    assert "Card storage 3" in place.decks.tabs.parts["store"].accessibleName()
    for shown in ("custody", "play", "store"):
        place.decks.tabs.chosen.emit(shown)
        stage.settle()
    stage.until(lambda: len(place.decks.ledger.rows_model.rows) == 3)


def test_a_lock_keeps_a_form_of_three_pins_but_no_pin(stage: Stage) -> None:
    stage.sign_in("sam")
    receiving(stage)
    stage.app.sheets.asking.fields["security pin"].show_text(PIN)  # type: ignore[union-attr]
    stage.app.lock()
    stage.until(lambda: not stage.app.inside)
    stage.settle()
    stage.app.door.lock.setFocus()
    stage.write(PIN)
    stage.press(KEY.Key_Return)
    stage.until(lambda: stage.app.inside)
    form = stage.app.sheets.asking
    assert form is not None and form.isVisible()
    assert form.fields["seals"].text == "S-9" and form.fields["security pin"].text == ""


def receiving(stage: Stage) -> None:
    """The form in which sam and security receive cards, half filled."""
    stage.app.go("decks", "")
    stage.settle()
    alt(stage, KEY.Key_R)
    fill(stage, seals="S-9", security="sid")


def test_side_wagers_are_named_and_taken_as_people_write_them(stage: Stage) -> None:
    stage.sign_in("ada")
    stage.app.go("settings", "tables table NJ-01")
    stage.settle()
    alt(stage, KEY.Key_C)
    form = stage.app.sheets.asking
    assert form is not None
    own = sorted(RULEBOOKS["nj-19-47-26"].table.wagers.value)
    assert own and form.form.asks[-1].hint == ", ".join(own).replace("_", " ")
    fill(stage, sides="pot of gold")
    stage.press(KEY.Key_F9)
    assert own[0].replace("_", " ") in form.said_wrong, "a refusal says what there is"
    fill(stage, sides=own[0].replace("_", " ").title())
    done(stage)
    assert stage.read(Table, "NJ-01").side_wagers == (own[0],)
