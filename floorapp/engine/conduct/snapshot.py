"""A table's conduct as plain JSON values, and back: how a store keeps it between two entries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from datetime import datetime
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from floorapp.engine.conduct.cards import DeadGame, LoggedSet, LoggedShoe
from floorapp.engine.conduct.event import Setup
from floorapp.engine.conduct.stamp import Stamp, Tally
from floorapp.engine.conduct.table import FittedReader, FittedShuffler, TableConduct

_zone = lru_cache(ZoneInfo)


def plain(table: TableConduct) -> dict[str, Any]:
    """Values of JSON alone, without what is as it was at first; deck sets stand once, elsewhere by their name."""
    sets = {name: _record(cards) for name, cards in table.sets.items()}
    return {**_record(table), "sets": sets}


def _plain(value: Any) -> Any:
    write = _WRITE.get(type(value))
    return value if write is None else write(value)


def _record(value: Any) -> dict[str, Any]:
    made = {}
    for name, default in _defaults(type(value)):
        held = getattr(value, name)
        if held is not default and held != default:
            write = _WRITE.get(type(held))
            made[name] = held if write is None else write(held)
    return made


def _by_name(held: dict[str, Any]) -> dict[str, Any]:
    return {key: _plain(each) for key, each in held.items()}


_WRITE: dict[type[Any], Callable[[Any], Any]] = {
    datetime: datetime.isoformat,
    Stamp: lambda stamp: [stamp.at.isoformat(), stamp.zone.key],
    LoggedSet: lambda cards: cards.name,
    **dict.fromkeys((LoggedShoe, DeadGame, FittedReader, FittedShuffler, Setup, Tally), _record),
    set: sorted,
    frozenset: sorted,
    tuple: list,
    dict: _by_name,
}


_known_defaults: dict[type[Any], tuple[tuple[str, Any], ...]] = {}


def _defaults(kind: type[Any]) -> tuple[tuple[str, Any], ...]:
    """The fields of a class with their defaults; one without a default is always written."""
    if kind not in _known_defaults:
        _known_defaults[kind] = tuple((each.name, _default(each)) for each in fields(kind))
    return _known_defaults[kind]


def _default(each: Field[Any]) -> Any:
    return each.default if each.default_factory is MISSING else each.default_factory()


def restored(raw: dict[str, Any]) -> TableConduct:
    """The table that `plain` wrote."""
    sets = {name: _set(each) for name, each in raw.pop("sets").items()}
    table = TableConduct(**{**raw, **_some(raw, _OF_A_TABLE)}, sets=sets)
    table.shoe = _shoe(raw.get("shoe"), sets)
    table.last_shoe_set = sets.get(raw.get("last_shoe_set", ""))
    table.last_dealt = sets.get(raw.get("last_dealt", ""))
    table.dead_game = _dead_game(raw.get("dead_game"), sets, table.shoe)
    return table


def _some(raw: dict[str, Any], how: dict[str, Callable[[Any], Any]]) -> dict[str, Any]:
    return {name: read(raw[name]) for name, read in how.items() if name in raw}


def _stamp(raw: list[str]) -> Stamp:
    return Stamp(datetime.fromisoformat(raw[0]), _zone(raw[1]))


def _tally(raw: dict[str, Any]) -> Tally:
    return Tally(**{**raw, **_some(raw, {"first": _stamp, "last": _stamp})})


def _setup(raw: dict[str, Any]) -> Setup:
    return Setup(**{**raw, "side_wagers": tuple(raw["side_wagers"]), "readings": frozenset(raw["readings"])})


def _reader(raw: dict[str, Any]) -> FittedReader:
    return FittedReader(**{**raw, "since": datetime.fromisoformat(raw["since"])})


def _times(raw: dict[str, str]) -> dict[str, datetime]:
    return {name: datetime.fromisoformat(at) for name, at in raw.items()}


_OF_A_TABLE: dict[str, Callable[[Any], Any]] = {
    "setup": _setup,
    "open_since": datetime.fromisoformat,
    "reader": _reader,
    "shuffler": lambda raw: FittedShuffler(**raw),
    "fitted": set,
    "inspected": _times,
}
_OF_A_SET: dict[str, Callable[[Any], Any]] = {
    "opened": _stamp,
    "full": _stamp,
    "first_shoe": datetime.fromisoformat,
    "dealt": _tally,
}


def _set(raw: dict[str, Any]) -> LoggedSet:
    return LoggedSet(**{**raw, **_some(raw, _OF_A_SET)})


def _shoe(raw: dict[str, Any] | None, sets: dict[str, LoggedSet]) -> LoggedShoe | None:
    if raw is None or raw["cards"] not in sets:  # of a set that has left since
        return None
    return LoggedShoe(**{**raw, "cards": sets[raw["cards"]]})


def _dead_game(raw: dict[str, Any] | None, sets: dict[str, LoggedSet], shoe: LoggedShoe | None) -> DeadGame | None:
    if raw is None:
        return None
    shoes = {name: _same(_shoe(raw.get(name), sets), shoe) for name in ("shoe", "other_shoe")}
    held = {name: sets[name] for name in raw["sets"] if name in sets}
    return DeadGame(**{**raw, **shoes, "sets": held, "last": sets.get(raw["last"] or "")})


def _same(shoe: LoggedShoe | None, now: LoggedShoe | None) -> LoggedShoe | None:
    return now if shoe is not None and now is not None and shoe.number == now.number else shoe
