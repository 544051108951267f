"""The sample's files: what they say, and what cannot be used."""

from __future__ import annotations

from datetime import timedelta

import pytest

from floorapp.bootstrap import rulebooks, sample_plan, shipped
from floorapp.domain.people import Role
from floorapp.operations.sample.plan import PlanFault, read_plan, span


def text(name: str) -> str:
    return shipped("sample", f"{name}.toml").read_text(encoding="utf-8")


def test_posts_name_every_table_once_and_nobody_has_five() -> None:
    plan = sample_plan()
    named = [table for post in plan.posts for table in post]
    assert sorted(named) == sorted(table.id for table in plan.tables)
    assert all(len(post) <= 4 for post in plan.posts)
    for shift in ("Day", "Swing"):
        assert len(plan.staff(Role.FLOORPERSON, shift)) == len(plan.posts)


def test_tables_stand_apart() -> None:
    places = [(table.place.x, table.place.y) for table in sample_plan().tables]
    assert len(set(places)) == 36
    assert all(x % 4 == 0 and y % 2 == 0 for x, y in places)


def test_happenings_are_in_the_catalogue_of_their_game() -> None:
    tables = {table.id: table for table in sample_plan().tables}
    for told in sample_plan().happenings:
        book = rulebooks()[tables[told.table].game.rulebook]
        assert told.title or book.irregularity(told.code)


def test_a_file_that_cannot_be_used_says_so() -> None:
    people, happenings = text("people"), text("happenings")
    with pytest.raises(PlanFault, match="sample files"):
        read_plan(floor="[house", people=people, happenings=happenings)
    with pytest.raises(PlanFault, match="sometimes"):
        floor = text("floor").replace("daily 10:05-04:00", "sometimes 10:05-04:00")
        read_plan(floor=floor, people=people, happenings=happenings)


def test_spans_are_written_as_people_say_them() -> None:
    assert span("23:18") == timedelta(hours=23, minutes=18)
    assert span("3d 04:10") == timedelta(days=3, hours=4, minutes=10)
