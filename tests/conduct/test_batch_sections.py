"""Two batches and a shuffler: alike but for their color, one in the shuffler, in turns, apart in the rack."""

from __future__ import annotations

import pytest

from tests.conduct.floor import NJ, PA, batches, by_hand, decks_of
from tests.conduct.sections import Case, all_of, duty


@duty("batches-two", *all_of(".3(b)"))
def test_3_b_other_than_two_opened_batches(case: Case) -> None:
    case.lawful(batches(case.book).dealt())
    found = case.found(batches(case.book).do("take_away", set="B").dealt())
    assert (found["rounds"], found["until"]) == (2, None)
    three = batches(case.book).cards("C", case.book, decks=decks_of(case.book), back="green")
    case.found(three.dealt())
    sealed = {"set": "C", "decks": decks_of(case.book), "back": "green", "design": "Bee", "cards": "new"}
    case.lawful(batches(case.book).do("bring", **sealed).dealt())


@duty("batches-equal", *all_of(".3(b)(1)"))
def test_3_b_1_batches_of_different_size(case: Case) -> None:
    case.found(batches(case.book, b={"decks": 5}).dealt())
    case.lawful(batches(case.book).dealt())


@duty("batches-design", *all_of(".3(b)(2)"))
def test_3_b_2_batches_of_different_design(case: Case) -> None:
    case.found(batches(case.book, b={"design": "Aristocrat"}).dealt())
    case.lawful(batches(case.book, b={"design": " BEE"}).dealt())


@duty("batches-color", *all_of(".3(b)(2)"))
def test_3_b_2_batches_of_one_color(case: Case) -> None:
    case.found(batches(case.book, b={"back": "red"}).dealt())
    case.found(batches(case.book, b={"back": " Red "}).dealt())
    case.lawful(batches(case.book, b={"back": "green"}).dealt())


@duty("batch-outside", *all_of(".3(b)(3)"))
def test_3_b_3_the_other_batch_lies_outside_the_shuffler(case: Case) -> None:
    floor = batches(case.book, shoe=False).shoe(shuffled="shuffler").dealt()
    found = case.found(floor.do("load", set="B").dealt(), "B")
    assert found["rounds"] == 2
    case.lawful(batches(case.book).dealt())


@duty("batch-outside", *all_of(".3(b)(3)"))
def test_3_b_3_each_shoe_has_its_own_stretch(case: Case) -> None:
    floor = batches(case.book).dealt()
    for dealt in "BA":
        floor.do("end_shoe").do("clear_rack").shoe(dealt, shuffled="shuffler").dealt()
    found = [(each["duty"], each["subject"]) for each in floor.findings()]
    assert found == [("batch-outside", "A"), ("batch-outside", "B")]


@duty("batch-not-alternated", *all_of(".3(b)(4)"))
def test_3_b_4_the_same_batch_twice(case: Case) -> None:
    case.found(batches(case.book).dealt().next_shoe("A", "B").dealt(), "A")
    case.lawful(batches(case.book).dealt().do("clear_rack").next_shoe("B", "A").dealt())


@duty("batch-not-alternated", *all_of(".3(b)(4)"))
def test_3_b_4_a_shoe_without_a_round_is_nobodys_turn(case: Case) -> None:
    case.lawful(batches(case.book).next_shoe("A", "B").dealt())
    case.found(batches(case.book).dealt().next_shoe("B", "A").next_shoe("A", "B").dealt(), "A")


@duty("batch-not-alternated", *all_of(".3(b)(4)"))
def test_3_b_4_after_a_closing_either_batch_may_begin(case: Case) -> None:
    case.lawful(batches(case.book).dealt().do("close").do("open").next_shoe("A", "B").dealt())


@duty("rack-mixed", *all_of(".3(b)(5)"))
def test_3_b_5_two_batches_in_the_rack(case: Case) -> None:
    mixed = batches(case.book).dealt().do("end_shoe").shoe("B", shuffled="shuffler")
    found = {each["duty"]: each for each in mixed.dealt().findings()}
    assert (found["rack-mixed"]["citation"], found["rack-mixed"]["subject"]) == (case.cite, None)
    apart = batches(case.book).dealt().do("end_shoe").do("load", set="A").shoe("B", shuffled="shuffler").dealt()
    case.lawful(apart)


@duty("rack-mixed", *all_of(".3(b)(5)"))
def test_3_b_5_stands_with_the_shuffler_out_or_none_too(case: Case) -> None:
    for gone in ({"do": "shuffler_out", "how": "covered"}, {"do": "remove", "what": "shuffler"}):
        floor = batches(case.book).dealt().do(**gone).do("end_shoe").shoe("B").dealt()
        case.found(floor)
        floor = batches(case.book).dealt().do(**gone).do("end_shoe").do("clear_rack").shoe("B").dealt()
        case.lawful(floor)


@duty("rack-mixed", *all_of(".3(b)(5)"))
def test_3_b_5_a_round_is_not_in_what_its_own_cards_make_true(case: Case) -> None:
    """Without a burn the second batch comes to the rack by its first round; the next round is in it."""
    floor = batches(case.book).dealt().do("shuffler_out", how="covered").do("end_shoe")
    floor.do("shoe", set="B", shuffled="hand", cut=True).dealt(3)
    found = {each["duty"]: each["rounds"] for each in floor.findings()}
    assert found == {"not-burned": 3, "rack-mixed": 2}


@duty("rack-mixed", *all_of(".3(b)(5)"))
def test_3_b_5_a_new_shoe_sends_the_one_that_was_open_to_the_rack(case: Case) -> None:
    """Not even a card of A was burned or dealt; the whole of it goes there when B's shoe begins."""
    floor = batches(case.book, shoe=False).do("shuffler_out", how="covered")
    floor.do("shoe", set="A", shuffled="hand", cut=True).shoe("B")
    case.found(floor.dealt())


@pytest.mark.parametrize("book", PA)
@pytest.mark.parametrize("method", ["hand", "continuous", "counting_device"])
def test_3_b_is_of_batch_shufflers_alone(book: str, method: str) -> None:
    floor = batches(book, b={"back": "red", "design": "Other"}).dealt()
    floor.do("setup", rulebook=book, decks=decks_of(book), method=method).do("end_shoe").shoe("B").dealt()
    late = [each for each in floor.findings() if each["until"] is None]
    assert late == []


def test_3_b_is_not_new_jerseys() -> None:
    floor = batches(NJ, b={"back": "red", "design": "Other", "decks": 8}).dealt().do("end_shoe")
    assert floor.shoe("A", shuffled="shuffler").dealt().do("take_away", set="B").dealt().findings() == []


@pytest.mark.parametrize("book", PA)
def test_3_b_rests_while_the_shuffler_is_out(book: str) -> None:
    """The table is shuffled by hand; batches that are alike and lie about are nothing then."""
    floor = batches(book, b={"back": "red"}, shoe=False).do("shuffler_out", how="signed").shoe()
    assert floor.dealt().findings() == []
    assert {each["duty"] for each in floor.do("shuffler_back").do("end_shoe").shoe().dealt().findings()} >= {
        "batches-color",
        "batch-outside",
        "batch-not-alternated",
    }


@pytest.mark.parametrize("book", PA)
@pytest.mark.parametrize("how", ["back", "fitted", "other"])
def test_3_b_a_shuffler_that_came_during_a_shoe_is_in_use_from_its_end(book: str, how: str) -> None:
    floor = batches(book, shoe=False).do("shuffler_out", how="covered").shoe().dealt()
    if how == "back":
        floor.do("shuffler_back")
    else:
        floor.do("fit", what="shuffler", serial={"fitted": "S", "other": "S2"}[how])
    assert floor.dealt().findings() == []  # B is outside, and that is nothing yet
    floor.do("end_shoe").do("clear_rack").shoe("B", shuffled="shuffler").dealt()
    assert [(each["duty"], each["subject"]) for each in floor.findings()] == [("batch-outside", "A")]


@pytest.mark.parametrize("book", PA)
def test_3_b_a_shuffler_that_came_during_a_shoe_is_in_use_from_the_next_load(book: str) -> None:
    floor = batches(book, b={"back": "red"}, shoe=False).do("shuffler_out", how="covered").shoe()
    assert floor.do("shuffler_back").dealt().findings() == []
    floor.do("load", set="B").dealt()
    assert [each["duty"] for each in floor.findings()] == ["batches-color"]


@pytest.mark.parametrize("book", PA)
def test_3_b_4_a_shoe_that_began_by_hand_may_be_of_the_same_batch(book: str) -> None:
    floor = batches(book).dealt().do("shuffler_out", how="covered").do("end_shoe").shoe().dealt()
    assert floor.findings() == []
    assert floor.do("shuffler_back").do("load", set="B").dealt().findings() == []


@pytest.mark.parametrize("book", PA)
@pytest.mark.parametrize("gone", [{"do": "shuffler_out", "how": "covered"}, {"do": "remove", "what": "shuffler"}])
def test_what_was_in_the_shuffler_lies_on_the_table_when_it_goes(book: str, gone: dict[str, str]) -> None:
    floor = batches(book).do(**gone).do("fit", what="shuffler", serial="S").do("end_shoe").do("clear_rack")
    floor.shoe("A", shuffled="shuffler").dealt()
    assert [(each["duty"], each["subject"]) for each in floor.findings()] == [("batch-outside", "B")]


def test_3_b_1_two_batches_of_one_deck_are_lawful() -> None:
    for book in ("pa-590", "pa-673a"):
        assert batches(book, decks=1).dealt().findings() == []


def test_3_b_a_change_of_method_is_at_once() -> None:
    floor = by_hand("pa-590").do("fit", what="shuffler", serial="S").shoe().dealt()
    assert floor.findings() == []
    floor.do("setup", rulebook="pa-590", decks=6, method="batch_shuffler").dealt()
    assert [each["duty"] for each in floor.findings()] == ["batches-two"]
    floor.do("setup", rulebook="pa-590", decks=6, method="hand").dealt()
    (found,) = floor.findings()
    assert found["rounds"] == 2


@pytest.mark.parametrize("book", PA)
def test_the_shuffler_on_the_table_fitted_again_keeps_what_is_in_it(book: str) -> None:
    assert batches(book).do("fit", what="shuffler", serial="S").dealt().findings() == []
    unnamed = batches(book).do("fit", what="shuffler").do("load", set="B").do("fit", what="shuffler")
    assert [each["subject"] for each in unnamed.do("load", set="A").shoe("A").dealt().findings()] == ["B"]
    for other in ({"serial": "S2"}, {}):
        floor = batches(book).do("fit", what="shuffler", **other).do("end_shoe").do("clear_rack")
        floor.shoe("A", shuffled="shuffler").dealt()
        assert [(each["duty"], each["subject"]) for each in floor.findings()] == [("batch-outside", "B")]


@pytest.mark.parametrize("book", PA)
def test_a_set_brought_again_is_described_anew_and_stays_where_it_is(book: str) -> None:
    again = {"set": "B", "decks": 5, "back": "red", "design": "Other", "cards": "new", "tens": book != "pa-665a"}
    floor = batches(book).do("bring", **again).dealt()
    assert [each["duty"] for each in floor.findings()] == ["batches-color", "batches-design", "batches-equal"]
