"""What the app once took for in order though the text says otherwise: each is refused, found or recorded rightly."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest

from floorapp.domain.decks import DeckSet, Spot, TensDisposal
from floorapp.domain.devices import OutOfOrder, ShufflerCondition
from floorapp.domain.duties import Urgency
from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.property import Place
from floorapp.domain.readers import ReaderKind
from floorapp.domain.tables import Cards, Fixture, Phase, Preparation, Shoe, Shuffled, ShufflingMethod, TableStatus
from floorapp.operations.acts import (
    batches,
    custody,
    days,
    decks,
    opening,
    readers,
    reshuffles,
    rounds,
    shoes,
    shufflers,
    tables,
)
from floorapp.operations.acts.shoes import ShoeCount
from floorapp.operations.conduct import standing
from floorapp.operations.day_conduct import uninspected_on
from floorapp.operations.due import due
from floorapp.operations.papers.record import Record
from floorapp.operations.presses import bring_decks
from floorapp.operations.refusal import Refused
from floorapp.operations.signatures import Meaning
from floorapp.operations.table_presses import next_shoe
from floorapp.screens.offers.shoes import ASKED
from floorapp.screens.offers.shoes import resume_shoe as resume_offer
from floorapp.screens.snapshot import Snapshot
from tests.acts.floor import LIMITS, PROVED, Floor, equip, refused
from tests.acts.rulebooks import RULEBOOKS
from tests.acts.test_rounds import a_round

FULL = ShoeCount(remaining=60, discarded=252)
HAND, BATCH = ShufflingMethod.BY_HAND, ShufflingMethod.BATCH_SHUFFLER
ALL = 2**62


def against(floor: Floor, table: str) -> set[str]:
    with floor.desk().looking() as moment:
        return {each.duty for each in standing(moment, table)}


def judged(floor: Floor, table: str) -> set[tuple[str, str]]:
    """What a judge who hears the whole logbook finds or sees standing at a table, with its section."""
    judge = Record(floor.store, upto=ALL, rulebooks=RULEBOOKS).judge
    return {(each.duty, each.cite) for each in judge.findings(all_=True) if each.table == table}


def spot(floor: Floor, name: str) -> Spot:
    return floor.get(DeckSet, name).spot


def add(floor: Floor, name: str, rulebook: str, *, decks: int = 6, method: ShufflingMethod = HAND, **more: Any) -> None:
    """Another table of a game, with its equipment."""
    desk = floor.desk("ada")
    setup: dict[str, Any] = {"pit": "P1", "place": Place(9, 9), "boxes": 6, "limits": LIMITS, **more}
    tables.add_table(desk, table=name, rulebook=rulebook, decks=decks, method=method, **setup)
    equip(desk, name, method, decks)


def received(floor: Floor, table: str, *, decks: int = 6, **how: Any) -> str:
    """A set received and issued to a table, not opened."""
    desk = floor.desk("sam")
    seal = f"S-{floor.last().seq}"
    signed = floor.sign(desk, "sid", Meaning.RECEIVED)
    what = {"design": "Bee", "back": "red", **how}
    name = custody.receive_decks(desk, decks=decks, seals=(seal,), security=signed, **what).subjects[0].id
    custody.issue_decks(desk, deck_set=name, table=table, witness=floor.sign(desk, "sid", Meaning.ISSUED))
    return name


def laid(floor: Floor, table: str, *, decks: int = 6, counted: int | None = None, **how: Any) -> str:
    """The same, opened and counted there."""
    name, desk = received(floor, table, decks=decks, **how), floor.desk("sam")
    full = floor.get(DeckSet, name).cards if counted is None else counted
    decks_of(floor, desk, name, full)
    return name


def decks_of(floor: Floor, desk: Any, name: str, counted: int) -> None:
    decks.open_decks(desk, deck_set=name, counted=counted, **floor.two(desk))


def dealing(floor: Floor, table: str = "FB-02") -> tuple[str, str]:
    """Two batches, red in the shoe and blue in the shuffler."""
    red, blue = floor.open(table, "red", "blue")
    next_shoe(floor.desk("flo"), table=table)
    return red, blue


# --- a jam


@pytest.mark.parametrize(
    ("table", "rulebook", "cite"),
    [
        ("FB-02", "pa-590", "590.13(k)"),
        ("X-73", "pa-673a", "673a.13(k)"),
        ("X-85", "pa-685a", "685a.12(j)"),
        ("X-65", "pa-665a", "665a.13(j)"),
    ],
)
def test_the_batch_of_a_jammed_shuffle_is_refused_and_found_where_it_was_dealt_all_the_same(
    floor: Floor, table: str, rulebook: str, cite: str
) -> None:
    count = 8 if rulebook == "pa-665a" else 6
    if table != "FB-02":
        add(floor, table, rulebook, decks=count, method=BATCH)
    dealing(floor, table)
    desk, jammed = floor.desk("flo"), ShufflerCondition.JAMMED
    shufflers.report_shuffler_fault(desk, table=table, condition=jammed, says="the tray")
    whole = floor.get(DeckSet, floor.get(Shoe, table).deck_set or "").cards
    shoes.end_shoe(desk, table=table, remaining=60, discarded=whole - 60)
    held = refused(batches.swap_batches, desk, table=table)
    assert (held.code, held.cite) == ("faulted-shuffle", cite)
    batches.swap_batches(desk, table=table, happened=True)
    assert ("faulted-shuffle", cite) in floor.findings(table)
    assert ("faulted-shuffle", cite) in judged(floor, table)


# --- a deck change at an open table


def test_665a_3_a_a_deck_change_takes_no_set_with_its_tens(floor: Floor) -> None:
    add(floor, "X-65", "pa-665a", decks=8)
    (red,) = floor.open("X-65")
    new = laid(floor, "X-65", decks=8, back="blue")
    call: dict[str, Any] = {"table": "X-65", "out": (red,), "into": (new,)}
    held = refused(decks.change_decks, floor.desk("flo"), **call)
    assert (held.code, held.cite) == ("tens-in-shoe", "665a.3(a)")
    decks.change_decks(floor.desk("flo"), **call, happened=True)
    assert ("tens-in-shoe", "665a.3(a)") in floor.findings("X-65")


def test_685a_3_a_a_deck_change_takes_no_two_deck_set_at_down_under(floor: Floor) -> None:
    add(floor, "X-85", "pa-685a")
    (red,) = floor.open("X-85")
    new = laid(floor, "X-85", decks=2, back="blue")
    held = refused(decks.change_decks, floor.desk("flo"), table="X-85", out=(red,), into=(new,))
    assert (held.code, held.cite) == ("decks-number", "685a.3(a)")


def test_590_3_b_2_a_deck_change_takes_no_two_designs_and_no_one_color(floor: Floor) -> None:
    old = floor.open("FB-02", "red", "blue")
    new = (laid(floor, "FB-02", back="green"), laid(floor, "FB-02", back="green", design="Gemaco"))
    held = refused(decks.change_decks, floor.desk("flo"), table="FB-02", out=old, into=new)
    assert (held.code, held.cite) == ("batches-design", "590.3(b)(2)")
    assert "color" in held.happened


def test_590_4_d_the_steps_of_a_deck_change_are_spread_wash_and_batches_apart(floor: Floor) -> None:
    floor.open("FB-02", "red", "blue")
    new = (laid(floor, "FB-02", back="green"),)
    with floor.desk("flo").looking() as moment:
        steps = {step.id: step.cite for step in decks.preparing_steps(moment, table="FB-02", into=new)}
    assert steps["opening-spread-face-up"] == "590.4(b)" and steps["opening-wash"] == "590.4(c)"
    assert steps["opening-batches-apart"] == "590.4(d)"


# --- decks that arrive without tens


def test_665a_3_a_decks_that_come_without_tens_are_complete_with_384_cards(floor: Floor) -> None:
    add(floor, "X-65", "pa-665a", decks=8)
    name = laid(floor, "X-65", decks=8, tens=False, counted=384)
    found = floor.get(DeckSet, name)
    assert found.complete and not found.tens_removed and floor.findings("X-65") == []
    desk = floor.desk("flo")
    call: dict[str, Any] = {"deck_set": name, "removed": 32, "disposed": TensDisposal.DESTROYED, **floor.two(desk)}
    assert refused(decks.remove_tens, desk, **call).code == "tens"


def test_665a_4_b_bringing_cards_records_of_the_tens_only_what_was_stated(floor: Floor) -> None:
    add(floor, "X-65", "pa-665a", decks=8)
    desk = floor.desk("flo")
    one, two = received(floor, "X-65", decks=8), received(floor, "X-65", decks=8, back="blue")
    done = bring_decks(desk, deck_set=one, table="X-65", counted=416, **floor.two(desk))
    assert len(done.entries) == 1 and not floor.get(DeckSet, one).tens_removed
    torn = TensDisposal.TORN_AND_BOXED
    done = bring_decks(desk, deck_set=two, table="X-65", counted=416, tens=torn, **floor.two(desk))
    assert len(done.entries) == 2 and floor.get(DeckSet, two).tens_removed
    assert not {duty for duty, _ in judged(floor, "X-65")} & {"tens-disposal", "card-missing"}


def test_665a_4_b_tens_that_were_kept_are_refused_or_found(floor: Floor) -> None:
    add(floor, "X-65", "pa-665a", decks=8)
    name, desk = laid(floor, "X-65", decks=8), floor.desk("flo")
    kept: dict[str, Any] = {"deck_set": name, "removed": 32, "disposed": TensDisposal.KEPT}
    held = refused(decks.remove_tens, desk, **kept, **floor.two(desk))
    assert (held.code, held.cite) == ("tens-disposal", "665a.4(b)")
    decks.remove_tens(desk, **kept, **floor.two(desk), happened=True)
    assert ("tens-disposal", "665a.4(b)") in judged(floor, "X-65")


# --- preshuffled


def test_590_4_e_preshuffled_is_not_believed_of_sets_received_new(floor: Floor) -> None:
    floor.ready("FB-01")
    desk, cards = floor.desk("flo"), Cards.PRESHUFFLED
    call: dict[str, Any] = {"table": "FB-01", "cards": cards, "done": floor.steps("FB-01", cards)}
    assert refused(opening.open_table, desk, **call).code == "not-received-so"
    opening.open_table(desk, **call, happened=True)
    shoes.begin_shoe(desk, table="FB-01", deck_set=floor.get(DeckSet, "DS-2026-0001").id, happened=True)
    assert "step-missing" in against(floor, "FB-01")


# --- readers


def test_590_2_d_a_replaced_reader_does_not_keep_the_inspection(floor: Floor) -> None:
    floor.open("FB-01")
    desk = floor.desk("flo")
    readers.report_reader_failure(desk, table="FB-01", says="dark")
    readers.mend_reader(desk, table="FB-01", says="another one", proofs=PROVED, serial="OTHER-9")
    assert "reader-not-inspected" in against(floor, "FB-01")


def test_590_2_d_a_reader_is_not_removed_while_the_table_deals_and_is_missed_where_it_was(floor: Floor) -> None:
    (red,) = floor.open("FB-01")
    next_shoe(floor.desk("flo"), table="FB-01")
    call: dict[str, Any] = {"table": "FB-01", "fixture": Fixture.READER, "reason": "dark"}
    held = refused(tables.remove_equipment, floor.desk("sam"), **call)
    assert (held.code, held.cite) == ("reader-missing", "590.2(d)")
    tables.remove_equipment(floor.desk("sam"), **call, happened=True)
    with floor.desk("flo").looking() as moment:
        found = [each for each in due(moment) if each.key.startswith("reader-missing/FB-01")]
    assert [(each.urgency, each.cite) for each in found] == [(Urgency.ALARM, "590.2(d)")]
    assert spot(floor, red) is Spot.SHOE


def test_590_2_d_no_co_signature_opens_a_table_without_a_reader_and_one_opened_so_is_found(floor: Floor) -> None:
    floor.ready("FB-01")
    tables.remove_equipment(floor.desk("sam"), table="FB-01", fixture=Fixture.READER, reason="dark")
    desk = floor.desk("flo")
    call: dict[str, Any] = {"table": "FB-01", "cards": Cards.NEW, "done": floor.steps("FB-01")}
    signed = floor.sign(desk, "sam", Meaning.OVERRIDE)
    assert refused(opening.open_table, desk, **call, exception=signed, reason="queue").code == "reader-missing"
    opening.open_table(desk, **call, happened=True)
    assert ("reader-missing", "590.2(d)") in floor.findings("FB-01")
    assert ("reader-missing", "590.2(d)") in judged(floor, "FB-01")


def test_685a_2_d_a_table_changed_to_down_under_needs_a_masque_reader(floor: Floor) -> None:
    add(floor, "X-73", "pa-673a")
    call: dict[str, Any] = {"rulebook": "pa-685a", "boxes": 6, "decks": 6, "method": HAND, "limits": LIMITS}
    tables.change_table(floor.desk("ada"), table="X-73", **call)
    floor.ready("X-73")
    held = refused(opening.open_table, floor.desk("flo"), table="X-73", cards=Cards.NEW, done=floor.steps("X-73"))
    assert (held.code, held.cite) == ("reader-kind", "685a.2(d)")
    masque = {"fixture": Fixture.READER, "serial": "M-1", "kind": ReaderKind.MASQUE}
    tables.fit_equipment(floor.desk("sam"), table="X-73", **masque)  # type: ignore[arg-type]
    assert "reader-kind" not in against(floor, "X-73")


def test_19_47_26_15_m_new_jersey_deals_on_with_a_failed_reader_and_owes_no_inspection(floor: Floor) -> None:
    floor.open("NJ-01")
    readers.report_reader_failure(floor.desk("flo"), table="NJ-01", says="no light")
    floor.clock.advance(hours=20)
    assert floor.get(TableStatus, "NJ-01").phase is Phase.OPEN
    assert not against(floor, "NJ-01") & {"reader-failed", "reader-not-inspected"}


def test_590_13_j_play_that_went_on_with_a_failed_reader_is_recorded_so_and_found(floor: Floor) -> None:
    (red,) = floor.open("FB-01")
    next_shoe(floor.desk("flo"), table="FB-01")
    desk = floor.desk("flo")
    readers.report_reader_failure(desk, table="FB-01", says="no light")
    held = refused(opening.resume_table, desk, table="FB-01")
    assert (held.code, held.cite) == ("reader-failed", "590.13(j)")
    opening.resume_table(desk, table="FB-01", happened=True)
    assert floor.get(TableStatus, "FB-01").phase is Phase.OPEN and floor.get(Shoe, "FB-01").deck_set == red
    assert ("reader-failed", "590.13(j)") in floor.findings("FB-01")
    dealt = a_round("R-1", floor.clock.now(), table="FB-01", rulebook="pa-590")
    rounds.import_rounds(floor.desk("flo"), source="shoe", lines=[dealt])
    assert ("reader-failed", "590.13(j)") in judged(floor, "FB-01")
    assert "closed" not in {duty for duty, _ in judged(floor, "FB-01")}, "it was not dealt while it was stopped"


# --- the end of the day

DAY = GamingDay(date(2026, 11, 17))
NEXT_SIX = datetime(2026, 11, 17, 11, 0, tzinfo=UTC)


def opened_uninspected(floor: Floor) -> None:
    """FB-01 opened on 17 November without an inspection, and closed in the evening."""
    floor.ready("FB-01")
    floor.clock.instant = NEXT_SIX
    desk = floor.desk("flo")
    signed = floor.sign(desk, "sam", Meaning.OVERRIDE)
    call: dict[str, Any] = {"table": "FB-01", "cards": Cards.NEW, "done": floor.steps("FB-01")}
    opening.open_table(desk, **call, exception=signed, reason="queue")
    floor.clock.advance(hours=11)
    opening.close_table(desk, table="FB-01")


def test_590_2_d_the_end_of_the_day_lists_a_missing_inspection_though_the_table_reopened(floor: Floor) -> None:
    opened_uninspected(floor)
    floor.clock.instant = datetime(2026, 11, 18, 15, 0, tzinfo=UTC)
    desk = floor.desk("flo")
    readers.inspect_reader(desk, table="FB-01", tampering=False, working=True, proofs=PROVED)
    (blue,) = floor.stock("FB-01", "blue")
    decks.change_decks(desk, table="FB-01", out=("DS-2026-0001",), into=(blue,))
    opening.open_table(desk, table="FB-01", cards=Cards.NEW, done=floor.steps("FB-01"))
    with desk.looking() as moment:
        assert [(each.code, each.cite) for each in uninspected_on(moment, DAY)] == [
            ("reader-not-inspected", "590.2(d)")
        ]
    tables.remove_equipment(floor.desk("sam"), table="FB-01", fixture=Fixture.READER, reason="dark", happened=True)
    with desk.looking() as moment:
        assert len(uninspected_on(moment, DAY)) == 1, "removing the reader later does not undo it"
        assert uninspected_on(moment, DAY.next()) == ()


def test_a_table_dealt_through_the_day_uninspected_is_listed_though_nothing_was_entered_since(floor: Floor) -> None:
    floor.open("FB-01")
    floor.clock.instant = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)
    with floor.desk("sam").looking() as moment:
        assert [each.code for each in uninspected_on(moment, DAY)] == ["reader-not-inspected"]
        assert uninspected_on(moment, DAY.previous()) == ()


def test_the_duty_to_end_a_day_stays_until_it_is_ended(floor: Floor) -> None:
    opened_uninspected(floor)
    floor.clock.advance(days=4)
    desk = floor.desk("sam")

    def waiting() -> list[str]:
        with desk.looking() as moment:
            return [duty.id for duty in due(moment) if duty.act == "end_gaming_day"]

    assert waiting() == [str(DAY)]
    signed = floor.sign(desk, "sam", Meaning.DAY_ENDED)
    days.end_gaming_day(desk, day=DAY, signature=signed, says="nobody looked")
    assert waiting() == []


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


@pytest.mark.parametrize("mark", [6, None])
def test_590_2_e_a_rack_for_six_at_an_eight_deck_table_or_none_is_an_alarm(floor: Floor, mark: int | None) -> None:
    add(floor, "X-90", "pa-590", decks=8)
    (red,) = floor.open("X-90")
    rack: dict[str, Any] = {"table": "X-90", "fixture": Fixture.DISCARD_RACK}
    if mark is None:
        tables.remove_equipment(floor.desk("sam"), **rack, reason="cracked", happened=True)
    else:
        tables.fit_equipment(floor.desk("sam"), **rack, serial="R-6", decks=mark)
    shoes.begin_shoe(floor.desk("flo"), table="X-90", deck_set=red, happened=True)
    code = "rack-missing" if mark is None else "rack-height"
    with floor.desk().looking() as moment:
        found = [each for each in due(moment) if each.key.startswith(f"{code}/X-90")]
    assert [(each.urgency, each.cite) for each in found] == [(Urgency.ALARM, "590.2(e)")]


@pytest.mark.parametrize("decks_", [4, 5])
def test_685a_6_e_match_the_dealer_is_not_offered_with_four_or_five_decks(floor: Floor, decks_: int) -> None:
    setup = {"decks": decks_, "side_wagers": ("match_dealer",)}
    held = refused(add, floor, "X-85", "pa-685a", **setup)
    assert (held.code, held.cite) == ("setup-match", "685a.6(e)")


@pytest.mark.parametrize(
    ("rulebook", "setup", "code", "cite"),
    [
        ("pa-685a", {"decks": 2, "method": BATCH}, "setup-decks", "685a.3(b)(1)"),
        ("pa-685a", {"decks": 2}, "setup-decks", "685a.3(a)"),
        ("pa-665a", {"decks": 6, "method": BATCH}, "setup-decks", "665a.3(b)(1)"),
        ("nj-19-47-26", {"decks": 4}, "setup-decks", "19:47-26.2(a)"),
        ("nj-19-47-26", {"boxes": 5}, "setup-boxes", "19:47-26.10(c)"),
        ("pa-590", {"boxes": 7}, "setup-boxes", "590.2(a)"),
        ("pa-685a", {"decks": 4, "side_wagers": ("match_dealer",)}, "setup-match", "685a.6(e)"),
    ],
)
def test_a_setup_is_refused_as_the_judge_has_it_and_found_where_it_was_dealt_so(
    floor: Floor, rulebook: str, setup: dict[str, Any], code: str, cite: str
) -> None:
    held = refused(add, floor, "X-77", rulebook, **setup)
    assert (held.code, held.cite) == (code, cite)
    add(floor, "X-77", rulebook, **setup, happened=True)
    assert (code, cite) in judged(floor, "X-77")
    whole: dict[str, Any] = {"rulebook": rulebook, "boxes": 6, "decks": 6, "method": HAND, "limits": LIMITS, **setup}
    held = refused(tables.change_table, floor.desk("ada"), table="X-77", **whole)
    assert (held.code, held.cite) == (code, cite)
    tables.change_table(floor.desk("ada"), table="X-77", **whole, happened=True)


def test_no_table_has_fewer_than_one_deck_or_spot_whatever_happened(floor: Floor) -> None:
    wrong: list[dict[str, Any]] = [{"decks": 0}, {"boxes": 0}]
    for nothing in wrong:
        assert refused(add, floor, "X-77", "pa-590", **nothing, happened=True).code == "input"


@pytest.mark.parametrize("rulebook", ["pa-590", "pa-673a"])
def test_590_3_b_two_batches_of_one_deck_are_lawful(floor: Floor, rulebook: str) -> None:
    add(floor, "X-01", rulebook, decks=1, method=BATCH)
    floor.open("X-01", "red", "blue")
    next_shoe(floor.desk("flo"), table="X-01")
    assert not against(floor, "X-01")


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
