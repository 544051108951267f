"""A shoe: shuffled, cut and burned, beside no shuffler that stands there, ended at the cut card; a new cut."""

from __future__ import annotations

from typing import Any

import pytest

from floorapp.engine.conduct.log import UnreadableLine
from tests.conduct.floor import BOOKS, NJ, PA, STEPS, Floor, batches, by_hand, decks_of, shoe_by_hand
from tests.conduct.sections import Case, all_of, duty

SHUFFLED = (*all_of(".5(a)"), "19:47-26.4(a)")
FAULTED = ("590.13(k)", "673a.13(k)", "685a.12(j)", "665a.13(j)", "19:47-26.15(j)")
BURNED = (*all_of(".7(c)"), "19:47-26.7(c)")
COVER = (*all_of(".7(d)"), "19:47-26.7(j)")
SPARED = ("continuous", "counting_device")


@duty("not-shuffled", *SHUFFLED)
def test_5_a_a_shoe_that_was_not_shuffled(case: Case) -> None:
    found = case.found(by_hand(case.book).shoe(shuffled=None).dealt().do("end_shoe").shoe().dealt(), "A")
    assert found["rounds"] == 2
    case.lawful(shoe_by_hand(case.book).dealt())
    for method in SPARED:
        case.lawful(by_hand(case.book, method=method).shoe(shuffled=None).dealt())


@duty("not-shuffled", *SHUFFLED)
def test_5_a_beforehand_is_for_the_very_first_shoe_of_a_preshuffled_set(case: Case) -> None:
    floor = by_hand(case.book, cards={"cards": "preshuffled"}).shoe(shuffled="beforehand").dealt()
    case.lawful(floor)
    case.found(floor.do("end_shoe").shoe(shuffled="beforehand").dealt(), "A")
    case.found(by_hand(case.book).shoe(shuffled="beforehand").dealt(), "A")
    case.found(by_hand(case.book, cards={"cards": "preinspected"}).shoe(shuffled="beforehand").dealt(), "A")


# A faulted shuffle


def jammed(book: str, **setup: Any) -> Floor:
    """The set was in the shuffler when it jammed."""
    return by_hand(book, **setup).do("fit", what="shuffler", serial="S").do("load", set="A").do("jam")


def out_of_the_way(floor: Floor) -> Floor:
    return floor.do("shuffler_out", how="removed")


@duty("faulted-shuffle", *FAULTED)
def test_13_k_a_faulted_shuffle_is_dealt(case: Case) -> None:
    case.found(jammed(case.book).shoe(shuffled="shuffler").dealt(), "A")
    case.lawful(by_hand(case.book).do("fit", what="shuffler", serial="S").shoe(shuffled="shuffler").dealt())


@duty("faulted-shuffle", *FAULTED)
def test_13_k_the_cards_are_shuffled_again_by_hand_by_the_device_or_whole(case: Case) -> None:
    case.lawful(jammed(case.book).do("reshuffled", set="A").shoe(shuffled="shuffler").dealt())
    case.lawful(out_of_the_way(jammed(case.book)).shoe().dealt())
    again = jammed(case.book).do("load", set="A").shoe(shuffled="shuffler").dealt()
    case.lawful(again.do("end_shoe").shoe(shuffled="shuffler").dealt())  # over, for later shoes too
    made_up = jammed(case.book).shoe(shuffled="shuffler").dealt().do("reshuffled", set="A").dealt()
    assert case.found(made_up, "A")["rounds"] == 2


@duty("faulted-shuffle", *FAULTED)
def test_13_k_a_second_jam_and_a_shoe_that_was_not_shuffled_mend_nothing(case: Case) -> None:
    case.found(jammed(case.book).do("load", set="A").do("jam").shoe(shuffled="shuffler").dealt(), "A")
    case.found(jammed(case.book).shoe(shuffled="shuffler").do("end_shoe").shoe(shuffled="shuffler").dealt(), "A")
    floor = jammed(case.book, cards={"cards": "preshuffled"}).do("load", set="A")
    case.found(floor.shoe(shuffled="beforehand").dealt(), "A")


@duty("faulted-shuffle", *FAULTED)
@pytest.mark.parametrize("method", SPARED)
def test_13_k_what_is_in_the_shoe_of_a_continuous_shuffler_is_in_the_shuffler(case: Case, method: str) -> None:
    for fitted in (True, False):
        floor = by_hand(case.book, method=method)
        if fitted:
            floor.do("fit", what="shuffler", serial="S")
        floor.shoe(shuffled=None).dealt()
        case.lawful(floor)
        case.found(floor.do("jam").dealt(), "A")
    again = by_hand(case.book, method=method).do("fit", what="shuffler", serial="S").shoe(shuffled=None)
    case.lawful(again.do("jam").do("load", set="A").shoe(shuffled=None).dealt())


@duty("faulted-shuffle", *FAULTED)
def test_13_k_a_jam_does_not_touch_what_is_not_in_the_shuffler(case: Case) -> None:
    case.lawful(shoe_by_hand(case.book).do("jam").dealt())
    floor = by_hand(case.book).do("fit", what="shuffler", serial="S").do("load", set="A")
    case.lawful(floor.do("shuffler_out", how="removed").do("jam").shoe().dealt())
    floor = by_hand(case.book).do("fit", what="shuffler", serial="S").do("load", set="A")
    case.lawful(floor.do("remove", what="shuffler").do("jam").shoe(shuffled="shuffler").dealt())
    floor = by_hand(case.book, method="continuous").cards("B", case.book, decks=decks_of(case.book))
    case.lawful(floor.shoe("B", shuffled=None).do("jam").shoe("A", shuffled=None).dealt())


# The cut


@duty("not-cut", *all_of(".5(b)"))
@pytest.mark.parametrize("shuffled", ["hand", "shuffler", "beforehand"])
def test_5_b_a_shoe_that_was_not_cut(case: Case, shuffled: str) -> None:
    floor = by_hand(case.book, cards={"cards": "preshuffled"})
    case.found(floor.shoe(shuffled=shuffled, cut=False).dealt(), "A")
    floor = by_hand(case.book, cards={"cards": "preshuffled"})
    case.lawful(floor.shoe(shuffled=shuffled).dealt())


@duty("not-cut", *all_of(".5(b)"))
def test_i_29_what_the_device_put_into_the_shoe_by_itself(case: Case) -> None:
    straight: dict[str, Any] = {"shuffled": "shuffler", "straight": True, "cut": False}
    case.lawful(by_hand(case.book).shoe(**straight).dealt())
    case.found(by_hand(case.book, readings=("I-29",)).shoe(**straight).dealt(), "A", reading="I-29")
    case.lawful(by_hand(case.book, readings=("I-29",)).shoe(**{**straight, "cut": True}).dealt())
    by_itself: dict[str, Any] = {"shuffled": "hand", "straight": True, "cut": False}  # ignored without a shuffler
    case.found(by_hand(case.book).shoe(**by_itself).dealt(), "A")
    for method in SPARED:
        case.lawful(by_hand(case.book, method=method, readings=("I-29",)).shoe(**straight).dealt())


@duty("not-cut", "19:47-26.4(b)2")
def test_nj_26_4_b_2_a_shoe_shuffled_by_hand_or_beforehand_is_cut(case: Case) -> None:
    for method in ("hand", "batch_shuffler", *SPARED):
        case.found(by_hand(NJ, method=method).shoe(cut=False).dealt(), "A")
    preshuffled = {"cards": "preshuffled"}
    case.found(by_hand(NJ, cards=preshuffled).shoe(shuffled="beforehand", cut=False).dealt(), "A")
    for readings in ((), ("I-29",)):
        case.lawful(by_hand(NJ, readings=readings).shoe(shuffled="shuffler", cut=False).dealt())
    case.lawful(by_hand(NJ, method="continuous").shoe(shuffled=None, cut=False).dealt())


# Shuffled by hand beside a shuffler


@duty("shuffler-standing", "590.13(l)", "673a.13(l)", "685a.12(k)", "665a.13(k)")
def test_13_l_a_shuffler_that_is_out_is_covered_or_signed(case: Case) -> None:
    out = by_hand(case.book).do("fit", what="shuffler", serial="S").do("shuffler_out", how="nothing")
    found = case.found(out.shoe().dealt().do("shuffler_out", how="covered").dealt(), "A")
    assert found["rounds"] == 2
    for how in ("covered", "signed", "removed"):
        floor = by_hand(case.book).do("fit", what="shuffler", serial="S").do("shuffler_out", how=how)
        case.lawful(floor.shoe().dealt())
    case.lawful(by_hand(case.book).do("fit", what="shuffler", serial="S").shoe().dealt())  # it is not out


@duty("shuffler-standing", "590.13(l)", "673a.13(l)", "685a.12(k)", "665a.13(k)")
def test_13_l_is_of_a_shoe_that_began_with_it_out(case: Case) -> None:
    during = by_hand(case.book).do("fit", what="shuffler", serial="S").shoe()
    case.lawful(during.do("shuffler_out", how="nothing").dealt())
    back = by_hand(case.book).do("fit", what="shuffler", serial="S").do("shuffler_out", how="nothing").shoe()
    case.lawful(back.do("shuffler_back").dealt())
    other = by_hand(case.book).do("fit", what="shuffler", serial="S").do("shuffler_out", how="nothing")
    case.lawful(other.shoe(shuffled="shuffler").dealt())


@duty("shuffler-standing", "19:47-26.15(k)")
def test_nj_26_15_k_a_shuffler_is_removed_before_cards_are_shuffled_by_hand(case: Case) -> None:
    fitted = by_hand(NJ).do("fit", what="shuffler", serial="S")
    case.found(fitted.shoe().dealt(), "A")
    for how in ("covered", "signed", "nothing"):
        case.found(by_hand(NJ).do("fit", what="shuffler", serial="S").do("shuffler_out", how=how).shoe().dealt(), "A")
    case.lawful(out_of_the_way(by_hand(NJ).do("fit", what="shuffler", serial="S")).shoe().dealt())
    case.lawful(by_hand(NJ).do("fit", what="shuffler", serial="S").do("remove", what="shuffler").shoe().dealt())
    removed = by_hand(NJ).do("fit", what="shuffler", serial="S").shoe().dealt().do("remove", what="shuffler").dealt()
    assert case.found(removed, "A")["rounds"] == 2
    removed = by_hand(NJ).do("fit", what="shuffler", serial="S").shoe().dealt(1).do("shuffler_out", how="removed")
    assert case.found(removed.dealt(), "A")["rounds"] == 1
    case.lawful(shoe_by_hand(NJ).do("fit", what="shuffler", serial="S").dealt())  # it came during the shoe
    back = out_of_the_way(by_hand(NJ).do("fit", what="shuffler", serial="S")).shoe()
    case.lawful(back.do("shuffler_back").dealt())


# Burned cards and the cut card


@duty("not-burned", *BURNED)
def test_7_c_no_card_was_burned(case: Case) -> None:
    unburned = {"set": "A", "shuffled": "hand", "cut": True}
    found = case.found(by_hand(case.book).do("shoe", **unburned).dealt().do("burn").dealt(), "A")
    assert found["rounds"] == 2
    case.lawful(shoe_by_hand(case.book).dealt())
    case.found(shoe_by_hand(case.book).dealt().do("shoe", **unburned).dealt(), "A")  # each full shoe anew


@duty("dealer-not-burned", *BURNED)
def test_7_c_a_new_dealer_did_not_burn(case: Case) -> None:
    relief = {"post": "dealer", "who": "flo"}
    found = case.found(shoe_by_hand(case.book).dealt().do("assign", **relief).dealt().do("burn").dealt(), "A")
    assert found["rounds"] == 2
    case.lawful(shoe_by_hand(case.book).dealt().do("assign", **relief).do("burn").dealt())
    case.lawful(by_hand(case.book).do("assign", **relief).shoe().dealt())


@duty("dealer-not-burned", *BURNED)
def test_7_c_the_same_dealer_again_is_no_other_and_the_first_neither(case: Case) -> None:
    away = {"post": "dealer", "who": "dan"}
    case.lawful(shoe_by_hand(case.book).do("leave", **away).do("assign", **away).dealt())
    between = shoe_by_hand(case.book).do("assign", post="dealer", who="flo").do("assign", **away)
    case.found(between.dealt(), "A")
    first = shoe_by_hand(case.book, but=("dealer",))
    case.lawful(first.do("assign", **away).dealt())


@duty("cover-card-passed", *COVER)
def test_7_d_dealt_on_after_the_cut_card(case: Case) -> None:
    floor = shoe_by_hand(case.book).dealt().do("cover_card")
    case.lawful(floor)  # the round it came in is completed
    assert case.found(floor.dealt(1), "A")["rounds"] == 1
    case.lawful(shoe_by_hand(case.book).dealt().do("cover_card").do("end_shoe").shoe().dealt())


# A new cut


@duty("recut-late", *all_of(".5(e)"))
def test_5_e_a_new_cut_once_the_cards_are_in_the_shoe(case: Case) -> None:
    case.found(shoe_by_hand(case.book).do("recut", by_post="floorperson"), "A")
    case.lawful(by_hand(case.book).do("recut", by_post="floorperson"))
    for method in SPARED:
        case.lawful(by_hand(case.book, method=method).shoe().do("recut", by_post="floorperson"))


@duty("recut-late", "19:47-26.4(f)")
def test_nj_26_4_f_a_new_cut_after_the_first_round(case: Case) -> None:
    for method in ("hand", "continuous"):
        floor = by_hand(NJ, method=method).shoe().do("recut", by_post="supervisor")
        case.lawful(floor)
        case.found(floor.dealt().do("recut", by_post="supervisor"), "A")


@duty("recut-by-whom", "19:47-26.4(f)")
def test_nj_26_4_f_a_new_cut_is_the_supervisors(case: Case) -> None:
    case.found(shoe_by_hand(NJ).do("recut", by_post="floorperson"), "A")
    case.found(by_hand(NJ).do("close").do("recut", by_post="floorperson"), None)
    case.lawful(by_hand(NJ).do("recut", by_post="supervisor"))
    assert shoe_by_hand(NJ).dealt().do("recut", by_post="floorperson").found() == [
        ("recut-by-whom", "A", case.cite, "law"),
        ("recut-late", "A", case.cite, "law"),
    ]


@pytest.mark.parametrize("book", PA)
def test_5_e_whoever_orders_it(book: str) -> None:
    assert by_hand(book).do("recut", by_post="supervisor").findings() == []


# What a shoe is


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("ends", ["end_shoe", "shoe", "load", "take_away", "close"])
def test_a_condition_about_the_shoe_ends_with_it(book: str, ends: str) -> None:
    floor = by_hand(book).do("fit", what="shuffler", serial="S")
    floor.do("shoe", set="A", shuffled="shuffler", cut=True).dealt()
    floor.do(ends, **({"set": "A"} if ends in ("shoe", "load", "take_away") else {}))
    (found,) = floor.findings()
    assert (found["duty"], found["until"]) == ("not-burned", floor.lines[-1]["at"])


def test_the_next_shoe_of_the_same_set_begins_its_own_stretch() -> None:
    floor = shoe_by_hand("pa-590", cards={"but": STEPS[:1]}).dealt().do("end_shoe").shoe().dealt(3)
    assert [(each["duty"], each["subject"], each["rounds"]) for each in floor.findings()] == [
        ("step-missing", "inspected", 2),
        ("step-missing", "inspected", 3),
    ]


@pytest.mark.parametrize("ends", ["end_shoe", "load", "take_away", "close"])
def test_no_round_comes_out_of_a_shoe_that_has_ended(ends: str) -> None:
    floor = shoe_by_hand("pa-590").do("fit", what="shuffler", serial="S").dealt()
    floor.do(ends, **({"set": "A"} if ends in ("load", "take_away") else {})).do("open").do("round")
    with pytest.raises(UnreadableLine, match="no shoe"):
        floor.judge()


def test_a_load_without_a_shuffler_that_can_be_used_ends_no_shoe() -> None:
    floor = batches("pa-590").do("shuffler_out", how="covered").do("load", set="A")
    assert floor.dealt().findings() == []


def test_lines_that_find_nothing_to_change_change_nothing() -> None:
    floor = by_hand("pa-590").do("open").do("burn").do("cover_card").do("end_shoe").do("resume").do("player")
    floor.do("shuffler_back").do("shuffler_out", how="nothing").do("jam").do("clear_rack").do("close").do("close")
    floor.do("stop").do("idle").do("remove", what="shuffler").do("open").shoe()
    assert floor.dealt().findings() == []
