"""What the judge of conduct would find against is refused, or recorded as having happened and then found."""

from __future__ import annotations

from typing import Any

import pytest

from floorapp.domain.devices import OutOfOrder, ShufflerCondition
from floorapp.domain.property import Place
from floorapp.domain.tables import Cards, Fixture, ShufflingMethod
from floorapp.operations.acts import batches, decks, opening, readers, shoes, shufflers, tables
from floorapp.operations.conduct import standing
from floorapp.operations.due import due
from floorapp.operations.signatures import Meaning
from tests.acts.floor import LIMITS, PROVED, Floor, refused


def dealing_batches(floor: Floor) -> tuple[str, str]:
    """FB-02 with red in the shoe and blue in the shuffler."""
    red, blue = floor.open("FB-02", "red", "blue")
    desk = floor.desk("flo")
    batches.load_batch(desk, table="FB-02", deck_set=red)
    shoes.begin_shoe(desk, table="FB-02", deck_set=red)
    batches.load_batch(desk, table="FB-02", deck_set=blue)
    shoes.burn_card(desk, table="FB-02")
    return red, blue


def duties(floor: Floor, table: str) -> set[str]:
    with floor.desk().looking() as moment:
        return {each.duty for each in standing(moment, table)}


def test_590_13_k_the_batch_of_a_jammed_shuffle_does_not_come_into_the_shoe(floor: Floor) -> None:
    dealing_batches(floor)
    desk = floor.desk("flo")
    jammed = ShufflerCondition.JAMMED
    shufflers.report_shuffler_fault(desk, table="FB-02", condition=jammed, says="the tray")
    shoes.end_shoe(desk, table="FB-02", remaining=60, discarded=252)
    held = refused(batches.swap_batches, desk, table="FB-02")
    assert (held.code, held.cite) == ("faulted-shuffle", "590.13(k)")
    shufflers.reshuffle_after_fault(desk, table="FB-02", how="in the shuffler")
    batches.swap_batches(desk, table="FB-02")
    assert "faulted-shuffle" not in duties(floor, "FB-02")


def test_590_3_c_an_overdue_set_begins_no_shoe(floor: Floor) -> None:
    (red,) = floor.open("FB-01")
    floor.clock.advance(hours=24, seconds=1)
    call: dict[str, Any] = {"table": "FB-01", "deck_set": red}
    held = refused(shoes.begin_shoe, floor.desk("flo"), **call)
    assert (held.code, held.cite) == ("decks-over-hours", "590.3(c)")
    shoes.begin_shoe(floor.desk("flo"), **call, happened=True)
    assert floor.findings("FB-01") == [("decks-over-hours", "590.3(c)")]


def test_590_4_b_new_cards_at_an_open_table_are_spread_and_washed_before_they_are_dealt(floor: Floor) -> None:
    (red,) = floor.open("FB-01")
    (blue,) = floor.stock("FB-01", "blue")
    desk = floor.desk("flo")
    decks.change_decks(desk, table="FB-01", out=(red,), into=(blue,))
    held = refused(shoes.begin_shoe, desk, table="FB-01", deck_set=blue)
    assert (held.code, held.cite) == ("step-missing", "590.4(b)")
    (green,) = floor.stock("FB-01", "green")
    with desk.looking() as moment:
        done = tuple(step.id for step in decks.preparing_steps(moment, table="FB-01", into=(green,)))
    decks.change_decks(desk, table="FB-01", out=(blue,), into=(green,), done=done)
    shoes.begin_shoe(desk, table="FB-01", deck_set=green)


def test_590_3_b_2_two_batches_of_one_color_do_not_come_to_the_table_by_a_change(floor: Floor) -> None:
    red, blue = floor.open("FB-02", "red", "blue")
    new = floor.stock("FB-02", "green", "green")
    held = refused(decks.change_decks, floor.desk("flo"), table="FB-02", out=(red, blue), into=new)
    assert (held.code, held.cite) == ("batches-color", "590.3(b)(2)")


@pytest.mark.parametrize("fixture", [Fixture.READER, Fixture.DISCARD_RACK, Fixture.DROP_BOX, Fixture.LAYOUT])
def test_590_2_what_a_table_needs_stays_while_it_is_open(floor: Floor, fixture: Fixture) -> None:
    floor.open("FB-01")
    call: dict[str, Any] = {"table": "FB-01", "fixture": fixture, "reason": "worn"}
    held = refused(tables.remove_equipment, floor.desk("sam"), **call)
    assert held.cite.startswith("590.2(")
    opening.close_table(floor.desk("sam"), table="FB-01")
    tables.remove_equipment(floor.desk("sam"), **call)


def test_590_2_d_no_signature_opens_a_table_without_a_reader(floor: Floor) -> None:
    floor.ready("FB-01")
    desk = floor.desk("sam")
    tables.remove_equipment(desk, table="FB-01", fixture=Fixture.READER, reason="broken")
    signed = floor.sign(floor.desk("flo"), "sam", Meaning.OVERRIDE)
    call: dict[str, Any] = {"table": "FB-01", "cards": Cards.NEW, "done": floor.steps("FB-01")}
    held = refused(opening.open_table, floor.desk("flo"), **call, exception=signed, reason="guests wait")
    assert (held.code, held.cite) == ("reader-missing", "590.2(d)")


def test_590_2_d_a_replaced_reader_does_not_keep_the_old_ones_inspection(floor: Floor) -> None:
    floor.open("FB-01")
    tables.fit_equipment(floor.desk("sam"), table="FB-01", fixture=Fixture.READER, serial="OTHER-7")
    assert "reader-not-inspected" in duties(floor, "FB-01")
    readers.inspect_reader(floor.desk("flo"), table="FB-01", tampering=False, working=True, proofs=PROVED)
    assert "reader-not-inspected" not in duties(floor, "FB-01")


def test_19_47_26_15_m_a_failed_reader_in_new_jersey_owes_no_inspection_the_next_day(floor: Floor) -> None:
    floor.open("NJ-01")
    readers.report_reader_failure(floor.desk("flo"), table="NJ-01", says="no light")
    floor.clock.advance(hours=20)
    with floor.desk().looking() as moment:
        acts = {each.act for each in due(moment) if each.id == "NJ-01"}
    assert "inspect_reader" not in acts and "mend_reader" in acts


def test_590_13_l_with_the_shuffler_out_of_order_the_cards_are_hand_shuffled(floor: Floor) -> None:
    red, blue = dealing_batches(floor)
    desk = floor.desk("flo")
    shoes.end_shoe(desk, table="FB-02", remaining=60, discarded=252)
    shufflers.take_shuffler_out(desk, table="FB-02", how=OutOfOrder.SIGNED, reason="jams")
    assert refused(batches.load_batch, desk, table="FB-02", deck_set=red).code == "shuffler-out"
    assert refused(shoes.begin_shoe, desk, table="FB-02", deck_set=blue).code == "rack-mixed"
    shoes.begin_shoe(desk, table="FB-02", deck_set=red)
    assert "batch-outside" not in duties(floor, "FB-02")


def test_590_2_e_a_rack_for_another_number_of_decks_is_an_alarm_once_a_shoe_is_dealt(floor: Floor) -> None:
    (red,) = floor.open("FB-01")
    rack = Fixture.DISCARD_RACK
    tables.fit_equipment(floor.desk("sam"), table="FB-01", fixture=rack, serial="R8", decks=8)
    shoes.begin_shoe(floor.desk("flo"), table="FB-01", deck_set=red, happened=True)
    assert "rack-height" in duties(floor, "FB-01")


def add(floor: Floor, **setup: Any) -> Any:
    call = {"table": "X-01", "pit": "P1", "place": Place(5, 5), "boxes": 6, "limits": LIMITS, **setup}
    return lambda: tables.add_table(floor.desk("ada"), **call)


def test_685a_6_e_match_the_dealer_is_not_offered_with_four_decks(floor: Floor) -> None:
    hand = ShufflingMethod.BY_HAND
    down_under = {"rulebook": "pa-685a", "method": hand, "side_wagers": ("match_dealer",)}
    held = refused(add(floor, decks=4, **down_under))
    assert (held.code, held.cite) == ("setup-match", "685a.6(e)")
    add(floor, decks=6, **down_under)()


def test_590_3_b_two_batches_of_one_deck_are_lawful(floor: Floor) -> None:
    add(floor, decks=1, rulebook="pa-590", method=ShufflingMethod.BATCH_SHUFFLER)()
