"""Decks, batches and setups: what a floor may not do is refused, found where it was done, or recorded rightly."""

from __future__ import annotations

from typing import Any

import pytest

from floorapp.domain.decks import DeckSet, TensDisposal
from floorapp.domain.devices import ShufflerCondition
from floorapp.domain.duties import Urgency
from floorapp.domain.tables import Cards, Fixture, Post, Shoe
from floorapp.operations.acts import assignments, batches, decks, opening, readers, shoes, shufflers, tables
from floorapp.operations.due import due
from floorapp.operations.presses import bring_decks
from floorapp.operations.table_presses import next_shoe
from tests.acts.conduct_floor import BATCH, HAND, add, against, dealing, judged, laid, received
from tests.acts.floor import LIMITS, PROVED, Floor, refused

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


def test_665a_3_a_a_deck_change_is_not_held_up_by_another_set_that_lies_at_the_table(floor: Floor) -> None:
    add(floor, "X-65", "pa-665a", decks=8)
    (red,) = floor.open("X-65")
    laid(floor, "X-65", decks=8, back="blue")  # with its tens: nobody deals it
    new = laid(floor, "X-65", decks=8, back="green", tens=False, counted=8 * 48)
    decks.change_decks(floor.desk("flo"), table="X-65", out=(red,), into=(new,))
    assert floor.findings("X-65") == []
    assert "tens-in-shoe" not in against(floor, "X-65")


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


def test_tens_found_in_play_are_taken_out_once_the_shoe_is_ended(floor: Floor) -> None:
    """665a.4(b), 26.3(b): the set lay in the rack, and nothing but taking it away would make it lawful again."""
    assignments.assign(floor.desk("flo"), table="NJ-01", post=Post.FLOORPERSON, person="flo")
    readers.inspect_reader(floor.desk("flo"), table="NJ-01", tampering=False, working=True, proofs=PROVED)
    name, desk = laid(floor, "NJ-01"), floor.desk("flo")
    steps = tuple(step for step in floor.steps("NJ-01") if "tens" not in step)
    opening.open_table(desk, table="NJ-01", cards=Cards.NEW, done=steps, happened=True)
    shoes.begin_shoe(desk, table="NJ-01", deck_set=name, happened=True)
    assert "tens-in-shoe" in against(floor, "NJ-01")
    taken: dict[str, Any] = {"deck_set": name, "removed": 24, "disposed": TensDisposal.DESTROYED}
    refused(decks.remove_tens, desk, **taken, **floor.two(desk))
    shoes.end_shoe(desk, table="NJ-01", remaining=212, discarded=100)
    decks.remove_tens(desk, **taken, **floor.two(desk))
    shoes.begin_shoe(desk, table="NJ-01", deck_set=name)
    assert "tens-in-shoe" not in against(floor, "NJ-01")
