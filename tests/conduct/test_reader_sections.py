"""The reader: that there is one, of the right kind, inspected this gaming day, by whom, and not failed."""

from __future__ import annotations

import pytest

from tests.conduct.floor import BOOKS, NJ, by_hand, shoe_by_hand
from tests.conduct.sections import NJ_POLICY, Case, duty

READER = ("590.2(d)", "673a.2(d)", "685a.2(d)", "665a.2(d)")
FAILED = ("590.13(j)", "673a.13(j)", "685a.12(i)", "665a.13(i)")
INSPECTED = (*READER, NJ_POLICY)


def kind_of(book: str) -> str:
    return "masque" if book == "pa-685a" else "blackjack"


@duty("reader-missing", *READER)
def test_2_d_no_reader_is_found(case: Case) -> None:
    case.lawful(shoe_by_hand(case.book).dealt())
    found = case.found(shoe_by_hand(case.book).dealt().do("remove", what="reader").dealt(3, hands=2))
    assert (found["rounds"], found["hands"], found["until"]) == (3, 6, None)


def test_new_jersey_needs_no_reader() -> None:
    assert shoe_by_hand(NJ, but=("reader",)).dealt().findings() == []


@duty("reader-kind", *READER)
def test_2_d_a_reader_of_the_other_kind_is_found(case: Case) -> None:
    other = "blackjack" if case.book == "pa-685a" else "masque"
    floor = by_hand(case.book).do("fit", what="reader", serial="K", kind=other).do("inspect_reader", by="ann")
    case.found(floor.shoe().dealt(), "K")
    case.lawful(shoe_by_hand(case.book).dealt())


@duty("reader-kind", *READER)
def test_2_d_the_same_reader_described_anew_is_of_its_new_kind(case: Case) -> None:
    right = kind_of(case.book)
    other = "blackjack" if right == "masque" else "masque"
    floor = shoe_by_hand(case.book).do("fit", what="reader", serial="R", kind=other).dealt()
    found = case.found(floor.do("fit", what="reader", serial="R", kind=right).dealt(), "R")
    assert found["rounds"] == 2 and found["until"] is not None


def test_new_jersey_takes_a_reader_of_either_kind() -> None:
    floor = by_hand(NJ).do("fit", what="reader", serial="K", kind="masque").do("inspect_reader", by="ann")
    assert floor.shoe().dealt().findings() == []


@duty("reader-not-inspected", *INSPECTED)
def test_2_d_a_reader_that_was_not_inspected_is_found(case: Case) -> None:
    floor = shoe_by_hand(case.book, but=("inspection",)).dealt()
    case.found(floor.do("inspect_reader", by="ann").dealt(), "R")
    case.lawful(shoe_by_hand(case.book).dealt())


@duty("reader-not-inspected", *INSPECTED)
def test_2_d_an_inspection_at_a_closed_table_counts(case: Case) -> None:
    floor = by_hand(case.book, but=("inspection",)).do("close").do("inspect_reader", by="ann").do("open")
    case.lawful(floor.shoe().dealt())


@duty("reader-not-inspected", *INSPECTED)
def test_i_39_a_reader_fitted_during_the_day_is_inspected_before_it_is_used(case: Case) -> None:
    new = {"what": "reader", "serial": "Q", "kind": kind_of(case.book)}
    case.found(shoe_by_hand(case.book).dealt().do("fit", **new).dealt(), "Q", reading="I-39")
    case.lawful(shoe_by_hand(case.book).do("fit", **new).do("inspect_reader", by="ann").dealt())
    case.lawful(shoe_by_hand(case.book, readings=("I-39",)).do("fit", **new).dealt())


@duty("reader-not-inspected", *INSPECTED)
def test_i_39_where_no_reader_was_inspected_this_day_it_is_the_text_itself(case: Case) -> None:
    new = {"what": "reader", "serial": "Q", "kind": kind_of(case.book)}
    floor = shoe_by_hand(case.book, but=("inspection",), readings=("I-39",)).do("fit", **new).dealt()
    case.found(floor, "Q")


@duty("reader-not-inspected", *INSPECTED)
def test_2_d_the_inspected_reader_put_back_the_same_day_needs_no_other(case: Case) -> None:
    again = {"what": "reader", "serial": "R", "kind": kind_of(case.book)}
    case.lawful(shoe_by_hand(case.book).do("remove", what="reader").do("fit", **again).dealt())


@duty("reader-not-inspected", *INSPECTED)
def test_i_40_at_a_table_that_deals_on_the_house_has_its_minutes(case: Case) -> None:
    floor = shoe_by_hand(case.book).at("2026-11-11T06:00:00-05:00").do("round", after=0)
    case.lawful(floor.at("2026-11-11T07:00:00-05:00").do("round", after=0))
    found = case.found(floor.do("round", after=1), "R", listed=("I-40",))
    assert (found["since"], found["rounds"]) == ("2026-11-11T07:00:00-05:00", 1)


@duty("reader-not-inspected", *INSPECTED)
def test_i_40_by_its_alternative_it_is_inspected_before_the_next_round(case: Case) -> None:
    floor = shoe_by_hand(case.book, readings=("I-40",)).at("2026-11-11T05:59:59-05:00").do("round", after=0)
    case.lawful(floor)
    found = case.found(floor.do("round", after=1), "R", listed=("I-40",))
    assert (found["since"], found["first"]) == ("2026-11-11T06:00:00-05:00",) * 2


@duty("reader-not-inspected", *INSPECTED)
def test_2_d_an_inspection_before_the_day_begins_is_the_old_days(case: Case) -> None:
    floor = shoe_by_hand(case.book).at("2026-11-11T05:59:59-05:00").do("inspect_reader", after=0, by="ann")
    case.found(floor.at("2026-11-11T07:00:01-05:00").do("round", after=0), "R", listed=("I-40",))
    floor = shoe_by_hand(case.book).at("2026-11-11T06:00:00-05:00").do("inspect_reader", after=0, by="ann")
    case.lawful(floor.at("2026-11-11T07:00:01-05:00").do("round", after=0))


@duty("reader-not-inspected", *INSPECTED)
@pytest.mark.parametrize(("minutes", "deadline"), [(0, "06:00:00"), (15, "06:15:00"), (1500, None)])
def test_i_40_the_minutes_are_the_houses_policy(case: Case, minutes: int, deadline: str | None) -> None:
    floor = shoe_by_hand(case.book).do("house", policy={"inspection_minutes": minutes})
    if deadline is None:
        case.lawful(floor.at("2026-11-11T09:59:00-05:00").do("round", after=0))
        return
    case.lawful(floor.at(f"2026-11-11T{deadline}-05:00").do("round", after=0))
    assert case.found(floor.do("round"), "R", listed=("I-40",))["since"] == f"2026-11-11T{deadline}-05:00"


@duty("reader-not-inspected", *INSPECTED)
def test_i_40_a_table_opened_in_the_day_has_no_minutes(case: Case) -> None:
    floor = by_hand(case.book).do("close").at("2026-11-11T06:00:00-05:00").do("open", after=0)
    case.found(floor.shoe().dealt(), "R")


@duty("reader-not-inspected", *INSPECTED)
def test_i_40_a_reader_fitted_in_the_day_has_no_minutes(case: Case) -> None:
    floor = shoe_by_hand(case.book).at("2026-11-11T06:00:00-05:00")
    case.found(floor.do("fit", after=0, what="reader", serial="Q", kind=kind_of(case.book)).dealt(), "Q")


@duty("reader-not-inspected", *INSPECTED)
def test_i_40_the_reader_on_the_table_fitted_again_keeps_its_minutes(case: Case) -> None:
    floor = shoe_by_hand(case.book).at("2026-11-11T06:00:00-05:00")
    case.lawful(floor.do("fit", after=0, what="reader", serial="R", kind=kind_of(case.book)).dealt())


@duty("reader-not-inspected", *INSPECTED)
def test_2_d_a_new_gaming_day_ends_the_stretch_and_its_minutes_run_anew(case: Case) -> None:
    floor = shoe_by_hand(case.book, but=("inspection",), cards={"but": ()}).dealt()
    found = case.found(floor.at("2026-11-11T06:30:00-05:00").do("round", after=0), "R")
    assert (found["rounds"], found["until"]) == (2, "2026-11-11T06:00:00-05:00")
    floor.at("2026-11-11T07:30:00-05:00").do("round", after=0)
    assert [each["since"] for each in floor.findings()][1:] == ["2026-11-11T07:00:00-05:00"]


@pytest.mark.parametrize("wanted", [True, False])
def test_new_jersey_inspects_by_the_houses_policy_alone(wanted: bool) -> None:
    floor = shoe_by_hand(NJ, but=("inspection",)).do("house", policy={"nj_inspection": wanted})
    floor.do("inspect_reader", by="eve", good=False).do("reader_mended")
    again = {"what": "reader", "serial": "Q", "kind": "blackjack"}
    duties = [each["duty"] for each in floor.do("fit", **again).dealt().findings()]
    assert duties == (["inspected-by-another", "reader-not-inspected"] if wanted else [])


@duty("inspected-by-another", *READER)
def test_2_d_new_jerseys_policy_spares_no_table_of_pennsylvania(case: Case) -> None:
    floor = shoe_by_hand(case.book, but=("inspection",)).do("house", policy={"nj_inspection": False}).dealt()
    assert [each["duty"] for each in floor.findings()] == ["reader-not-inspected"]
    assert [each["duty"] for each in floor.do("inspect_reader", by="eve").findings()][1:] == [case.duty]


@duty("reader-failed", *FAILED)
def test_13_j_a_failed_reader_is_found(case: Case) -> None:
    case.found(shoe_by_hand(case.book).do("reader_fails").dealt(), "R")
    case.lawful(shoe_by_hand(case.book).do("reader_fails").do("reader_mended").dealt())
    again = {"what": "reader", "serial": "R", "kind": kind_of(case.book)}
    case.lawful(shoe_by_hand(case.book).do("reader_fails").do("fit", **again).dealt())


@duty("reader-failed", *FAILED)
def test_13_j_an_inspection_that_was_not_good_counts_as_made_and_fails_it(case: Case) -> None:
    floor = shoe_by_hand(case.book, but=("inspection",)).do("inspect_reader", by="ann", good=False)
    found = case.found(floor.do("inspect_reader", by="ann").dealt(), "R")
    assert found["until"] is None  # a good one of a failed reader mends nothing
    case.found(floor.do("reader_mended").dealt(), "R")


@duty("reader-failed", *FAILED)
def test_13_j_a_failed_reader_is_not_called_uninspected_too(case: Case) -> None:
    floor = shoe_by_hand(case.book, but=("inspection",)).do("reader_fails").dealt()
    case.found(floor, "R")
    found = [each["duty"] for each in floor.do("reader_mended").dealt().findings()]
    assert found == ["reader-failed", "reader-not-inspected"]


def test_nj_26_15_m_deals_with_a_failed_reader() -> None:
    assert shoe_by_hand(NJ).do("reader_fails").dealt().findings() == []
    assert shoe_by_hand(NJ, but=("inspection",)).do("reader_fails").dealt().findings() == []


@duty("inspected-by-another", *INSPECTED)
def test_2_d_an_inspection_by_somebody_else_is_found_and_counts(case: Case) -> None:
    floor = shoe_by_hand(case.book, but=("inspection",)).do("inspect_reader", by="eve").dealt()
    found = case.found(floor, "R")
    assert found["since"] == found["until"] and found["rounds"] == 0 and found["first"] is None
    case.lawful(shoe_by_hand(case.book).do("inspect_reader", by="ann").dealt())


@duty("inspected-by-another", *INSPECTED)
def test_i_42_an_inspection_while_nobody_is_assigned(case: Case) -> None:
    case.found(by_hand(case.book, but=("floorperson",)), "R", reading="I-42")
    case.lawful(by_hand(case.book, but=("floorperson",), readings=("I-42",)))


def test_an_inspection_of_no_reader_is_nothing() -> None:
    for book in BOOKS:
        assert by_hand(book, but=("reader",)).do("inspect_reader", by="eve").findings() == []


@duty("no-floorperson", *INSPECTED)
def test_i_42_a_table_without_a_floorperson(case: Case) -> None:
    gone = {"post": "floorperson", "who": "ann"}
    case.found(shoe_by_hand(case.book).do("leave", **gone).dealt(), reading="I-42")
    case.lawful(shoe_by_hand(case.book, readings=("I-42",)).do("leave", **gone).dealt())
    case.lawful(shoe_by_hand(case.book).do("leave", **gone).do("assign", post="floorperson", who="eve").dealt())
    case.lawful(shoe_by_hand(case.book).do("leave", post="floorperson", who="eve").dealt())
    case.lawful(shoe_by_hand(case.book).do("leave", post="dealer", who="ann").dealt())
