"""People from a list: every fault with its line, and everybody in one act or nobody."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import cast

from hypothesis import given, settings
from hypothesis import strategies as st

from floorapp.domain.people import Badge, Person, Role
from floorapp.operations.moment import Moment
from floorapp.operations.people_list import PeopleList, add_people, hash_people, read_people
from tests.acts.floor import Floor, refused
from tests.examples import examples

HEAD = "Sign-in name,Name,Role,Title,Department,License,Expires,PIN,Password"
GOOD = f"""{HEAD}
ruth,Ruth Keller,Floorperson,Floor supervisor,Table games,24322,11/30/2027,471182,a first password
d.bell,Josie Bell,dealer,,,30211,,471284,
lee,Grace Leung,shift-manager,Assistant table games shift manager,Table games,,,471386,a first password
"""


def read(floor: Floor, text: str) -> PeopleList:
    with floor.desk("ada").looking() as moment:
        return read_people(moment, text)


def test_a_list_adds_everybody_with_badges_in_one_act(floor: Floor) -> None:
    found = read(floor, GOOD)
    assert found.faults == ()
    hashes = hash_people(floor.hasher, found.people, lambda _done, _whole: None)
    add_people(floor.desk("ada"), found.people, hashes)
    ruth = floor.get(Person, "ruth")
    assert ruth.badge == Badge("Floor supervisor", "Table games", "24322", date(2027, 11, 30))
    assert ruth.given and floor.get(Person, "d.bell").role is Role.DEALER
    assert floor.get(Person, "lee").title == "Assistant table games shift manager"


def test_the_list_that_the_help_shows_as_an_example_can_be_imported(floor: Floor) -> None:
    """The administrator's page had PINs of four digits, which no list may have."""
    page = (Path(__file__).parents[2] / "resources/help/administrator.md").read_text("utf-8")
    example = page.split("```\n")[1]
    found = read(floor, example)
    assert found.faults == () and [each.handle for each in found.people] == ["m.ortiz", "d.bell"]


def test_nobody_is_added_where_one_of_them_cannot_be(floor: Floor) -> None:
    found = read(floor, GOOD)
    hashes = hash_people(floor.hasher, found.people, lambda _done, _whole: None)
    twice = {"people": (*found.people, found.people[0]), "hashes": (*hashes, hashes[0])}
    refusal = refused(add_people, floor.desk("ada"), **twice)
    assert refusal.code == "taken"
    with floor.store.reading() as state:
        assert state.get(Person, "lee") is None
    assert refused(add_people, floor.desk("sam"), people=found.people, hashes=hashes).code == "not-permitted"


def test_every_fault_is_named_with_its_line(floor: Floor) -> None:
    text = f"""{HEAD}
flo,Another Flo,Floorperson,,,,,471182,a first password

A/B,Bad Name,Floorperson,,,,,471182,a first password
one,,Floorperson,,,,,471182,a first password
two,Two,boss,,,,soon,471182,a first password
two,Two,dealer,,,,,1111,
three,Three,Floorperson,,,,,471182,
four,Four,dealer,,,,1/1/2027,471182,
four,Four again,dealer,,,9,,471182,
"""
    said = [(fault.line, fault.says) for fault in read(floor, text).faults]
    assert [line for line, _ in said] == [2, 4, 5, 6, 6, 7, 8, 9, 10]
    words = " ".join(says for _, says in said)
    for part in ("names are never reused", "cannot be", "The name is missing", "is not a date", "is not a role"):
        assert part in words
    for part in ("PIN cannot be used", "signs in with a password", "no license number", "in this list twice"):
        assert part in words


def test_a_list_without_its_columns_says_which(floor: Floor) -> None:
    (fault,) = read(floor, "name,role\nRuth,dealer").faults
    assert fault.says == "The first line names the columns; sign-in name and PIN are missing."
    assert read(floor, "").faults[0].says == "The list is empty. Write one line per person."
    assert read(floor, HEAD).faults[0].says == "There is no person under the first line."


@settings(max_examples=examples(40), deadline=None)
@given(text=st.text(alphabet=st.sampled_from("ab,;\t\n\"'é123/ "), max_size=200))
def test_no_text_raises(text: str) -> None:
    nobody = cast("Moment", SimpleNamespace(state=SimpleNamespace(get=lambda *_: None), today=date(2026, 11, 16)))
    for lines in (text, f"{HEAD}\n{text}", f"{HEAD}\nx,y,dealer,{text}"):
        read_people(nobody, lines)
