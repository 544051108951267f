"""A Rules Submission picks among what a rulebook leaves open, and nothing else."""

from dataclasses import replace
from typing import Any

from floorapp.bootstrap import rulebooks
from floorapp.domain.property import Choices
from floorapp.engine.submission import submission_faults

GOOD = {
    "pa-590": Choices(side_wagers=("push_22",), collect_and_pay="losing-first"),
    "pa-673a": Choices(collect_and_pay="player-by-player"),
    "pa-685a": Choices(side_wagers=("match_dealer",), collect_and_pay="losing-first"),
    "pa-665a": Choices(side_wagers=("bust_it",), adjacent_boxes=3),
    "nj-19-47-26": Choices(side_wagers=("bust_it",), bonus_maximum=10000, people_per_box=3),
}


def faults(book: str, *, decks: int = 8, **otherwise: Any) -> set[tuple[str, str]]:
    """What is wrong with the lawful choices of a game where some are made otherwise."""
    choices = replace(GOOD[book], **otherwise)
    return {(fault.choice, fault.cite) for fault in submission_faults(choices, rulebooks()[book], decks=decks)}


def test_a_lawful_submission_has_no_fault_in_any_game() -> None:
    assert {book: faults(book) for book in GOOD} == {book: set() for book in GOOD}


def test_590_7_r_one_of_the_two_ways_to_collect_and_pay_is_named() -> None:
    assert faults("pa-590", collect_and_pay=None) == {("collect_and_pay", "590.7(r)")}
    assert faults("pa-590", collect_and_pay="as-you-like") == {("collect_and_pay", "590.7(r)")}


def test_665a_7_p_leaves_no_choice_of_collecting_and_paying() -> None:
    assert faults("pa-665a", collect_and_pay="losing-first") == {("collect_and_pay", "665a.12(a)")}


def test_685a_6_e_match_the_dealer_is_not_offered_with_five_decks() -> None:
    assert faults("pa-685a", decks=5) == {("side_wagers", "685a.6(e)")}


def test_a_side_wager_of_another_game_is_a_fault() -> None:
    assert faults("pa-673a", side_wagers=("push_22",)) == {("side_wagers", "673a.6(d)")}


def test_590_2_d_a_pennsylvania_table_cannot_do_without_its_reader() -> None:
    assert ("reader", "590.2(d)") in faults("pa-590", reader=False)
    assert faults("nj-19-47-26", reader=False) == set()


def test_nj_26_7_i_a_reader_needs_a_hole_card() -> None:
    assert faults("nj-19-47-26", hole_card=False) == {("hole_card", "19:47-26.7(i)")}
    assert faults("nj-19-47-26", hole_card=False, reader=False) == set()


def test_nj_26_8_a_3_immediate_surrender_needs_the_reader() -> None:
    assert faults("nj-19-47-26", immediate_surrender=True) == set()
    assert faults("nj-19-47-26", immediate_surrender=True, reader=False) == {("immediate_surrender", "19:47-26.8(a)3")}
    assert ("immediate_surrender", "590.9(a)") in faults("pa-590", immediate_surrender=True)


def test_nj_26_13_a_at_most_three_people_on_a_box_and_one_in_pennsylvania() -> None:
    assert faults("nj-19-47-26", people_per_box=4) == {("people_per_box", "19:47-26.13(a)")}
    assert faults("pa-590", people_per_box=2) == {("people_per_box", "590.2(a)")}


def test_nj_26_6_b_a_posted_maximum_is_new_jerseys_and_at_least_a_dollar() -> None:
    assert faults("nj-19-47-26", bonus_maximum=50) == {("bonus_maximum", "19:47-26.6(b)")}
    assert ("bonus_maximum", "665a.6(d)") in faults("pa-665a", bonus_maximum=500)
