"""A stopped table offers first what its rulebook asks for; who has a table is said there; cards come into the store."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from db.store import open_store
from floorapp.domain.decks import DeckSet, Spot
from floorapp.domain.tables import Assignment, Cards, Phase, Post, TableStatus
from floorapp.operations.acts import assignments, credentials, custody, decks, opening, readers
from floorapp.operations.entry import Proof
from floorapp.operations.signatures import Meaning
from floorapp.screens.drawer import acts_of
from floorapp.screens.forms import Act
from floorapp.screens.glance import glances
from floorapp.screens.plan import plan_of
from floorapp.screens.table import table_acts
from floorapp.ui.live.decks_place import DecksPlace
from floorapp.ui.live.table_place import TablePlace
from tests.acts.floor import PIN, PROVED, Floor
from tests.app.conftest import KEY, Stage
from tests.app.test_settings import alt, done, fill


def offered(floor: Floor, table: str) -> tuple[tuple[Act, ...], tuple[Act, ...]]:
    """What the drawer and the table's screen offer."""
    with floor.desk("flo").looking() as moment:
        glance = glances(moment)[table]
        return acts_of(moment, glance), table_acts(moment, glance)


def at_table(stage: Stage, table: str) -> TablePlace:
    stage.app.go("table", table)
    place = stage.app.places["table"]
    assert isinstance(place, TablePlace)
    stage.until(lambda: place.view is not None and place.view.name == table)
    stage.settle()
    return place


def first_is(stage: Stage, place: TablePlace, act: str) -> None:
    """Wait until the table offers an act first."""
    stage.until(lambda: place.table_page.buttons[0].act.name == act)


def test_590_13_j_a_table_stopped_by_its_reader_gets_another_that_is_inspected_then_goes_on(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.writer.act(lambda desk: readers.report_reader_failure(desk, table="FB-01", says="no light"))
    place = at_table(stage, "FB-01")
    first_is(stage, place, "mend_reader")
    first, door = place.table_page.buttons[:2]
    assert place.table_page.focusProxy() is first
    assert door.act.key == "F7" and not door.isEnabled() and "590.13(j)" in door.act.refusal
    assert place.view is not None and "590.13(j)" in [each.cite for each in place.view.standing]
    assert place.table_page.standing.isVisible()
    stage.press(KEY.Key_F7)
    assert stage.read(TableStatus, "FB-01").phase is Phase.SUSPENDED
    alt(stage, KEY.Key_M)
    fill(stage, says="another reader", serial="FB-NEW-1")
    done(stage)
    first_is(stage, place, "inspect_reader")
    stage.app.writer.act(
        lambda desk: readers.inspect_reader(desk, table="FB-01", tampering=False, working=True, proofs=PROVED)
    )
    first_is(stage, place, "resume_table")
    stage.press(KEY.Key_F7)
    assert stage.read(TableStatus, "FB-01").phase is Phase.OPEN


def test_590_13_j_a_repaired_reader_keeps_its_inspection_of_the_day_and_its_table_goes_on(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.writer.act(lambda desk: readers.report_reader_failure(desk, table="FB-01", says="no light"))
    place = at_table(stage, "FB-01")
    first_is(stage, place, "mend_reader")
    alt(stage, KEY.Key_M)
    fill(stage, says="new lamp")
    done(stage)
    first_is(stage, place, "resume_table")
    facts = place.view.facts if place.view is not None else ()
    assert [fact.detail for fact in facts if fact.label == "Last inspection"] == ["Flo, pass"]
    stage.press(KEY.Key_F7)
    assert stage.read(TableStatus, "FB-01").phase is Phase.OPEN


def test_what_is_missing_can_be_passed_by_a_co_signed_exception_where_the_rulebook_allows_it(stage: Stage) -> None:
    stage.sign_in("flo")
    for act in (
        lambda desk: readers.report_reader_failure(desk, table="FB-01", says="no light"),
        lambda desk: readers.mend_reader(desk, table="FB-01", says="another", serial="FB-NEW-1", proofs=PROVED),
    ):
        stage.app.writer.act(act)
    first_is(stage, at_table(stage, "FB-01"), "inspect_reader")
    stage.press(KEY.Key_F7)
    fill(stage, reason="guests wait", manager="sam", **{"manager pin": PIN})
    done(stage)
    assert stage.read(TableStatus, "FB-01").phase is Phase.OPEN


def test_19_47_26_15_m_a_stopped_table_in_new_jersey_goes_on_without_its_reader(house: Path, tmp_path: Path) -> None:
    path = tmp_path / "nj.sqlite"
    path.write_bytes(house.read_bytes())
    floor = Floor(open_store(path), path)
    desk = floor.desk("flo")
    assignments.relieve(desk, table="NJ-01", post=Post.FLOORPERSON)
    floor.open("NJ-01")
    readers.report_reader_failure(desk, table="NJ-01", says="no light")
    opening.suspend_table(desk, table="NJ-01", reason="a spill")
    for acts in offered(floor, "NJ-01"):
        assert (acts[0].name, acts[0].refusal) == ("resume_table", "")
        assert any(act.name == "mend_reader" for act in acts)
    floor.store.close()


def test_a_person_is_relieved_and_another_assigned_at_the_table_by_keys(stage: Stage) -> None:
    stage.sign_in("sam")
    at_table(stage, "FB-03")
    alt(stage, KEY.Key_L)
    done(stage)
    assert stage.read(Assignment, "FB-03", Post.FLOORPERSON).person is None
    alt(stage, KEY.Key_L)
    assert "has no floorperson" in stage.app.window.banner._happened.accessibleName()
    alt(stage, KEY.Key_F)
    fill(stage, person="Flo · flo · 2 of 4")
    done(stage)
    assert stage.read(Assignment, "FB-03", Post.FLOORPERSON).person == "flo"


def test_an_open_table_is_stopped_by_keys_and_keeps_its_floorperson(stage: Stage) -> None:
    stage.sign_in("flo")
    at_table(stage, "FB-01")
    alt(stage, KEY.Key_S)
    fill(stage, reason="a spill")
    done(stage)
    assert stage.read(TableStatus, "FB-01").phase is Phase.SUSPENDED
    alt(stage, KEY.Key_L)
    stage.press(KEY.Key_F9)
    asking = stage.app.sheets.asking
    assert asking is not None and "is not closed" in asking.said_wrong


def test_the_drawer_of_a_stopped_table_offers_the_same_first(
    stage_on: Callable[[Path | None], Stage], house: Path
) -> None:
    stage = stage_on(house)
    stage.sign_in("flo")
    stage.app.writer.act(lambda desk: readers.report_reader_failure(desk, table="FB-01", says="no light"))
    stage.app.floor.floor.map.select("FB-01")
    drawer = stage.app.floor.floor.drawer
    stage.until(lambda: bool(drawer.buttons) and drawer.buttons[0].act.name == "mend_reader")
    alt(stage, KEY.Key_M)
    assert stage.app.sheets.asking is not None and stage.app.sheets.asking.form.title == "Reader at FB-01"


def test_the_map_counts_a_floorpersons_tables_on_the_whole_floor(house: Path, tmp_path: Path) -> None:
    path = tmp_path / "map.sqlite"
    path.write_bytes(house.read_bytes())
    floor = Floor(open_store(path), path)
    desk = floor.desk("flo")
    opening.open_table(desk, table="FB-03", cards=Cards.NEW, done=floor.steps("FB-03"))
    with desk.looking() as moment:
        (bracket,) = plan_of(moment, glances(moment)).pits[0].brackets
    assert bracket.words == "Flo · 3 of 4", "two that deal and one that is closed: as many as the rule counts"
    floor.store.close()


def test_cards_are_received_into_the_store_and_numbered_one_a_seal(stage: Stage) -> None:
    stage.sign_in("sam")
    stage.app.go("decks", "")
    stage.settle()
    alt(stage, KEY.Key_R)
    stage.until(lambda: stage.app.sheets.asking is not None)
    given = {"seals": "S-901 to S-902", "decks": "6", "back": "green", "design": "Bee", "security": "sid"}
    fill(stage, **given, condition="new", tens="Yes", **{"security pin": PIN})
    done(stage)
    found: list[tuple[DeckSet, ...]] = []
    stage.app.writer.ask(lambda snapshot: snapshot.moment.state.find(DeckSet, spot=Spot.STORE), found.append)
    stage.until(lambda: bool(found))
    sets = [(each.seal, each.back, each.decks, each.condition) for each in found[0]]
    assert [each for each in sets if each[1] == "green"] == [
        ("S-901", "green", 6, Cards.NEW),
        ("S-902", "green", 6, Cards.NEW),
    ]


def test_an_inspected_set_is_destroyed_before_security_and_is_no_longer_due(stage: Stage) -> None:
    stage.sign_in("sam")
    writer = stage.app.writer
    writer.act(lambda desk: decks.withdraw_decks(desk, deck_set="DS-2026-0002", reason="worn"))
    writer.act(lambda desk: custody.seal_decks(desk, deck_set="DS-2026-0002", seal="S-77"))
    writer.act(
        lambda desk: custody.collect_decks(
            desk,
            deck_set="DS-2026-0002",
            security=credentials.sign(desk, person="sid", secret=PIN, proof=Proof.PIN, meaning=Meaning.COLLECTED),
        )
    )
    writer.act(lambda desk: custody.inspect_decks(desk, deck_set="DS-2026-0002", good=True))
    stage.app.go("decks", "")
    place = stage.app.places["decks"]
    assert isinstance(place, DecksPlace)
    place._choose("custody")
    stage.until(lambda: place.acts()[0].name == "destroy_decks")
    stage.press(KEY.Key_F9)
    stage.until(lambda: stage.app.sheets.asking is not None)
    fill(stage, how="shredded", witness="sid", **{"witness pin": PIN})
    done(stage)
    assert stage.read(DeckSet, "DS-2026-0002").spot is Spot.DESTROYED
    stage.until(lambda: "DS-2026-0002" not in str(stage.app.floor.view and stage.app.floor.view.rows))
