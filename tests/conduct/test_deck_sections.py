"""The decks in the shoe: their hours, their number, their tens, the steps of their opening, their count."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conduct.floor import BOOKS, NJ, NO_TENS, PA, START, STEPS, Floor, by_hand, decks_of, shoe_by_hand
from tests.conduct.sections import NJ_POLICY, Case, all_of, duty

WITH_TENS = ("590.3(d)(1)", "673a.3(d)(1)", "685a.3(a)")
NEXT_DAY = "2026-11-11T11:00:00-05:00"


def reopened(book: str, **more: Any) -> Floor:
    """Opened at ten, its first shoe at noon; closed over night, inspected and opened again."""
    floor = by_hand(book, **more).do("shoe", after=7200, set="A", shuffled="hand", cut=True).do("burn").dealt()
    return floor.do("close").at("2026-11-11T09:00:00-05:00").do("inspect_reader", by="ann").do("open").shoe()


def opened_at(floor: Floor) -> str:
    return next(str(line["at"]) for line in floor.lines if line["do"] == "break_seal").replace("-11-10T", "-11-11T")


@duty("decks-over-hours", *all_of(".3(c)"), NJ_POLICY)
def test_3_c_decks_older_than_24_hours(case: Case) -> None:
    floor = reopened(case.book)
    deadline = opened_at(floor)
    case.lawful(floor.at(deadline).do("round", after=0))
    found = case.found(floor.do("round", after=1), "A", listed=("I-37",))
    assert (found["since"], found["rounds"]) == (deadline, 1)


@duty("decks-over-hours", *all_of(".3(c)"), NJ_POLICY)
def test_i_37_by_its_alternative_the_hours_begin_with_the_first_shoe(case: Case) -> None:
    floor = reopened(case.book, readings=("I-37",))
    noon = next(str(line["at"]) for line in floor.lines if line["do"] == "shoe").replace("-11-10T", "-11-11T")
    case.lawful(floor.at(noon).do("round", after=0))
    assert case.found(floor.do("round"), "A", listed=("I-37",))["since"] == noon


@duty("decks-over-hours", *all_of(".3(c)"), NJ_POLICY)
def test_3_c_a_set_that_comes_back_has_its_old_hours_and_a_new_set_its_own(case: Case) -> None:
    decks, tens = decks_of(case.book), case.book not in NO_TENS
    back = {"set": "A", "decks": decks, "back": "red", "design": "Bee", "cards": "new", "tens": tens}
    floor = reopened(case.book).do("take_away", set="A").do("bring", **back).shoe()
    case.found(floor.at(NEXT_DAY).do("round"), "A", listed=("I-37",))
    case.lawful(reopened(case.book).cards("B", case.book, decks=decks).shoe("B").at(NEXT_DAY).do("round"))


@duty("decks-over-hours", *all_of(".3(c)"), NJ_POLICY)
@pytest.mark.parametrize("opened", ["step", "count", "load", "shoe", "reshuffled"])
def test_3_c_a_seal_that_nobody_logged_is_broken_by_the_first_use(case: Case, opened: str) -> None:
    """Opened at ten by that line alone, and not when it was brought at seven."""
    brought = {"back": "red", "design": "Bee", "tens": case.book not in NO_TENS, "cards": "preshuffled"}
    floor = by_hand(case.book, start="2026-11-10T07:00:00-05:00")
    floor.do("bring", set="B", decks=decks_of(case.book), **brought)
    said: dict[str, dict[str, Any]] = {"step": {"step": "spread"}, "count": {"cards": cards_in(case.book)}}
    said["shoe"] = {"shuffled": "hand", "cut": True}
    floor.at(START).do(opened, after=0, set="B", **said.get(opened, {}))
    owed = {each.subject: str(each.by) for each in floor.judge().owed() if each.duty == "change-decks"}
    assert owed["B"] == "2026-11-11T10:00:00-05:00"


def test_nj_change_hours_are_the_houses_policy() -> None:
    floor = shoe_by_hand(NJ).do("house", policy={"nj_change_hours": 2})
    floor.do("round", after=7300)
    (found,) = floor.findings()
    assert (found["duty"], found["basis"], found["citation"], found["readings"]) == (
        "decks-over-hours",
        "policy",
        "",
        [],
    )
    never = shoe_by_hand(NJ).do("house", policy={"nj_change_hours": None}).do("round", after=19 * 3600)
    assert never.at("2026-11-11T11:00:00-05:00").do("inspect_reader", by="ann").do("round").findings() == []
    for book in PA:
        assert shoe_by_hand(book).do("house", policy={"nj_change_hours": 2}).do("round", after=7300).findings() == []


# Their number


@duty("decks-number", "685a.3(a)", "665a.3(a)", "19:47-26.2(a)")
def test_3_a_decks_in_the_shoe_that_are_not_allowed(case: Case) -> None:
    floor = by_hand(case.book, cards={"decks": 7}).do("fit", what="discard_rack", decks=7)
    case.found(floor.shoe().dealt(), "A")
    case.lawful(shoe_by_hand(case.book).dealt())


@duty("decks-number", "685a.3(b)(1)", "665a.3(b)(1)", of="batch_shuffler")
def test_3_b_1_a_batch_of_decks_that_are_not_allowed(case: Case) -> None:
    floor = by_hand(case.book, cards={"decks": 7}, method="batch_shuffler").do("fit", what="discard_rack", decks=7)
    case.found(floor.shoe().dealt(), "A")
    case.lawful(by_hand(case.book, method="batch_shuffler").shoe().dealt())


@pytest.mark.parametrize("book", [book for book in BOOKS if book != "pa-665a"])
def test_another_number_of_decks_than_the_table_is_set_up_for_is_policy(book: str) -> None:
    floor = by_hand(book, cards={"decks": 8}).do("fit", what="discard_rack", decks=8).shoe().dealt()
    (found,) = floor.findings()
    assert (found["duty"], found["citation"], found["basis"], found["severity"]) == (
        "decks-number",
        "",
        "policy",
        "advisory",
    )


@duty("decks-number", "590.3(a)", "673a.3(a)")
def test_3_a_any_number_of_decks_is_allowed(case: Case) -> None:
    for decks in (1, 2, 7, 12):
        floor = by_hand(case.book, decks=decks, cards={"decks": decks}).do("fit", what="discard_rack", decks=decks)
        case.lawful(floor.shoe().dealt())


@duty("setup-decks", "590.3(a)", "673a.3(a)")
def test_3_a_a_setup_for_any_number_of_decks_is_allowed(case: Case) -> None:
    case.lawful(Floor().do("setup", rulebook=case.book, decks=1, method="batch_shuffler"))


# Their tens


@duty("tens-in-shoe", "665a.3(a)", "19:47-26.2(a)")
def test_3_a_decks_with_their_tens(case: Case) -> None:
    how = {"665a.3(a)": "torn_and_boxed"}.get(case.cite, "destroyed")
    case.found(shoe_by_hand(case.book, cards={"tens": True}).dealt(), "A")
    case.found(shoe_by_hand(case.book, cards={"tens": True, "cards": "preshuffled", "but": STEPS}).dealt(), "A")
    case.lawful(shoe_by_hand(case.book).dealt())
    removed = by_hand(case.book, cards={"tens": True}).do("step", set="A", step="tens_removed", disposed=how)
    case.lawful(removed.shoe().dealt())


@duty("tens-in-shoe", "665a.3(a)", "19:47-26.2(a)")
def test_3_a_tens_that_were_removed_stay_removed_when_the_set_comes_back(case: Case) -> None:
    how = {"665a.3(a)": "torn_and_boxed"}.get(case.cite, "destroyed")
    floor = by_hand(case.book, cards={"tens": True}).do("step", set="A", step="tens_removed", disposed=how)
    back = {"set": "A", "decks": decks_of(case.book), "back": "red", "design": "Bee", "cards": "new", "tens": True}
    case.lawful(floor.do("take_away", set="A").do("bring", **back).shoe().dealt())


@duty("tens-missing", *WITH_TENS)
def test_3_d_1_decks_without_their_tens(case: Case) -> None:
    case.found(shoe_by_hand(case.book, cards={"tens": False}).dealt(), "A")
    removed = by_hand(case.book).do("step", set="A", step="tens_removed", disposed="kept")
    case.found(removed.shoe().dealt(), "A")
    case.lawful(shoe_by_hand(case.book).dealt())


@duty("tens-disposal", "665a.4(b)", "19:47-26.3(b)")
def test_4_b_tens_disposed_of_otherwise_than_the_text_says(case: Case) -> None:
    right = "torn_and_boxed" if case.book == "pa-665a" else "destroyed"
    for how in ("torn_and_boxed", "destroyed", "kept"):
        for seen in (True, False):
            floor = by_hand(case.book, cards={"tens": True}).do("close")
            said = {"disposed": how, "verified_by_floorperson": seen}
            floor.do("step", set="A", step="tens_removed", **said)
            if how == right and seen:
                case.lawful(floor)
            else:
                case.found(floor, "A")


# The steps of their opening

INSPECTED = (*all_of(".4(a)"), "19:47-26.3(a)")
VERIFIED = (*all_of(".4(a)"), "19:47-26.3(b)")
SPREAD = ("590.4(b)", "673a.4(b)", "685a.4(b)", "665a.4(c)", "19:47-26.3(b)")
WASHED = ("590.4(c)", "673a.4(c)", "685a.4(c)", "665a.4(d)", "19:47-26.3(c)")


def a_step_of_the_opening(case: Case, step: str) -> None:
    """It is missed until it is made up, also of preinspected cards, never of others that do not need it."""
    found = case.found(shoe_by_hand(case.book, but=(step,)).dealt().do("step", set="A", step=step).dealt(), step)
    assert found["rounds"] == 2
    case.lawful(shoe_by_hand(case.book).dealt())
    preinspected = {"cards": "preinspected", "but": (step,)}
    told = {"reading": "I-41"} if step in ("inspected", "verified") else {}
    case.found(shoe_by_hand(case.book, cards=preinspected).dealt(), step, **told)
    other = shoe_by_hand(case.book, cards=preinspected, readings=("I-41",)).dealt()
    if told:
        case.lawful(other)
    else:
        case.found(other, step)
    case.found(
        shoe_by_hand(case.book, but=(step,), readings=("I-41",)).dealt(), step
    )  # new cards need it by any reading


@duty("step-missing", *INSPECTED, of="inspected")
def test_4_a_the_cards_were_not_inspected(case: Case) -> None:
    a_step_of_the_opening(case, "inspected")


@duty("step-missing", *VERIFIED, of="verified")
def test_4_a_the_inspection_was_not_verified(case: Case) -> None:
    a_step_of_the_opening(case, "verified")


@duty("step-missing", *SPREAD, of="spread")
def test_4_b_the_cards_were_not_spread(case: Case) -> None:
    a_step_of_the_opening(case, "spread")


@duty("step-missing", *WASHED, of="washed")
def test_4_c_the_cards_were_not_washed(case: Case) -> None:
    a_step_of_the_opening(case, "washed")


@duty("step-missing", "685a.4(b)", of="spread")
def test_685a_4_b_preshuffled_cards_are_spread_all_the_same(case: Case) -> None:
    case.found(shoe_by_hand(case.book, cards={"cards": "preshuffled", "but": STEPS}).dealt(), "spread")
    case.lawful(shoe_by_hand(case.book, cards={"cards": "preshuffled", "but": ("washed", "inspected")}).dealt())


@pytest.mark.parametrize("book", [book for book in BOOKS if book != "pa-685a"])
def test_4_preshuffled_cards_need_no_step(book: str) -> None:
    assert shoe_by_hand(book, cards={"cards": "preshuffled", "but": STEPS}).dealt().findings() == []


@pytest.mark.parametrize("book", BOOKS)
def test_4_a_shuffle_beforehand_spares_no_step_of_new_cards(book: str) -> None:
    floor = by_hand(book, cards={"but": STEPS}).shoe(shuffled="beforehand").dealt()
    assert {(each["duty"], each["subject"]) for each in floor.findings()} == {
        ("not-shuffled", "A"),
        *(("step-missing", step) for step in STEPS),
    }


@pytest.mark.parametrize("book", BOOKS)
def test_4_the_steps_of_a_set_that_comes_back_stand(book: str) -> None:
    back = {"set": "A", "decks": decks_of(book), "back": "red", "design": "Bee", "tens": book not in NO_TENS}
    floor = by_hand(book).do("take_away", set="A").do("bring", cards="new", **back)
    assert floor.shoe().dealt().findings() == []


# Their count


def cards_in(book: str) -> int:
    return decks_of(book) * (48 if book in NO_TENS else 52)


MISSING = ("590.7(d)(1)", "673a.7(d)(1)", "685a.7(d)(1)", "665a.3(a)", "19:47-26.7(j)2")
EXTRA = (*all_of(".3(a)"), "19:47-26.2(a)")


@duty("card-missing", *MISSING)
def test_7_d_1_a_count_of_fewer_cards_is_told_since_the_last_full_one(case: Case) -> None:
    floor = shoe_by_hand(case.book).dealt(2, hands=3)
    case.lawful(floor.do("count", set="A", cards=cards_in(case.book)))
    full = floor.lines[-1]["at"]
    floor.dealt(4, hands=2).do("end_shoe").do("count", set="A", cards=cards_in(case.book) - 1)
    found = case.found(floor, "A")
    assert (found["since"], found["until"]) == (full, floor.lines[-1]["at"])
    assert (found["rounds"], found["hands"], found["minutes"]) == (4, 8, 2)


@duty("card-extra", *EXTRA)
def test_3_a_a_count_of_more_cards_is_told_since_the_opening(case: Case) -> None:
    floor = shoe_by_hand(case.book).dealt(1).do("end_shoe").shoe().dealt(2).do("close")
    found = case.found(floor.do("count", set="A", cards=cards_in(case.book) + 1), "A")
    opening = next(line["at"] for line in floor.lines if line["do"] == "break_seal")
    assert (found["since"], found["rounds"], found["minutes"]) == (opening, 3, 2)
    case.lawful(shoe_by_hand(case.book).dealt().do("count", set="A", cards=cards_in(case.book)))


@pytest.mark.parametrize("book", BOOKS)
def test_a_wrong_count_changes_nothing_the_next_is_measured_from_the_same_full_one(book: str) -> None:
    floor = shoe_by_hand(book).dealt(1).do("count", set="A", cards=5).dealt(2).do("count", set="A", cards=900)
    second, first = floor.findings()  # of one time: by the name of the duty
    assert [first["duty"], second["duty"]] == ["card-missing", "card-extra"]
    assert first["since"] == second["since"] and (first["rounds"], second["rounds"]) == (1, 3)


@pytest.mark.parametrize("book", BOOKS)
def test_a_set_whose_tens_were_removed_is_counted_without_them(book: str) -> None:
    floor = by_hand(book, cards={"tens": True}).do("close")
    assert floor.do("count", set="A", cards=decks_of(book) * 52).findings() == []
    how = "torn_and_boxed" if book == "pa-665a" else "destroyed"
    floor.do("step", set="A", step="tens_removed", disposed=how)
    assert floor.do("count", set="A", cards=decks_of(book) * 48).findings() == []
    assert [each["duty"] for each in floor.do("count", set="A", cards=decks_of(book) * 52).findings()] == ["card-extra"]


@pytest.mark.parametrize("book", BOOKS)
def test_a_wrong_count_before_any_round_has_none(book: str) -> None:
    (found,) = by_hand(book).do("close").do("count", set="A", cards=1).findings()
    assert [found[name] for name in ("first", "last", "rounds", "hands", "minutes")] == [None, None, 0, 0, 0]
    assert found["severity"] == "violation"


@pytest.mark.parametrize("book", BOOKS)
def test_a_wrong_count_that_opens_the_set_is_since_itself(book: str) -> None:
    brought = {"set": "B", "decks": decks_of(book), "back": "red", "design": "Bee", "cards": "new"}
    floor = by_hand(book).do("bring", **brought).do("count", after=60, set="B", cards=5)
    (found,) = floor.findings()
    assert found["since"] == found["until"] == floor.lines[-1]["at"]
