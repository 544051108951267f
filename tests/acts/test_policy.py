"""The house's own figures: set on record, within bounds, and heeded by what is due."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import timedelta

import pytest

from floorapp.domain.duties import Urgency
from floorapp.domain.policy import BOUNDS, FLAGS, Policy, TableException
from floorapp.domain.tables import Post
from floorapp.operations.acts import assignments, house, readers
from floorapp.operations.due import due
from floorapp.operations.proof_tests import passed_so_soon
from floorapp.operations.table_cap import exceptions_of, exceptions_written, most_tables
from tests.acts.floor import PROVED, Floor, refused


def policy_of(floor: Floor) -> Policy:
    with floor.desk().looking() as moment:
        return moment.policy


def duties(floor: Floor, code: str) -> list[tuple[str, Urgency]]:
    with floor.desk("flo").looking() as moment:
        return [(each.id, each.urgency) for each in due(moment) if each.key.startswith(f"{code}/")]


def test_every_figure_has_bounds_and_its_first_value_lies_within() -> None:
    named = {field.name for field in fields(Policy)} - {"id", "table_exceptions", *FLAGS}
    assert named == BOUNDS.keys()
    assert all(least <= getattr(Policy(), name) <= most for name, (least, most, _) in BOUNDS.items())


@pytest.mark.parametrize("name", BOUNDS)
def test_a_figure_out_of_bounds_is_refused_and_changes_nothing(floor: Floor, name: str) -> None:
    least, most, words = BOUNDS[name]
    desk = floor.desk("cora")
    for figure in (least - 1, most + 1):
        policy = replace(Policy(), **{name: figure})  # type: ignore[arg-type]
        refusal = refused(house.set_policy, desk, policy=policy)
        assert words in refusal.happened
    assert policy_of(floor) == Policy()


def test_decks_are_announced_as_long_before_as_the_house_says(floor: Floor) -> None:
    floor.open("FB-01")
    floor.clock.advance(hours=21)
    assert duties(floor, "change-decks") == []
    house.set_policy(floor.desk("ada"), policy=Policy(decks_announced_minutes=240))
    assert duties(floor, "change-decks") == [("FB-01", Urgency.WARNING)]


def test_a_table_open_into_the_day_is_late_when_the_house_says(floor: Floor) -> None:
    floor.open("FB-01")
    with floor.desk().looking() as moment:
        begins = moment.house.end_of(moment.day)
    house.set_policy(floor.desk("ada"), policy=Policy(inspection_minutes=120))
    floor.clock.instant = begins + timedelta(minutes=90)
    assert duties(floor, "inspect-reader")[0] == ("FB-01", Urgency.DUE)
    floor.clock.advance(minutes=31)
    assert duties(floor, "inspect-reader")[0] == ("FB-01", Urgency.ALARM)


def test_a_floorperson_has_no_more_tables_than_the_house_allows(floor: Floor) -> None:
    house.set_policy(floor.desk("ada"), policy=Policy(tables_each=2))
    desk = floor.desk("flo")
    for table in ("FB-01", "FB-02"):
        assignments.assign(desk, table=table, post=Post.FLOORPERSON, person="flo")
    refusal = refused(assignments.assign, desk, table="FB-03", post=Post.FLOORPERSON, person="flo")
    assert (refusal.code, refusal.cite) == ("too-many-tables", ""), "three are lawful; two are the house's own"


def test_465a_35_c_1_the_cap_is_cited_where_pennsylvania_tables_pass_it_and_nowhere_else(floor: Floor) -> None:
    desk = floor.desk("flo")
    with desk.looking() as moment:
        pennsylvania, new_jersey = moment.books["pa-590"], moment.books["nj-19-47-26"]
    assert most_tables(Policy(), [pennsylvania] * 5) == (4, "465a.35(c)(1)")
    assert most_tables(Policy(), [pennsylvania] * 4 + [new_jersey]) == (4, "")
    assert most_tables(Policy(nj_tables_each=6), [new_jersey] * 6) == (6, "")
    assert most_tables(Policy(nj_tables_each=6), [new_jersey] * 5 + [pennsylvania]) == (4, "")


def test_a_game_has_its_own_cap_and_more_than_the_section_allows_takes_an_approval(floor: Floor) -> None:
    desk = floor.desk("cora")
    unapproved = Policy(table_exceptions=(TableException("pa-590", 6),))
    assert refused(house.set_policy, desk, policy=unapproved).cite == "465a.35(c)(1)"
    for wrong in (TableException("pa-591", 2), TableException("pa-590", 13, "A-1")):
        assert refused(house.set_policy, desk, policy=Policy(table_exceptions=(wrong,))).code == "input"
    fewer, more = exceptions_of("nj-19-47-26 1, pa-590 6 (PGCB-2026-14)") or ()
    house.set_policy(desk, policy=Policy(table_exceptions=(fewer, more)))
    assert exceptions_written(policy_of(floor)) == "nj-19-47-26 1, pa-590 6 (PGCB-2026-14)"
    assert exceptions_of("nj-19-47-26") is None
    flo = floor.desk("flo")
    assignments.assign(flo, table="NJ-01", post=Post.FLOORPERSON, person="flo")
    refusal = refused(assignments.assign, flo, table="FB-01", post=Post.FLOORPERSON, person="flo")
    assert refusal.code == "too-many-tables" and "1 are the most" not in refusal.happened


def test_the_property_sets_how_fast_readers_are_passed_by_eye(floor: Floor) -> None:
    house.set_policy(floor.desk("ada"), policy=Policy(pass_seconds=30))
    floor.open("FB-01")
    flo = floor.desk("flo")
    readers.inspect_reader(flo, table="FB-01", tampering=False, working=True, proofs=PROVED)
    floor.clock.advance(seconds=29)
    with flo.looking() as moment:
        assert passed_so_soon(moment, table="FB-03") is not None
    floor.clock.advance(seconds=1)
    with flo.looking() as moment:
        assert passed_so_soon(moment, table="FB-03") is None
