"""Stretches: when they begin and end, which rounds are in them, what splits one, and the order of the answer."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conduct.floor import BOOKS, NJ, Floor, by_hand, shoe_by_hand


def duties(floor: Floor, *, all_: bool = False) -> list[str]:
    return [each["duty"] for each in floor.findings(all_=all_)]


@pytest.mark.parametrize("book", BOOKS)
def test_a_round_at_a_closed_or_stopped_table_is_the_houses_policy(book: str) -> None:
    floor = shoe_by_hand(book).do("stop")
    stopped = floor.lines[-1]["at"]
    (found,) = floor.dealt().do("resume").dealt().findings()
    assert (found["duty"], found["citation"], found["basis"], found["severity"]) == ("closed", "", "policy", "advisory")
    assert (found["since"], found["until"] is None, found["rounds"]) == (stopped, False, 2)


def test_closed_stands_from_the_first_line_of_a_table_that_was_never_opened() -> None:
    floor = Floor().do("fit", what="layout").do("setup", rulebook="pa-590", decks=6, method="hand")
    floor.cards("A", "pa-590", decks=6).shoe().dealt()
    (found,) = floor.findings()
    assert (found["duty"], found["since"], found["rounds"]) == ("closed", floor.lines[0]["at"], 2)


def test_a_closing_after_a_stop_goes_on_with_the_stretch_and_an_opening_ends_it() -> None:
    floor = shoe_by_hand("pa-590").do("stop").dealt(1).do("close").shoe().dealt(1).do("open").do("resume").shoe()
    (found,) = floor.dealt().findings()
    assert (found["duty"], found["rounds"]) == ("closed", 2)


@pytest.mark.parametrize("book", BOOKS)
def test_a_closed_table_is_in_no_other_condition_and_opening_begins_them(book: str) -> None:
    floor = by_hand(book, but=("inspection", "floorperson")).do("close").shoe().dealt()
    assert duties(floor) == ["closed"]
    floor.do("open").dealt()
    opened = next(line["at"] for line in reversed(floor.lines) if line["do"] == "open")
    assert {each["since"] for each in floor.findings() if each["duty"] != "closed"} == {opened}
    assert duties(floor) == ["closed", "no-floorperson", "reader-not-inspected"]


@pytest.mark.parametrize("state", ["stop", "idle"])
def test_a_stopped_and_an_idle_table_are_open(state: str) -> None:
    floor = shoe_by_hand("pa-590").do("reader_fails").dealt(1).do(state).dealt(1)
    failed = next(each for each in floor.findings() if each["duty"] == "reader-failed")
    assert failed["rounds"] == 2


def test_a_round_is_in_what_the_lines_before_it_made_true_within_its_second() -> None:
    """A stretch may begin and end in one second; a round before or after it is not in it."""
    floor = shoe_by_hand("pa-590").do("round").do("reader_fails", after=0).do("round", after=0, hands=4)
    (found,) = floor.do("reader_mended", after=0).do("round", after=0).findings()
    assert found["since"] == found["until"] == found["first"] == found["last"]
    assert (found["rounds"], found["hands"], found["minutes"]) == (1, 4, 1)


def test_a_round_begun_before_the_condition_is_not_in_it() -> None:
    floor = shoe_by_hand("pa-590").dealt().do("reader_fails")
    assert floor.findings() == []
    assert duties(floor, all_=True) == ["reader-failed"]


@pytest.mark.parametrize(
    ("seconds", "minutes"), [(0, 1), (1, 1), (59, 1), (60, 1), (61, 2), (120, 2), (121, 3), (3600, 60)]
)
def test_minutes_are_begun_ones_at_least_one(seconds: int, minutes: int) -> None:
    floor = shoe_by_hand("pa-590").do("reader_fails").do("round", after=10).do("round", after=seconds)
    assert floor.findings()[0]["minutes"] == minutes


def test_one_line_may_be_many_rounds() -> None:
    floor = shoe_by_hand("pa-590").do("reader_fails").do("round", count=12).do("round", count=3, hands=7, id="x")
    (found,) = floor.findings()
    assert (found["rounds"], found["hands"]) == (15, 19)


# What splits a stretch


def test_another_subject_ends_a_stretch_and_begins_one() -> None:
    floor = shoe_by_hand("pa-590").do("reader_fails").dealt(1).do("fit", what="reader", serial="Q", kind="blackjack")
    floor.do("reader_fails").dealt(1)
    assert [(each["duty"], each["subject"]) for each in floor.findings()] == [
        ("reader-failed", "R"),
        ("reader-failed", "Q"),
    ]


def test_another_citation_ends_a_stretch_and_begins_one() -> None:
    floor = shoe_by_hand("pa-590").do("reader_fails").dealt(1).do("setup", rulebook="pa-673a", decks=6, method="hand")
    found = [each for each in floor.dealt(1).findings() if each["duty"] == "reader-failed"]
    assert [each["citation"] for each in found] == ["590.13(j)", "673a.13(j)"]
    assert found[0]["until"] == found[1]["since"]


def test_another_basis_ends_a_stretch_and_begins_one() -> None:
    """Seven decks where six are set up: policy in 590, and against the text of New Jersey."""
    floor = by_hand("pa-590", cards={"decks": 7}).do("fit", what="discard_rack", decks=7).shoe().dealt(1)
    floor.do("setup", rulebook=NJ, decks=6, method="hand").dealt(1)
    found = [each for each in floor.findings() if each["duty"] == "decks-number"]
    assert [(each["basis"], each["rounds"]) for each in found] == [("policy", 1), ("law", 1)]


def test_other_readings_end_a_stretch_only_where_they_are_listed() -> None:
    floor = shoe_by_hand("pa-590").do("reader_fails").dealt(1)
    floor.do("setup", rulebook="pa-590", decks=6, method="hand", readings=["I-29", "I-37", "I-77"]).dealt(1)
    assert [each["rounds"] for each in floor.findings()] == [2]


@pytest.mark.parametrize("between", ["resume", "idle", "cover_card", "house", "jam"])
def test_nothing_else_splits_a_stretch(between: str) -> None:
    floor = shoe_by_hand("pa-590").do("reader_fails").dealt(1).do(between).dealt(1)
    assert [each["rounds"] for each in floor.findings() if each["duty"] == "reader-failed"] == [2]


# The house


def test_times_are_written_in_the_houses_zone_of_that_moment() -> None:
    floor = shoe_by_hand("pa-590").do("reader_fails").dealt(1).do("house", zone="America/Denver").dealt(1)
    floor.do("reader_mended")
    (found,) = floor.findings()
    assert [found[name][-6:] for name in ("since", "first", "last", "until")] == [
        "-05:00",
        "-05:00",
        "-07:00",
        "-07:00",
    ]
    assert found["minutes"] == 1


def test_what_a_house_line_does_not_say_stays() -> None:
    floor = shoe_by_hand("pa-590").do("house", day_begins="05:00", policy={"inspection_minutes": 10})
    floor.do("house", policy={"nj_inspection": False}).do("house").do("house", zone=None, policy=None)
    (found,) = floor.at("2026-11-11T05:11:00-05:00").do("round", after=0).findings()
    assert (found["duty"], found["since"]) == ("reader-not-inspected", "2026-11-11T05:10:00-05:00")


def test_a_day_that_begins_later_from_now_on_still_holds_the_inspection() -> None:
    """Changed at half past ten to eleven: it is yesterday's day again, and today's begins at eleven."""
    floor = shoe_by_hand("pa-590", readings=("I-40",)).at("2026-11-10T10:30:00-05:00").do("house", day_begins="11:00")
    assert floor.at("2026-11-10T10:59:59-05:00").do("round", after=0).findings() == []
    (found,) = floor.do("round").findings()
    assert found["since"] == "2026-11-10T11:00:00-05:00"


def test_a_zone_changes_when_the_day_begins() -> None:
    """At a quarter past six of the East it is not yet six in Chicago: the old day goes on."""
    floor = by_hand("pa-590", readings=("I-40",), start="2026-11-10T12:00:00-05:00").shoe()
    floor.at("2026-11-11T05:30:00-05:00").do("house", after=0, zone="America/Chicago")
    assert floor.at("2026-11-11T06:59:59-05:00").do("round", after=0).findings() == []
    assert floor.do("round").findings()[0]["since"] == "2026-11-11T06:00:00-06:00"


# The answer


def test_with_all_a_stretch_without_a_round_is_an_advisory() -> None:
    floor = by_hand("pa-590", but=("inspection", "layout")).do("inspect_reader", by="ann", after=60).dealt(0)
    assert floor.findings() == []
    told = floor.findings(all_=True)
    assert [(each["duty"], each["severity"], each["rounds"], each["minutes"]) for each in told] == [
        ("layout-missing", "advisory", 0, 0),
        ("reader-not-inspected", "advisory", 0, 0),
    ]
    assert [each["until"] is None for each in told] == [True, False]


def test_with_all_neither_closed_nor_what_ended_in_its_own_second_is_told() -> None:
    floor = by_hand("pa-590").do("reader_fails").do("reader_mended", after=0).do("close").do("open", after=600)
    assert floor.findings(all_=True) == []
    assert duties(floor.do("reader_fails"), all_=True) == ["reader-failed"]


def test_with_all_a_finding_stays_what_it_is() -> None:
    floor = shoe_by_hand("pa-590").do("reader_fails").dealt().do("recut", by_post="floorperson")
    assert floor.findings() == floor.findings(all_=True)
    assert [each["severity"] for each in floor.findings()] == ["violation", "violation"]


def test_findings_are_in_order_of_since_table_duty_subject_until() -> None:
    floor = Floor()
    for table in ("b", "B", "é"):
        said: dict[str, Any] = {"rulebook": "pa-590", "decks": 6, "method": "hand", "boxes": 9}
        floor.do("setup", after=0, table=table, **said)
    floor.do("open", table="b", after=0).do("open", table="B", after=0)
    for table in ("b", "B"):
        cards = {"set": "A", "decks": 6, "back": "red", "design": "Bee", "cards": "new", "after": 0, "table": table}
        floor.do("bring", **cards).do("shoe", set="A", table=table, after=0).do("round", table=table, after=0)
    told = floor.findings()
    keys = [(each["since"], each["table"], each["duty"], each["subject"] or "") for each in told]
    assert keys == sorted(keys) and len({each["since"] for each in told}) == 1
    assert [each["table"] for each in told][0] == "B" and told[-1]["table"] == "é"
    assert [each["subject"] for each in told if each["duty"] == "step-missing"][:4] == [
        "inspected",
        "spread",
        "verified",
        "washed",
    ]


def test_of_one_beginning_what_ended_comes_first() -> None:
    floor = shoe_by_hand("pa-590").do("reader_fails").do("round", after=0).do("reader_mended", after=0)
    floor.do("reader_fails", after=0).dealt()
    ended, stands = floor.findings()
    assert ended["since"] == stands["since"] and ended["until"] is not None and stands["until"] is None


def test_at_a_table_without_a_setup_nothing_is_found() -> None:
    floor = Floor().do("open").do("fit", what="reader", serial="R", kind="blackjack").do("inspect_reader", by="eve")
    floor.cards("A", "pa-590", decks=6).do("count", set="A", cards=3).shoe().do("recut", by_post="floorperson")
    assert floor.findings(all_=True) == [] and floor.judge().owed() == []
