"""A value of the floor behaves as a dataclass of the standard library, though its code is written late."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import re
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field, fields, replace
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest

from floorapp.domain.values import SELDOM, dataclass

Decorator = Callable[[type[Any]], type[Any]]


def _chip(made: Decorator) -> type[Any]:
    class Chip:
        """A chip."""

        colour: str
        cents: int = 100
        marks: list[str] = field(default_factory=list, compare=False)
        secret: str = field(default="", repr=False)

        @property
        def dollars(self) -> int:
            return self.cents // 100

    return made(Chip)


@dataclass(frozen=True, slots=True)
class Seat:
    table: str
    place: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Guest:
    name: str
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class TakenSeat(Seat):
    by: str = ""

    def __post_init__(self) -> None:
        if not self.by:
            raise ValueError("nobody took it")


@dataclass(slots=True)
class Count:
    so_far: int = 0


@dataclass(frozen=True, slots=True, order=True)
class Day:
    number: int
    name: str = ""


def test_a_value_may_have_an_order() -> None:
    first, second = Day(1, "z"), Day(2, "a")
    assert first < second and second > first and first <= Day(1, "z") <= second and not first >= second
    assert sorted([second, first]) == [first, second]
    with pytest.raises(TypeError):
        assert first < 2  # type: ignore[operator]


@pytest.mark.parametrize("often", [True, False])
def test_a_value_takes_what_the_standard_librarys_would_whether_it_is_made_often_or_seldom(often: bool) -> None:
    for kw_only in (True, False):
        ours = _chip(dataclass(frozen=True, slots=True, kw_only=kw_only))
        theirs = _chip(dataclasses.dataclass(frozen=True, slots=True, kw_only=kw_only))
        for given, named in (
            ((), {"colour": "red"}),
            (("red",), {}),
            (("red", 5), {"secret": "x"}),
            (("red",), {"marks": ["a"]}),
            ((), {}),
            ((), {"colour": "red", "size": 3}),
            (("red",), {"colour": "blue"}),
            (("red", 5, [], "x", 1), {}),
        ):
            if often:
                inspect.signature(ours)
            assert inspect.isfunction(vars(ours)["__init__"]) is often
            try:
                expected = repr(theirs(*given, **named))
            except TypeError:
                with pytest.raises(TypeError, match="__init__"):
                    ours(*given, **named)
                ours = _chip(dataclass(frozen=True, slots=True, kw_only=kw_only))  # a refusal is written
            else:
                assert repr(ours(*given, **named)) == expected


@pytest.mark.parametrize("slots", [True, False])
@pytest.mark.parametrize("kw_only", [True, False])
def test_a_value_is_made_shown_and_compared_as_the_standard_library_would(slots: bool, kw_only: bool) -> None:
    ours = _chip(dataclass(frozen=True, slots=slots, kw_only=kw_only))
    theirs = _chip(dataclasses.dataclass(frozen=True, slots=slots, kw_only=kw_only))
    taken = inspect.signature(ours).parameters.values(), inspect.signature(theirs).parameters.values()
    assert [(each.name, each.kind) for each in taken[0]] == [(each.name, each.kind) for each in taken[1]]
    assert repr(ours(colour="red", secret="x")) == repr(theirs(colour="red", secret="x"))
    assert [each.name for each in fields(ours)] == [each.name for each in fields(theirs)]
    for one, other in (({}, {}), ({}, {"cents": 5}), ({}, {"marks": ["a"]}), ({"secret": "x"}, {})):
        mine = [ours(colour="red", **values) for values in (one, other)]
        yours = [theirs(colour="red", **values) for values in (one, other)]
        assert (mine[0] == mine[1]) is (yours[0] == yours[1])
        assert (hash(mine[0]) == hash(mine[1])) is (hash(yours[0]) == hash(yours[1]))
    assert ours(colour="red") != theirs(colour="red")
    assert ours(colour="red").marks is not ours(colour="red").marks
    assert ours(colour="red").dollars == 1


def test_a_value_cannot_be_changed() -> None:
    seat = Seat("FB-01")
    for name in ("place", "colour"):
        with pytest.raises(FrozenInstanceError):
            setattr(seat, name, 2)
        with pytest.raises(FrozenInstanceError):
            delattr(seat, name)
    assert replace(seat, place=2) == Seat("FB-01", 2)
    assert not hasattr(seat, "__dict__")


def test_a_value_goes_through_a_copy_a_process_and_a_payload() -> None:
    guest = Guest(name="A", seat=Seat("FB-01"))
    assert copy.deepcopy(guest) == copy.copy(guest) == pickle.loads(pickle.dumps(guest)) == guest
    assert msgspec.json.decode(msgspec.json.encode(guest), type=Guest) == guest


def test_fields_are_inherited_and_a_value_may_look_at_itself_when_made() -> None:
    assert TakenSeat("FB-01", by="A").place == 1
    assert TakenSeat("FB-01", 2, "A") != Seat("FB-01", 2)
    with pytest.raises(ValueError, match="nobody"):
        TakenSeat("FB-01")


def test_a_value_that_is_not_frozen_counts_on_and_has_no_hash() -> None:
    count = Count()
    count.so_far += 1
    assert count == Count(1)
    with pytest.raises(TypeError, match="unhashable"):
        hash(count)


def test_what_a_class_writes_itself_stays() -> None:
    @dataclass(frozen=True, slots=True)
    class Any_:
        name: str

        def __eq__(self, other: object) -> bool:
            return True

        def __repr__(self) -> str:
            return "any"

    assert Any_("a") == Any_("b") and repr(Any_("a")) == "any" and hash(Any_("a")) == hash(Any_("a"))


def test_no_code_is_written_before_it_is_needed() -> None:
    @dataclass(frozen=True, slots=True)
    class Late:
        name: str

    assert [Late("a") for _ in range(SELDOM)] and not inspect.isfunction(vars(Late)["__init__"])
    Late("a")
    assert inspect.isfunction(vars(Late)["__init__"]) and not inspect.isfunction(vars(Late)["__eq__"])


def test_a_field_that_is_not_given_is_refused() -> None:
    @dataclass(frozen=True, slots=True)
    class Odd:
        name: str = field(init=False)

    with pytest.raises(TypeError, match="standard library"):
        Odd()


def test_every_dataclass_that_can_be_written_late_is() -> None:
    """The standard library's own is for the options that ours does not have."""
    root = Path(__file__).parents[1]
    early = []
    for path in (each for room in ("floorapp", "db", "printing") for each in (root / room).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        plain = re.search(r"^from dataclasses import .*\bdataclass\b(?! as)", text, re.MULTILINE)
        rare = re.search(r"^@dataclass(\n|\(.*eq=)", text, re.MULTILINE)
        if plain and not rare:
            early.append(str(path.relative_to(root)))
    assert early == []


def test_an_annotation_that_is_no_field_is_refused_and_every_other_keeps_its_type() -> None:
    class Shelf:
        LONGEST: ClassVar[int] = 9
        place: int

    with pytest.raises(TypeError, match="ClassVar"):
        dataclass(frozen=True)(Shelf)
    assert {each.name: each.type for each in fields(TakenSeat)} == {"table": "str", "place": "int", "by": "str"}
    assert TakenSeat.__annotations__ == {"by": "str"} and Seat.__doc__ == "Seat"
