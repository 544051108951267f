"""An inspection that is entered late is by whoever was assigned when it was made, not when it is entered."""

from __future__ import annotations

from datetime import timedelta

from floorapp.domain.people import Role
from floorapp.domain.tables import Post
from floorapp.operations.acts import assignments, people, readers
from tests.acts.conduct_floor import judged
from tests.acts.floor import GIVEN, GIVEN_PIN, PROVED, Floor, choose, refused


def relieved(floor: Floor) -> None:
    """Flo had FB-01 from noon; Fay took it over half an hour later."""
    people.add_person(floor.desk("ada"), handle="fay", name="Fay", role=Role.FLOORPERSON, pin=GIVEN_PIN, password=GIVEN)
    choose(floor, "fay")
    assignments.assign(floor.desk("flo"), table="FB-01", post=Post.FLOORPERSON, person="flo")
    floor.clock.advance(minutes=30)
    assignments.assign(floor.desk("fay"), table="FB-01", post=Post.FLOORPERSON, person="fay")
    floor.clock.advance(minutes=30)


def inspect(floor: Floor, who: str, minutes_ago: int, instead_of: str = "") -> None:
    then = floor.clock.now() - timedelta(minutes=minutes_ago)
    readers.inspect_reader(
        floor.desk(who),
        table="FB-01",
        tampering=False,
        working=True,
        proofs=PROVED,
        occurred_at=then,
        late="was called away",
        instead_of=instead_of,
    )


def test_590_2_d_who_was_assigned_then_inspected_as_assigned(floor: Floor) -> None:
    relieved(floor)
    inspect(floor, "flo", 45)
    assert floor.findings("FB-01") == []


def test_590_2_d_who_is_assigned_only_now_was_another(floor: Floor) -> None:
    relieved(floor)
    assert refused(inspect, floor, "fay", 45).cite == "590.2(d)"


def test_590_2_d_the_judge_and_the_note_agree_on_a_substitute_of_then(floor: Floor) -> None:
    relieved(floor)
    inspect(floor, "fay", 45, instead_of="Flo was at another pit")
    assert floor.findings("FB-01") == [("inspected-by-another", "590.2(d)")]
    assert ("inspected-by-another", "590.2(d)") in judged(floor, "FB-01")
    inspect(floor, "flo", 40)
    assert floor.findings("FB-01") == [("inspected-by-another", "590.2(d)")]
