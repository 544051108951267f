"""Reshuffles, dead games, shoes and shufflers: what a floor may not do is refused, or found where it was done."""

from __future__ import annotations

from typing import Any

from floorapp.domain.decks import Spot
from floorapp.domain.devices import OutOfOrder, ShufflerCondition
from floorapp.domain.duties import Urgency
from floorapp.domain.tables import Preparation, Shoe, Shuffled
from floorapp.operations.acts import batches, decks, reshuffles, rounds, shoes, shufflers
from floorapp.operations.due import due
from floorapp.operations.papers.record import Record
from floorapp.operations.refusal import Refused
from floorapp.operations.table_presses import next_shoe
from floorapp.screens.offers.shoes import ASKED
from floorapp.screens.offers.shoes import resume_shoe as resume_offer
from floorapp.screens.snapshot import Snapshot
from tests.acts.conduct_floor import ALL, BATCH, FULL, add, against, dealing, judged, spot
from tests.acts.floor import Floor, refused
from tests.acts.rulebooks import RULEBOOKS
from tests.acts.test_rounds import a_round

# --- a dead game


def test_590_5_g_2_after_a_dead_game_the_other_batch_is_dealt_and_emptying_and_spreading_are_asked(
    floor: Floor,
) -> None:
    red, blue = dealing(floor)
    desk = floor.desk("flo")
    shoes.idle_shoe(desk, table="FB-02")
    with desk.looking() as moment:
        steps = tuple(step.id for step in reshuffles.resuming_steps(moment, "FB-02"))
    assert {"idle-empty-shoe-and-rack", "idle-spread", "idle-into-shuffler"} <= set(steps)
    unspread = tuple(step for step in steps if step != "idle-spread")
    held = refused(reshuffles.resume_shoe, desk, table="FB-02", done=unspread)
    assert (held.code, held.cite) == ("steps-missing", "590.5(g)")
    reshuffles.resume_shoe(desk, table="FB-02", done=steps)
    assert (spot(floor, red), spot(floor, blue)) == (Spot.SHUFFLER, Spot.SHOE)
    assert against(floor, "FB-02") == {"not-burned"}


def test_590_5_g_2_what_a_player_asks_for_is_done_or_found(floor: Floor) -> None:
    dealing(floor)
    desk = floor.desk("flo")
    shoes.idle_shoe(desk, table="FB-02")
    with desk.looking() as moment:
        steps = tuple(step.id for step in reshuffles.resuming_steps(moment, "FB-02"))
    reshuffles.resume_shoe(desk, table="FB-02", done=steps, asked=True, happened=True)
    assert ("idle-not-done", "590.5(g)(2)") in judged(floor, "FB-02")


def test_590_5_g_2_done_as_asked_nothing_is_missing(floor: Floor) -> None:
    dealing(floor)
    desk = floor.desk("flo")
    shoes.idle_shoe(desk, table="FB-02")
    with desk.looking() as moment:
        steps = tuple(step.id for step in reshuffles.resuming_steps(moment, "FB-02", asked=True))
    reshuffles.resume_shoe(desk, table="FB-02", done=steps, asked=True)
    assert against(floor, "FB-02") == {"not-burned"}
    assert "idle-not-done" not in {duty for duty, _ in judged(floor, "FB-02")}


# --- reshuffles, shoes, shufflers


def test_590_3_b_4_a_reshuffle_deals_the_other_batch(floor: Floor) -> None:
    red, blue = dealing(floor)
    reshuffles.reshuffle_shoe(floor.desk("flo"), table="FB-02", reason="suspicion")
    assert (spot(floor, red), spot(floor, blue)) == (Spot.SHUFFLER, Spot.SHOE)
    assert against(floor, "FB-02") == {"not-burned"}


def test_590_7_d_1_after_the_cut_card_the_cards_are_counted_before_they_are_shuffled(floor: Floor) -> None:
    dealing(floor)
    desk = floor.desk("flo")
    shoes.reach_cover_card(desk, table="FB-02")
    held = refused(reshuffles.reshuffle_shoe, desk, table="FB-02", reason="suspicion")
    assert (held.code, held.cite) == ("cut-card-out", "590.7(d)(1)")
    next_shoe(desk, table="FB-02", count=FULL)
    assert not against(floor, "FB-02")


def test_590_3_c_an_overdue_set_begins_no_shoe_also_by_a_swap(floor: Floor) -> None:
    dealing(floor)
    floor.clock.advance(hours=24, seconds=1)
    desk = floor.desk("flo")
    shoes.end_shoe(desk, table="FB-02", remaining=60, discarded=252)
    held = refused(batches.swap_batches, desk, table="FB-02")
    assert (held.code, held.cite) == ("decks-over-hours", "590.3(c)")


def test_590_13_l_with_the_shuffler_out_of_order_there_is_a_lawful_way_on_shoe_after_shoe(floor: Floor) -> None:
    red, _ = dealing(floor)
    desk = floor.desk("flo")
    shoes.end_shoe(desk, table="FB-02", remaining=60, discarded=252)
    shufflers.take_shuffler_out(desk, table="FB-02", how=OutOfOrder.COVERED, reason="jams")
    assert refused(batches.load_batch, desk, table="FB-02", deck_set=red).code == "shuffler-out"
    next_shoe(desk, table="FB-02")
    assert floor.get(Shoe, "FB-02").deck_set == red and not against(floor, "FB-02")
    next_shoe(desk, table="FB-02", count=FULL)
    assert not against(floor, "FB-02")


def test_590_13_l_hand_shuffled_beside_an_uncovered_shuffler_is_refused_and_found(floor: Floor) -> None:
    dealing(floor)
    desk = floor.desk("flo")
    shoes.end_shoe(desk, table="FB-02", remaining=60, discarded=252)
    out: dict[str, Any] = {"table": "FB-02", "how": OutOfOrder.NOTHING, "reason": "dead"}
    held = refused(shufflers.take_shuffler_out, desk, **out)
    assert (held.code, held.cite) == ("shuffler-standing", "590.13(l)")
    shufflers.take_shuffler_out(desk, **out, happened=True)
    held = refused(next_shoe, desk, table="FB-02")
    assert (held.code, held.cite) == ("shuffler-standing", "590.13(l)")
    next_shoe(desk, table="FB-02", happened=True)
    assert ("shuffler-standing", "590.13(l)") in judged(floor, "FB-02")


def test_19_47_26_15_k_in_new_jersey_hand_shuffled_beside_a_fitted_one_is_refused_and_found(floor: Floor) -> None:
    add(floor, "X-26", "nj-19-47-26", method=BATCH)
    (red,) = floor.open("X-26")
    desk, by_hand = floor.desk("flo"), Preparation(Shuffled.HAND, cut=True)
    call: dict[str, Any] = {"table": "X-26", "deck_set": red, "prepared": by_hand}
    held = refused(shoes.begin_shoe, desk, **call)
    assert (held.code, held.cite) == ("shuffler-standing", "19:47-26.15(k)")
    shufflers.take_shuffler_out(desk, table="X-26", how=OutOfOrder.REMOVED, reason="dead")
    shoes.begin_shoe(desk, **call)
    assert "shuffler-standing" not in against(floor, "X-26")


def test_590_3_b_3_the_second_batch_does_not_lie_on_the_table_while_the_first_deals(floor: Floor) -> None:
    red, _ = floor.open("FB-02", "red", "blue")
    desk = floor.desk("flo")
    batches.load_batch(desk, table="FB-02", deck_set=red)
    shoes.begin_shoe(desk, table="FB-02", deck_set=red)
    with desk.looking() as moment:
        found = [each for each in due(moment) if each.key.startswith("batch-outside/FB-02")]
    assert [(each.urgency, each.cite, each.act) for each in found] == [(Urgency.ALARM, "590.3(b)(3)", "load_batch")]


def test_590_5_e_a_recut_forty_minutes_into_a_shoe_is_refused_and_found(floor: Floor) -> None:
    floor.open("FB-01")
    desk = floor.desk("flo")
    next_shoe(desk, table="FB-01")
    floor.clock.advance(minutes=40)
    held = refused(shoes.recut_shoe, desk, table="FB-01", reason="a bad cut")
    assert (held.code, held.cite) == ("recut-late", "590.5(e)")
    shoes.recut_shoe(desk, table="FB-01", reason="a bad cut", happened=True)
    assert ("recut-late", "590.5(e)") in floor.findings("FB-01")
    assert ("recut-late", "590.5(e)") in judged(floor, "FB-01")


def test_19_47_26_4_f_in_new_jersey_a_supervisor_orders_a_recut_not_a_floorperson(floor: Floor) -> None:
    floor.open("NJ-01")
    next_shoe(floor.desk("flo"), table="NJ-01")
    held = refused(shoes.recut_shoe, floor.desk("flo"), table="NJ-01", reason="a bad cut")
    assert (held.code, held.cite) == ("recut-by-whom", "19:47-26.4(f)")
    shoes.recut_shoe(floor.desk("sam"), table="NJ-01", reason="a bad cut")
    assert "recut-by-whom" not in {duty for duty, _ in judged(floor, "NJ-01")}


def test_19_47_26_4_f_in_new_jersey_nobody_orders_a_recut_after_the_first_round(floor: Floor) -> None:
    floor.open("NJ-01")
    sam = floor.desk("sam")
    next_shoe(sam, table="NJ-01")
    floor.clock.advance(minutes=40)
    dealt = a_round("R-1", floor.clock.now(), table="NJ-01", rulebook="nj-19-47-26")
    rounds.import_rounds(floor.desk("flo"), source="shoe", lines=[dealt])
    held = refused(shoes.recut_shoe, sam, table="NJ-01", reason="a bad cut")
    assert (held.code, held.cite) == ("recut-late", "19:47-26.4(f)")


def test_cards_that_left_are_not_brought_back_by_the_reshuffle_after_a_jam(floor: Floor) -> None:
    """The log once said they came back: a change of decks was owed for cards that were gone."""
    _, blue = dealing(floor)
    desk = floor.desk("flo")
    shufflers.report_shuffler_fault(desk, table="FB-02", condition=ShufflerCondition.JAMMED, says="the tray")
    decks.withdraw_decks(desk, deck_set=blue, reason="torn in the tray")
    shufflers.reshuffle_after_fault(desk, table="FB-02", how="by hand")
    judge = Record(floor.store, upto=ALL, rulebooks=RULEBOOKS).judge
    assert blue not in {each.subject for each in judge.owed()}


def resumed_by_form(floor: Floor, **values: str) -> None:
    """Play is resumed at FB-02 as a floorperson enters it on the screen; what is refused is recorded as happened."""
    desk = floor.desk("flo")
    with desk.looking() as moment:
        offer = resume_offer(Snapshot(moment, floor.store, floor.store.station), "FB-02")
    assert offer is not None
    try:
        offer.do(desk, values)
    except Refused as held:
        assert offer.anyway is not None
        again = offer.anyway(held.refusal, values)
        assert again is not None
        again.do(desk, {})


def test_590_5_g_2_the_form_says_what_a_player_asked_for_and_that_it_was_done(floor: Floor) -> None:
    dealing(floor)
    shoes.idle_shoe(floor.desk("flo"), table="FB-02")
    resumed_by_form(floor, asked=ASKED)
    assert against(floor, "FB-02") == {"not-burned"}


def test_590_5_g_a_step_that_was_left_out_can_be_recorded_so_and_is_found(floor: Floor) -> None:
    dealing(floor)
    desk = floor.desk("flo")
    shoes.idle_shoe(desk, table="FB-02")
    with desk.looking() as moment:
        (spread,) = [s.says for s in reshuffles.resuming_steps(moment, "FB-02") if s.id == "idle-spread"]
    resumed_by_form(floor, **{"left out": spread})
    assert ("idle-not-done", "590.5(g)") in floor.findings("FB-02")
