"""What comes in late is judged as of when it happened: rounds, entries of a station that was away, corrections."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest

from floorapp.domain.people import Role
from floorapp.domain.tables import Cards, Phase, Post, TableStatus
from floorapp.operations.acts import (
    assignments,
    batches,
    corrections,
    decks,
    opening,
    people,
    readers,
    reshuffles,
    rounds,
    shoes,
)
from floorapp.operations.facts.registry import Fact, Subject
from floorapp.operations.facts.tables import TableClosed, TableSuspended
from floorapp.operations.refusal import Refused
from floorapp.operations.signatures import Meaning
from floorapp.operations.table_presses import next_shoe
from tests.acts.floor import PIN, PROVED, Floor
from tests.acts.test_conduct import dealing_batches
from tests.acts.test_random_floor import FULL, exported, shown, told
from tests.acts.test_rounds import a_round


def dealt(floor: Floor, table: str, at: datetime) -> None:
    """A round comes in, dealt at an instant that may be long past."""
    line = a_round(f"{table}/{at.timestamp():.0f}", at, table=table, rulebook="pa-590")
    rounds.import_rounds(floor.desk("flo"), source="shoe", lines=[line])


def agreed(floor: Floor, table: str) -> set[object]:
    """The duties that stand at a table, as the app and the judge of its export both have them."""
    found, exported = shown(floor), told(floor)
    assert found == exported
    return {each[1] for each in found if each[0] == table}


def same_batch_again(floor: Floor) -> datetime:
    """FB-02 goes on with the batch it had; when that was dealt from before."""
    red, _ = dealing_batches(floor)
    floor.clock.advance(minutes=5)
    between = floor.clock.now()
    floor.clock.advance(minutes=5)
    desk = floor.desk("flo")
    shoes.end_shoe(desk, table="FB-02", remaining=60, discarded=252)
    floor.clock.advance(minutes=1)
    shoes.begin_shoe(desk, table="FB-02", deck_set=red, happened=True)
    floor.clock.advance(minutes=1)
    return between


def test_590_3_b_4_a_batch_is_not_alternated_only_where_a_round_was_dealt_out_of_it(floor: Floor) -> None:
    same_batch_again(floor)
    assert "batch-not-alternated" not in agreed(floor, "FB-02")


def test_590_3_b_4_a_round_that_comes_in_late_is_judged_as_of_when_it_was_dealt(floor: Floor) -> None:
    between = same_batch_again(floor)
    dealt(floor, "FB-02", between)
    assert "batch-not-alternated" in agreed(floor, "FB-02")
    dealt(floor, "FB-02", floor.clock.now())
    assert "batch-not-alternated" in agreed(floor, "FB-02")


def test_590_3_b_4_the_turns_of_batches_are_not_refused_while_rounds_are_on_their_way(floor: Floor) -> None:
    """Of the first shoe rounds are on record, of the second not yet: the first batch's turn has come all the same."""
    dealing_batches(floor)
    desk = floor.desk("flo")
    floor.clock.advance(minutes=1)
    dealt(floor, "FB-02", floor.clock.now())
    for _ in range(2):
        floor.clock.advance(minutes=5)
        shoes.end_shoe(desk, table="FB-02", remaining=60, discarded=252)
        batches.swap_batches(desk, table="FB-02")
        shoes.burn_card(desk, table="FB-02")
    agreed(floor, "FB-02")


def test_590_5_g_a_round_of_a_dead_game_that_comes_in_late_is_its_own_player(floor: Floor) -> None:
    dealing_batches(floor)
    desk = floor.desk("flo")
    dealt(floor, "FB-02", floor.clock.now())
    floor.clock.advance(minutes=5)
    shoes.idle_shoe(desk, table="FB-02")
    assert "idle-not-done" not in agreed(floor, "FB-02")
    floor.clock.advance(minutes=5)
    between = floor.clock.now()
    floor.clock.advance(minutes=5)
    assignments.assign(desk, table="FB-02", post=Post.DEALER, person="dan")
    assert "idle-not-done" not in agreed(floor, "FB-02")
    dealt(floor, "FB-02", between)
    assert "idle-not-done" in agreed(floor, "FB-02")


def test_590_5_g_a_dead_game_ends_with_the_shoe_a_late_round_was_dealt_from(floor: Floor) -> None:
    red, blue = dealing_batches(floor)
    desk = floor.desk("flo")
    shoes.idle_shoe(desk, table="FB-02")
    floor.clock.advance(minutes=5)
    reshuffles.resume_shoe(desk, table="FB-02", done=(), happened=True)
    floor.clock.advance(minutes=1)
    next_shoe(desk, table="FB-02", count=FULL, happened=True)
    between = floor.clock.now() + timedelta(minutes=1)
    floor.clock.advance(minutes=5)
    next_shoe(desk, table="FB-02", count=FULL, happened=True)
    floor.clock.advance(minutes=5)
    assert "idle-not-done" in agreed(floor, "FB-02")
    dealt(floor, "FB-02", between)
    assert "idle-not-done" not in agreed(floor, "FB-02")


def corrected(floor: Floor, kind: str, *, entry: str = "", minutes: int = 0, fact: bool = True, **changes: Any) -> None:
    """The newest entry of a kind as it should have been, so many minutes earlier; without a fact it is withdrawn."""
    made = [each for each in floor.store.page(limit=400) if each.fact.KIND == kind]
    old = next(each for each in made if entry in ("", each.id))
    new: Fact | None = replace(old.fact, **changes) if fact else None  # type: ignore[type-var]
    desk = floor.desk("sam")
    corrections.correct_entry(
        desk,
        entry=old.id,
        reason="typed wrong",
        signature=floor.sign(desk, "sam", Meaning.CORRECTED),
        fact=new,
        occurred_at=old.occurred_at - timedelta(minutes=minutes) if minutes else None,
    )


def inspected(floor: Floor, table: str) -> None:
    readers.inspect_reader(floor.desk("flo"), table=table, tampering=False, working=True, proofs=PROVED)


def test_590_2_d_a_corrected_inspection_counts_in_the_day_and_for_what_it_is_corrected_to(floor: Floor) -> None:
    (red,) = floor.open("FB-01")
    shoes.begin_shoe(floor.desk("flo"), table="FB-01", deck_set=red)
    floor.clock.advance(hours=20)
    assert "inspect-reader" in agreed(floor, "FB-01")
    floor.clock.advance(hours=1)
    inspected(floor, "FB-01")
    assert "inspect-reader" not in agreed(floor, "FB-01")
    corrected(floor, "reader.inspected", minutes=12 * 60)
    assert "inspect-reader" in agreed(floor, "FB-01"), "it was made in the day before"
    corrected(floor, "reader.inspected", working=False, says="dark")
    assert "reader-failed" in agreed(floor, "FB-01")
    corrected(floor, "reader.inspected", fact=False)
    assert "inspect-reader" in agreed(floor, "FB-01") and "reader-failed" not in agreed(floor, "FB-01")
    floor.check()


def counted_twice(floor: Floor) -> None:
    """FB-01 with a full count that is wrong by a card, and rounds before and after it."""
    (red,) = floor.open("FB-01")
    desk = floor.desk("flo")
    shoes.begin_shoe(desk, table="FB-01", deck_set=red)
    for full in (312, 311):
        floor.clock.advance(minutes=5)
        dealt(floor, "FB-01", floor.clock.now())
        floor.clock.advance(minutes=5)
        decks.count_decks(desk, deck_set=red, counted=full)


def test_590_7_d_1_a_corrected_count_is_measured_from_the_count_that_was_full(floor: Floor) -> None:
    counted_twice(floor)
    (found,) = [each for each in exported(floor).findings() if each.duty == "card-missing"]
    assert found.dealt.rounds == 1
    first = [each for each in floor.store.page(limit=400) if each.fact.KIND == "decks.counted"][1]
    corrected(floor, "decks.counted", entry=first.id, counted=310)
    missing = [each for each in exported(floor).findings() if each.duty == "card-missing"]
    assert [each.dealt.rounds for each in missing] == [1, 2]
    corrected(floor, "decks.counted", counted=312)
    assert [each.dealt.rounds for each in exported(floor).findings() if each.duty == "card-missing"] == [1]
    agreed(floor, "FB-01")
    floor.check()


def test_590_3_c_a_corrected_deck_change_moves_what_is_at_the_table(floor: Floor) -> None:
    (red,) = floor.open("FB-01")
    blue, green = floor.stock("FB-01", "blue", "green")
    desk = floor.desk("flo")
    floor.clock.advance(minutes=5)
    decks.change_decks(desk, table="FB-01", out=(red,), into=(blue,), happened=True)
    floor.clock.advance(minutes=5)
    shoes.begin_shoe(desk, table="FB-01", deck_set=blue, happened=True)
    agreed(floor, "FB-01")
    corrected(floor, "decks.changed", into=(green,))
    agreed(floor, "FB-01")
    corrected(floor, "decks.changed", out=(), into=(blue,))
    agreed(floor, "FB-01")
    corrected(floor, "decks.changed", fact=False)
    agreed(floor, "FB-01")
    floor.check()


def test_no_correction_has_a_table_closed_before_it_opened_or_a_shoe_ended_before_it_began(floor: Floor) -> None:
    """The floor showed a table as closed that its export has open, stopped and owing an inspection."""
    (red,) = floor.open("FB-01")
    floor.clock.advance(hours=1)
    desk = floor.desk("flo")
    shoes.begin_shoe(desk, table="FB-01", deck_set=red)
    floor.clock.advance(hours=1)
    for act, kind, minutes in (
        (partial(shoes.end_shoe, remaining=60, discarded=252), "shoe.ended", 90),
        (opening.close_table, "table.closed", 150),
    ):
        act(desk, table="FB-01")
        with pytest.raises(Refused) as held:
            corrected(floor, kind, minutes=minutes)
        assert held.value.refusal.code == "out-of-order"
        corrected(floor, kind, minutes=5)
    assert agreed(floor, "FB-01") == {"change-decks"}
    floor.check()


def test_a_stop_that_a_station_sends_after_the_table_was_closed_does_not_stop_it_again(floor: Floor) -> None:
    """The floor showed a closed table as stopped, and due, that its export has closed."""
    floor.open("FB-01")
    stopped = floor.clock.now() + timedelta(minutes=5)
    floor.clock.advance(hours=1)
    desk = floor.desk("flo")
    opening.close_table(desk, table="FB-01")
    with desk.acting("suspend_table", Subject("table", "FB-01")) as act:
        act.enter(TableSuspended(table="FB-01", reason="a spill"), occurred_at=stopped, late="the server was away")
    assert floor.get(TableStatus, "FB-01").phase is Phase.CLOSED
    assert agreed(floor, "FB-01") == {"change-decks"}
    floor.check()


def test_a_table_whose_closing_comes_in_late_is_closed_also_where_it_was_stopped_since(floor: Floor) -> None:
    """A stop opens no table: the floor showed one as stopped, and owing an inspection, that its export has closed."""
    floor.open("FB-01")
    closed = floor.clock.now() + timedelta(minutes=30)
    floor.clock.advance(hours=1)
    desk = floor.desk("flo")
    opening.suspend_table(desk, table="FB-01", reason="a spill")
    opening.close_table(desk, table="FB-01", occurred_at=closed, late="the server was away")
    assert floor.get(TableStatus, "FB-01").phase is Phase.CLOSED
    assert agreed(floor, "FB-01") == {"change-decks"}
    floor.clock.advance(hours=1)
    opening.open_table(desk, table="FB-01", cards=Cards.NEW, done=floor.steps("FB-01"), happened=True)
    opening.suspend_table(desk, table="FB-01", reason="a spill")
    late = closed + timedelta(minutes=5)
    with desk.acting("close_table", Subject("table", "FB-01")) as act:
        act.enter(TableClosed(table="FB-01", reason=""), occurred_at=late, late="the server was away")
    assert floor.get(TableStatus, "FB-01").phase is Phase.SUSPENDED, "it was opened again since"
    agreed(floor, "FB-01")
    floor.check()


def test_590_3_b_4_an_entry_that_is_made_late_is_told_in_the_place_of_its_time(floor: Floor) -> None:
    """The shoe ended before the next began, and somebody enters its dealer afterwards."""
    same_batch_again(floor)
    before = agreed(floor, "FB-02")
    desk = floor.desk("flo")
    when = floor.clock.now() - timedelta(minutes=4)
    assignments.assign(desk, table="FB-02", post=Post.DEALER, person="dan", occurred_at=when, late="the desk was shut")
    assert agreed(floor, "FB-02") == before
    floor.check()


def shoes_without_rounds(floor: Floor, number: int = 20) -> None:
    """More shoes than stand by themselves in the view of a table: their rounds never came in."""
    for _ in range(number):
        floor.clock.advance(minutes=10)
        next_shoe(floor.desk("flo"), table="FB-02", count=FULL, happened=True)
    floor.clock.advance(minutes=10)


def test_590_3_b_4_a_round_of_twenty_shoes_ago_says_which_batch_was_dealt_last(floor: Floor) -> None:
    dealing_batches(floor)
    floor.clock.advance(minutes=1)
    of_red = floor.clock.now()
    shoes_without_rounds(floor)
    assert "batch-not-alternated" not in agreed(floor, "FB-02")
    dealt(floor, "FB-02", of_red)
    assert "batch-not-alternated" in agreed(floor, "FB-02")
    shoes_without_rounds(floor, 1)
    assert "batch-not-alternated" not in agreed(floor, "FB-02")


def test_590_5_g_a_dead_game_stands_until_a_shoe_was_dealt_however_many_there_were(floor: Floor) -> None:
    dealing_batches(floor)
    desk = floor.desk("flo")
    shoes.idle_shoe(desk, table="FB-02")
    floor.clock.advance(minutes=5)
    reshuffles.resume_shoe(desk, table="FB-02", done=(), happened=True)
    floor.clock.advance(minutes=1)
    of_then = floor.clock.now()
    shoes_without_rounds(floor)
    assert "idle-not-done" in agreed(floor, "FB-02")
    dealt(floor, "FB-02", of_then)
    assert "idle-not-done" not in agreed(floor, "FB-02")


def test_590_7_c_an_entry_made_hours_late_is_judged_as_of_when_it_happened(floor: Floor) -> None:
    """Twenty shoes ago somebody else dealt, which is entered now: the dealer of today is another than the last."""
    dealing_batches(floor)
    floor.clock.advance(minutes=5)
    then = floor.clock.now()
    shoes_without_rounds(floor)
    desk, late = floor.desk("flo"), "the desk was shut"
    assignments.assign(desk, table="FB-02", post=Post.DEALER, person="dan", occurred_at=then, late=late)
    assignments.relieve(desk, table="FB-02", post=Post.DEALER)
    assert "dealer-not-burned" not in agreed(floor, "FB-02")
    people.add_person(floor.desk("ada"), handle="eve", name="Eve", role=Role.DEALER, pin=PIN)
    assignments.assign(desk, table="FB-02", post=Post.DEALER, person="eve")
    assert "dealer-not-burned" in agreed(floor, "FB-02")
    floor.check()


def test_an_entry_with_a_mistyped_year_of_the_last_century_leaves_its_table_in_view(floor: Floor) -> None:
    """On Windows no table could be looked at any more: it knows no second before 1970."""
    floor.open("FB-01")
    desk, then = floor.desk("flo"), floor.clock.now().replace(year=1962)
    assignments.assign(desk, table="FB-01", post=Post.DEALER, person="dan", occurred_at=then, late="the desk was shut")
    agreed(floor, "FB-01")
    floor.check()
