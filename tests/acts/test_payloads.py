"""A payload that a release has written is spelled the same for ever; a change is a new version beside it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum

import pytest

from floorapp.operations import authority
from floorapp.operations.facts.registry import kinds
from tests.acts.payloads import PINNED, spelled, spelling

RELEASED: dict[str, object] = json.loads(PINNED.read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", sorted(RELEASED))
def test_a_released_payload_keeps_its_spelling(kind: str) -> None:
    now = spelled().get(kind)
    assert now is not None, f"{kind} was released and is gone: logbooks that hold it could not be read"
    assert _no_value_lost(RELEASED[kind], now), f"{kind} was released: give the change a new version"


def _no_value_lost(then: object, now: object) -> bool:
    """The same fields of the same types; an enumeration may have got further values."""
    if isinstance(then, dict) and isinstance(now, dict):
        return then.keys() == now.keys() and all(_no_value_lost(then[name], now[name]) for name in then)
    if isinstance(then, list) and isinstance(now, list):
        if _values(then) and _values(now):
            return set(map(str, then)) <= set(map(str, now))
        return len(then) == len(now) and all(map(_no_value_lost, then, now))
    return then == now


def _values(spelled: list[object]) -> bool:
    return bool(spelled) and spelled == sorted(map(str, spelled)) and "tuple" not in spelled


class Colour(StrEnum):
    RED = "red"


class Wider(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass
class Then:
    name: str
    backs: tuple[Colour, ...]


@dataclass
class More:
    name: str
    backs: tuple[Colour, ...]
    extra: int = 0


@dataclass
class Other:
    name: int
    backs: tuple[Colour, ...]


@dataclass
class Grown:
    name: str
    backs: tuple[Wider, ...]


def test_a_changed_field_is_noticed() -> None:
    then = spelling(Then)
    assert _no_value_lost(then, then)
    assert not _no_value_lost(then, spelling(More))
    assert not _no_value_lost(then, spelling(Other))
    assert _no_value_lost(then, spelling(Grown))
    assert not _no_value_lost(spelling(Grown), then)


def test_every_kind_of_fact_has_somebody_who_may_enter_it() -> None:
    known = {*authority.ENTERED_BY, *authority.OF_A_STATION, *authority.OF_A_READER, *authority.OF_A_SITTING}
    assert {kind.KIND for kind in kinds()} - known == set(), "name the acts that enter them in operations/authority.py"
