"""One press writes down what is done in one go: the next shoe, relief of a pit, a table's equipment."""

from __future__ import annotations

from itertools import pairwise

from floorapp.domain.decks import DeckSet, Spot
from floorapp.domain.devices import ShufflerCondition
from floorapp.domain.people import Role
from floorapp.domain.property import Place
from floorapp.domain.tables import Assignment, Equipment, Fixture, Phase, Post, Shoe, ShufflingMethod, TableStatus
from floorapp.operations.acts import people, shoes, shufflers, tables
from floorapp.operations.acts.shoes import ShoeCount
from floorapp.operations.conduct import standing
from floorapp.operations.next_shoe import NextShoe, backs_at, next_shoe_of
from floorapp.operations.table_presses import equip_table, equipment_needed, next_shoe, pushed, relieve_pit
from tests.acts.floor import LIMITS, PIN, Floor, refused

FULL = ShoeCount(remaining=60, discarded=252)


def planned(floor: Floor, table: str) -> NextShoe:
    with floor.desk("flo").looking() as moment:
        plan = next_shoe_of(moment, table)
    assert isinstance(plan, NextShoe)
    return plan


def said(floor: Floor, table: str) -> tuple[str, ...]:
    with floor.desk("flo").looking() as moment:
        plan = next_shoe_of(moment, table)
        assert isinstance(plan, NextShoe)
        return plan.says(backs_at(moment, table))


def kinds(floor: Floor, entries: int) -> list[str]:
    return [entry.fact.KIND for entry in reversed(floor.store.page(limit=entries))]


def against(floor: Floor, table: str) -> set[str]:
    with floor.desk().looking() as moment:
        return {each.duty for each in standing(moment, table)}


def spot(floor: Floor, name: str) -> Spot:
    return floor.get(DeckSet, name).spot


def test_590_3_b_the_next_shoe_of_two_batches_is_one_press_that_says_what_it_states(floor: Floor) -> None:
    red, blue = floor.open("FB-02", "red", "blue")
    desk = floor.desk("flo")
    first = next_shoe(desk, table="FB-02")
    assert kinds(floor, len(first.entries)) == ["batch.loaded", "shoe.begun", "batch.loaded", "card.burned"]
    assert (spot(floor, red), spot(floor, blue)) == (Spot.SHOE, Spot.SHUFFLER)
    assert not against(floor, "FB-02")
    assert said(floor, "FB-02") == (
        f"{red} (red) ended and counted",
        f"shoe of {blue} (blue) begun, shuffled by the shuffler, cut",
        f"{red} (red) loaded into the shuffler",
        "first card burned",
    )
    second = next_shoe(desk, table="FB-02", count=FULL)
    assert kinds(floor, len(second.entries)) == ["shoe.ended", "shoe.begun", "batch.loaded", "card.burned"]
    assert (spot(floor, red), spot(floor, blue)) == (Spot.SHUFFLER, Spot.SHOE)
    assert not against(floor, "FB-02")


def test_590_3_b_4_shoe_after_shoe_the_other_batch_has_its_turn(floor: Floor) -> None:
    floor.open("FB-02", "red", "blue")
    desk, dealt = floor.desk("flo"), list[str]()
    for shoe in range(5):
        plan = planned(floor, "FB-02")
        next_shoe(desk, table="FB-02", count=FULL if shoe else None)
        dealt.append(plan.begins)
        assert floor.get(DeckSet, plan.begins).spot is Spot.SHOE and not against(floor, "FB-02")
    assert all(before != after for before, after in pairwise(dealt)), dealt


def test_590_5_a_the_next_shoe_by_hand_is_of_the_same_cards(floor: Floor) -> None:
    (red,) = floor.open("FB-01")
    desk = floor.desk("flo")
    next_shoe(desk, table="FB-01")
    done = next_shoe(desk, table="FB-01", count=FULL)
    assert kinds(floor, len(done.entries)) == ["shoe.ended", "shoe.begun", "card.burned"]
    assert spot(floor, red) is Spot.SHOE and not against(floor, "FB-01")


def test_the_next_shoe_wants_the_old_ones_count(floor: Floor) -> None:
    floor.open("FB-01")
    next_shoe(floor.desk("flo"), table="FB-01")
    assert refused(next_shoe, floor.desk("flo"), table="FB-01").code == "shoe-not-ended"


def test_a_wrong_count_ends_the_press_where_it_stops_the_table(floor: Floor) -> None:
    floor.open("FB-01")
    desk = floor.desk("flo")
    next_shoe(desk, table="FB-01")
    done = next_shoe(desk, table="FB-01", count=ShoeCount(remaining=60, discarded=251))
    stopped = floor.get(TableStatus, "FB-01").phase is Phase.SUSPENDED
    begun = "shoe.begun" in kinds(floor, len(done.entries))
    assert stopped is not begun
    assert floor.findings("FB-01")


def test_590_3_c_no_next_shoe_of_overdue_cards_also_where_they_are_dealt_already(floor: Floor) -> None:
    (red,) = floor.open("FB-01")
    next_shoe(floor.desk("flo"), table="FB-01")
    floor.clock.advance(hours=24, seconds=1)
    held = refused(next_shoe, floor.desk("flo"), table="FB-01", count=FULL)
    assert (held.code, held.cite) == ("decks-over-hours", "590.3(c)")
    assert floor.get(Shoe, "FB-01").ended_at is None, "the whole press is undone"
    next_shoe(floor.desk("flo"), table="FB-01", count=FULL, happened=True)
    assert ("decks-over-hours", "590.3(c)") in floor.findings("FB-01")
    assert spot(floor, red) is Spot.SHOE


def test_a_pit_is_relieved_in_one_press(floor: Floor) -> None:
    floor.open("FB-01")
    floor.open("FB-03")
    done = relieve_pit(floor.desk("sam"), post=Post.FLOORPERSON, people={"FB-01": "sam", "FB-03": "sam"})
    assert kinds(floor, len(done.entries)) == ["post.taken", "post.taken"]
    assert floor.get(Assignment, "FB-03", Post.FLOORPERSON).person == "sam"
    same = {"post": Post.FLOORPERSON, "people": {"FB-01": "sam"}}
    assert refused(relieve_pit, floor.desk("sam"), **same).code == "input"


def test_two_dealers_change_tables_in_one_press(floor: Floor) -> None:
    ada = floor.desk("ada")
    people.add_person(ada, handle="dee", name="Dee", role=Role.DEALER, pin=PIN)
    floor.open("FB-01")
    floor.open("FB-03")
    relieve_pit(floor.desk("flo"), post=Post.DEALER, people={"FB-01": "dan", "FB-03": "dee"})
    relieve_pit(floor.desk("flo"), post=Post.DEALER, people={"FB-01": "dee", "FB-03": "dan"})
    assert floor.get(Assignment, "FB-01", Post.DEALER).person == "dee"


def test_a_string_is_pushed_table_by_table_and_the_last_dealer_goes_on_break() -> None:
    at = {"1": "ann", "2": "bob", "3": "cy"}
    assert pushed(at, ["dee"]) == {"1": "dee", "2": "ann", "3": "bob"}
    assert pushed(at, ["dee", "eve"]) == {"1": "dee", "2": "eve", "3": "ann"}
    assert pushed(at, ["dee", "eve", "fay", "gus"]) == {"1": "dee", "2": "eve", "3": "fay"}
    assert pushed(at, ["cy"]) == {"1": "cy", "2": "ann", "3": "bob"}, "within the string nobody goes on break"
    assert pushed({"1": "ann", "2": "", "3": "cy"}, ["dee"]) == {"1": "dee", "2": "ann", "3": "cy"}
    assert pushed({"1": "", "2": ""}, ["dee"]) == {"1": "dee"}


def test_590_5_f_each_dealer_of_a_pushed_string_owes_a_burn_card(floor: Floor) -> None:
    for handle in ("dee", "eve"):
        people.add_person(floor.desk("ada"), handle=handle, name=handle.title(), role=Role.DEALER, pin=PIN)
    for table in ("FB-01", "FB-03"):
        floor.open(table)
        next_shoe(floor.desk("flo"), table=table)
    flo, dealer = floor.desk("flo"), {"post": Post.DEALER}
    relieve_pit(flo, people={"FB-01": "dan", "FB-03": "dee"}, **dealer)  # type: ignore[arg-type]
    for table in ("FB-01", "FB-03"):
        shoes.burn_card(flo, table=table)
        assert not floor.get(Shoe, table).burn_due
    done = relieve_pit(flo, people=pushed({"FB-01": "dan", "FB-03": "dee"}, ["eve"]), **dealer)  # type: ignore[arg-type]
    assert kinds(floor, len(done.entries)) == ["post.taken", "post.taken"]
    assert [floor.get(Assignment, table, Post.DEALER).person for table in ("FB-01", "FB-03")] == ["eve", "dan"]
    assert [floor.get(Shoe, table).burn_due for table in ("FB-01", "FB-03")] == [True, True]


def test_a_dealer_who_is_fetched_from_another_table_has_left_it(floor: Floor) -> None:
    floor.open("FB-01")
    floor.open("FB-03")
    relieve_pit(floor.desk("flo"), post=Post.DEALER, people={"FB-01": "dan"})
    done = relieve_pit(floor.desk("flo"), post=Post.DEALER, people={"FB-03": "dan"})
    assert kinds(floor, len(done.entries)) == ["post.left", "post.taken"]
    assert floor.get(Assignment, "FB-01", Post.DEALER).person is None
    floor.check()


def test_590_2_standard_equipment_is_installed_in_one_press(floor: Floor) -> None:
    desk = floor.desk("ada")
    method = ShufflingMethod.BATCH_SHUFFLER
    setup = {"pit": "P1", "place": Place(1, 1), "rulebook": "pa-590", "boxes": 6, "decks": 8, "limits": LIMITS}
    tables.add_table(desk, table="FB-09", method=method, **setup)  # type: ignore[arg-type]
    with desk.looking() as moment:
        lacks = equipment_needed(moment, "FB-09")
    assert {each.fixture: each.cite for each in lacks} == {
        Fixture.READER: "590.2(d)",
        Fixture.DISCARD_RACK: "590.2(e)",
        Fixture.DROP_BOX: "590.2(c)",
        Fixture.TIP_BOX: "590.2(c)",
        Fixture.LAYOUT: "590.2(b)",
        Fixture.SHUFFLER: "",
    }
    equip_table(desk, table="FB-09", serials={each.fixture: f"{each.fixture}-9" for each in lacks})
    assert floor.get(Equipment, "FB-09", Fixture.DISCARD_RACK).decks == 8
    with desk.looking() as moment:
        assert equipment_needed(moment, "FB-09") == ()
    assert refused(equip_table, desk, table="FB-09", serials={Fixture.LAYOUT: "L"}).code == "input"


def test_with_a_jammed_batch_in_the_shuffler_the_next_shoe_is_not_of_the_batch_just_dealt(floor: Floor) -> None:
    """With fresh sets beside them it was planned to load the dealt batch into the full shuffler."""
    red, blue = floor.open("FB-02", "red", "blue")
    next_shoe(floor.desk("flo"), table="FB-02")
    jammed = ShufflerCondition.JAMMED
    shufflers.report_shuffler_fault(floor.desk("flo"), table="FB-02", condition=jammed, says="the tray")
    floor.stock("FB-02", "green", "black")
    assert planned(floor, "FB-02").begins == blue != red
    held = refused(next_shoe, floor.desk("flo"), table="FB-02", count=FULL)
    assert (held.code, held.cite) == ("faulted-shuffle", "590.13(k)")
