"""Shoes, batches' turns, shufflers and readers, each with its refusals and findings."""

from __future__ import annotations

from typing import Any

import pytest

from floorapp.domain.decks import DeckSet, Spot
from floorapp.domain.devices import Inspection, OutOfOrder, ProofTest, ReaderStatus, Shuffler, ShufflerCondition
from floorapp.domain.tables import Equipment, Fixture, Phase, Post, Shoe, ShoePhase, TableStatus
from floorapp.operations.acts import assignments, batches, decks, opening, readers, reshuffles, shoes, shufflers, tables
from tests.acts.floor import PROVED, Floor, refused


def spot(floor: Floor, name: str) -> Spot:
    return floor.get(DeckSet, name).spot


def test_a_shoe_from_its_first_card_to_its_count(floor: Floor) -> None:
    (red,) = floor.open("FB-01")
    desk = floor.desk("flo")
    shoes.begin_shoe(desk, table="FB-01", deck_set=red)
    assert floor.get(Shoe, "FB-01").name == "FB-01/2026-11-16/1"
    assert refused(shoes.begin_shoe, desk, table="FB-01", deck_set=red).code == "wrong-spot"
    shoes.burn_card(desk, table="FB-01")
    assert refused(shoes.recut_shoe, desk, table="FB-01", reason=" ").code == "input"
    reshuffles.reshuffle_shoe(desk, table="FB-01", reason="suspicion")
    assert floor.get(Shoe, "FB-01").burn_due
    assert floor.get(Shoe, "FB-01").name == "FB-01/2026-11-16/2"
    shoes.reach_cover_card(desk, table="FB-01")
    assert refused(shoes.reach_cover_card, desk, table="FB-01").code == "shoe-phase"
    floor.clock.advance(minutes=40)
    assert refused(shoes.end_shoe, desk, table="FB-01", remaining=-1, discarded=313).code == "input"
    shoes.end_shoe(desk, table="FB-01", remaining=80, discarded=232)
    assert floor.get(Shoe, "FB-01").phase is ShoePhase.ENDED
    assert floor.good_count("FB-01").at == floor.clock.now()
    assert refused(shoes.end_shoe, desk, table="FB-01", remaining=0, discarded=312).code == "shoe-phase"
    shoes.recut_shoe(desk, table="FB-01", reason="bad cut")
    shoes.begin_shoe(desk, table="FB-01", deck_set=red)
    assert floor.get(Shoe, "FB-01").name == "FB-01/2026-11-16/3"


def test_a_shoe_that_ends_a_card_short_is_a_finding_and_not_a_known_good_count(floor: Floor) -> None:
    (red,) = floor.open("FB-01")
    desk = floor.desk("flo")
    before = floor.good_count("FB-01")
    shoes.begin_shoe(desk, table="FB-01", deck_set=red)
    floor.clock.advance(minutes=58)
    shoes.end_shoe(desk, table="FB-01", remaining=80, discarded=231)
    assert floor.findings("FB-01") == [("card-missing-at-count", "590.7(d)(1)")]
    assert floor.good_count("FB-01") == before
    status = floor.get(TableStatus, "FB-01")
    assert (status.phase, status.stopped_by) == (Phase.SUSPENDED, "590.7(d)(1)")
    assert refused(opening.resume_table, desk, table="FB-01").code == "card-missing-at-count"
    decks.count_decks(desk, deck_set=red, counted=312)
    opening.resume_table(desk, table="FB-01")
    shoes.begin_shoe(desk, table="FB-01", deck_set=red)


def test_590_5_g_an_idle_table_washes_shuffles_and_cuts(floor: Floor) -> None:
    (red,) = floor.open("FB-01")
    desk = floor.desk("flo")
    assert refused(shoes.idle_shoe, desk, table="FB-01").code == "shoe-phase"
    shoes.begin_shoe(desk, table="FB-01", deck_set=red)
    shoes.idle_shoe(desk, table="FB-01")
    assert refused(shoes.reach_cover_card, desk, table="FB-01").code == "shoe-phase"
    undone = refused(reshuffles.resume_shoe, desk, table="FB-01", done=("idle-first-player-looks", "idle-wash"))
    assert (undone.code, undone.cite) == ("steps-missing", "590.5(g)")
    steps = ("idle-first-player-looks", "idle-wash", "idle-stack", "idle-shuffle-and-cut")
    spread = ("idle-empty-shoe-and-rack", "idle-spread")
    reshuffles.resume_shoe(desk, table="FB-01", done=(*spread, *steps))
    assert floor.get(Shoe, "FB-01").phase is ShoePhase.DEALING


def test_no_shoe_at_a_closed_table_or_with_cards_from_elsewhere(floor: Floor) -> None:
    (red,) = floor.ready("FB-01")
    desk = floor.desk("flo")
    assert refused(shoes.begin_shoe, desk, table="FB-01", deck_set=red).code == "table-closed"
    floor.open("FB-03")
    assert refused(shoes.begin_shoe, desk, table="FB-03", deck_set=red).code == "input"
    assert refused(shoes.begin_shoe, desk, table="FB-03", deck_set="DS-0").code == "no-deck set"


def test_cards_leave_a_shoe_only_by_its_end_and_a_table_closes_only_after_it(floor: Floor) -> None:
    (red,) = floor.open("FB-01")
    (blue,) = floor.stock("FB-01", "blue")
    desk = floor.desk("flo")
    shoes.begin_shoe(desk, table="FB-01", deck_set=red)
    assert refused(decks.withdraw_decks, desk, deck_set=red, reason="old").code == "in-shoe"
    assert refused(decks.change_decks, desk, table="FB-01", out=(red,), into=(blue,)).code == "in-shoe"
    opening.suspend_table(desk, table="FB-01", reason="spill")
    assert refused(opening.close_table, desk, table="FB-01").code == "shoe-not-ended"
    shoes.end_shoe(desk, table="FB-01", remaining=300, discarded=12)
    opening.close_table(desk, table="FB-01")
    decks.change_decks(desk, table="FB-01", out=(red,), into=(blue,))
    assert (spot(floor, red), spot(floor, blue)) == (Spot.WITHDRAWN, Spot.TABLE)


def two_batches(floor: Floor) -> tuple[str, str]:
    """An open batch-shuffler table: red is dealt, blue waits in the shuffler."""
    red, blue = floor.open("FB-02", "red", "blue")
    desk = floor.desk("flo")
    batches.load_batch(desk, table="FB-02", deck_set=red)
    shoes.begin_shoe(desk, table="FB-02", deck_set=red)
    batches.load_batch(desk, table="FB-02", deck_set=blue)
    return red, blue


def test_590_3_b_4_batches_alternate_every_shoe(floor: Floor) -> None:
    red, blue = two_batches(floor)
    desk = floor.desk("flo")
    assert refused(batches.swap_batches, desk, table="FB-02").code == "no-swap"
    for dealt, waits in ((red, blue), (blue, red), (red, blue)):
        assert (spot(floor, dealt), spot(floor, waits)) == (Spot.SHOE, Spot.SHUFFLER)
        shoes.end_shoe(desk, table="FB-02", remaining=60, discarded=252)
        assert spot(floor, dealt) is Spot.RACK
        batches.swap_batches(desk, table="FB-02")
        assert (spot(floor, dealt), spot(floor, waits)) == (Spot.SHUFFLER, Spot.SHOE)
    assert floor.findings("FB-02") == []


def test_590_3_b_5_two_batches_never_meet_in_the_rack(floor: Floor) -> None:
    red, blue = two_batches(floor)
    desk = floor.desk("flo")
    shoes.end_shoe(desk, table="FB-02", remaining=60, discarded=252)
    call: dict[str, Any] = {"table": "FB-02", "deck_set": blue}
    early = refused(shoes.begin_shoe, desk, **call)
    assert (early.code, early.cite) == ("rack-mixed", "590.3(b)(5)")
    shoes.begin_shoe(desk, **call, happened=True)
    assert floor.findings("FB-02") == [("rack-mixed", "590.3(b)(5)")]
    assert spot(floor, red) is Spot.RACK


def test_590_3_b_4_a_broken_alternation_is_refused_or_a_finding_if_it_happened(floor: Floor) -> None:
    red, _ = two_batches(floor)
    desk = floor.desk("flo")
    shoes.end_shoe(desk, table="FB-02", remaining=60, discarded=252)
    call: dict[str, Any] = {"table": "FB-02", "deck_set": red}
    again = refused(shoes.begin_shoe, desk, **call)
    assert (again.code, again.cite) == ("batch-not-alternated", "590.3(b)(4)")
    shoes.begin_shoe(desk, **call, happened=True)
    assert floor.findings("FB-02") == [("batch-not-alternated", "590.3(b)(4)")], "what the judge finds, and no more"


def test_a_batch_is_not_called_shuffled_by_a_shuffler_that_it_is_not_in(floor: Floor) -> None:
    red, _ = floor.open("FB-02", "red", "blue")
    desk = floor.desk("flo")
    held = refused(shoes.begin_shoe, desk, table="FB-02", deck_set=red)
    assert (held.code, held.cite) == ("input", ""), "a slip breaks no section"
    batches.load_batch(desk, table="FB-02", deck_set=red)
    shoes.begin_shoe(desk, table="FB-02", deck_set=red)


def test_two_batches_are_not_mixed_in_the_shuffler(floor: Floor) -> None:
    red, blue = floor.open("FB-02", "red", "blue")
    desk = floor.desk("flo")
    batches.load_batch(desk, table="FB-02", deck_set=red)
    call: dict[str, Any] = {"table": "FB-02", "deck_set": blue}
    mixed = refused(batches.load_batch, desk, **call)
    assert (mixed.code, mixed.cite) == ("batches-mixed", ""), "the judge of conduct knows no such duty"
    assert "red and blue" in mixed.happened
    batches.load_batch(desk, **call, happened=True)
    assert floor.findings("FB-02") == [] and spot(floor, blue) is Spot.SHUFFLER
    assert refused(batches.load_batch, desk, table="FB-01", deck_set=red).code == "input"


def test_590_13_k_a_jam_is_seen_and_reshuffled(floor: Floor) -> None:
    desk = floor.desk("flo")
    fault: dict[str, Any] = {"table": "FB-02", "condition": ShufflerCondition.JAMMED, "says": "two cards stuck"}
    for bad in ({"says": " "}, {"condition": ShufflerCondition.WORKING}, {"table": "FB-01"}):
        assert refused(shufflers.report_shuffler_fault, desk, **(fault | bad)).code == "input"
    shufflers.report_shuffler_fault(desk, **fault)
    assert getattr(floor.last().fact, "cite", "") == "590.13(k)"
    assert refused(shufflers.report_shuffler_fault, desk, **fault).code == "shuffler-condition"
    floor.clock.advance(minutes=2)
    shufflers.acknowledge_shuffler_fault(desk, table="FB-02")
    assert floor.get(Shuffler, "FB-02").acknowledged_at == floor.clock.now()
    assert refused(shufflers.acknowledge_shuffler_fault, desk, table="FB-02").code == "input"
    shufflers.return_shuffler(desk, table="FB-02", says="cleared")
    assert floor.get(Shuffler, "FB-02").reshuffle_due
    shufflers.reshuffle_after_fault(desk, table="FB-02", how="by hand")
    assert refused(shufflers.reshuffle_after_fault, desk, table="FB-02", how="by hand").code == "input"
    assert refused(shufflers.return_shuffler, desk, table="FB-02", says="x").code == "shuffler-condition"


@pytest.mark.parametrize(
    ("table", "how", "refusal", "cite"),
    [
        ("FB-02", OutOfOrder.COVERED, "", "590.13(l)"),
        ("FB-02", OutOfOrder.SIGNED, "", "590.13(l)"),
        ("FB-02", OutOfOrder.REMOVED, "", "590.13(l)"),
        ("NJ-02", OutOfOrder.COVERED, "shuffler-standing", "19:47-26.15(k)"),
        ("NJ-02", OutOfOrder.SIGNED, "shuffler-standing", "19:47-26.15(k)"),
        ("NJ-02", OutOfOrder.REMOVED, "", "19:47-26.15(k)"),
    ],
)
def test_a_shuffler_is_put_out_of_order_as_the_state_asks(
    floor: Floor, table: str, how: OutOfOrder, refusal: str, cite: str
) -> None:
    desk = floor.desk("flo")
    call: dict[str, Any] = {"table": table, "how": how, "reason": "broken belt"}
    if refusal:
        answer = refused(shufflers.take_shuffler_out, desk, **call)
        assert (answer.code, answer.cite) == (refusal, cite)
    else:
        shufflers.take_shuffler_out(desk, **call)
        assert floor.get(Shuffler, table).taken_out is how
        assert getattr(floor.last().fact, "cite", "") == cite
        assert refused(shufflers.take_shuffler_out, desk, **call).code == "shuffler-condition"
        shufflers.return_shuffler(desk, table=table, says="new belt")
        assert floor.get(Shuffler, table).condition is ShufflerCondition.WORKING


def assigned(floor: Floor, table: str = "FB-01") -> None:
    assignments.assign(floor.desk("flo"), table=table, post=Post.FLOORPERSON, person="flo")


GOOD: dict[str, Any] = {"table": "FB-01", "tampering": False, "working": True, "proofs": PROVED}


def test_590_2_d_the_assigned_floorperson_inspects_the_reader(floor: Floor) -> None:
    assigned(floor)
    readers.inspect_reader(floor.desk("flo"), **GOOD)
    status = floor.get(ReaderStatus, "FB-01")
    assert (status.inspected_day, status.inspected_by) == ("2026-11-16", "flo")
    with floor.store.reading() as state:
        (inspection,) = state.find(Inspection, table="FB-01", gaming_day="2026-11-16")
    assert inspection.passed and inspection.proofs == PROVED
    assert floor.findings("FB-01") == []


def test_590_2_d_an_inspection_by_another_says_why_and_is_a_finding(floor: Floor) -> None:
    assigned(floor)
    sam = floor.desk("sam")
    assert refused(readers.inspect_reader, sam, **GOOD).code == "not-assigned"
    readers.inspect_reader(sam, **GOOD, instead_of="flo is at the cage")
    assert floor.findings("FB-01") == [("inspected-by-another", "590.2(d)")]


@pytest.mark.parametrize(
    "bad", [{"tampering": True}, {"working": False}, {"proofs": (ProofTest("Kh", "blackjack", "nothing"),)}]
)
def test_590_13_j_a_failed_inspection_stops_the_table(floor: Floor, bad: dict[str, Any]) -> None:
    floor.open("FB-01")
    desk = floor.desk("flo")
    assert refused(readers.inspect_reader, desk, **(GOOD | bad)).code == "input", "what is wrong is said"
    assert refused(readers.inspect_reader, desk, **(GOOD | {"proofs": ()})).code == "input"
    readers.inspect_reader(desk, **(GOOD | bad), says="the seal is scratched")
    status = floor.get(TableStatus, "FB-01")
    assert (status.phase, status.stopped_by) == (Phase.SUSPENDED, "590.13(j)")
    assert refused(readers.inspect_reader, desk, **GOOD).code == "reader-failed"


def test_a_failed_reader_is_replaced_and_inspected_anew(floor: Floor) -> None:
    floor.open("FB-01")
    desk = floor.desk("flo")
    assert refused(readers.mend_reader, desk, table="FB-01", says="x", proofs=PROVED).code == "input"
    readers.report_reader_failure(desk, table="FB-01", says="no light")
    assert refused(readers.report_reader_failure, desk, table="FB-01", says="x").code == "input"
    new: dict[str, Any] = {"table": "FB-01", "says": "swapped", "proofs": PROVED, "serial": "RD-99"}
    assert refused(readers.mend_reader, desk, **(new | {"proofs": ()})).code == "input"
    assert refused(readers.mend_reader, desk, **(new | {"serial": "RD-FB-02"})).code == "input"
    readers.mend_reader(desk, **new)
    assert floor.get(Equipment, "FB-01", Fixture.READER).serial == "RD-99"
    assert refused(opening.resume_table, desk, table="FB-01").code == "reader-not-inspected"
    readers.inspect_reader(desk, **GOOD)
    opening.resume_table(desk, table="FB-01")


def test_no_reader_no_inspection(floor: Floor) -> None:
    desk = floor.desk("flo")
    tables.remove_equipment(desk, table="FB-01", fixture=Fixture.READER, reason="workshop")
    assert refused(readers.inspect_reader, desk, **GOOD).code == "input"
