"""What is owed: a change of decks, an inspection, and all that stands against dealing, with or without a round."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.conduct.floor import BOOKS, NJ, Floor, batches, by_hand, shoe_by_hand


def owed(floor: Floor) -> list[tuple[str, str | None, str | None]]:
    return [(each["duty"], each["subject"], each["by"]) for each in (owing.as_json() for owing in floor.judge().owed())]


@pytest.mark.parametrize("book", BOOKS)
def test_what_stands_is_owed_at_once_whether_a_round_was_dealt_or_not(book: str) -> None:
    floor = by_hand(book, but=("floorperson",)).do("stop")
    floor.do("shoe", set="A", shuffled="hand", cut=True)
    told = [each for each in owed(floor) if each[2] is None]
    assert told == [("no-floorperson", None, None), ("not-burned", "A", None)]
    assert [each for each in owed(floor.dealt()) if each[2] is None] == told


@pytest.mark.parametrize("book", BOOKS)
def test_every_opened_set_at_the_table_is_owed_a_change_also_at_a_closed_one(book: str) -> None:
    floor = batches(book).dealt().do("close")
    told = [(duty, subject) for duty, subject, _ in owed(floor)]
    assert told == [("change-decks", "A"), ("change-decks", "B")]
    assert owed(floor.do("take_away", set="A"))[0][1] == "B"
    by = owed(floor)[0][2]
    late = floor.at("2026-11-12T12:00:00-05:00").do("burn")
    assert ("change-decks", "B", by) in owed(late)  # also when that has passed


def test_a_change_without_an_hour_is_not_owed() -> None:
    assert owed(shoe_by_hand(NJ).do("house", policy={"nj_change_hours": None})) == []
    assert owed(by_hand("pa-590", readings=("I-37",))) == []
    assert [each[0] for each in owed(shoe_by_hand("pa-590", readings=("I-37",)))] == ["change-decks"]


@pytest.mark.parametrize("book", BOOKS)
def test_an_inspection_is_owed_by_the_end_of_the_houses_minutes(book: str) -> None:
    def inspections(floor: Floor) -> list[tuple[str, str | None, str | None]]:
        return [each for each in owed(floor) if each[0] in ("inspect-reader", "reader-not-inspected")]

    floor = shoe_by_hand(book)
    assert inspections(floor) == []
    floor.at("2026-11-11T06:00:00-05:00").do("burn", after=0)
    due = ("inspect-reader", "R", "2026-11-11T07:00:00-05:00")
    assert inspections(floor) == [due]
    assert inspections(floor.at("2026-11-11T07:00:01-05:00").do("burn", after=0)) == [
        due,
        ("reader-not-inspected", "R", None),
    ]
    assert inspections(floor.do("reader_fails")) == []
    closed = shoe_by_hand(book).do("close").at("2026-11-11T06:30:00-05:00").do("burn")
    assert inspections(closed) == [("inspect-reader", "R", None)]
    at_once = shoe_by_hand(book, readings=("I-40",)).at("2026-11-11T06:30:00-05:00").do("burn")
    assert inspections(at_once) == [("inspect-reader", "R", None), ("reader-not-inspected", "R", None)]


def test_new_jersey_owes_no_inspection_that_the_house_does_not_want() -> None:
    floor = by_hand(NJ, but=("inspection",)).do("house", policy={"nj_inspection": False})
    assert [each[0] for each in owed(floor)] == ["change-decks"]


@pytest.mark.parametrize("book", BOOKS)
def test_owed_says_its_citation_and_basis(book: str) -> None:
    change, inspection = (each.as_json() for each in by_hand(book, but=("inspection",)).do("close").judge().owed())
    part = book.removeprefix("pa-")
    law = book != NJ
    assert (change["citation"], change["basis"]) == ((f"{part}.3(c)", "law") if law else ("", "policy"))
    assert (inspection["citation"], inspection["basis"]) == ((f"{part}.2(d)", "law") if law else ("", "policy"))
    assert change["says"] and inspection["says"]


def test_an_hour_is_written_in_the_zone_of_the_moment_asked_for_also_one_that_has_passed() -> None:
    floor = shoe_by_hand("pa-590").at("2026-11-12T12:00:00-05:00").do("inspect_reader", by="ann")
    opened = next(line for line in floor.lines if line["do"] == "break_seal")["at"]
    hour = datetime.fromisoformat(opened) + timedelta(hours=24)
    assert ("change-decks", "A", hour.isoformat()) in owed(floor)
    floor.do("house", zone="America/Chicago")
    assert ("change-decks", "A", hour.astimezone(ZoneInfo("America/Chicago")).isoformat()) in owed(floor)
