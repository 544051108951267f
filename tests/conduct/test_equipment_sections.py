"""What stands on a table: its rack, its boxes, its layout; and how it is set up."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conduct.floor import BOOKS, NJ, PA, Floor, by_hand, decks_of, shoe_by_hand
from tests.conduct.sections import Case, all_of, duty


def without(book: str, what: str) -> Floor:
    return shoe_by_hand(book).do("remove", what=what).dealt()


@duty("rack-missing", *all_of(".2(e)"))
def test_2_e_no_discard_rack(case: Case) -> None:
    case.found(without(case.book, "discard_rack"))
    case.lawful(shoe_by_hand(case.book).dealt())


@duty("rack-height", *all_of(".2(e)"))
def test_2_e_a_rack_for_another_number_of_decks(case: Case) -> None:
    decks = decks_of(case.book)
    floor = shoe_by_hand(case.book).do("fit", what="discard_rack", decks=decks + 1).dealt()
    found = case.found(floor.do("fit", what="discard_rack", decks=decks).dealt(), "A")
    assert found["rounds"] == 2
    case.lawful(shoe_by_hand(case.book).do("fit", what="discard_rack", decks=decks).dealt())


@duty("drop-box-missing", *all_of(".2(c)"))
def test_2_c_no_drop_box(case: Case) -> None:
    case.found(without(case.book, "drop_box"))
    case.lawful(shoe_by_hand(case.book).dealt())


@duty("tip-box-missing", *all_of(".2(c)"))
def test_2_c_no_tip_box(case: Case) -> None:
    case.found(without(case.book, "tip_box"))
    case.lawful(shoe_by_hand(case.book).dealt())


@duty("layout-missing", *all_of(".2(b)"))
def test_2_b_no_layout_and_a_sign_alone_does_not_do(case: Case) -> None:
    case.found(without(case.book, "layout"))
    case.found(shoe_by_hand(case.book).do("remove", what="layout").do("fit", what="sign").dealt())
    case.lawful(shoe_by_hand(case.book).do("fit", what="sign").do("remove", what="sign").dealt())


@pytest.mark.parametrize("what", ["discard_rack", "drop_box", "tip_box", "layout"])
def test_new_jersey_is_held_to_none_of_it(what: str) -> None:
    assert without(NJ, what).findings() == []
    assert shoe_by_hand(NJ).do("fit", what="discard_rack", decks=4).dealt().findings() == []


@pytest.mark.parametrize("book", PA)
def test_equipment_stays_through_a_closed_night(book: str) -> None:
    assert by_hand(book).do("close").do("open", after=600).shoe().dealt().findings() == []


# The setup


def set_up(book: str, **said: Any) -> Floor:
    return Floor().do("setup", **{"rulebook": book, "decks": decks_of(book), "method": "hand", **said})


@duty("setup-decks", "685a.3(a)", "665a.3(a)", "19:47-26.2(a)")
@pytest.mark.parametrize("method", ["hand", "continuous", "counting_device"])
def test_3_a_a_setup_for_decks_that_are_not_allowed(case: Case, method: str) -> None:
    case.found(set_up(case.book, decks=7, method=method))
    case.lawful(set_up(case.book, method=method))


@duty("setup-decks", "685a.3(b)(1)", "665a.3(b)(1)", of="batch_shuffler")
def test_3_b_1_a_setup_for_batches_of_decks_that_are_not_allowed(case: Case) -> None:
    case.found(set_up(case.book, decks=7, method="batch_shuffler"))
    case.lawful(set_up(case.book, method="batch_shuffler"))


def test_26_2_a_new_jersey_has_one_citation_for_batches_too() -> None:
    (found,) = set_up(NJ, decks=7, method="batch_shuffler").findings()
    assert (found["duty"], found["citation"]) == ("setup-decks", "19:47-26.2(a)")


ALLOWED = {"pa-590": range(1, 40), "pa-673a": range(1, 40), "pa-685a": (4, 5, 6, 8), "pa-665a": (8,), NJ: (6, 8)}


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("method", ["hand", "batch_shuffler", "continuous", "counting_device"])
def test_3_a_the_decks_that_are_allowed(book: str, method: str) -> None:
    allowed = [decks for decks in range(1, 40) if not set_up(book, decks=decks, method=method).findings()]
    assert allowed == list(ALLOWED[book])


@duty("setup-boxes", *all_of(".2(a)"))
def test_2_a_a_setup_with_more_than_six_spots(case: Case) -> None:
    case.found(set_up(case.book, boxes=7))
    for boxes in range(1, 7):
        case.lawful(set_up(case.book, boxes=boxes))


@duty("setup-boxes", "19:47-26.10(c)")
def test_nj_26_10_c_implies_six_or_seven_spots_an_advisory(case: Case) -> None:
    for boxes in (5, 8):
        (found,) = set_up(NJ, boxes=boxes).findings()
        assert [found[name] for name in ("duty", "citation", "basis", "severity")] == [
            "setup-boxes",
            case.cite,
            "law",
            "advisory",
        ]
    for boxes in (6, 7):
        case.lawful(set_up(NJ, boxes=boxes))


@duty("setup-match", "685a.6(e)")
def test_685a_6_e_match_the_dealer_with_other_than_six_or_eight_decks(case: Case) -> None:
    for decks in (4, 5):
        case.found(set_up(case.book, decks=decks, side_wagers=["match_dealer"]))
        case.lawful(set_up(case.book, decks=decks, side_wagers=["push_22"]))
    for decks in (6, 8):
        case.lawful(set_up(case.book, decks=decks, side_wagers=["match_dealer"]))
    both = set_up(case.book, decks=7, side_wagers=["match_dealer"])
    assert [each["duty"] for each in both.findings()] == ["setup-decks", "setup-match"]


@pytest.mark.parametrize("book", [book for book in BOOKS if book != "pa-685a"])
def test_685a_6_e_is_no_other_rulebooks(book: str) -> None:
    assert set_up(book, side_wagers=["match_dealer"]).findings() == []
    assert "setup-match" not in {
        each["duty"] for each in set_up(book, decks=4, side_wagers=["match_dealer"]).findings()
    }


def test_a_change_of_rulebook_at_an_open_table_is_the_houses_policy() -> None:
    floor = by_hand("pa-590").do("setup", rulebook="pa-673a", decks=6, method="hand")
    (found,) = floor.findings()
    assert (found["duty"], found["citation"], found["basis"], found["severity"], found["readings"]) == (
        "setup-reader",
        "",
        "policy",
        "advisory",
        [],
    )
    assert found["since"] == found["until"]
    again = {"rulebook": "pa-590", "decks": 6, "method": "hand", "boxes": 5}
    assert by_hand("pa-590").do("setup", **again).findings() == []
    closed = by_hand("pa-590").do("close").do("setup", rulebook="pa-673a", decks=6, method="hand")
    assert closed.do("open").shoe().dealt().findings() == []


def test_the_rulebook_of_the_moment_judges_not_the_newest() -> None:
    floor = shoe_by_hand("pa-590").do("reader_fails").dealt().do("setup", rulebook=NJ, decks=6, method="hand")
    found = [each for each in floor.findings() if each["duty"] == "reader-failed"]
    assert [(each["citation"], each["until"] is None) for each in found] == [("590.13(j)", False)]
